"""What is said around a question and in it: who owes the most, how long ago, by nobody, only for; wordings, and what they are understood as."""

import pytest

from agent.catalogue import catalogue
from agent.say import say_goal
from tests.unit.agent.directory import read_question

OWED = "the total balance of the unpaid invoices"
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
}
CASES = [(goal, question) for goal, questions in READ.items() for question in questions]


@pytest.mark.parametrize("goal, question", CASES, ids=[question for _, question in CASES])
def test_a_wording_is_read_as_what_it_means(goal, question):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [goal]


@pytest.mark.parametrize("question", [
    "how much do we owe Kenmore Freight", "who do we owe the most", "tickets nobody", "nobody has met", "only for",
    "tickets only in Seawall", "leads only",
    "how many days since", "How many days ago was Kenmore Freight?", "How many hours is it since my last conversation with Kenmore Freight?",
])
def test_what_only_looks_like_it_is_not_read(question):
    assert read_question(question).goals == ()
