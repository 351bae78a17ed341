"""What is written of one thing, told in short: its own text, else what was written about it, else that nothing was."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg.graph import Graph
from tests.cases import each_case
from tests.integration import asked_company
from tests.integration.asked_company import ANA, DEV, HOUSE, Office, opened_at, write_company
from tests.integration.small_company import Row, row
from workers.wiring import Installation


def _ticket(key: str, name: str, description: str | None = None) -> Row:
    return row(HOUSE, "ticketing/Ticket", key, name=name, description=description, status="OPEN", access_level="COMPANY")


def _comment(name: str, ticket: str, body: str, day: str = "2026-11-10") -> Row:
    return row(HOUSE, "ticketing/Comment", name, ticket=f"@{ticket}", body=body, user="@desk Ana", remote_created_at=f"{day}T10:00:00.000000Z")


def _article(name: str, title: str, description: str | None) -> Row:
    return row(HOUSE, "knowledgebase/Article", name, title=title, description=description, status="PUBLISHED", visibility="INTERNAL")


TEXTS = {
    ("ticketing", "tickets"): [
        _ticket("PMP-1", "Pump stalls", "It stalls since the valve was swapped."), _ticket("PMP-2", "Hoist squeaks"),
        _ticket("PMP-3", "Belt slips"), _ticket("PMP-4", "Crane stands", "It stands since the storm."),
    ],
    ("ticketing", "comments"): [
        _comment("waits", "PMP-3", "It waits for the belt maker."), _comment("crane 2", "PMP-4", "The rope was ordered.", "2026-11-12"),
        _comment("crane 1", "PMP-4", "The rope is torn.", "2026-11-11"),
    ],
    ("knowledgebase", "articles"): [_article("travel", "Travel policy", "Trains first. Then planes."), _article("parking", "Parking rules", None)],
}


def _write(folder: Path) -> Path:
    write_company(folder, ("hris", "crm", "ticketing", "knowledgebase"))
    for (category, resource), rows in TEXTS.items():
        file = folder / category / f"{resource}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps([*(json.loads(file.read_text("utf-8")) if file.exists() else ()), *rows]), "utf-8")
    return folder


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph: Graph, graph_server: Any, redis_url: str) -> Iterator[Office]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asked_company, "write_company", _write)
        with opened_at(tmp_path_factory.mktemp("texts"), graph, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password,
                       redis_url=redis_url) as made:
            yield made


@each_case(("question", "told"), [
    ("Summarize PMP-1", "**Pump stalls** (Ticket): It stalls since the valve was swapped."),
    ("Summarize PMP-3", "Comment by Ana Ruiz, 2026-11-10 10:00: It waits for the belt maker."),
    ("What is PMP-3 about?", "Comment by Ana Ruiz, 2026-11-10 10:00: It waits for the belt maker."),
    ("Summarize the Travel policy", "**Travel policy** (Article): Trains first. Then planes."),
])
def test_a_thing_is_told_by_its_text_or_by_what_was_written_about_it(office: Office, question: str, told: str) -> None:
    answer = office.ask(ANA, question)
    assert (answer["status"], answer["text"].partition("\n")[0]) == ("answered", told), answer["text"]


def _why(office: Office, question: str) -> str:
    """What a model's plan to tell PMP-4 in short comes to for this message."""
    plan = next(dict(event.data["plan"]) for event in office.events(ANA, "Summarize PMP-4") if event.kind == "plan")
    return str(office.run_again(ANA, plan, question)[-1].data["text"])


def test_a_reason_is_looked_for_in_the_things_own_text_and_in_what_was_written_about_it(office: Office) -> None:
    told = ["**Crane stands** (Ticket): It stands since the storm.", "Comment by Ana Ruiz, 2026-11-11 10:00: The rope is torn.",
            "Comment by Ana Ruiz, 2026-11-12 10:00: The rope was ordered."]
    why, short = (_why(office, question) for question in ("Why is PMP-4 open?", "What does PMP-4 say?"))
    assert (why.split("\n\n")[:3], short.split("\n\n")[0], told[1] in short) == (told, told[0], False), why


@each_case(("question", "told"), [
    ("Summarize PMP-2", "No text is on record for PMP-2 “Hoist squeaks”: it has no description, and there are no comments on it."),
    ("Summarize Parking rules", "No text is on record for Parking rules: it has no description."),
])
def test_where_nothing_is_written_it_says_what_was_looked_at(office: Office, question: str, told: str) -> None:
    answer = office.ask(ANA, question)
    assert (answer["status"], answer.get("reason"), answer["text"].startswith(told)) == ("declined", "no_record", True), answer["text"]


def test_comments_that_the_app_does_not_share_leave_what_the_ticket_itself_says(office: Office) -> None:
    office.control.account(office.slug, "ticketing", disabled=["Comment"])
    try:
        with closing(Installation(office.settings)) as own:         # one that has not heard before what the account shares
            answer = replace(office, installation=own).ask(ANA, "Summarize PMP-2")
            why = _why(replace(office, installation=own), "Why is PMP-4 open?")
        assert (answer["reason"], answer["text"].partition(":")[2].startswith(" it has no description. ")) == ("no_record", True), answer["text"]
        assert why.partition("\n")[0] == "**Crane stands** (Ticket): It stands since the storm.", why
    finally:
        office.control.account(office.slug, "ticketing", disabled=[])


TALKS = {"set": "crm/Engagement"}


def _titled(name: str) -> dict[str, Any]:
    return {"set": "ticketing/Ticket", "where": [{"field": "ticketing/Ticket.name", "value": name}]}


@each_case(("viewer", "nodes", "told", "is_said"), [
    (ANA, [_titled("Pump stalls"), TALKS], ["It stalls since the valve was swapped.", "They asked for brake pads."], False),
    (DEV, [_titled("Pump stalls"), TALKS], ["It stalls since the valve was swapped."], True),
    (DEV, [TALKS, _titled("Pump stalls")], ["It stalls since the valve was swapped."], True),
    (DEV, [_titled("Hoist squeaks"), TALKS], [], False),                # of the rest nothing is on file: that is no none
    (DEV, [TALKS, {"set": "crm/Engagement", "newest": True}], [], False),
])
def test_of_several_kinds_of_texts_those_that_are_open_are_told_and_what_is_left_out_is_said(  # who asks for which texts, what is told
    office: Office, viewer: str, nodes: list[dict[str, Any]], told: list[str], is_said: bool,
) -> None:
    plan = {"acts": [{"goal": "summary", "node": nodes[0], "also": nodes[1:]}]}
    answer = office.run_again(viewer, plan, "What was written?")[-1].data
    assert (answer["status"], answer.get("reason")) == (("answered", None) if told else ("declined", "not_permitted")), answer["text"]
    assert [text for text in ("It stalls since the valve was swapped.", "They asked for brake pads.") if text in json.dumps(answer)] == told
    assert ("Conversations are left out: you may not see them." in answer["text"]) == is_said, answer["text"]
