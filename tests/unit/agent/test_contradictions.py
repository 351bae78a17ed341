"""Readings that no record can meet are no readings: a person who works in two cities, a request that is pending and approved."""

import pytest

from agent.catalogue import catalogue
from agent.plan.algebra import Condition, Is, Link, Named, Names, Not, Set, Where
from agent.understand.contradictions import contradictions

PEOPLE, PLACE, LEAVE, TICKET = "hris/Employee", "hris/Location", "hris/TimeOff", "ticketing/Ticket"
PENDING, APPROVED, DECIDED = (Is(f"{LEAVE}.{name}") for name in ("pending", "approved", "decided"))


def works_in(*cities: str) -> Link:
    value, op = (cities[0], "=") if len(cities) == 1 else (cities, "in")
    return Link(f"{PEOPLE}.work_location", True, Set(PLACE, where=frozenset({Where(f"{PLACE}.city", value, op)})))


def below(city: str) -> Link:
    return Link(f"{PEOPLE}.chain", True, Set(PEOPLE, frozenset({works_in(city)})))


def tagged(tag: str) -> Condition:
    return Where(f"{TICKET}.tags", tag)


@pytest.mark.parametrize("model, wanted, expected", [
    (PEOPLE, [works_in("Lyon"), works_in("Leipzig")], [f"{PEOPLE}.work_location {PLACE}.city"]),
    (PEOPLE, [works_in("Lyon", "Leipzig"), works_in("lyon")], []),
    (PEOPLE, [works_in("Lyon"), Not(works_in("Leipzig"))], []),
    (PEOPLE, [works_in("Lyon"), Link(f"{PEOPLE}.manager", True, Named(PEOPLE, "Ana Ruiz"))], []),
    (PEOPLE, [below("Lyon"), below("Leipzig")], []),           # of several managers above, each works somewhere
    (LEAVE, [PENDING, APPROVED], [f"{LEAVE}.status"]),
    (LEAVE, [PENDING, DECIDED], [f"{LEAVE}.status"]),
    (LEAVE, [APPROVED, DECIDED], []),
    (TICKET, [tagged("safety"), tagged("urgent")], []),
])
def test_fields_that_would_have_to_hold_two_values_are_found(model, wanted, expected):
    ties = frozenset(w for w in wanted if isinstance(w, Link))
    goal = Names(Set(model, ties, frozenset(wanted) - ties), "")
    assert list(contradictions(catalogue(), [goal])) == expected
