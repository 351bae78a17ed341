"""What else an answer could have been about: offered beside it, asked with one reply, and never more than the person could be asked about."""

from collections.abc import Iterator
from typing import Any

import pytest

from kg.graph import Graph
from tests.integration.asked_company import ANA, BILL, CLEO, EVA, Office, opened_at

OWED = "total of open invoices"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, graph: Graph, redis_url: str) -> Iterator[Office]:
    """One company for all questions; nothing in it is changed."""
    given = {"neo4j_uri": graph_server.uri, "neo4j_password": graph_server.password, "redis_url": redis_url}
    with opened_at(tmp_path_factory.mktemp("alternatives"), graph, **given) as stage:
        yield stage


def labels(answer: dict[str, Any]) -> list[str]:
    return [option["label"] for option in answer.get("alternatives", {"options": ()})["options"]]


def instead(office: Office, person: str, answer: dict[str, Any], label: str, session: str) -> dict[str, Any]:
    return office.ask(person, label, reply_to=answer["alternatives"]["id"], session=session)


def test_the_other_of_two_names_is_asked_for_instead_and_back_again(office: Office) -> None:
    asked = office.ask(CLEO, BILL, session="names")
    tran = office.ask(CLEO, "Bill Tran", reply_to=asked["question"]["id"], session="names")
    assert labels(tran) == ["“Bill” as Bill Ashworth (Kenmore Freight)"]
    ashworth = instead(office, CLEO, tran, "a1", "names")
    assert "insurance" in ashworth["text"]
    assert labels(ashworth) == ["“Bill” as Bill Tran (Foxglove Apparel)"]
    assert "run small" in instead(office, CLEO, ashworth, "a1", "names")["text"]
    assert "insurance" in instead(office, CLEO, tran, labels(tran)[0], "names")["text"]


def test_a_default_that_was_taken_for_a_name_is_one_reply_from_the_other(office: Office) -> None:
    assert labels(office.ask(ANA, BILL)) == ["“Bill” as Bill Tran (Foxglove Apparel)"]


def test_namesake_related_to_the_other_named_thing_is_taken_and_stated(office: Office) -> None:
    answer = office.ask(CLEO, "How many conversations of Foxglove Apparel are with Bill?")
    assert "I took “Bill” as Bill Tran (Foxglove Apparel): of those with that name, only this one has to do with" in answer["text"]
    assert labels(answer) == ["“Bill” as Bill Ashworth (Kenmore Freight)"]


def test_asked_condition_does_not_choose_between_namesakes(office: Office) -> None:
    assert office.ask(CLEO, "Are there conversations of Foxglove Apparel with Bill?")["question"]["prompt"] == "Which “Bill” do you mean?"


@pytest.mark.parametrize("name", ["Ben Colt", "Benn Cole"])
def test_near_name_is_asked_about_and_taken_after_the_choice(office: Office, name: str) -> None:
    asked = office.ask(CLEO, f"When did {name} start?", session=name)
    assert asked["question"]["prompt"] == f"I found nothing called “{name}”. Is this meant?"
    assert [option["label"] for option in asked["question"]["options"]] == ["Ben Cole (Account Executive, Atlas, Pune Hall)"]
    answer = office.ask(CLEO, "Ben Cole", reply_to=asked["question"]["id"], session=name)
    assert "2023" in answer["text"]


def test_a_name_that_nothing_bears_is_told_with_what_shares_a_word_with_it(office: Office) -> None:
    answer = office.ask(CLEO, "When did Ben Stone start?")
    assert answer["reason"] == "no_record"
    assert "I found no employee called “Ben Stone”. Near are Ben Cole, Eva Stone." in answer["text"]


def test_another_reading_is_asked_as_of_the_turn_that_was_answered(office: Office) -> None:
    office.ask(EVA, "headcount by team", session="readings")
    balance = office.ask(EVA, OWED, session="readings")
    total = instead(office, EVA, balance, "a1", "readings")
    assert (balance["result"]["rows"], total["result"]["rows"]) == ([["EUR", 250.25]], [["EUR", 1250.5]])
    assert labels(balance)[0] == total["understood_as"]
    assert balance["understood_as"] in labels(total)


def test_what_was_not_offered_or_not_to_this_person_is_declined(office: Office) -> None:
    answer = office.ask(EVA, OWED, session="own")
    assert instead(office, EVA, answer, "a9", "own")["reason"] == "no_record"
    assert instead(office, ANA, answer, "a1", "own")["reason"] == "no_record"


def test_what_is_closed_to_the_asker_is_not_offered(office: Office) -> None:
    asked = office.ask(EVA, "Kenmore Freight")
    of_finance = office.ask(EVA, "Kenmore Freight (account)", reply_to=asked["question"]["id"])
    of_sales = office.ask(ANA, "Kenmore Freight")
    assert labels(of_finance) == ["“Kenmore Freight” as Kenmore Freight (customer or supplier)"]
    assert of_sales["understood_as"] == of_finance["understood_as"] and labels(of_sales) == []
