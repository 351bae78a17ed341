"""Follow-ups that restrict what was asked, one after the other: each keeps what was said before it."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.unit.agent.directory import read_question

TALKS = {
    "the place is within the team": (
        ("pending leave requests of my team", "just Porto", "how many is that?", "and Lisbon?"),
        "the number of pending time-off requests of the employees (in the locations with city “Lisbon”) and that are in your team"),
    "a currency takes the place of another": (
        ("overdue customer invoices", "only those in euros", "and in pounds?"), "the overdue invoices that are receivable and with currency “GBP”"),
    "who they are after a change": (
        ("How many people are in Porto?", "and in Lisbon?", "who are they?"),
        "the employees in the locations with city “Lisbon”"),
    "the biggest of them": (
        ("my open deals", "which one is the biggest?"),
        "for each of your open opportunities: the amount; highest the amount first; the first 1"),
    "a total is of what the named figure sums up": (
        ("overdue customer invoices", "total in USD"), "the total balance in USD of the overdue invoices that are receivable"),
    "a sum behind a count is converted": (
        ("How many customer invoices are overdue?", "how much is that altogether in USD?"), "the total balance in USD of the overdue invoices that "
        "are receivable"),
    "what they amount to is what is owed": (
        ("How many customer invoices are overdue?", "what do they amount to in US dollars"), "the total balance in USD of the overdue invoices that "
        "are receivable"),
    "of a list, too": (("overdue customer invoices", "what do they add up to"), "the total balance of the overdue invoices that are receivable"),
    "what is converted stays what it was": (
        ("total balance of the open customer invoices", "how much is that in euros?"), "the total balance in EUR of the unpaid invoices that are "
        "receivable"),
    "shown amounts are converted": (
        ("overdue customer invoices with their balance", "convert them to dollars"), "for each of the overdue invoices that are receivable: the "
        "balance in USD"),
    "each group's figure is converted": (
        ("revenue by month this year", "convert that to euros"), "the total revenue in EUR of the revenue with date in 2026; by month of date"),
    "only those in a currency are fewer": (
        ("How much is overdue?", "only the ones in euros"), "the total balance of the overdue invoices that are receivable and with currency “EUR”"),
    "a total of what was told in total": (
        ("How much is overdue?", "what is that in total"), "the total balance of the overdue invoices that are receivable"),
    "of whom where was asked, not of the places": (
        ("my direct reports", "where are they based?", "how many are in Lisbon?"),
        "the number of your direct reports in the locations with city “Lisbon”"),
    "the highest of groups is one of them": (
        ("revenue by month this year", "which is the highest?"), "the total revenue of the revenue with date in 2026; by month of date; highest "
        "(the total revenue of the revenue with date in 2026) first; the first 1"),
    "which customers are those of the invoices": (
        ("invoices due next week", "which customers?"), "the customer or supplier of the invoices that are due from 23 November to 29 November 2026"),
    "a total of what has no figure of a name": (("credit notes issued in May", "total"), "the overall total of the credit notes that are issued in "
        "May 2026"),
}


@pytest.mark.parametrize(("asked", "said"), TALKS.values(), ids=TALKS)
def test_each_follow_up_keeps_what_was_said_before(asked, said):
    goal = None
    for question in asked:
        (goal,) = read_question(question, last=goal).goals
    assert say_goal(catalogue(), goal) == said


@pytest.mark.parametrize("question", ["who leads it?", "who leads that department?"])
def test_what_stands_for_one_thing_is_none_of_the_members_of_groups(question):
    (last,) = read_question("headcount by department").goals
    assert read_question(question, last=last).goals == ()
