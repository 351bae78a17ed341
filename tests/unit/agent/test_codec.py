"""A goal that was written down comes back as it was; anything else is refused in words, and never becomes a goal."""

import json
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.plan.algebra import Card, Column, Is, Link, Me, Named, Names, Quantity, Set, Show, Step, Table, Where
from agent.plan.codec import plain, restored
from agent.plan.periods import interval
from agent.question.dialogue import kept_goal
from tests.cases import each_case
from tests.unit.agent.drawn_goals import goals


def written(thing):
    """As a file holds it."""
    return json.loads(json.dumps(plain(thing)))


def test_a_goal_comes_back_as_it_was(full):
    @settings(max_examples=5000 if full else 60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(goals())
    def held(goal):
        assert restored(written(goal)) == kept_goal(catalogue(), written(goal)) == goal

    held()


def test_the_order_in_which_conditions_were_put_together_does_not_show():
    conditions = [Where("ticketing/Ticket.priority", value) for value in ("Sev1", "Sev2", "Sev3")]
    one, other = (Set("ticketing/Ticket", where=frozenset(each)) for each in (conditions, reversed(conditions)))
    assert json.dumps(plain(one)) == json.dumps(plain(other))


@each_case("number", ["0", "3.50", "1E+3", "-7", "0.1"])
def test_a_number_keeps_every_digit(number):
    assert str(restored(written(Quantity(Decimal(number), "EUR"))).number) == number


@pytest.mark.parametrize("first, last", [(date(2026, 10, 1), date(2026, 11, 1)), (None, date(2026, 1, 1)), (date(2024, 2, 29), None)])
def test_a_period_keeps_its_ends(first, last):
    condition = Is("crm/Opportunity.won", interval(first, last))
    assert restored(written(condition)) == condition


@each_case("value", [
    {"is": "Nothing"}, {"no": "kind"}, {"is": "Card"}, {"is": "Card", "nodes": 1}, {"is": "Set", "model": "x", "of": {"is": "Gone"}},
    {"is": None}, {"is": "__import__", "name": "os"}, [{"is": "Card"}], {"is": "Named", "model": "crm/Account", "mention": "Juniper", "more": 1},
    {"is": "day", "of": "tomorrow"}, {"is": "day", "of": "2026-02-30"}, {"is": "day"}, {"is": "number", "of": "many"}, {"is": "number"},
    {"is": "set"}, {"is": ["set"]}, {"is": {"is": "set"}},
])
def test_what_is_no_goal_is_refused(value):
    with pytest.raises(ValueError):
        restored(value)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["is", "of", "node"]), inner, max_size=2)))
@settings(max_examples=100, deadline=None)
def test_other_json_is_no_dictionary_afterwards(value):
    try:
        thing = restored(value)
    except ValueError:
        return
    assert not isinstance(thing, dict)


def test_a_part_that_an_older_version_wrote_and_this_one_lacks_is_named():
    old = {**written(Card(Named("crm/Account", "Juniper"))), "shade": "blue"}
    with pytest.raises(ValueError, match="another version"):
        restored(old)


@each_case("goal", [
    Quantity(Decimal(3), "days"), Card(Named("crm/Gone", "Juniper")), Show(Me(), "hris/Employee.gone"), Show(Me(), "hris/Gone.city"),
    Names(Set("crm/Account", where=frozenset({Is("crm/Account.gone")})), "accounts"),
    Names(Set("crm/Account", frozenset({Link("crm/Account.gone", False, Me())})), "accounts"),
    Table(Set("crm/Account"), (Column("crm/User.name", (Step("crm/Account.gone", "crm/User"),)),)),
])
def test_a_kept_goal_that_is_none_or_names_what_the_catalogue_lacks_is_refused(goal):
    with pytest.raises(ValueError):
        kept_goal(catalogue(), written(goal))
