"""Records of a sandbox brought into a real graph: full, delta, for a question, by webhook."""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from ingest.company import read_company
from ingest.facts import Facts
from ingest.gateway import Deadline, Gateway, GatewayOptions
from ingest.records import Outcome, Record, Why
from ingest.sandbox import running
from ingest.sandbox.control_client import SandboxControl
from ingest.sync import OVERLAP, Sync
from ingest.webhooks import WebhookEvent
from kg.errors import SourceUnavailable
from kg.graph import Graph
from kg.held import live_ids, unseen_by
from kg.remove import remove_tenant
from kg.resolve import by_key, find
from kg.retrieve import neighbours
from kg.schema import ensure_schema
from tests.integration.small_company import DATA_AS_OF, NOW, account_id, change, key, merge_id, records, row, write_company
from workers.storage.store import RedisStore

PINNED = datetime.fromisoformat(NOW)
LATER = "2026-11-20T05:00:00.000000Z"
EVERY_MODEL = ("hris/Location", "hris/Employee", "crm/User", "crm/Account", "crm/Contact", "ticketing/Ticket")


class LosesLaterPages(httpx.BaseTransport):
    """The network, but every page after the first of a list is lost."""

    def __init__(self) -> None:
        self._network = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if "cursor" in request.url.params:
            return httpx.Response(500, json={"detail": "lost"})
        return self._network.handle_request(request)

    def close(self) -> None:
        self._network.close()


class HappensBetweenPages(LosesLaterPages):
    """The network, and what happens before a page after the first of a list is read."""

    def __init__(self, happens: Callable[[], object]) -> None:
        super().__init__()
        self._happens = happens

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if "cursor" in request.url.params:
            self._happens()
        return self._network.handle_request(request)


class LosesRecords(LosesLaterPages):
    """The network, but lists lack some records, which are still there by their ids."""

    def __init__(self, ids: Collection[str]) -> None:
        super().__init__()
        self._ids = ids

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._network.handle_request(request)
        answer.read()
        page = answer.json()
        if "results" not in page:
            return answer
        return httpx.Response(answer.status_code, json=page | {"results": [r for r in page["results"] if r.get("id") not in self._ids]})


@dataclass
class Office:
    """A company in a sandbox, its graph, and the sync between them."""

    graph: Graph
    tenant: str
    folder: Path
    control: SandboxControl
    base_url: str
    api_key: str
    store: RedisStore

    @contextmanager
    def syncing(self, options: GatewayOptions | None = None, clock: Callable[[], datetime] = lambda: PINNED) -> Iterator[Sync]:
        accounts = read_company(self.folder).accounts
        gateway = Gateway(accounts, api_key=self.api_key, base_url=self.base_url, clock=lambda: PINNED,
                          options=options or GatewayOptions(states_kept=0.0, retry_seconds=0.01))
        try:
            yield Sync(self.graph, gateway, self.store, self.tenant, clock)
        finally:
            gateway.close()

    def full(self, *models: str) -> None:
        with self.syncing() as sync:
            for model in models or EVERY_MODEL:
                sync.full(model, self.account(model))

    def delta(self, model: str) -> int:
        with self.syncing() as sync:
            return sync.delta(model, self.account(model)).rows

    def refresh(self, *models: str) -> Any:
        with self.syncing() as sync:
            return sync.refresh(models, Deadline.after(10))

    def account(self, model: str) -> str:
        return account_id(self.tenant, model.partition("/")[0])

    def key(self, model: str, name: str) -> str:
        return key(self.tenant, model, name)

    def change(self, resource: str, name: str, at: str = LATER, **values: Any) -> None:
        self.control.apply(self.tenant, change("crm", resource, self.row(resource, name) | values, at))

    def row(self, resource: str, name: str) -> dict[str, Any]:
        rows = records(self.tenant)["crm", resource]
        new = dict(rows[0]) | {"id": merge_id(self.tenant, name), "remote_id": name}
        return next((dict(r) for r in rows if r["remote_id"] == name), new)

    def live(self) -> set[tuple[object, ...]]:
        """What is live in the graph: every entity with name and address, every edge."""
        resources = {"employees": "hris/Employee", "locations": "hris/Location", "users": "crm/User", "accounts": "crm/Account",
                     "contacts": "crm/Contact", "tickets": "ticketing/Ticket"}
        keys = [self.key(resources[r], row["remote_id"]) for (_, r), rows in records(self.tenant).items() for row in rows]
        keys.append(self.key("crm/Contact", "Bill Zwei"))
        entities = {(k, c.name, c.email) for k, c in by_key(self.graph, self.tenant, keys).items()}
        links = [link for found in neighbours(self.graph, self.tenant, keys).values() for link in found if link.outgoing]
        return entities | {(link.start, link.relation, link.end) for link in links}

    def names(self, mention: str) -> set[str]:
        return {c.name for c in find(self.graph, self.tenant, [mention])[mention]}


@pytest.fixture
def office(graph: Graph, redis_url: str, tenant: str, tmp_path: Path) -> Iterator[Office]:
    ensure_schema(graph)
    folder = write_company(tmp_path / "company", tenant)
    with running([folder]) as served, SandboxControl(served.control_url, served.control_key) as control:
        yield Office(graph, tenant, folder, control, served.base_url, served.api_key, RedisStore(redis_url, tenant))
    remove_tenant(graph, tenant)


def test_a_full_sync_brings_people_and_what_they_belong_to(office: Office) -> None:
    office.full()
    live = office.live()
    ana, ben = (office.key("hris/Employee", name) for name in ("Ana Ruiz", "Ben Cole"))
    bill = office.key("crm/Contact", "Bill Ashworth")
    assert {(ana, "Ana Ruiz", "ana.ruiz@acme.example"), (bill, "Bill Ashworth", None)} <= live
    assert {(ben, "REPORTS_TO", ana), (bill, "WORKS_FOR", office.key("crm/Account", "Kenmore"))} <= live
    assert office.names("Bill") >= {"Bill Ashworth", "Bill Tran"}


def test_a_private_ticket_is_there_without_its_name(office: Office) -> None:
    office.full("ticketing/Ticket")
    assert (office.key("ticketing/Ticket", "ATL-3"), "Lidar fault 3", None) in office.live()
    assert (office.key("ticketing/Ticket", "ATL-4"), "Lidar fault 4", None) not in office.live()


def test_running_twice_changes_nothing(office: Office) -> None:
    office.full()
    before = office.live()
    office.full()
    assert office.live() == before


def test_running_at_once_gives_the_same_graph(office: Office) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: office.full(), range(4)))
    at_once = office.live()
    remove_tenant(office.graph, office.tenant)
    office.full()
    assert office.live() == at_once


def test_the_cursor_lies_behind_the_freshness_of_merges_copy(office: Office) -> None:
    office.full("crm/Contact")
    with office.syncing() as sync:
        facts = sync.facts("crm/Contact", office.account("crm/Contact"))
    assert facts == replace(facts, rows=3, done=True, error=None, mode="full", cursor=datetime.fromisoformat(DATA_AS_OF) - OVERLAP)


def test_a_delta_reads_only_what_changed(office: Office) -> None:
    office.full()
    office.change("contacts", "Bill Tran", first_name="William")
    assert office.delta("crm/Contact") == 1
    assert (office.key("crm/Contact", "Bill Tran"), "William Tran", None) in office.live()


def test_a_first_delta_reads_everything(office: Office) -> None:
    assert office.delta("crm/Contact") == 3


def test_a_delta_retires_nothing(office: Office) -> None:
    office.full()
    before = office.live()
    assert office.delta("crm/Contact") == 0
    assert office.live() == before


def test_what_is_gone_without_a_word_is_retired_by_a_full_run_and_comes_back_when_seen(office: Office) -> None:
    office.full()
    before = office.live()
    serve_contacts(office, [r for r in records(office.tenant)["crm", "contacts"] if r["remote_id"] != "Bill Tran"])
    office.full("crm/Contact")
    assert office.live() == before      # a third of all: not believed at once
    office.full("crm/Contact")
    assert {what[0] for what in before - office.live()} >= {office.key("crm/Contact", "Bill Tran")}
    serve_contacts(office, records(office.tenant)["crm", "contacts"])
    office.full("crm/Contact")
    assert office.live() == before


@pytest.mark.parametrize("gone, lost", [(0, 30), (3, 30), (7, 9), (7, 39)])
def test_one_record_that_the_source_still_has_by_its_id_is_not_retired_with_others_that_are_gone(office: Office, gone: int, lost: int) -> None:
    people = [row(office.tenant, "crm/Contact", f"Cy P{n}", first_name="Cy", last_name=f"P{n}") for n in range(40)]
    serve_contacts(office, people)
    office.full("crm/Contact")
    serve_contacts(office, people[gone:])
    options = GatewayOptions(states_kept=0.0, retry_seconds=0.01, transport=LosesRecords({people[lost]["id"]}))
    for _ in range(3):
        with office.syncing(options) as sync:
            done = sync.full("crm/Contact", office.account("crm/Contact"))
        assert (done.retired, done.doubt is None) == (0, False)
    office.full("crm/Contact")
    assert live_ids(office.graph, office.tenant, "crm/Contact", [office.account("crm/Contact")]) == {one["id"] for one in people[gone:]}


@pytest.mark.parametrize("asked, told", [(3, 3), (8, 8), (40, 40), (100, 40)])
def test_of_what_a_run_has_not_seen_so_many_are_named_as_are_asked_for(office: Office, asked: int, told: int) -> None:
    people = [row(office.tenant, "crm/Contact", f"Cy P{n}", first_name="Cy", last_name=f"P{n}") for n in range(40)]
    serve_contacts(office, people)
    office.full("crm/Contact")
    later = PINNED + timedelta(hours=1)
    unseen = unseen_by(office.graph, office.tenant, "crm/Contact", office.account("crm/Contact"), later, asked)
    assert (unseen.held, unseen.count, len(set(unseen.some))) == (40, 40, told)
    assert set(unseen.some) <= {one["id"] for one in people}


def test_a_lost_page_retires_nothing_and_keeps_the_cursor(office: Office) -> None:
    office.full()
    before = office.live()
    serve_contacts(office, [r for r in records(office.tenant)["crm", "contacts"] if r["remote_id"] != "Bill Ashworth"])
    lossy = GatewayOptions(page_size=1, transport=LosesLaterPages(), retry_seconds=0.01)
    with office.syncing(lossy) as sync, pytest.raises(SourceUnavailable):
        sync.full("crm/Contact", office.account("crm/Contact"))
    assert office.live() == before
    with office.syncing() as sync:
        facts = sync.facts("crm/Contact", office.account("crm/Contact"))
    assert (facts.done, facts.error is not None, facts.cursor) == (False, True, datetime.fromisoformat(DATA_AS_OF) - OVERLAP)


def test_a_model_that_was_switched_off_retires_nothing(office: Office) -> None:
    office.full()
    before = office.live()
    office.control.account(office.tenant, "crm", disabled=["Contact"])
    with pytest.raises(SourceUnavailable):
        office.full("crm/Contact")
    assert office.live() == before


def test_a_deletion_that_merge_noticed_is_a_tombstone(office: Office) -> None:
    office.full()
    office.control.apply(office.tenant, change("crm", "contacts", merge_id(office.tenant, "Bill Tran"), LATER, "delete"))
    office.delta("crm/Contact")
    assert office.names("Bill") == {"Bill Ashworth"}


def test_of_other_content_at_the_same_time_a_long_run_writes_what_it_read_after_a_question(office: Office) -> None:
    """The first page was read before the question, the others after it; each is the newest where it was read last."""
    before, times = _records(office, "contacts", "crm/Contact"), [PINNED]
    serve_contacts(office, [r | {"last_name": "Narrowed"} for r in records(office.tenant)["crm", "contacts"]])

    def question() -> None:
        if len(times) == 1:
            times.append(PINNED + timedelta(minutes=1))
            sync.apply(before)
            times.append(PINNED + timedelta(minutes=2))

    slow = GatewayOptions(page_size=1, transport=HappensBetweenPages(question))
    with office.syncing(slow, lambda: times[-1]) as sync:
        done = sync.full("crm/Contact", office.account("crm/Contact"))
    known = by_key(office.graph, office.tenant, [office.key("crm/Contact", str(r.remote_id)) for r in before])
    assert (done.rows, [str(each.name).endswith("Narrowed") for each in known.values()].count(True)) == (3, 2)


def test_a_deletion_that_was_taken_back_and_moved_no_time_is_taken_back_here_too(office: Office) -> None:
    rows = records(office.tenant)["crm", "contacts"]
    office.full()
    before = office.live()
    serve_contacts(office, [r | {"remote_was_deleted": r["remote_id"] == "Bill Tran"} for r in rows])
    office.full("crm/Contact")
    assert office.names("Bill") == {"Bill Ashworth"}
    late = next(r for r in _records(office, "contacts", "crm/Contact") if r.remote_id == "Bill Tran")
    with office.syncing() as sync:
        sync.take_in([WebhookEvent("changed", linked_account=late.linked_account, model=late.model, record=late)])
    assert office.names("Bill") == {"Bill Ashworth"}
    serve_contacts(office, rows)
    office.full("crm/Contact")
    assert office.live() == before


def test_an_older_version_never_overwrites_a_newer_one(office: Office) -> None:
    office.full()
    office.change("contacts", "Bill Tran", first_name="William")
    office.delta("crm/Contact")
    newest = office.live()
    older = next(r for r in _records(office, "contacts", "crm/Contact") if r.remote_id == "Bill Tran")
    with office.syncing() as sync:
        sync.apply([replace(older, values=older.values | {"first_name": "Guillermo"}, modified_at=PINNED - timedelta(days=90))])
    assert office.live() == newest


def test_a_question_finds_a_change_that_nobody_told_of(office: Office) -> None:
    office.full()
    office.change("contacts", "Bill Zwei", first_name="Bill", last_name="Zwei")
    refreshed = office.refresh("crm/Contact", "crm/Account")
    assert (refreshed["crm/Contact"].outcome, refreshed["crm/Contact"].changed) == (Outcome.FOUND, 1)
    assert (refreshed["crm/Account"].outcome, refreshed["crm/Account"].changed) == (Outcome.NONE, 0)
    assert refreshed["crm/Contact"].data_as_of == datetime.fromisoformat(LATER)
    assert "Bill Zwei" in office.names("Bill")


def test_questions_leave_the_cursor_so_that_an_earlier_change_is_not_lost(office: Office) -> None:
    office.full()
    office.change("contacts", "Bill Tran", at="2026-11-20T06:00:00Z", first_name="Late")
    office.refresh("crm/Contact")
    office.change("contacts", "Greta Gilmore", at="2026-11-20T03:00:00Z", first_name="Early")
    office.refresh("crm/Contact")
    assert {"Late Tran", "Early Gilmore"} <= {what[1] for what in office.live()}


def test_a_question_about_an_app_that_does_not_answer_says_so(office: Office) -> None:
    office.full()
    office.control.fault("error_500", category="crm")
    refreshed = office.refresh("crm/Contact", "hris/Employee", "accounting/Invoice")
    assert (refreshed["crm/Contact"].outcome, refreshed["hris/Employee"].outcome) == (Outcome.UNKNOWN, Outcome.NONE)
    assert (refreshed["accounting/Invoice"].outcome, refreshed["accounting/Invoice"].why) == (Outcome.UNKNOWN, Why.NOT_LINKED)


def test_a_record_from_a_webhook_is_written_and_twice_is_once(office: Office) -> None:
    office.full()
    told = _records(office, "contacts", "crm/Contact")[0]
    new = replace(told, values=told.values | {"last_name": "Renamed"}, modified_at=PINNED)
    with office.syncing() as sync:
        assert sync.apply([new]) == 1
        once = office.live()
        sync.apply([new])
    assert office.live() == once
    assert "Bill Renamed" in {what[1] for what in once}


def test_a_record_of_a_model_that_is_left_out_is_ignored(office: Office) -> None:
    with office.syncing() as sync:
        assert sync.apply([Record("hris/BankInfo", merge_id(office.tenant, "bank"), "a", {}, None, PINNED, False)]) == 0


def test_sync_reports_progress_while_it_runs(office: Office) -> None:
    seen: list[Facts] = []
    with office.syncing() as sync:
        sync.full("crm/Contact", office.account("crm/Contact"), seen.append)
    assert [(f.rows, f.done) for f in seen] == [(0, False), (3, False), (3, True)]


def serve_contacts(office: Office, rows: Sequence[dict[str, Any]]) -> None:
    """Serve the company anew with these contacts; nobody is told."""
    (office.folder / "crm" / "contacts.json").write_text(json.dumps(list(rows)), "utf-8")
    office.control.remove_company(office.tenant)
    office.control.add_company(office.folder)


def _records(office: Office, resource: str, model: str) -> list[Record]:
    return [
        Record(model, r["id"], office.account(model), r, r["remote_id"], datetime.fromisoformat(r["modified_at"]).astimezone(UTC), False)
        for r in records(office.tenant)["crm", resource]
    ]
