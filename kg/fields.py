"""Names of mapped fields, and values of fields that are a tenant's own words. They come inside records of a model, so they go when a complete
run of it saw none of them."""

from datetime import datetime

from kg.graph import Graph
from kg.rows import entity_key, iso

_MOST = 300                             # names of mapped fields that are told of; each costs room where the catalogue is told


def retire_fields(graph: Graph, tenant: str, prefix: str, *, run: str, run_started_at: datetime) -> int:
    """Retire the names or values whose keys begin with `prefix` and that were not seen since the run began; how many. Raises GraphUnavailable."""
    rows = graph.write("retire_fields", tenant=tenant, prefix=prefix, run=run, run_started_at=iso(run_started_at))
    return int(rows[0]["retired"])


def mapped_fields(graph: Graph, tenant: str) -> tuple[tuple[str, str], ...]:
    """The model and the name of each field that the tenant has mapped at Merge, in a fixed order. Raises GraphUnavailable."""
    rows = graph.read("mapped_fields", tenant=tenant, prefix=entity_key(tenant, "merge", "MappedField", ""), limit=_MOST)
    return tuple((str(row["model"]), str(row["name"])) for row in rows)


def values_of_field(graph: Graph, tenant: str, field: str, most: int) -> tuple[str, ...]:
    """Up to `most` of the values that records hold in a field (its id) with words of the tenant's own, in order. Raises GraphUnavailable."""
    rows = graph.read("values_of_field", tenant=tenant, prefix=entity_key(tenant, "catalogue", "Value", ""), field=field, limit=most)
    return tuple(str(row["value"]) for row in rows)
