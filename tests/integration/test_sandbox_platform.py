"""The sandbox beside plain reading: platform calls, scopes, what is hidden until asked for, the two layers, writes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from merge import Merge
from merge.core.api_error import ApiError

from ingest import merge_api
from ingest.gateway.errors import Unreachable
from ingest.gateway.linking import Linking
from ingest.sandbox import Served, running
from ingest.sandbox.control_client import SandboxControl
from kg.errors import BadInput
from tests.cases import each_case
from tests.integration.sandbox_company import CATEGORIES, ROWS, company, record, record_id, write_company

EMPLOYEE = record_id("acme", "hris/Employee", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = write_company(tmp_path_factory.mktemp("sandbox") / "acme", "acme")
    _write_ticket_words(folder)
    return folder


@pytest.fixture(scope="module")
def served(folder) -> Iterator[Served]:
    with running([folder]) as sandbox:
        yield sandbox


@pytest.fixture(autouse=True)
def control(served) -> Iterator[SandboxControl]:
    with SandboxControl(served.control_url, served.control_key) as client:
        client.reset("acme")
        yield client


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with httpx.Client() as client:
        yield client


@pytest.fixture
def clients(served, http) -> dict[str, Any]:
    """The SDK, by category, as `client.<category>`."""
    return {
        a.category: getattr(Merge(api_key=served.api_key, account_token=a.token, base_url=served.base_url, httpx_client=http), a.category)
        for a in served.accounts
    }


def _write_ticket_words(folder):
    rows = [record("acme", "ticketing/Ticket", n) for n in range(ROWS)]
    shown = {"priority_native": "P0", "status_native": "Won't fix", "remote_data": [{"path": "/issue", "data": {"key": "X-1"}}],
             "remote_fields": [{"remote_field_class": "sla", "value": "breached"}]}
    (folder / "ticketing/tickets.json").write_text(json.dumps([rows[0] | shown, *rows[1:]]), "utf-8")
    empty = dict.fromkeys(record("acme", "hris/PayGroup", 0)) | {"id": record_id("acme", "shell", 0), "remote_was_deleted": False}
    rows = [record("acme", "hris/PayGroup", n) for n in range(ROWS)]
    (folder / "hris/pay_groups.json").write_text(json.dumps([*rows, empty]), "utf-8")


def more(**params: Any) -> dict[str, Any]:
    return {"additional_query_parameters": params}


# --- platform -----------------------------------------------------------------------------------------------------------


def test_account_details_tell_whose_account_it_is(clients):
    details = clients["hris"].account_details.retrieve()
    assert (details.category, details.integration, details.end_user_origin_id, details.status) == ("hris", "Hris", "acme", "COMPLETE")
    assert not details.model_extra


def test_linked_accounts_are_listed_by_category_and_never_show_a_token(served, http, clients):
    rows = clients["hris"].linked_accounts.list(category="crm").results
    assert [(r.category, r.end_user_origin_id) for r in rows] == [("crm", "acme")]
    raw = http.get(f"{served.base_url}/hris/v1/linked-accounts", headers={"Authorization": f"Bearer {served.api_key}"})
    assert len(raw.json()["results"]) == len(CATEGORIES)
    assert clients["hris"].linked_accounts.list(end_user_origin_ids="acme,bolt", category="hris").results[0].status == "COMPLETE"
    assert clients["hris"].linked_accounts.list(is_test_account="true").results == []
    assert not any(a.token in raw.text for a in served.accounts)


def test_sync_status_has_a_row_for_every_model_and_says_how_fresh_it_is(clients):
    rows = clients["ticketing"].sync_status.list().results
    assert len(rows) == len([e for e in merge_api.list_endpoints().values() if e.category == "ticketing"])
    assert {"ticketing.Ticket", "ticketing.TicketingTeam"} <= {r.model_id for r in rows}
    assert {r.data_fresh_as_of for r in rows} == {datetime(2026, 11, 20, 2, tzinfo=UTC)}
    assert {r.status for r in rows} == {"DONE"}


def test_a_public_token_is_exchanged_once(served, clients, control):
    public = control.public_token("acme", "crm")
    account = clients["crm"].account_token.retrieve(public)
    assert account.account_token == next(a.token for a in served.accounts if a.category == "crm")
    with pytest.raises(ApiError) as gone:
        clients["crm"].account_token.retrieve(public)
    assert gone.value.status_code == 404
    assert public not in json.dumps(control.requests())


@each_case("status", [429, 503])
def test_a_link_is_asked_for_once_whatever_fails(status, served, control):
    control.forget_requests()
    control.fault("status", status=status, path="/crm/v1")
    with Linking(served.api_key, served.base_url) as linking:
        with pytest.raises(Unreachable):
            linking.begin("crm", "acme", "Acme", "a@acme.example")
        with pytest.raises(Unreachable):
            linking.finish("crm", "a-public-token")
    control.clear_faults()
    assert control.requests()["total"] == 2


def test_a_link_token_wants_to_know_who_links(clients):
    token = clients["hris"].link_token.create(
        end_user_email_address="a@acme.example", end_user_organization_name="Acme", end_user_origin_id="acme", categories=["hris"]
    )
    assert token.link_token


def test_scopes_are_told_and_switched(clients, control):
    control.account("acme", "hris", disabled=["Employee.ssn", "TimeOff"])
    told = {m.model_name: m for m in clients["hris"].scopes.linked_account_scopes_retrieve().common_models}
    assert told["Employee"].field_permissions.disabled_fields == ["ssn"]
    assert told["TimeOff"].model_permissions["READ"].is_enabled is False
    assert all(not m.field_permissions.disabled_fields for m in clients["hris"].scopes.default_scopes_retrieve().common_models)
    assert clients["hris"].time_off.list().results == []
    assert clients["hris"].employees.retrieve(EMPLOYEE, include_sensitive_fields=True).ssn is None
    assert {r.model_id: r.status for r in clients["hris"].sync_status.list().results}["hris.TimeOff"] == "DISABLED"
    with pytest.raises(BadInput, match="Employe"):
        control.account("acme", "hris", disabled=["Employe"])


def test_an_account_that_must_be_linked_again_says_so(clients, control):
    assert clients["hris"].issues.list().results == []
    control.account("acme", "hris", status="RELINK_NEEDED")
    assert clients["hris"].account_details.retrieve().status == "RELINK_NEEDED"
    ongoing = clients["hris"].issues.list(status="ONGOING").results
    assert [i.end_user["origin_id"] for i in ongoing] == ["acme"]
    assert clients["hris"].issues.retrieve(ongoing[0].id).status == "ONGOING"
    assert clients["hris"].issues.list(linked_account_id="another").results == []


def test_actions_receivers_and_descriptions_of_writes_are_there(clients):
    assert clients["hris"].available_actions.retrieve().passthrough_available
    assert clients["hris"].webhook_receivers.list() == []
    assert clients["hris"].time_off.meta_post_retrieve().request_schema["type"] == "object"
    assert clients["crm"].contacts.remote_field_classes_list().results == []


@pytest.mark.parametrize("call", [
    lambda c: c["hris"].delete_account.delete(), lambda c: c["hris"].account_token.regenerate_create(),
    lambda c: c["hris"].employees.ignore_create(EMPLOYEE, request={"reason": "GDPR_REQUEST"}),
    lambda c: c["crm"].contacts.create(model={"first_name": "Eve"}), lambda c: c["hris"].generate_key.create(name="x"),
])
def test_what_must_not_be_done_is_forbidden(clients, call):
    with pytest.raises(ApiError) as refused:
        call(clients)
    assert refused.value.status_code == 403


# --- what is hidden until asked for -------------------------------------------------------------------------------------


def test_native_words_remote_data_and_remote_fields_come_on_request_only(clients):
    tickets = clients["ticketing"].tickets
    plain = tickets.list().results[0]
    assert (plain.remote_data, plain.remote_fields, plain.model_extra) == (None, None, {})
    native = more(show_native_enum_values="true")
    full = tickets.list(include_remote_data=True, include_remote_fields=True, request_options=native).results[0]
    assert (full.remote_data[0].path, full.remote_fields[0].value) == ("/issue", "breached")
    assert (full.priority, full.priority_native, full.status_native) == ("URGENT", "P0", "Won't fix")


def test_enum_origins_replace_the_value(clients):
    row = clients["ticketing"].tickets.retrieve(record_id("acme", "ticketing/Ticket", 0), show_enum_origins="priority")
    assert (row.priority, row.status) == ("P0", "OPEN")


def test_sensitive_fields_come_on_request_only_and_never_in_an_expanded_child(clients):
    employees = clients["hris"].employees
    assert employees.retrieve(EMPLOYEE).ssn is None
    assert employees.retrieve(EMPLOYEE, include_sensitive_fields=True).ssn == "ssn 1"
    assert employees.retrieve(EMPLOYEE, include_sensitive_fields=True, expand=["manager"]).manager.ssn is None


def test_empty_shells_come_on_request_only(clients):
    assert len(clients["hris"].pay_groups.list().results) == ROWS
    assert len(clients["hris"].pay_groups.list(include_shell_data=True).results) == ROWS + 1


def test_records_without_a_parent_key_come_as_an_empty_sublist(clients):
    ticket = record_id("acme", "ticketing/Ticket", 0)
    assert clients["ticketing"].tickets.viewers_list(ticket).results == []


# --- changes, two layers, clock -----------------------------------------------------------------------------------------


def change(op: str, number: int = 1, at: str = "2026-11-20T05:00:00.000000Z", **values: Any) -> dict[str, Any]:
    row = record("acme", "hris/Employee", number) | values
    named = {"record_id": row["id"]} if op == "delete" else {"record": row}
    return {"id": "c01", "at": at, "op": op, "category": "hris", "resource": "employees", **named}


def fresh(clients: dict[str, Any], model_id: str = "hris.Employee") -> datetime:
    return {r.model_id: r.data_fresh_as_of for r in clients["hris"].sync_status.list().results}[model_id]


def test_a_change_shows_at_once_moves_modified_at_and_makes_the_model_fresher(clients, control):
    assert control.apply("acme", change("update", last_name="Joshi")) == []
    at = datetime(2026, 11, 20, 5, tzinfo=UTC)
    row = clients["hris"].employees.retrieve(EMPLOYEE)
    assert (row.last_name, row.modified_at, fresh(clients)) == ("Joshi", at, at)
    assert fresh(clients, "hris.Team") == datetime(2026, 11, 20, 2, tzinfo=UTC)
    assert [r.id for r in clients["hris"].employees.list(modified_after=datetime(2026, 11, 20, 2, tzinfo=UTC)).results] == [EMPLOYEE]
    control.apply("acme", change("update", at="2026-11-20T04:00:00Z", last_name="Rao"))
    assert (clients["hris"].employees.retrieve(EMPLOYEE).last_name, fresh(clients)) == ("Rao", at)


def test_a_created_record_can_be_read_filtered_and_expanded(clients, control):
    control.apply("acme", change("create", number=77, created_at="2026-11-20T05:00:00Z", work_email="new@acme.example", remote_id="R-77"))
    assert [r.remote_id for r in clients["hris"].employees.list(work_email="new@acme.example").results] == ["R-77"]


@pytest.mark.parametrize("moves", [True, False])
def test_a_deleted_record_is_hidden_from_lists_and_unknown_to_retrieve(clients, control, moves):
    control.account("acme", "hris", deletion_moves_modified_at=moves)
    control.apply("acme", change("delete"))
    assert EMPLOYEE not in [r.id for r in clients["hris"].employees.list().results]
    with pytest.raises(ApiError) as gone:
        clients["hris"].employees.retrieve(EMPLOYEE)
    assert (gone.value.status_code, gone.value.body) == (404, {"detail": "Not found."})
    since = clients["hris"].employees.list(modified_after=datetime(2026, 11, 20, 2, tzinfo=UTC), include_deleted_data=True).results
    assert [(r.id, r.remote_was_deleted) for r in since] == ([(EMPLOYEE, True)] if moves else [])


@pytest.mark.parametrize("wrong, words", [
    ({"op": "destroy"}, "op 'destroy'"), ({"at": "soon"}, "no time"), ({"resource": "people"}, "no resource 'people'"),
    ({"category": "mktg"}, "no category"), ({"op": "delete", "record": None, "record_id": "nobody"}, "no record nobody"),
    ({"record": None}, "names no record"),
])
def test_a_change_that_cannot_be_made_is_refused_in_words(control, wrong, words):
    with pytest.raises(BadInput, match=words):
        control.apply("acme", change("update") | wrong)


def test_provider_edit_is_live_at_once_and_in_merges_copy_after_a_tick(clients, control):
    edit = change("update", last_name="Joshi")
    control.edit_provider("acme", edit)
    assert clients["hris"].employees.retrieve(EMPLOYEE).last_name == "last_name 1"
    live = clients["hris"].passthrough.create(request={"method": "GET", "path": f"/employees/{EMPLOYEE}"})
    assert (live.status, live.response["last_name"]) == (200, "Joshi")
    control.set_clock("acme", datetime(2026, 11, 20, 10, tzinfo=UTC))
    assert "Employee.changed" in control.tick("acme", "hris")
    row = clients["hris"].employees.retrieve(EMPLOYEE)
    assert (row.last_name, row.modified_at, fresh(clients)) == ("Joshi", *[datetime(2026, 11, 20, 10, tzinfo=UTC)] * 2)


def test_a_tick_without_news_moves_no_modified_at(clients, control):
    before = [(r.id, r.modified_at) for r in clients["hris"].employees.list().results]
    control.set_clock("acme", datetime(2026, 11, 21, tzinfo=UTC))
    assert control.tick("acme", "hris") == ["LinkedAccount.sync_completed"]
    assert [(r.id, r.modified_at) for r in clients["hris"].employees.list().results] == before
    assert fresh(clients) == datetime(2026, 11, 21, tzinfo=UTC)


def test_a_resync_takes_the_providers_edits_over(clients, control):
    control.edit_provider("acme", change("delete"))
    assert len(clients["hris"].employees.list().results) == ROWS
    assert {s.status for s in clients["hris"].force_resync.sync_status_resync_create()} == {"DONE"}
    assert len(clients["hris"].employees.list().results) == ROWS - 1


def test_passthrough_reads_only(clients):
    receipt = clients["hris"].async_passthrough.create(request={"method": "GET", "path": "/time-off"})
    found = clients["hris"].async_passthrough.retrieve(receipt.async_passthrough_receipt_id)
    assert len(found.response) == ROWS
    assert clients["hris"].passthrough.create(request={"method": "GET", "path": "/salaries"}).status == 404
    with pytest.raises(ApiError) as refused:
        clients["hris"].passthrough.create(request={"method": "DELETE", "path": f"/employees/{EMPLOYEE}"})
    assert refused.value.status_code == 403


def test_live_search_finds_tickets_at_the_provider_by_names(clients, control):
    def search(**wanted: str) -> list[str]:
        body = json.loads(b"".join(clients["ticketing"].tickets.live_search_retrieve(**wanted)))
        return [r["remote_id"] for r in body["results"]]

    renamed = {"id": record_id("acme", "ticketing/Ticket", 2), "name": "Lost parcel"}
    control.edit_provider("acme", {"op": "update", "category": "ticketing", "resource": "tickets", "record": renamed})
    assert search(name="lost") == ["R-2"]
    assert search(assignees="name 3") == search(collections="name 3") == ["R-3"]
    assert search(status="OPEN", assignees="name 3,name 0") == ["R-0"]
    assert clients["ticketing"].tickets.list(name="Lost parcel").results == []


def test_time_off_and_tickets_can_be_asked_for_and_reach_the_provider(clients):
    made = clients["hris"].time_off.create(model={"employee": EMPLOYEE, "status": "REQUESTED", "units": "DAYS", "amount": 2})
    assert (made.errors, made.warnings, made.model.status) == ([], [], "REQUESTED")
    assert clients["hris"].time_off.retrieve(made.model.id).amount == 2
    live = clients["hris"].passthrough.create(request={"method": "GET", "path": f"/time_off/{made.model.id}"})
    assert live.response["units"] == "DAYS"
    assert clients["ticketing"].tickets.create(model={"name": "Broken"}).model.name == "Broken"


# --- several companies ---------------------------------------------------------------------------------------------------


def test_the_same_folder_can_be_served_again_under_a_fresh_tenant(served, control, http, folder):
    accounts = control.add_company(folder, as_tenant="evaluation-7")
    assert not {a.token for a in accounts} & {a.token for a in served.accounts}
    assert not {a.id for a in accounts} & {a.id for a in served.accounts}
    token = next(a.token for a in accounts if a.category == "hris")
    again = Merge(api_key=served.api_key, account_token=token, base_url=served.base_url, httpx_client=http).hris
    control.apply("evaluation-7", change("update", last_name="Joshi"))
    assert again.employees.retrieve(EMPLOYEE).last_name == "Joshi"
    own = next(a.token for a in served.accounts if a.category == "hris")
    first = Merge(api_key=served.api_key, account_token=own, base_url=served.base_url, httpx_client=http).hris
    assert first.employees.retrieve(EMPLOYEE).last_name == "last_name 1"
    control.remove_company("evaluation-7")
    with pytest.raises(ApiError) as gone:
        again.employees.list()
    assert gone.value.status_code == 401


def test_a_sandbox_may_start_empty(folder):
    with running([]) as empty, SandboxControl(empty.control_url, empty.control_key) as control:
        assert control.companies() == {}
        assert {a.category for a in control.add_company(folder)} == set(CATEGORIES)


def test_a_reset_brings_a_company_back_to_its_start(clients, control):
    control.apply("acme", change("delete"))
    control.fault("error_500", tenant="acme")
    control.reset("acme")
    assert len(clients["hris"].employees.list().results) == ROWS
    assert control.requests("acme")["by_path"] == {"/hris/v1/employees": 1}


def test_requests_are_counted_by_path_without_any_token(served, clients, control):
    clients["hris"].employees.list(work_email="a@b.c")
    clients["hris"].employees.list()
    log = control.requests("acme", path="/hris")
    assert (log["by_path"], log["calls"][0]["query"], log["calls"][0]["status"]) == ({"/hris/v1/employees": 2}, "work_email=a@b.c", 200)
    assert not any(a.token in json.dumps(log) for a in served.accounts)


def test_the_control_api_wants_its_own_key_and_known_actions(served, control, http):
    assert http.post(f"{served.control_url}/companies", headers={"X-Control-Key": served.api_key}).status_code == 401
    assert http.get(f"{served.base_url.removesuffix('/api')}/control", headers={"X-Control-Key": served.control_key}).status_code == 404
    with pytest.raises(BadInput, match="No company 'nobody'"):
        control.reset("nobody")
    assert set(control.companies()) == {"acme"}


def test_serve_reports_its_address_and_ends_on_a_signal(folder):
    program = (
        "import sys; from pathlib import Path; from ingest.sandbox import serve\n"
        "serve([Path(sys.argv[1])], ready=lambda s: print(s.base_url, s.api_key, flush=True))"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        base_url, key = process.stdout.readline().split()
        with httpx.Client(base_url=base_url, headers={"Authorization": f"Bearer {key}"}) as http:
            assert len(http.get("/hris/v1/linked-accounts").json()["results"]) == len(CATEGORIES)
        process.terminate()
    assert process.returncode != 1


def test_a_taken_port_is_told_as_bad_input(served, folder):
    port = int(served.base_url.split(":")[2].split("/")[0])
    with pytest.raises(BadInput, match=f"Port {port}"), running([folder], port=port):
        pass


def test_secrets_stay_out_of_representations(served, control):
    shown = repr(served) + repr(control.companies())
    assert served.api_key not in shown and served.control_key not in shown
    assert not any(a.token in shown for a in served.accounts)
    assert [tuple(a) for a in served.accounts] == [("acme", a["category"], a["token"]) for a in company("acme")["linked_accounts"]]
