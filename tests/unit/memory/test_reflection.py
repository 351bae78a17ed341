"""Reflection: insights cite lines that exist and name what they are about, are the same for the same lines, and go with their lines."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall import Line, LineIndex
from memory.reflection import MOST_INSIGHTS, NEW_LINES, SUPPORT, Reflections, focal_points, insight_sentence, reflect

START = datetime(2026, 9, 7, 9, tzinfo=UTC)
ACME, BILL, ROOF = "t|crm|Account|1", "t|crm|Contact|2", "t|crm|Opportunity|3"
WHO = ("acme", "ana@acme.example")


def line(number, *keys, day=None, who="q"):
    return Line(f"t{number}:{who}", "s", "ana", START + timedelta(days=number if day is None else day), f"line {number}", keys)


def test_recurring_and_co_occurring_themes_cite_their_lines():
    index = LineIndex([line(0, ACME), line(7, ACME, BILL), line(14, ACME, BILL), line(15, ROOF)])
    found = {one.kind: one for one in reflect(index)}
    assert found["recurs"].lines == ("t0:q", "t7:q", "t14:q")
    assert (found["together"].keys, found["together"].lines) == ((ACME, BILL), ("t7:q", "t14:q"))
    assert insight_sentence(found["recurs"], {ACME: "Acme"}) == "Acme comes up again and again: 3 times in 3 weeks, last on 21 Sep 2026."
    assert insight_sentence(found["together"], {ACME: "Acme", BILL: None}) == ""


def test_what_is_named_now_comes_before_what_was_named_more_often_long_ago():
    old, new = [line(n, ACME) for n in range(4)], [line(90, BILL), line(91, BILL)]
    assert focal_points(LineIndex([*old, *new])) == [BILL, ACME]


def test_what_the_assistant_said_is_no_evidence():
    assert reflect(LineIndex([line(n * 7, ACME, BILL, who="a") for n in range(9)])) == ()


KEYS = st.lists(st.sampled_from([ACME, BILL, ROOF]), max_size=3, unique=True)


@given(st.lists(st.tuples(KEYS, st.integers(0, 60), st.sampled_from("qa")), max_size=40))
def test_every_insight_cites_lines_that_are_there_and_name_what_it_is_about(said):
    lines = sorted((line(n, *keys, day=day, who=who) for n, (keys, day, who) in enumerate(said)), key=lambda one: (one.time, one.id))
    by_id, found = {one.id: one for one in lines}, reflect(LineIndex(lines))
    assert len(found) <= MOST_INSIGHTS and found == reflect(LineIndex(lines))
    for one in found:
        assert len(one.lines) >= SUPPORT
        assert all(set(one.keys) <= set(by_id[each].entities) and each.endswith(":q") for each in one.lines)


@pytest.fixture
def kept(tmp_path):
    return Reflections(str(tmp_path))


def test_reflection_is_due_after_enough_lines_or_a_deleted_citation(kept):
    many = [line(n, ACME) for n in range(NEW_LINES)]
    assert kept.bring_up(*WHO, LineIndex(many)) and kept.of(*WHO, LineIndex(many)) == reflect(LineIndex(many))
    assert not kept.bring_up(*WHO, LineIndex([*many, line(99, BILL)]))
    fewer = many[: len(many) - 1]
    assert kept.bring_up(*WHO, LineIndex(fewer))
    assert kept.of(*WHO, LineIndex(fewer)) == reflect(LineIndex(fewer))
    assert kept.of("acme", "bob@acme.example", LineIndex(many)) == ()


def test_an_insight_without_its_lines_is_withdrawn_before_anybody_reflects_again(kept):
    many = [line(n, ACME) for n in range(NEW_LINES)]
    kept.bring_up(*WHO, LineIndex(many))
    assert kept.of(*WHO, LineIndex(many[:1])) == ()
    assert kept.bring_up(*WHO, LineIndex()) and kept.of(*WHO, LineIndex()) == ()
