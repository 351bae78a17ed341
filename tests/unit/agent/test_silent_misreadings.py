"""Wordings that had one reading, and not the one that was meant: the right one now, a question, or none."""

import pytest

from agent.catalogue import catalogue
from agent.say import say_goal
from tests.unit.agent.directory import read_question

MEANT = {
    # The verb beside a period tells which time it is.
    "won deals created last month": ["the won opportunities that are created in October 2026 (from 2026-10-01 to 2026-10-31)"],
    "tickets reported by Ana Ruiz closed last month": [
        "the tickets created by employee “Ana Ruiz” and that are closed in October 2026 (from 2026-10-01 to 2026-10-31)"],
    "deals owned by Ana Ruiz created in 2025": [
        "the opportunities of employee “Ana Ruiz” and that are created in 2025 (from 2025-01-01 to 2025-12-31)"],
    # The part of a share is what its verb says, the whole all that was said besides.
    "What percentage of employees in Lisbon are remote?": [
        "the share of those that are remote among the active employees in the locations with city “Lisbon”"],
    "what share of tickets is overdue in Lighthouse": ["the share of those that are overdue among the tickets in project “Lighthouse”"],
    "who is on vacation": ["the on vacation employees"],
    "who is on sick leave next week": ["the employees that are on sick leave in 23 November to 29 November 2026 (from 2026-11-23 to 2026-11-29)"],
    # "Largest" may go by a field or by a figure with a name.
    "largest customer": [
        "for each of the accounts: the employees; highest the employees first; the first 1",
        "for each of the accounts: the total revenue of the revenue by account; "
        "highest (the total revenue of the revenue by account) first; the first 1"],
}
NOT_READ = (
    "leads created by Ana Ruiz", "leads created this year by Ana Ruiz", "deals created by Ana Ruiz",      # their owner need not have created them
    "any manager of Ben Cole", "managers of Ben Cole",              # not those of the people below who are managers
    "deals created and won last month", "tickets opened and closed in October",       # both then, or one of them?
    "the 3 two oldest defects",
    "the oldest tickets", "the largest accounts",                   # how many of them?
)


@pytest.mark.parametrize("question", MEANT)
def test_what_was_meant_is_read(question):
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == MEANT[question]


@pytest.mark.parametrize("question", NOT_READ)
def test_what_may_mean_something_else_is_not_read(question):
    assert read_question(question).goals == ()
