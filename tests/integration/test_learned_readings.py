"""Readings that people confirmed, used again without a model: learned by their word, for them alone, for the company after an operator's yes."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from agent.understand.learned.slots import parts_of
from kg.graph import Graph
from memory.preferences import Preference, Source
from memory.readings import KeptReading, LearnedReading
from tests.integration.asked_company import ANA, BEN, CLEO, EVA, FINN, GAIL, Office
from tests.integration.planned_company import FOXGLOVE, KENMORE, Json, Planned, contacts, how_many, message, planned, told
from tests.model_server import Failed, ModelServer
from ui.asking.conversation import Conversations
from ui.sign_in.access import Asker

FREIGHT = "wondering how many folks the truck lot has"        # whose name nobody says, so that it is asked whether it is meant
PAY = {"goal": "show", "node": {"name": "Ben Cole", "model": "hris/Employee"}, "field": "hris/Employment.pay_rate"}
AT = "wondering how many folks we know over at {}"


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Planned]:
    folder = tmp_path_factory.mktemp("learned")
    with planned(folder, graph, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url) as company:
        yield company


@pytest.fixture
def office(everything: Planned) -> Office:
    """Nothing is learned of anybody."""
    everything.server.clear()
    for kept in everything.office.installation.readings.shared(everything.office.slug):
        everything.office.installation.readings.decide(everything.office.slug, kept.reading.id, "revoked", ANA, kept.since)
    for person in (ANA, BEN, CLEO, EVA, FINN):
        everything.office.installation.readings.erase(everything.office.slug, person)
    return everything.office


@pytest.fixture
def server(everything: Planned) -> ModelServer:
    return everything.server


def of(office: Office, person: str = ANA) -> list[KeptReading]:
    return list(office.installation.readings.of(office.slug, person))


def write(office: Office, words: str, act: Json) -> LearnedReading:
    """An operator's own, for the company."""
    made = LearnedReading(" ".join(parts_of(words)), message(act), "", ANA, office.installation.now(office.slug), "written")
    office.installation.readings.write(office.slug, made)
    return made


def mark(office: Office, text: str, session: str, person: str = ANA) -> dict[str, Any]:
    """An answer that is marked right as soon as it came."""
    answer = office.ask(person, text, session=session)
    Conversations(office.installation).feedback(Asker(office.slug, person), session, -1, rating="up")
    return answer


def test_what_was_confirmed_is_read_so_again_without_a_model_for_the_person_alone(office: Office, server: ModelServer) -> None:
    server.otherwise = message(how_many(KENMORE))
    asked = office.ask(ANA, FREIGHT, session="confirmed")
    right = office.ask(ANA, "Yes", reply_to=asked["question"]["id"], session="confirmed")
    assert told(right) == ("answered", [[2]]), right["text"]
    server.clear()
    server.otherwise = Failed(500)
    again = office.ask(ANA, f"{FREIGHT.upper()}?")
    assert (told(again), again["usage"]["model_calls"]) == (told(right), 0)
    assert "you confirmed on" in again["text"]
    assert not server.chats
    server.otherwise = message(how_many(KENMORE))
    assert office.ask(BEN, FREIGHT)["status"] == "clarify"


def test_a_no_teaches_nothing(office: Office, server: ModelServer) -> None:
    server.otherwise = message(how_many(KENMORE))
    asked = office.ask(ANA, FREIGHT, session="refused")
    office.ask(ANA, "No, something else", reply_to=asked["question"]["id"], session="refused")
    assert of(office) == []


def test_answer_marked_right_is_reused_with_other_names_without_a_model(everything: Planned, office: Office) -> None:
    everything.server.otherwise = message(how_many(KENMORE))
    assert told(mark(office, AT.format("Kenmore Freight"), "marked")) == ("answered", [[2]])
    assert [kept.reading.words for kept in of(office)] == ["wondering how many folks we know over at {name1}"]
    everything.server.clear()
    everything.server.otherwise = Failed(500)
    assert told(office.ask(ANA, AT.format("Foxglove Apparel"))) == ("answered", [[1]])
    assert told(everything.plain.ask(ANA, AT.format("foxglove apparel"))) == ("answered", [[1]])
    assert not everything.server.chats


def test_reversed_mark_removes_the_learned_reading(office: Office, server: ModelServer) -> None:
    server.otherwise = message(how_many(KENMORE))
    mark(office, AT.format("Kenmore Freight"), "turned")
    Conversations(office.installation).feedback(Asker(office.slug, ANA), "turned", -1, rating="down")
    assert [kept.state for kept in of(office)] == ["revoked"]
    assert office.ask(ANA, AT.format("Kenmore Freight"))["usage"]["model_calls"] == 1


def test_words_to_which_the_person_gave_a_meaning_since_are_read_anew(office: Office, server: ModelServer) -> None:
    write(office, "how many folks at {name1}", how_many({"name": "{name1}", "model": "crm/Account"}))
    source = Source("s", "m", "folks means deals", office.installation.now(office.slug) + timedelta(minutes=1))
    preference = Preference("term_means", "folks", "deals", source)
    office.installation.preferences.learn(office.slug, ANA, preference, source.at)
    server.otherwise = message(how_many(FOXGLOVE))
    assert office.ask(ANA, "how many folks at Foxglove Apparel")["usage"]["model_calls"] == 1
    assert office.ask(BEN, "how many folks at Foxglove Apparel")["usage"]["model_calls"] == 0
    office.installation.preferences.erase(office.slug, ANA)


def test_learned_slot_with_a_name_of_another_kind_falls_back_to_the_model(office: Office, server: ModelServer) -> None:
    write(office, "wondering how many folks we know over at {name1}", how_many({"name": "{name1}", "model": "crm/Account"}))
    server.otherwise = message({"goal": "decline", "reason": "out_of_scope", "text": "?"})
    for name in ("Ben Cole", "Nobody Inc", "the moment"):
        server.clear()
        server.otherwise = message({"goal": "decline", "reason": "out_of_scope", "text": "?"})
        assert office.ask(ANA, AT.format(name))["usage"]["model_calls"] > 0, name


def test_one_of_two_readings_that_was_picked_is_learned(office: Office, server: ModelServer) -> None:
    other = {"goal": "names", "node": contacts(KENMORE)}
    options = [{"label": "x", "act": how_many(KENMORE)}, {"label": "y", "act": other}]
    server.otherwise = message({"goal": "ask", "text": "?", "options": options})
    asked = office.ask(ANA, "Kenmore Freight, folks there", session="picked")
    office.ask(ANA, "o2", reply_to=asked["question"]["id"], session="picked")
    server.otherwise = Failed(500)
    assert told(office.ask(ANA, "Foxglove Apparel folks there")) == ("answered", [["Bill Tran"]])


def test_another_reading_of_the_grammar_that_was_picked_beside_an_answer_is_the_persons_from_then_on(everything: Planned, office: Office) -> None:
    plain, owed = everything.plain, "total of open invoices"
    balance = plain.ask(EVA, owed, session="beside")
    total = plain.ask(EVA, "a1", reply_to=balance["alternatives"]["id"], session="beside")
    assert told(total) != told(balance)
    again = plain.ask(EVA, f"{owed}?")
    assert told(again) == told(total)
    assert again["understood_as"] == total["understood_as"]
    assert told(plain.ask(GAIL, owed)) != told(total)


def test_wrong_learned_reading_is_taken_back_by_one_click_and_read_anew(office: Office, server: ModelServer) -> None:
    write(office, "folks {name1}", how_many({"name": "{name1}", "model": "crm/Account"}))
    first = office.ask(ANA, "folks Kenmore Freight", session="wrong")
    (back,) = (option for option in first["alternatives"]["options"] if "read it anew" in option["label"])
    server.otherwise = message({"goal": "names", "node": contacts(KENMORE)})
    anew = office.ask(ANA, back["id"], reply_to=first["alternatives"]["id"], session="wrong")
    assert sorted(anew["result"]["rows"]) == [["Bill Ashworth"], ["Greta Gilmore"]], anew["text"]
    assert office.ask(ANA, "folks Kenmore Freight")["usage"]["model_calls"] == 1
    server.otherwise = Failed(500)
    assert told(office.ask(BEN, "folks Kenmore Freight")) == ("answered", [[2]])


@pytest.mark.parametrize("person", [BEN, FINN], ids=["a colleague", "who has left"])
def test_a_learned_reading_opens_nothing(office: Office, person: str) -> None:
    write(office, "what does he make", PAY | {"node": {"name": "Dev Patel", "model": "hris/Employee"}})
    answer = office.ask(person, "what does he make")
    assert (answer["status"], answer["reason"]) == ("declined", "not_permitted")
    assert "54000" not in json.dumps(answer)


def test_the_facts_of_a_learned_reading_are_read_live(office: Office, server: ModelServer) -> None:
    write(office, "business of {name1}", {"goal": "show", "node": {"name": "{name1}", "model": "crm/Account"}, "field": "crm/Account.industry"})
    assert told(office.ask(ANA, "business of Juniper Labs")) == ("answered", [["Medicine"]])
    office.change("crm", "accounts", "Juniper Labs", industry="Biology")
    assert told(office.ask(ANA, "business of Juniper Labs")) == ("answered", [["Biology"]])


def test_a_plan_of_another_version_is_not_used(office: Office, server: ModelServer) -> None:
    write(office, "number of folks of {name1}", {"goal": "of another version", "node": {"name": "{name1}", "model": "crm/Account"}})
    server.otherwise = message(how_many(FOXGLOVE))
    answer = office.ask(ANA, "number of folks of Foxglove Apparel")
    assert (told(answer), answer["usage"]["model_calls"]) == (("answered", [[1]]), 1)


def test_what_goes_on_from_an_answer_is_read_by_the_model(office: Office, server: ModelServer) -> None:
    write(office, "how many folks do they have", how_many(KENMORE))
    server.otherwise = message(how_many(FOXGLOVE))
    assert told(office.ask(ANA, "how many folks do they have", session="on")) == ("answered", [[2]])
    office.ask(ANA, "contact count of Foxglove Apparel, please", session="on")
    assert told(office.ask(ANA, "how many folks do they have", session="on")) == ("answered", [[1]])


def test_a_name_of_two_is_asked_about_and_the_reply_needs_no_model(office: Office, server: ModelServer) -> None:
    write(office, "whos that {name1} guy", {"goal": "card", "node": {"name": "{name1}", "model": "crm/Contact"}})
    asked = office.ask(CLEO, "whos that Bill guy", session="two")
    assert asked["status"] == "clarify", asked["text"]
    server.otherwise = Failed(500)
    assert office.ask(CLEO, "o1", reply_to=asked["question"]["id"], session="two")["status"] == "answered"
    assert not server.chats


def test_most_similar_readings_are_prompt_examples_after_the_stable_prefix(office: Office, server: ModelServer) -> None:
    server.otherwise = message(how_many(FOXGLOVE))
    text = "say how many folks we know over at Foxglove Apparel"
    office.ask(ANA, text)
    before = server.chats[0]
    act = how_many({"name": "{name1}", "model": "crm/Account"})
    for word in ("know", "met", "like", "miss"):
        write(office, f"how many folks we {word} over at {{name1}}", act)
    write(office, "how many folks we know at the truck lot", how_many(KENMORE))
    write(office, "something else altogether", act)
    server.clear()
    server.otherwise = message(how_many(FOXGLOVE))
    office.ask(ANA, text)
    after = server.chats[0]
    assert after.texts[0] == before.texts[0]
    told_of = [line for line in after.last.splitlines() if line.startswith("- asked")]
    assert len(told_of) == 3
    assert "how many folks we know over at {name1}" in told_of[0]
    assert "Kenmore Freight" not in after.last, "a name that the asker did not say"
    assert "whose plans were confirmed" not in before.last


def test_times_and_numbers_are_read_anew_with_what_was_assumed_of_them(office: Office) -> None:
    started = {"set": "hris/Employee", "where": [{"field": "hris/Employee.start_date", "op": "in", "value": "{time1}"}]}
    write(office, "who on earth started {time1}", {"goal": "figures", "measures": [{"how": "count", "of": started}]})
    first = office.ask(ANA, "Who on earth started in 2023?")
    assert told(first) == ("answered", [[6]]), first["text"]
    later = office.ask(ANA, "who on earth started in October")
    assert told(later) == ("answered", [[0]])
    assert "is read as October 2026" in json.dumps(later, ensure_ascii=False)
    order = {"by": {"field": "crm/Account.name"}, "desc": False, "first": "{number1}"}
    write(office, "my {number1} accounts in the alphabet", {"goal": "table", "node": {"set": "crm/Account"}, "order": order})
    assert [row[0] for row in office.ask(ANA, "My two accounts in the alphabet")["result"]["rows"]] == ["Foxglove Apparel", "Juniper Labs"]
