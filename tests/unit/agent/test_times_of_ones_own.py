"""Words that a person gave to a time of the year: how they are taught, kept, told to the planning model, and held against its plans."""

import json
from datetime import UTC, date, datetime

import pytest

from agent.catalogue import catalogue
from agent.plan.periods import Calendar, Yearly, interval
from agent.understand.model import shape
from agent.understand.model.acts import StatementAct, decode, goals_of
from agent.understand.model.definitions import definitions
from agent.understand.verify.defined import unmet_definitions
from agent.understand.verify.prior_dialogue import PriorDialogue
from agent.understand.verify.signs import unmet_signs
from memory.preferences import Preference, PreferenceRecord, Source
from tests.cases import each_case

CATALOGUE = catalogue()
NOW = datetime(2026, 11, 20, tzinfo=UTC)
SUMMER = ["06-01", "09-01"]


def taught(period: list[str]) -> tuple[StatementAct | None, str]:
    act = {"goal": "learn", "kind": "words", "subject": "season", "value": "as I said", "period": period}
    acts, faults = decode(CATALOGUE, shape.Message.model_validate({"acts": [act]}))
    return next((act for act in acts if isinstance(act, StatementAct)), None), faults


def kept(plan: str, relation: str = "time_means") -> PreferenceRecord:
    source = Source("s", "q", "the season is June to August", NOW, 0, 10)
    return PreferenceRecord(Preference(relation, "season", "June to August", source, plan=plan), NOW, NOW)


def doubts(message: str, *period: str | None) -> list[str]:
    """What is said of a plan that counts the deals won in a period."""
    won = {"set": "crm/Opportunity", "where": [{"is": "crm/Opportunity.won", **({"period": list(period)} if period else {})}]}
    said = shape.Message.model_validate({"acts": [{"goal": "figures", "measures": [{"how": "count", "of": won}]}]})
    acts, faults = decode(CATALOGUE, said)
    assert not faults
    known = definitions(CATALOGUE, [kept(json.dumps({"period": SUMMER}))])
    return [doubt.text for doubt in unmet_definitions(known, message, goals_of(acts))]


@each_case(("period", "means"), [
    (["04-01", "11-01"], Yearly((4, 1), (11, 1))), (["11-15", "03-01"], Yearly((11, 15), (3, 1))), (["02-29", "03-02"], Yearly((2, 29), (3, 2))),
    (["2026-03-01", "2026-04-16"], interval(date(2026, 3, 1), date(2026, 4, 16))),
])
def test_words_for_a_time_are_taught_as_days_of_every_year_or_of_one(period: list[str], means: object) -> None:
    act, faults = taught(period)
    assert (faults, act and act.kind, act and act.means) == ("", "time_means", means)


@each_case(("period", "why"), [
    (["04-01"], "first day after it"), (["04-01", "2026-11-01"], "first day after it"), (["04-31", "11-01"], "no date"),
    (["04-01", "04-01"], "is empty"), (["2026-04-01", "2026-03-01"], "is empty"), (["April", "October"], "no date"),
])
def test_what_is_no_time_is_a_fault_that_the_model_is_told(period: list[str], why: str) -> None:
    assert why in taught(period)[1]


@each_case(("first", "last", "year", "days"), [
    ((6, 1), (9, 1), 2025, ("2025-06-01", "2025-09-01")), ((11, 15), (3, 1), 2025, ("2025-11-15", "2026-03-01")),
    ((2, 29), (3, 2), 2025, ("2025-02-28", "2025-03-02")),
])
def test_a_time_of_every_year_has_its_days_in_each(first: tuple[int, int], last: tuple[int, int], year: int, days: tuple[str, str]) -> None:
    one = Yearly(first, last).of(year)
    assert (str(one.first), str(one.last)) == days
    assert Yearly(first, last).holds(one)


@each_case(("message", "period", "is_doubted"), [
    ("deals won last season", ("2026-06-01", "2026-09-01"), False), ("deals won in the season before", ("2025-06-01", "2025-09-01"), False),
    ("deals won last season", ("2026-04-01", "2026-11-01"), True), ("deals won last season", ("2026-06-01", None), True),
    ("deals won last season", (), True), ("deals won last year", ("2025-01-01", "2026-01-01"), False),
])
def test_a_plan_whose_time_is_not_the_one_that_the_words_stand_for_is_doubted(message: str, period: tuple[str | None, ...], is_doubted: bool) -> None:
    assert [("has not all of its time" in text) for text in doubts(message, *period)] == [True] * is_doubted


@pytest.mark.parametrize("plan", ["", "{}", '{"period": ["04-01"]}', '{"period": ["13-01", "14-01"]}', "no JSON"])
def test_a_time_that_can_no_longer_be_read_is_none(plan: str) -> None:
    assert definitions(CATALOGUE, [kept(plan)]) == ()


@each_case(("message", "is_doubted"), [
    ("deals won last season", False), ("the last deal won in June 2026", True), ("the biggest deal of the season", True),
])
def test_last_is_no_order_where_it_says_which_time_is_meant(message: str, is_doubted: bool) -> None:
    said = shape.Message.model_validate({"acts": [{"goal": "names", "node": {"set": "crm/Opportunity", "where": [
        {"is": "crm/Opportunity.won", "period": ["2026-06-01", "2026-07-01" if "June" in message else "2026-09-01"]}]}}]})
    acts, faults = decode(CATALOGUE, said)
    assert not faults
    found = unmet_signs(CATALOGUE, message, PriorDialogue(), goals_of(acts), Calendar(NOW.date()))
    assert ["order" in doubt.kind for doubt in found] == [True] * is_doubted
