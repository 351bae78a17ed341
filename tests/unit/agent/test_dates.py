"""Times as people say them: which days they are by calendar, tense and fiscal year; what may be several is kept apart or left alone."""

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.language.words import tokens
from agent.plan.periods import Calendar, interval, shifted
from agent.understand.grammar.dates import find_periods
from tests.cases import each_case

FRIDAY = Calendar(date(2026, 11, 20), (4, 1))
WEDNESDAY = Calendar(date(2026, 2, 11), (4, 1))
days = st.dates(date(2000, 1, 1), date(2060, 12, 31))


def stretches(text, calendar=FRIDAY, unsaid="unsaid"):
    """The readings as "first..last", last included, with the words that say them."""
    said = tokens(text)
    return [(" ".join(t.plain for t in said[f.first : f.last]), _shown(f.period)) for f in find_periods(said, calendar, unsaid)]


def _shown(period):
    last = period.last - timedelta(days=1) if period.last else ""
    return f"{period.first or ''}..{last}"


@each_case("text, days_of_it", [
    ("today", "2026-11-20..2026-11-20"), ("yesterday", "2026-11-19..2026-11-19"), ("the day after tomorrow", "2026-11-22..2026-11-22"),
    ("this week", "2026-11-16..2026-11-22"), ("last week", "2026-11-09..2026-11-15"), ("the week before last", "2026-11-02..2026-11-08"),
    ("next month", "2026-12-01..2026-12-31"), ("the current quarter", "2026-10-01..2026-12-31"), ("last quarter", "2026-07-01..2026-09-30"),
    ("previous year", "2025-01-01..2025-12-31"), ("this fiscal year", "2026-04-01..2027-03-31"), ("last financial year", "2025-04-01..2026-03-31"),
    ("this fiscal quarter", "2026-10-01..2026-12-31"), ("this fiscal year so far", "2026-04-01..2026-11-20"),
    ("so far this year", "2026-01-01..2026-11-20"),
    ("year to date", "2026-01-01..2026-11-20"), ("in the last 20 days", "2026-10-31..2026-11-20"),
    ("over the past three months", "2026-08-20..2026-11-20"),
    ("the past week", "2026-11-13..2026-11-20"), ("the last two quarters", "2026-04-01..2026-09-30"),
    ("in the next 30 days", "2026-11-20..2026-12-20"),
    ("in 2025", "2025-01-01..2025-12-31"), ("in October", "2026-10-01..2026-10-31"), ("in October 2024", "2024-10-01..2024-10-31"),
    ("in October last year", "2025-10-01..2025-10-31"), ("Q3 2026", "2026-07-01..2026-09-30"), ("q3/2025", "2025-07-01..2025-09-30"),
    ("the last quarter of 2025", "2025-10-01..2025-12-31"), ("Q2 this fiscal year", "2026-07-01..2026-09-30"), ("H1 2026", "2026-01-01..2026-06-30"),
    ("the second half of last year", "2025-07-01..2025-12-31"), ("2026-10-03", "2026-10-03..2026-10-03"),
    ("25.12.2025", "2025-12-25..2025-12-25"), ("12/25/2025", "2025-12-25..2025-12-25"), ("3 March", "2026-03-03..2026-03-03"),
    ("March 3rd, 2025", "2025-03-03..2025-03-03"), ("Monday, 16 November 2026", "2026-11-16..2026-11-16"), ("on Monday", "2026-11-16..2026-11-16"),
    ("on Tuesday next week", "2026-11-24..2026-11-24"), ("week 42", "2026-10-12..2026-10-18"),
    ("the week of 3 March 2026", "2026-03-02..2026-03-08"), ("at the end of next month", "2026-12-31..2026-12-31"),
    ("3 days ago", "2026-11-17..2026-11-17"),
    ("since September", "2026-09-01..2026-11-20"), ("since the start of the year", "2026-01-01..2026-11-20"),
    ("since last week", "2026-11-09..2026-11-20"),
    ("until Friday", "..2026-11-20"), ("by the end of next month", "..2026-12-31"), ("before October", "..2026-09-30"),
    ("after 3 March", "2026-03-04.."),
    ("more than 30 days ago", "..2026-10-20"), ("less than 30 days ago", "2026-10-21..2026-11-20"), ("on or after 3 March 2026", "2026-03-03.."),
    ("2020 or earlier", "..2020-12-31"), ("from March 2026 onwards", "2026-03-01.."), ("from July to September 2025", "2025-07-01..2025-09-30"),
    ("between July and September", "2026-07-01..2026-09-30"), ("from November to February", "2025-11-01..2026-02-28"),
    ("July–September", "2026-07-01..2026-09-30"),
    ("between 1 March and 15 April 2026", "2026-03-01..2026-04-15"), ("3 to 15 March 2026", "2026-03-03..2026-03-15"),
    ("March 1 to 15", "2026-03-01..2026-03-15"),
    ("2024-2025", "2024-01-01..2025-12-31"), ("from last month until yesterday", "2026-10-01..2026-11-19"), ("last week's", "2026-11-09..2026-11-15"),
    ("in May", "2026-05-01..2026-05-31"), ("May 2026", "2026-05-01..2026-05-31"),
])
def test_words_for_a_time_are_those_days(text, days_of_it):
    assert stretches(f"tickets closed {text} of mine") == [(" ".join(t.plain for t in tokens(text)), days_of_it)]


@each_case("text, days_of_it", [
    ("on Monday", "2026-11-16..2026-11-16"), ("until Friday", "..2026-11-20"), ("last Tuesday", "2026-11-17..2026-11-17"),
    ("on Sunday this week", "2026-11-15..2026-11-15"), ("on Tuesday next week", "2026-11-24..2026-11-24"),
])
def test_a_weekday_is_that_day_where_weeks_begin_on_sunday(text, days_of_it):
    assert days_of_it in [shown for _, shown in stretches(text, Calendar(date(2026, 11, 20), (4, 1), week_start=6))]


@each_case("text, tense, days_of_it", [
    ("in October", "future", "2027-10-01..2027-10-31"), ("in November", "future", "2026-11-01..2026-11-30"),
    ("in December", "past", "2025-12-01..2025-12-31"),
    ("in December", "future", "2026-12-01..2026-12-31"), ("on Monday", "future", "2026-11-23..2026-11-23"),
    ("since Monday", "future", "2026-11-16..2026-11-20"),
    ("by Monday", "unsaid", "..2026-11-23"), ("by Monday", "past", "..2026-11-16"), ("in 3 days", "future", "2026-11-23..2026-11-23"),
    ("from November to February", "future", "2026-11-01..2027-02-28"), ("between 24 and 31 December", "future", "2026-12-24..2026-12-31"),
    ("from 28 to 2 January", "future", "2026-12-28..2027-01-02"), ("on 3 March", "future", "2027-03-03..2027-03-03"),
])
def test_the_tense_settles_what_comes_round(text, tense, days_of_it):
    assert [shown for _, shown in stretches(text, unsaid=tense)] == [days_of_it]


@each_case("text, days_of_it", [
    ("fixed in December", ["2025-12-01..2025-12-31"]), ("who was off in December", ["2025-12-01..2025-12-31"]),
    ("who is off in December", ["2026-12-01..2026-12-31"]), ("days off asked for in December", ["2026-12-01..2026-12-31"]),
    ("invoices due in October", ["2026-10-01..2026-10-31"]), ("who will leave in May", ["2027-05-01..2027-05-31"]),
    ("deals closing in May", ["2026-05-01..2026-05-31", "2027-05-01..2027-05-31"]),
    ("due on Monday", ["2026-11-16..2026-11-16", "2026-11-23..2026-11-23"]),
    ("deadlines from May to June", ["2026-05-01..2026-06-30", "2027-05-01..2027-06-30"]), ("to be closed in December", ["2026-12-01..2026-12-31"]),
])
def test_other_words_tell_the_tense_or_leave_it_open(text, days_of_it):
    assert [shown for _, shown in stretches(text)] == days_of_it


@each_case("text, calendar, readings", [
    ("in the last month", FRIDAY, ["2026-10-01..2026-10-31", "2026-10-20..2026-11-20"]),
    ("fiscal year 2026", FRIDAY, ["2026-04-01..2027-03-31", "2025-04-01..2026-03-31"]),
    ("by December", FRIDAY, ["..2026-12-31", "..2026-11-30"]), ("from October", FRIDAY, ["2026-10-01..2026-10-31", "2026-10-01.."]),
    ("last October", FRIDAY, ["2026-10-01..2026-10-31", "2025-10-01..2025-10-31"]),
    ("next Friday", WEDNESDAY, ["2026-02-13..2026-02-13", "2026-02-20..2026-02-20"]),
    ("next Friday", FRIDAY, ["2026-11-27..2026-11-27"]), ("two weeks ago", FRIDAY, ["2026-11-06..2026-11-06", "2026-11-02..2026-11-08"]),
    ("next March", FRIDAY, ["2027-03-01..2027-03-31"]), ("fiscal year 2026", Calendar(date(2026, 11, 20)), ["2026-01-01..2026-12-31"]),
])
def test_what_may_be_two_times_is_both(text, calendar, readings):
    assert [shown for _, shown in stretches(text, calendar)] == readings


@each_case("text", [
    "3/4", "03/04/2026", "since 3/4", "30 February", "who is May", "ask April Jones", "companies with 2000 employees", "more than 2020 seats",
    "the last week of October", "before 9999-12-31", "since 0001-01-01",
    "last 3 conversations", "closed in 3 days", "the last million years", "a few days ago",
    "ATL-2026", "in the end", "the year", "per month", "monthly", "we will march on", "last",
    "week 99", "",
])
def test_what_is_no_time_or_not_clear_is_left_alone(text):
    assert stretches(text) == []


@each_case("text", ["in October", "on Monday", "the past week", "fiscal year 2026", "at the end of next month", "Q3", "by October"])
def test_what_was_assumed_is_said(text):
    said = tokens(text)
    assert all(f.note == f"“{text}” is read as {f.period.said}." for f in find_periods(said, FRIDAY))


@each_case("text", ["last week", "in 2025", "today", "October 2026", "this fiscal year", "since 3 March 2026", "in the last 20 days"])
def test_nothing_is_said_where_nothing_was_assumed(text):
    assert [f.note for f in find_periods(tokens(text), FRIDAY)] == [""]


def test_months_side_by_side_are_two_times():
    assert [words for words, _ in stretches("in May or June, but not March")] == ["in may", "june"]


@settings(deadline=None)
@given(days, days)
def test_a_stretch_of_days_is_found_by_its_own_words(one, other):
    period = interval(min(one, other), max(one, other) + timedelta(days=1))
    assert [f.period for f in find_periods(tokens(period.said), FRIDAY)] == [period]


@settings(deadline=None)
@given(days, st.booleans())
def test_an_open_stretch_is_found_by_its_own_words(day, upward):
    period = interval(day, None) if upward else interval(None, day)
    assert period in [f.period for f in find_periods(tokens(period.said), FRIDAY)]


@given(days, st.sampled_from(["day", "week", "month", "quarter", "half", "year"]), st.booleans(), st.tuples(st.integers(1, 12), st.integers(1, 28)))
def test_every_day_lies_in_one_week_month_quarter(day, grain, fiscal, start):
    calendar = Calendar(day, start)
    first, last = calendar.whole(grain, day, fiscal=fiscal)
    assert first <= day < last == shifted(first, grain, 1)
    assert calendar.whole(grain, last, fiscal=fiscal)[0] == last
    assert calendar.ahead(grain, -1, fiscal=fiscal)[1] == first


@settings(deadline=None)
@given(days, st.sampled_from(["in October", "on 3 March", "on Monday", "Q2", "week 10", "on the 15th"]))
def test_the_past_has_begun_and_the_future_is_not_over(today, text):
    (past,), (future,) = (find_periods(tokens(text), Calendar(today), tense) for tense in ("past", "future"))
    assert past.period.first <= today < future.period.last
    assert past.period.first <= future.period.first


@each_case("text, first", [
    ("and on the 24th?", date(2026, 11, 24)), ("and in october?", date(2026, 10, 1)),
    ("and those closed on the 24th?", date(2026, 10, 24)),
])
def test_a_day_may_be_ahead_where_the_question_before_was_about_one(text, first):
    assert [found.period.first for found in find_periods(tokens(text), FRIDAY, unsaid="either")] == [first]


WORDS = ["last", "the", "week", "october", "of", "2026", "3", "to", "from", "end", "since", "monday", "q3", "fiscal", "year", "ago", "two", "days",
"next", "and", "30", "'s"]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(WORDS), max_size=8), days)
def test_stretches_stand_apart_and_in_order(words, today):
    said = tokens(" ".join(words))
    places = sorted({(f.first, f.last) for f in find_periods(said, Calendar(today, (7, 1)))})
    assert all(0 <= first < last <= len(said) for first, last in places)
    assert all(one[1] < other[0] for one, other in pairwise(places))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=40))
def test_any_text_can_be_looked_through(text):
    assert isinstance(find_periods(tokens(text), FRIDAY), tuple)
