"""What surrounds entities, and what joins them."""

import pytest

from kg.paths import connections
from kg.retrieve import neighbours
from kg.rows import Edges
from kg.schema import ensure_schema
from kg.upsert import tombstone
from tests.integration.kg_rows import at, employee, key, node, write

HUB_SIZE = 1_200      # more than may be read without asking of which relation


@pytest.fixture
def company(graph, tenant):
    """One person with tickets of one contact, and a group that everybody is in."""
    ensure_schema(graph)
    user, contact, account = (key(tenant, *one) for one in (("ticketing/User", "u"), ("ticketing/Contact", "c"), ("ticketing/Account", "a")))
    tickets = [node(tenant, "ticketing/Ticket", f"t{i}", f"Ticket {i}") for i in range(3)]
    edges = [e for t in tickets for e in (Edges(t.key, "ASSIGNED_TO", (user,)), Edges(t.key, "WITH_CONTACT", (contact,)))]
    ends = [node(tenant, "ticketing/User", "u", "Uma"), node(tenant, "ticketing/Contact", "c", "Cid"), node(tenant, "ticketing/Account", "a", "Acme")]
    write(graph, tenant, [*tickets, *ends], [*edges, Edges(contact, "WORKS_FOR", (account,))])
    return user, contact, account


def test_neighbours_are_seen_from_both_ends_and_only_by_the_relations_asked_for(graph, tenant, company):
    _, contact, account = company
    found = neighbours(graph, tenant, [contact])[contact]
    assert {(x.relation, x.name, x.outgoing) for x in found} == {
        ("WORKS_FOR", "Acme", True), *(("WITH_CONTACT", f"Ticket {i}", False) for i in range(3))}
    assert [x.end for x in neighbours(graph, tenant, [contact], relations=["WORKS_FOR"])[contact]] == [account]
    with pytest.raises(ValueError):
        neighbours(graph, tenant, [contact], relations=["LIKES"])


def test_a_quota_holds_for_a_hub_and_hides_no_other_relation(graph, tenant):
    ensure_schema(graph)
    hub = key(tenant, "hris/Group", "all")
    people = [employee(tenant, f"p{i}", f"Person {i}") for i in range(HUB_SIZE)]
    below = node(tenant, "hris/Group", "below", "Below")
    write(graph, tenant, [*people, node(tenant, "hris/Group", "all", "All"), below],
          [*(Edges(p.key, "IN_GROUP", (hub,)) for p in people), Edges(below.key, "PART_OF", (hub,))])
    found = neighbours(graph, tenant, [hub], quota=20)[hub]
    assert [sum(x.relation == r for x in found) for r in ("IN_GROUP", "PART_OF")] == [20, 1]
    joined = connections(graph, tenant, [people[-1].key], [hub], quota=1)[hub]
    assert [[x.relation for x in path] for path in joined] == [["IN_GROUP"]]


def test_connections_go_directly_or_over_one_entity_between(graph, tenant, company):
    user, contact, account = company
    joined = connections(graph, tenant, [user], [contact, account])
    assert [[(x.relation, x.outgoing, x.name) for x in path] for path in joined[contact]] == [
        [("ASSIGNED_TO", False, f"Ticket {i}"), ("WITH_CONTACT", True, "Cid")] for i in range(3)]
    assert joined[account] == ()
    assert [len(path) for path in connections(graph, tenant, [contact], [account])[account]] == [1]


def test_a_dead_entity_joins_nothing(graph, tenant, company):
    user, contact, _ = company
    tombstone(graph, tenant, [key(tenant, "ticketing/Ticket", f"t{i}") for i in range(2)], at(1), "run")
    assert [path[0].name for path in connections(graph, tenant, [user], [contact])[contact]] == ["Ticket 2"]
    tombstone(graph, tenant, [contact], at(1), "run")
    assert connections(graph, tenant, [user], [contact]) == {contact: ()}
