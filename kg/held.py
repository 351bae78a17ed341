"""What the graph holds of a tenant, for whoever keeps it in step with the source: its linked accounts, its versions."""

from collections.abc import Collection, Iterator, Mapping
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


def age(modified_at: datetime, deleted: bool) -> str:
    """When Merge's copy changed and whether it was deleted, as a text that sorts: the beginning of every version (`kg.upsert`)."""
    return f"{iso(modified_at)}|{int(deleted)}"
