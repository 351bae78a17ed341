"""What is wrong with this machine or these settings. Each check is a row of CHECKS and gives sentences, never an exception."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

from agent.catalogue.house import complaints
from ingest.gateway import CouldNotRead, Gateway
from ingest.gateway.errors import Refused
from kg.errors import EvergraphError, GraphTooSlow, WrongSetting
from kg.graph import Graph
from kg.remove import audit
from workers.services.connections import graph_of, merge_of, source_of, store_of
from workers.services.doctor.findings import Finding, Row
from workers.services.doctor.model_check import check_models
from workers.services.doctor.ports import taken_ports
from workers.services.errors import JavaMissing
from workers.services.neo4j import jars, java
from workers.services.processes import tail
from workers.services.state import read_state
from workers.settings import Settings, clock_of
from workers.storage.store import RedisStore
from workers.storage.tenant_registry import Tenant, TenantRegistry

GIB = 2**30
LEAST_DISK = 1 * GIB
LEAST_MEMORY = 2 * GIB

Rows = Sequence[Row]
Check = Callable[[Settings, Rows], Iterator[Finding]]


def examine(settings: Settings, rows: Rows, checks: Sequence[Check] = ()) -> list[Finding]:
    """Looks at everything that `checks` name, all of CHECKS where none are given; `rows` are those of `status`."""
    return [finding for check in checks or CHECKS for finding in check(settings, rows)]


def _home(settings: Settings, rows: Rows) -> Iterator[Finding]:
    probe = settings.home / ".writable"
    try:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe.write_text("yes", "utf-8")
        probe.unlink()
    except OSError as error:
        yield Finding("home", "wrong", f"{settings.home} cannot be written ({error.strerror}). Set EVERGRAPH_HOME to a folder that can.")
        return
    yield Finding("home", "fine", str(settings.home))


def _disk(settings: Settings, rows: Rows) -> Iterator[Finding]:
    free = psutil.disk_usage(str(_existing(settings.home))).free
    text = f"{free / GIB:.1f} GiB free"
    if free < LEAST_DISK:
        yield Finding("disk", "wrong", f"{text}: too little. Make room, or set EVERGRAPH_HOME to another disk.")
    else:
        yield Finding("disk", "fine", text)


def _memory(settings: Settings, rows: Rows) -> Iterator[Finding]:
    free = psutil.virtual_memory().available
    text = f"{free / GIB:.1f} GiB free"
    runs = any(row.name == "neo4j" and row.state == "up" for row in rows)
    if free < LEAST_MEMORY and not runs and settings.neo4j_uri is None:
        advice = "Close something, lower EVERGRAPH_NEO4J_HEAP, or set NEO4J_URI."
        yield Finding("memory", "note", f"{text}: little for a local Neo4j. {advice}")
    else:
        yield Finding("memory", "fine", text)


def _java(settings: Settings, rows: Rows) -> Iterator[Finding]:
    if settings.neo4j_uri is not None:
        return
    try:
        found = java.find_java(settings.java)
    except JavaMissing as error:
        yield Finding("Java", "wrong", str(error), is_setting=settings.java is not None)
        return
    yield Finding("Java", "note" if found.note else "fine", found.note or f"Java {found.major}, {found.command}")


def _jars(settings: Settings, rows: Rows) -> Iterator[Finding]:
    if settings.neo4j_uri is not None:
        return
    absent, bad = jars.missing(settings.cache), jars.damaged(settings.cache)
    for path in bad:
        jar = settings.cache / "jars" / path
        text = f"{jar} is not the jar we know (changed, or cut short). Delete it; `evergraph up` fetches it."
        yield Finding("jars", "wrong", text)
    if absent:
        yield Finding("jars", "note", f"{len(absent)} of Neo4j's jars are not here yet; the next `evergraph up` fetches them.")
    elif not bad:
        yield Finding("jars", "fine", f"{len(jars.pinned())} jars, every SHA-256 as pinned")


def _ports(settings: Settings, rows: Rows) -> Iterator[Finding]:
    for said in taken_ports(settings):
        yield Finding("ports", "wrong", said, is_setting=True)


def _services(settings: Settings, rows: Rows) -> Iterator[Finding]:
    for row in (each for each in rows if each.state != "damaged"):       # of tenants `_merge` tells
        if row.state in ("crashed", "not answering"):
            text = f"{row.title} is {_STATES[row.state]}. `evergraph up` starts it again. The end of {row.log}:\n{tail(Path(row.log), 5)}"
            yield Finding(row.title, "wrong", text)
        else:
            yield Finding(row.title, "fine", row.note if row.state == "elsewhere" else row.state)


def _graph(settings: Settings, rows: Rows) -> Iterator[Finding]:
    try:
        with _open_graph(settings) as graph:
            yield Finding("graph", "fine", f"Neo4j {graph.check()} answers")
    except GraphTooSlow:
        yield Finding("graph", "note", "Neo4j answers, but slowly: this machine is busy, or the server has just started.")
    except EvergraphError as error:
        yield Finding("graph", "wrong", str(error), isinstance(error, WrongSetting))


def audit_graph(settings: Settings, rows: Rows) -> Iterator[Finding]:
    """Whether anything in the graph lies outside its tenant."""
    try:
        with _open_graph(settings) as graph:
            found = audit(graph)
    except EvergraphError as error:
        yield Finding("tenant wall", "wrong", str(error))
        return
    if found.ok:
        yield Finding("tenant wall", "fine", f"{found.nodes} nodes, each with its company, no link from one company to another")
    else:
        text = ", ".join(f"{name.replace('_', ' ')}: {count}" for name, count in asdict(found).items() if count and name != "nodes")
        yield Finding("tenant wall", "wrong", f"{text}. Somebody else wrote into this graph: remove the companies and read them in again.")


def _open_graph(settings: Settings) -> Graph:
    found = graph_of(settings, _facts(settings, "neo4j") or None)
    return Graph(found["neo4j_uri"], found["neo4j_user"], found["neo4j_password"], found["neo4j_database"])


def _store(settings: Settings, rows: Rows) -> Iterator[Finding]:
    try:
        with closing(RedisStore(store_of(settings, _facts(settings, "valkey") or None))) as store:
            store.check()
    except EvergraphError as error:
        yield Finding("queue", "wrong", str(error), isinstance(error, WrongSetting))
    else:
        yield Finding("queue", "fine", "answers")


def _merge(settings: Settings, rows: Rows) -> Iterator[Finding]:
    tenants = TenantRegistry(settings.home)
    yield from (Finding(f"settings of {each.slug}", "wrong", each.why) for each in tenants.damaged())
    for tenant in tenants.all():
        yield _tenant(settings, tenant)
        yield from (Finding(f"settings of {tenant.slug}", "note", f"Left out: {said}") for said in complaints(tenant.company))


def _tenant(settings: Settings, tenant: Tenant) -> Finding:
    base, key = source_of(tenant, settings, merge_of(settings, _facts(settings, "sandbox")))
    subject = f"Merge for {tenant.slug}"
    if key is None:
        return Finding(subject, "note", "Nothing plays Merge just now. `evergraph up` starts the sandbox; MERGE_API_KEY names your key.")
    try:
        clock = clock_of(settings, tenant.company)
        with closing(Gateway(tenant.company.accounts, api_key=key, base_url=base, clock=clock)) as gateway:
            for category in sorted(gateway.categories()):
                gateway.sync_states(category, fresh=True)
    except CouldNotRead as error:
        return Finding(subject, "wrong", f"{error} {_MEND.get(error.why, 'Try again later.')}", isinstance(error, Refused))
    except EvergraphError as error:
        return Finding(subject, "wrong", str(error))
    return Finding(subject, "fine", f"{len(tenant.company.linked_accounts)} linked accounts answer")


def _facts(settings: Settings, part: str) -> Mapping[str, Any]:
    running = read_state(settings.home).get(part)
    return running.facts if running else {}


def _existing(folder: Path) -> Path:
    return next(parent for parent in (folder, *folder.parents) if parent.is_dir())


_STATES = {"crashed": "no longer running, though nobody stopped it", "not answering": "running, but does not answer"}
_MEND = {
    "refused": "Check MERGE_API_KEY, and the account tokens of the tenant.",
    "relink": "Link the app again in Merge's dashboard.",
    "unreachable": "Check the network and MERGE_BASE_URL.",
}

CHECKS: tuple[Check, ...] = (
    _home, _disk, _memory, _java, _jars, _ports, _services, _graph, _store, _merge, check_models,
)
