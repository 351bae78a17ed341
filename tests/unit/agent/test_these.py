"""Follow-ups that go on from a count, keep all that was said of it, or leave something out."""

import pytest

from agent.plan.algebra import Figures, Is, Names, Not, same_as
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import ANA, PEOPLE, TICKET, YEAR, counted, members, names

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
    goals = asked("how many tickets are in Lighthouse?", "how many are open?", words)
    assert [type(goal) for goal in goals] == [Names] and goals[0].node == members(TICKET, IN_LIGHTHOUSE, OPEN)


@each_case("first, then, goal", [
    ("open tickets in Lighthouse", "how many are Sev1?", Figures((counted(TICKET, IN_LIGHTHOUSE, OPEN, SEV1),))),
    ("how many people joined this year?", "how many are in Lisbon?", Figures((counted(PEOPLE, JOINED, of.in_city("Lisbon")),))),
    ("which tickets are open?", "how many are overdue?", Figures((counted(TICKET, OPEN, Is(f"{TICKET}.overdue")),))),
    ("who joined this year?", "without Ana Ruiz", names(PEOPLE, JOINED, Not(same_as(ANA)))),
    ("is anybody in the Atlas team off next week?", "who?", names(PEOPLE, of.in_team("Atlas"), Is(f"{PEOPLE}.off", of.NEXT_WEEK))),
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
