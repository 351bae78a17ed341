"""The gateway against the sandbox over real HTTP: every record of the demo company, every fault, webhooks as they are sent."""

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ingest import webhooks
from ingest.company import Company
from ingest.demo import write_company
from ingest.gateway import CouldNotRead, Deadline, Gateway, GatewayOptions
from ingest.merge_api import model_of_resource
from ingest.records import LinkedAccount, Outcome, Why
from ingest.sandbox import Served, running
from ingest.sandbox.control_client import SandboxControl
from tests.waiting import joined


@dataclass
class Office:
    """The demo company, served, with a gateway to it."""

    folder: Path
    company: Company
    served: Served
    control: SandboxControl
    gateway: Gateway

    def rows(self, model: str) -> list[dict[str, Any]]:
        resource = next(r for (_, r), m in model_of_resource().items() if m == model)
        return json.loads((self.folder / model.split("/")[0] / f"{resource}.json").read_text("utf-8"), parse_float=Decimal)

    def account(self, category: str) -> LinkedAccount:
        return next(a for a in self.gateway.accounts if a.category == category)

    @contextmanager
    def another_gateway(self, **given: Any) -> Iterator[Gateway]:
        """One that has kept nothing, held nothing back and seen nothing fail yet."""
        with closing(_gateway(self.company, self.served, **given)) as gateway:
            yield gateway

    def shown(self, model: str) -> list[str]:
        return sorted(r.get("id") or r["remote_id"] for r in self.rows(model) if not r.get("remote_was_deleted"))


def _gateway(company: Company, served: Served, **given: Any) -> Gateway:
    """A gateway that keeps nothing it was told and is not slowed down."""
    options = GatewayOptions(
        page_size=30, requests_per_minute=None, retry_seconds=0.0, states_kept=0.0, scopes_kept=0.0, breaker_failures=1000,
    )
    now = company.now or datetime(2026, 1, 1, tzinfo=UTC)
    address = {"api_key": served.api_key, "base_url": served.base_url, **given}
    return Gateway([a.linked for a in served.accounts], clock=lambda: now, options=options, **address)


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Iterator[Office]:
    folder = tmp_path_factory.mktemp("demo") / "company"
    company = write_company(folder)
    with running([folder]) as served, SandboxControl(served.control_url, served.control_key) as control:
        gateway = _gateway(company, served)
        yield Office(folder, company, served, control, gateway)
        gateway.close()


@pytest.fixture
def office(whole) -> Iterator[Office]:
    yield whole
    whole.control.clear_faults()
    for account in whole.gateway.accounts:
        disabled = next(a.disabled for a in whole.company.linked_accounts if a.id == account.id)
        whole.control.account(whole.company.tenant, account.category, status="COMPLETE", disabled=list(disabled))


def linked_models(office: Office) -> list[str]:
    return [m for (c, r), m in model_of_resource().items() if (office.folder / c / f"{r}.json").is_file() and m != "hris/BankInfo"]


def test_every_record_of_the_company_is_read_once(office):
    assert len(linked_models(office)) > 20
    for model in linked_models(office):
        shown = office.shown(model)
        reading = office.gateway.read(model)
        assert (reading.outcome, reading.why) == (Outcome.FOUND if shown else Outcome.NONE, None), model
        assert sorted(r.id for r in reading.records) == shown, model
        assert reading.data_as_of is not None


def test_numbers_times_and_the_providers_own_words_arrive_as_the_source_has_them(office):
    rows = {r["id"]: r for r in office.rows("ticketing/Ticket")}
    for record in office.gateway.read("ticketing/Ticket").records:
        assert record.values["priority_native"] == rows[record.id]["priority_native"]
        assert record.modified_at == datetime.fromisoformat(rows[record.id]["modified_at"])
    amounts = {r["id"]: r["total_amount"] for r in office.rows("accounting/Invoice")}
    assert {r.id: r.values["total_amount"] for r in office.gateway.read("accounting/Invoice").records} == amounts


def test_filters_expansion_and_single_records(office):
    employee = next(r for r in office.rows("hris/Employee") if r["work_email"] and r["manager"] and not r["remote_was_deleted"])
    found = office.gateway.read("hris/Employee", {"work_email": employee["work_email"]}, expand=["manager"]).records
    assert [(r.id, r.values["manager"]["id"]) for r in found] == [(employee["id"], employee["manager"])]
    assert [r.id for r in office.gateway.retrieve("hris/Employee", employee["id"]).records] == [employee["id"]]
    assert office.gateway.retrieve("hris/Employee", office.rows("ticketing/Ticket")[0]["id"]).outcome is Outcome.NONE


def test_filter_by_many_assignees_equals_single_filters_combined(office):
    people = [r["id"] for r in office.rows("ticketing/User")]
    many = (people * 3)[: max(120, len(people))]
    wanted = {r["id"] for r in office.rows("ticketing/Ticket") if set(r["assignees"]) & set(many) and not r["remote_was_deleted"]}
    assert {r.id for r in office.gateway.read("ticketing/Ticket", {"assignee_ids": many}).records} == wanted


FAULTS = [
    ("error_500", Why.UNREACHABLE), ("html_502", Why.UNREACHABLE), ("unavailable_503", Why.UNREACHABLE), ("drop", Why.UNREACHABLE),
    ("truncated_body", Why.UNREACHABLE), ("not_json", Why.BROKEN_ANSWER), ("json_list", Why.BROKEN_ANSWER),
    ("null_results", Why.BROKEN_ANSWER), ("repeating_cursor", Why.BROKEN_ANSWER), ("relink", Why.RELINK), ("initial_sync", Why.FIRST_SYNC),
]


@pytest.mark.parametrize("kind, why", FAULTS)
def test_what_merge_cannot_do_is_unknown_with_its_reason(office, kind, why):
    model = "hris/TimeOff" if kind == "repeating_cursor" else "hris/Employee"       # a list of several pages
    category = model.split("/")[0]
    office.control.fault(kind, category=category, **({} if kind in ("relink", "initial_sync") else {"model": model}))
    reading = office.gateway.read(model)
    assert (reading.outcome, reading.why) == (Outcome.UNKNOWN, why)
    with pytest.raises(CouldNotRead) as raised:
        list(office.gateway.pages(model, account=office.account(category).id))
    assert raised.value.why is why


@pytest.mark.parametrize("kind", ["error_500", "drop", "truncated_body"])
def test_a_failure_that_passes_is_not_noticed(office, kind):
    office.control.fault(kind, model="hris/Employee", count=1)
    assert office.gateway.read("hris/Employee").outcome is Outcome.FOUND


@pytest.mark.parametrize("kind", ["malformed_row", "extra_fields", "unknown_enum"])
def test_an_odd_row_does_not_spoil_its_page(office, kind):
    office.control.fault(kind, model="hris/Employee")
    reading = office.gateway.read("hris/Employee")
    assert (reading.outcome, sorted(r.id for r in reading.records)) == (Outcome.FOUND, office.shown("hris/Employee"))


@pytest.mark.parametrize("status, why", [(401, Why.REFUSED), (403, Why.REFUSED), (404, Why.BROKEN_ANSWER), (418, Why.BROKEN_ANSWER)])
def test_a_refusal_is_not_an_absence(office, status, why):
    office.control.fault("status", model="hris/Employee", status=status)
    assert office.gateway.read("hris/Employee").why is why


def test_a_slow_app_does_not_outlast_the_deadline(office):
    office.control.fault("slow", model="hris/Employee", seconds=3, count=1)
    assert office.gateway.read("hris/Employee", deadline=Deadline.after(0.3)).why is Why.OUT_OF_TIME


def test_a_rate_limit_beyond_the_deadline_is_unknown(office):
    office.control.fault("rate_limit", model="hris/Employee", seconds=30)
    with office.another_gateway() as gateway:
        assert gateway.read("hris/Employee", deadline=Deadline.after(10)).why is Why.RATE_LIMITED


def test_a_fraction_in_an_opportunity_survives(office):
    office.control.fault("fractional_amount", model="crm/Opportunity")
    assert office.gateway.read("crm/Opportunity").records[0].values["amount"] == Decimal("75000.75")


def test_a_scope_that_switches_off_a_model_and_a_field(office):
    office.control.account(office.company.tenant, "hris", disabled=["TimeOff", "Employee.personal_email"])
    assert office.gateway.read("hris/TimeOff").why is Why.SWITCHED_OFF
    assert office.gateway.switched_off("hris/Employee", office.account("hris").id) == {"personal_email"}
    assert "amount" in office.gateway.switched_off("hris/TimeOff", office.account("hris").id)
    assert {r.values["personal_email"] for r in office.gateway.read("hris/Employee").records} == {None}


def test_a_wrong_key_is_refused(office):
    with office.another_gateway(api_key="wrong") as gateway:
        assert gateway.read("hris/Employee").why is Why.REFUSED


def test_nobody_listening_is_unreachable(office):
    with office.another_gateway(base_url="http://127.0.0.1:9/api") as gateway:
        assert gateway.read("hris/Employee").why is Why.UNREACHABLE


class Mailbox(BaseHTTPRequestHandler):
    """Keeps what is posted."""

    posts: "queue.Queue[tuple[bytes, str]]" = queue.Queue()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.posts.put((body, self.headers["X-Merge-Webhook-Signature"]))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def mailbox() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Mailbox)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    joined(thread)
    server.server_close()


def test_a_change_is_read_and_its_webhook_is_believed_and_understood(office, mailbox):
    tenant, employee = office.company.tenant, office.gateway.read("hris/Employee").records[0]
    row = next(r for r in json.loads((office.folder / "hris/employees.json").read_text("utf-8")) if r["id"] == employee.id)
    at = "2026-11-20T10:11:12.000000Z"
    office.control.webhook(tenant, mailbox, key="webhook-key")
    office.control.apply(tenant, {"id": "x", "at": at, "op": "update", "category": "hris", "resource": "employees",
                                  "record": row | {"preferred_name": "Changed"}}, deliver=True)
    changed = office.gateway.changes("hris/Employee", datetime(2026, 11, 20, 10, tzinfo=UTC))
    assert [(r.id, r.values["preferred_name"]) for r in changed.records] == [(employee.id, "Changed")]
    assert changed.data_as_of == datetime.fromisoformat(at)
    body, signature = Mailbox.posts.get(timeout=60)
    told = webhooks.parse(body, office.gateway.accounts)
    assert webhooks.verify(body, signature, ["old-key", "webhook-key"]) and not webhooks.verify(body, signature, ["old-key"])
    assert (told.kind, told.model, [(r.id, r.modified_at) for r in told.records]) == \
        ("changed", "hris/Employee", [(employee.id, changed.records[0].modified_at)])


def test_a_deleted_record_comes_with_the_changes_and_is_none_by_its_id(office):
    gone = office.gateway.read("crm/Note").records[-1]
    at = datetime(2026, 11, 20, 12, tzinfo=UTC)
    office.control.apply(office.company.tenant, {"id": "y", "at": at.isoformat(), "op": "delete", "category": "crm", "resource": "notes",
                                                 "record_id": gone.id})
    assert [(r.id, r.deleted) for r in office.gateway.changes("crm/Note", at.replace(hour=11)).records] == [(gone.id, True)]
    assert gone.id not in {r.id for r in office.gateway.read("crm/Note").records}
    assert office.gateway.retrieve("crm/Note", gone.id).outcome is Outcome.NONE
