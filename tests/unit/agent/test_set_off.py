"""What a text speaks of before it asks is never lost: it is part of what is asked, or the text has no reading."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

MEANT = {
    # A statement, and a question that points back at it.
    "The deals Ana Ruiz owns. How many are there?": "the number of opportunities of employee “Ana Ruiz”",
    "Could you condense my last call with Kenmore Freight?": "a summary of your last call conversation with account “Kenmore Freight”",
    "my last meeting with Kenmore Freight, what came out of it?": "a summary of your last meeting conversation with account “Kenmore Freight”",
    "Explain to me what the problem is in ticket ATL-12": "a summary of ticket “ATL-12”",
}

NOT_READ = (
    "Ana Ruiz works on closed deals. How many deals does she have?",        # more than a scene
    "Ana Ruiz is not in Lisbon. What is her job title?",
    "Ana Ruiz wants a raise. How many tickets are open?",                   # of hers?
    "Ana Ruiz and Ben Cole are friends. What is her job title?",
    "Ana Ruiz's start date, who is it?",                        # a date is nobody
    "Kenmore Freight's account owner: what are the open deals there",       # nothing is there where a person is
    "Ana Ruiz has a problem. What is the weather?", "Take a break. How many open tickets are there?",
    "Web-based deals", "my expense reports", "my open reports",
)


@pytest.mark.parametrize("question", MEANT)
def test_what_is_spoken_of_first_is_what_is_asked_about(question: str) -> None:
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [MEANT[question]]


@each_case("question", NOT_READ)
def test_what_does_not_fit_what_was_spoken_of_is_not_read(question: str) -> None:
    assert not read_question(question).goals
