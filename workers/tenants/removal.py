"""Removal of a tenant: accounts first, so that nothing under way writes anew; its file last, so that an interrupted removal can be repeated."""

from ingest.facts import forget_facts
from ingest.projections import MODELS
from kg.held import accounts_held
from kg.remove import remove_tenant
from workers.storage.api_keys import Keys
from workers.storage.sealing import destroy_seals
from workers.tasks import inbox, parking
from workers.tasks.concurrency import joining
from workers.wiring import Installation

PATIENCE_SECONDS = 60.0              # a step of joining ends long before


def remove(here: Installation, slug: str, patience: float = PATIENCE_SECONDS) -> int:
    """Delete everything of a tenant: graph, what is known of its syncs, waiting and parked messages, conversations, keys, seals, its file.

    Gives how many nodes it had.

    Marks in the store that end by themselves (seen webhooks, waiting syncs) are left to end. Whoever joins its records is waited
    for at most `patience` seconds: what is under way would leave blocks and hubs behind. Raises BadInput for an unknown tenant, Busy,
    GraphUnavailable, GraphTooSlow, StoreUnavailable, HistoryUnavailable, OSError; call it again then.
    """
    here.tenants.get(slug)
    with joining(here.store, slug, patience):
        return _remove(here, slug)


def _remove(here: Installation, slug: str) -> int:
    linked = {account.id for account in here.tenants.get(slug).company.linked_accounts}
    for account in sorted(linked | set(accounts_held(here.graph, slug))):
        here.tenants.unlink(slug, account)
        for model in MODELS:
            forget_facts(here.store, slug, model, account)
    for one in parking.parked(here.store, slug):
        parking.forget(here.store, one)
    inbox.forget(here.store, slug)
    nodes = remove_tenant(here.graph, slug)
    here.history.forget(slug)
    Keys(here.settings.home).revoke_of(slug)       # they would open a company of the same name again
    destroy_seals(here.settings.home, slug)
    here.tenants.remove(slug)
    here.forget(slug)
    return nodes
