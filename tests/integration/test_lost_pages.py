"""A list that loses its end without a word: no figure is told of a part, and no sync retires what it did not see."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.facts import Facts
from ingest.sandbox import running
from kg.graph import Graph
from kg.held import live_ids
from kg.schema import ensure_schema
from tests.integration.asked_company import ANA, HOUSE, Office, opened, write_company
from tests.integration.small_company import merge_id, row
from workers.settings import make_settings

TICKETS = 140                           # two pages; every second one is open
TICKET = "ticketing/Ticket"
MODELS = ("hris/Employee", "ticketing/User", TICKET)
ASKED = {"How many tickets are there?": TICKETS, "How many open tickets are there?": TICKETS // 2}
LOST = ("lost_tail", "lost_page")


@pytest.fixture
def office(tmp_path: Path, graph_server: Any, redis_url: str, graph: Graph, tenant: str) -> Iterator[Office]:
    ensure_schema(graph)
    folder = write_company(tmp_path / HOUSE, ("hris", "ticketing"))
    rows = [row(HOUSE, TICKET, f"T-{n}", name=f"Fault {n}", status="OPEN" if n % 2 else "CLOSED", access_level="COMPANY",
                created_at=f"2026-0{1 + n % 9}-05T08:00:00.000000Z") for n in range(TICKETS)]
    (folder / "ticketing/tickets.json").write_text(json.dumps(rows), "utf-8")
    settings = make_settings(home=tmp_path / "home", neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    with running([]) as served, opened(folder, tenant, served, settings, MODELS) as stage:
        yield stage


def account(office: Office) -> str:
    return next(a.id for a in office.installation.sync(office.slug).accounts if a.category == "ticketing")


def live(office: Office) -> frozenset[str]:
    return live_ids(office.installation.graph, office.slug, TICKET, [account(office)])


def full(office: Office) -> Facts:
    sync = office.installation.sync(office.slug)
    sync.full(TICKET, account(office))
    return sync.facts(TICKET, account(office))


def told(answer: dict[str, Any]) -> object:
    """The figure, or why there is none."""
    return answer["result"]["rows"][0][0] if answer["status"] == "answered" else answer["reason"]


@pytest.mark.parametrize("kind", LOST)
def test_a_figure_over_a_list_that_always_loses_its_end_is_not_told(office: Office, kind: str) -> None:
    office.fault(kind, model="Ticket")
    answers = [office.ask(ANA, question) for question in ASKED]
    assert [told(answer) for answer in answers] == ["failed", "failed"]
    assert all("lacks records" in answer["text"] for answer in answers)


@pytest.mark.parametrize("kind", LOST)
@pytest.mark.parametrize("question", ASKED)
def test_a_figure_over_a_list_that_lost_its_end_once_is_right(office: Office, kind: str, question: str) -> None:
    office.fault(kind, model="Ticket", count=1 if kind == "lost_tail" else 2)
    assert told(office.ask(ANA, question)) == ASKED[question]


@pytest.mark.parametrize("deleted", [3, 40])
def test_what_was_deleted_at_the_source_is_missed_by_nobody(office: Office, deleted: int) -> None:
    for n in range(deleted):
        office.delete("ticketing", "tickets", f"T-{n}")
    assert told(office.ask(ANA, "How many tickets are there?")) == TICKETS - deleted
    assert live(office) == {merge_id(HOUSE, f"T-{n}") for n in range(deleted, TICKETS)}


@pytest.mark.parametrize("kind", LOST)
def test_full_sync_with_a_lost_last_page_retires_nothing_until_a_whole_run(office: Office, kind: str) -> None:
    before = live(office)
    office.fault(kind, model="Ticket")
    for _ in range(3):
        assert full(office).doubt is not None and live(office) == before
    office.control.clear_faults(office.slug)
    facts = full(office)
    assert facts.doubt is None and facts.complete_at == facts.run_started_at and live(office) == before


@pytest.mark.parametrize("kind", LOST)
def test_a_full_sync_that_lost_an_end_once_reads_again_and_is_whole(office: Office, kind: str) -> None:
    before = live(office)
    office.fault(kind, model="Ticket", count=1 if kind == "lost_tail" else 2)
    assert full(office).doubt is None and live(office) == before
