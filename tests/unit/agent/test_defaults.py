"""What a fiscal calendar that somebody prefers makes of words for periods, and where it can't."""

from datetime import UTC, datetime

from agent.question.defaults import Defaults
from memory.preferences import Preference, PreferenceRecord, Source, State
from tests.cases import each_case

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def preferring(value: str, grain: str = "quarter") -> Defaults:
    source = Source("s", "m", f"{grain}s are {value}", NOON)
    return Defaults(State((PreferenceRecord(Preference("calendar", grain, value, source), NOON, NOON),)))


def reads(defaults: Defaults, text: str) -> str:
    return defaults.reworded(text, lambda kept: False).text


@each_case(("text", "read"), [
    ("Deals won last quarter", "Deals won last fiscal quarter"), ("Deals won in Q3", "Deals won in fiscal Q3"),
    ("Deals won last calendar quarter", "Deals won last calendar quarter"), ("Deals won last year", "Deals won last year"),
    ("Deals won by quarter", "Deals won by fiscal quarter"),
    ("Deals won in every quarter", "Deals won in every fiscal quarter"), ("Deals won each quarter", "Deals won each quarter"),
    ("Deals won in the last two quarters", "Deals won in the last two quarters"),
])
def test_a_period_is_fiscal_where_one_can_be_read(text: str, read: str) -> None:
    assert reads(preferring("fiscal"), text) == read
    assert reads(preferring("calendar"), text) == text


@each_case(("text", "left"), [
    ("Deals won each quarter", "each quarter"), ("Deals won by quarter", None), ("Deals won in every quarter", None),
    ("Deals won in the last two quarters", "last two quarters"), ("Deals won last quarter", None),
    ("Deals won by calendar quarter", None), ("Deals won by year", None),
])
def test_a_period_that_is_left_to_the_calendar_is_named(text: str, left: str | None) -> None:
    found = preferring("fiscal").by_calendar(text)
    assert (found[1] if found else None) == left
    assert preferring("calendar").by_calendar(text) is None
