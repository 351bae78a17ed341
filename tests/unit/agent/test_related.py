"""What a record's own relations and fields hold: nothing, something that is so, and for how long something has been so."""

import json

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.understand.model.encode import encode
from tests.cases import each_case
from tests.unit.agent.directory import read_question

READ = (
    ("who has no manager", "the employees without manager"),
    ("employees without a manager", "the employees without manager"),
    ("how many people have no manager?", "the number of employees without manager"),
    ("deals without an owner", "the opportunities without owner"),
    ("which accounts have no owner", "the unowned accounts"),
    ("tickets without an assignee", "the unassigned tickets"),
    ("is there any deal without an owner?", "whether there is any of the opportunities without owner"),
    ("open tickets with no due date", "the open tickets without due date"),
    ("accounts without an industry", "the accounts without industry"),
    ("employees by manager in Lisbon", "the number of employees in “Lisbon” by manager"),
    ("tickets older than 30 days", "the tickets with age above 30 days"),
    ("leads newer than a week", "the leads with age below 1 week"),
    ("which managers have more than 5 direct reports",
     "the managers with more than 5 direct reports"),
    ("who has no direct reports", "the employees with no direct reports"),
    ("open jobs older than 60 days", "the open job openings more than 60 days open"),
    ("tickets that have no customer", "the tickets without customer"),
    ("revenue without a customer", "the total revenue not of the accounts"),
    ("tickets closed for more than 30 days", None), ("employees without a unicorn", None),
    ("tickets open for more than 30 people", None),
)


@each_case(("question", "words"), READ)
def test_what_a_record_leads_to_is_asked_of_itself(question: str, words: str | None) -> None:
    read = [say_goal(catalogue(), goal) for goal in read_question(question).goals]
    assert read == ([words] if words else [])


def test_what_nobody_is_tied_to_can_be_written_as_a_plan() -> None:
    assert len(json.dumps([encode(goal) for goal in read_question("any open job without a recruiter?").goals])) > 2


CALLED = (
    ("welders in Porto", "the employees in “Porto” and with job title a kind of “Welder”"),
    ("how many welders do we have?", "the number of employees with job title a kind of “Welder”"),
    ("average tenure of welders", "the average tenure of the active employees with job title a kind of “Welder”"),
    ("conversion rate of leads by source", "the share of those who are converted among the leads by source"),
    ("what is Ben Cole's job title", "the job title of the employments of employee “Ben Cole”"),
)


@each_case(("question", "words"), CALLED)
def test_people_are_called_by_their_job_and_figures_by_what_they_are_of(question: str, words: str) -> None:
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [words]


ALL = (
    ("list the teams", ["the teams"]), ("which teams do we have?", ["the teams"]), ("what projects are there", ["the projects"]),
    ("show all accounts", ["the accounts"]), ("show me deals", ["the opportunities"]), ("which deals do I have", ["your opportunities"]),
    ("accounts", []), ("the accounts", []), ("what teams", []),
)


@each_case(("question", "words"), ALL)
def test_all_of_a_kind_are_listed_where_that_is_said(question: str, words: list[str]) -> None:
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == words


LATELY = (
    ("who joined last month", "the employees who joined in October 2026"),
    ("which tickets were closed last", None),
)


@pytest.mark.parametrize(("question", "words"), LATELY)
def test_the_last_of_what_a_verb_tells_goes_by_its_time(question: str, words: str | None) -> None:
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == ([words] if words else [])


DONE = (
    ("who created the most leads this year", None),         # the CRM does not tell
    ("top 3 accounts by open deal amount", None),           # an account has several
    ("accounts sorted by ticket age", None),
    ("employees by salary, highest first", None),           # a rate by the hour and one by the year
)


@pytest.mark.parametrize(("question", "words"), DONE)
def test_question_about_related_records_has_its_one_goal_or_none(question: str, words: str | None) -> None:
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == ([words] if words else [])


TAKEN = (
    ("I need the open tickets", "the open tickets"),
    ("overdue invoices of Kenmore Freight, numbers", "the invoice number of the overdue invoices of account “Kenmore Freight”"),
    ("leads without a meeting", None),                      # their owners may have met somebody else
    ("For each customer with overdue invoices: how many?", None),           # those without any are not asked for
)


@each_case(("question", "words"), TAKEN)
def test_nothing_is_taken_for_what_was_not_said(question: str, words: str | None) -> None:
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == ([words] if words else [])
