"""Rows for tests of the graph, short to write, and what is live of a tenant, as sets of tuples."""

from datetime import UTC, datetime, timedelta

from kg import retrieve, upsert
from kg.resolve import by_key
from kg.rows import Edges, Node, Provenance, entity_key

START = datetime(2026, 1, 1, tzinfo=UTC)
ACCOUNT = "account-1"


def at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def key(tenant, model, merge_id):
    return entity_key(tenant, *model.split("/"), merge_id)


def node(tenant, model, merge_id, name=None, *, modified=0.0, deleted=False, aliases=(), email=None, **properties):  # noqa: PLR0913  # a test names what it needs
    where = Provenance(ACCOUNT, model, merge_id, None, at(modified), deleted)
    return Node(key(tenant, model, merge_id), (), name, tuple(aliases), email, properties, where)


def employee(tenant, merge_id, name=None, **rest):
    return node(tenant, "hris/Employee", merge_id, name, **rest)


def manager(tenant, merge_id, *managers):
    return Edges(key(tenant, "hris/Employee", merge_id), "REPORTS_TO", tuple(key(tenant, "hris/Employee", m) for m in managers))


def write(graph, tenant, nodes, edges=(), *, seen=0.0, run="run"):
    return upsert.write_rows(graph, tenant, nodes, edges, run=run, seen_at=at(seen))


def live(graph, tenant, *merge_ids, model="hris/Employee"):
    """Names, properties and links of the live entities: what a reader of the graph can tell."""
    keys = [key(tenant, model, m) for m in merge_ids]
    entities = {(c.key, c.name, c.email, c.aliases, tuple(sorted(c.properties.items()))) for c in by_key(graph, tenant, keys).values()}
    links = {(link.start, link.relation, link.end)
             for found in retrieve.neighbours(graph, tenant, keys).values() for link in found if link.outgoing}
    return entities, links


_LOG = ("run", "first_seen_at", "ended_at", "past", "gone_at", "join_due", "tombstoned_at", "read_at")      # may depend on the order of arrival


def everything(raw, tenant):
    """All that must not depend on the order of arrival: records, live edges, texts. The tenant's name is left out."""
    nodes = raw("MATCH (e:Entity) WHERE e.tenant = $tenant AND e.stub IS NULL RETURN properties(e) AS held", tenant=tenant)
    edges = raw("""MATCH (a:Entity)-[r]->(b:Entity) WHERE a.tenant = $tenant AND r.deleted_at IS NULL
                   RETURN a.key AS start, type(r) AS relation, b.key AS end, properties(r) AS held""", tenant=tenant)
    texts = raw("MATCH (c:Chunk)-[:CHUNK_OF]->(e) WHERE c.tenant = $tenant RETURN e.key AS of, properties(c) AS held", tenant=tenant)
    return sorted(str(sorted((k, v) for k, v in _flat(row).items() if k not in _LOG)).replace(tenant, "T") for row in (*nodes, *edges, *texts))


def _flat(row):
    own = {k: v for k, v in row.items() if k != "held"}
    return {k: v for k, v in row["held"].items() if not k.endswith("_token")} | own
