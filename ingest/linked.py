"""A tenant's linked accounts as syncs see them: the parts they are synced in, and how one leaves. Asks no source."""

from collections.abc import Sequence
from functools import cache

from ingest.facts import forget_facts
from ingest.projections import MODELS, TABLE, target_of
from ingest.records import LinkedAccount
from kg.graph import Graph
from kg.ports import Store
from kg.remove import remove_account


def parts_of(accounts: Sequence[LinkedAccount]) -> tuple[tuple[str, str], ...]:
    """Every (model, linked account id) that has a place in the graph, in an order to sync them: targets of edges first."""
    return tuple((model, a.id) for a in accounts for model in _in_order() if model.startswith(f"{a.category}/"))


def leave(graph: Graph, store: Store, tenant: str, account_id: str) -> int:
    """Remove the records, joins and copies of a linked account, and what is known about its syncs; how many records there were.

    Whoever calls it has seen to it that the account is not linked any more. Raises GraphUnavailable, GraphTooSlow,
    StoreUnavailable; call it again then.
    """
    removed = remove_account(graph, tenant, account_id)
    for model in MODELS:
        forget_facts(store, tenant, model, account_id)
    return removed


@cache
def _in_order() -> tuple[str, ...]:
    """Topological order of models, targets of edges first, so that fewer stubs of missing ends are written."""
    order: dict[str, None] = {}
    begun: set[str] = set()

    def visit(model: str) -> None:
        if model in begun or model not in MODELS:
            return
        begun.add(model)
        for foreign_key in TABLE[model].edges:
            visit(target_of(model, foreign_key))
        order[model] = None

    for model in MODELS:
        visit(model)
    return tuple(order)
