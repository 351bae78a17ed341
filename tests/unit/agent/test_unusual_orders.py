"""Questions in the orders and wrappings that people use: the name first, the question word last, courtesies around it, what is had besides."""

import pytest

from agent.plan.algebra import Card, nodes
from tests.cases import each_case
from tests.unit.agent.directory import read_question

SAME = (
    # The name is set off, and a word points at it.
    # The question word stands last, or its preposition first.
    # What was asked is asked again.
    ("my direct reports in Lisbon, who are they?", "my direct reports in Lisbon"),
    ("which position does Ben Cole hold with us?", "what is Ben Cole's job title"),
    # Courtesies.
    ("I need Ana Ruiz's work email, do you have it", "Ana Ruiz's work email"),
    ("would you mind telling me how many people are in Finance, that's all I need", "how many people are in Finance"),
    ("count the employees in Lisbon for me", "how many employees are in Lisbon"),
    # Something else that is had.
    ("accounts with both an open deal and an overdue invoice", "accounts with an open deal and an overdue invoice"),
    ("people with us for more than 10 years", "people with tenure of more than 10 years"),
    ("who in Rigging is a manager?", "who in Rigging are managers?"),
    # What is added up or counted comes first.
    ("Adding up my open deals, how much are they worth?", "total amount of my open deals"),
    # Who holds a role, and what that person does.
    ("what does the account owner of Juniper do here?", "job title of the account owner of Juniper"),
)


@each_case("said, plain", SAME)
def test_an_unusual_order_means_what_the_plain_one_means(said, plain):
    assert read_question(plain).goals
    assert read_question(said).goals == read_question(plain).goals


@pytest.mark.parametrize("question, kind", [
    ("who is Ben Cole, do you know", Card),
])
def test_what_is_asked_for_stays_what_it_is(question, kind):
    assert [type(goal) for goal in read_question(question).goals] == [kind]


@pytest.mark.parametrize("one, other", [
    ("accounts with an open deal but no overdue invoice", "accounts with an open deal and an overdue invoice"),
    ("people with us for more than 10 years", "people with us for less than 10 years"),
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
