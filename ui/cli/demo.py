"""`evergraph demo`: from nothing to a first answer on a made-up company; afterwards nothing is left running."""

import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

from ingest.demo import DEMO_PERSON, SLUG, write_company
from ui.cli.ask import Question
from ui.cli.ask import run as ask
from ui.cli.services import Board, refuse_in_vain
from ui.cli.stopping import ended_by_signals, hear_no_more
from workers.services.connections import Connections
from workers.services.errors import ServiceFailed, disk_errors
from workers.services.local import Services
from workers.services.models.opening import describe_models, has_models
from workers.settings import Settings, read_settings
from workers.storage.secret_files import secret_file
from workers.storage.tenant_registry import Tenant, TenantRegistry, with_settings_of

FIRST_QUESTION = "Summarize my last conversation with Bill's company"
MODELS_QUESTION = "Wen kennen wir bei Orchard & Pine Hotels?"       # in words that the grammar does not read
_LOOK_SECONDS, _RESTARTS = 2.0, 5
_LOADING = "ui.cli.demo_loading"         # text, not an import: it takes a second to load, which the first service need not wait for


def run(once: bool) -> int:
    """Brings the demo up, asks, waits for what ends it (not with `once`), takes everything down; the exit code of what was asked."""
    settings = _brisk(read_settings())
    services = Services(settings)
    refuse_in_vain(settings)
    with disk_errors(settings.home):
        register(settings)
    with ended_by_signals():
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
            hear_no_more()
            with Board() as board:
                services.down(progress=board)


def register(settings: Settings) -> None:
    """Writes the demo company and makes it a tenant of the installation; what operators have set there since the first time stays."""
    folder, registry = settings.home / "companies" / SLUG, TenantRegistry(settings.home)
    made = Tenant(company=write_company(folder), folder=str(folder))
    if any(known.slug == SLUG for known in registry.all()):
        registry.change(SLUG, lambda known: with_settings_of(made, known.company))
    else:
        registry.save(made)


def _brisk(settings: Settings) -> Settings:
    """A small graph wants a quick start more than quick heavy queries, unless the settings say otherwise."""
    return settings if "neo4j_quick_start" in settings.model_fields_set else settings.model_copy(update={"neo4j_quick_start": True})


def _play(settings: Settings, services: Services) -> int:
    with ThreadPoolExecutor(1) as aside:
        loading = aside.submit(import_module, _LOADING)
        with Board() as board:
            connections = services.up(progress=board)
    loading.result().load_demo(settings)
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


def _announce(settings: Settings, connections: Connections) -> None:
    password = secret_file(settings.home, "neo4j-password")
    sys.stdout.write(
        f"Chat:           {connections.web_url}\n"
        f"Neo4j Browser:  {connections.browser_url or connections.neo4j_uri} (user {connections.neo4j_user}, password in {password})\n"
        f"Language model: {describe_models(settings)}\n"
        f"You are:        {DEMO_PERSON}\n"
        f'Ask:            evergraph ask "How many vacation days do I have remaining?" --as {DEMO_PERSON}\n')
