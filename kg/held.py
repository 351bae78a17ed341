"""What the graph holds of a tenant, for whoever keeps it in step with the source: its linked accounts, its versions."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from kg.graph import Graph
from kg.rows import iso


def accounts_held(graph: Graph, tenant: str) -> Iterator[str]:
    """The ids of the linked accounts that the tenant's records are of, in order; one seek for each. Raises GraphUnavailable, GraphTooSlow."""
    after = ""
    while rows := graph.read("next_account", seconds=10.0, tenant=tenant, after=after):
        after = str(rows[0]["account"])
        yield after


def held_ages(graph: Graph, tenant: str, keys: Collection[str]) -> Mapping[str, str]:
    """How new the held version of each entity is, as `age` writes it; without those that are not there. Raises GraphUnavailable, GraphTooSlow."""
    rows = graph.read("held_versions", seconds=10.0, tenant=tenant, keys=sorted(keys))
    return {row["key"]: str(row["version"]).rpartition("|")[0] for row in rows}


def live_ids(graph: Graph, tenant: str, model: str, linked_accounts: Collection[str]) -> frozenset[str]:
    """The Merge ids of a model's records that the graph takes for live, in these linked accounts. Raises GraphUnavailable, GraphTooSlow."""
    rows = graph.read("live_ids", seconds=10.0, tenant=tenant, linked_accounts=sorted(linked_accounts), model=model)
    return frozenset(str(row["id"]) for row in rows)


def account_of(graph: Graph, tenant: str, key: str) -> str | None:
    """The linked account that an entity is of; None for one that was never read. Raises GraphUnavailable, GraphTooSlow."""
    rows = graph.read("accounts_of", seconds=10.0, tenant=tenant, keys=[key])
    return str(rows[0]["account"]) if rows else None


@dataclass(frozen=True, slots=True)
class Unseen:
    """Of the live records that were there before a run."""

    held: int                           # all of them
    count: int                          # those that the run has not seen
    some: tuple[str, ...]               # Merge ids of these, or of as many as were asked for, from all over them


def unseen_by(graph: Graph, tenant: str, model: str, linked_account: str, run_started_at: datetime, some: int) -> Unseen:
    """What a run has not seen of the live records of a model in a linked account. Raises GraphUnavailable, GraphTooSlow."""
    row = graph.read("count_unseen", seconds=30.0, tenant=tenant, model=model, linked_account=linked_account,
                     run_started_at=iso(run_started_at), some=some)[0]
    return Unseen(int(row["held"]), int(row["unseen"]), tuple(map(str, row["ids"])))


def age(modified_at: datetime, deleted: bool) -> str:
    """When Merge's copy changed and whether it was deleted, as a text that sorts: the beginning of every version (`kg.upsert`)."""
    return f"{iso(modified_at)}|{int(deleted)}"
