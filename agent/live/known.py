"""What the graph takes for live, for who reads lists: ids of records by model, and what turned out to be gone."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from kg.graph import Graph
from kg.held import live_ids
from kg.ports import Clock
from kg.rows import entity_key
from kg.upsert import tombstone


@dataclass(frozen=True, slots=True)
class InGraph:
    """The records of one tenant, in the linked accounts that are read."""

    graph: Graph
    tenant: str
    linked_accounts: frozenset[str]
    clock: Clock
    whole_until: Callable[[str], datetime | None]       # by model, how far the syncs have taken in everything

    def ids(self, model: str) -> frozenset[str]:
        """The Merge ids of the model's live records. Raises GraphUnavailable, GraphTooSlow."""
        return live_ids(self.graph, self.tenant, model, self.linked_accounts)

    def until(self, model: str) -> datetime | None:
        """The time up to which everything was taken in. Raises StoreUnavailable."""
        return self.whole_until(model)

    def gone(self, model: str, ids: Collection[str]) -> None:
        """The source no longer has these: tombstones, which a later sighting takes away. Raises GraphUnavailable, GraphTooSlow."""
        category, _, name = model.partition("/")
        if ids:
            tombstone(self.graph, self.tenant, [entity_key(self.tenant, category, name, i) for i in ids], self.clock(), "verify-live")
