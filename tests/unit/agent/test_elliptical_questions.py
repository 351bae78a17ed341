"""A question may begin with "and" and still be one of its own; "mine" and "Ben's" point back at what was asked before."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Figures, Is, Link, Me, Measure, Named, Names, Set, Show
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import DEAL, PEOPLE, TICKET, names, number

MY_TICKETS = number(TICKET, of.OPEN, of.assigned(Me()))
BOSS = Names(Set(PEOPLE, frozenset({Link(f"{PEOPLE}.manager", False, Named(PEOPLE, "Ana Ruiz"))})), "manager")
STARTED = number(PEOPLE, Is(f"{PEOPLE}.joined", of.YEAR))
ANAS_START = Show(Named(PEOPLE, "Ana Ruiz"), f"{PEOPLE}.start_date")


def reports_of(node):
    return Figures((Measure(Set(PEOPLE, frozenset({Link(f"{PEOPLE}.reports", False, node)})), "count"),))


def said(question, **around):
    return sorted(say_goal(catalogue(), goal) for goal in read_question(question, **around).goals)


@pytest.mark.parametrize("before, question, meant", [
    ("How many vacation days do I have left?", "and my sick leave?", ["the balance in days of your sick balances"]),
    ("How many vacation days do I have left?", "and my manager?", ["the balance in days of the vacation balances of your manager"]),
    ("How many open tickets do I have?", "and my reports?", ["the number of open tickets of your direct reports"]),
])
def test_what_is_mine_is_put_in_the_place_of_what_was_mine(before, question, meant):
    asked, = read_question(before).goals
    assert said(question, last=asked) == meant


@each_case("last, question, goal", [
    (MY_TICKETS, "thanks! and what is Ana Ruiz's start date?", ANAS_START),
    (STARTED, "and how many tickets are open?", number(TICKET, of.OPEN)),
    (STARTED, "of those, how many are in Lisbon", number(PEOPLE, Is(f"{PEOPLE}.joined", of.YEAR), of.in_city("Lisbon"))),
    (STARTED, "and of those, how many in Porto?", number(PEOPLE, Is(f"{PEOPLE}.joined", of.YEAR), of.in_city("Porto"))),
    (ANAS_START, "and Ben Cole's?", Show(Named(PEOPLE, "Ben Cole"), f"{PEOPLE}.start_date")),
    (ANAS_START, "and of Ben Cole's", Show(Named(PEOPLE, "Ben Cole"), f"{PEOPLE}.start_date")),
    (number(TICKET, of.OVERDUE), "how many of mine are open?", MY_TICKETS),
    (number(DEAL, of.WON), "and which of mine are open?", names(DEAL, of.OPEN_DEAL, of.owned_by(Me(), DEAL))),
])
def test_what_begins_with_and_may_be_a_question_of_its_own(last, question, goal):
    assert read_question(question, last=last).goals == (goal,)


@pytest.mark.parametrize("last, question", [
    (number(TICKET, of.OPEN, of.assigned(of.ANA)), "and how many deals are open?"),
    (names(DEAL, of.owned_by(of.ANA)), "and which tickets are overdue?"),
])
def test_where_somebody_was_named_before_and_nobody_now_it_is_not_taken_for_everybody(last, question):
    assert read_question(question, last=last).goals == ()
def test_without_a_question_before_it_and_begins_nothing():
    assert read_question("and how many tickets are open?").goals == ()
def test_whom_she_means_is_asked_where_two_people_were_spoken_of():
    assert len(read_question("and how many direct reports does she have?", last=BOSS).goals) == 2


@pytest.mark.parametrize("question, of", [
    ("how many direct reports does she have?", "the number of direct reports of {}"),
    ("how many people report directly to her?", "the number of employees managed by {}"),
    ("how many people does she manage", "the number of employees managed by {}"),
])
def test_she_is_the_person_of_the_answer_and_never_who_asks(question, of):
    assert said(question, last=BOSS) == [of.format("the manager of employee “Ana Ruiz”")]
    for asked in (question, f"and {question}"):
        assert said(asked, last=BOSS, told_asker=True) == [of.format("employee “Ana Ruiz”")]
    assert said(question, last=Show(Me(), f"{PEOPLE}.start_date")) == []


def test_somebody_tied_to_her_is_not_she_herself():
    assert said("and who reports to her?", last=BOSS) == [
        "the employees managed by employee “Ana Ruiz”", "the employees managed by the manager of employee “Ana Ruiz”"]
    assert said("and her manager?", last=BOSS) == ["the manager of employee “Ana Ruiz”", "the manager of the manager of employee “Ana Ruiz”"]


def test_of_several_she_is_the_one_person_whose_they_are():
    theirs = Names(Set(PEOPLE, frozenset({Link(f"{PEOPLE}.reports", False, Named(PEOPLE, "Ana Ruiz"))})), "employee")
    assert read_question("when did she start?", last=theirs).goals == (ANAS_START,)
    assert read_question("when did she start?", last=number(TICKET, of.OPEN)).goals == ()


@pytest.mark.parametrize("question", ["the oldest overdue invoice", "Which of the overdue invoices is the oldest?"])
def test_by_what_the_oldest_goes_is_asked_of_what_is_overdue(question):
    assert len(read_question(question).goals) == 2
    assert len(read_question(question.replace("overdue ", "")).goals) == 1
