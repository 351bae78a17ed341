"""The work of real Celery workers on a real Valkey, Neo4j and sandbox."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import neo4j
import psutil
import pytest

from ingest.company import read_company
from ingest.facts import facts_asked_for
from ingest.sandbox import Served, running
from ingest.sandbox.control_client import SandboxControl
from kg.errors import NotConnected, StoreUnavailable
from kg.graph import Graph
from kg.remove import remove_account, remove_tenant
from kg.resolve import by_key
from kg.retrieve import neighbours
from kg.schema import ensure_schema
from tests.integration.queue_here import look_again
from tests.integration.small_company import account_id, change, key, merge_id, records, write_company
from tests.waiting import PROGRAM_SECONDS
from ui.cli import sync
from workers import tasks
from workers.queues import QUEUES
from workers.services import processes
from workers.services.waiting import wait_until
from workers.settings import child_environment, make_settings, read_settings
from workers.storage.tenant_registry import Tenant, TenantRegistry
from workers.tasks import inbox
from workers.tasks.parking import Parked, parked

SECONDS = 60.0
BEAT = "from celery.beat import Scheduler; from workers.beat import app; s = Scheduler(app); s.apply_async(s.schedule['what is due'], advance=False)"
LATER = "2026-11-20T05:00:00.000000Z"


@dataclass
class Staff:
    """A worker with two processes for all tests of this file; one that was killed is replaced."""

    log: Path
    child: processes.Child | None = None

    def at_work(self) -> processes.Child:
        if self.child is None or not processes.is_alive(self.child):
            command = [sys.executable, "-m", "celery", "-A", "workers.tasks", "worker", "--concurrency", "2", "--loglevel", "INFO"]
            said = self.log.stat().st_size if self.log.exists() else 0
            self.child = processes.launch(command, self.log, child_environment(read_settings()))
            wait_until(lambda: b"ready." in self.log.read_bytes()[said:], self.child, "the worker", self.log, SECONDS)
        return self.child

    def go(self) -> None:
        if self.child is not None:
            processes.end(self.child, patience=10)
            self.child = None


@dataclass
class Works:
    """A company whose syncs are done by workers."""

    tenant: str
    graph: Graph
    folder: Path
    control: SandboxControl
    staff: Staff

    def sync(self, mode: str) -> tasks.SyncProgress:
        tasks.start_sync(self.tenant, mode)
        return tasks.wait_for_sync(self.tenant, SECONDS)

    def names(self) -> set[str]:
        return {c.name for c in by_key(self.graph, self.tenant, self.keys()).values()}

    def live(self) -> set[tuple[object, ...]]:
        links = [link for found in neighbours(self.graph, self.tenant, self.keys()).values() for link in found if link.outgoing]
        return {(n,) for n in self.names()} | {(link.start, link.relation, link.end) for link in links if link.relation != "JOINED_IN"}

    def keys(self) -> list[str]:
        models = {"employees": "hris/Employee", "contacts": "crm/Contact", "accounts": "crm/Account", "tickets": "ticketing/Ticket"}
        found = [(models[r], row["remote_id"]) for (_, r), rows in records(self.tenant).items() if r in models for row in rows]
        return [key(self.tenant, model, name) for model, name in found]

    def change_contact(self, name: str, **values: str) -> None:
        row = next(r for r in records(self.tenant)["crm", "contacts"] if r["remote_id"] == name)
        self.control.apply(self.tenant, change("crm", "contacts", row | values, LATER))

    @contextmanager
    def worker(self) -> Iterator[processes.Child]:
        yield self.staff.at_work()


@pytest.fixture(scope="module")
def installed(graph_server: Any, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home of an installation on the servers of this test run, with a queue of its own."""
    settings = make_settings(home=tmp_path_factory.mktemp("home"), neo4j_uri=graph_server.uri, neo4j_password=graph_server.password,
                             redis_url=redis_url.replace("/0", "/5"))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in child_environment(settings).items():
            patch.setenv(name, value)
        look_again()
        yield settings.home
        tasks.installation().close()
        tasks.installation.cache_clear()


@pytest.fixture(scope="module")
def staff(installed: Path) -> Iterator[Staff]:
    found = Staff(installed / "worker.log")
    yield found
    found.go()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with running([]) as sandbox:
        yield sandbox


@pytest.fixture
def works(graph: Graph, installed: Path, staff: Staff, served: Served, tenant: str, tmp_path: Path) -> Iterator[Works]:
    ensure_schema(graph)
    folder = write_company(tmp_path / "company", tenant)
    with SandboxControl(served.control_url, served.control_key) as control:
        control.add_company(folder)
        TenantRegistry(installed).save(Tenant(
            company=read_company(folder), folder=str(folder), merge_base_url=served.base_url, merge_api_key=served.api_key))
        yield Works(tenant, graph, folder, control, staff)
        control.latency(0)
        control.remove_company(tenant)
    TenantRegistry(installed).remove(tenant)
    remove_tenant(graph, tenant)


def test_workers_bring_a_company_into_the_graph_and_keep_it_up_to_date(works: Works) -> None:
    with works.worker():
        progress = works.sync("full")
        assert (progress.is_over, progress.rows, progress.failed) == (True, sum(len(rows) for rows in records(works.tenant).values()), ())
        assert {"Ana Ruiz", "Bill Ashworth", "Kenmore Freight"} <= works.names()
        before = works.live()

        works.sync("full")
        assert works.live() == before

        works.change_contact("Bill Tran", first_name="William")
        assert works.sync("delta").rows == 1
        assert "William Tran" in works.names()


def test_a_webhook_is_applied_by_a_worker_and_twice_is_once(works: Works) -> None:
    row = next(r for r in records(works.tenant)["crm", "contacts"] if r["remote_id"] == "Bill Tran")
    body = tell(works, "CRMContact.removed", row | {"modified_at": LATER})
    with works.worker():
        works.sync("full")
        for _ in range(2):
            tasks.receive_webhook(works.tenant, body.encode())
        tasks.apply_webhook.delay(works.tenant, body)
        waits_for(lambda: tasks.is_applied(works.tenant, body.encode()))
        assert "Bill Ashworth" in works.names()
        assert "Bill Tran" not in works.names()


def test_a_webhook_that_says_nothing_sensible_does_no_harm(works: Works) -> None:
    for body in ("", "no JSON", "[]", "{}", '{"hook": {"event": "X.changed"}, "linked_account": {"id": "nobody"}, "data": 1}'):
        tasks.apply_webhook(works.tenant, body)
        assert tasks.is_applied(works.tenant, body.encode())


def test_a_worker_process_that_is_killed_loses_no_task(works: Works) -> None:
    with works.worker() as child:
        works.control.latency(300)
        tasks.start_sync(works.tenant, "full")
        waits_for(lambda: any(part.run_started_at and not part.ended for part in tasks.sync_progress(works.tenant).parts))
        for process in psutil.Process(child.pid).children(recursive=True):
            os.kill(process.pid, signal.SIGKILL)
        works.control.latency(0)
        assert tasks.wait_for_sync(works.tenant, SECONDS).is_over
        assert works.live() == after_an_undisturbed_sync(works)


def test_after_a_killed_worker_the_next_run_gives_the_same_graph(works: Works) -> None:
    with works.worker() as child:
        works.control.latency(300)
        tasks.start_sync(works.tenant, "full")
        waits_for(lambda: any(part.done for part in tasks.sync_progress(works.tenant).parts))
        family = [psutil.Process(child.pid), *psutil.Process(child.pid).children(recursive=True)]
        for process in family:
            os.kill(process.pid, signal.SIGKILL)
        psutil.wait_procs(family, timeout=10)
    assert not tasks.sync_progress(works.tenant).is_over
    works.control.latency(0)
    with works.worker():
        assert works.sync("full").is_over
        assert works.live() == after_an_undisturbed_sync(works)


def test_a_source_that_is_away_for_a_moment_is_tried_again(works: Works) -> None:
    works.control.fault("error_500", tenant=works.tenant, model="crm/Contact", path="/crm/v1/contacts", count=2)
    with works.worker():
        progress = works.sync("full")
    assert (progress.is_over, progress.failed) == (True, ())
    assert "Bill Ashworth" in works.names()


@pytest.mark.parametrize("status", ["RELINK_NEEDED", "IDLE"])
def test_a_sync_that_cannot_succeed_is_given_up_with_the_reason(works: Works, status: str) -> None:
    works.control.account(works.tenant, "crm", status=status)
    with works.worker():
        progress = works.sync("full")
    assert works.control.requests(works.tenant, "/crm/v1/contacts")["total"] == 1       # and not read again: nothing of it changed
    parts = [(part.model, part.linked_account) for part in progress.failed]
    assert all(facts.partial for facts in facts_asked_for(tasks.installation().store, works.tenant, parts))
    assert progress.is_over
    assert {part.model.partition("/")[0] for part in progress.failed} == {"crm"}
    assert all(part.error for part in progress.failed)


def test_what_cannot_be_worked_off_is_parked_with_its_reason_and_can_be_run_again(works: Works) -> None:
    with works.worker():
        tasks.door.send("no_such_task", (works.tenant, "secret-payload"), {})
        tasks.door.send("sync_model", (works.tenant, "crm/Contact"), {})
        with tasks.app.producer_pool.acquire() as producer:
            headers = {"id": works.tenant, "task": "workers.tasks.sync_tenant"}
            producer.publish(b"secret-payload", content_type="application/json", content_encoding="utf-8", routing_key="sync", headers=headers)
        body, sourceless = tell(works, "CRMContact.changed", {"note": "secret-payload"}), f"{works.tenant}-sourceless"
        known = TenantRegistry(tasks.installation().settings.home)
        company = known.get(works.tenant).company.model_copy(update={"tenant": sourceless})
        known.save(Tenant(company=company))
        tasks.apply_webhook.delay(sourceless, body)

        waits_for(lambda: len(parked_for(works)) == 4)
        found = {one.task: one.as_json() for one in parked_for(works)}
        assert "TypeError" in found["sync_model"]["reason"]
        assert "no worker here can read it" in found["no_such_task"]["reason"]
        assert not found["sync_tenant"]["can_run"]
        assert found["apply_webhook"]["about"].startswith("CRMContact.changed")
        assert "secret-payload" not in str(found)

        known.save(known.get(works.tenant).model_copy(update={"company": company}))
        tasks.rerun(next(one for one in parked_for(works) if one.task == "apply_webhook"))
        waits_for(lambda: tasks.is_applied(sourceless, body.encode()))
        assert len(parked_for(works)) == 3
        known.remove(sourceless)


def test_what_is_queued_of_a_company_that_was_removed_is_dropped(works: Works) -> None:
    with works.worker():
        asked = tasks.apply_webhook.delay(f"{works.tenant}-removed", tell(works, "CRMContact.changed", {}))
        waits_for(lambda: tasks.installation().store.get(f"done:{asked}") is not None)
    assert parked_for(works) == []


def test_webhooks_that_came_together_are_all_applied(works: Works) -> None:
    bodies = [tell(works, "CRMContact.changed", row | {"last_name": "Renamed", "modified_at": LATER}).encode()
              for row in records(works.tenant)["crm", "contacts"]]
    bodies += [b"no JSON", tell(works, "LinkedAccount.deleted", {}).replace(account_id(works.tenant, "crm"), "nobody").encode()]
    for body in bodies:
        tasks.receive_webhook(works.tenant, body)
    with works.worker():
        waits_for(lambda: all(tasks.is_applied(works.tenant, body) for body in bodies))
    assert {name.rpartition(" ")[2] for name in works.names()} == {"Renamed"}
    assert (inbox.oldest(tasks.installation().store, works.tenant), parked_for(works)) == ({}, [])


@pytest.mark.parametrize("comes_again", [
    lambda here, message: [here.begins(message, "apply_webhooks", (message,), {}) for _ in range(2)],
    lambda here, message: here.failed(message, "apply_webhooks", (message,), {}, ValueError("a bug")),
], ids=["a death", "a bug"])
def test_webhooks_that_cannot_be_applied_together_are_applied_one_by_one(works: Works, comes_again: Callable[[Any, str], object]) -> None:
    row = next(r for r in records(works.tenant)["crm", "contacts"] if r["remote_id"] == "Bill Tran")
    body = tell(works, "CRMContact.changed", row | {"last_name": "Alone", "modified_at": LATER}).encode()
    store = tasks.installation().store
    inbox.put(store, works.tenant, body)
    comes_again(tasks._RULES, works.tenant)
    assert (inbox.oldest(store, works.tenant), parked_for(works)) == ({}, [])
    with works.worker():
        waits_for(lambda: tasks.is_applied(works.tenant, body))
    assert works.names() == {"Bill Alone"}


def test_a_message_that_kills_its_processes_is_parked(works: Works) -> None:
    starts = [tasks._RULES.begins(works.tenant, "sync_tenant", (works.tenant, "full"), {}) for _ in range(7)]
    assert starts == [True] * 5 + [False, True]
    assert ["died" in one.reason for one in parked_for(works)] == [True]


def test_a_sync_that_kills_its_processes_is_shown_as_given_up(works: Works) -> None:
    part = (works.tenant, "crm/Contact", account_id(works.tenant, "crm"), "full")
    assert [tasks._RULES.begins(works.tenant, "sync_model", part, {}) for _ in range(6)] == [True] * 5 + [False]
    assert ["died" in str(one.error) for one in tasks.sync_progress(works.tenant).failed] == [True]


def test_beat_syncs_due_parts_and_removes_unlinked_accounts(works: Works) -> None:
    registry, crm = TenantRegistry(tasks.installation().settings.home), account_id(works.tenant, "crm")
    with works.worker():
        works.sync("full")
        registry.unlink(works.tenant, crm)
        tenant = registry.get(works.tenant)
        registry.save(tenant.model_copy(update={"company": tenant.company.model_copy(update={"now": None})}))
        before = {part.run_started_at for part in tasks.sync_progress(works.tenant).parts}
        subprocess.run([sys.executable, "-c", BEAT], check=True, env=child_environment(read_settings()), timeout=PROGRAM_SECONDS)
        waits_for(lambda: not works.names() & {"Bill Tran", "Kenmore Freight"})
        waits_for(lambda: before.isdisjoint(part.last_full_at for part in tasks.sync_progress(works.tenant).parts if part.last_full_at))
        assert {"Ana Ruiz", "Lidar fault 1"} <= works.names()


def test_account_of_an_unreachable_source_can_leave_and_status_is_shown(works: Works) -> None:
    registry, crm = TenantRegistry(tasks.installation().settings.home), account_id(works.tenant, "crm")
    with works.worker():
        works.sync("full")
        registry.save(registry.get(works.tenant).model_copy(update={"merge_base_url": None, "merge_api_key": None}))
        with pytest.raises(NotConnected):
            tasks.start_sync(works.tenant)
        assert {part.state for part in tasks.sync_overview(works.tenant).parts} == {"done"}
        tasks.let_go(works.tenant, crm)
        asked = tasks.join_tenant.delay(works.tenant)
        waits_for(lambda: tasks.installation().store.get(f"done:{asked}") is not None)
    assert {"Ana Ruiz"} <= works.names() and not works.names() & {"Bill Tran", "Kenmore Freight"}
    assert parked_for(works) == []


def test_an_account_that_was_linked_again_outlives_the_messages_of_when_it_left(works: Works) -> None:
    registry, crm = TenantRegistry(tasks.installation().settings.home), account_id(works.tenant, "crm")
    with works.worker():
        works.sync("full")
        before, names = registry.get(works.tenant), works.names()
        registry.unlink(works.tenant, crm)
        registry.save(before)
        asked = tasks.disconnect.delay(works.tenant, crm)
        waits_for(lambda: tasks.installation().store.get(f"done:{asked}") is not None)
    assert (registry.get(works.tenant), works.names()) == (before, names)


def test_an_account_that_is_linked_again_while_it_is_removed_is_read_in_full(works: Works, graph_server: Any) -> None:
    registry, crm = TenantRegistry(tasks.installation().settings.home), account_id(works.tenant, "crm")
    signed_in = {"auth": (graph_server.user, graph_server.password), "notifications_min_severity": "OFF"}
    with works.worker(), neo4j.GraphDatabase.driver(graph_server.uri, **signed_in) as driver:
        works.sync("full")
        before, names = registry.get(works.tenant), works.names()
        with driver.session() as session, session.begin_transaction() as held:
            held.run("MATCH (e:Entity {tenant: $tenant, linked_account: $account}) SET e.held = 1", tenant=works.tenant, account=crm).consume()
            leaving = threading.Thread(target=tasks.let_go, args=(works.tenant, crm))
            leaving.start()
            waits_for(lambda: tasks.installation().store.get(f"leaving:{works.tenant}:{crm}") is not None)
            registry.save(before)
            held.rollback()
        leaving.join()
        assert tasks.wait_for_sync(works.tenant, SECONDS).failed == ()
        assert works.names() == names
        assert {part.state for part in tasks.sync_overview(works.tenant).parts} == {"done"}


def test_a_removal_whose_process_died_is_made_good_where_the_account_is_linked_again(works: Works) -> None:
    crm = account_id(works.tenant, "crm")
    with works.worker():
        works.sync("full")
        names = works.names()
        remove_account(works.graph, works.tenant, crm)
        tasks.installation().store.put(f"leaving:{works.tenant}:{crm}", b"1", 60.0)
        asked = tasks.disconnect.delay(works.tenant, crm)
        waits_for(lambda: tasks.installation().store.get(f"done:{asked}") is not None)
        tasks.wait_for_sync(works.tenant, SECONDS)
    assert works.names() == names


def test_a_queue_that_is_away_is_said_in_our_words(works: Works) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))          # bound, but it does not listen: every connection is refused
        away = tasks.app.connection_for_write(f"redis://127.0.0.1:{nobody.getsockname()[1]}/0")
        with pytest.raises(StoreUnavailable):
            tasks.apply_webhook.apply_async((works.tenant, "{}"), connection=away, retry=False)


def test_what_comes_every_minute_is_parked_once(works: Works) -> None:
    for message_id in ("one", "two"):
        tasks._RULES.failed(f"{works.tenant}-{message_id}", "join_tenant", (works.tenant,), {}, ValueError("a bug"))
    assert [one.task for one in parked_for(works)] == ["join_tenant"]


def test_status_tells_of_what_was_named_and_takes_no_name_for_markup(works: Works, capsys: pytest.CaptureFixture[str]) -> None:
    registry = TenantRegistry(tasks.installation().settings.home)
    company = registry.get(works.tenant).company
    accounts = tuple(one.model_copy(update={"integration": "Sales [/eu]"}) for one in company.linked_accounts)
    registry.save(registry.get(works.tenant).model_copy(update={"company": company.model_copy(update={"linked_accounts": accounts})}))
    tasks.give_up(works.tenant, "crm/Contact", account_id(works.tenant, "crm"), "full", "refused")
    assert sync.run(sync.Wanted(works.tenant, model="crm/Account", status=True), as_json=True) == 0
    assert [part["model"] for part in json.loads(capsys.readouterr().out)[0]["parts"]] == ["crm/Account"]
    assert sync.run(sync.Wanted(works.tenant, model="crm/Contact", status=True), as_json=False) == 1
    assert "Sales [/eu]" in capsys.readouterr().out


def test_waiting_for_a_slow_sync_fails_and_lists_unfinished_parts(works: Works, capsys: pytest.CaptureFixture[str]) -> None:
    works.staff.go()
    assert sync.run(sync.Wanted(works.tenant, model="crm/Contact", patience=0.0), as_json=True) == 1
    assert "1 of 1 models" in capsys.readouterr().err
    with works.worker():
        assert sync.run(sync.Wanted(works.tenant, model="crm/Contact"), as_json=True) == 0


def test_every_task_has_a_queue_and_every_queue_a_task() -> None:
    ours = {name.removeprefix("workers.tasks.") for name in tasks.app.tasks if name.startswith("workers.tasks.")}
    assert ours == {name for names in QUEUES.values() for name in names}


def after_an_undisturbed_sync(works: Works) -> set[tuple[object, ...]]:
    remove_tenant(works.graph, works.tenant)
    works.sync("full")
    return works.live()


def tell(works: Works, event: str, data: object) -> str:
    """The body of a webhook about the company's CRM."""
    account = {"id": account_id(works.tenant, "crm")}
    return json.dumps({"hook": {"id": merge_id(works.tenant, "hook"), "event": event}, "linked_account": account, "data": data})


def parked_for(works: Works) -> list[Parked]:
    return [one for one in parked(tasks.installation().store) if works.tenant in f"{one.tenant} {one.id}"]


def waits_for(happens: Callable[[], bool]) -> None:
    """Until it happens, else the test fails."""
    until = time.monotonic() + SECONDS
    while not happens():
        assert time.monotonic() < until, "it did not happen"
