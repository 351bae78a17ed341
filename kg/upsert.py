"""Writing to the graph: rows in, counts out; idempotent, and free of order in what is live.

What a version is says kg/versions.py, in which order a batch is written cypher/write.cypher. Knows no model and no source.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from threading import Lock

from kg import parameters, schema, versions
from kg.graph import Graph, RunQuery
from kg.parameters import Map
from kg.rows import Edges, Node, check_tenant, iso, tenant_token
from kg.versions import Record

BATCH = 5_000                    # records of a transaction
_SIZE = 25_000                   # nodes and edges of a transaction, about
_ABREAST = 2                     # transactions of a call at once
_RETIRED = 5_000                 # of a transaction
_SECONDS = 60.0
_OWN = tuple(relation for relation in schema.RELATIONS if relation != "JOINED_IN")      # relations that records say, not joins


@dataclass(frozen=True, slots=True)
class Written:
    """What was handed to the graph: rows of the newest versions, without doubles."""

    nodes: int
    edges: int
    stubs: int       # ends of edges that were not there


@dataclass(slots=True)
class _Batch:
    """What is written in one transaction, or in two: the nodes that are new first."""

    tenant: str
    run: str
    seen_at: str
    others: Collection[str]                  # keys of the whole call: no stubs are needed for these
    records: dict[str, Record]
    prepared: frozenset[str] = frozenset()   # keys whose nodes were just made, without their edges
    seen: frozenset[str] = frozenset()       # keys that are known to be as new already


def write_rows(graph: Graph, tenant: str, nodes: Sequence[Node], edges: Sequence[Edges], *, run: str, seen_at: datetime) -> Written:
    """Write records: nodes, the edges that start at them, the texts they are searched by.

    Every Edges must start at one of the nodes and have a relation of the schema; those of a version are all it has. Where a record
    comes twice, its first Edges of a relation belong to its first node, and so on. At most 5,000 nodes are one transaction; whatever
    stops in between can be repeated. Raises ValueError for rows that break this (before anything is written), GraphUnavailable,
    GraphTooSlow.
    """
    check_tenant(tenant)
    records = {record.node.key: record for record in versions.newest(tenant, nodes, edges)}
    batches = [_Batch(tenant, run, iso(seen_at), records.keys(), part) for part in _parts(records.values())]
    turn = Lock()
    with ThreadPoolExecutor(_ABREAST) as writers:
        if len(batches) > 1:              # edges from one batch to another then find both ends
            made = writers.map(lambda one: graph.transaction(partial(_prepare, one), seconds=_SECONDS), batches)
            for one, (prepared, seen) in zip(batches, made, strict=True):
                one.prepared, one.seen = prepared, seen
        stubs = sum(writers.map(lambda one: graph.transaction(partial(_in_turn, turn, one), seconds=_SECONDS), batches))
    return Written(len(records), sum(len(e.to) for r in records.values() for e in r.edges), stubs)


def retire_unseen(graph: Graph, tenant: str, *, linked_account: str, model: str, run: str, run_started_at: datetime) -> int:
    """After a complete full run of one linked account and model: retire what was not seen since it started, and drop its texts. How many.

    Being seen again brings an entity back. Never call it after a delta or a run that failed.
    """
    started = iso(run_started_at)
    what = {"tenant": tenant, "linked_account": linked_account, "model": model, "run": run, "run_started_at": started,
            "joined": list(schema.HUB_KINDS), "batch": _RETIRED}

    def some(send: RunQuery) -> tuple[int, int]:
        """How many were looked at, and how many of them had been seen meanwhile."""
        keys = [row["key"] for row in send("retire_unseen", **what)]
        seen = int(send("unretire_seen", tenant=tenant, token=tenant_token(tenant), keys=keys, run_started_at=started)[0]["seen"])
        _drop_chunks(tenant, [row["key"] for row in send("texts_due", tenant=tenant, keys=keys)], send)
        return len(keys), seen

    total, found = 0, 1
    while found:
        found, seen = graph.transaction(some, seconds=_SECONDS)
        total += found - seen
    return total


def tombstone(graph: Graph, tenant: str, keys: Iterable[str], at: datetime, run: str) -> int:
    """Mark entities as gone at the source and drop their texts; how many were not yet.

    A newer version brings one back, and so does the same version when it is seen after `at`: "not found" was then wrong.
    """
    asked = sorted(set(keys))

    def gone(part: list[str], send: RunQuery) -> int:
        found = [row["key"] for row in send("tombstone", tenant=tenant, keys=part, at=iso(at), run=run, joined=list(schema.HUB_KINDS))]
        _drop_chunks(tenant, found, send)
        return len(found)

    return sum(graph.transaction(partial(gone, asked[i:i + _RETIRED])) for i in range(0, len(asked), _RETIRED))


def _parts(records: Iterable[Record]) -> Iterator[dict[str, Record]]:
    part: dict[str, Record] = {}
    size = 0
    for record in records:
        if part and (len(part) == BATCH or size + record.size > _SIZE):
            yield part
            part, size = {}, 0
        part[record.node.key] = record
        size += record.size
    if part:
        yield part


def _prepare(batch: _Batch, send: RunQuery) -> tuple[frozenset[str], frozenset[str]]:
    """The nodes of records that are not there yet, marked until their edges follow. Their keys, and those with nothing to write."""
    known = _known(batch, batch.records, send)
    missing = [key for key, held in known.items() if held is None]
    if missing:
        rows = [parameters.node_row(batch.tenant, batch.records[key], batch.run, batch.seen_at) for key in missing]
        for row in rows:
            row["properties"]["edges_due"] = True
        send("write_nodes", rows=rows, seen_at=batch.seen_at)
    return frozenset(missing), frozenset(batch.records.keys() - known.keys())


def _in_turn(turn: Lock, batch: _Batch, send: RunQuery) -> int:
    """Write edges of one batch at a time, the next beginning while one commits: two at once would deadlock on shared end nodes."""
    with nullcontext() if batch.seen.issuperset(batch.records) else turn:
        return _write(batch, send)


def _write(batch: _Batch, send: RunQuery) -> int:
    """All else of a batch in one transaction; how many stubs it may have needed."""
    keys = [key for key in batch.records if key not in batch.prepared]
    known: dict[str, Map | None] = {}
    if keys:
        send("sight_nodes", tenant=batch.tenant, token=tenant_token(batch.tenant), rows=_asked(batch, keys), seen_at=batch.seen_at,
             joined=list(schema.HUB_KINDS))
    if keys := [key for key in keys if key not in batch.seen]:
        known = _known(batch, keys, send)
    if rows := [row for key, held in known.items() if (row := _node_row(batch, key, held))]:
        send("write_nodes", rows=rows, seen_at=batch.seen_at)
    speaking = [record for key, record in batch.records.items() if key in batch.prepared or (key in known and _speaks(batch, key, known[key]))]
    if not speaking:
        return 0
    stubs = _write_edges(batch, speaking, send)
    _write_chunks(batch, speaking, {key for key, held in known.items() if held}, send)
    return stubs


def _known(batch: _Batch, keys: Iterable[str], send: RunQuery) -> dict[str, Map | None]:
    """Of records for which there may be something to write, what is held."""
    return dict(send("known_nodes", tenant=batch.tenant, rows=_asked(batch, keys))[0]["known"])


def _asked(batch: _Batch, keys: Iterable[str]) -> list[Map]:
    return [{"key": key, "version": batch.records[key].version} for key in keys]


def _node_row(batch: _Batch, key: str, held: Map | None) -> Map | None:
    """The node as it is to be; None where it is as new already."""
    record = batch.records[key]
    if held is not None and not (_is_overruled(batch, held, record) or _is_back(batch, held, record)):
        return None
    row = parameters.node_row(batch.tenant, record, batch.run, batch.seen_at)
    return parameters.changed(row, held, batch.seen_at) if held else row


def _speaks(batch: _Batch, key: str, held: Map | None) -> bool:
    """Whether the record's edges and texts have to be written too."""
    record = batch.records[key]
    if held is None or _is_overruled(batch, held, record):
        return True
    return held["version"] == record.version and bool(held["edges_due"] or _is_back(batch, held, record))


def _is_overruled(batch: _Batch, held: Map, record: Record) -> bool:
    return versions.overrules(record.version, batch.seen_at, held["version"], held.get("read_at"))


def _is_back(batch: _Batch, held: Map, record: Record) -> bool:
    """Whether a record with a tombstone is seen again unchanged."""
    return bool(held["version"] == record.version and (held["tombstoned_at"] or batch.seen_at) < batch.seen_at)


def _write_edges(batch: _Batch, records: Sequence[Record], send: RunQuery) -> int:
    asked = [{"start": record.node.key, "version": record.version} for record in records]
    found = send("held_edges", tenant=batch.tenant, rows=asked, relations=_OWN)
    held = {row["start"]: {(relation, end): (id_, there) for relation, end, id_, there in row["edges"]} for row in found}
    rows: list[Map] = []
    touched: dict[str, Map] = {}
    for record in records:
        wanted, there = parameters.ends(record), held.get(record.node.key, {})
        if missing := [end for end in wanted if end not in there]:
            rows.append(parameters.edges_row(record, missing))
        for end, (id_, said) in there.items() if record.node.key not in batch.prepared else ():
            if told := parameters.held_edge(record, said, end in wanted, batch.run, batch.seen_at):
                touched[id_] = told
    if touched:
        send("write_edges", tenant=batch.tenant, ids=list(touched), held=touched)
    return _create_edges(batch, rows, send) if rows else 0


def _create_edges(batch: _Batch, rows: Sequence[Map], send: RunQuery) -> int:
    missing = sorted({end["key"] for row in rows for end in row["ends"]}.difference(batch.others))
    if missing:
        send("write_stubs", rows=[parameters.stub_row(batch.tenant, key, batch.run) for key in missing], seen_at=batch.seen_at)
    send("create_edges", tenant=batch.tenant, rows=rows, seen_at=batch.seen_at, run=batch.run)
    return len(missing)


def _write_chunks(batch: _Batch, records: Sequence[Record], held: set[str], send: RunQuery) -> None:
    _drop_chunks(batch.tenant, [r.node.key for r in records if r.node.chunks or r.node.key in held], send)
    if rows := list(parameters.chunk_rows(batch.tenant, records)):
        send("create_chunks", tenant=batch.tenant, rows=rows)


def _drop_chunks(tenant: str, keys: Sequence[str], send: RunQuery) -> None:
    if keys and (ids := [row["id"] for row in send("held_chunks", tenant=tenant, keys=keys)]):
        send("drop_chunks", tenant=tenant, ids=ids)
