"""What a text speaks of before it asks, turns of phrase that are read as plainer ones, and rows with something of each."""

import pytest

from agent.catalogue import catalogue
from agent.dialogue.requests import cut
from agent.phrasing.goals import say_goal
from agent.understand.grammar.turns import plainly
from tests.unit.agent.directory import read_question

_OF_MY_TEAM = "for each of the employees that are in your team"
MEANT = {
    # A statement, and a question that points back at it.
    "Ana Ruiz reports to somebody. Which team does that person belong to?": "the team of the manager of employee “Ana Ruiz”",
    "Ben Cole has a manager. Who is that manager's manager?": "the manager of the manager of employee “Ben Cole”",
    "ATL-12 was raised for a customer. Who owns that account?": "the owner of the accounts of the customer of ticket “ATL-12”",
    "I'm looking for Quentin Farnsworth, which team is she in?": "the team of employee “Quentin Farnsworth”",        # whom nobody knows
    "Ana Ruiz has some open tickets. Which customers are they for?": "the customer of the open tickets of employee “Ana Ruiz”",
    "Take the open tickets in Lighthouse. Who is assigned to them?": "the assignee of the open tickets in project “Lighthouse”",
    "I'm looking for Quentin Farrow. What team is he in?": "the team of employee “Quentin Farrow”",      # whom nothing is known by
    "ATL-12 was raised for a customer. Who's the owner of that customer's account?": "the owner of the accounts of the customer of ticket “ATL-12”",
    "The deals Ana Ruiz owns. How many are there?": "the number of opportunities of employee “Ana Ruiz”",
    "there's a latest note on Kenmore Freight. Tell me what's in it": "a summary of the last note on account “Kenmore Freight”",
    # A topic, and all of it together or each of it.
    "my Lisbon reports: how many open tickets do they have?":
        "the number of open tickets of the ticketing users of the employees (in the locations with city “Lisbon”) and managed by you",
    "my Lisbon reports: how many open tickets does each have?":
        "for each of the employees (in the locations with city “Lisbon”) and managed by you: the number of open tickets by assignee’s own employee",
    "Kenmore Freight, last call I had there, key points": "a summary of your last call conversation with account “Kenmore Freight”",
    "Ana Ruiz's start date, when was it?": "the start date of employee “Ana Ruiz”",
    # What came of a conversation.
    "Could you condense my last call with Kenmore Freight?": "a summary of your last call conversation with account “Kenmore Freight”",
    "my last meeting with Kenmore Freight, what came out of it?": "a summary of your last meeting conversation with account “Kenmore Freight”",
    "Explain to me what the problem is in ticket ATL-12": "a summary of ticket “ATL-12”",
    # Rows with something of each.
    "the Rigging team, person by person: number of open tickets":
        "for each of the employees in team “Rigging”: the number of open tickets by assignee’s own employee",
    "every Porto-based report of mine with start date and number of open tickets":
        "for each of the employees (in the locations with city “Porto”) and managed by you: "
        "the start date, (the number of open tickets by assignee’s own employee)",
    "For each person on my team the city they work in and how many deals they have open":
        f"{_OF_MY_TEAM}: the work location’s city, (the number of open opportunities by owner’s own employee)",
    "my team, each with the day they started and how many tickets they have been assigned":
        f"{_OF_MY_TEAM}: the start date, (the number of tickets by assignee’s own employee)",
    # What it is asked of comes first.
    "For accounts in Shipbuilding, which deals are open?": "the open opportunities with the accounts with industry “Shipbuilding”",
    "Interviews where a Rigging team member was interviewing, how many are they?":
        "the number of interviews by the recruiting users of the employees in team “Rigging”",
    # Plainer words.
    "Cleo Diaz belongs to what team?": "the team of employee “Cleo Diaz”",
    "Ben Cole works as what?": "the job title of the employments of employee “Ben Cole”",
    "who commented on ATL-12": "the author of the comments on ticket “ATL-12”",
    "open tickets by the team the assignee belongs to": "the number of open tickets; by assignee’s own employee’s team",
    "Lisbon-based managers": "the employees (in the locations with city “Lisbon”) and that are managers",
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


@pytest.mark.parametrize("question", NOT_READ)
def test_what_does_not_fit_what_was_spoken_of_is_not_read(question: str) -> None:
    assert not read_question(question).goals


def test_a_statement_is_no_request_of_its_own() -> None:
    told = "Ben Cole has a manager. Who is that manager's manager?"
    assert cut(told, lambda text, last: read_question(text, last=last).goals) == (told,)
    asked = "Who is Ben Cole's manager? When did Ana Ruiz join?"
    assert len(cut(asked, lambda text, last: read_question(text, last=last).goals)) == 2


def test_a_question_in_plain_words_stays_as_it_is() -> None:
    for question in ("Who reports to Ana Ruiz?", "my direct reports", "which team is Ben Cole in", "commented tickets"):
        assert plainly(question) == question
