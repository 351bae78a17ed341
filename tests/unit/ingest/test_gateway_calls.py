"""Nothing leaves that the catalogue does not have."""

from datetime import UTC, date, datetime, timedelta, timezone
from enum import Enum, StrEnum

import httpx
import pytest

from ingest.gateway import NotAllowed, NotAMergeId, NotInCatalogue
from ingest.merge_api import list_endpoints, retrieve_endpoints
from ingest.records import Outcome
from kg.errors import EvergraphError, ShownToPerson
from tests.cases import each_case
from tests.unit.ingest.tiny_merge import KEY, TOKEN, TinyMerge, gateway, linked, uuid


class Status(StrEnum):
    ACTIVE = "ACTIVE"


class Plain(Enum):
    ACTIVE = "ACTIVE"


def test_filters_reach_merge_as_it_wants_them():
    merge = TinyMerge()
    gateway(merge, [linked("ticketing")]).read("ticketing/Ticket", {
        "assignee_ids": [uuid(1), uuid(2)], "tags": ("a", "b"), "status": "OPEN", "ticket_type": "Bug", "include_deleted_data": False,
        "created_after": datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=2))), "due_before": datetime(2026, 2, 1, tzinfo=UTC),
    }, expand=["assignees", "collections"])
    asked = dict(merge.data_requests[0].url.params)
    assert datetime.fromisoformat(asked.pop("created_after")) == datetime(2026, 1, 1, 10, tzinfo=UTC)
    assert asked == {
        "assignee_ids": f"{uuid(1)},{uuid(2)}", "tags": "a,b", "status": "OPEN", "ticket_type": "Bug", "include_deleted_data": "false",
        "due_before": "2026-02-01T00:00:00Z", "expand": "assignees,collections", "page_size": "100",
        "include_remote_fields": "true", "show_native_enum_values": "true",
    }


@pytest.mark.parametrize("value", ["ACTIVE", Status.ACTIVE, Plain.ACTIVE])
def test_an_enum_may_be_given_as_text_or_as_a_member(value):
    merge = TinyMerge()
    gateway(merge).read("hris/Employee", {"employment_status": value})
    assert merge.data_requests[0].url.params["employment_status"] == "ACTIVE"


def test_the_providers_own_words_are_asked_for_where_there_are_enums_and_can_be_left_out():
    merge = TinyMerge()
    gateway(merge).read("hris/Employee"), gateway(merge).read("hris/Team"), gateway(merge, native_words=False).read("hris/Employee")
    assert [r.url.params.get("show_native_enum_values") for r in merge.data_requests] == ["true", None, None]


def test_a_truth_that_merge_types_as_text_is_sent_as_text():
    merge = TinyMerge()
    gateway(merge).read("hris/Group", {"is_commonly_used_as_team": True})
    assert merge.data_requests[0].url.params["is_commonly_used_as_team"] == "true"


def test_key_and_token_go_into_their_headers():
    merge = TinyMerge()
    gateway(merge).read("hris/Employee")
    assert {(r.headers["authorization"], r.headers["x-account-token"]) for r in merge.asked} == {(f"Bearer {KEY}", TOKEN)}


NOT_MEANT = [
    ("hris/Robot", {}), ("Employee", {}), ("hris/Employee", {"city": "Bangalore"}), ("hris/Employee", {"employment_status": "RETIRED"}),
    ("hris/Employee", {"employment_status": ["ACTIVE", "PENDING"]}), ("hris/Employee", {"work_email": None}),
    ("hris/Employee", {"work_email": ""}), ("hris/Employee", {"work_email": 7}), ("hris/Employee", {"groups": []}),
    ("hris/Employee", {"groups": ["a,b"]}), ("hris/Employee", {"started_after": datetime(2026, 1, 1)}),     # noqa: DTZ001
    ("hris/Employee", {"started_after": date(2026, 1, 1)}), ("hris/Employee", {"started_after": "2026-01-01T00:00:00Z"}),
    ("hris/Employee", {"include_deleted_data": "yes"}), ("hris/Employee", {"cursor": "x"}), ("hris/Employee", {"page_size": 1000}),
    ("hris/Employee", {"expand": "manager"}), ("hris/Employee", {"show_enum_origins": "gender"}),
]


@each_case("model, filters", NOT_MEANT)
def test_a_call_that_the_catalogue_lacks_never_leaves(model, filters):
    merge = TinyMerge()
    with pytest.raises(NotInCatalogue):
        gateway(merge).read(model, filters)
    assert merge.asked == []


@pytest.mark.parametrize("expand", [["robots"], ["manager", "robots"], "manager"])
def test_what_cannot_be_expanded_never_leaves(expand):
    merge = TinyMerge()
    with pytest.raises(NotInCatalogue):
        gateway(merge).read("hris/Employee", expand=expand)
    with pytest.raises(NotInCatalogue):
        gateway(merge).retrieve("hris/Employee", uuid(1), expand=expand)
    assert merge.asked == []


NO_UUIDS = ["../../crm/v1/contacts?x=1", "", "17", uuid(1) + "\n", uuid(1).replace("-", ""), f"{{{uuid(1)}}}", "urn:uuid:" + uuid(1), None]


@each_case("bad", NO_UUIDS)
def test_an_id_that_is_no_uuid_never_leaves(bad):
    merge = TinyMerge()
    with pytest.raises(NotAMergeId):
        gateway(merge).retrieve("hris/Employee", bad)
    if bad:
        with pytest.raises(NotAMergeId):
            gateway(merge).read("hris/Employee", {"manager_id": bad})
    assert merge.asked == []


def test_ids_of_the_provider_may_be_any_text():
    merge = TinyMerge()
    gateway(merge).read("hris/Employee", {"remote_id": "17/b"})
    assert merge.data_requests[0].url.params["remote_id"] == "17/b"


def test_bank_details_and_sensitive_fields_are_never_asked_for():
    merge = TinyMerge()
    for refused in (lambda: gateway(merge).read("hris/BankInfo"), lambda: gateway(merge).retrieve("hris/BankInfo", uuid(1)),
                    lambda: gateway(merge).read("hris/Employee", {"include_sensitive_fields": True}),
                    lambda: gateway(merge).pages("hris/BankInfo", account=linked().id)):
        with pytest.raises(NotAllowed):
            refused()
    assert merge.asked == []


@pytest.mark.parametrize("error", [NotInCatalogue, NotAMergeId, NotAllowed])
def test_a_bug_of_the_caller_is_ours_and_not_shown_as_the_persons(error):
    assert issubclass(error, EvergraphError) and not issubclass(error, ShownToPerson)


def test_a_list_too_long_for_one_address_is_asked_in_portions_and_united():
    merge = TinyMerge({"ticketing/tickets": [{"id": uuid(1)}]})
    people = [uuid(n) for n in range(250)]
    reading = gateway(merge, [linked("ticketing")]).read("ticketing/Ticket", {"assignee_ids": people, "status": "OPEN"})
    asked = [r.url.params for r in merge.data_requests]
    assert [len(p["assignee_ids"].split(",")) for p in asked] == [100, 100, 50]
    assert [i for p in asked for i in p["assignee_ids"].split(",")] == people
    assert {p["status"] for p in asked} == {"OPEN"}
    assert [r.id for r in reading.records] == [uuid(1)]


def test_every_list_and_every_record_of_the_catalogue_can_be_asked_for():
    def empty(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(404, json={"detail": "Not found."}) if uuid(9) in request.url.path else None

    categories = sorted({m.partition("/")[0] for m in list_endpoints()})
    merge = TinyMerge(before=empty)
    door = gateway(merge, [linked(c) for c in categories], breaker_failures=10_000)
    for model, endpoint in list_endpoints().items():
        if model != "hris/BankInfo":
            merge.asked.clear()
            door.read(model)
            assert [r.url.path for r in merge.data_requests] == ["/api" + endpoint.path]
    for model, endpoint in retrieve_endpoints().items():
        if model != "hris/BankInfo":
            merge.asked.clear()
            assert door.retrieve(model, uuid(9)).outcome is not Outcome.FOUND
            assert [r.url.path for r in merge.data_requests] == ["/api" + endpoint.path.replace("{id}", uuid(9))]
    assert {r.method for r in merge.asked} == {"GET"}
