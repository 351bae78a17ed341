"""Short questions, as people type them into a database: what they are about first, the question word last, a list or a number to end with."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

MEANT = {
    # What the question is about stands first.
    "won deals: average amount": "the average amount of the won opportunities",
    "Sev1 defects: mean hours to close": "the average time to close of the tickets with priority “Sev1” and with type “Defect”",
    "Seawall - share of Sev1 tickets that are overdue":
        "the share of those that are overdue among the tickets in project “Seawall” and with priority “Sev1”",
    "how old is Ana Ruiz": "the age in years of employee “Ana Ruiz”",
    "when is Ana Ruiz's pending leave":
        "for each of the pending time-off requests of employee “Ana Ruiz”: the requester, the kind, the first day off, the last day off, "
        "the amount, the status",
    # A part and its whole, sums and counts.
    "how many open deals does every owner have": "the number of open opportunities by owner",
    "how many open deals are in each stage": "the number of open opportunities by stage",
    "city with the most people":
        "the number of employees by work location’s city; highest number of employees first; the first 1",
    "size of the Finance department": "the number of active employees in department “Finance”",
    "what is our whole open pipeline worth": "the total amount of the open opportunities",
    "which department does Ana Ruiz belong to": "the department of employee “Ana Ruiz” and with kind “DEPARTMENT”",
    # Which way something went, what is still to be decided, what was the last.
    "emails to Juniper": "the outbound email exchanges with account “Juniper”",
    "calls from Kenmore Freight": "the inbound calls with account “Kenmore Freight”",
    "deals not yet won": "the opportunities that are not decided",
    "tickets not yet closed": "the tickets that are not closed",
    "last two calls with Juniper": "for each of the past calls with account “Juniper”: the date; latest date first; the first 2",
    "customers without unpaid invoices":
        "the customers without unpaid invoices",
    "invoices paid late": "the paid late invoices",
    "how many poeple per department": "the number of employees by department",
    "calls I logged since the first of July, number":
        "the number of your calls with date from 1 July to 20 November 2026",
    "how many tickets were created since the year began":
        "the number of tickets reported from 1 January to 20 November 2026",
    # What is left out, who is not there, what is said too.
    "emails to Juniper that are upcoming": "the outbound upcoming email exchanges with account “Juniper”",
    "Forestry accounts, all of them": "the accounts with industry “Forestry”",
    "defects that came in last week, number":
        "the number of tickets reported from 9 November to 15 November 2026 and with type “Defect”",
    "number of invoices by currency and status": "the number of invoices by currency and status",
    "accounts with open tickets that also have open deals": "the customers of the open tickets and of the accounts of the open opportunities",
    "open deals with amounts": "for each of the open opportunities: the amount",

}
NOT_READ = (
    "open deals, open tickets", "open deals, number of open tickets",       # two requests, not one of the other's
    "deals without an amount", "invoices without a balance",        # nothing there, or a zero?
    "tickets as a percentage of defects", "defects as a percentage of open deals",        # no part of it
    "accounts with 800 to 300 employees",
    "average invoice amount per customer in 2026",                  # no employee of the name “2026”
    "overdue paid invoices",                                        # what is paid is not overdue
    "last two upcoming calls with Juniper",
    "meetings that did not take place",                             # called off, or still to come?
    "last meeting per account", "tickets not closed by Ana Ruiz",
    "invoices with issue date above 30,000 CHF", "deals with an amount above 30 days",
    "open tickets but closed",
)


@each_case("question", MEANT)
def test_a_short_question_means_what_the_long_one_does(question):
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [MEANT[question]]


@each_case("question", NOT_READ)
def test_what_no_such_rule_ties_together_stays_unread(question):
    assert read_question(question).goals == ()
