"""The last check: a text stands on its facts, and any figure or name that does not is found."""

import re
from decimal import Decimal

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from agent.respond.cells import exact_text, say
from agent.respond.check import facts_of, untraced
from tests.cases import each_case

FIGURES = st.one_of(
    st.integers(0, 10**9).map(str), st.integers(1000, 10**9).map(lambda n: f"{n:,}"),
    st.decimals(0, 99999, places=2).map(str), st.dates().map(str),
)


def is_rounding(figure, other):
    """Is the other the figure with fewer places, or the figure itself?"""
    if "-" in figure or "-" in other:   # dates have none
        return plain(figure) == plain(other)
    return any(round(Decimal(plain(figure)), places) == Decimal(plain(other)) for places in range(12))


def plain(figure):
    return re.sub(r"(?<=\d),(?=\d{3})|\.00$", "", figure)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(FIGURES, min_size=1, max_size=6))
def test_a_text_of_its_own_facts_stands(figures):
    assert untraced(f"It is {', then '.join(figures)} in all.", facts_of(figures)) == ()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(FIGURES, min_size=1, max_size=6), FIGURES, st.data())
def test_a_figure_that_was_changed_is_found(figures, other, data):
    assume(not any(is_rounding(f, other) for f in figures))
    place = data.draw(st.integers(0, len(figures) - 1))
    said = [*figures[:place], other, *figures[place + 1 :]]
    assert other in untraced(f"It is {' and '.join(said)}.", facts_of(figures))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.from_regex(r"[1-9][0-9]{0,8}", fullmatch=True), st.data())
def test_one_wrong_digit_is_found(figure, data):
    place = data.draw(st.integers(0, len(figure) - 1))
    digit = data.draw(st.sampled_from([d for d in "123456789" if d != figure[place]]))
    wrong = figure[:place] + digit + figure[place + 1 :]
    assert untraced(f"{wrong} days", facts_of([f"{figure} days"])) == (wrong,)


@each_case("text, facts", [
    ("**Ana Ruiz** has 12 days", ["Ana Ruiz", "12"]), ("due 2026-11-20", ["2026-11-20"]), ("1250.50 USD", ["1,250.50"]), ("**12.5 days**", ["12.5"]),
    ("**jorg weiss**", ["Jörg Weiß"]), ("8 hours", ["8.0"]), ("| who | days |\n|---|---|\n| Ana Ruiz | 12 |", ["who days", "Ana Ruiz", "12"]),
    ("“Dock approach”", ["Dock approach oscillates"]), ("| A\\|B | x |", ["A|B", "x"]),
])
def test_what_the_facts_hold_may_be_said(text, facts):
    assert untraced(text, facts_of(facts)) == ()


@each_case("text, facts, wrong", [
    ("**Bill Tran** left", ["Bill Ashworth"], "Bill Tran"), ("12 days", [], "12"), ("2026-11-21", ["2026-11-20"], "2026-11-21"),
    ("125", ["12", "5"], "125"), ("| Bill Tran | 12 |", ["Bill Ashworth", "12"], " Bill Tran "), ("“Dock approach”", ["Dock"], "Dock approach"),
])
def test_what_they_do_not_hold_may_not(text, facts, wrong):
    assert untraced(text, facts_of(facts)) == (wrong,)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.decimals(-(10**9), 10**9, allow_nan=False, places=9), st.sampled_from([None, "days", "USD", "share"]))
def test_what_is_told_of_a_figure_stands_on_the_whole_of_it(number, unit):
    assert untraced(say(number, unit), facts_of([exact_text(number, unit)])) == ()


@each_case("said, fact, is_so", [
    ("7.6 years", "7.638356", True), ("7.64", "7.638356", True), ("2,837,172 USD", "2837172.4864", True), ("20.6", "20.6191", True),
    ("0.021", "0.0212", True), ("100", "99.996", True), ("7.7", "7.638356", False), ("8", "7.638356", False), ("0", "0.004", False),
    ("2,837,173", "2837172.4864", False), ("2,837,000", "2837172.4864", False), ("7.63836", "7.638", False), ("1", "0.6", False),
])
def test_a_figure_may_lose_places_and_nothing_else(said, fact, is_so):
    assert (untraced(said, facts_of([fact])) == ()) is is_so
