"""Wordings of people who do not know the rules: a scene before the question, what is asked set behind, orders and groups said around."""

from dataclasses import replace

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.understand.grammar.evidence import VALUE, Known
from agent.understand.grammar.planner import read
from agent.understand.grammar.turns import other_turns, otherwise
from tests.unit.agent.directory import PEOPLE, TODAY, names_in, read_question

SAME = (
    # A scene, and who or what it is about.
    ("I need to send something to Ana Ruiz's boss - who would that be?", "who is Ana Ruiz's boss?"),
    ("I'd like to talk to Juniper's owner: who is that?", "who is Juniper's owner?"),
    ("We have to send flowers to Ben Cole. Which team is he in?", "which team is Ben Cole in?"),
    ("I've got a mail from Greta Gilmore here. What company is she with?", "what company is Greta Gilmore with?"),
    ("I got a call from Ben Cole this morning - which team is he in?", "which team is Ben Cole in?"),
    ("who would Ben Cole's manager be?", "who is Ben Cole's manager?"),
    ("who would be the manager of Ben Cole?", "who is the manager of Ben Cole?"),
    ("could you check for me who Ben Cole reports to", "who does Ben Cole report to"),
    ("find me the work email of Ben Cole", "work email of Ben Cole"),
    ("Ana Ruiz's company email address", "Ana Ruiz's work email"),
    # What it is about first, the noun with an article behind.
    ("Kenmore Freight: which of us is the account owner?", "who is the account owner of Kenmore Freight?"),
    ("Kenmore Freight: what's the industry?", "what is the industry of Kenmore Freight?"),
    ("ATL-12, when is the due date?", "when is the due date of ATL-12?"),
    ("who among us owns Kenmore Freight", "who owns Kenmore Freight"),
    ("average base pay per year, Rigging team", "average base pay per year in the Rigging team"),
    ("my direct reports: number of open tickets of each one", "number of open tickets of each of my direct reports"),
    ("my managers - headcount cost for the people of each one", "headcount cost for each of my managers"),
    ("headcount cost per manager of mine", "headcount cost for each of my managers"),
    ("who's in charge of Kenmore Freight?", "who owns Kenmore Freight?"),
    ("which project is ATL-12 part of?", "which project is ATL-12 in?"),
    # Figures.
    ("the combined value of my open deals", "total value of my open deals"),
    ("how much revenue did each industry bring this year?", "revenue by industry this year"),
    ("Could you add up my team's open pipeline for me (in dollars)?", "my team's open pipeline in dollars"),
    ("my open pipeline as a dollar figure", "my open pipeline in dollars"),
    ("Of the leads I own, how many have not been met to this day", "how many of my leads have not been met"),
    ("In the whole organization, how many defects are open?", "how many defects are open in the whole company?"),
    ("what did I log this year in terms of calls and meetings? I need the number of each",
     "how many calls and meetings did I log this year by type"),
    ("how many calls and how many meetings did I log this year?", "how many calls and meetings did I log this year by type"),
    ("Defects in Seawall: how many Sev1, how many Sev2?", "number of defects in Seawall by Sev1 and Sev2"),
    ("this year's customer invoices (by issue date) by status and keep the drafts and voids in",
     "customer invoices with issue date this year by status, including drafts and voids"),
    # Orders, and who has the most.
    ("the 3 customers with the highest revenue incl. amounts, sorted from largest to smallest",
     "the 3 customers with the highest revenue with the amounts, largest first"),
    ("my open tickets from oldest to newest", "my open tickets, oldest first"),
    ("most open tickets in the Rigging team: who?", "who in the Rigging team has the most open tickets?"),
    ("the three people with the most open tickets", "which three people have the most open tickets?"),
    ("top 3 accounts by open tickets", "top 3 accounts by number of open tickets"),
    ("fewest open deals: who?", "who has the fewest open deals?"),
    ("On overdue invoices, who are the top 3 customers by what they owe us (USD)?", "who are the top 3 customers by overdue amount in USD?"),
    ("which two Sev1 defects have been open the longest", "which two open Sev1 defects have been around the longest"),
    # Time off.
    ("Has anybody of mine in Lisbon put in for leave that's still pending? show me who and when",
     "my team in Lisbon: what leave have they requested that is still pending?"),
    ("who is on leave in the Rigging team next week", "who in the Rigging team is on leave next week"),
)


@pytest.mark.parametrize("said, plain", SAME, ids=[said for said, _ in SAME])
def test_a_wording_is_read_as_the_plain_one(said, plain):
    assert len(read_question(plain).goals) == 1
    assert read_question(said).goals == read_question(plain).goals


READ = {
    "for each of the open tickets with type “Defect”: the age; highest the age first; the first 3":
        "which three open defects have been around the longest?",
    "for each of your leads: the age; highest the age first; the first 1": "which of my leads have been around the longest",
    "for each of the employees: the tenure; highest the tenure first; the first 1": "who has been around the longest",
    "the start date of employee “Ana Ruiz”": "Ana Ruiz's strat date",
    "the hiring manager of job opening “Senior Buyer”": "For Senior Buyer, who's the hiring manager?",
    "the number of opportunities (either that are lost or that are won) and with close date in 2026; by status":
        "deals this year: how many won, how many lost",
}


@pytest.mark.parametrize("goal, question", READ.items(), ids=READ.values())
def test_a_wording_means(goal, question):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [goal]


@pytest.mark.parametrize("question", [
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


@pytest.mark.parametrize("turn", other_turns(), ids=[turn.like for turn in other_turns()])
def test_another_turn_has_an_example_that_it_changes(turn):
    assert turn.put(turn.like) != turn.like
    assert turn.put(turn.like) in [text for text, _ in otherwise(turn.like)]


def test_the_longer_name_owns_the_words_of_a_value():
    question = "customer support tickets without an assignee"
    names = names_in(question, PEOPLE | {"ticketing/Collection": ("Customer Support",)})
    project = names["customer support"][0]
    tag = replace(project, key="t|tag", model=VALUE, name="customer", properties={"field": "ticketing/Ticket.tags", "value": "customer"})
    goals = read(catalogue(), question, Known({**names, "customer": (tag,)}, TODAY)).goals
    assert [say_goal(catalogue(), goal) for goal in goals] == ["the unassigned tickets in project “customer support”"]


def test_a_name_with_a_comma_is_one_name():
    people = PEOPLE | {"ats/Job": ("Welder, Rigging",)}
    goals = read_question("For Welder, Rigging, how many candidates are active?", people).goals
    assert [say_goal(catalogue(), goal) for goal in goals] == [
        "the number of candidates of the active applications for job opening “Welder, Rigging”"]
