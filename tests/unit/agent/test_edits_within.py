"""Follow-ups that restrict what was asked, one after the other: each keeps what was said before it."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

TALKS = {
    "the place is within the team": (
        ("pending leave requests of my team", "just Porto", "how many is that?", "and Lisbon?"),
        "the number of pending time-off requests of the employees in “Lisbon” who are in your team"),
    "a currency takes the place of another": (
        ("overdue customer invoices", "only those in euros", "and in pounds?"), "the overdue customer invoices in GBP"),
    "who they are after a change": (
        ("How many people are in Porto?", "and in Lisbon?", "who are they?"),
        "the employees in “Lisbon”"),
    "the biggest of them": (
        ("my open deals", "which one is the biggest?"),
        "for each of your open opportunities: the amount; highest amount first; the first 1"),
    "a total is of what the named figure sums up": (
        ("overdue customer invoices", "total in USD"), "the total balance in USD of the overdue customer invoices"),
    "only those in a currency are fewer": (
        ("How much is overdue?", "only the ones in euros"), "the total balance of the overdue customer invoices in EUR"),
    "a total of what has no figure of a name": (("credit notes issued in May", "total"), "the overall total of the credit notes issued in "
        "May 2026"),
}


@each_case(("asked", "said"), TALKS.values())
def test_each_follow_up_keeps_what_was_said_before(asked, said):
    goal = None
    for question in asked:
        (goal,) = read_question(question, last=goal).goals
    assert say_goal(catalogue(), goal) == said


@pytest.mark.parametrize("question", ["who leads it?", "who leads that department?"])
def test_what_stands_for_one_thing_is_none_of_the_members_of_groups(question):
    (last,) = read_question("headcount by department").goals
    assert read_question(question, last=last).goals == ()
