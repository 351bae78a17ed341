"""Counts, shares, totals, groups, orders and times in words that are not the usual ones, and what looks like them and is not."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.understand.grammar.turns import turns
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
        "What portion of defects were fixed within SLA?", "Defects: which ratio got closed before the SLA ran out?",
        "For defects I'd like the percentage that was resolved in time"),
    "the total amount of your open opportunities": (
        "sum up the amounts of my open deals", "my open deals: what do they add up to?", "Deals of mine that are open - how much is that in total?"),
    "the average amount of the opportunities that are won in 2026": ("deals closed as won in this calendar year - how big were they on average?",),
    "the total balance in USD of the overdue invoices that are receivable": (
        "Converting everything to USD, what is the overdue amount?", "overdue amount, and say it in dollars"),
    PER_PROJECT: (
        "Leaving Lighthouse aside, how many tickets are open per project?", "With the exception of Lighthouse, open tickets per project",
        "open tickets per project, ignoring Lighthouse", "Put Lighthouse aside: open tickets in each project"),
    OF_MANAGERS: (
        "Break down the headcount cost for every one of my managers", "My managers, one by one: cost of headcount",
        "the annual cost of the people below each of my managers, currencies kept apart"),
    "the number of open leads; by source": (
        "Could you split our open leads by where they came from? I need the count for every lead source.", "open leads: how many per source"),
    "the number of invoices that are of any status and with issue date in 2026; by status": (
        "take all invoices issued this year, including the drafts and the voided ones, and tell me the number per status",),
    f"{WON}; by owner; highest ({WON}) first": (
        "League table of sellers please: sum of the deals each one won this year, best on top",
        "amount of deals won this year per seller, best on top"),
    BY_REVENUE.format(n=3): (
        "the three customers that bring the most revenue: how much is it?", "rank the 3 customers with the highest revenue, largest at the top"),
    "for each of the employees that are joined: the start date; highest the start date first; the first 3": (
        "name the 3 people who joined us last", "three employees who joined most recently"),
    "for each of the tickets that are not closed and that are reported and with type “Defect”: the created; lowest the created first; the first 5": (
        "Among defects not closed, which five were reported the longest ago?",),
    "for each of your past conversations with account “Kenmore Freight”: the subject, the date; highest the date first; the first 3": (
        "show subject and date for my three latest conversations with Kenmore Freight, starting with the most recent",),
    "for each of your accounts: the employees; highest the employees first": ("list accounts I own by how many employees they have, descending",),
    "the number of tickets that are closed in October 2026 and with type “Defect”": (
        "I'm preparing the October numbers. How many defects were fixed?", "how many defects were fixed last month, October?"),
    "the employees that are joined from 1 September to 20 November 2026": ("hires from September until now", "hires since September up to today"),
    "the number of interviews that are scheduled from 23 November to 29 November 2026": ("how many interviews are lined up for the coming week?",),
    "the number of interviews that are completed in October 2026": ("Last month, October, we completed how many interviews?",),
    "the total amount in days of the pending time-off requests (of the employees that are in your team) and with from in December 2026": (
        "Adding up the pending December time off of my team, how many days is that?",
        "how many days of time off has my team requested for December that are still pending?"),
    "the tenure in full years of employee “Ana Ruiz”": ("Ana Ruiz has been here for a while now. How many complete years is it?",),
    "the days overdue in days of invoice “INV-77”": ("INV-77 is how many days late?", "Invoice INV-77 is late. How many days is it past due?"),
    "the average time to close in hours of the closed tickets with type “Defect”": (
        "It takes us how many hours on average till a defect is closed?",),
    "the yearly base pay of your pay": (
        "on a yearly basis, how much base salary do I get?", "I have an hourly wage. Can you tell me what base pay that makes for a year?"),
    "the share of those that are won among the opportunities that are decided in 2026": ("won against lost deals this year: what is our win rate",),
}
CASES = [(goal, question) for goal, questions in READ.items() for question in questions]


@pytest.mark.parametrize("goal, question", CASES, ids=[question for _, question in CASES])
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


@pytest.mark.parametrize("turn", turns(), ids=[turn.like for turn in turns()])
def test_a_turn_of_phrase_has_an_example_that_it_changes(turn):
    assert turn.put(turn.like) != turn.like
    assert turn.put(turn.put(turn.like)) == turn.put(turn.like)
