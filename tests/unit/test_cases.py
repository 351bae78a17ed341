"""A table in one test: every case is tried, all that fail are told, and no case is lost."""

import pytest

from tests.cases import each_case


def test_every_case_that_fails_is_told_and_no_other():
    @each_case("number, root", [(4, 2), (9, 4), (16, 4), (25, 6)])
    def test(number, root):
        assert root * root == number

    with pytest.raises(AssertionError) as told:
        test()
    assert "2 of 4 cases fail" in str(told.value)
    assert [case in str(told.value) for case in ("(4, 2)", "(9, 4)", "(16, 4)", "(25, 6)")] == [False, True, False, True]


@pytest.mark.parametrize("wrong", [lambda case: pytest.fail("by name"), lambda case: {}[case]])
def test_whatever_a_case_raises_is_a_failure(wrong):
    with pytest.raises(AssertionError, match="1 of 1 cases fail"):
        each_case("case", [1])(wrong)()


def test_a_table_on_a_table_tries_every_pair_and_leaves_the_fixtures():
    tried = []

    @each_case("left", "ab")
    @each_case("right", [1, 2])
    def test(left, right, fixture):
        tried.append(f"{left}{right}{fixture}")

    test(fixture="!")
    assert tried == ["a1!", "a2!", "b1!", "b2!"]


def test_an_empty_table_proves_nothing():
    with pytest.raises(AssertionError, match="no case of name"):
        each_case("name", [])(lambda name: None)()
