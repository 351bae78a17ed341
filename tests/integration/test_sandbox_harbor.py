"""The evaluation company Harbor behind the unmodified SDK; each answer is compared with the folder's own files."""

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from merge import AsyncMerge, Merge
from merge.core.api_error import ApiError

from ingest import merge_api
from ingest.sandbox import Served, running
from ingest.sandbox.control_client import SandboxControl
from tests.cases import each_case
from tests.integration.test_sandbox_reads import all_pages, extras

Row = dict[str, Any]
HARBOR = Path(__file__).parents[3] / "shared" / "evaluation" / "harbor"
NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
SPRING = datetime(2026, 3, 1, tzinfo=UTC)
AUTUMN = datetime(2026, 10, 20, tzinfo=UTC)

if not HARBOR.is_dir():
    pytest.skip("the evaluation folder harbor is not on this machine", allow_module_level=True)

FILES = {(p.parent.name, p.stem): json.loads(p.read_text("utf-8")) for p in sorted(HARBOR.glob("*/*.json"))}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with running([HARBOR]) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def raw() -> list[Row]:
    """The JSON of the answers as they came: the SDK's models change numbers and times."""
    return []


@pytest.fixture(scope="module")
def client(served, raw) -> Iterator[Any]:
    def keep(response: httpx.Response) -> None:
        response.read()
        raw.append(response.json())

    tokens = {a.category: a.token for a in served.accounts}
    with httpx.Client(event_hooks={"response": [keep]}) as http:
        made = {c: Merge(api_key=served.api_key, account_token=t, base_url=served.base_url, httpx_client=http) for c, t in tokens.items()}
        yield lambda category, resource: getattr(getattr(made[category], category), resource)


@pytest.fixture(scope="module")
def plain(served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.base_url, headers={"Authorization": f"Bearer {served.api_key}"}) as http:
        yield http


def shown(row: Row) -> Row:
    """A record of a file as a list without any switch gives it."""
    hidden = {k: None for k in ("remote_data", "remote_fields", "ssn") if k in row}
    return {k: v for k, v in (row | hidden).items() if not k.endswith("_native")}


def own_key(row: Row) -> str:
    return str(row.get("id") or row["remote_id"])


@each_case("category, resource", FILES)
def test_every_file_comes_back_whole_record_by_record(served, plain, category, resource):
    """Read without the SDK, which takes seconds for a page of invoices; all lists are paged with it in test_sandbox_reads."""
    token = next(a.token for a in served.accounts if a.category == category)
    path = merge_api.list_endpoints()[merge_api.model_of_resource()[category, resource]].path
    answered: list[Row] = []
    params: Row = {"page_size": 100}
    while params:
        page = plain.get(path, params=params, headers={"X-Account-Token": token}).json()
        answered += page["results"]
        params = {"page_size": 100, "cursor": page["next"]} if page["next"] else {}
    assert {own_key(r): r for r in answered} == {own_key(r): shown(r) for r in FILES[category, resource]}
    assert len(answered) == len(FILES[category, resource])


@each_case("category, resource", FILES)
def test_the_sdk_knows_every_field_of_a_page(client, category, resource):
    page = client(category, resource).list(page_size=10)
    assert len(page.results) == min(10, len(FILES[category, resource]))
    assert set(extras(page.results)) == set()


@each_case("category, resource", [k for k in FILES if merge_api.model_of_resource()[k] in merge_api.retrieve_endpoints()])
def test_a_record_can_be_retrieved_as_it_is_listed(client, raw, category, resource):
    for row in FILES[category, resource][:3]:
        raw.clear()
        client(category, resource).retrieve(row["id"])
        assert raw == [shown(row)]


def one(category: str, resource: str, test: Callable[[Row], Any]) -> Row:
    return next(r for r in FILES[category, resource] if test(r))


def day(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def inside(row: Row, field: str, after: datetime, before: datetime) -> bool:
    time = day(row[field])
    return time is not None and after < time < before


MAYA = one("hris", "employees", lambda r: r["work_email"] == "maya.krishnan@harborrobotics.com")
HOME = one("hris", "employees", lambda r: r["personal_email"] and r["groups"])
ACCOUNT = one("crm", "contacts", lambda r: r["account"])["account"]
MAIL = one("crm", "contacts", lambda r: r["email_addresses"])["email_addresses"][0]["email_address"]
LEAD = one("crm", "leads", lambda r: r["email_addresses"])["email_addresses"][0]["email_address"]
CANDIDATE = one("ats", "candidates", lambda r: r["email_addresses"])["email_addresses"][0]["value"]
NOTE = one("crm", "notes", lambda r: r["contact"] and r["account"])
INTERVIEW = one("ats", "interviews", lambda r: r["application"])
SCORECARD = one("ats", "scorecards", lambda r: r["interviewer"])
PEOPLE = [r["assignees"][0] for r in FILES["ticketing", "tickets"] if r["assignees"]][:2]
COLLECTION = one("ticketing", "tickets", lambda r: r["collections"])["collections"][0]
INVOICE = one("accounting", "invoices", lambda r: r["contact"])
FIRST_USER = FILES["ticketing", "users"][0]

# Every filter that the eight questions use: (category, resource, arguments, what a row of the file must be).
QUESTIONS: list[tuple[str, str, dict[str, Any], Callable[[Row], bool]]] = [
    ("crm", "users", {"email": FILES["crm", "users"][0]["email"]}, lambda r: r["email"] == FILES["crm", "users"][0]["email"]),
    ("crm", "contacts", {"email_addresses": MAIL}, lambda r: MAIL in [e["email_address"] for e in r["email_addresses"]]),
    ("crm", "contacts", {"account_id": ACCOUNT}, lambda r: r["account"] == ACCOUNT),
    ("crm", "accounts", {"name": FILES["crm", "accounts"][3]["name"]}, lambda r: r["name"] == FILES["crm", "accounts"][3]["name"]),
    ("crm", "engagements", {"started_after": SPRING, "started_before": NOW}, lambda r: inside(r, "start_time", SPRING, NOW)),
    ("crm", "notes", {"account_id": NOTE["account"]}, lambda r: r["account"] == NOTE["account"]),
    ("crm", "notes", {"contact_id": NOTE["contact"]}, lambda r: r["contact"] == NOTE["contact"]),
    ("crm", "leads", {"email_addresses": LEAD}, lambda r: LEAD in [e["email_address"] for e in r["email_addresses"]]),
    ("crm", "opportunities", {"status": "WON"}, lambda r: r["status"] == "WON"),
    ("hris", "employees", {"work_email": MAYA["work_email"]}, lambda r: r["work_email"] == MAYA["work_email"]),
    ("hris", "employees", {"personal_email": HOME["personal_email"]}, lambda r: r["personal_email"] == HOME["personal_email"]),
    ("hris", "employees", {"manager_id": MAYA["id"], "employment_status": "ACTIVE"},
     lambda r: r["manager"] == MAYA["id"] and r["employment_status"] == "ACTIVE"),
    ("hris", "employees", {"groups": HOME["groups"][0]}, lambda r: HOME["groups"][0] in r["groups"]),
    ("hris", "employees", {"work_location_id": MAYA["work_location"]}, lambda r: r["work_location"] == MAYA["work_location"]),
    ("hris", "locations", {"location_type": "WORK"}, lambda r: r["location_type"] == "WORK"),
    ("hris", "time_off_balances", {"employee_id": MAYA["id"], "policy_type": "VACATION"},
     lambda r: r["employee"] == MAYA["id"] and r["policy_type"] == "VACATION"),
    ("hris", "time_off", {"request_type": "VACATION", "status": "APPROVED", "started_after": SPRING},
     lambda r: r["request_type"] == "VACATION" and r["status"] == "APPROVED" and day(r["start_time"]) > SPRING),
    ("hris", "time_off", {"approver_id": MAYA["id"]}, lambda r: r["approver"] == MAYA["id"]),
    ("hris", "employments", {"employee_id": MAYA["id"]}, lambda r: r["employee"] == MAYA["id"]),
    ("hris", "benefits", {"employee_id": MAYA["id"]}, lambda r: r["employee"] == MAYA["id"]),
    ("hris", "employee_payroll_runs", {"started_after": SPRING}, lambda r: day(r["start_date"]) > SPRING),
    ("hris", "groups", {"is_commonly_used_as_team": "false"}, lambda r: r["is_commonly_used_as_team"] is False),
    ("accounting", "invoices", {"type": "ACCOUNTS_RECEIVABLE", "issue_date_after": AUTUMN, "issue_date_before": NOW},
     lambda r: r["type"] == "ACCOUNTS_RECEIVABLE" and inside(r, "issue_date", AUTUMN, NOW)),
    ("accounting", "invoices", {"contact_id": INVOICE["contact"]}, lambda r: r["contact"] == INVOICE["contact"]),
    ("accounting", "credit_notes", {"transaction_date_after": SPRING, "transaction_date_before": NOW},
     lambda r: inside(r, "transaction_date", SPRING, NOW)),
    ("accounting", "payments", {"transaction_date_after": SPRING, "transaction_date_before": NOW},
     lambda r: inside(r, "transaction_date", SPRING, NOW)),
    ("accounting", "contacts", {"is_customer": "true"}, lambda r: r["is_customer"] is True),
    ("ticketing", "tickets", {"ticket_type": "Bug", "remote_created_after": SPRING},
     lambda r: r["ticket_type"] == "Bug" and day(r["remote_created_at"]) > SPRING),
    ("ticketing", "tickets", {"completed_after": SPRING, "completed_before": NOW}, lambda r: inside(r, "completed_at", SPRING, NOW)),
    ("ticketing", "tickets", {"due_after": SPRING, "due_before": NOW}, lambda r: inside(r, "due_date", SPRING, NOW)),
    ("ticketing", "tickets", {"assignee_ids": ",".join(PEOPLE)}, lambda r: bool({*PEOPLE} & {*r["assignees"]})),
    ("ticketing", "tickets", {"collection_ids": COLLECTION, "priority": "HIGH"},
     lambda r: COLLECTION in r["collections"] and r["priority"] == "HIGH"),
    ("ticketing", "collections", {"collection_type": "PROJECT"}, lambda r: r["collection_type"] == "PROJECT"),
    ("ticketing", "users", {"email_address": FIRST_USER["email_address"].upper()}, lambda r: r["id"] == FIRST_USER["id"]),
    ("ticketing", "contacts", {"email_address": FILES["ticketing", "contacts"][0]["email_address"]},
     lambda r: r["email_address"] == FILES["ticketing", "contacts"][0]["email_address"]),
    ("ats", "users", {"email": FILES["ats", "users"][0]["email"]}, lambda r: r["email"] == FILES["ats", "users"][0]["email"]),
    ("ats", "candidates", {"email_addresses": CANDIDATE}, lambda r: CANDIDATE in [e["value"] for e in r["email_addresses"]]),
    ("ats", "interviews", {"application_id": INTERVIEW["application"]}, lambda r: r["application"] == INTERVIEW["application"]),
    ("ats", "scorecards", {"interviewer_id": SCORECARD["interviewer"]}, lambda r: r["interviewer"] == SCORECARD["interviewer"]),
]


@each_case("category, resource, arguments, holds", QUESTIONS)
def test_the_filters_of_the_eight_questions_find_what_the_files_hold(client, category, resource, arguments, holds):
    expected = {r["id"] for r in FILES[category, resource] if holds(r)}
    assert expected, "the example finds something"
    assert {r.id for r in all_pages(client(category, resource).list, page_size=100, **arguments)} == expected


def test_interviews_of_a_job_are_those_of_its_applications(client):
    job = one("ats", "applications", lambda r: r["id"] == INTERVIEW["application"])["job"]
    applications = {r["id"] for r in FILES["ats", "applications"] if r["job"] == job}
    expected = {r["id"] for r in FILES["ats", "interviews"] if r["application"] in applications}
    assert {r.id for r in all_pages(client("ats", "interviews").list, job_id=job)} == expected


def test_employments_come_in_the_order_asked_for(client):
    rows = client("hris", "employments").list(employee_id=MAYA["id"], order_by="-effective_date").results
    expected = sorted((r["effective_date"] for r in FILES["hris", "employments"] if r["employee"] == MAYA["id"]), reverse=True)
    assert [r.effective_date for r in rows] == [day(e) for e in expected]


def test_expanded_tickets_hold_their_people_element_by_element(client, raw):
    users = {r["id"]: shown(r) for r in FILES["ticketing", "users"]}
    tickets = {r["id"]: r for r in FILES["ticketing", "tickets"]}
    raw.clear()
    client("ticketing", "tickets").list(expand=["assignees", "creator"], page_size=100)
    for row in raw[0]["results"]:
        assert row["assignees"] == [users[u] for u in tickets[row["id"]]["assignees"]]
        assert row["creator"] in (users.get(tickets[row["id"]]["creator"]), None)


def test_natives_show_on_request_and_the_house_word_is_among_them(client, raw):
    raw.clear()
    natives = {"additional_query_parameters": {"show_native_enum_values": True}}
    all_pages(client("ticketing", "tickets").list, page_size=100, request_options=natives)
    answered = {r["id"]: r["priority_native"] for page in raw for r in page["results"]}
    assert answered == {r["id"]: r["priority_native"] for r in FILES["ticketing", "tickets"]}


def test_the_files_changes_apply_in_order_and_stay(served):
    changes = [json.loads(line) for line in (HARBOR / "changes.jsonl").read_text("utf-8").splitlines()]
    with SandboxControl(served.control_url, served.control_key) as control, httpx.Client() as http:
        tokens = {a.category: a.token for a in control.add_company(HARBOR, as_tenant="changed")}
        for change in changes:
            control.apply("changed", change)
        for change in changes:
            client = Merge(api_key=served.api_key, account_token=tokens[change["category"]], base_url=served.base_url, httpx_client=http)
            resource = getattr(getattr(client, change["category"]), change["resource"])
            _has_taken(resource, change, changes)
        control.remove_company("changed")


def _has_taken(resource: Any, change: Row, changes: list[Row]) -> None:
    key = change.get("record_id") or change["record"]["id"]
    last = [c for c in changes if (c.get("record_id") or c["record"]["id"]) == key][-1]
    if last["op"] == "delete":
        with pytest.raises(ApiError) as gone:
            resource.retrieve(key)
        assert gone.value.status_code == 404
        before = datetime.fromisoformat(last["at"]) - timedelta(seconds=1)
        found = resource.list(modified_after=before, include_deleted_data=True).results
        assert [r.remote_was_deleted for r in found if r.id == key] == [True]
    else:
        assert day(str(resource.retrieve(key).modified_at)) == day(last["at"])


def test_the_async_client_walks_all_pages_too(served):
    token = next(a.token for a in served.accounts if a.category == "hris")

    async def walk() -> list[str]:
        found, cursor = [], None
        async with httpx.AsyncClient() as http:
            employees = AsyncMerge(api_key=served.api_key, account_token=token, base_url=served.base_url, httpx_client=http).hris.employees
            while True:
                page = await employees.list(page_size=50, **({"cursor": cursor} if cursor else {}))
                found += [r.id for r in page.results]
                cursor = page.next
                if cursor is None:
                    return found

    assert sorted(asyncio.run(walk())) == sorted(r["id"] for r in FILES["hris", "employees"])
