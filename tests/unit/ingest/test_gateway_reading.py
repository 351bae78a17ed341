"""What a reading is worth: found, none, unknown, and why."""

import threading
from dataclasses import replace
from datetime import UTC, datetime

import httpx
import pytest

from agent.catalogue import catalogue
from agent.live.copies import Copies
from agent.live.reads import LiveReads, NotShared
from ingest.company import Company
from ingest.gateway import CouldNotRead, Deadline
from ingest.records import Outcome, Why
from kg.errors import SourceUnavailable
from tests.cases import each_case
from tests.unit.ingest.tiny_merge import NOW, TOKEN, TinyMerge, gateway, linked, uuid

ANA = {"id": uuid(1), "remote_id": "17", "first_name": "Ana", "modified_at": "2026-11-19T08:00:00Z", "remote_was_deleted": False}
BO = {"id": uuid(2), "remote_id": "18", "first_name": "Bo", "modified_at": "2026-11-19T08:00:00Z", "remote_was_deleted": False}


def test_what_is_there_is_found_with_its_times_and_where_it_was_asked():
    reading = gateway(TinyMerge({"hris/employees": [ANA]})).read("hris/Employee")
    assert (reading.outcome, reading.why, reading.integrations) == (Outcome.FOUND, None, ("BambooHR",))
    came = [(r.id, r.remote_id, r.linked_account, r.model) for r in reading.records]
    assert came == [(uuid(1), "17", "la-hris-BambooHR", "hris/Employee")]
    assert (reading.fetched_at, reading.data_as_of) == (NOW, datetime(2026, 11, 20, 6, tzinfo=UTC))


def test_every_request_is_counted():
    merge = TinyMerge({"hris/employees": [ANA, BO]}, page=1)
    assert gateway(merge).read("hris/Employee").calls == len(merge.asked) == 4      # account, sync states, two pages


def test_how_an_account_is_and_how_its_models_are_is_asked_side_by_side():
    both = threading.Barrier(2)

    def meet(request):
        if request.url.path.endswith(("account-details", "sync-status")):
            both.wait(10)                   # raises where the other one is not asked meanwhile

    assert gateway(TinyMerge({"hris/employees": [ANA]}, before=meet)).read("hris/Employee").outcome is Outcome.FOUND


def test_an_empty_page_of_a_healthy_model_is_none():
    reading = gateway(TinyMerge()).read("hris/Employee")
    assert (reading.outcome, reading.why, reading.records) == (Outcome.NONE, None, ())


def test_a_category_without_a_linked_account_is_unknown_and_nothing_is_asked():
    merge = TinyMerge()
    reading = gateway(merge).read("crm/Contact")
    assert (reading.outcome, reading.why, merge.asked) == (Outcome.UNKNOWN, Why.NOT_LINKED, [])


STATES = [
    ({"status": "DISABLED", "data_fresh_as_of": None}, Why.SWITCHED_OFF),
    ({"status": "FAILED"}, Why.SYNC_FAILED),
    ({"status": "PAUSED"}, Why.SYNC_FAILED),
    ({"status": "PARTIALLY_SYNCED"}, Why.SYNC_FAILED),
    ({"status": "SOMETHING_NEW"}, Why.SYNC_FAILED),
    ({"status": "SYNCING", "is_initial_sync": True}, Why.FIRST_SYNC),
    ({"status": "SYNCING", "data_fresh_as_of": None}, Why.FIRST_SYNC),
    ({"status": "SYNCING", "last_sync_result": "FAILED"}, Why.SYNC_FAILED),
]


@each_case("rows", [[], [ANA]])
@each_case("state, why", STATES)
def test_model_before_its_first_sync_is_unknown_despite_records(state, why, rows):
    reading = gateway(TinyMerge({"hris/employees": rows}, states={"hris.Employee": state})).read("hris/Employee")
    assert (reading.outcome, reading.why) == (Outcome.UNKNOWN, why)


def test_a_part_is_attached_but_never_called_found():
    reading = gateway(TinyMerge({"hris/employees": [ANA]}, states={"hris.Employee": {"status": "PARTIALLY_SYNCED"}})).read("hris/Employee")
    assert [r.id for r in reading.records] == [uuid(1)]


def test_a_sync_that_runs_again_over_a_whole_copy_hides_nothing():
    state = {"status": "SYNCING", "last_sync_result": "DONE"}
    assert gateway(TinyMerge({"hris/employees": [ANA]}, states={"hris.Employee": state})).read("hris/Employee").outcome is Outcome.FOUND


@pytest.mark.parametrize("status, why", [("RELINK_NEEDED", Why.RELINK), ("INCOMPLETE", Why.RELINK), ("IDLE", Why.SYNC_FAILED)])
def test_an_account_that_is_not_complete_is_unknown(status, why):
    reading = gateway(TinyMerge({"hris/employees": [ANA]}, status=status)).read("hris/Employee")
    assert (reading.outcome, reading.why) == (Outcome.UNKNOWN, why)


def test_a_token_of_another_category_reads_nothing_and_says_so():
    def other(request):
        if request.url.path.endswith("account-details"):
            return httpx.Response(200, json={"status": "COMPLETE", "category": "crm"})
        return None

    assert gateway(TinyMerge(before=other)).read("hris/Employee").why is Why.NOT_LINKED


def test_an_empty_page_under_a_scope_that_forbids_reading_is_unknown():
    scope = [{"model_name": "hris.Employee", "model_permissions": {"READ": {"is_enabled": False}}, "field_permissions": {}}]
    reading = gateway(TinyMerge(scope=scope)).read("hris/Employee")
    assert (reading.outcome, reading.why) == (Outcome.UNKNOWN, Why.SWITCHED_OFF)


def test_a_model_that_merge_does_not_sync_here_is_unknown_when_empty():
    assert gateway(TinyMerge(states={"hris.Team": None})).read("hris/Team").why is Why.SWITCHED_OFF


def of_both(first, second, category="hris"):
    """The gateway of two linked accounts of one category."""
    accounts = [linked(category, "One", "token-1"), linked(category, "Two", "token-2")]
    return gateway(lambda r: (first if r.headers["x-account-token"] == "token-1" else second)(r), accounts)


NO_EMPLOYEES = [
    ("switched off at Merge", {"states": {"hris.Employee": {"status": "DISABLED"}}}),
    ("not synced for this app", {"states": {"hris.Employee": None}}),
    ("switched off by the scope", {"scope": [{"model_name": "hris.Employee", "model_permissions": {"READ": {"is_enabled": False}}}]}),
]


@each_case("what, without", NO_EMPLOYEES)
def test_an_account_without_the_model_leaves_what_another_says_of_it(what, without):
    door = of_both(TinyMerge({"hris/employees": [ANA]}), TinyMerge(**without))
    read, one, gone = door.read("hris/Employee"), door.retrieve("hris/Employee", uuid(1)), door.retrieve("hris/Employee", uuid(9))
    assert [(r.outcome, r.why, len(r.records)) for r in (read, one, gone)] == [
        (Outcome.FOUND, None, 1), (Outcome.FOUND, None, 1), (Outcome.NONE, None, 0)]
    assert (read.integrations, door.sharing("hris/Employee")) == (("One",), {"la-hris-One"})
    assert of_both(TinyMerge(**without), TinyMerge(**without)).read("hris/Employee").why is Why.SWITCHED_OFF


@each_case("what, without", NO_EMPLOYEES)
def test_an_account_without_the_model_leaves_what_a_question_reads_of_another(what, without):
    door = of_both(TinyMerge({"hris/employees": [ANA]}), TinyMerge(**without))
    company = Company(tenant="acme", name="Acme", domain="acme.example")
    assert [r.id for r in LiveReads(door, company, NOW, Deadline.after(30), Copies(catalogue())).records("hris/Employee")] == [uuid(1)]


NO_DUE_DATES = [{"model_name": "ticketing.Ticket", "model_permissions": {"READ": {"is_enabled": True}},
                 "field_permissions": {"enabled_fields": [], "disabled_fields": ["due_date"]}}]


@pytest.mark.parametrize("first, second, of, apps, by_none", [
    ([], NO_DUE_DATES, (), ("Two",), False), ([], NO_DUE_DATES, (1,), (), False), ([], NO_DUE_DATES, (2,), ("Two",), True),
    ([], NO_DUE_DATES, (1, 2), ("Two",), False), (NO_DUE_DATES, NO_DUE_DATES, (1, 2), ("One", "Two"), True), ([], [], (), (), False)])
def test_a_field_is_switched_off_where_no_app_of_the_records_shares_it(first, second, of, apps, by_none):
    door = of_both(TinyMerge({"ticketing/tickets": [{"id": uuid(1)}]}, scope=first),
                   TinyMerge({"ticketing/tickets": [{"id": uuid(2)}]}, scope=second), "ticketing")
    live = LiveReads(door, Company(tenant="acme", name="Acme", domain="acme.example"), NOW, Deadline.after(30))
    records = [r for r in live.records("ticketing/Ticket") if r.id in map(uuid, of)]
    assert live.not_shared("ticketing/Ticket", "due_date", records) == NotShared(apps, by_none)


def test_an_account_that_merge_has_only_just_been_told_of_may_still_hold_all():
    nothing_yet = TinyMerge(before=lambda r: httpx.Response(200, json={"next": None, "results": []}) if "sync-status" in r.url.path else None)
    door = of_both(TinyMerge({"hris/employees": [ANA]}), nothing_yet)
    assert (door.read("hris/Employee").why, len(door.sharing("hris/Employee"))) == (Why.FIRST_SYNC, 2)


def test_two_accounts_of_one_category_are_united_and_the_older_copy_counts():
    jira, gitlab = linked("ticketing", "Jira", "token-j"), linked("ticketing", "GitLab", "token-g")
    older = {"ticketing.Ticket": {"data_fresh_as_of": "2026-11-18T06:00:00Z"}}
    tickets = {"token-j": TinyMerge({"ticketing/tickets": [{"id": uuid(1)}]}),
               "token-g": TinyMerge({"ticketing/tickets": [{"id": uuid(2)}]}, states=older)}
    reading = gateway(lambda r: tickets[r.headers["x-account-token"]](r), [jira, gitlab]).read("ticketing/Ticket")
    assert {(r.linked_account, r.id) for r in reading.records} == {(jira.id, uuid(1)), (gitlab.id, uuid(2))}
    assert (reading.outcome, reading.data_as_of) == (Outcome.FOUND, datetime(2026, 11, 18, 6, tzinfo=UTC))


def test_one_of_two_accounts_that_cannot_be_read_makes_the_whole_unknown():
    healthy, broken = TinyMerge({"ticketing/tickets": [{"id": uuid(1)}]}), TinyMerge(before=lambda r: httpx.Response(500))
    parts = {"token-j": healthy, "token-g": broken}
    accounts = [linked("ticketing", "Jira", "token-j"), linked("ticketing", "GitLab", "token-g")]
    door = gateway(lambda r: parts[r.headers["x-account-token"]](r), accounts)
    reading = door.read("ticketing/Ticket")
    assert (reading.outcome, reading.why, len(reading.records)) == (Outcome.UNKNOWN, Why.UNREACHABLE, 1)
    assert door.read("ticketing/Ticket", account=accounts[0].id).outcome is Outcome.FOUND


def fails(what):
    def answer(request):
        if isinstance(what, Exception):
            raise what
        return httpx.Response(what.status_code, headers=what.headers, content=what.content)
    return answer


FAILED = [
    (httpx.Response(500), Why.UNREACHABLE), (httpx.Response(502, html="<h1>Bad gateway</h1>"), Why.UNREACHABLE),
    (httpx.Response(400, json={"non_field_errors": ["no"]}), Why.BROKEN_ANSWER),
    (httpx.Response(302, headers={"location": "/"}), Why.BROKEN_ANSWER),
    (httpx.Response(401, json={"detail": "no"}), Why.REFUSED), (httpx.Response(403, json={"detail": "no"}), Why.REFUSED),
    (httpx.Response(404, json={"detail": "Not found."}), Why.BROKEN_ANSWER), (httpx.Response(404, text="nginx"), Why.BROKEN_ANSWER),
    (httpx.Response(408), Why.TIMEOUT), (httpx.Response(429, headers={"retry-after": "3600"}), Why.RATE_LIMITED),
    (httpx.Response(200, text="certainly"), Why.BROKEN_ANSWER), (httpx.Response(200, text="[" * 100_000), Why.BROKEN_ANSWER),
    (httpx.Response(200, json=[]), Why.BROKEN_ANSWER), (httpx.ConnectError("no route"), Why.UNREACHABLE),
    (httpx.ConnectTimeout("slow"), Why.UNREACHABLE), (httpx.ReadTimeout("slow"), Why.TIMEOUT),
    (httpx.RemoteProtocolError("hung up"), Why.UNREACHABLE),
]
NO_PAGE = [
    {}, {"next": None, "results": None}, {"next": None, "results": {}}, {"next": 7, "results": []},
    {"next": None, "results": [{"first_name": "no id"}]}, {"next": None, "results": ["no object"]},
    {"next": "https://api.merge.dev/api/hris/v1/employees?page=2", "results": []},
]


@each_case("path", ["employees", "sync-status", "account-details"])
@each_case("what, why", FAILED)
def test_a_failing_call_makes_the_reading_unknown_and_is_never_an_exception(what, why, path):
    failing = fails(what)
    merge = TinyMerge({"hris/employees": [ANA]}, before=lambda r: failing(r) if r.url.path.endswith(path) else None)
    reading = gateway(merge).read("hris/Employee")
    assert (reading.outcome, reading.why) == (Outcome.UNKNOWN, why)


@each_case("body", NO_PAGE)
def test_what_is_no_page_of_records_is_a_broken_answer(body):
    merge = TinyMerge(before=lambda r: httpx.Response(200, json=body) if r.url.path.endswith("employees") else None)
    assert gateway(merge).read("hris/Employee").why is Why.BROKEN_ANSWER


def test_what_fails_on_a_later_page_leaves_a_part_and_no_outcome():
    def second_page_lost(request):
        return httpx.Response(500) if "cursor" in request.url.params else None

    reading = gateway(TinyMerge({"hris/employees": [ANA, BO]}, page=1, before=second_page_lost)).read("hris/Employee")
    assert (reading.outcome, reading.why, [r.id for r in reading.records]) == (Outcome.UNKNOWN, Why.UNREACHABLE, [uuid(1)])


def test_one_record_by_its_id():
    reading = gateway(TinyMerge({"hris/employees": [ANA, BO]})).retrieve("hris/Employee", uuid(2))
    assert (reading.outcome, [r.values["first_name"] for r in reading.records]) == (Outcome.FOUND, ["Bo"])


@pytest.mark.parametrize("rows", [[], [ANA | {"remote_was_deleted": True}]], ids=["404", "deleted at the source"])
def test_a_record_that_is_gone_is_none_in_a_healthy_model(rows):
    reading = gateway(TinyMerge({"hris/employees": rows})).retrieve("hris/Employee", uuid(1))
    assert (reading.outcome, reading.records) == (Outcome.NONE, ())


def test_a_record_that_is_gone_from_an_account_that_needs_relinking_is_unknown():
    assert gateway(TinyMerge(status="RELINK_NEEDED")).retrieve("hris/Employee", uuid(1)).why is Why.RELINK


def test_a_404_without_merges_words_is_no_absence():
    lost = TinyMerge(before=lambda r: httpx.Response(404, html="<h1>nginx</h1>") if uuid(1) in r.url.path else None)
    assert gateway(lost).retrieve("hris/Employee", uuid(1)).why is Why.BROKEN_ANSWER


def test_another_record_than_the_one_asked_for_is_a_broken_answer():
    mixed = TinyMerge(before=lambda r: httpx.Response(200, json=BO) if uuid(1) in r.url.path else None)
    assert gateway(mixed).retrieve("hris/Employee", uuid(1)).why is Why.BROKEN_ANSWER


def test_a_record_is_found_in_whichever_account_has_it():
    parts = {"token-j": TinyMerge(before=lambda r: httpx.Response(500)), "token-g": TinyMerge({"ticketing/tickets": [{"id": uuid(2)}]})}
    accounts = [linked("ticketing", "Jira", "token-j"), linked("ticketing", "GitLab", "token-g")]
    reading = gateway(lambda r: parts[r.headers["x-account-token"]](r), accounts).retrieve("ticketing/Ticket", uuid(2))
    assert (reading.outcome, [r.linked_account for r in reading.records]) == (Outcome.FOUND, [accounts[1].id])


def test_changes_ask_for_deleted_records_since_a_moment():
    merge = TinyMerge({"hris/employees": [ANA | {"remote_was_deleted": True}]})
    reading = gateway(merge).changes("hris/Employee", datetime(2026, 11, 19, tzinfo=UTC))
    asked = merge.data_requests[0].url.params
    assert (asked["modified_after"], asked["include_deleted_data"]) == ("2026-11-19T00:00:00Z", "true")
    assert [(r.id, r.deleted) for r in reading.records] == [(uuid(1), True)]


def test_changes_of_a_model_that_knows_no_modified_after_are_everything():
    merge = TinyMerge({"accounting/payment-terms": [{"id": uuid(1)}]}, states={"accounting.PaymentTerm": {}})
    reading = gateway(merge, [linked("accounting", "Xero")]).changes("accounting/PaymentTerm", datetime(2026, 11, 19, tzinfo=UTC))
    assert "modified_after" not in merge.data_requests[0].url.params
    assert reading.outcome is Outcome.FOUND


def test_pages_end_without_an_error_only_where_everything_was_read():
    merge = TinyMerge({"hris/employees": [ANA, BO]}, page=1)
    assert [[r.id for r in page] for page in gateway(merge).pages("hris/Employee", account=linked().id)] == [[uuid(1)], [uuid(2)]]


def test_pages_of_a_model_that_is_switched_off_raise_before_any_is_read():
    merge = TinyMerge(states={"hris.Employee": {"status": "DISABLED"}})
    with pytest.raises(CouldNotRead) as refused:
        list(gateway(merge).pages("hris/Employee", account=linked().id))
    assert (refused.value.why, merge.data_requests) == (Why.SWITCHED_OFF, [])


def test_pages_of_a_half_synced_model_come_and_then_raise():
    merge = TinyMerge({"hris/employees": [ANA]}, states={"hris.Employee": {"status": "SYNCING", "is_initial_sync": True}})
    pages = gateway(merge).pages("hris/Employee", account=linked().id)
    assert [r.id for r in next(pages)] == [uuid(1)]
    with pytest.raises(SourceUnavailable, match="not everything"):
        next(pages)


def test_pages_raise_what_the_source_could_not_do():
    with pytest.raises(SourceUnavailable):
        list(gateway(TinyMerge(before=lambda r: httpx.Response(500))).pages("hris/Employee", account=linked().id))
    with pytest.raises(SourceUnavailable):
        gateway(TinyMerge()).pages("hris/Employee", account="somebody else's")


def test_a_deadline_that_has_passed_asks_nothing():
    merge = TinyMerge({"hris/employees": [ANA]})
    reading = gateway(merge).read("hris/Employee", deadline=Deadline.after(0))
    assert (reading.outcome, reading.why, merge.asked) == (Outcome.UNKNOWN, Why.OUT_OF_TIME, [])


def test_sync_states_are_kept_for_some_seconds_unless_fresh_ones_are_wanted():
    merge = TinyMerge({"hris/employees": [ANA]})
    door = gateway(merge)
    door.read("hris/Employee"), door.read("hris/Employee")
    assert len(merge.asked) - len(merge.data_requests) == 2
    merge.states["hris.Employee"] = {"status": "FAILED"}
    assert [s.status for s in door.sync_states("hris")["hris/Employee"]] == ["DONE"]
    assert [s.status for s in door.sync_states("hris", fresh=True)["hris/Employee"]] == ["FAILED"]
    assert door.read("hris/Employee").why is Why.SYNC_FAILED


def test_an_account_that_refuses_its_token_holds_up_no_other_of_its_category():
    merge = TinyMerge(before=lambda r: httpx.Response(401, json={"detail": "no"}) if r.headers["x-account-token"] == "old" else None)
    door = gateway(merge, [linked("crm", "Pipedrive", "old"), linked("crm", "HubSpot")])
    with pytest.raises(CouldNotRead):
        door.sync_states("crm")
    states = door.sync_states("crm", account="la-crm-HubSpot")
    assert [s.status for s in states["crm/Opportunity"]] == ["DONE"]


def test_fields_that_the_scope_switches_off():
    scope = [{"model_name": "hris.Employee", "model_permissions": {"READ": {"is_enabled": True}},
              "field_permissions": {"enabled_fields": ["avatar"], "disabled_fields": ["ssn", "date_of_birth"]}},
             {"model_name": "hris.TimeOff", "model_permissions": {"READ": {"is_enabled": False}}}]
    door = gateway(TinyMerge(scope=scope))
    assert door.switched_off("hris/Employee", linked().id) == {"ssn", "date_of_birth"}
    assert door.switched_off("hris/TimeOff", linked().id) >= {"id", "amount", "status"}
    assert door.switched_off("hris/Team", linked().id) == door.switched_off("crm/Contact", linked().id) == frozenset()


def test_a_plan_without_scopes_switches_nothing_off():
    merge = TinyMerge(before=lambda r: httpx.Response(403, json={"detail": "plan"}) if "scopes" in r.url.path else None)
    assert gateway(merge).switched_off("hris/Employee", linked().id) == frozenset()
    assert gateway(merge).read("hris/Employee").outcome is Outcome.NONE


def test_a_category_that_the_catalogue_lacks_has_no_states():
    assert gateway(TinyMerge(), [linked("mktg")]).sync_states("mktg") == {}


def test_two_accounts_that_share_an_id_keep_their_own_tokens():
    merge = TinyMerge({"hris/employees": [ANA]})
    accounts = [replace(linked("hris"), id="same"), replace(linked("crm", token="crm-token"), id="same")]
    door = gateway(merge, accounts)
    assert (door.read("hris/Employee").outcome, door.read("crm/Contact").outcome) == (Outcome.FOUND, Outcome.NONE)
    assert {(r.url.path.split("/")[2], r.headers["x-account-token"]) for r in merge.asked} == {("hris", TOKEN), ("crm", "crm-token")}


def test_the_categories_of_a_gateway_are_those_of_its_accounts():
    assert gateway(TinyMerge(), [linked("hris"), linked("crm"), linked("crm", "Salesforce")]).categories() == {"hris", "crm"}
