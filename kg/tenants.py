"""Lists the tenants that have records in the graph, for operators of the installation only: it crosses the tenant wall."""

from kg.graph import Graph

_AFTER_ALL_OF_IT = "}"          # sorts after "|", with which the rest of a tenant's keys begins


def tenants(graph: Graph, most: int = 100) -> tuple[str, ...]:
    """The tenants that have anything in the graph, at most so many, in the order of their keys. One step of the index for each.

    Raises GraphUnavailable, GraphTooSlow.
    """
    found: list[str] = []
    after = ""
    while len(found) < most and (rows := graph.read("server_next_tenant", after=after, seconds=10.0)):
        found.append(str(rows[0]["tenant"]))
        after = str(rows[0]["prefix"]) + _AFTER_ALL_OF_IT
    return tuple(found)
