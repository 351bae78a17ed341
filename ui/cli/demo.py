"""`evergraph demo`: from nothing to a first answer on a made-up company; afterwards nothing is left running."""

import hashlib
import signal
import sys
import time
from collections import Counter
from types import FrameType

from ingest.demo import DEMO_PERSON, SLUG, write_company
from kg.errors import SourceUnavailable
from kg.resolve import by_email
from kg.schema import PROJECTION
from ui.cli.ask import Question
from ui.cli.ask import run as ask
from ui.cli.services import Board, refuse_in_vain
from ui.cli.sync import sync_with_bar
from workers import tasks
from workers.services.connections import Connections
from workers.services.errors import ServiceFailed, disk_errors
from workers.services.local import Services
from workers.services.models.opening import has_models, told
from workers.settings import Settings, read_settings
from workers.storage.secret_files import secret_file
from workers.storage.tenant_registry import Tenant, TenantRegistry

FIRST_QUESTION = "Summarize my last conversation with Bill's company"
MODELS_QUESTION = "Wen kennen wir bei Orchard & Pine Hotels?"       # in words that the grammar does not read
_SYNC_SECONDS = 300.0
_LOOK_SECONDS, _RESTARTS = 2.0, 5
_PROJECTED = f"demo:{SLUG}:projected"       # in the store: the digest of what the graph holds in full


def run(once: bool) -> int:
    """Brings the demo up, asks, waits for Ctrl-C (not with `once`), takes everything down; the exit code of what was asked."""
    settings = _brisk(read_settings())
    services = Services(settings)
    refuse_in_vain(settings)
    with disk_errors(settings.home):
        register(settings)
    for number in (signal.SIGINT, signal.SIGTERM):          # also where a shell has the first ignored, as it does in the background
        signal.signal(number, _interrupt)
    try:
        code = _play(settings, services)
        if not once:
            sys.stdout.write("\nCtrl-C ends the demo.\n")
            sys.stdout.flush()
            _keep_up(services)
        return code
    except KeyboardInterrupt:
        return 0
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)        # a second Ctrl-C must not leave processes behind
        with Board() as board:
            services.down(progress=board)


def register(settings: Settings) -> None:
    """Writes the demo company, where it is not there yet, and makes it a tenant of the installation."""
    folder = settings.home / "companies" / SLUG
    TenantRegistry(settings.home).save(Tenant(company=write_company(folder), folder=str(folder)))


def _brisk(settings: Settings) -> Settings:
    """A small graph wants a quick start more than quick heavy queries, unless the settings say otherwise."""
    return settings if "neo4j_quick_start" in settings.model_fields_set else settings.model_copy(update={"neo4j_quick_start": True})


def _play(settings: Settings, services: Services) -> int:
    with Board() as board:
        connections = services.up(progress=board)
    _project(settings)
    _announce(settings, connections)
    code = _ask(FIRST_QUESTION)
    if not has_models(settings):
        return code
    sys.stdout.write("\nThis one is read by the language model alone; without one it is declined:\n")
    return code or _ask(MODELS_QUESTION)


def _ask(text: str) -> int:
    sys.stdout.write(f"\n> {text}\n\n")
    sys.stdout.flush()
    return ask(Question(text, DEMO_PERSON))


def _keep_up(services: Services) -> None:
    """Starts anew what ends by itself, until Ctrl-C. Raises ServiceFailed for a part that had to be started, or was tried, again and again."""
    ended: Counter[str] = Counter()
    while max(ended.values(), default=0) < _RESTARTS:
        time.sleep(_LOOK_SECONDS)
        with Board() as board:
            ended.update(services.restart_crashed(progress=board))
    title = ended.most_common(1)[0][0]
    raise ServiceFailed(f"{title} ended by itself {_RESTARTS} times and is not started again. `evergraph doctor` looks for the reason.")


def _project(settings: Settings) -> None:
    """The company in the graph, in full. Where it is already, nothing can have changed: its files are those, and its clock stands still."""
    here, digest = tasks.installation(), _digest(settings)
    if here.store.get(_PROJECTED) == digest and by_email(here.graph, SLUG, [DEMO_PERSON])[DEMO_PERSON]:
        return
    synced = sync_with_bar(SLUG, "full", _SYNC_SECONDS)
    if not synced.is_over or synced.failed:
        reasons = "; ".join(f"{part.model}: {part.error}" for part in synced.failed) or "it took too long"
        raise SourceUnavailable(f"The demo company could not be read in full ({reasons}). Logs: {settings.home / 'logs'}")
    here.store.put(_PROJECTED, digest)


def _digest(settings: Settings) -> bytes:
    """What a projection of the company rests on: its files, and the version of the rows made of them."""
    folder = settings.home / "companies" / SLUG
    sums = [hashlib.sha256(file.read_bytes()).digest() for file in sorted(folder.rglob("*.json"))]
    return hashlib.sha256(b"".join([*sums, str(PROJECTION).encode()])).hexdigest().encode()


def _announce(settings: Settings, connections: Connections) -> None:
    password = secret_file(settings.home, "neo4j-password")
    sys.stdout.write(
        f"Chat:           {connections.web_url}\n"
        f"Neo4j Browser:  {connections.browser_url or connections.neo4j_uri} (user {connections.neo4j_user}, password in {password})\n"
        f"Language model: {told(settings)}\n"
        f"You are:        {DEMO_PERSON}\n"
        f'Ask:            evergraph ask "How many vacation days do I have remaining?" --as {DEMO_PERSON}\n')


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
