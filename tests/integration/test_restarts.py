"""Every server is killed in mid-conversation, and started again as `evergraph up` does: whoever asked goes on, nothing is lost or told twice.

A program listens as any client of server-sent events does: it connects again and names the last event that it heard. A page is a browser's.
"""

import json
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from playwright.sync_api import expect

from ingest.company import read_company
from ingest.sandbox.control_client import SandboxControl
from kg.errors import EvergraphError
from tests.integration.asked_company import ANA, BEN, CLEO, EVA, HOUSE, write_company
from tests.integration.chromium import browser
from ui.asking.listening import LAST
from workers.evaluation.stage import project
from workers.services import Services
from workers.services.errors import JarsUnusable, JavaMissing
from workers.services.neo4j import jars, java
from workers.services.state import read_state
from workers.settings import Settings, is_ci, make_settings, read_settings
from workers.storage.tenant_registry import Tenant, TenantRegistry
from workers.wiring import Installation

__all__ = ["browser"]                   # a fixture
PARTS = ("neo4j", "valkey", "sandbox", "worker", "web")
SLOW = 1500.0                           # milliseconds of each call to the source: a question is under way for some seconds
PATIENCE = 120.0
QUESTION = "Who owns Kenmore Freight?"
FURTHER = "Who owns Foxglove Apparel?"


@dataclass
class House:
    """One installation with servers of its own."""

    settings: Settings
    services: Services
    control: SandboxControl
    url: str

    def kill(self, *parts: str) -> None:
        """SIGKILL for parts and their children."""
        found = [psutil.Process(read_state(self.settings.home)[part].pid) for part in parts]
        family = [*found, *(child for each in found for child in each.children(recursive=True))]
        for each in family:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        psutil.wait_procs(family, timeout=10)

    def said(self, person: str, session: str) -> list[tuple[str, str]]:
        """What the person asked there, with how it was answered, as it is kept."""
        turns = httpx.get(f"{self.url}/api/sessions/{session}", headers=named(person), timeout=60).json()["turns"]
        return [(turn["question"], turn["answer"]["status"]) for turn in turns]

    def ask(self, person: str, text: str, session: str) -> dict[str, Any]:
        """The Answer, or the problem, as JSON."""
        return dict(httpx.post(f"{self.url}/api/ask", json={"question": text, "session": session}, timeout=PATIENCE,
                               headers=named(person) | {"Accept": "application/json"}).json())

    def all_said(self, person: str) -> list[list[str]]:
        """What the person asked, by session."""
        sessions = httpx.get(f"{self.url}/api/sessions", headers=named(person), timeout=60).json()
        return [[text for text, _ in self.said(person, each["id"])] for each in sessions]

    def order(self, model: str) -> None:
        """Have a worker read what is new of a model."""
        account = next(each.id for each in TenantRegistry(self.settings.home).get(HOUSE).company.linked_accounts if each.category == "crm")
        body = {"model": model, "account": account, "mode": "delta"}
        wait_for(lambda: httpx.post(f"{self.url}/api/operator/sync", json=body, headers=named(EVA), timeout=60).is_success)

    def is_done(self, model: str) -> bool:
        """Whether that has happened."""
        parts = httpx.get(f"{self.url}/api/operator/sync", headers=named(EVA), timeout=60).json()["parts"]
        return any((each["model"], each["mode"], each["state"]) == (model, "delta", "done") for each in parts)

    def warm_up(self) -> None:
        """Ask until it is answered: a graph server that has just started may take too long for its first queries."""
        wait_for(lambda: self.ask(EVA, QUESTION, "warm")["status"] == "answered")


@dataclass
class Listener:
    """A program that asks once, under a key, and listens until the end, whatever happens to the connection."""

    url: str
    session: str
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    heard: list[tuple[int, str]] = field(default_factory=list)

    def begin(self) -> str:
        """Ask; the run. The same however often it is called."""
        asked = httpx.post(f"{self.url}/api/ask", json={"question": QUESTION, "session": self.session}, timeout=PATIENCE,
                           headers=named(ANA) | {"Prefer": "respond-async", "Idempotency-Key": self.key})
        return str(asked.json()["run"])

    def listen(self, run: str) -> dict[str, Any]:
        """The data of the last event."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                for number, kind, data in self._events(run, until):
                    self.heard.append((number, kind))
                    if kind in LAST:
                        return data
            time.sleep(0.2)
        raise AssertionError(f"no end was heard, only {self.heard}")

    def heard_all_once(self) -> None:
        """Every event was heard, in order, none twice, and one that ends."""
        numbers, kinds = zip(*self.heard, strict=True)
        assert numbers == tuple(range(1, len(numbers) + 1)) and len([kind for kind in kinds if kind in LAST]) == 1

    def _events(self, run: str, until: float) -> Iterator[tuple[int, str, dict[str, Any]]]:
        last = str(self.heard[-1][0] if self.heard else 0)
        with httpx.stream("GET", f"{self.url}/api/runs/{run}/events", headers=named(ANA) | {"Last-Event-ID": last}, timeout=60) as told:
            told.raise_for_status()
            number, kind = 0, ""
            for line in told.iter_lines():
                if time.monotonic() > until:        # what keeps a connection alive comes without an end
                    return
                name, _, value = line.partition(": ")
                number, kind = (int(value), kind) if name == "id" else (number, value) if name == "event" else (number, kind)
                if name == "data":
                    yield number, kind, json.loads(value)


def named(person: str) -> dict[str, str]:
    return {"X-Evergraph-Person": person}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Everything but beat, with a company in the graph."""
    cache, home = read_settings().cache, tmp_path_factory.mktemp("home")
    try:
        jars.class_path(cache)
        java.find_java()
    except (JarsUnusable, JavaMissing) as missing:
        (pytest.fail if is_ci() else pytest.skip)(str(missing))
    settings = make_settings(home=home, cache_folder=cache, neo4j_quick_start=True, neo4j_heap="512m", neo4j_uri=None, redis_url=None,
                             merge_api_key=None, worker_processes=1)
    services = Services(settings)
    try:
        found = opened(settings, services, write_company(home / "companies" / HOUSE))
        with found.control:
            yield found
    finally:
        services.down()


def opened(settings: Settings, services: Services, folder: Path) -> House:
    made = json.loads((folder / "company.json").read_text("utf-8"))
    made["people"] = [each | {"roles": [*each["roles"], *(["operator"] if each["email"] == EVA else [])]} for each in made["people"]]
    (folder / "company.json").write_text(json.dumps(made), "utf-8")
    TenantRegistry(settings.home).save(Tenant(company=read_company(folder), folder=str(folder)))
    found = services.up(PARTS)
    here = Installation(settings, found)
    try:
        project(here.sync(HOUSE), lambda text: None)
    finally:
        here.close()
    house = House(settings, services, SandboxControl(str(found.sandbox_control_url), str(found.sandbox_control_key)), str(found.web_url))
    house.warm_up()
    assert httpx.get(house.url, timeout=PATIENCE).is_success        # loads the chat
    return house


@pytest.mark.parametrize(("killed", "job"), [(("valkey",), "crm/Account"), (("neo4j", "worker"), "crm/Contact")], ids=("valkey", "neo4j and worker"))
def test_a_question_and_a_job_outlive_servers_that_are_killed_and_are_done_once(house: House, killed: tuple[str, ...], job: str) -> None:
    listener = Listener(house.url, f"over {killed}")
    assert house.ask(ANA, QUESTION, listener.session)["status"] == "answered"
    house.control.latency(SLOW)
    run = listener.begin()
    with ThreadPoolExecutor(1) as aside:
        end = aside.submit(listener.listen, run)
        wait_for(lambda: bool(listener.heard))
        house.kill(*killed)
        if "worker" in killed:          # the queue keeps it until somebody is there
            house.order(job)
        house.services.up(killed)
        told = end.result()
    house.control.latency(0)
    house.warm_up()
    if "worker" not in killed:          # who works off the queue comes back to it by itself
        house.order(job)
    listener.heard_all_once()
    assert told["status"] == "answered" or ("neo4j" in killed and told["reason"] == "failed"), told
    assert listener.begin() == run
    assert house.ask(ANA, QUESTION, listener.session)["status"] == "answered"
    assert house.said(ANA, listener.session) == [(QUESTION, "answered"), (QUESTION, told["status"]), (QUESTION, "answered")]
    wait_for(lambda: house.is_done(job))


def test_pages_and_programs_go_on_by_themselves_when_the_web_server_is_killed(browser: Any, house: House) -> None:
    expect.set_options(timeout=PATIENCE * 1000)
    asking, idle = (opened_page(browser, house, person) for person in (BEN, CLEO))
    listener = Listener(house.url, "over web")
    house.control.latency(SLOW)
    put(asking, QUESTION)
    run = listener.begin()
    with ThreadPoolExecutor(1) as aside:
        end = aside.submit(listener.listen, run)
        wait_for(lambda: bool(listener.heard))
        expect(asking.locator("#talk").get_by_text("·").first).to_be_visible()      # of a step that has begun
        house.kill("web")
        house.services.up(["web"])
        assert end.result()["status"] == "answered"
    expect(asking.locator("#talk").get_by_role("button", name="Understood as:")).to_have_count(1)
    expect(asking.locator("#talk").get_by_text(QUESTION, exact=True)).to_have_count(1)
    house.control.latency(0)
    listener.heard_all_once()
    for page in (asking, idle):         # the idle one was not told that its server went
        put(page, FURTHER)
    expect(asking.locator("#talk").get_by_role("button", name="Understood as:")).to_have_count(2)
    expect(idle.locator("#talk").get_by_role("button", name="Understood as:")).to_have_count(1)
    assert house.said(ANA, listener.session) == [(QUESTION, "answered")]
    assert [house.all_said(person) for person in (BEN, CLEO)] == [[[QUESTION, FURTHER]], [[FURTHER]]]
    for page in (asking, idle):
        page.context.close()


def opened_page(browser: Any, house: House, person: str) -> Any:
    """The chat as that person has it."""
    context = browser.new_context()
    context.add_cookies([{"name": "evergraph_person", "value": person, "url": house.url}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(house.url)
    expect(page.locator("#eg-who")).to_contain_text(person)
    return page


def put(page: Any, question: str) -> None:
    """Ask on a page."""
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()


def wait_for(condition: Any) -> None:
    """Until something holds."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(httpx.HTTPError, EvergraphError, KeyError):
            if condition():
                return
        time.sleep(0.1)
    raise AssertionError("it never came to that")
