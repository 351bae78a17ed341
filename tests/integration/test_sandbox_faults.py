"""What can go wrong on purpose, as the unmodified SDK sees it, and the webhooks."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from merge import Merge
from merge.core.api_error import ApiError

from ingest.sandbox import Served, running
from ingest.sandbox.control_client import SandboxControl
from ingest.sandbox.faults import KINDS
from ingest.sandbox.webhooks import sign
from kg.errors import BadInput
from tests.integration.sandbox_company import ROWS, record, write_company
from tests.waiting import joined

ONCE = {"max_retries": 0}
KEY = "webhook-key"


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    with running([write_company(tmp_path_factory.mktemp("sandbox") / "acme", "acme")]) as sandbox:
        yield sandbox


@pytest.fixture
def control(served) -> Iterator[SandboxControl]:
    with SandboxControl(served.control_url, served.control_key) as client:
        client.clear_faults()
        client.reset("acme")
        yield client
        client.limits()
        client.latency(0)


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with httpx.Client() as client:
        yield client


@pytest.fixture
def hris(served, control, http) -> Any:
    token = next(a.token for a in served.accounts if a.category == "hris")
    return Merge(api_key=served.api_key, account_token=token, base_url=served.base_url, httpx_client=http).hris


def failed(hris: Any) -> ApiError:
    with pytest.raises(ApiError) as error:
        hris.employees.list(request_options=ONCE)
    return error.value


@pytest.mark.parametrize("kind, status", [
    ("error_500", 500), ("html_502", 502), ("unavailable_503", 503), ("rate_limit", 429), ("not_json", 200),
])
def test_a_call_fails_as_often_as_wanted_and_then_answers_again(hris, control, kind, status):
    control.fault(kind, category="hris", count=2)
    assert [failed(hris).status_code, failed(hris).status_code] == [status, status]
    assert len(hris.employees.list(request_options=ONCE).results) == ROWS


def test_a_throttled_call_says_when_to_come_back(hris, control):
    control.fault("rate_limit", seconds=7)
    assert failed(hris).headers["retry-after"] == "7"


def test_any_status_can_be_had(hris, control):
    control.fault("status", status=403)
    assert failed(hris).status_code == 403


def test_a_bad_gateway_speaks_html(hris, control):
    control.fault("html_502")
    assert str(failed(hris).body).startswith("<html>")


def test_a_list_where_an_object_is_due_is_a_type_error_in_the_sdk(hris, control):
    control.fault("json_list")
    with pytest.raises(TypeError):
        hris.employees.list(request_options=ONCE)


@pytest.mark.parametrize("kind, error", [("drop", httpx.RemoteProtocolError), ("truncated_body", httpx.RemoteProtocolError)])
def test_a_lost_connection_reaches_the_caller_as_it_is(hris, control, kind, error):
    control.fault(kind, count=1)
    with pytest.raises((error, httpx.ReadError)):
        hris.employees.list(request_options=ONCE)
    assert len(hris.employees.list().results) == ROWS


def test_a_slow_answer_runs_into_the_callers_time_limit(hris, control):
    control.fault("slow", seconds=30, count=1)
    with pytest.raises(httpx.ReadTimeout):
        hris.employees.list(request_options={"timeout_in_seconds": 0.3, **ONCE})


def test_every_call_can_be_given_a_delay(hris, control):
    control.latency(40)
    hris.employees.list()
    assert control.requests("acme")["calls"][0]["milliseconds"] >= 40


def test_a_fault_keeps_to_its_model_and_path(hris, control):
    control.fault("error_500", model="Employee")
    control.fault("error_500", path="/hris/v1/time-off")
    assert len(hris.teams.list(request_options=ONCE).results) == ROWS
    assert failed(hris).status_code == 500
    with pytest.raises(ApiError):
        hris.time_off.list(request_options=ONCE)


def test_a_slow_provider_times_passthrough_out_and_nothing_else(hris, control):
    control.fault("passthrough_408")
    assert len(hris.employees.list(request_options=ONCE).results) == ROWS
    with pytest.raises(ApiError) as error:
        hris.passthrough.create(request={"method": "GET", "path": "/employees"}, request_options=ONCE)
    assert error.value.status_code == 408


def test_one_malformed_row_makes_the_sdk_take_the_page_unchecked(hris, control):
    control.fault("malformed_row", count=1)
    rows = hris.employees.list().results
    assert (rows[0].modified_at, len(rows)) == ("not a time", ROWS)


def test_unknown_fields_and_enum_values_pass_the_sdk(hris, control):
    control.fault("extra_fields", count=1)
    assert hris.employees.list().results[0].undocumented_field == {"since": "yesterday"}
    control.fault("unknown_enum", count=1)
    assert hris.employees.list().results[0].gender == "SOMETHING_NEW"


def test_a_single_record_can_be_malformed_too(hris, control):
    control.fault("malformed_row", count=1)
    assert hris.employees.retrieve(record("acme", "hris/Employee", 0)["id"]).modified_at == "not a time"


def test_an_amount_can_be_a_fraction_which_the_sdk_cuts_off(served, control):
    token = next(a.token for a in served.accounts if a.category == "crm")
    control.fault("fractional_amount", model="Opportunity")
    headers = {"Authorization": f"Bearer {served.api_key}", "X-Account-Token": token}
    with httpx.Client(headers=headers) as plain:
        assert plain.get(f"{served.base_url}/crm/v1/opportunities").json()["results"][0]["amount"] == 75000.75


def test_results_can_be_null(hris, control):
    control.fault("null_results", count=1)
    assert hris.employees.list().results is None


def test_a_half_page_still_leads_to_every_row(hris, control):
    control.fault("half_page", count=1)
    first = hris.employees.list(page_size=4)
    second = hris.employees.list(page_size=4, cursor=first.next)
    assert [len(first.results), len(second.results), second.next] == [2, 3, None]


def test_a_lost_tail_ends_too_early_without_a_word(hris, control):
    control.fault("lost_tail", count=1)
    page = hris.employees.list(page_size=4)
    assert (len(page.results), page.next) == (2, None)


def test_a_cursor_can_lead_in_circles(hris, control):
    cursor = hris.employees.list(page_size=2).next
    control.fault("repeating_cursor")
    assert hris.employees.list(page_size=2, cursor=cursor).next == cursor


def test_a_first_sync_that_still_runs_shows_in_the_status(hris, control):
    control.fault("initial_sync", model="hris/Employee")
    status = {s.model_id: s for s in hris.sync_status.list().results}
    employee, team = status["hris.Employee"], status["hris.Team"]
    assert (employee.status, employee.is_initial_sync, employee.data_fresh_as_of) == ("SYNCING", True, None)
    assert (team.status, team.is_initial_sync) == ("DONE", False)


def test_an_account_to_be_linked_again_shows_in_status_details_and_issues(hris, control):
    control.fault("relink", category="hris")
    assert hris.account_details.retrieve().status == "RELINK_NEEDED"
    assert {s.status for s in hris.sync_status.list().results} == {"FAILED"}
    assert len(hris.issues.list(status="ONGOING").results) == 1


def test_the_rate_limit_counts_each_account_by_itself(served, hris, control, http):
    control.limits(per_minute=2)
    hris.employees.list()
    hris.employees.list()
    error = failed(hris)
    assert (error.status_code, list(error.body)) == (429, ["detail"])
    assert int(error.headers["retry-after"]) > 0
    token = next(a.token for a in served.accounts if a.category == "crm")
    crm = Merge(api_key=served.api_key, account_token=token, base_url=served.base_url, httpx_client=http).crm
    assert len(crm.contacts.list().results) == ROWS


def test_a_loop_of_failures_locks_the_client_out(hris, control):
    control.limits(failures=3)
    for _ in range(4):
        with pytest.raises(ApiError) as error:
            hris.employees.retrieve("00000000-0000-4000-8000-000000000000", request_options=ONCE)
        assert error.value.status_code == 404
    assert failed(hris).status_code == 429


def test_an_unknown_fault_is_refused_with_the_known_ones(control):
    with pytest.raises(BadInput, match="error_500"):
        control.fault("gremlins")
    assert len(KINDS) == len(set(KINDS))


# --- webhooks -----------------------------------------------------------------------------------------------------------


class Receiver(ThreadingHTTPServer):
    """Takes webhooks, keeps them, answers with the statuses it was given, then 200."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[bytes, str]] = []
        self.statuses: list[int] = []
        self.url = f"http://127.0.0.1:{self.server_port}/webhooks"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((body, self.headers["X-Merge-Webhook-Signature"]))
        self.send_response(self.server.statuses.pop(0) if self.server.statuses else 200)
        self.end_headers()

    def log_message(self, *arguments: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        joined(thread)


def change(op: str = "update", category: str = "crm", resource: str = "contacts", model: str = "crm/Contact") -> dict[str, Any]:
    row = record("acme", model, 1)
    named = {"record_id": row["id"]} if op == "delete" else {"record": row}
    return {"id": "c1", "at": "2026-11-20T05:00:00.000000Z", "op": op, "category": category, "resource": resource, **named}


@pytest.mark.parametrize("op, event", [("update", "CRMContact.changed"), ("delete", "CRMContact.removed")])
def test_a_delivered_change_arrives_signed_over_its_exact_bytes(served, control, receiver, op, event):
    control.webhook("acme", receiver.url, KEY)
    deliveries = control.apply("acme", change(op), deliver=True)
    assert [(d["event"], d["attempts"], d["arrived"]) for d in deliveries] == [(event, [200], True)]
    body, signature = receiver.got[0]
    assert signature == sign(KEY, body)
    sent = json.loads(body)
    assert sent["hook"]["event"] == event and sent["hook"]["target"] == receiver.url
    assert sent["linked_account"]["id"] == next(a.id for a in served.accounts if a.category == "crm")
    assert (sent["data"]["id"], sent["data"]["remote_was_deleted"]) == (record("acme", "crm/Contact", 1)["id"], op == "delete")


def test_a_webhook_tells_nothing_that_reading_would_hide(control, receiver):
    control.webhook("acme", receiver.url, KEY)
    control.apply("acme", change(category="hris", resource="employees", model="hris/Employee"), deliver=True)
    assert json.loads(receiver.got[0][0])["data"]["ssn"] is None
    control.account("acme", "hris", disabled=["Employee"])
    assert control.apply("acme", change(category="hris", resource="employees", model="hris/Employee"), deliver=True) == []


def test_nothing_is_sent_for_a_change_that_is_not_delivered(control, receiver):
    control.webhook("acme", receiver.url, KEY)
    assert control.apply("acme", change()) == []
    assert receiver.got == []


def test_an_event_may_come_twice(control, receiver):
    control.webhook("acme", receiver.url, KEY, copies=2)
    control.apply("acme", change(), deliver=True)
    assert len(receiver.got) == 2 and receiver.got[0] == receiver.got[1]


@pytest.mark.parametrize("statuses, attempts", [
    ([503, 500], [503, 500, 200]), ([500] * 3, [500, 500, 500]), ([400], [400]), ([404], [404]),
])
def test_a_receiver_in_trouble_is_asked_again_and_one_that_refuses_is_not(control, receiver, statuses, attempts):
    control.webhook("acme", receiver.url, KEY, retry_after_seconds=[0, 0])
    receiver.statuses = list(statuses)
    assert control.apply("acme", change(), deliver=True)[0]["attempts"] == attempts


def test_a_receiver_that_is_not_there_is_tried_three_times(control):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        control.webhook("acme", f"http://127.0.0.1:{nobody.getsockname()[1]}/", KEY, retry_after_seconds=[0, 0])
        delivery = control.apply("acme", change(), deliver=True)[0]
    assert (delivery["attempts"], delivery["arrived"]) == ([None, None, None], False)


def test_a_tick_tells_each_change_then_the_model_then_the_account(control, receiver):
    control.webhook("acme", receiver.url, KEY)
    renamed = {**record("acme", "ticketing/Team", 1), "name": "Night"}
    control.edit_provider("acme", change(category="ticketing", resource="teams") | {"record": renamed})
    assert control.tick("acme", "ticketing") == ["TicketingTeam.changed", "TicketingTeam.synced", "LinkedAccount.sync_completed"]
    last = json.loads(receiver.got[-1][0])
    assert last["data"]["sync_status"]["ticketing.TicketingTeam"]["last_sync_result"] == "DONE"


def test_any_event_can_be_sent_by_hand(control, receiver):
    control.webhook("acme", receiver.url, KEY)
    control.send_event("acme", "hris", "Issue.new", {"id": "1"})
    assert json.loads(receiver.got[0][0])["hook"]["event"] == "Issue.new"
