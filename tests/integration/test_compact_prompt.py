"""Messages read by a small model, with short prompts: it is asked what the grammar cannot read, once, and its plan is put to the person."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from agent.understand.model.planner import instructions
from agent.understand.model.profile import PROFILES
from kg.graph import Graph
from tests.integration.asked_company import ANA, BEN
from tests.integration.planned_company import CASES, FOXGLOVE, Planned, how_many, message, planned, told
from tests.model_server import Failed, Said

CASE = CASES[0]
RIGHT = message(CASE.act)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Planned]:
    own = {"neo4j_uri": graph_server.uri, "neo4j_password": graph_server.password, "redis_url": redis_url, "model_prompt": "compact"}
    with planned(tmp_path_factory.mktemp("compact"), graph, **own) as company:
        yield company


@pytest.fixture
def company(everything: Planned) -> Planned:
    everything.server.clear()
    return everything


def test_what_the_grammar_reads_is_not_asked_of_the_model(company: Planned) -> None:
    company.server.otherwise = message(how_many(FOXGLOVE))
    assert told(company.office.ask(ANA, CASE.plain, session="plain")) == company.right(CASE)
    assert company.server.chats == []


def test_what_is_not_permitted_or_only_said_is_not_asked_of_the_model(company: Planned) -> None:
    assert company.office.ask(BEN, "What is the boot size of Ana Ruiz?")["reason"] == "not_permitted"
    assert company.office.ask(ANA, "What can you do?", session="about")["status"] == "answered"
    assert company.server.chats == []


def test_a_plan_is_put_to_the_person_and_their_yes_answers_without_another_call(company: Planned) -> None:
    company.server.otherwise = RIGHT
    asked = company.office.ask(ANA, CASE.message, session="confirmed")
    assert asked["status"] == "clarify" and asked["text"].startswith("Do you mean")
    answer = company.office.ask(ANA, "yes", reply_to=asked["question"]["id"], session="confirmed")
    assert told(answer) == company.right(CASE)
    assert len(company.server.chats) == 1


def test_a_request_is_short_begins_alike_for_everybody_and_says_what_the_plan_may_name(company: Planned) -> None:
    company.server.otherwise = RIGHT
    for person, text in ((ANA, CASES[3].message), (BEN, CASES[2].message)):
        company.office.ask(person, text, session="alike")
    first, second = company.server.chats
    assert first.texts[0] == second.texts[0] == instructions(PROFILES["compact"]).text
    assert len(first.text) < 9_000
    assert "Ana Ruiz" in str(first.schema) and "Ana Ruiz" not in str(second.schema)


@pytest.mark.parametrize("says", [
    "certainly", Said('{"acts":[{"goal":"figures"', finish="length"), message({"goal": "names", "node": {"set": "crm/Acount"}}), Failed(400, "no"),
    message({"goal": "decline", "reason": "out_of_scope"}), message(how_many(FOXGLOVE)),        # a name that nobody said
])
def test_what_cannot_be_used_is_asked_once_and_the_grammar_tells_why_it_does_not_answer(company: Planned, says: Any) -> None:
    company.server.otherwise = says
    answer = company.office.ask(ANA, CASES[1].message, session=uuid.uuid4().hex)      # that of the yes is a learned reading now
    assert (answer["status"], answer.get("reason")) == ("declined", "out_of_scope")
    assert len(company.server.chats) == 1
