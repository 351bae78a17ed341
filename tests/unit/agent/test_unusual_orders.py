"""Questions in the orders and wrappings that people use: the name first, the question word last, courtesies around it, what is had besides."""

import pytest

from agent.plan.algebra import Card, Figures, Groups, Names, Show, Summary, nodes
from agent.understand.grammar.fronted import straightened
from tests.unit.agent.directory import read_question

SAME = (
    # The name is set off, and a word points at it.
    ("Ben Cole - which team is he in?", "which team is Ben Cole in?"),
    ("Ben Cole: what's his job title", "what is Ben Cole's job title"),
    ("Ben Cole what is his work email", "what is Ben Cole's work email"),
    ("ATL-12 - who is working on it?", "who is working on ATL-12?"),
    ("what is her start date, Ana Ruiz", "what is Ana Ruiz's start date"),
    ("Kenmore Freight, how many contacts do we have there?", "how many contacts do we have at Kenmore Freight?"),
    ("Kenmore Freight: what does the last note say", "what does the last note on Kenmore Freight say"),
    # The question word stands last, or its preposition first.
    ("to whom does Ben Cole report?", "whom does Ben Cole report to?"),
    ("Finance has how many people?", "how many people does Finance have?"),
    ("INV-77 has which due date?", "which due date does INV-77 have?"),
    ("Ben Cole works as what?", "what does Ben Cole work as?"),
    ("Ana Ruiz belongs to what team?", "what team is Ana Ruiz in?"),
    ("my number of direct reports?", "number of my direct reports?"),
    ("From my direct reports, who is in Lisbon?", "of my direct reports, who is in Lisbon?"),
    ("Lisbon-based welders", "Lisbon welders"),
    # What was asked is asked again.
    ("Ben Cole's job title, what is it?", "Ben Cole's job title"),
    ("Ana Ruiz's start date, when was it?", "Ana Ruiz's start date"),
    ("my direct reports in Lisbon, who are they?", "my direct reports in Lisbon"),
    ("which position does Ben Cole hold with us?", "what is Ben Cole's job title"),
    ("is there a phone number for Greta Gilmore?", "what is the phone number of Greta Gilmore"),
    # Courtesies.
    ("I need Ana Ruiz's work email, do you have it", "Ana Ruiz's work email"),
    ("would you mind telling me how many people are in Finance, that's all I need", "how many people are in Finance"),
    ("I'm about to call Kenmore Freight. What was said in my last call with them?", "what was said in my last call with Kenmore Freight?"),
    ("count the employees in Lisbon for me", "how many employees are in Lisbon"),
    # Something else that is had.
    ("accounts with both an open deal and an overdue invoice", "accounts with an open deal and an overdue invoice"),
    ("people with us for more than 10 years", "people with tenure of more than 10 years"),
    ("open deals by stage, how many in each", "open deals by stage"),
    ("who in Rigging is a manager?", "who in Rigging are managers?"),
    # What is added up or counted comes first.
    ("Adding up all overdue invoices in USD, how much do customers still owe us?",
     "how much do customers still owe us on all overdue invoices in total in USD"),
    ("Adding up my open deals, how much are they worth?", "total amount of my open deals"),
    ("if you sum up my open deals, how much is that?", "total amount of my open deals"),
    ("Counting all open tickets, how many does my team have?", "how many open tickets does my team have?"),
    ("Adding up my open deals, how many are there?", "how many open deals do I have"),
    # Who holds a role, and what that person does.
    ("who is the recruiter with the most open jobs", "which recruiter has the most open jobs"),
    ("open tickets: which assignee has the most?", "which assignee has the most open tickets"),
    ("top 3 deal owners by open deals", "open deals by deal owner, top 3"),
    ("what does the account owner of Juniper do here?", "job title of the account owner of Juniper"),
)


@pytest.mark.parametrize("said, plain", SAME)
def test_an_unusual_order_means_what_the_plain_one_means(said, plain):
    assert read_question(plain).goals
    assert read_question(said).goals == read_question(plain).goals


@pytest.mark.parametrize("question, kind", [
    ("Ben Cole - which team is he in?", Names), ("Ben Cole: what's his job title", Show), ("Finance has how many people?", Figures),
    ("open deals by stage, how many in each", Groups), ("Kenmore Freight: what does the last note say", Summary),
    ("who is Ben Cole, do you know", Card),
])
def test_what_is_asked_for_stays_what_it_is(question, kind):
    assert [type(goal) for goal in read_question(question).goals] == [kind]


@pytest.mark.parametrize("one, other", [
    ("accounts with an open deal but no overdue invoice", "accounts with an open deal and an overdue invoice"),
    ("people with us for more than 10 years", "people with us for less than 10 years"),
    ("Ben Cole - who does he report to?", "Ben Cole - who reports to him?"),
    ("teams larger than the average team", "teams smaller than the average team"),
])
def test_what_differs_in_meaning_is_read_differently(one, other):
    first, second = read_question(one).goals, read_question(other).goals
    assert first and second and first != second


@pytest.mark.parametrize("question", [
    "accounts with both an open deal",                          # and what else?
    "ATL-12 - which team is she in?",
    "tickets for me, that's all I need and more",
    "people with us for more than Ana",
])
def test_what_says_too_little_has_no_reading(question):
    assert read_question(question).goals == ()


def test_those_of_a_person_are_never_what_the_person_reported():
    (goal,) = read_question("how many open tickets do Ben Cole's reports have").goals
    assert {node.model for node in nodes(goal)} >= {"hris/Employee"}
    assert "creator" not in repr(goal)


@pytest.mark.parametrize("question", [
    "who works in Finance", "how many people does Finance have?", "which team is Ana Ruiz in?", "what is the status of ATL-12",
    "who owns Juniper and Kenmore Freight?",
])
def test_a_question_in_the_usual_order_is_left_as_it_is(question):
    assert straightened(question) == question
