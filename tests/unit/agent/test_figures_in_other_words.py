"""Counts, shares, totals, groups, orders and times in words that are not the usual ones, and what looks like them and is not."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

PER_PROJECT = "the number of open tickets not in project “Lighthouse”; by project"
OF_MANAGERS = ("for each of the employees managed by you and that are managers: "
               "the total yearly base pay of the yearly pays by employee’s reporting line")
WON = "the total amount of the opportunities that are won in 2026"
BY_REVENUE = ("for each of the customer or suppliers that are customer: the total revenue of the revenue by customer; "
              "highest (the total revenue of the revenue by customer) first; the first {n}")
READ = {
    "the number of open tickets with priority “Sev1”": ("tally of open Sev1 tickets", "Sev1 tickets still open: how many are these?"),
    "the share of those that are within sla among the tickets that are sla decided and with type “Defect”": (
        "What portion of defects were fixed within SLA?", "Defects: which ratio got closed before the SLA ran out?"),
    "the total amount of your open opportunities": (
        "sum up the amounts of my open deals", "my open deals: what do they add up to?"),
    "the average amount of the opportunities that are won in 2026": ("deals closed as won in this calendar year - how big were they on average?",),
    PER_PROJECT: (
        "open tickets per project, ignoring Lighthouse",),
    OF_MANAGERS: (
        "Break down the headcount cost for every one of my managers",),
    "the number of open leads; by source": (
        "open leads: how many per source",),
    f"{WON}; by owner; highest ({WON}) first": (
        "amount of deals won this year per seller, best on top",),
    "for each of your past conversations with account “Kenmore Freight”: the subject, the date; latest the date first; the first 3": (
        "show subject and date for my three latest conversations with Kenmore Freight, starting with the most recent",),
    "the number of tickets that are closed in October 2026 and with type “Defect”": (
        "how many defects were fixed last month, October?",),
    "the employees that are joined from 1 September to 20 November 2026": ("hires from September until now", "hires since September up to today"),
    "the number of interviews that are scheduled from 23 November to 29 November 2026": ("how many interviews are lined up for the coming week?",),
    "the number of interviews that are completed in October 2026": ("Last month, October, we completed how many interviews?",),
    "the total amount in days of the pending time-off requests (of the employees that are in your team) and with from in December 2026": (
        "Adding up the pending December time off of my team, how many days is that?",
        "how many days of time off has my team requested for December that are still pending?"),
}
CASES = [(goal, question) for goal, questions in READ.items() for question in questions]


@each_case("goal, question", CASES)
def test_a_wording_is_read_as_what_it_means(goal, question):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [goal]


@pytest.mark.parametrize("question", [
    "ratio of won to lost deals",                                   # no part of a whole
    "headcount cost below each of my accounts",                     # nobody is below an account
    "my last meeting with Kenmore Freight: how many are these?",    # the last one is one
    "put the ticket ATL-12 aside",                                  # a deed
])
def test_what_only_looks_like_it_is_not_read(question):
    assert not read_question(question).goals
