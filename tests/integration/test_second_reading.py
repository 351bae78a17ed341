"""A second reading beside a model's plan: the grammar's, and of a doubtful plan a second plan of the model."""

from collections.abc import Iterator
from typing import Any

import pytest

from kg.graph import Graph
from tests.integration.asked_company import ANA
from tests.integration.planned_company import CASES, KENMORE, Planned, contacts, message, planned, says, told
from tests.model_server import Failed

ASKED = "hm, Ben Cole's open tickets, what's there"
BEN = {"rel": "ticketing/Ticket.assignees", "of": {"name": "Ben Cole", "model": "hris/Employee"}}
ALL = message({"goal": "names", "label": "ticket", "node": {"set": "ticketing/Ticket", "where": [BEN]}})
READ_AS = "I read it as"
LAST = {"ranked": {"by": {"field": "ticketing/Ticket.due_date"}, "first": 7}}
SEVEN, OPEN_SEVEN = (message({"goal": "names", "label": "ticket", "node": {"set": "ticketing/Ticket", "where": where, **LAST}})
                     for where in ([BEN], [{"is": "ticketing/Ticket.open"}, BEN]))         # a number that nobody said


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Planned]:
    folder = tmp_path_factory.mktemp("second")
    with planned(folder, graph, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url) as company:
        yield company


@pytest.fixture
def company(everything: Planned) -> Planned:
    everything.server.clear()
    return everything


def steps(answer: dict[str, Any]) -> str:
    return "\n".join(f"{step['question']} {step['found']}" for step in answer["steps"])


def test_a_plan_that_the_model_keeps_when_told_of_the_doubts_is_run_and_said_after_two_calls(company: Planned) -> None:
    company.server.script(ALL, ALL)
    company.server.otherwise = Failed(500)
    answer = company.office.ask(ANA, ASKED)
    assert (answer["status"], answer["usage"]["model_calls"]) == ("answered", 2), answer["text"]
    assert READ_AS in answer["text"]


@pytest.mark.parametrize("second", [SEVEN, Failed(500), "no plan", message({"goal": "about", "what": "thanks"})],
                         ids=["same", "failure", "no plan", "no question"])
def test_a_plan_with_a_made_up_number_is_requested_again_and_put_to_the_person(company: Planned, second: Any) -> None:
    company.server.script(SEVEN, SEVEN, second)
    company.server.otherwise = Failed(500)
    answer = company.office.ask(ANA, ASKED)
    assert (answer["status"], len(answer["question"]["options"])) == ("clarify", 2), answer["text"]
    assert answer["text"].startswith("Do you mean"), answer["text"]
    assert answer["usage"]["model_calls"] >= 3
    first, _, again = company.server.chats[:3]
    assert again.texts[1:] == first.texts[1:]
    assert again.texts[0].startswith(first.texts[0])
    assert again.texts[0] != first.texts[0]


def test_two_plans_that_differ_are_put_to_the_person_whose_choice_needs_no_model(company: Planned) -> None:
    company.server.script(SEVEN, SEVEN, OPEN_SEVEN)
    asked = company.office.ask(ANA, ASKED, session="differ")
    assert (asked["status"], len(asked["question"]["options"])) == ("clarify", 2), asked["text"]
    company.server.otherwise = Failed(500)
    option = next(one for one in asked["question"]["options"] if "open" in one["label"])
    answer = company.office.ask(ANA, option["id"], reply_to=asked["question"]["id"], session="differ")
    assert told(answer) == told(company.plain.ask(ANA, "open tickets of Ben Cole"))
    assert len(company.server.chats) == 3


def test_a_plan_that_the_grammar_reads_too_is_answered_after_one_call(company: Planned) -> None:
    company.server.otherwise = message(CASES[0].act)
    answer = company.office.ask(ANA, CASES[0].plain)
    assert told(answer) == company.right(CASES[0])
    assert answer["usage"]["model_calls"] == 1
    assert "same reading" in steps(answer)


def test_a_plan_that_the_grammar_alone_reads_otherwise_is_answered_and_its_step_says_so(company: Planned) -> None:
    written = contacts(KENMORE)
    reachable = written | {"where": [*written["where"], {"field": "crm/Contact.email_addresses", "op": "filled"}]}
    other = message({"goal": "figures", "measures": [{"how": "count", "of": reachable}]})
    company.server.otherwise = says(other, message(CASES[0].act))
    answer = company.office.ask(ANA, CASES[0].plain)
    assert "other reading" in steps(answer)
    assert (answer["status"], answer["usage"]["model_calls"]) == ("answered", 1), answer["text"]
