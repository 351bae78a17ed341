"""Wordings that had one reading, and not the one that was meant: the right one now, a question, or none."""

from dataclasses import replace

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.understand.grammar.evidence import VALUE, Known
from agent.understand.grammar.planner import read, spans
from kg.resolve import Candidate
from tests.cases import each_case
from tests.unit.agent.directory import TODAY, VALUES, read_question

MEANT = {
    "expenses by category this year": ["the total amount of the expenses with date in 2026 by expense category"],
    "how many expenses by employee": ["the number of expenses by employee"],
    # What is judged as of today is so today; "upcoming" and a verb have a time of their own.
    "which invoices are overdue today": ["the overdue invoices"],
    "how many tickets are overdue today?": ["the number of overdue tickets"],
    "overdue invoices today": ["the overdue invoices", "the overdue invoices with issue date on 20 November 2026"],
    "overdue tickets created today": ["the overdue tickets reported on 20 November 2026"],
    "how many upcoming interviews are there today": ["the number of interviews that are upcoming on 20 November 2026"],
    # The verb beside a period tells which time it is.
    "won deals created last month": ["the won opportunities created in October 2026"],
    "tickets reported by Ana Ruiz closed last month": [
        "the tickets closed in October 2026 and created by employee “Ana Ruiz”"],
    "deals owned by Ana Ruiz created in 2025": [
        "the opportunities created in 2025 and of employee “Ana Ruiz”"],
    # In total is one figure, not one of each.
    "what is the amount of our open deals in total": ["the total amount of the open opportunities"],
    "what's the balance of our overdue invoices altogether?": ["the total balance of the overdue invoices"],
    "expenses of Ana Ruiz this year in total": ["the total amount of the expenses of employee “Ana Ruiz” and with date in 2026"],
    "overdue invoices, total": ["the overall total of the overdue invoices"],
    "total of vacation days left for everyone in Lisbon": ["the total balance in days of the vacation balances of the employees in “Lisbon”"],
    "who's on ATL-12": ["the assignee of ticket “ATL-12”"],
    # What is the highest is what is said behind it.
    "which deals have the highest age": ["for each of the opportunities: the age; highest age first; the first 1"],
    # The part of a share is what its verb says, the whole all that was said besides.
    "What percentage of employees in Lisbon are remote?": [
        "the share of those who are remote among the active employees in “Lisbon”"],
    "what share of tickets is overdue in Lighthouse": ["the share of those that are overdue among the tickets in project “Lighthouse”"],
    "what share of our people are managers": ["the share of those who are managers among the employees"],
    "who in Lisbon is a manager": ["the managers in “Lisbon”"],
    "leads that nobody has met": ["the not met leads"],
    "who is on vacation": ["the on vacation employees"],
    "who is on sick leave next week": ["the employees who are on sick leave from 23 November to 29 November 2026"],
    # "Largest" may go by a field or by a figure with a name.
    "largest customer": [
        "for each of the accounts: the number of employees; highest number of employees first; the first 1",
        "for each of the accounts: the total revenue by account; "
        "highest (total revenue by account) first; the first 1"],
    # Behind figures a currency is what they are told in, whatever they are grouped by; behind records it says which.
    "revenue by month this year in euros": ["the total revenue in EUR with date in 2026 by month of date"],
    "how much do our customers owe us in dollars?": [
        "the total balance in USD of the unpaid customer invoices of the customers"],
    "how many open tickets do our customers have?": ["the number of open tickets of the customers"],
    "customer invoices in euros by customer": [
        "the number of customer invoices in EUR by customer or supplier"],
    # One row has no one value of several things that are its own, such as somebody's conversations.
    "who joined in 2026? with the date": [],
    # What was never won is not what was not won.
    # What is counted too does not have to be issued; only the time is left of the verb.
    "customer invoices issued this year per status, drafts and voids included": [
        "the number of customer invoices that are of any status and with issue date in 2026 by status"],
    "share of Sev1 defects in Lighthouse fixed within SLA": [
        "the share of those that are within SLA among the tickets in project “Lighthouse” that are fixed or past their deadline "
        "and with priority “Sev1” and with type “Defect”"],
    # What happened in a time is a list or a number, where nobody says which.
    "defects fixed in October 2026": [
        "the number of tickets closed in October 2026 and with type “Defect”",
        "the tickets closed in October 2026 and with type “Defect”"],
    "list the tickets closed in October 2026": ["the tickets closed in October 2026"],
    "open tickets due this week": ["the open tickets due from 16 November to 22 November 2026"],
    # Values that are listed are the groups.
    "open defects by Sev1 and Sev2": [
        "the number of open tickets (either with priority “Sev1” or with priority “Sev2”) and with type “Defect” by priority"],
    "all defects by priority: Sev1, Sev2": [
        "the number of tickets (either with priority “Sev1” or with priority “Sev2”) and with type “Defect” by priority"],
    # Other wordings that many questions have.
    "tell me who Ana Ruiz's boss is": ["the manager of employee “Ana Ruiz”"],
    "Managers with at least five direct reports": [
        "the managers with at least 5 direct reports"],
    "people without direct reports": ["the employees with no direct reports"],
    "Which of my direct reports has the highest base pay?": [
        "for each of your direct reports: the yearly base pay; highest yearly base pay first; the first 1"],
    "open deals by owner, number": ["the number of open opportunities by owner"],
}
AFTER = {                               # a question, what is said next, and what that means
    ("open tickets in Lighthouse", "and the closed ones?"): ["the closed tickets in project “Lighthouse”"],
    ("who is Ana Ruiz's boss?", "and who reports to Ana Ruiz?"): ["the employees managed by employee “Ana Ruiz”"],      # not who is both
    ("top 3 open deals by amount", "who owns the second one"): ["the owner of the open opportunity with the second highest amount"],
    ("top 3 open deals by amount", "and the fourth one?"): [],
    ("open deals", "who owns the second one"): [],          # no order was told
    ("top 5 open deals", "won ones"): ["for each of the won opportunities: the amount; highest amount first; the first 5"],
    ("Who has the most open tickets?", "his manager"): [
        "the manager of the employee with the highest (number of open tickets by assignee’s own employee)"],
    ("Where is Ana Ruiz's manager based?", "how many direct reports does he have"): [
        "the number of direct reports of the manager of employee “Ana Ruiz”"],
    ("Who manages Ana Ruiz?", "Who is Ben Cole?"): ["what is known of employee “Ben Cole”"],
    ("revenue of Kenmore Freight", "and Juniper's"): ["the total revenue of account “Juniper”"],
    ("how much are our open deals worth", "by owner"): ["the total amount of the open opportunities by owner"],
    ("total amount of open deals", "split it by stage"): ["the total amount of the open opportunities by stage"],
    ("how many vacation days do my reports have left", "per team"): [
        "the total balance in days of the vacation balances of your direct reports by employee’s team"],
    ("how long have my reports been with us", "by team"): ["the average tenure of your direct reports by team"],
    ("open deals by owner", "and in total?"): ["the number of open opportunities"],
    ("headcount by city", "per city"): [],                  # by what it goes already
    ("top 3 customers by revenue", "the newest one"): [],   # the first by revenue is not the newest
    ("how many open tickets are in Lighthouse", "who is the newest one assigned to?"): [],      # the newest ticket, not the newest colleague
    ("who in my team is off this week?", "the week of 7 December?"): [
        "the employees who are in your team and who are off from 7 December to 13 December 2026"],
    ("which accounts does Ana Ruiz own", "who is the manager"): [],     # of whom?
    ("how many people joined this year", "their managers"): ["the managers of the employees who joined in 2026"],
    ("my open deals", "and my team?"): ["the open opportunities of the employees who are in your team"],
    ("total balance of overdue customer invoices", "only those over 10,000"): [
        "the total balance of the overdue customer invoices with balance above 10,000"],
    ("top 5 open deals", "how many of those does Ana Ruiz own"): [
        "the number of opportunities of employee “Ana Ruiz” that are among the 5 open opportunities with the highest amount"],
    ("three oldest open tickets", "which of these are in Lighthouse?"): [
        "the tickets in project “Lighthouse” that are among the 3 open tickets with the earliest creation date"],
}
NOT_READ = (
    "how many leave requests are waiting for me",                   # for a yes of the asker's, to requests of others
    "leave requests waiting for my approval",
    "my colleagues in Lisbon", "colleagues of mine in Porto",       # they need not report to the asker
    "my interviews next week", "Ana Ruiz's interviews", "who has the most interviews this week",    # who asks, or who was asked to get the job?
    "who in Rigging owns Juniper's account",                         # people, not accounts of theirs
    "who won the biggest deal this year", "who has the oldest open ticket",                         # it is not the deal that is asked for
    "jobs without candidates",                                      # not those whose hiring manager was never one
    "how many deals is that in total",                              # points back
    "sum up the comments on ATL-12 for me",                         # for whom it is, and not who wrote them
    "leads created by Ana Ruiz", "leads created this year by Ana Ruiz", "deals created by Ana Ruiz",      # their owner need not have created them
    "any manager of Ben Cole", "managers of Ben Cole",              # not those of the people below who are managers
    "deals created and won last month", "tickets opened and closed in October",       # both then, or one of them?
    "the 3 two oldest defects",
    "approved time off that is not decided",                        # what is approved is decided
    "which tickets were overdue last week", "which deals are overdue this week",      # what is judged as of today nothing tells of another day
    "the oldest tickets", "the largest accounts",                   # how many of them?
    "average size of our invoices", "average amount of open tickets",       # not the size of their customers, nor what these spend
    "average tenure of the recruiting offices",
    "my accounts by number of employees", "my deals by close date",        # in that order, or how many of each?
    "payments by status", "accounts by age", "applications by status",      # not the status of the customers, the age of the owners, the jobs' status
)


@each_case("question", MEANT)
def test_what_was_meant_is_read(question):
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == MEANT[question]


@pytest.mark.parametrize(("question", "meant"), [
    ("open tickets of my customers", "the open tickets of your accounts"),
    ("open tickets with tag customer", "the open tickets with tags “customer”"),
])
def test_tag_named_like_a_kind_of_record_matches_only_verbatim(monkeypatch, question, meant):
    monkeypatch.setitem(VALUES, "ticketing/Ticket.tags", ("customer",))
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [meant]


@each_case("question", NOT_READ)
def test_what_may_mean_something_else_is_not_read(question):
    assert read_question(question).goals == ()


@each_case(("before", "after"), AFTER)
def test_what_follows_goes_on_from_what_was_asked(before, after):
    last = read_question(before).goals[0]
    assert [say_goal(catalogue(), goal) for goal in read_question(after, last=last).goals] == AFTER[before, after]


def test_a_misspelt_word_is_a_whole_value_rather_than_a_part_of_a_name():
    question = "headcount in Manchster"
    slip = Candidate("t|team", "hris/Team", "team", "account", "Manchester Service", (), None, {}, "typo", 0.6, ())
    value = {"field": "hris/Location.city", "value": "Manchester"}
    city = replace(slip, key="t|city", model=VALUE, name="Manchester", properties=value, is_whole=True)
    names = {span: (slip, city) if span == "Manchster" else () for span in spans(question)}
    readings = read(catalogue(), question, Known(names, TODAY))
    assert [say_goal(catalogue(), goal) for goal in readings.goals] == ["the number of active employees in “Manchester”"]
