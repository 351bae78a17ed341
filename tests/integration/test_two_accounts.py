"""Two linked accounts of one category, two trackers and two subsidiaries' HR: read both, united, and parted again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agent.catalogue import catalogue
from agent.live.completeness import InGraph
from agent.live.copies import Copies
from agent.live.reads import LiveReads
from ingest.company import read_company
from ingest.facts import Facts, ask, facts_asked_for
from ingest.gateway import Deadline, Gateway, GatewayOptions
from ingest.records import Outcome, Why
from ingest.sandbox import running
from ingest.sandbox.control_client import SandboxControl
from ingest.sync import Sync, SyncOptions
from kg.errors import Busy, NotConnected, StoreUnavailable
from kg.graph import Graph
from kg.held import accounts_held
from kg.remove import remove_tenant
from kg.resolve import by_key
from kg.schema import ensure_schema
from kg.upsert import retire_unseen
from tests.integration import asked_company
from tests.integration.small_company import NOW, account_id, change, key, merge_id, row, write_company
from workers.settings import make_settings
from workers.storage.store import RedisStore

PINNED = datetime.fromisoformat(NOW)
LATER = "2026-11-20T05:00:00.000000Z"
SECOND = {"hris": "hr-berlin", "ticketing": "tracker-2"}
NAMES = {"Ana Ruiz", "Dora Lind", "Lidar fault 1", "Leaking roof"}


@dataclass
class Group:
    """A company with two HR apps and two trackers, its graph, and the sync between them."""

    graph: Graph
    tenant: str
    folder: Path
    control: SandboxControl
    api: tuple[str, str]
    store: RedisStore
    unlinked: set[str]
    now: datetime = PINNED

    @contextmanager
    def syncing(self) -> Iterator[Sync]:
        gateway = self.gateway()
        options = SyncOptions(is_linked=lambda account: account not in self.unlinked)
        try:
            yield Sync(self.graph, gateway, self.store, self.tenant, lambda: self.now, options)
        finally:
            gateway.close()

    def gateway(self) -> Gateway:
        options = GatewayOptions(states_kept=0.0, retry_seconds=0.01)
        return Gateway(read_company(self.folder).accounts, api_key=self.api[1], base_url=self.api[0], clock=lambda: PINNED, options=options)

    def full(self) -> None:
        with self.syncing() as sync:
            for category in SECOND:
                for account in (account_id(self.tenant, category), self.second(category)):
                    sync.full("hris/Employee" if category == "hris" else "ticketing/Ticket", account)

    def second(self, category: str) -> str:
        return account_id(self.tenant, SECOND[category])

    def ticket(self, name: str = "Leaking roof", **values: Any) -> dict[str, Any]:
        return row(self.tenant, "ticketing/Ticket", "TWO-1", name=name, access_level="COMPANY", **values)

    def key(self, name: str, model: str = "ticketing/Ticket") -> str:
        return key(self.tenant, model, name)

    @contextmanager
    def live(self, sync: Sync) -> Iterator[LiveReads]:
        """The live reads of one question."""
        gateway = self.gateway()
        known = InGraph(self.graph, self.tenant, gateway.sharing, lambda: self.now, sync.whole_until)
        try:
            yield LiveReads(gateway, read_company(self.folder), self.now, Deadline.after(30), Copies(catalogue()), known)
        finally:
            gateway.close()

    def names(self) -> set[str | None]:
        wanted = [("Ana Ruiz", "hris/Employee"), ("Dora Lind", "hris/Employee"), ("ATL-1", "ticketing/Ticket"), ("TWO-1", "ticketing/Ticket")]
        return {c.name for c in by_key(self.graph, self.tenant, [self.key(*one) for one in wanted]).values()}

    def told(self, event: str, data: object = None, category: str = "ticketing") -> bytes:
        account = {"id": self.second(category), "category": category}
        return json.dumps({"hook": {"id": "h", "event": event}, "linked_account": account, "data": data or {}}).encode()


@pytest.fixture
def group(graph: Graph, redis_url: str, tenant: str, tmp_path: Path) -> Iterator[Group]:
    ensure_schema(graph)
    folder = write_company(tmp_path / "company", tenant)
    company = json.loads((folder / "company.json").read_text("utf-8"))
    for category, place in SECOND.items():
        company["linked_accounts"].append({"id": account_id(tenant, place), "category": category, "integration": place, "folder": place,
                                           "token": f"token-{tenant}-{place}", "data_as_of": "2026-11-20T02:00:00.000000Z"})
        (folder / place).mkdir()
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    dora = row(tenant, "hris/Employee", "Dora Lind", display_full_name="Dora Lind", work_email="dora@acme.example")
    (folder / "hr-berlin" / "employees.json").write_text(json.dumps([dora]), "utf-8")
    tickets = [row(tenant, "ticketing/Ticket", "TWO-1", name="Leaking roof", access_level="COMPANY")]
    (folder / "tracker-2" / "tickets.json").write_text(json.dumps(tickets), "utf-8")
    with running([folder]) as served, SandboxControl(served.control_url, served.control_key) as control:
        yield Group(graph, tenant, folder, control, (served.base_url, served.api_key), RedisStore(redis_url, tenant), set())
    remove_tenant(graph, tenant)


def test_both_are_read_and_united(group: Group) -> None:
    group.full()
    assert group.names() == NAMES
    assert set(accounts_held(group.graph, group.tenant)) == {account_id(group.tenant, "hris"), account_id(group.tenant, "ticketing"),
                                                           group.second("hris"), group.second("ticketing")}
    gateway = group.gateway()
    reading = gateway.read("ticketing/Ticket")
    assert (reading.outcome, {r.linked_account for r in reading.records}) == (
        Outcome.FOUND, {account_id(group.tenant, "ticketing"), group.second("ticketing")})
    assert gateway.retrieve("hris/Employee", merge_id(group.tenant, "Dora Lind")).outcome is Outcome.FOUND
    gateway.close()


def test_a_record_of_the_second_is_not_looked_for_in_the_first(group: Group) -> None:
    group.full()
    ids = [("hris/Employee", merge_id(group.tenant, "Dora Lind")),
           *(("ticketing/Ticket", merge_id(group.tenant, name)) for name in ("TWO-1", "ATL-1", "ATL-2"))]
    group.control.forget_requests(group.tenant)
    with group.syncing() as sync, group.live(sync) as live:
        assert [found.id for one in ids if (found := live.record(*one)) is not None] == [merge_id for _, merge_id in ids]
    asked = group.control.requests(group.tenant)["by_path"]
    assert [n for path, n in asked.items() if any(one in path for _, one in ids)] == [1] * len(ids)


def test_a_full_run_of_one_retires_nothing_of_the_other(group: Group) -> None:
    group.full()
    group.full()
    assert group.names() == NAMES


def test_each_has_its_own_changes_by_delta_and_by_webhook(group: Group) -> None:
    group.full()
    group.control.apply(group.tenant, change("ticketing", "tickets", group.ticket("Flooded cellar"), LATER) | {"account": "tracker-2"})
    with group.syncing() as sync:
        assert sync.delta("ticketing/Ticket", account_id(group.tenant, "ticketing")).rows == 0
        assert sync.delta("ticketing/Ticket", group.second("ticketing")).rows == 1
        assert "Flooded cellar" in group.names()
        sync.hear(group.told("Ticket.changed", group.ticket("Dry again", modified_at="2026-11-20T06:00:00.000000Z")))
        assert (group.names() - NAMES, len(group.names())) == ({"Dry again"}, 4)


def test_account_deleted_at_merge_is_removed_whole_and_the_other_stays(group: Group) -> None:
    group.full()
    with group.syncing() as sync:
        sync.hear(group.told("LinkedAccount.deleted"))
        assert group.names() == NAMES - {"Leaking roof"}
        assert group.second("ticketing") not in set(accounts_held(group.graph, group.tenant))
        assert sync.facts("ticketing/Ticket", group.second("ticketing")).cursor is None
        assert sync.facts("ticketing/Ticket", account_id(group.tenant, "ticketing")).cursor is not None


def test_what_is_under_way_does_not_bring_an_account_back(group: Group) -> None:
    group.full()
    account = group.second("ticketing")
    with group.syncing() as sync:
        def leaves(facts: Any) -> None:
            if not group.unlinked:                      # the run has begun: now the account is disconnected
                group.unlinked.add(account)
                sync.leave(account)

        with pytest.raises(NotConnected):
            sync.full("ticketing/Ticket", account, leaves)
        assert group.names() == NAMES - {"Leaking roof"}
        assert sync.facts("ticketing/Ticket", account) == Facts("ticketing/Ticket", account)
        group.unlinked.clear()                          # it is linked anew: nothing that went may be missing
        sync.delta("ticketing/Ticket", account)
        assert group.names() == NAMES


def test_an_account_that_leaves_when_all_of_it_is_written_leaves_no_cursor_behind(group: Group) -> None:
    account = group.second("ticketing")
    with group.syncing() as sync:
        def leaves(facts: Any) -> None:
            if facts.rows and not group.unlinked:
                group.unlinked.add(account)
                sync.leave(account)

        sync.full("ticketing/Ticket", account, leaves)
        assert sync.facts("ticketing/Ticket", account) == Facts("ticketing/Ticket", account)
    assert account not in set(accounts_held(group.graph, group.tenant))


def test_a_write_that_ends_after_the_removal_is_removed_by_who_wrote_it(group: Group) -> None:
    account, looks = group.second("ticketing"), iter([True, False, False])
    gateway = group.gateway()
    sync = Sync(group.graph, gateway, group.store, group.tenant, lambda: PINNED, SyncOptions(is_linked=lambda one: next(looks)))
    with pytest.raises(NotConnected):
        sync.full("ticketing/Ticket", account)
    assert account not in set(accounts_held(group.graph, group.tenant))
    gateway.close()


def test_question_during_account_removal_says_so_and_reads_the_other_account(group: Group) -> None:
    group.full()
    group.unlinked.add(group.second("ticketing"))
    with group.syncing() as sync:
        sync.leave(group.second("ticketing"))
        found = sync.refresh({"ticketing/Ticket"})["ticketing/Ticket"]
    assert (found.outcome, found.why) == (Outcome.UNKNOWN, Why.NOT_LINKED)
    assert group.names() == NAMES - {"Leaking roof"}


def test_one_that_does_not_share_a_model_leaves_the_other_as_it_is(group: Group) -> None:
    group.full()
    group.control.account(group.tenant, "tracker-2", disabled=["Ticket"])
    with group.syncing() as sync:
        found = sync.refresh({"ticketing/Ticket"})["ticketing/Ticket"]
        assert (found.outcome, found.why) == (Outcome.NONE, None)
        ids = {merge_id(group.tenant, f"ATL-{n}") for n in range(1, 5)}
        with group.live(sync) as live:                                      # though the graph still holds the other's
            assert {r.id for r in live.records("ticketing/Ticket")} == ids
        group.control.account(group.tenant, "ticketing", disabled=["Ticket"])
        assert sync.refresh({"ticketing/Ticket"})["ticketing/Ticket"].why is Why.SWITCHED_OFF


def test_an_old_event_sent_again_brings_nothing_back(group: Group) -> None:
    group.full()
    first, second = (group.told("Ticket.changed", group.ticket(name, modified_at=f"2026-11-20T0{hour}:00:00.000000Z"))
                     for name, hour in (("First", 6), ("Second", 7)))
    with group.syncing() as sync:
        for body in (second, first, first, second):
            sync.hear(body)
        assert "Second" in group.names()
        retire_unseen(group.graph, group.tenant, linked_account=group.second("ticketing"), model="ticketing/Ticket", run="r",
                      run_started_at=PINNED + timedelta(minutes=1))
        gone, group.now = group.names(), PINNED + timedelta(minutes=2)
        for body in (first, second):
            sync.hear(body)
        assert group.names() == gone == NAMES - {"Leaking roof"}
        sync.hear(group.told("Ticket.removed", group.ticket("Second", modified_at="2026-11-20T07:00:00.000000Z")))
        assert group.names() == gone
        sync.hear(group.told("Ticket.added", group.ticket("Back", modified_at="2026-11-20T08:00:00.000000Z")))
        assert "Back" in group.names()


def test_two_runs_of_a_part_do_not_go_side_by_side(group: Group) -> None:
    account = group.second("ticketing")
    with group.syncing() as sync:
        def second_run(facts: Any) -> None:
            with pytest.raises(Busy):
                sync.delta("ticketing/Ticket", account, wait=0.0)

        sync.full("ticketing/Ticket", account, second_run)
        assert sync.delta("ticketing/Ticket", account, wait=0.0).complete


def test_a_run_whose_store_goes_away_before_its_end_keeps_the_cursor(group: Group) -> None:
    account = group.second("ticketing")
    with group.syncing() as sync:
        def goes_away(facts: Any) -> None:
            if facts.rows:
                raise StoreUnavailable

        with pytest.raises(StoreUnavailable):
            sync.full("ticketing/Ticket", account, goes_away)
        facts = sync.facts("ticketing/Ticket", account)
        assert (facts.done, facts.cursor) == (False, None)
        assert sync.full("ticketing/Ticket", account).complete


def test_a_request_is_answered_by_a_run_that_begins_later_and_reads_as_much(group: Group) -> None:
    part = group.tenant, "ticketing/Ticket", group.second("ticketing")
    with group.syncing() as sync:
        sync.full(*part[1:])
        ask(group.store, *part, "full")
        sync.delta(*part[1:])
        assert not facts_asked_for(group.store, part[0], [part[1:]])[0].ended
        sync.full(*part[1:])
        assert facts_asked_for(group.store, part[0], [part[1:]]) == (replace(sync.facts(*part[1:]), done=True),)


def test_a_question_reads_both(graph: Graph, graph_server: Any, redis_url: str, tenant: str, tmp_path: Path) -> None:
    ensure_schema(graph)
    folder = with_berlin(asked_company.write_company(tmp_path / "acme", ("hris", "ticketing")))
    settings = make_settings(home=tmp_path / "home", neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    with running([]) as served, asked_company.opened(folder, tenant, served, settings, ()) as office:
        asked = {(person, words): office.ask(person, words, session=f"{n}")["text"] for n, (person, words) in enumerate(BOTH)}
        assert {pair: part for pair, part in BOTH.items() if part not in asked[pair]} == {}, asked
        assert "tracker-2 does not share the due date." in asked[asked_company.ANA, "List all tickets with their due date"]
        office.fault("error_500", category="hris")
        assert office.ask(asked_company.ANA, "Who reports to Ana Ruiz?", session="f")["status"] == "declined"
    remove_tenant(graph, tenant)


ROSA = "rosa.blum@acme.example"
BOTH = {
    (ROSA, "Who is my manager?"): "Tom Kern", (asked_company.ANA, "Who is my manager?"): "Eva Stone",
    (ROSA, "What is the status of ATL-1?"): "**open**", (asked_company.ANA, "What is the status of BER-1?"): "**closed**",
    (asked_company.ANA, "Who is working on BER-1?"): "Rosa Blum",
    (asked_company.ANA, "When is ATL-1 due?"): "2026-12-04", (asked_company.ANA, "When is BER-1 due?"): "does not share the due date",
    (asked_company.ANA, "List all tickets with their due date"): "ATL-1",
}


def with_berlin(folder: Path) -> Path:
    """The company with a subsidiary that has its own HR app and its own tracker."""
    house = asked_company.HOUSE
    company = json.loads((folder / "company.json").read_text("utf-8"))
    company["people"].append({"email": ROSA, "roles": []})
    for category, place in SECOND.items():
        company["linked_accounts"].append({"id": account_id(house, place), "category": category, "integration": place, "folder": place,
                                           "token": f"token-{place}", "data_as_of": "2026-11-20T02:00:00.000000Z",
                                           "disabled": ["Ticket.due_date"] if category == "ticketing" else []})
        (folder / place).mkdir()
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    people = [row(house, "hris/Employee", name, display_full_name=name, work_email=f"{name.lower().replace(' ', '.')}@acme.example",
                  employment_status="ACTIVE", manager=manager) for name, manager in (("Tom Kern", None), ("Rosa Blum", "@Tom Kern"))]
    users = [row(house, "ticketing/User", "desk Rosa", name="Rosa Blum", email_address=ROSA)]
    tickets = [row(house, "ticketing/Ticket", "BER-1", name="Broken gate", status="CLOSED", access_level="COMPANY",
                   assignees=[merge_id(house, "desk Rosa")])]
    for place, resource, rows in (("hr-berlin", "employees", people), ("tracker-2", "users", users), ("tracker-2", "tickets", tickets)):
        (folder / place / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    return folder
