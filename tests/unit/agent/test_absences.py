"""Who was away, and who took time off: wordings with their goal. What is undecided or only planned was not taken."""

import pytest

from agent.catalogue import catalogue
from agent.plan.algebra import Figures, Is, Not, nodes
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import OCTOBER, PEOPLE, YEAR, counted, names
from tests.unit.agent.wordings import reads

TIME_OFF, VACATION, SICK = (f"{PEOPLE}.took_{kind}" for kind in ("time_off", "vacation", "sick_leave"))
READ = {
    "a kind in a month": (names(PEOPLE, Is(VACATION, OCTOBER)), (
        "who took vacation in October?", "who had annual leave in October?")),
    "how many": (Figures((counted(PEOPLE, Is(VACATION, OCTOBER)),)), ("how many people took vacation in October?",)),
    "none this year": (names(PEOPLE, Not(Is(VACATION, YEAR))), (
        "who has not taken any vacation this year?", "who didn't take any vacation this year?", "people who have not taken vacation this year")),
    "of any kind": (names(PEOPLE, Is(TIME_OFF, OCTOBER)), ("who took time off in October?", "who had time off in October?")),
    "of a team": (names(PEOPLE, of.in_team("Atlas"), Is(SICK, OCTOBER)), ("who in the Atlas team took sick leave in October?",)),
    "to come": (names(PEOPLE, Is(f"{PEOPLE}.off", of.NEXT_WEEK)), (
        "who is off next week?", "who will be off next week?", "who has time off next week?", "who will be away next week?")),
    "now": (names(PEOPLE, Is(f"{PEOPLE}.on_sick_leave")), ("who is on sick leave?", "who is off sick?")),
}


test_each_wording_is_read_as_its_goal = reads(READ)


@pytest.mark.parametrize("question", ["who had time off last month?", "who has vacation next week?", "who took leave last month?"])
def test_question_about_absence_is_not_read_as_time_off_requests(question):
    assert all(node.model != "hris/TimeOff" for goal in read_question(question).goals for node in nodes(goal))


@pytest.mark.parametrize("question", ["who took parental vacation?", "who took Ana Ruiz?", "who never vacation?", "who will be vacation?"])
def test_what_cannot_be_told_has_no_reading(question):
    assert read_question(question).goals == ()


def test_what_was_taken_is_said_in_the_answer():
    assert all("has begun" in catalogue().predicate(taken).says for taken in (TIME_OFF, VACATION, SICK))
