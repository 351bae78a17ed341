"""One real Neo4j and one real Valkey for each process of a test run, a fresh tenant per test. No process outlives the run."""

import atexit
import gc
import os
import secrets
import shutil
import signal
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil
import pytest
from hypothesis import settings

from kg.errors import GraphTooSlow
from kg.graph import Graph
from workers.services import processes, valkey_server
from workers.services.errors import JarsUnusable, JavaMissing
from workers.services.neo4j import java, neo4j_server
from workers.services.neo4j.jars import class_path
from workers.services.waiting import wait_until
from workers.settings import is_ci, read_settings

STARTED: list[processes.Child] = []
RUN = "EVERGRAPH_TEST_RUN"                  # in the environment of every process of a run: the run's folder
PLAY_SECONDS = 2_700.0                      # for a long play with --full, which takes longer than any other test may
FIRST = ("test_convergence", "test_restarts", "test_differential")      # what takes longest; else one process would wait for it at the end


@dataclass(frozen=True, slots=True)
class GraphServer:
    """The test run's Neo4j."""

    uri: str
    user: str
    password: str
    browser_url: str
    web_port: int | None        # where its Browser looks for style sheet and tour; None: it was not told


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="Property tests at their full size, which takes long; else a part of fixed seeds.")
    parser.addoption("--rewrite", action="store_true", help="Write files of expected texts anew instead of comparing with them; read what changed.")


def pytest_configure(config: pytest.Config) -> None:
    settings.register_profile("home", deadline=None)                      # how long an example takes says nothing on a busy machine
    settings.register_profile("ci", deadline=None, derandomize=True, database=None)     # the same examples each time; --full and home look further
    settings.load_profile("ci" if is_ci() else "home")
    gc.disable()                             # until all is collected: what is imported stays, and was looked through a hundred times on the way
    atexit.register(_end_all)
    if is_first := RUN not in os.environ:  # noqa: TID251  # no setting of the product: the process that starts the others, or the only one
        os.environ[RUN] = tempfile.mkdtemp(prefix="evergraph-tests-")  # noqa: TID251
        atexit.register(_end_what_is_left, os.environ[RUN])  # noqa: TID251
    only_starts_others = is_first and config.getoption("dist", "no") != "no"
    signal.signal(signal.SIGTERM, partial(_stopped, only_starts_others))        # else a run ended by its time limit would leave servers behind


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in FIRST)
    for item in items if config.getoption("full") else ():
        if item.get_closest_marker("long") is not None:
            item.add_marker(pytest.mark.timeout(PLAY_SECONDS))


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def _stopped(only_starts_others: bool, number: int, frame: object) -> None:
    """Whoever ends a run may kill it soon after: what others of the run have started is not waited for."""
    _hear_no_more()
    if only_starts_others:
        _end_what_is_left(os.environ[RUN])  # noqa: TID251
    raise KeyboardInterrupt


def _hear_no_more() -> None:
    """The same signal comes again, from make, from uv and from a time limit: it shall not stop the ending."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)      # not SIG_IGN, which children would inherit


def _end_all() -> None:
    while STARTED:
        processes.end(STARTED.pop(), patience=10)


def _end_what_is_left(run: str) -> None:
    """Processes of a run whose own process was killed before it could end them."""
    _hear_no_more()
    while left := _left(run):                # one that is killed last may have started another
        for process in left:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(left, timeout=1)
    shutil.rmtree(run, ignore_errors=True)


def _left(run: str) -> list[psutil.Process]:
    every = (process for process in psutil.process_iter(["environ"]) if process.pid != os.getpid())
    return [process for process in every if (process.info["environ"] or {}).get(RUN) == run]


@pytest.fixture(scope="session")
def servers_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir=os.environ[RUN]))  # noqa: TID251
    yield folder
    _end_all()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def graph_server(servers_folder: Path) -> GraphServer:
    """A Neo4j that all tests share; each keeps to its own tenant. At home EVERGRAPH_TEST_NEO4J=BOLT:HTTP names one that is up, without sign-in."""
    if running := os.environ.get("EVERGRAPH_TEST_NEO4J"):  # noqa: TID251  # no setting of the product
        bolt, http = (int(port) for port in running.split(":"))
        shape = neo4j_server.Shape(servers_folder / "neo4j", bolt, http, auth=False)
        return GraphServer(shape.uri, "neo4j", "none-needed", shape.browser_url, None)
    try:
        runtime, jars = java.find_java(), class_path(read_settings().cache)
    except (JavaMissing, JarsUnusable) as missing:
        _skip_at_home(str(missing))
    bolt, http, web = (processes.free_port() for _ in range(3))
    shape, password = neo4j_server.Shape(servers_folder / "neo4j", bolt, http, is_brief=True, replan="1h", web=web), secrets.token_hex(8)
    neo4j_server.lay_out(shape, password)
    log = servers_folder / "neo4j.log"
    child = processes.launch(neo4j_server.command(shape, runtime, jars), log)
    STARTED.append(child)
    wait_until(lambda: neo4j_server.answers(shape.bolt, shape.http), child, "Neo4j", log, 120)
    return GraphServer(shape.uri, "neo4j", password, shape.browser_url, web)


@pytest.fixture(scope="session")
def graph(graph_server: GraphServer) -> Iterator[Graph]:
    """The door to the shared Neo4j."""
    door = Graph(graph_server.uri, graph_server.user, graph_server.password)
    _check_patiently(door)
    yield door
    door.close()


def _check_patiently(door: Graph) -> None:
    for _ in range(20):                     # the first query after a start may be planned for too long
        with suppress(GraphTooSlow):
            door.check()
            return
    door.check()


@pytest.fixture(scope="session")
def redis_url(servers_folder: Path) -> str:
    """The address of a Valkey that all tests share, without a password."""
    port, folder, log = processes.free_port(), servers_folder / "valkey", servers_folder / "valkey.log"
    configuration = valkey_server.lay_out(folder, port, None)
    child = processes.launch(valkey_server.command(configuration), log)
    STARTED.append(child)
    wait_until(lambda: valkey_server.answers(port, None), child, "Valkey", log, 120)
    return valkey_server.url(port, None)


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether property tests run at their full size."""
    return bool(request.config.getoption("--full"))


@pytest.fixture
def tenant() -> str:
    """A slug that no other test has."""
    return f"t{uuid.uuid4().hex[:12]}"


def _skip_at_home(reason: str) -> None:
    if is_ci():
        pytest.fail(reason)
    pytest.skip(reason)
