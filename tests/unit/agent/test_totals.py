"""Figures over people give nobody away: not alone, not beside each other, not beside what was given before."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.policy.totals import Limits, leaves_one, tells_too_much
from tests.cases import each_case

LIMITS = Limits(min_group=5, max_share=0.5, differencing=5)
PEOPLE = [f"e{i}" for i in range(14)]
groups_of_people = st.frozensets(st.sampled_from(PEOPLE))


def shares(ids, value=1):
    return dict.fromkeys(ids, Decimal(value))


def pay(*values):
    return {f"e{i}": Decimal(v) for i, v in enumerate(values)}


def tells(*groups, base=None, earlier=(), counts=False, limits=LIMITS):
    everybody = frozenset(base) if base is not None else frozenset(i for g in groups for i in g)
    return tells_too_much(groups, everybody, earlier, limits, counts=counts)


@each_case("size, too_much", [(0, True), (1, True), (4, True), (5, False), (14, False)])
def test_a_group_has_at_least_five_people(size, too_much):
    assert tells(shares(PEOPLE[:size])) is too_much


def test_one_small_group_refuses_the_whole_result():
    assert tells(shares(PEOPLE[:10]), shares(PEOPLE[10:]))
    assert not tells(shares(PEOPLE[:7]), shares(PEOPLE[7:]))


@each_case("values, too_much", [
    ((10, 10, 10, 10, 10), False), ((40, 10, 10, 10, 10), False), ((41, 10, 10, 10, 10), True), ((0, 0, 0, 0, 0), False), ((9, 0, 0, 0, 0), True),
])
def test_nobody_holds_above_half_of_a_sum(values, too_much):
    assert tells(pay(*values)) is too_much


def test_of_a_count_nobody_holds_anything():
    assert not tells(shares(PEOPLE[:5]), base=PEOPLE, counts=True)


@pytest.mark.parametrize("had, too_much", [(7, False), (8, True), (11, True), (12, False)])
def test_what_was_given_before_may_not_differ_by_few(had, too_much):
    assert tells(shares(PEOPLE[:7]), earlier=[frozenset(PEOPLE[:had])]) is too_much


def test_two_figures_of_one_result_may_not_differ_by_few():
    assert tells(shares(PEOPLE[:8]), shares(PEOPLE[:10]))


@each_case("with_it, too_much", [(9, False), (10, True), (13, True), (14, True), (5, False)])
def test_a_count_tells_of_the_rest_too_for_everybody_knows_how_many_there_are(with_it, too_much):
    assert tells(shares(PEOPLE[:with_it]), base=PEOPLE, counts=True) is too_much


def test_a_tenant_may_ask_for_more():
    assert tells(shares(PEOPLE[:7]), limits=Limits(min_group=8, max_share=0.5, differencing=5))
    assert tells(pay(30, 20, 20, 20, 10), limits=Limits(min_group=5, max_share=0.2, differencing=5))
    assert tells(shares(PEOPLE[:7]), earlier=[frozenset(PEOPLE[:13])], limits=Limits(min_group=5, max_share=0.5, differencing=7))


@given(st.lists(groups_of_people, min_size=1, max_size=6), st.booleans())
def test_of_all_that_one_viewer_ever_gets_no_two_groups_differ_by_few(asked, counts):
    base, given_before = frozenset(PEOPLE), []
    for group in asked:
        if not tells(shares(group), base=base, earlier=given_before, counts=counts):
            given_before.append(group)
    known = [*given_before, base] if counts else given_before
    assert all(len(g) >= 5 for g in given_before)
    assert all(one == other or len(one ^ other) >= 5 for one, other in combinations(known, 2))
    assert not (counts and base in given_before)


@given(st.lists(groups_of_people, min_size=1, max_size=4), st.lists(groups_of_people, max_size=3))
def test_what_is_refused_stays_refused_when_more_is_known(groups, earlier):
    if tells(*map(shares, groups)):
        assert tells(*map(shares, groups), earlier=earlier)


def rank(groups):
    """Of the table person × group, by elimination over fractions."""
    rows, found = [[Fraction(p in g) for p in PEOPLE] for g in groups], 0
    for column in range(len(PEOPLE)):
        leading = next((row for row in rows if row[column]), None)
        if leading is None:
            continue
        found += 1
        rows = [[a - row[column] / leading[column] * b for a, b in zip(row, leading, strict=True)] for row in rows if row is not leading]
    return found


def derivable(groups):
    """Whose own part is a sum of the groups' figures, each so many times."""
    known = rank(groups)
    return [p for p in PEOPLE if rank([*groups, frozenset({p})]) == known]


@each_case("groups, parted", [
    (["abcdef", "fghijk", "abcdefghijk"], True),                    # the two add up to the third and one person more
    (["abcdef", "ghijkl", "abcdefghijkl"], False),
    (["abcdefgh", "abcdefg"], True),
    (["abcdefgh", "abcdef"], False),                                # two are left, and nobody can part them
    (["abcde", "fghij", "abfgk", "cdehijk"], True),                 # k is twice what both pairs do not share
    ([], False),
])
def test_a_sum_of_groups_may_not_leave_one_person(groups, parted):
    assert leaves_one(map(frozenset, groups)) is parted


@settings(max_examples=40, deadline=None)
@given(st.lists(groups_of_people, max_size=6))
def test_one_person_is_left_just_where_algebra_says_so(groups):
    assert leaves_one(groups) is bool(derivable(groups))


@settings(max_examples=40, deadline=None)
@given(st.lists(groups_of_people, min_size=3, max_size=8))
def test_whatever_is_asked_in_whatever_order_nobody_can_be_reckoned_out(asked):
    given_before = []
    for group in asked:
        if not tells(shares(group), earlier=given_before):
            given_before.append(group)
    assert derivable(given_before) == []
