"""Removing from the graph: all of a tenant, or all of one linked account; and the audit that nothing lies where it should not.

Small transactions, each bounded in nodes and edges, in the order of an index: others' writes go on, a hub of any size fits
into the memory a transaction may take, and what was stopped half-way is finished by calling it again. Whoever removes a
tenant stops its syncs first, else they write on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph import Graph, Step

NODES = 1_000                   # per transaction
EDGES = 10_000                  # per transaction; some 20 MB of the 256 it may take
_SECONDS = 60.0
_LAST = "\U0010ffff"            # sorts after every key
_END_OF_PREFIX = chr(ord("|") + 1)


@dataclass(frozen=True, slots=True)
class AuditCounts:
    """What an audit counted. All but `nodes` should be 0."""

    nodes: int                  # with a key
    without_tenant: int
    misplaced: int              # the key does not begin with the node's tenant
    crossing: int               # edges whose ends are of two tenants, or of none
    without_key: int            # known for the whole graph only, and exactly only while nobody writes
    unknown: int                # nodes that are neither entity nor text; for the whole graph only

    @property
    def ok(self) -> bool:
        """Whether nothing lies where it should not."""
        return not (self.without_tenant or self.misplaced or self.crossing or self.without_key or self.unknown)


def remove_tenant(graph: Graph, tenant: str, *, nodes: int = NODES, edges: int = EDGES) -> int:
    """Delete everything a tenant has: records, hubs, stubs, texts, decisions. How many nodes there were.

    At most `nodes` and `edges` per transaction. Raises GraphUnavailable, GraphTooSlow; call it again then.
    """
    base = {"tenant": tenant, "prefix": f"{tenant}|", "nodes": nodes}
    records = _until_gone(graph, [Step("remove_edges", base | {"edges": edges}), Step("remove_nodes", base)])
    return records + _until_gone(graph, [Step("remove_chunks", base)])


def remove_account(graph: Graph, tenant: str, linked_account: str, *, nodes: int = NODES, edges: int = EDGES) -> int:
    """Delete the records of one linked account with their texts and joins, and stubs and hubs that nothing leads to any more.

    Records of other accounts that were joined with them are marked, in the same transaction, to be joined anew. How many records
    there were. Raises GraphUnavailable, GraphTooSlow; call it again then.
    """
    base = {"tenant": tenant, "linked_account": linked_account, "nodes": nodes}
    return _until_gone(graph, [
        Step("remove_account_mark", base), Step("remove_account_blocks", base),
        Step("remove_account_edges", base | {"edges": edges}), Step("remove_account_nodes", base)])


def audit(graph: Graph, tenant: str | None = None, *, nodes: int = 10_000) -> AuditCounts:
    """Count what the tenant wall forbids, among the keys of one tenant or in the whole graph. Reads `nodes` at a time by the index
    of keys, each edge once, so it takes as long as the graph is large. For operators and tests, not for questions.

    Raises GraphUnavailable, GraphTooSlow.
    """
    after, until = ("", _LAST) if tenant is None else (f"{tenant}|", tenant + _END_OF_PREFIX)
    total, misplaced, crossing, without_tenant = 0, 0, 0, 0
    before = _totals(graph)
    while True:
        row = graph.read("audit_nodes", seconds=_SECONDS, after=after, until=until, nodes=nodes)[0]
        if not row["nodes"]:
            break
        after = row["last"]
        total += row["nodes"]
        misplaced += row["misplaced"]
        crossing += row["crossing"]
        without_tenant += row["without_tenant"]
    if tenant is not None:
        return AuditCounts(total, without_tenant, misplaced, crossing, 0, 0)
    totals = {kind: min(count, before[kind]) for kind, count in _totals(graph).items()}
    return AuditCounts(total, without_tenant, misplaced, crossing,
                       max(0, totals["Entity"] - total), max(0, totals["any"] - totals["Entity"] - totals["Chunk"]))


def _totals(graph: Graph) -> dict[str, int]:
    return {row["kind"]: int(row["nodes"]) for row in graph.read("audit_totals", seconds=_SECONDS)}


def _until_gone(graph: Graph, steps: Sequence[Step]) -> int:
    """Run a transaction again and again until it removes nothing; how many nodes its last step removed in all."""
    total = 0
    while True:
        results = graph.write_all(steps, seconds=_SECONDS)
        removed = [_removed(rows[0]) for rows in results]
        total += removed[-1]
        if not any(removed):
            return total


def _removed(row: dict[str, Any]) -> int:
    return int(row.get("removed", 0))
