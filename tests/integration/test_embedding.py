"""Vectors from end to end: off unless a model is set, brought up by the job, offered and never taken, and without them all goes on as before."""

import stat
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agent.answer import Ask
from agent.llm.budget import Limits
from agent.llm.gate import Gate
from agent.llm.opening import ModelConnection, load
from agent.llm.options import ModelOptions
from agent.llm.port import Role
from agent.question import meaning as question_meaning
from kg.graph import Graph
from kg.vectors import due, keep, meaning
from memory.line_vectors import LineVectors
from tests.integration.asked_company import ANA, BEN, HOUSE, Office, opened_at
from tests.integration.small_company import row
from tests.model_server import KEY, Closes, Failed, Hangs, ModelServer, Raw, model_server
from workers.tasks import embedding
from workers.tasks.embedding import embed, parts_of
from workers.tenants.erasure import erase_person
from workers.wiring import Installation

SAME = {"shipping": "freight", "cargo": "freight", "haulier": "freight", "lorries": "trucks"}     # words that mean the same to the model
STRANGE = "What is the industry of Kenmore Shipping?"
PLAIN = "What is the industry of Kenmore Freight?"
NOTHING_CALLED_SO = ("I found no account called “Kenmore Shipping”. Near is Kenmore Freight. If it should be there, please check how it is written, "
                     "or look in the app itself.")
PROBE = "dimension"
Embeds = Callable[[str], list[float]]


@cache
def meanings(dimension: int = 48) -> Embeds:
    """A model of meaning: each word has a direction of its own, words that mean the same share one."""
    known: dict[str, int] = {}

    def vector(text: str) -> list[float]:
        values = [0.01] * dimension
        for word in text.lower().replace("?", "").split():
            place = known.setdefault(SAME.get(word, word), len(known))
            values[place % dimension] += 1.0
        return values

    return vector


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[tuple[Office, ModelServer]]:
    load()
    with model_server() as server, opened_at(
            tmp_path_factory.mktemp("embedded"), graph, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url,
            openai_base_url=server.url, openai_api_key=KEY, model="test-model", model_embed="test-vectors", planner="rules") as office:
        for name in ("Lantern Press", "Orchid Health"):
            office.create("crm", "accounts", row(HOUSE, "crm/Account", name, name=name))
        office.ask(ANA, "How many accounts are there?")
        yield office, server


@pytest.fixture
def server(place: tuple[Office, ModelServer]) -> ModelServer:
    place[1].clear()
    place[1].embeds = meanings()
    return place[1]


@pytest.fixture
def office(place: tuple[Office, ModelServer], server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Office:
    monkeypatch.setattr(question_meaning, "SECONDS", 20.0)             # how long a question waits says nothing on a busy machine
    return place[0]


def brought_up(office: Office) -> int:
    """Run the job until it has looked at everything; how many vectors it wrote."""
    here, total = office.installation, 0
    here.store.delete(f"embedding-rests:{office.slug}")
    while not here.store.get(f"embedding-rests:{office.slug}"):
        total += embed(here, office.slug)
    return total


def forgotten(office: Office) -> None:
    """As if nothing had been written: another model made it."""
    here = office.installation
    for part in ("hris|Employee", "hris|Team", "crm|Account", "crm|Contact", "crm|User"):
        prefix = f"{office.slug}|{part}|"
        rows = due(here.graph, office.slug, "names", "nobody/1", prefix).texts
        keep(here.graph, office.slug, "names", [(key, text, meaning("nobody", [1.0])) for key, text in rows])


def lines_kept(office: Office) -> list[Path]:
    folder = office.settings.home / "history"
    return sorted(file for file in folder.rglob("*.jsonl") if file.parent.name == "vectors")


def test_without_a_model_for_vectors_none_is_asked_for_and_nothing_is_written(office: Office, server: ModelServer) -> None:
    here = Installation(office.settings.model_copy(update={"model_embed": None}))
    try:
        assert embed(here, office.slug) == 0
        answer = list(here.assistant(office.slug).ask(Ask(ANA, STRANGE, uuid.uuid4().hex)))[-1].data
    finally:
        here.close()
    assert (answer["status"], answer["text"]) == ("declined", NOTHING_CALLED_SO)
    assert server.asked == []


def test_what_everybody_may_see_gets_vectors_once(office: Office, server: ModelServer) -> None:
    forgotten(office)
    assert brought_up(office) > 10
    assert {"Kenmore Freight", "Ana Ruiz", "Atlas"} <= set(server.embedded)
    assert "Lidar drifts" not in server.embedded            # of tickets only where the tenant lets class B leave
    assert not {"INV-7", "Severance of a fitter"} & set(server.embedded)       # finance's, and private
    server.asked.clear()
    assert brought_up(office) == 0
    assert server.embedded == [PROBE]


def test_a_stopped_job_goes_on_where_it_was_and_sends_nothing_twice(office: Office, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    brought_up(office)
    forgotten(office)
    server.asked.clear()
    monkeypatch.setattr(embedding, "BATCH", 3)
    monkeypatch.setattr(embedding, "LIMITS", Limits(calls=3))
    assert brought_up(office) > 10
    said = [text for text in server.embedded if text != PROBE]
    assert len(server.asked) > 5
    assert max(Counter(said).values()) == 2                 # people of both apps


def test_what_is_near_is_offered_and_taken_only_when_chosen(office: Office, server: ModelServer) -> None:
    brought_up(office)
    asked = office.ask(ANA, STRANGE)
    assert (asked["status"], [o["label"] for o in asked["question"]["options"]]) == ("clarify", ["Kenmore Freight (account)"])
    answer, right = office.ask(ANA, "o1", reply_to=asked["question"]["id"]), office.ask(ANA, PLAIN)
    assert (answer["status"], answer["result"]) == ("answered", right["result"])       # how old each reading is may differ
    assert office.ask(ANA, "What is the industry of Purple Elephants?")["status"] == "declined"


def test_a_name_that_is_known_costs_no_vector(office: Office, server: ModelServer) -> None:
    assert office.ask(ANA, PLAIN)["status"] == "answered"
    assert server.asked == []


@pytest.mark.parametrize("broken", [
    Failed(500), Failed(400), Failed(429, retry_after="60"), Hangs(), Closes(), Raw(b"{}"), Raw(b'{"data": [{"index": 0, "embedding": null}]}'),
    Raw(b'{"data": [{"index": 0, "embedding": [NaN, 1.0]}]}'), Raw(b'{"data": [{"index": 0, "embedding": [0.0, 0.0]}]}'), Raw(b'{"data": []}'),
    Raw(b'{"data": [{"index": 0, "embedding": []}]}'), Raw(b"no json")], ids=str)
def test_a_broken_server_leaves_what_the_words_say(
        office: Office, server: ModelServer, broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_meaning, "SECONDS", 0.3)
    server.embeds = broken
    answer = office.ask(ANA, STRANGE)
    assert (answer["status"], answer["text"]) == ("declined", NOTHING_CALLED_SO)


def test_another_dimension_is_compared_with_nothing_until_the_job_has_made_all_anew(office: Office, server: ModelServer) -> None:
    brought_up(office)
    server.embeds = meanings(32)
    answer = office.ask(ANA, STRANGE)
    assert (answer["status"], answer["text"]) == ("declined", NOTHING_CALLED_SO)
    assert brought_up(office) > 10
    assert office.ask(ANA, STRANGE)["status"] == "clarify"


def test_the_tenants_rule_decides_what_is_sent() -> None:
    door, every = ModelConnection(ModelOptions({Role.EMBED: "v"})), frozenset({"hris", "crm", "ticketing", "knowledgebase", "filestorage"})
    usual, more, none = (parts_of(door.model(Gate(frozenset(may))), every) for may in (("A", "asked"), ("A", "B"), ("asked",)))
    assert none == ()
    assert {p.kind for p in usual} == {"names"}
    assert {p.model for p in more if p.kind == "texts"} == {"knowledgebase/Article", "filestorage/File"}
    assert "ticketing/Ticket" in {p.model for p in more} - {p.model for p in usual}


def test_what_people_said_is_kept_for_them_alone_and_goes_with_it(office: Office, server: ModelServer) -> None:
    session = uuid.uuid4().hex
    office.ask(ANA, PLAIN, session=session)
    office.ask(BEN, "How many accounts are there?", session=session)
    brought_up(office)
    assert PLAIN in server.embedded
    assert not [text for text in server.embedded if "Logistics" in text]      # what was answered is not sent
    files = [file for file in lines_kept(office) if session in file.name]
    assert len(files) == 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    here = office.installation
    kept = LineVectors((office.settings.home / "history").as_uri())
    assert set(kept.of(office.slug, ANA, session, "test-vectors/48")).isdisjoint(kept.of(office.slug, BEN, session, "test-vectors/48"))
    here.history.delete(office.slug, ANA, session)
    assert len([file for file in lines_kept(office) if session in file.name]) == 1
    erase_person(here, office.slug, BEN)
    assert not [file for file in lines_kept(office) if session in file.name]
