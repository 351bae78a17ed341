"""The web server's log: who asked for which page and how it ended, and nothing of what they looked for or signed in with."""

import logging
import re
import threading
from collections.abc import Iterator

import httpx
import pytest
import uvicorn
from fastapi.routing import APIRoute

from tests.integration.scripted import ANA, ScriptedInstallation
from ui.api.table import ROUTES
from ui.web.access_log import WithoutWords
from ui.web.server import create_app
from ui.web.serving import logging_without_words

# What a GET may be asked with: names of records, of our pages, of choices from a list, and what a provider of sign-ins sends back.
NAMES = {"tenant", "form", "key", "start", "end", "speaker", "done", "to", "viewer", "subject", "then", "everywhere", "afresh", "role", "kind",
         "code", "state", "error", "page"}
CHOSEN = "qzxcanary"
WORDS = ("lanterns-for-everybody", "code-of-a-sign-in", "b%20c")

NOWHERE = ("/nothing", "/nothing/here.js", "/api/nothing", "/api/runs/nothing", "/api/runs/nothing/events",
           "/answers/nothing/nothing", "/static/nothing",
           "/assets/nothing", "/gradio_api/nothing", "/gradio_api/call/nothing/nothing", "/gradio_api/custom_component/a/b/c/d")


@pytest.fixture
def log() -> Iterator[list[str]]:
    """All that is logged, through the handlers that uvicorn's own configuration makes."""
    lines: list[str] = []
    before = {name: (logging.getLogger(name).handlers[:], logging.getLogger(name).filters[:]) for name in ("uvicorn", "uvicorn.access")}
    yield lines
    for name, (handlers, filters) in before.items():
        logging.getLogger(name).handlers[:], logging.getLogger(name).filters[:] = handlers, filters


class Kept(logging.Handler):
    """Keeps lines as uvicorn's handler for them would write them."""

    def __init__(self, lines: list[str], like: logging.Handler) -> None:
        super().__init__()
        self._lines = lines
        self.setFormatter(like.formatter)

    def emit(self, record: logging.LogRecord) -> None:
        """As logging has it."""
        self._lines.append(self.format(record))


@pytest.fixture
def client(log: list[str], installation: ScriptedInstallation) -> Iterator[httpx.Client]:
    """Asks the server whose log it is."""
    server = uvicorn.Server(uvicorn.Config(create_app(installation), port=0, log_config=logging_without_words(), ws="none"))
    for logger in (logging.getLogger("uvicorn"), logging.getLogger("uvicorn.access")):
        logger.addHandler(Kept(log, logger.handlers[0]))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
        assert thread.is_alive()
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"X-Evergraph-Person": ANA}, timeout=60) as client:
        yield client
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def test_no_query_stands_in_the_log_of_the_server(log: list[str], client: httpx.Client) -> None:
    for path in ("/api/health", "/api/sign-in/callback", "/entities", "/nothing/here", "/api/sessions/search"):
        client.get(path, params={"text": WORDS[0], "code": WORDS[1], "a": "b c"})
    told = "\n".join(log)
    assert all(f'"GET {path} HTTP/1.1"' in told for path in ("/api/health", "/api/sign-in/callback", "/entities"))
    assert not any(word in told for word in WORDS) and "?" not in told


def test_of_an_address_only_the_words_of_our_routes_stand_in_the_log() -> None:
    templates = {re.sub(r"\{[^}]+\}", "{}", route.path) for router in ROUTES for route in router.routes if isinstance(route, APIRoute)}
    for template in (*templates, "/{}", "/gradio_api/heartbeat/{}", "//{}//", "/api/sessions/{}/{}"):
        record = logging.LogRecord("", 20, "", 0, '%s - "%s %s HTTP/%s" %d', ("::1", "GET", template.replace("{}", CHOSEN), "1.1", 200), None)
        assert WithoutWords().filter(record)
        assert f"GET {template.replace('{}', '...')} HTTP" in record.getMessage()


@pytest.mark.parametrize("path", NOWHERE)
def test_what_is_not_there_is_a_line_of_the_log_and_no_traceback(path: str, log: list[str], client: httpx.Client) -> None:
    for accept in ("application/json", "text/html"):
        assert client.get(path, headers={"accept": accept}).status_code == 404
    assert sum('" 404' in line for line in log) == 2
    assert "Traceback" not in "\n".join(log)


def test_no_words_of_a_person_are_asked_for_in_an_address() -> None:
    routes = [route for router in ROUTES for route in router.routes if isinstance(route, APIRoute)]
    asked = {field.alias for route in routes for dependant in (route.dependant, *route.dependant.dependencies) for field in dependant.query_params}
    assert asked <= NAMES, "words go into a body: addresses are written into logs, ours and those of whoever stands between"
