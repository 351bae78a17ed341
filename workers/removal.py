"""A tenant leaves: its linked accounts first, so that nothing under way brings anything back, its file last, so that a removal can be finished."""

from ingest.facts import forget_facts
from ingest.projections import MODELS
from kg.held import accounts_held
from kg.remove import remove_tenant
from workers import parking
from workers.wiring import Installation


def remove(here: Installation, slug: str) -> int:
    """Delete everything of a tenant: graph, what is known of its syncs, parked messages, conversations, its file. How many nodes it had.

    Marks in the store that end by themselves (seen webhooks, waiting syncs) are left to end. Raises BadInput for an unknown tenant,
    GraphUnavailable, GraphTooSlow, StoreUnavailable, HistoryUnavailable, OSError; call it again then.
    """
    linked = {account.id for account in here.tenants.get(slug).company.linked_accounts}
    for account in sorted(linked | set(accounts_held(here.graph, slug))):
        here.tenants.unlink(slug, account)
        for model in MODELS:
            forget_facts(here.store, slug, model, account)
    for one in parking.parked(here.store, slug):
        parking.forget(here.store, one)
    nodes = remove_tenant(here.graph, slug)
    here.history.forget(slug)
    here.tenants.remove(slug)
    return nodes
