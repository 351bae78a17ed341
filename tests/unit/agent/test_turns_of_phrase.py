"""What is said around a question and in it: who owes the most, how long ago, by nobody, only for; wordings, and what they are understood as."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

OWED = "the total balance of the unpaid invoices"
OF_REPORTS = "the employees that are managers and where ((the number of employees"
READ = {
    f"{OWED} of account “Kenmore Freight” and that are receivable": (
        "What does Kenmore Freight owe us?", "how much does Kenmore Freight owe"),
    f"{OWED} that are receivable; by customer or supplier; highest ({OWED} that are receivable) first; the first 1": ("Who owes us the most?",),
    f"{OWED} that are payable": ("what do we owe", "How much do we owe?"),
    "the not met leads": ("leads nobody has met", "Which leads has no one met?", "leads that nobody had a meeting with"),
    "the tickets that are not closed": ("tickets that nobody has closed", "tickets no one has closed"),
    "the days since in days of your last conversation with account “Kenmore Freight”": (
        "How many days is it since my last conversation with Kenmore Freight?", "How many days ago was my last conversation with Kenmore Freight?"),
    "the tickets in project “Seawall”": ("tickets, only in Seawall", "all tickets, just in Seawall please"),
    "the mobile phone of employee “Ana Ruiz”": (
        "which mobile number do you have on file for Ana Ruiz?", "What mobile number do we have on file right now for Ana Ruiz?"),
    "the average amount of the won opportunities": ("average size of a won deal", "What's the average size of the deals we won?"),
    "the total balance of the overdue invoices": (
        "outstanding amount of the overdue invoices by currency", "balance of overdue invoices, per currency"),
    "the overdue invoices that are receivable and with balance above 20000 USD": ("overdue customer invoices with a balance above 20,000 USD",),
    "your past conversations with date in 2026": ("conversations I had this year",),
    "the number of your past conversations with date in November 2026": ("How many conversations have I had this month?",),
    "the job title of the employments of employee “Ana Ruiz”": ("Kindly tell me the job title of Ana Ruiz, thx",),
    "the number of tickets; by priority": ("tickets by priority, open and closed together",),
    "your direct report": ("names of my direct reports as of now",),
    "the average (number of employees by team) over the teams": ("average number of people in a team",),
    "a summary of your last call conversation with account “Kenmore Freight”": ("my last call with Kenmore Freight - key points?",),
    "the start date of employee “Ana Ruiz”": ("on which date did Ana Ruiz come on board?",),
    "the average employees of the accounts": ("average size of our accounts",),
    "the total amount of your open opportunities": ("total amount of my open pipeline", "value of my open pipeline"),
    "the share of those that are won among the opportunities that are decided in 2026": (
        "win rate of the deals closed this year", "What is the win rate for deals decided this year?"),
    "the date of your last conversation with account “Kenmore Freight”": (
        "When did I last talk to Kenmore Freight?", "when did I speak with Kenmore Freight last time?"),
    "the number of applications; by source; highest the number of applications first; the first 1": (
        "Which source brings in the most applications?", "which source has brought us the most applications?"),
    "the opportunities that are closing until 30 December 2026": ("which deals should close before the end of this year?",),
    "the candidate of the rejected applications for job opening “Senior Buyer” and that are applied": (
        "who applied for Senior Buyer and was rejected?", "candidates who applied for Senior Buyer and were rejected"),
    "the number of completed interviews whose application is the applications of yours": (
        "how many interview rounds did I have before I was hired?",),
    "the tickets that are not closed and with type “Defect”": ("defects that we haven't closed", "defects that nobody has fixed yet"),
    "for each of your open opportunities: the age; highest the age first": ("my open deals by age, oldest first",),
    "for each of your open opportunities: the age; lowest the age first": ("my open deals by age, newest first",),
    "the open job openings": ("which vacancies do we have?",),
    "the number of overdue invoices": ("the number of our overdue invoices",),
}
CASES = [(goal, question) for goal, questions in READ.items() for question in questions]


@each_case("goal, question", CASES)
def test_a_wording_is_read_as_what_it_means(goal, question):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [goal]


@each_case("question", [
    "how much do we owe Kenmore Freight", "who do we owe the most", "tickets nobody", "nobody has met", "only for",
    "tickets only in Seawall", "leads only",
    "how many people were there when I was hired", "how many open tickets were there before I joined", "who was my manager when I was hired",
    "average amount of our pipeline", "which deals should we close",
    "salary of my reports by currency", "who applied for Senior Buyer and was hired before I joined",
    "how many candidates applied before I joined",
    "how many days since", "How many days ago was Kenmore Freight?", "How many hours is it since my last conversation with Kenmore Freight?",
])
def test_what_only_looks_like_it_is_not_read(question):
    assert read_question(question).goals == ()
