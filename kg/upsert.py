"""Writing to the graph: rows in, counts out; idempotent, and free of order in what is live.

A version is one sortable text: when Merge's copy changed, whether it was deleted, what the row holds. The greater wins, an
equal one changes nothing. Times are written as ISO text in UTC with six decimals. Knows no model and no source.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

from kg import schema
from kg.graph import Graph, Step
from kg.names import name_key, words
from kg.rows import Edges, Node

BATCH = 5_000
_DELETE_BATCH = 10_000
_NO_VERSION = ""                                     # of a stub: smaller than every version
_FIXED_TEXT = """
    key tenant tenant_token model_token model category linked_account merge_id remote_id name name_key aliases words email version
    source_modified_at deleted_at tombstoned_at stub run first_seen_at last_seen_at retired_at
"""
FIXED = frozenset(_FIXED_TEXT.split())              # columns of every node; a model's own may not have these names


@dataclass(frozen=True, slots=True)
class Written:
    """What was handed to the graph: rows of the newest versions, without doubles."""

    nodes: int
    edges: int
    stubs: int       # ends of edges that were not among the nodes


@dataclass(frozen=True, slots=True)
class _Record:
    """A node with its edges and its version."""

    node: Node
    edges: tuple[Edges, ...]
    version: str


def write_rows(graph: Graph, tenant: str, nodes: Sequence[Node], edges: Sequence[Edges], *, run: str, seen_at: datetime) -> Written:
    """Write records: nodes, and the edges that start at them.

    Every Edges must start at one of the nodes and have a relation of the schema. Where a record comes twice, its first Edges of
    a relation belong to its first node, and so on. Batches of 5,000 nodes, each one transaction; whatever stops in between can be
    repeated. Raises ValueError for rows that break this (before anything is written), GraphUnavailable, GraphTooSlow.
    """
    records = _newest(_records(tenant, nodes, edges))
    stubs = 0
    for start in range(0, len(records), BATCH):
        part = records[start:start + BATCH]
        steps = list(_steps(tenant, part, run, _iso(seen_at)))
        stubs += sum(len(step.parameters["rows"]) for step in steps if step.name == "write_stubs")
        graph.write_all(steps, seconds=60.0)
    return Written(len(records), sum(len(e.to) for r in records for e in r.edges), stubs)


def retire_unseen(graph: Graph, tenant: str, *, linked_account: str, model: str, run: str, run_started_at: datetime) -> int:
    """After a complete full run of one linked account and model: retire what was not seen since it started. How many.

    Being seen again brings an entity back. Never call it after a delta or a run that failed.
    """
    return _in_batches(graph, "retire_unseen", "retired", {
        "tenant": tenant, "linked_account": linked_account, "model": model, "run": run, "run_started_at": _iso(run_started_at)})


def tombstone(graph: Graph, tenant: str, keys: Iterable[str], at: datetime, run: str) -> int:
    """Mark entities as gone at the source; how many were not yet.

    A newer version brings one back, and so does the same version when it is seen after `at`: "not found" was then wrong.
    """
    rows = graph.write("tombstone", tenant=tenant, keys=sorted(set(keys)), at=_iso(at), run=run)
    return sum(int(row["gone"]) for row in rows)


def _in_batches(graph: Graph, name: str, column: str, parameters: Mapping[str, Any]) -> int:
    total = 0
    while done := int(graph.write(name, seconds=60.0, batch=_DELETE_BATCH, **parameters)[0][column]):
        total += done
    return total


def _records(tenant: str, nodes: Sequence[Node], edges: Sequence[Edges]) -> Iterator[_Record]:
    of_node: dict[str, list[list[Edges]]] = {}
    for node in nodes:
        _check(tenant, node)
        of_node.setdefault(node.key, []).append([])
    count: dict[tuple[str, str], int] = defaultdict(int)
    for one in edges:
        turn = count[one.start, one.relation]
        count[one.start, one.relation] += 1
        _check_edges(tenant, one, turn, len(of_node.get(one.start, ())))
        of_node[one.start][turn].append(one)
    turns = {key: iter(found) for key, found in of_node.items()}
    for node in nodes:
        own = tuple(next(turns[node.key]))
        yield _Record(node, own, _version(node, own))


def _check(tenant: str, node: Node) -> None:
    where = node.provenance
    if node.key != f"{tenant}|{where.model.replace('/', '|')}|{where.merge_id}" or not where.merge_id:
        raise ValueError(f"{node.key} is not the key of {where.model} {where.merge_id} of tenant {tenant}")
    if where.model not in schema.LABELS:
        raise ValueError(f"{where.model} has no line in kg.schema.LABELS")
    if taken := FIXED & node.properties.keys():
        raise ValueError(f"{where.model} may not have properties called {sorted(taken)}")


def _check_edges(tenant: str, edges: Edges, turn: int, nodes: int) -> None:
    if edges.relation not in schema.RELATIONS:
        raise ValueError(f"{edges.relation} is no relation of kg.schema")
    if turn >= nodes:
        raise ValueError(f"edges {edges.relation} of {edges.start} come without their node, or twice for one")
    if bad := [key for key in edges.to if not key.startswith(f"{tenant}|") or _model(key) not in schema.LABELS]:
        raise ValueError(f"edges {edges.relation} of {edges.start} lead to {bad}: not keys of this tenant's models")


def _newest(records: Iterable[_Record]) -> list[_Record]:
    """One record per key, by key: two writers then take their locks in the same order."""
    best: dict[str, _Record] = {}
    for record in records:
        held = best.get(record.node.key)
        if held is None or record.version > held.version:
            best[record.node.key] = record
    return [best[key] for key in sorted(best)]


def _version(node: Node, edges: tuple[Edges, ...]) -> str:
    where = node.provenance
    content = [node.name, node.aliases, node.email, sorted(node.properties.items()), where.remote_id, where.linked_account,
               sorted((e.relation, sorted(key.partition("|")[2] for key in e.to)) for e in edges)]
    digest = blake2b(json.dumps(content, ensure_ascii=False, default=str).encode(), digest_size=8).hexdigest()
    return f"{_iso(where.modified_at)}|{int(where.deleted)}|{schema.PROJECTION:04d},{digest}"


def _steps(tenant: str, records: Sequence[_Record], run: str, seen_at: str) -> Iterator[Step]:
    """One transaction: nodes, missing ends, edges, ends of what is no longer held."""
    yield Step("write_nodes", {"rows": [_node_row(tenant, r, run) for r in records], "seen_at": seen_at})
    if stubs := _stub_rows(tenant, records, run):
        yield Step("write_stubs", {"rows": stubs, "seen_at": seen_at})
    if rows := [row for record in records for edges in record.edges for row in _edge_rows(record, edges)]:
        yield Step("write_edges", {"rows": rows, "seen_at": seen_at, "run": run})
    if ends := [_end_row(r) for r in records if r.edges]:
        relations = sorted({edges.relation for record in records for edges in record.edges})
        yield Step("end_edges", {"rows": ends, "relations": relations, "run": run})


def _node_row(tenant: str, record: _Record, run: str) -> dict[str, Any]:
    node, where = record.node, record.node.provenance
    changed = _iso(where.modified_at)
    held = dict(node.properties) | _identity(tenant, node.key) | {
        "linked_account": where.linked_account, "remote_id": where.remote_id, "name": node.name,
        "name_key": name_key(node.name or "") or None, "aliases": list(node.aliases), "email": node.email, "words": _words(node),
        "version": record.version, "source_modified_at": changed, "deleted_at": changed if where.deleted else None,
        "tombstoned_at": None, "stub": None, "run": run}
    return {"key": node.key, "version": record.version, "labels": _labels(node.key), "properties": held}


def _words(node: Node) -> str | None:
    """Everything an entity is found by. Of an address only the part before the @: the other is the same for everybody."""
    texts = (node.name or "", *node.aliases, (node.email or "").partition("@")[0])
    return " ".join(dict.fromkeys(word for text in texts for word in words(text))) or None


def _stub_rows(tenant: str, records: Sequence[_Record], run: str) -> list[dict[str, Any]]:
    here = {record.node.key for record in records}
    missing = sorted({key for record in records for edges in record.edges for key in edges.to} - here)
    return [{"key": key, "labels": _labels(key),
             "properties": _identity(tenant, key) | {"version": _NO_VERSION, "stub": True, "run": run}} for key in missing]


def _edge_rows(record: _Record, edges: Edges) -> Iterator[dict[str, Any]]:
    where = record.node.provenance
    held = {"version": record.version, "linked_account": where.linked_account, "model": where.model, "merge_id": where.merge_id,
            "source_modified_at": _iso(where.modified_at), "deleted_at": None}
    for key in sorted(set(edges.to)):
        yield {"start": edges.start, "relation": edges.relation, "end": key, "version": record.version, "properties": held}


def _end_row(record: _Record) -> dict[str, str]:
    return {"key": record.node.key, "version": record.version, "modified_at": _iso(record.node.provenance.modified_at)}


def _identity(tenant: str, key: str) -> dict[str, Any]:
    model = _model(key)
    return {"tenant": tenant, "tenant_token": tenant_token(tenant), "model": model, "model_token": model_token(model),
            "category": model.partition("/")[0], "merge_id": key.split("|", 3)[3]}


def _labels(key: str) -> list[str]:
    return [schema.LABELS[_model(key)]]


def _model(key: str) -> str:
    parts = key.split("|", 3)
    return f"{parts[1]}/{parts[2]}" if len(parts) == 4 else ""


def tenant_token(tenant: str) -> str:
    """A tenant as one word of the full-text index, whatever its slug holds."""
    return "t" + blake2b(tenant.encode(), digest_size=8).hexdigest()


def model_token(model: str) -> str:
    """A model as one word of the full-text index: `hris/Employee` → `hris_employee`."""
    return model.replace("/", "_").lower()


def _iso(moment: datetime) -> str:
    """Raises ValueError for a time without a zone: it would sort wrongly."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
