"""Parts of the sandbox that need no server: filter rules, folders, signatures, limits."""

import json

import pytest

from ingest import merge_api
from ingest.sandbox.answers import Refused
from ingest.sandbox.filters import EXCEPTIONS, rule_of
from ingest.sandbox.folder import read_folder
from ingest.sandbox.limits import Limits
from ingest.sandbox.names import internal_name, model_named, models_of
from ingest.sandbox.queries import SHAPE, read_query
from ingest.sandbox.state import Options, Sandbox
from ingest.sandbox.webhooks import sign
from kg.errors import BadInput
from tests.cases import each_case
from tests.integration.sandbox_company import company, record, write_company

LISTS = merge_api.list_endpoints()
FILTERS = [(m, p) for m, e in LISTS.items() for p in e.parameters if p.name not in SHAPE]


def test_every_filter_of_the_catalogue_has_a_rule_that_leads_to_a_field():
    def leads_nowhere(model, parameter):
        rule = rule_of(model, parameter)
        return rule is None or merge_api.models()[model].field(rule.path.split(".")[0]) is None

    assert [(m, p.name) for m, p in FILTERS if leads_nowhere(m, p)] == []


def test_every_exception_is_a_filter_that_exists():
    assert {(m, p.name) for m, p in FILTERS} >= set(EXCEPTIONS)


@each_case("model, name, path", [
    ("hris/TimeOff", "started_after", "start_time"), ("crm/Engagement", "started_before", "start_time"),
    ("hris/PayrollRun", "ended_after", "end_date"), ("hris/Employee", "terminated_after", "termination_date"),
    ("hris/Employee", "started_after", "start_date"), ("accounting/Invoice", "issue_date_after", "issue_date"),
    ("ticketing/Ticket", "due_before", "due_date"), ("ticketing/Ticket", "completed_after", "completed_at"),
    ("ticketing/Ticket", "assignee_ids", "assignees"), ("ticketing/Ticket", "collection_ids", "collections"),
    ("hris/Employee", "manager_id", "manager"), ("ats/Candidate", "email_addresses", "email_addresses.value"),
    ("crm/Opportunity", "remote_created_after", "remote_created_at"), ("ats/ScheduledInterview", "job_id", "application.job"),
])
def test_a_filter_looks_at_the_documented_field(model, name, path):
    parameter = LISTS[model].parameter(name)
    assert parameter is not None
    assert rule_of(model, parameter).path == path


@each_case("query", [
    [("colour", "red")], [("page_size", "0")], [("page_size", "many")], [("modified_after", "yesterday")],
    [("include_deleted_data", "yes")], [("employment_status", "FIRED")], [("show_enum_origins", "first_name")],
])
def test_an_unknown_or_malformed_parameter_is_refused(query):
    with pytest.raises(Refused) as refused:
        read_query(LISTS["hris/Employee"], query)
    assert refused.value.answer.status == 400
    assert list(refused.value.answer.body) == ["non_field_errors"]


def test_a_lenient_sandbox_ignores_an_unknown_parameter():
    assert read_query(LISTS["hris/Employee"], [("colour", "red")], strict=False).filters == ()


def test_more_than_a_hundred_rows_are_never_on_a_page():
    assert read_query(LISTS["hris/Employee"], [("page_size", "500")]).page_size == 100


def test_the_signature_is_that_of_the_documented_vector():
    assert sign("test-key", b'{"hook":{"event":"Employee.changed"}}') == "HnMT2eEnKIa6uxrsJ6K08QRuV-eSzICMUmYQLiIvSd8="


def test_internal_names_are_not_those_of_the_paths():
    assert internal_name("ticketing/Team") == "TicketingTeam"
    assert internal_name("crm/Account") == "CRMAccount"
    assert internal_name("hris/Employee") == "Employee"
    assert all(model_named(c, internal_name(m)) == m for c in ("hris", "crm", "ticketing", "accounting") for m in models_of(c))


def written(tmp_path, file, content):
    folder = tmp_path / "acme"
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / "company.json").write_text(json.dumps(company("acme")), "utf-8")
    (folder / file).write_text(content, "utf-8")
    return folder


@pytest.mark.parametrize("file, content, words", [
    ("hris/employees.json", "[{\n\n oops", "employees.json, line 3: not JSON"),
    ("hris/employees.json", '{"id": "a"}', "employees.json: not an array"),
    ("hris/employees.json", '[{"id": "a"}, {"name": "b"}]', "employees.json, row 2: a record without 'id'"),
    ("hris/employees.json", '[{"id": "a"}, {"id": "a"}]', "employees.json, row 2: id a stands twice"),
    ("hris/employees.json", '[1]', "row 1: not a record"),
    ("hris/employes.json", "[]", "hris has no resource 'employes'"),
    ("hirs/employees.json", "[]", "'hirs' is no category"),
])
def test_a_folder_that_cannot_be_read_is_refused_by_file_and_place(tmp_path, file, content, words):
    with pytest.raises(BadInput, match=words.replace("(", r"\(")):
        read_folder(written(tmp_path, file, content))


def two_trackers(tmp_path, second):
    one = next(a for a in company("acme")["linked_accounts"] if a["category"] == "ticketing")
    accounts = [one, one | {"id": "another", "token": "another", **second}]
    return write_company(tmp_path / "acme", "acme", {"linked_accounts": accounts})


def test_two_accounts_of_one_category_have_a_folder_each(tmp_path):
    folder = two_trackers(tmp_path, {"folder": "second-tracker"})
    (folder / "second-tracker").mkdir()
    (folder / "second-tracker" / "tickets.json").write_text('[{"id": "theirs"}]', "utf-8")
    assert list(read_folder(folder).records["second-tracker"]["ticketing/Ticket"]) == ["theirs"]


def test_two_accounts_with_one_folder_are_refused(tmp_path):
    with pytest.raises(BadInput, match="two linked accounts have the folder 'ticketing'"):
        read_folder(two_trackers(tmp_path, {}))


def test_a_tag_of_the_ats_has_no_id_and_is_told_apart_by_its_remote_id(tmp_path):
    folder = written(tmp_path, "ats/tags.json", '[{"remote_id": "7", "name": "remote only"}]')
    assert list(read_folder(folder).records["ats"]["ats/Tag"]) == ["7"]


def test_a_scope_that_names_nothing_is_refused(tmp_path):
    accounts = company("acme")["linked_accounts"]
    folder = write_company(tmp_path / "acme", "acme", {"linked_accounts": [a | {"disabled": ["Employe.ssn"]} for a in accounts]})
    with pytest.raises(BadInput, match="Employe"):
        Sandbox(Options()).add_company(folder)


def test_two_companies_cannot_share_a_tenant_or_a_token(tmp_path):
    sandbox = Sandbox(Options())
    sandbox.add_company(write_company(tmp_path / "a", "acme"))
    with pytest.raises(BadInput, match="served already"):
        sandbox.add_company(tmp_path / "a")
    with pytest.raises(BadInput, match="in use"):
        sandbox.add_company(write_company(tmp_path / "b", "other", {"linked_accounts": company("acme")["linked_accounts"]}))


def test_a_full_minute_is_throttled_until_the_first_call_is_a_minute_old():
    now = [0.0]
    limits = Limits(lambda: now[0], per_minute=2)
    limits.admit("a")
    limits.admit("a")
    limits.admit("b")
    with pytest.raises(Refused) as refused:
        limits.admit("a")
    assert refused.value.answer.status == 429
    assert refused.value.answer.headers["Retry-After"] == "60"
    now[0] = 60.0
    limits.admit("a")


def test_a_client_that_fails_too_often_is_kept_out_for_ten_seconds():
    now = [0.0]
    limits = Limits(lambda: now[0], failures=20)
    for _ in range(21):
        limits.note("client", 404)
    with pytest.raises(Refused):
        limits.guard("client")
    limits.guard("another")
    now[0] = 10.0
    limits.guard("client")


def test_a_deletion_is_noticed_as_the_account_can(tmp_path):
    folder = write_company(tmp_path / "acme", "acme")
    sandbox = Sandbox(Options())
    sandbox.add_company(folder)
    account = sandbox.account("acme", "hris")
    account.detection = {"hris/Employee": "native", "hris/Team": "three_day", "hris/Location": "none"}
    for resource, model in (("employees", "hris/Employee"), ("teams", "hris/Team"), ("locations", "hris/Location")):
        gone = record("acme", model, 0)["id"]
        sandbox.edit_provider("acme", {"op": "delete", "category": "hris", "resource": resource, "record_id": gone})

    def deleted_after(days):
        sandbox.company("acme").now = account.account.data_as_of.replace(day=account.account.data_as_of.day + days)
        sandbox.tick("acme", "hris")
        return {m for m in account.detection for row in account.table(m).rows if row.deleted}

    assert deleted_after(1) == {"hris/Employee"}
    assert deleted_after(4) == {"hris/Employee", "hris/Team"}
    assert deleted_after(9) == {"hris/Employee", "hris/Team"}
