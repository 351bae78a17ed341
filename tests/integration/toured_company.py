"""A company in the graph that every query of the tour finds something in: small, and the same in every test."""

from dataclasses import replace

from kg.graph import Graph
from kg.hubs import join_due
from kg.rows import Edges, Node
from kg.schema import ensure_schema
from tests.integration.kg_rows import at, key, node, write

NOW, LATER = 100.0, 130.0           # hours: the first sync, and the one a day later
LINKS = (                           # model, id, relation, model, id
    ("hris/Employee", "ben", "REPORTS_TO", "hris/Employee", "ana"),
    ("hris/Employee", "cleo", "REPORTS_TO", "hris/Employee", "ben"),
    ("hris/Employee", "ana", "MEMBER_OF", "hris/Team", "sales"),
    ("hris/Employee", "ben", "MEMBER_OF", "hris/Team", "sales"),
    ("crm/Account", "kenmore", "OWNED_BY", "crm/User", "crm-ana"),
    ("crm/Account", "foxglove", "OWNED_BY", "crm/User", "crm-ana"),
    ("crm/Contact", "bill", "WORKS_FOR", "crm/Account", "kenmore"),
    ("crm/Contact", "greta", "WORKS_FOR", "crm/Account", "kenmore"),
    ("crm/Contact", "greta", "OWNED_BY", "crm/User", "not-here-yet"),
    ("ticketing/Ticket", "atl-1", "CREATED_BY", "ticketing/Contact", "bill-support"),
    ("ticketing/Ticket", "atl-1", "ASSIGNED_TO", "ticketing/User", "support-ben"),
    ("ticketing/Ticket", "atl-2", "CREATED_BY", "ticketing/Contact", "bill-support"),
    ("ticketing/Ticket", "atl-2", "ASSIGNED_TO", "ticketing/User", "support-ben"),
)


def load(graph: Graph, tenant: str) -> None:
    """Write the company: a first sync of everything, then a day later a change, deletions and a new ticket; join each time."""
    ensure_schema(graph)
    write(graph, tenant, _records(tenant), _edges(tenant), seen=NOW, run="first")
    join_due(graph, tenant, run="joins", now=at(NOW))
    changed = node(tenant, "crm/Account", "foxglove", "Foxglove Outfitters", modified=LATER, domain="foxglove.example")
    gone = [node(tenant, "ticketing/Ticket", "atl-3", "Ballast hums", modified=LATER, deleted=True),
            node(tenant, "crm/Lead", "dora", "Dora Lind", modified=LATER, deleted=True)]       # and with her the hub that joined her
    fresh = node(tenant, "ticketing/Ticket", "atl-4", "Lantern flickers", modified=LATER)
    write(graph, tenant, [changed, *gone, fresh], [_edge(tenant, LINKS[5])], seen=LATER, run="second")
    join_due(graph, tenant, run="joins", now=at(LATER))


def _edges(tenant: str) -> list[Edges]:
    found: dict[tuple[str, str], list[str]] = {}
    for model, start, relation, other, end in LINKS:
        found.setdefault((key(tenant, model, start), relation), []).append(key(tenant, other, end))
    return [Edges(start, relation, tuple(ends)) for (start, relation), ends in found.items()]


def _edge(tenant: str, link: tuple[str, ...]) -> Edges:
    model, start, relation, other, end = link
    return Edges(key(tenant, model, start), relation, (key(tenant, other, end),))


def _records(tenant: str) -> list[Node]:
    def one(model: str, merge_id: str, name: str, email: str | None = None, **properties: str) -> Node:
        return node(tenant, model, merge_id, name, email=email, modified=NOW - 90, **properties)

    return [
        one("hris/Employee", "ana", "Ana Ruiz", "ana.ruiz@acme.example"),
        one("hris/Employee", "ben", "Ben Cole", "ben.cole@acme.example"),
        one("hris/Employee", "cleo", "Cleo Diaz", "cleo.diaz@acme.example"),
        one("hris/Team", "sales", "Sales"),
        one("crm/User", "crm-ana", "Ana Ruiz", "ana.ruiz@acme.example"),
        one("crm/Account", "kenmore", "Kenmore Freight", domain="kenmore.example"),
        one("crm/Account", "foxglove", "Foxglove Apparel", domain="foxglove.example"),
        one("crm/Contact", "bill", "Bill Ashworth", "bill.ashworth@kenmore.example"),
        one("crm/Contact", "greta", "Greta Gilmore", "greta.gilmore@kenmore.example"),
        one("ticketing/User", "support-ben", "Ben Cole", "ben.cole@acme.example"),
        one("ticketing/Contact", "bill-support", "Bill Ashworth", "bill.ashworth@kenmore.example"),
        one("crm/Lead", "dora", "Dora Lind", "dora.lind@foxglove.example"),
        one("ticketing/Contact", "dora-support", "Dora Lind", "dora.lind@foxglove.example"),
        one("ats/RemoteUser", "bo", "Bo Diaz", "cleo.diaz@acme.example"),           # Cleo, by another name: somebody has to say
        replace(one("knowledgebase/Article", "lamps", "Lamps that hum"), chunks=("When ballast is old, lamps hum.", "Replace the ballast.")),
        *(one("ticketing/Ticket", f"atl-{n}", name) for n, name in enumerate(("Lidar fault", "Lamp is dim", "Ballast hums"), 1)),
    ]
