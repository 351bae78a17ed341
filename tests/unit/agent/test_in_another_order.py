"""Questions whose words stand in another order, or that say first what they are about; what is asked of each is never lost behind it."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.unit.agent.directory import read_question

_OF_MY_TEAM = "for each of the employees that are in your team"
_OPEN_EACH = "(the number of open tickets by assignee’s own employee)"
MEANT = {
    # Mine, said behind the noun: the accounts are, not the tickets.
    "Which accounts of mine have open tickets?": "your accounts of the customer of the open tickets",
    "open tickets per account of mine": "for each of your accounts: the number of open tickets by customer’s own account",
    "how many leads of mine are open": "the number of your open leads",
    "which accounts of mine have open tickets? With the number per account":
        "for each of your accounts of the customer of the open tickets: the number of open tickets by customer’s own account",
    "which of my accounts have open deals, with the count for each":
        "for each of the account of the open opportunities and of yours: the number of open opportunities by account",
    # The question word, or whom it is asked of, elsewhere.
    "For which customers does Ana Ruiz have open tickets?": "the customer of the open tickets of employee “Ana Ruiz”",
    "Which projects does Ana Ruiz have open tickets in?": "the project of the open tickets of employee “Ana Ruiz”",
    "Are there any of my reports without a user in the ticketing tool? Who?":
        "your direct report not (of the ticketing users that are known in the ticketing app)",
    "which five account owners have the most revenue?":
        "the total revenue of the revenue; by account’s owner; highest the total revenue of the revenue first; the first 5",
    "which three assignees have the most open tickets":
        "the number of open tickets; by assignee; highest the number of open tickets first; the first 3",
    "How many open tickets does each team have, going by the assignees?": "the number of open tickets; by assignee’s own employee’s team",
    "I last had a meeting with Kenmore Freight on which date?": "the date of your last meeting conversation with account “Kenmore Freight”",
    "I last spoke with Kenmore Freight when?": "the date of your last conversation with account “Kenmore Freight”",
    "ATL-12 is assigned to whom?": "the assignee of ticket “ATL-12”",
    "ATL-12 was opened by whom?": "the creator of ticket “ATL-12”",
    "the account owner of Kenmore Freight is?": "the owner of account “Kenmore Freight”",
    "Kenmore Freight's account owner is?": "the owner of account “Kenmore Freight”",
    "Ben Cole, number of rounds of interview he went through?":
        "the number of completed interviews whose application is the applications of employee “Ben Cole”",
    "my last meeting with Kenmore Freight: what was it they said?": "a summary of your last meeting conversation with account “Kenmore Freight”",
    "what did the interviewers write in the scorecards for Senior Buyer":
        "for each of the scorecards whose application is the applications for job opening “Senior Buyer”: "
        "the application’s candidate, the application’s job, the recommendation, the submitted, the scorecard author",
    "which industry is Kenmore Freight in? (it's an account)": "the industry of account “Kenmore Freight”",
    "what number can I reach Ana Ruiz on by phone?": "the mobile phone of employee “Ana Ruiz”",
    # The time first, what is asked of each behind it.
    "next week, who in my team is off, and how many open deals do they own?":
        f"{_OF_MY_TEAM} and that are off from 23 November to 29 November 2026: the number of open opportunities by owner’s own employee",
    "For each person in my team: which city do they work in, how many open tickets do they have?":
        f"{_OF_MY_TEAM}: the work location’s city, {_OPEN_EACH}",
    "per person in the Rigging team, which city are they based in, and how many open tickets do they have":
        f"for each of the employees in team “Rigging”: the work location’s city, {_OPEN_EACH}",
    "my Lisbon team, one line each - number of open tickets":
        "for each of the employees (in the locations with city “Lisbon”) and that are in your team: "
        "the number of open tickets by assignee’s own employee",
    # What somebody says first.
    "I'm the hiring manager for some jobs. Which candidates are still active for those?":
        "the candidate of the active applications for the job openings of yours",
    "I'm the owner of some deals. How many of them are open?": "the number of your open opportunities",
    "My team has requested leave in December. How many days of it are still undecided?":
        "the total amount in days of the pending time-off requests (of the employees that are in your team) and with from in December 2026",
    "Ana Ruiz is off today. What reason did she give in her request?":
        "the note of the time-off requests of employee “Ana Ruiz” and that are approved and under way on 20 November 2026",
    "Kenmore Freight: how many of their invoices are past due?": "the number of overdue invoices of account “Kenmore Freight”",
    # Other words for it.
    "how many people have sent an application in the last 20 days?":
        "the number of candidates of the applications that are applied from 31 October to 20 November 2026",
    "Sev1 defects fixed within SLA, in percent?":
        "the share of those that are within sla among the tickets that are sla decided and with priority “Sev1” and with type “Defect”",
    "leads met, as a percentage": "the share of those that are met among the leads",
    "how much has Northwind billed us in total?": "the overall total of the invoices of customer or supplier “Northwind” and that are payable",
    "what is Ana Ruiz's base pay for a year": "the yearly base pay of the pay of employee “Ana Ruiz”",
    "in Rigging, what does the base pay average out at":
        "the average yearly base pay of the yearly pays whose employee is the employees in team “Rigging”",
    "people of my team with pay above 100,000 dollars per year":
        "the employees that are in your team and whose pay is the yearly pays with yearly base pay above 100000 USD",
    "I need Ana Ruiz's date of birth for a form": "the date of birth of employee “Ana Ruiz”",
    "my personal email as you have it on file, what is it": "the personal e-mail of you",
    "could you read me the phone number you hold for me": "the mobile phone of you",
    "my chain of managers up to the CEO": "your reporting line",
    "open tickets by Sev1, Sev2 and so on": "the number of open tickets; by priority",
    # Who did it: a team does by its people.
    "deals won by the Rigging team": "the won opportunities of the CRM users of the employees in team “Rigging”",
    "how many deals did the Rigging team win": "the number of won opportunities of the CRM users of the employees in team “Rigging”",
    "how many tickets did the Rigging team close last month":
        "the number of tickets (of the ticketing users of the employees in team “Rigging”) and that are closed in October 2026",
    "which tickets has Ana Ruiz closed last month": "the tickets of employee “Ana Ruiz” and that are closed in October 2026",
    "which deals did Ana Ruiz win this year": "the opportunities of employee “Ana Ruiz” and that are won in 2026",
    "how many people does the Rigging team have": "the number of employees in team “Rigging”",
    # Whether there are any.
    "are there any of my accounts with overdue invoices": "whether there is any of your accounts of the customer or supplier of the overdue invoices",
    "does any of my accounts have an overdue invoice": "whether there is any of your accounts of the customer or supplier of the overdue invoices",
    "do I have any direct reports in Lisbon": "whether there is any of your direct report in the locations with city “Lisbon”",
    # Managers among them, and above them.
    "how many people in Lisbon are managers": "the number of employees (in the locations with city “Lisbon”) and that are managers",
    "how many people in Lisbon that are managers": "the number of employees (in the locations with city “Lisbon”) and that are managers",
    "which of my direct reports are managers": "your direct report that are managers",
    "everybody above Ana Ruiz in the org chart": "the reporting line of employee “Ana Ruiz”",
    "what's the name of the boss of Ana Ruiz": "the manager of employee “Ana Ruiz”",
    "since when has ATL-12 been open": "the created of ticket “ATL-12”",
    # What waits to be decided lies ahead, whenever it was asked for.
    "how many hours of the leave I requested in December are still pending?":
        "the total amount in hours of the pending time-off requests of yours and with from in December 2026",
}

NOT_READ = (
    "for each of my people: how many open tickets do they have, which city do they work in",        # neither is dropped for the other
    "for each person in my team: work city, how many open tickets do they have",
    "a friend of mine", "what is wrong with mine", "open deals in percent", "account owner is?", "which five owners are open",
    "Ana Ruiz is off today. What did she eat?", "how much has Kenmore Freight billed", "what was it Ana said", "deals for a reference customer",
    "what number can I reach", "tickets closed by the same team", "what is the name of the game", "since when has the shop been open",
    "I'm the owner of some trouble. Which deals are open?",
)

FOLLOWED = {
    ("how many open tickets are there", "and overdue ones among those?"): "the number of open overdue tickets",
    ("open tickets", "and Sev1 ones among those"): "the open tickets with priority “Sev1”",
    ("open tickets by status", "break it down by Sev1, Sev2 and so on"): "the number of open tickets; by priority",
    ("top 10 deals by amount", "only show 3 of them, the top ones"):
        "for each of the opportunities: the amount; highest the amount first; the first 3",
    ("open deals of Ana Ruiz", "what are they worth in total"): "the total amount of the open opportunities of employee “Ana Ruiz”",
    ("who is in the Rigging team?", "never mind. which of them are in Lisbon?"):
        "the employees in team “Rigging” and in the locations with city “Lisbon”",
}


@pytest.mark.parametrize("question", MEANT)
def test_it_is_read_as_what_it_means(question):
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [MEANT[question]]


@pytest.mark.parametrize("question", NOT_READ)
def test_what_only_looks_like_it_is_not_read(question):
    assert read_question(question).goals == ()


@pytest.mark.parametrize("first, second", FOLLOWED)
def test_a_follow_up_in_other_words_changes_the_question_before(first, second):
    (before,) = read_question(first).goals
    assert [say_goal(catalogue(), goal) for goal in read_question(second, last=before).goals] == [FOLLOWED[first, second]]
