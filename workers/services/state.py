"""Which local services run, as the last `up` wrote it down. The standard library alone: `evergraph ask` starts with this.

`<home>/run/services.json` is owner-only, for addresses hold passwords.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from workers.storage.owner_only import write_private


@dataclass(frozen=True, slots=True)
class Running:
    """A service that was started and, when `is_ready`, has answered."""

    name: str
    pid: int
    born: float                    # seconds since 1970: tells it from a later process of the same number
    since: str                     # ISO, UTC
    log: str
    address: str                   # for people: holds no secret
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)     # for programs: may hold secrets
    is_ready: bool = False


def read_state(home: Path) -> dict[str, Running]:
    """What was written down, by name; empty where nothing was, or the file is damaged (then nothing is known to run)."""
    try:
        data = json.loads(_file(home).read_text("utf-8"))
        return {name: Running(**entry) for name, entry in data["services"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def write_state(home: Path, services: Mapping[str, Running]) -> None:
    """Writes it down, in one step."""
    write_private(_file(home), json.dumps({"services": {name: asdict(running) for name, running in services.items()}}, indent=1))


def web_url(home: Path) -> str | None:
    """Where the web server was last known to be: `http://127.0.0.1:8000`. Whether it answers, asking tells."""
    found = read_state(home).get("web")
    return str(found.facts["url"]) if found and "url" in found.facts else None


def _file(home: Path) -> Path:
    return home / "run" / "services.json"
