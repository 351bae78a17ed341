"""Webhooks that came and are not applied yet: a collection per tenant in the store, worked off together, the oldest first.

A body is kept here before its sender is answered, and taken out when what it tells is in the graph: whoever is killed in between
loses none, and one that is applied twice changes nothing.
"""

from collections.abc import Collection, Mapping

from ingest import webhooks
from workers.storage.store import RedisStore

TOGETHER = 50                # so few rows need not wait for a large write to end (`ingest.sync`)
MOST = 100_000               # of a tenant; then the oldest goes, and the next delta finds what it told


def put(store: RedisStore, tenant: str, body: bytes) -> None:
    """Keep the body of a webhook; the same bytes are kept once. Raises StoreUnavailable."""
    store.keep(_place(tenant), webhooks.delivery_of(body), body, MOST)


def oldest(store: RedisStore, tenant: str) -> Mapping[str, bytes]:
    """The next bodies to be applied together, by what tells deliveries apart, in the order in which they came. Raises StoreUnavailable."""
    return store.kept(_place(tenant), TOGETHER)


def take_out(store: RedisStore, tenant: str, deliveries: Collection[str]) -> None:
    """Remove applied webhooks. Raises StoreUnavailable."""
    store.drop(_place(tenant), *deliveries)


def forget(store: RedisStore, tenant: str) -> None:
    """Remove all webhooks of a tenant that has left. Raises StoreUnavailable."""
    store.clear(_place(tenant))


def _place(tenant: str) -> str:
    return f"inbox:{tenant}"
