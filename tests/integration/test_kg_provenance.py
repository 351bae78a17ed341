"""Where things are from, and what the graph held before."""

import pytest

from kg.provenance import as_of, why
from kg.rows import Edges
from kg.schema import ensure_schema
from kg.upsert import retire_unseen, tombstone
from tests.integration.kg_rows import ACCOUNT, at, employee, key, manager, node, write


@pytest.fixture
def person(graph, tenant):
    """Ann, called so first, then Anna; her manager was Max, then Mia, then Max again."""
    ensure_schema(graph)
    people = [employee(tenant, "max", "Max"), employee(tenant, "mia", "Mia")]
    write(graph, tenant, [employee(tenant, "ann", "Ann", title="Clerk"), *people], [manager(tenant, "ann", "max")], seen=1, run="first")
    write(graph, tenant, [employee(tenant, "ann", "Anna", modified=2, title="Head")], [manager(tenant, "ann", "mia")], seen=3, run="second")
    write(graph, tenant, [employee(tenant, "ann", "Anna", modified=4, title="Head")], [manager(tenant, "ann", "max")], seen=5, run="third")
    return key(tenant, "hris/Employee", "ann")


def managers(graph, tenant, person, hours):
    found = as_of(graph, tenant, [person], at(hours))
    return [found.entities[link.end].name for link in found.links if link.start == person]


def test_as_of_returns_name_edge_and_target_of_that_moment(graph, tenant, person):
    told = {hours: as_of(graph, tenant, [person], at(hours)).entities.get(person) for hours in (0, 1, 2, 3, 6)}
    assert {hours: said and (said.name, said.properties.get("title")) for hours, said in told.items()} == {
        0: None, 1: ("Ann", "Clerk"), 2: ("Ann", "Clerk"), 3: ("Anna", "Head"), 6: ("Anna", "Head")}
    assert [managers(graph, tenant, person, hours) for hours in (0, 1, 3, 4.9, 5, 9)] == [[], ["Max"], ["Mia"], ["Mia"], ["Max"], ["Max"]]
    end = key(tenant, "hris/Employee", "max")
    assert [link.start for link in as_of(graph, tenant, [end], at(2)).links] == [person]


def test_what_was_gone_was_not_there_and_neither_were_its_edges(graph, tenant, person):
    tombstone(graph, tenant, [person], at(6), "gone")
    write(graph, tenant, [employee(tenant, "ann", "Anna", modified=7, title="Head")], [manager(tenant, "ann", "max")], seen=8)
    assert [person in as_of(graph, tenant, [person], at(hours)).entities for hours in (5.5, 6, 7, 8)] == [True, False, False, True]
    assert [managers(graph, tenant, person, hours) for hours in (5.5, 6.5, 8)] == [["Max"], [], ["Max"]]
    retire_unseen(graph, tenant, linked_account=ACCOUNT, model="hris/Employee", run="full", run_started_at=at(20))
    assert as_of(graph, tenant, [person], at(21)).entities == {}
    assert person in as_of(graph, tenant, [person], at(19)).entities


def test_why_names_the_record_and_what_it_was_before(graph, tenant, person):
    told = why(graph, tenant, person)
    assert (told.name, told.state, told.source.linked_account, told.source.model, told.source.merge_id, told.source.run) == (
        "Anna", "live", ACCOUNT, "hris/Employee", "ann", "third")
    assert told.source.source_modified_at == "2026-01-01T04:00:00.000000+00:00"
    assert next((one.name, one.until) for one in told.history) == ("Ann", "2026-01-01T03:00:00.000000+00:00")
    tombstone(graph, tenant, [person], at(6), "gone")
    assert [one.gone for one in why(graph, tenant, person).history][-1] is True
    assert (why(graph, tenant, person).state, why(graph, tenant, person).gone_at) == ("deleted", "2026-01-01T06:00:00.000000+00:00")
    assert why(graph, tenant, key(tenant, "hris/Employee", "nobody")) is None
    assert why(graph, "other", person) is None


def test_what_is_only_pointed_to_is_expected(graph, tenant):
    ensure_schema(graph)
    ticket = node(tenant, "ticketing/Ticket", "t", "Ticket")
    write(graph, tenant, [ticket], [Edges(ticket.key, "ASSIGNED_TO", (key(tenant, "ticketing/User", "u"),))])
    assert why(graph, tenant, key(tenant, "ticketing/User", "u")).state == "expected"
    assert [*as_of(graph, tenant, [ticket.key], at(1)).entities] == [ticket.key]
