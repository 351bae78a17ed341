"""The graph as people may look at it: whatever record is asked for, nothing shows that the person may not see."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from agent.access.explore import Explorer
from agent.access.labels import choices, labels, made_of
from agent.catalogue import catalogue
from ingest.sandbox import running
from kg.graph import Graph
from kg.hubs import join_due
from kg.resolve import by_key
from kg.rows import model_of
from kg.schema import ensure_schema
from tests.conftest import GraphServer
from tests.integration.asked_company import CLEO, EVA, FINN, HOUSE, Office, opened, write_company
from tests.integration.every_property import everything
from tests.integration.guarded_company import run_as
from tests.integration.scripted import served
from tests.integration.small_company import merge_id
from ui.actions.exploring import sources
from ui.sign_in.access import local_token
from workers.settings import make_settings

SECRET = "Severance of a fitter"        # a private ticket
# What Cleo, of no role, may see of this company: her own conversations among it.
OPEN = {"hris/Employee", "hris/Team", "hris/Location", "crm/Account", "crm/Contact", "crm/User", "ticketing/Ticket", "ticketing/User"}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: GraphServer, redis_url: str, graph: Graph) -> Iterator[Office]:
    """One company for all; nothing in it is changed."""
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    folder = write_company(tmp_path_factory.mktemp("seen") / HOUSE)
    with running([]) as served, opened(folder, f"seen-{home.parent.name}".lower()[:60], served, settings) as stage:
        join_due(graph, stage.slug, run="joins", now=stage.installation.now(stage.slug))
        yield stage


@pytest.fixture(scope="module")
def url(office: Office) -> Iterator[str]:
    with served(office.installation) as address:
        yield address


@pytest.fixture(scope="module")
def some(office: Office, graph_server: GraphServer, full: bool) -> list[str]:
    """The keys of all that the graph holds of the company, hubs and values of fields included; without --full, one of each kind."""
    found = sorted(str(held["key"]) for labels, held in everything(graph_server, office.slug) if "Entity" in labels)
    return found if full else list({model_of(one): one for one in found}.values())


def get(url: str, office: Office, person: str, path: str, **asked: str) -> httpx.Response:
    owner = {"Authorization": f"Bearer {local_token(office.settings.home)}", "X-Evergraph-Person": person}
    return httpx.get(f"{url}/api/graph/{path}", params=asked, headers=owner, timeout=60)


def found(url: str, office: Office, person: str, text: str) -> httpx.Response:
    owner = {"Authorization": f"Bearer {local_token(office.settings.home)}", "X-Evergraph-Person": person}
    return httpx.post(f"{url}/api/graph/find", json={"text": text}, headers=owner, timeout=60)


def key(office: Office, model: str, name: str) -> str:
    return f"{office.slug}|{model.replace('/', '|')}|{merge_id(HOUSE, name)}"


def test_of_every_record_of_the_graph_only_that_shows_which_the_person_may_see(url: str, office: Office, some: list[str]) -> None:
    shown = set()
    for one in some:
        ties = get(url, office, CLEO, "around", key=one).json()
        shown |= {model_of(end["key"]) for tie in ties for end in (tie["start"], tie["end"])}
        told = get(url, office, CLEO, "why", key=one)
        assert told.status_code in (200, 403, 404) and SECRET not in told.text and SECRET not in str(ties), one
        assert told.status_code == 200 or not ties, one
    assert shown == OPEN


def test_no_way_leads_into_another_company_or_over_what_is_hidden(url: str, office: Office) -> None:
    ticket, part = (key(office, "ticketing/Ticket", name) for name in ("ATL-1", "ATL-3"))
    employee = key(office, "hris/Employee", "Ana Ruiz")
    assert get(url, office, CLEO, "path", start=ticket, end=part).json() is None           # only a private ticket could lie between
    found = get(url, office, CLEO, "path", start=employee, end=ticket).json()
    assert {"Ana Ruiz", "Lidar drifts"} <= {end["name"] for tie in found for end in (tie["start"], tie["end"])}
    for path, asked in (("why", {"key": f"other{ticket}"}), ("path", {"start": f"other{ticket}", "end": ticket})):
        assert get(url, office, CLEO, path, **asked).status_code == 404
    assert get(url, office, CLEO, "around", key=f"other{ticket}").json() == []


def test_graph_search_finds_only_knowable_names_and_refuses_leavers(url: str, office: Office) -> None:
    assert [thing["name"] for thing in found(url, office, CLEO, "Lidar drifts").json()] == ["Lidar drifts"]
    assert found(url, office, CLEO, SECRET).json() == [] == found(url, office, CLEO, "INV-7").json()
    assert [thing["name"] for thing in found(url, office, EVA, "INV-7").json()] == ["INV-7"]       # of the finance team
    refused = found(url, office, FINN, "Lidar drifts")
    assert (refused.status_code, refused.json()["reason"]) == (403, "not_permitted")


def test_never_shown_field_appears_neither_in_current_nor_in_past_values(office: Office) -> None:
    run, dev = run_as(office, CLEO), merge_id(HOUSE, "Dev Patel")
    record = run.live.record("hris/Employee", dev)
    assert record is not None and record.modified_at is not None
    named = {"display_full_name": "Dev Novak", "last_name": "Novak", "work_email": "dev.novak@acme.example", "employee_number": "E-4711"}
    run.up_to_date.apply([replace(record, values={**record.values, **named}, modified_at=record.modified_at + timedelta(days=1))])
    told = repr(Explorer(run, sources()).entity(key(office, "hris/Employee", "Dev Patel")))
    assert all(text in told for text in ("Name: Dev Patel → Dev Novak", "E-mail: dev.patel@acme.example → dev.novak@acme.example", "E-4711"))
    kept = run_as(office, CLEO, never=("hris.Employee.work_email", "hris.Employee.employee_number", "hris.Employee.display_full_name"))
    told = repr(Explorer(kept, sources()).entity(key(office, "hris/Employee", "Dev Patel"))).lower()
    assert "first seen" in told and not [text for text in ("novak", "patel →", "dev.", "e-4711", "e-mail") if text in told]


@pytest.mark.parametrize("kept, shown, hidden", [
    ((), ["Bill Ashworth (Kenmore Freight)", "Bill Tran (Foxglove Apparel)"], []),
    (("crm.Account.name",), ["Bill Ashworth", "Bill Tran"], ["Kenmore", "Foxglove"]),
    (("crm.Contact.account", "crm.Contact.email_addresses"), ["Bill Ashworth", "Bill Tran"], ["Kenmore", "Foxglove", "@"]),
    (("crm.Contact.last_name",), ["contact (Kenmore Freight)", "contact (Foxglove Apparel)"], ["Bill", "Ashworth", "Tran"]),
])
def test_options_hold_nothing_that_a_company_keeps_from_everybody(
    office: Office, kept: tuple[str, ...], shown: list[str], hidden: list[str],
) -> None:
    run = run_as(office, CLEO, never=kept)
    pool = tuple(by_key(run.graph, run.tenant, [key(office, "crm/Contact", name) for name in ("Bill Ashworth", "Bill Tran")]).values())
    told = [choice.label for choice in choices(run, pool)]
    assert sorted(told) == sorted(shown) and sorted(labels(run, pool).values()) == sorted(shown)
    assert not [text for text in hidden if text in " ".join(told)]


def test_option_labels_use_only_fields_of_the_graph() -> None:
    told = ("name", "email", "industry", "city", "title", "domain")
    ties = {"hris/Employee": ("MEMBER_OF", "WORKS_AT", "IN_GROUP"), "crm/Contact": ("WORKS_FOR",), "crm/Opportunity": ("WITH_ACCOUNT",)}
    known = [model for model in catalogue().models.values() if model.nameable]
    held = {(m.id, column): set(fields) for m in known for column, fields in sources().get(m.id, {}).items()
            if column in (*told, *ties.get(m.id, ()))}
    assert held and {(m, column): set(made_of(catalogue().models[m], column)) for m, column in held} == held
