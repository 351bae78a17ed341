"""Versions of records, before they are written: which there are, which is the newest, whether they are in order.

A version is one text: when Merge's copy changed, whether it was deleted, by which projection it was made, what the row holds. The
later time wins, of equal ones the newer projection, and an equal version changes nothing. What a row holds may change without a later
time (a scope switches a field off, a permission that decides what may be held is narrowed, a deletion is taken back): then the one that
was read last wins.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from kg import schema
from kg.rows import FIXED, Edges, Node, iso, model_of

NO_VERSION = ""            # of a stub: smaller than all
_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode


@dataclass(frozen=True)
class Record:
    """A node with its edges. Its version is made when it is first asked for: that takes half as long as all else that is done here."""

    node: Node
    edges: tuple[Edges, ...]

    @cached_property
    def changed_at(self) -> str:
        """When Merge's copy changed, as the graph holds it."""
        return iso(self.node.provenance.modified_at)

    @cached_property
    def version(self) -> str:
        """As described at the head of this file."""
        return f"{self.changed_at}|{int(self.node.provenance.deleted)}|{schema.PROJECTION:04d},{_digest(self.node, self.edges)}"

    @property
    def size(self) -> int:
        """How many nodes and edges it is, about."""
        return 1 + sum(len(e.to) for e in self.edges) + 2 * len(self.node.chunks or ())


def newest(tenant: str, nodes: Sequence[Node], edges: Sequence[Edges]) -> list[Record]:
    """One record per key, its newest, of equal times the last; in the order of the keys: two writers then lock in the same order.

    Raises ValueError for a key that is not the tenant's, a model or relation that is not of the schema, and edges without their node.
    """
    best: dict[str, Record] = {}
    for record in _records(tenant, nodes, edges):
        held = best.get(record.node.key)
        if held is None or record.changed_at >= held.changed_at:
            best[record.node.key] = record
    return [best[key] for key in sorted(best)]


def overrules(version: str, read_at: str, held: str, held_read_at: str | None) -> bool:
    """Whether a version takes the place of the one that is held; `read_at`: when each was last read, as sortable text."""
    if _age(version) != _age(held):
        return _age(held) < _age(version)
    return version != held and (held_read_at or "", held) < (read_at, version)


def _age(version: str) -> tuple[str, str]:
    """What makes one version newer than another whenever they were read: the time and the projection."""
    said = version.rpartition(",")[0]
    return said.partition("|")[0], said.rpartition("|")[2]


def _records(tenant: str, nodes: Sequence[Node], edges: Sequence[Edges]) -> Iterator[Record]:
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
        yield Record(node, tuple(next(turns[node.key])))


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
    if bad := [key for key in edges.to if not key.startswith(f"{tenant}|") or model_of(key) not in schema.LABELS]:
        raise ValueError(f"edges {edges.relation} of {edges.start} lead to {bad}: not keys of this tenant's models")


def _digest(node: Node, edges: Iterable[Edges]) -> str:
    where = node.provenance
    content = [node.name, node.aliases, node.email, sorted(node.properties.items()), where.remote_id, where.linked_account,
               node.join_keys, node.chunks, sorted((e.relation, sorted(key.partition("|")[2] for key in e.to)) for e in edges)]
    return blake2b(_encode(content).encode(), digest_size=8).hexdigest()
