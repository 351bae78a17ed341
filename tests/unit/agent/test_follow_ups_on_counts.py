"""Follow-ups that go on from a count, keep all that was said of it, or leave something out."""

import pytest

from agent.plan.algebra import Is, Names
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import PEOPLE, TICKET, YEAR, members, names

OPEN, SEV1, JOINED = Is(f"{TICKET}.open"), of.Where(f"{TICKET}.priority", "Sev1"), Is(f"{PEOPLE}.joined", YEAR)
IN_LIGHTHOUSE = of.in_project("Lighthouse")


def asked(*questions):
    """The goals of the last of several questions, each after the one before, which has one."""
    last = None
    for question in questions[:-1]:
        (last,) = read_question(question, last=last).goals
    return read_question(questions[-1], last=last).goals


LISTED = ("list these", "show me these", "which ones?", "list them", "show those", "who are they?", "these")


@each_case("words", LISTED)
def test_a_list_after_a_count_keeps_every_condition_of_the_count(words):
    goals = asked("how many open tickets are in Lighthouse?", words)
    assert [type(goal) for goal in goals] == [Names] and goals[0].node == members(TICKET, IN_LIGHTHOUSE, OPEN)


@each_case("first, then, goal", [
    ("is anybody in the Atlas team off next week?", "who?", names(PEOPLE, of.in_team("Atlas"), Is(f"{PEOPLE}.off", of.NEXT_WEEK))),
    ("average yearly base pay in the Atlas team", "who are they?", names(PEOPLE, of.in_team("Atlas"))),
])
def test_a_follow_up_changes_one_thing_of_what_was_asked(first, then, goal):
    (found,) = asked(first, then)
    assert getattr(found, "node", found) == getattr(goal, "node", goal)


@pytest.mark.parametrize("first, then", [
    ("top 3 open deals", "how many are won?"), ("open tickets", "how many are closed?"), ("open deals", "without Zorblatt and Juniper"),
    ("how many tickets are open?", "how many were closed?"),
])
def test_what_could_be_said_of_two_has_no_reading(first, then):
    assert asked(first, then) == ()


def test_how_many_are_so_asks_nothing_by_itself():
    assert read_question("how many are open?").goals == ()
