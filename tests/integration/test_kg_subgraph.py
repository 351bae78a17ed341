"""Subgraphs of several entities, the shortest way between two, candidates in context, texts."""

from dataclasses import replace

import pytest

from kg.context import in_context
from kg.names import words
from kg.paths import connection
from kg.resolve import find
from kg.retrieve import Quota, neighbours, subgraph
from kg.rows import Edges
from kg.schema import ensure_schema
from kg.texts import find_texts
from kg.upsert import retire_unseen, tombstone
from tests.integration.kg_rows import ACCOUNT, at, employee, key, node, write
from tests.integration.test_kg_resolve import HOSTILE

HUB = 260            # more than are read of one relation


@pytest.fixture
def hub(graph, tenant):
    """A group that many are in; one of them reports to Mia, who is in a team."""
    ensure_schema(graph)
    group, team = node(tenant, "hris/Group", "all", "All"), node(tenant, "hris/Team", "team", "Team")
    people = [employee(tenant, f"p{i}", f"Person {i}", modified=i) for i in range(HUB)]
    mia = employee(tenant, "mia", "Mia")
    write(graph, tenant, [group, team, *people, mia, node(tenant, "hris/Group", "below", "Below")], [
        *(Edges(p.key, "IN_GROUP", (group.key,)) for p in people), Edges(key(tenant, "hris/Group", "below"), "PART_OF", (group.key,)),
        Edges(people[7].key, "REPORTS_TO", (mia.key,)), Edges(mia.key, "MEMBER_OF", (team.key,))])
    return group.key


def told(found):
    return [(link.start, link.relation, link.end, link.outgoing) for link in found.links]


def test_a_hub_shows_every_relation_up_to_its_quota_and_says_how_many_there_are(graph, tenant, hub):
    found = subgraph(graph, tenant, [hub], depth=1, quota=Quota(near=20))
    assert sorted({link.relation for link in found.links}) == ["IN_GROUP", "PART_OF"]
    assert [(s.relation, s.outgoing, s.links, s.of) for s in found.shown] == [("IN_GROUP", False, 20, HUB)]
    assert told(found) == told(subgraph(graph, tenant, [hub], depth=1, quota=Quota(near=20)))
    with pytest.raises(ValueError):
        subgraph(graph, tenant, [hub], depth=3)


def test_what_a_quota_keeps_is_the_newest_whatever_the_order_of_arrival(graph, tenant):
    ensure_schema(graph)
    kept = []
    for turn, order in enumerate((1, -1)):
        team = node(tenant, "hris/Team", f"team{turn}", "Team")
        people = [employee(tenant, f"{turn}p{i}", f"Person {i}", modified=i * 37 % 60) for i in range(60)][::order]
        write(graph, tenant, [team])
        for part in (people[:30], people[30:]):
            write(graph, tenant, part, [Edges(p.key, "MEMBER_OF", (team.key,)) for p in part])
        kept.append([link.name for link in subgraph(graph, tenant, [team.key], depth=1, quota=Quota(near=9)).links])
    assert kept[0] == kept[1]
    assert {int(name.split()[1]) * 37 % 60 for name in kept[0]} == set(range(51, 60))


def test_two_hops_of_several_with_names_distances_and_evidence(graph, tenant, hub):
    one, team = key(tenant, "hris/Employee", "p7"), key(tenant, "hris/Team", "team")
    found = subgraph(graph, tenant, [one])
    assert {found.names[k]: hop for k, hop in found.hops.items() if k in (one, hub, team, key(tenant, "hris/Employee", "mia"))} == {
        "Person 7": 0, "All": 1, "Mia": 1, "Team": 2}
    link = next(link for link in found.links if link.relation == "REPORTS_TO")
    assert (link.evidence.record, link.evidence.linked_account) == (one, "account-1")
    assert link.evidence.source_modified_at == at(7).isoformat(timespec="microseconds")
    both = subgraph(graph, tenant, [one, team], depth=1)
    assert {link.relation for link in both.links} == {"IN_GROUP", "REPORTS_TO", "MEMBER_OF"}
    assert subgraph(graph, "other", [one]).links == ()


def test_the_shortest_way_leads_only_over_what_is_live(graph, tenant, hub):
    start, team = key(tenant, "hris/Employee", "p9"), key(tenant, "hris/Team", "team")
    mia = key(tenant, "hris/Employee", "mia")
    def way(most=4):
        found = connection(graph, tenant, start, team, most=most)
        return found and [(link.relation, link.outgoing) for link in found]
    assert way() == [("IN_GROUP", True), ("IN_GROUP", False), ("REPORTS_TO", True), ("MEMBER_OF", True)]
    assert way(most=3) is None
    assert connection(graph, "other", start, team) is None
    assert connection(graph, tenant, start, start) == ()
    tombstone(graph, tenant, [mia], at(1_000), "run")
    assert way() is None


@pytest.fixture
def joined(graph, tenant):
    """Ann in the HR app and in the tracker, where she has a ticket of a customer."""
    ensure_schema(graph)
    user, ticket, customer = (key(tenant, *one) for one in (("ticketing/User", "u"), ("ticketing/Ticket", "t"), ("ticketing/Contact", "c")))
    write(graph, tenant, [employee(tenant, "ann", "Ann"), node(tenant, "ticketing/User", "u", "Ann"), node(tenant, "ticketing/Contact", "c", "Cid"),
                          node(tenant, "ticketing/Ticket", "t", "Broken")],
          [Edges(ticket, "ASSIGNED_TO", (user,)), Edges(ticket, "WITH_CONTACT", (customer,))])
    rows = [{"key": f"{tenant}|hub|Person|h", "labels": ["PersonHub"], "properties": {"model": "hub/Person", "name": "Ann"}}]
    graph.write("hubs_write", tenant=tenant, rows=rows, run="run", now="2026-01-01")
    held = {"method": "email", "score": 1.0, "evidence": ["the same address"]}
    graph.write("hubs_join", tenant=tenant, run="run", now="2026-01-01",
                rows=[{"key": k, "hub": rows[0]["key"], "properties": held} for k in (key(tenant, "hris/Employee", "ann"), user)])
    return key(tenant, "hris/Employee", "ann"), user, ticket, customer


def test_a_join_costs_no_hop(graph, tenant, joined):
    ann, user, ticket, customer = joined
    found = subgraph(graph, tenant, [ann])
    assert [found.hops[k] for k in (ann, user, ticket, customer)] == [0, 0, 1, 2]
    join = next(link for link in found.links if link.relation == "JOINED_IN")
    assert (join.evidence.method, join.evidence.score, join.evidence.reasons) == ("email", 1.0, ("the same address",))
    assert [link.relation for link in connection(graph, tenant, ann, customer, most=2)] == ["JOINED_IN", "JOINED_IN", "ASSIGNED_TO", "WITH_CONTACT"]
    assert [link.relation for link in neighbours(graph, tenant, [ann])[ann]] == ["JOINED_IN"]


def test_the_candidate_that_has_to_do_with_the_asker_or_with_what_else_is_named_comes_first(graph, tenant):
    ensure_schema(graph)
    me, acme, birch = (node(tenant, *one) for one in (("crm/User", "me", "Me"), ("crm/Account", "a", "Acme"), ("crm/Account", "b", "Birch")))
    bills = [node(tenant, "crm/Contact", f"bill{i}", "Bill Smith") for i in range(3)]
    write(graph, tenant, [me, acme, birch, *bills], [
        Edges(bills[1].key, "WORKS_FOR", (acme.key,)), Edges(bills[2].key, "WORKS_FOR", (birch.key,)), Edges(birch.key, "OWNED_BY", (me.key,))])
    found = find(graph, tenant, ["Bill", "Acme"])
    named = in_context(graph, tenant, found)
    assert named["Bill"][0].candidate.merge_id == "bill1"
    assert [one.score > 0 for one in named["Bill"]] == [True, False, False]
    asked = in_context(graph, tenant, {"Bill": found["Bill"]}, [me.key])["Bill"]
    assert (asked[0].candidate.merge_id, [one.score > 0 for one in asked]) == ("bill2", [True, False, False])
    assert asked == in_context(graph, tenant, {"Bill": found["Bill"]}, [me.key])["Bill"]


def test_texts_are_found_by_their_words_of_live_entities_only(graph, tenant):
    ensure_schema(graph)
    articles = [replace(node(tenant, "ticketing/Ticket", f"t{i}", f"Article {i}"), chunks=texts) for i, texts in enumerate(
        [("How to reset a printer", "Größe of paper"), ("Printer, scanner drivers",), ("Travel policy",)])]
    write(graph, tenant, articles)
    assert [(p.entity, p.position) for p in find_texts(graph, tenant, "scanner, printer!")] == [(articles[1].key, 0), (articles[0].key, 0)]
    assert [(p.name, p.position, p.text) for p in find_texts(graph, tenant, "GROSSE")] == [("Article 0", 1, "Größe of paper")]
    assert find_texts(graph, "other", "printer") == ()
    found = {text: find_texts(graph, tenant, text) for text in HOSTILE}
    assert all(set(words(text)) & set(words(piece.text)) for text, pieces in found.items() for piece in pieces)
    assert found["*"] == found["+tenant_token:* OR *"] == ()
    tombstone(graph, tenant, [articles[1].key], at(1), "run")
    assert [p.entity for p in find_texts(graph, tenant, "printer")] == [articles[0].key]


def test_texts_of_retired_records_crowd_no_other_out_and_come_back_with_them(graph, tenant):
    ensure_schema(graph)
    old = [replace(node(tenant, "ticketing/Ticket", f"old{i}", f"Old {i}"), chunks=("Expense claims",)) for i in range(12)]
    new = replace(node(tenant, "ticketing/Ticket", "new", "New"), chunks=("Expense claims are paid within five days after they were approved",))
    write(graph, tenant, old)
    retire_unseen(graph, tenant, linked_account=ACCOUNT, model="ticketing/Ticket", run="full", run_started_at=at(1))
    write(graph, tenant, [new], seen=2)
    assert [p.name for p in find_texts(graph, tenant, "expense claims")] == ["New"]
    write(graph, tenant, old[:2], seen=3)
    assert {p.name for p in find_texts(graph, tenant, "expense claims")} == {"New", "Old 0", "Old 1"}
