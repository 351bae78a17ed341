"""Readings that no record can meet are no readings: a person who works in two cities, a request that is pending and approved."""

from datetime import date

import pytest

from agent.catalogue import catalogue
from agent.plan.algebra import Condition, Is, Link, Named, Names, Not, Set, Where
from agent.plan.periods import Recurring, interval
from agent.understand.verify.contradictions import contradictions, yet_to_come
from tests.cases import each_case

PEOPLE, PLACE, LEAVE, TICKET = "hris/Employee", "hris/Location", "hris/TimeOff", "ticketing/Ticket"
PENDING, APPROVED, DECIDED = (Is(f"{LEAVE}.{name}") for name in ("pending", "approved", "decided"))


def works_in(*cities: str) -> Link:
    value, op = (cities[0], "=") if len(cities) == 1 else (cities, "in")
    return Link(f"{PEOPLE}.work_location", True, Set(PLACE, where=frozenset({Where(f"{PLACE}.city", value, op)})))


def below(city: str) -> Link:
    return Link(f"{PEOPLE}.chain", True, Set(PEOPLE, frozenset({works_in(city)})))


def tagged(tag: str) -> Condition:
    return Where(f"{TICKET}.tags", tag)


@each_case("model, wanted, expected", [
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


@pytest.mark.parametrize("field, value, expected", [
    ("date_of_birth", interval(date(2027, 6, 10), date(2027, 7, 1)), [f"{PEOPLE}.date_of_birth"]),
    ("date_of_birth", interval(date(1990, 1, 1), date(2028, 1, 1)), []), ("date_of_birth", Recurring("month of year", (6,)), []),
    ("start_date", interval(date(2027, 6, 10), date(2027, 7, 1)), []),
])
def test_a_time_that_always_lies_in_the_past_is_not_asked_for_in_the_future(field, value, expected):
    goal = Names(Set(PEOPLE, where=frozenset({Where(f"{PEOPLE}.{field}", value, "in")})), "")
    assert list(yet_to_come(catalogue(), [goal], date(2027, 6, 10))) == expected
