"""Wordings of people who do not know the rules: a scene before the question, what is asked set behind, orders and groups said around."""

from dataclasses import replace

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.understand.grammar.evidence import VALUE, Known
from agent.understand.grammar.planner import read
from tests.cases import each_case
from tests.unit.agent.directory import PEOPLE, TODAY, names_in, read_question

SAME = (
    # A scene, and who or what it is about.
    ("Ana Ruiz's company email address", "Ana Ruiz's work email"),
    # What it is about first, the noun with an article behind.
    # Figures.
    ("the combined value of my open deals", "total value of my open deals"),
    ("In the whole organization, how many defects are open?", "how many defects are open in the whole company?"),
    # Orders, and who has the most.
    ("the three people with the most open tickets", "which three people have the most open tickets?"),
    ("top 3 accounts by open tickets", "top 3 accounts by number of open tickets"),
    # Time off.
)


@each_case("said, plain", SAME)
def test_a_wording_is_read_as_the_plain_one(said, plain):
    assert len(read_question(plain).goals) == 1
    assert read_question(said).goals == read_question(plain).goals


READ = {
    "for each of the open tickets with type “Defect”: the age; highest the age first; the first 3":
        "which three open defects have been around the longest?",
    "for each of your leads: the age; highest the age first; the first 1": "which of my leads have been around the longest",
    "for each of the employees: the tenure; highest the tenure first; the first 1": "who has been around the longest",
    "the start date of employee “Ana Ruiz”": "Ana Ruiz's strat date",
}


@pytest.mark.parametrize("goal, question", READ.items(), ids=READ.values())
def test_a_wording_means(goal, question):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [goal]


@each_case("question", [
    "which accounts have been with us the longest",                 # not those whose owner has
    "which tickets have worked here the longest",
    "customer invoices this year: how many paid, how many open?",   # what is open may be an amount
    "I had a call from Ben Cole. Which office does that mean?",
    "I need to send something to Ben Cole",
    "most open tickets: when?",
    "tickets: how many open, how many Ana?",
    "Kenmore Freight: who is the astronaut?",
])
def test_what_only_looks_like_it_is_not_read(question):
    assert read_question(question).goals == ()


def test_the_longer_name_owns_the_words_of_a_value():
    question = "customer support tickets without an assignee"
    names = names_in(question, PEOPLE | {"ticketing/Collection": ("Customer Support",)})
    project = names["customer support"][0]
    tag = replace(project, key="t|tag", model=VALUE, name="customer", properties={"field": "ticketing/Ticket.tags", "value": "customer"})
    goals = read(catalogue(), question, Known({**names, "customer": (tag,)}, TODAY)).goals
    assert [say_goal(catalogue(), goal) for goal in goals] == ["the unassigned tickets in project “customer support”"]
