"""Ports that settings ask for and other programs have. A port that one of our own services holds is not taken."""

from collections.abc import Iterator

from workers.services.errors import PortTaken
from workers.services.processes import is_free
from workers.services.state import read_state
from workers.settings import PORTS, Settings


def taken_ports(settings: Settings) -> Iterator[str]:
    """One sentence per configured port that another program holds."""
    ours = {value for running in read_state(settings.home).values() for value in running.facts.values() if isinstance(value, int)}
    for field, name in PORTS.items():
        port = getattr(settings, field)
        if port is not None and port not in ours and not is_free(port):
            yield f"Port {port} ({name}) is in use by another program. Set {name} to another, or leave it out for a free one."


def check_ports(settings: Settings) -> None:
    """Raises PortTaken, naming the first."""
    for said in taken_ports(settings):
        raise PortTaken(said)
