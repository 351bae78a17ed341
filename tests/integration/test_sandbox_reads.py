"""Lists and single records of the sandbox, asked by the unmodified SDK, over every resource of the catalogue."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import httpx
import pytest
from merge import AsyncMerge, Merge
from merge.core.api_error import ApiError
from pydantic import BaseModel

from ingest import merge_api
from ingest.sandbox import Served, running
from ingest.sandbox.account import LinkedAccountState, link
from ingest.sandbox.filters import rule_of, values_at
from ingest.sandbox.folder import read_folder
from ingest.sandbox.queries import SHAPE
from tests.cases import each_case
from tests.integration.sandbox_company import ROWS, record, record_id, write_company

LISTS = merge_api.list_endpoints()
RETRIEVES = {m: e for m, e in merge_api.retrieve_endpoints().items() if m in LISTS}



@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("sandbox")
    with running([write_company(folder / "acme", "acme"), write_company(folder / "bolt", "bolt")]) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with httpx.Client() as client:
        yield client


def sdk(served: Served, http: httpx.Client, tenant: str, category: str) -> Merge:
    token = next(a.token for a in served.accounts if (a.tenant, a.category) == (tenant, category))
    return Merge(api_key=served.api_key, account_token=token, base_url=served.base_url, httpx_client=http)


def resource(client: Merge, model: str) -> Any:
    return getattr(getattr(client, LISTS[model].category), LISTS[model].resource)


def get(served: Served, http: httpx.Client, path: str, category: str = "hris", tenant: str = "acme", **params: Any) -> httpx.Response:
    token = next(a.token for a in served.accounts if (a.tenant, a.category) == (tenant, category))
    headers = {"Authorization": f"Bearer {served.api_key}", "X-Account-Token": token}
    return http.get(served.base_url + path, params=params, headers=headers)


def extras(value: Any) -> Iterator[str]:
    if isinstance(value, BaseModel):
        yield from value.model_extra or ()
        yield from (e for v in value.__dict__.values() for e in extras(v))
    elif isinstance(value, list):
        yield from (e for v in value for e in extras(v))


def all_pages(call: Any, **arguments: Any) -> list[Any]:
    rows, cursor = [], None
    for _ in range(1000):
        page = call(cursor=cursor, **arguments) if cursor else call(**arguments)
        rows += page.results
        cursor = page.next
        if cursor is None:
            break
    return rows


@pytest.mark.parametrize("model", LISTS)
def test_the_sdk_pages_through_every_list_and_knows_every_field(served, http, model):
    if not LISTS[model].parameter("page_size"):
        pytest.skip("this list has no pages")
    rows = all_pages(resource(sdk(served, http, "acme", LISTS[model].category), model).list, page_size=2)
    assert [r.remote_id for r in rows if hasattr(r, "remote_id")] == [f"R-{n}" for n in range(len(rows)) if hasattr(rows[n], "remote_id")]
    assert len(rows) == ROWS
    assert list(extras(rows)) == []


@each_case("model", RETRIEVES)
def test_the_sdk_retrieves_every_record_by_its_id(served, http, model):
    client = resource(sdk(served, http, "acme", LISTS[model].category), model)
    for number in range(ROWS):
        found = client.retrieve(record_id("acme", model, number))
        assert found.id == record_id("acme", model, number)
        assert list(extras(found)) == []


def test_a_record_comes_with_every_field_of_its_model(served, http):
    for model, endpoint in LISTS.items():
        rows = get(served, http, endpoint.path, endpoint.category).json()["results"]
        assert [set(r) for r in rows] == [{f.name for f in merge_api.models()[model].fields}] * ROWS, model


@pytest.fixture(scope="module")
def states(tmp_path_factory) -> dict[str, LinkedAccountState]:
    folder = read_folder(write_company(tmp_path_factory.mktemp("copy") / "acme", "acme"))
    return {a.category: link(folder.company, a, folder.records[a.place]) for a in folder.company.linked_accounts}


@each_case("model", LISTS)
def test_every_filter_lets_through_what_matches_and_nothing_else(served, http, states, model):
    """The value is taken from record 1; borders lie around it. Fields that have few values may match more than record 1."""
    endpoint, state = LISTS[model], states[LISTS[model].category]
    wanted = record("acme", model, 1)
    for parameter in (p for p in endpoint.parameters if p.name not in SHAPE):
        rule = rule_of(model, parameter)
        assert rule is not None
        if rule.how in ("empty", "cancelled"):
            continue
        collection = [record_id("acme", "ticketing/Collection", 1)] if rule.how == "involved" else None
        value = next(iter(collection or values_at(model, wanted, rule.path, state)))
        text = {"after": "2026-01-01T00:00:00Z", "before": "2027-01-01T00:00:00Z"}.get(rule.how) or _as_text(value)
        found = get(served, http, endpoint.path, endpoint.category, **{parameter.name: text})
        assert found.status_code == 200, (model, parameter.name, found.text)
        ids = [r["remote_id"] for r in found.json()["results"]]
        assert "R-1" in ids, (model, parameter.name)
        if isinstance(value, str) and rule.how in ("equal", "id", "equal_any_case", "involved") and not parameter.enum:
            assert "R-0" not in ids, (model, parameter.name)
        outside = {"after": "2027-01-01T00:00:00Z", "before": "2026-01-01T00:00:00Z"}.get(rule.how)
        if outside:
            assert get(served, http, endpoint.path, endpoint.category, **{parameter.name: outside}).json()["results"] == []


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@each_case("model", [m for m in LISTS if LISTS[m].expand])
def test_every_relation_expands_to_the_whole_record_one_level_deep(served, http, model):
    endpoint = LISTS[model]
    for name in endpoint.expand:
        field = merge_api.models()[model].field(name)
        target = f"{endpoint.category}/{field.target}" if field else ""
        row = get(served, http, endpoint.path, endpoint.category, expand=name, page_size=2).json()["results"][1]
        if target not in LISTS:
            continue
        children = row[name] if isinstance(row[name], list) else [row[name]]
        assert [c["remote_id"] for c in children] == ["R-1"], (model, name)
        foreign = [f.name for f in merge_api.models()[target].fields if f.is_foreign_key]
        assert not any(isinstance(children[0][f], dict) for f in foreign)


def test_two_filters_must_both_hold_and_a_comma_list_means_any_of(served, http):
    people = ",".join(record_id("acme", "ticketing/User", n) for n in (1, 2))
    found = get(served, http, "/ticketing/v1/tickets", "ticketing", assignee_ids=people)
    assert [r["remote_id"] for r in found.json()["results"]] == ["R-1", "R-2"]
    both = get(served, http, "/ticketing/v1/tickets", "ticketing", assignee_ids=people, name="name 2")
    assert [r["remote_id"] for r in both.json()["results"]] == ["R-2"]


def test_the_border_itself_is_outside_unless_the_sandbox_is_told_otherwise(served, http, tmp_path):
    border = "2026-02-03T08:00:00.000001Z"
    assert [r["remote_id"] for r in get(served, http, "/hris/v1/teams", modified_after=border).json()["results"]] == ["R-3", "R-4"]
    with running([write_company(tmp_path / "acme", "acme")], inclusive_borders=True) as other:
        assert [r["remote_id"] for r in get(other, http, "/hris/v1/teams", modified_after=border).json()["results"]] == ["R-2", "R-3", "R-4"]


def test_an_order_is_followed_and_its_cursor_goes_back_and_forth(served, http):
    first = get(served, http, "/hris/v1/employments", order_by="-effective_date", page_size=2).json()
    assert [r["remote_id"] for r in first["results"]] == ["R-4", "R-3"]
    second = get(served, http, "/hris/v1/employments", order_by="-effective_date", page_size=2, cursor=first["next"]).json()
    assert [r["remote_id"] for r in second["results"]] == ["R-2", "R-1"]
    back = get(served, http, "/hris/v1/employments", order_by="-effective_date", page_size=2, cursor=second["previous"]).json()
    assert back["results"] == first["results"]


def test_a_cursor_is_bound_to_its_filters(served, http):
    cursor = get(served, http, "/hris/v1/employees", page_size=2).json()["next"]
    refused = get(served, http, "/hris/v1/employees", page_size=2, cursor=cursor, employment_status="ACTIVE")
    assert (refused.status_code, list(refused.json())) == (400, ["non_field_errors"])


@each_case("params", [
    {"city": "Bangalore"}, {"employment_status": "FIRED"}, {"modified_after": "soon"}, {"expand": "salary"}, {"manager_id": "me"},
    {"cursor": "abc"}, {"page_size": "-1"}, {"include_deleted_data": "maybe"},
])
def test_a_filter_that_merge_does_not_have_is_a_400_for_the_sdk(served, http, params):
    with pytest.raises(ApiError) as refused:
        sdk(served, http, "acme", "hris").hris.employees.list(request_options={"additional_query_parameters": params})
    assert refused.value.status_code == 400
    assert list(refused.value.body) == ["non_field_errors"]


def test_a_lenient_sandbox_ignores_what_it_does_not_know(tmp_path, http):
    with running([write_company(tmp_path / "acme", "acme")], strict=False) as lenient:
        assert len(get(lenient, http, "/hris/v1/employees", city="Bangalore").json()["results"]) == ROWS


def test_a_token_of_another_category_gets_an_empty_page_and_no_record(served, http):
    assert get(served, http, "/crm/v1/contacts", "hris").json() == {"next": None, "previous": None, "results": []}
    assert get(served, http, f"/crm/v1/contacts/{record_id('acme', 'crm/Contact', 0)}", "hris").status_code == 404


def test_tenants_do_not_see_each_other(served, http):
    own = {r["id"] for r in get(served, http, "/hris/v1/employees").json()["results"]}
    other = {r["id"] for r in get(served, http, "/hris/v1/employees", tenant="bolt").json()["results"]}
    assert len(own) == len(other) == ROWS and not own & other
    assert get(served, http, f"/hris/v1/employees/{record_id('bolt', 'hris/Employee', 0)}").status_code == 404


@each_case("headers, path, status", [
    ({}, "/hris/v1/employees", 401), ({"Authorization": "Bearer nonsense"}, "/hris/v1/employees", 401),
    ({"X-Account-Token": "nonsense"}, "/hris/v1/employees", 401), ({"X-Account-Token": ""}, "/hris/v1/employees", 401),
    (None, "/hris/v1/emploiees", 404), (None, "/hris/v1/employees/not-a-uuid", 404), (None, "/hris/v1/employees/../../crm", 404),
    (None, "/hris/v1/employees/3f0c8a2e-0000-4000-8000-000000000000", 404), (None, "", 404), (None, "/crm/v2/contacts", 404),
])
def test_errors_have_a_detail(served, http, headers, path, status):
    token = next(a.token for a in served.accounts if a.category == "hris")
    right = {"Authorization": f"Bearer {served.api_key}", "X-Account-Token": token}
    given = {k: v for k, v in (right | (headers or {})).items() if v} if headers != {} else {}
    answer = http.get(served.base_url + path, headers=given)
    assert (answer.status_code, list(answer.json())) == (status, ["detail"])
    assert answer.headers["content-type"] == "application/json"


def test_a_trailing_slash_is_tolerated(served, http):
    assert get(served, http, "/hris/v1/employees/").json() == get(served, http, "/hris/v1/employees").json()


def test_a_page_holds_thirty_rows_unless_asked_otherwise(tmp_path, http):
    folder = write_company(tmp_path / "acme", "acme")
    rows = [record("acme", "hris/Team", 0) | {"id": record_id("acme", "many", n)} for n in range(130)]
    (folder / "hris/teams.json").write_text(json.dumps(rows), "utf-8")
    with running([folder]) as many:
        sizes = [len(get(many, http, "/hris/v1/teams", **size).json()["results"]) for size in ({}, {"page_size": 100}, {"page_size": 500})]
    assert sizes == [30, 100, 100]


def test_fifty_calls_at_once_on_the_async_client_all_answer(served):
    token = next(a.token for a in served.accounts if (a.tenant, a.category) == ("acme", "hris"))

    async def walk() -> list[int]:
        async with httpx.AsyncClient() as http:
            client = AsyncMerge(api_key=served.api_key, account_token=token, base_url=served.base_url, httpx_client=http)
            pages = await asyncio.gather(*(client.hris.employees.list(page_size=2) for _ in range(50)))
            second = await client.hris.employees.list(page_size=2, cursor=pages[0].next)
            one = await client.hris.employees.retrieve(second.results[0].id)
            return [*(len(p.results) for p in pages), len(second.results), int(one.remote_id[-1])]

    assert asyncio.run(walk()) == [2] * 51 + [2]


def test_the_sdk_passes_every_filter_of_the_team_question(served, http):
    """Argument names and types as a program would give them."""
    client = sdk(served, http, "acme", "hris").hris
    boss, early = record_id("acme", "hris/Employee", 1), datetime.fromisoformat("2026-01-01T00:00:00+00:00")
    assert [e.remote_id for e in client.employees.list(manager_id=boss, started_after=early, expand=["work_location"]).results] == ["R-1"]
    assert [t.remote_id for t in client.time_off.list(employee_id=boss, started_after=early).results] == ["R-1"]
    assert client.time_off.list(employee_id=boss, started_before=early).results == []
    teams = itertools.chain(client.groups.list(is_commonly_used_as_team="true").results)
    assert [t.remote_id for t in teams] == ["R-0", "R-2", "R-4"]
