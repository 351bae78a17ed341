"""What is said behind rows or groups, and in clauses: what is left out, how many are wanted, whose role is whose, what comes next."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

REVENUE = "the total revenue of the revenue; by account’s owner; highest the total revenue of the revenue first; the first 5"
EACH_OWN = "the number of accounts of the customer or supplier of the overdue invoices"
READ = {
    "the number of open tickets not in project “Seawall”; by project": (
        "open tickets per project except Seawall", "Number of open tickets per project, please. All projects except Seawall."),
    "your direct report not that are employee “Ben Cole”": ("my direct reports except Ben Cole", "all my direct reports apart from Ben Cole"),
    "the number of tickets either with priority “Sev1” or with priority “Sev2”; by priority": (
        "number of tickets for each of Sev1 and Sev2", "Count the tickets for each of Sev1, Sev2"),
    REVENUE: ("revenue by account owner, top 5", "Revenue by account owner, five best owners, highest first",
        "revenue per account owner, the top 5 owners"),
    "the number of open tickets; by assignee’s own employee’s team": ("open tickets per team of the assignees",
    "open tickets by team of the assignee"),
    "the number of conversations either with kind “CALL” or with kind “MEETING”; by kind": ("calls and meetings per type",
    "number of calls and meetings by type"),
    "the job openings of yours": ("jobs where I'm the hiring manager", "Which jobs are there where I am the hiring manager?"),
    "the accounts of employee “Ana Ruiz”": ("accounts where Ana Ruiz is the owner",),
    "the reporting line of employee “Ana Ruiz”": (
        "Who is in the reporting line above Ana Ruiz, all the way to the CEO?",
        "the reporting line of Ana Ruiz up to the top"),
    "the number of accounts of the won opportunities and not (of the customer or supplier of the invoices)": (
        "Accounts with a won deal for which there is no invoice at all: how many are there?",),
    "for each of the scorecards whose application is the applications for job opening “Senior Buyer”: the application’s candidate, "
    "the application’s job, the recommendation, the submitted, the scorecard author": ("What did the scorecards for the Senior Buyer job say?",),
    "the open tickets": ("still open tickets", "tickets that are still open"),
    "the candidate of the active applications": ("candidates who are still in the running", "active candidates"),
    "the candidate of the rejected applications": ("rejected candidates", "candidates who were rejected"),
    "for each of your direct report: (the number of tickets by assignee’s own employee), (the number of accounts by owner’s own employee)": (
        "per person of my direct reports I need two figures: number of tickets, and number of accounts",),
    f"for each of your direct report where (({EACH_OWN}) by owner’s own employee) is above 0: ({EACH_OWN}) by owner’s own employee": (
        "For each of my direct reports: how many of their customers have an overdue invoice? Leave out direct reports with none",
        "for each of my direct reports: how many of their accounts have an overdue invoice, leaving out those without any"),
    "the number of open tickets; by project": ("open tickets per project, leave out projects without any",),
    "the date of the 1 with the earliest date among the meeting upcoming conversations with account “Kenmore Freight”": (
        "When is the next meeting with Kenmore Freight?",),
}
CASES = [(goal, question) for goal, questions in READ.items() for question in questions]


@each_case("goal, question", CASES)
def test_a_wording_is_read_as_what_it_means(goal, question):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [goal]


@each_case("question", [
    "open tickets per project except Ben Cole", "tickets for each of Sev1", "tickets for each of Sev1 and Lisbon", "my direct reports except Seawall",
    "revenue by account owner, five best projects", "open tickets per project, leave out owners without any",
    "open tickets, leave out those without any",
    "per person of my direct reports I need three figures: number of tickets, and number of accounts", "jobs where I'm the owner",
    "the next tickets", "next week's next", "calls and tickets per type", "still Ben", "my tickets up to the top", "except Seawall",
    "where I'm the hiring manager",
])
def test_what_only_looks_like_it_is_not_read(question):
    assert read_question(question).goals == ()
