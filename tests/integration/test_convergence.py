"""Whatever happens on the way, the graph comes to what one clean full load of the source gives."""

import random
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.projections import project
from ingest.records import Record
from kg.digest import lines
from kg.graph import Graph
from kg.hubs import join_due
from kg.remove import remove_tenant
from kg.schema import ensure_schema
from kg.upsert import write_rows
from tests.integration.chaos_play import Stage, plan, stage
from tests.integration.chaos_schedules import Delete, Put, Schedule, schedules
from tests.integration.chaos_source import Books, record
from tests.integration.kg_rows import at
from workers.settings import read_settings

SEED = 20_261_121


@dataclass(frozen=True)
class Size:
    """How much is played, and what the kills must have met at least, or the play proves nothing."""

    schedules: int
    rounds: int                 # of kills
    servers: int                # kills of Valkey, and of Neo4j
    processes: int              # kills of worker processes and workers
    tenants: int                # schedules whose messages they died over


SHORT, LONG = Size(20, 2, 1, 5, 5), Size(200, 5, 5, 20, 20)


@pytest.fixture(scope="module")
def on_stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Servers of this module's own, which may be killed."""
    with stage(tmp_path_factory.mktemp("chaos"), read_settings().cache, SEED) as found:
        yield found


@pytest.mark.long
def test_records_in_any_order_with_joining_in_between_end_as_one_load(graph: Graph, full: bool) -> None:
    ensure_schema(graph)

    @given(schedules(), st.randoms(use_true_random=False))
    @settings(max_examples=200 if full else 5, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
    def holds(schedule: Schedule, chance: random.Random) -> None:
        in_any_order(graph, schedule, chance)

    holds()


def in_any_order(graph: Graph, schedule: Schedule, chance: random.Random) -> None:
    """Every state of every record, shuffled and with doubles, is written; then what a sync reads last."""
    ours, clean = (f"{name}{uuid.uuid4().hex[:12]}" for name in ("any", "clean"))
    books = Books(schedule)
    messages = [record(slot, row) for slot, row in books.rows.items()]
    for step in schedule.steps:
        if (isinstance(step, Put) and books.put(step)) or (isinstance(step, Delete) and books.delete(step)) or isinstance(step, Put):
            messages.append(record(step.slot, books.rows[step.slot]))
    chance.shuffle(messages)
    messages += chance.sample(messages, 3)
    for number in range(0, len(messages), 4):
        write(graph, ours, messages[number:number + 4], number)
        if chance.random() < 0.2:
            join_due(graph, ours, run="some", now=at(number), limit=chance.choice((1, 3, None)))
    final = [record(slot, row) for slot, row in books.rows.items()]
    write(graph, ours, final, 100)
    join_due(graph, ours, run="last", now=at(101))
    write(graph, clean, final, 1)
    join_due(graph, clean, run="clean", now=at(2))
    assert set(lines(graph, ours)) == set(lines(graph, clean))
    for tenant in (ours, clean):
        remove_tenant(graph, tenant)


def write(graph: Graph, tenant: str, records: list[Record], hours: float) -> None:
    """Records into the graph, as a sync writes what it has read."""
    rows = [project(tenant, one, b"secret") for one in records]
    write_rows(graph, tenant, [node for node, _ in rows], [edges for _, every in rows for edges in every], run="run", seen_at=at(hours))


@pytest.mark.long
def test_schedules_with_killed_servers_end_as_one_clean_full_load(on_stage: Stage, full: bool) -> None:
    size = LONG if full else SHORT
    plays = [on_stage.open(seed) for seed in range(SEED, SEED + size.schedules)]
    wrong = on_stage.play(plays, list(plan(on_stage.servers, size.rounds)), random.Random(SEED))
    kills = Counter(kill.what for kill in on_stage.servers.kills)
    met = {what: len({t for kill in on_stage.servers.kills if kill.what == what for t in kill.tenants}) for what in kills}
    print(f"{on_stage.count} schedules from seed {SEED}; kills: {dict(kills)}, schedules they met: {met}; seconds: {on_stage.times}")  # noqa: T201
    assert not wrong, "\n\n".join(str(on_stage.shrunk(one)) for one in wrong[:2]) + f"\n\nwrong in all: {[one.play.seed for one in wrong]}"
    assert on_stage.dropped == 0, "runs that were asked for were dropped"
    assert min(kills["valkey"], kills["neo4j"]) >= size.servers
    assert kills["process"] + kills["worker"] >= size.processes
    assert min(met["process"], met["valkey"], met["neo4j"]) >= size.servers
    assert len({t for kill in on_stage.servers.kills if kill.what in ("process", "worker") for t in kill.tenants}) >= size.tenants
