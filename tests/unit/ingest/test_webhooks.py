"""Who speaks, and what happened."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.gateway.names import model_of
from ingest.merge_api import list_endpoints
from ingest.webhooks import delivery_of, parse, verify
from tests.cases import each_case
from tests.unit.ingest.tiny_merge import linked, uuid

BODY, SIGNATURE = b'{"hook":{"event":"Employee.changed"}}', "HnMT2eEnKIa6uxrsJ6K08QRuV-eSzICMUmYQLiIvSd8="      # merge-api.md 5.2


def payload(event, data=None, category="hris", account="la-1"):
    hook = {"id": uuid(7), "target": "https://us.test"} | ({"event": event} if event else {})
    return json.dumps({"hook": hook, "linked_account": {"id": account, "category": category}, "data": data}).encode()


@pytest.mark.parametrize("signature", [SIGNATURE, SIGNATURE.rstrip("="), f" {SIGNATURE}\n"])
def test_a_right_signature_is_believed_with_or_without_padding(signature):
    assert verify(BODY, signature, ["test-key"])


def test_two_keys_hold_while_one_replaces_the_other():
    assert verify(BODY, SIGNATURE, ["new-key", "test-key"]) and verify(BODY, SIGNATURE, ["test-key", "new-key"])


@each_case("body, signature, keys", [
    (BODY + b" ", SIGNATURE, ["test-key"]), (BODY, SIGNATURE, ["other"]), (BODY, SIGNATURE, []), (BODY, "", ["test-key"]),
    (BODY, "é", ["test-key"]), (BODY, SIGNATURE.swapcase(), ["test-key"]), (BODY, SIGNATURE[:-2], ["test-key"]),
    (BODY, base64.urlsafe_b64encode(hmac.new(b"", BODY, hashlib.sha256).digest()).decode(), [""]),      # an unset key is no key
])
def test_anything_else_is_not_believed(body, signature, keys):
    assert not verify(body, signature, keys)


@settings(deadline=None)
@given(st.binary(), st.text(min_size=1), st.text())
def test_only_the_key_that_signed_verifies(body, key, other):
    signature = base64.urlsafe_b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest()).decode()
    assert verify(body, signature, [key])
    assert verify(body, signature, [other]) == (other == key)


@pytest.mark.parametrize("event, kind, deleted", [
    ("Employee.added", "added", False), ("Employee.changed", "changed", False), ("Employee.removed", "removed", True),
])
def test_an_event_about_a_record_brings_the_record(event, kind, deleted):
    told = parse(payload(event, {"id": uuid(1), "modified_at": "2026-11-20T08:00:00Z", "work_email": "ana@acme.test"}))
    assert (told.kind, told.event, told.linked_account, told.model) == (kind, event, "la-1", "hris/Employee")
    assert [(r.id, r.model, r.linked_account, r.deleted) for r in told.records] == [(uuid(1), "hris/Employee", "la-1", deleted)]
    assert told.record.modified_at == datetime(2026, 11, 20, 8, tzinfo=UTC)


@each_case("event, category, kind", [
    ("LinkedAccount.linked", "hris", "linked"), ("LinkedAccount.deleted", "hris", "deleted"), ("Issue.new", "crm", "issue"),
    ("Issue.created", "crm", "issue"), ("Issue.resolved", "crm", "issue"), ("LinkedAccount.sync_completed", "hris", "sync_completed"),
    ("LinkedAccount.synced", "hris", "sync_completed"), ("LinkedAccount.fully_synced_initial", "hris", "sync_completed"),
    ("AsyncPassthrough.resolved", "hris", "unknown"), ("LinkedAccount.status_changed", "hris", "unknown"), (None, "hris", "ping"),
    ("Robot.changed", "hris", "unknown"), ("Employee", "hris", "unknown"), ("Employee.danced", "hris", "unknown"),
    ("Employee.changed", "hris", "unknown"),      # without data
])
def test_what_happened_has_a_kind(event, category, kind):
    assert parse(payload(event, category=category)).kind == kind


def test_a_sync_says_which_models_are_to_be_read_again():
    data = {"is_initial_sync": False, "sync_status": {"ticketing.Ticket": {}, "ticketing.TicketingTeam": {}, "ticketing.Robot": {}}}
    told = parse(payload("LinkedAccount.sync_completed", data, "ticketing"))
    assert (told.models, told.record) == (("ticketing/Ticket", "ticketing/Team"), None)
    assert parse(payload("TicketingTeam.synced", {"sync_status": {}}, "ticketing")).models == ("ticketing/Team",)


def test_an_event_about_somebody_elses_account_is_none_of_ours():
    body = payload("Employee.changed", {"id": uuid(1)}, account=linked().id)
    assert parse(body, [linked()]).model == "hris/Employee"
    foreign = parse(payload("Employee.changed", {"id": uuid(1)}, account="another"), [linked()])
    assert (foreign.kind, foreign.linked_account, foreign.records, foreign.models) == ("unknown", None, (), ())


def test_the_token_of_a_new_account_is_not_in_the_event():
    assert "secret" not in repr(parse(payload("LinkedAccount.linked", {"account_token": "secret", "is_relink": False})))


KEYS = st.sampled_from(["hook", "event", "linked_account", "id", "data", "category", "sync_status"])
PAYLOADS = st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary() | PAYLOADS.map(lambda payload: json.dumps(payload).encode()))
def test_nothing_that_can_be_sent_raises(body):
    assert parse(body).kind in ("unknown", "ping")
    assert parse(body, [linked()]).kind == "unknown"


def test_a_duplicate_is_known_by_its_bytes():
    assert delivery_of(BODY) == delivery_of(bytes(BODY)) != delivery_of(BODY + b" ")


@each_case("name, category, model", [
    ("CRMAccount", None, "crm/Account"), ("CRMContact", "crm", "crm/Contact"), ("TicketingAccount", None, "ticketing/Account"),
    ("AccountingTransaction", None, "accounting/Transaction"), ("AccountingAttachment", None, "accounting/AccountingAttachment"),
    ("AccountingPeriod", "accounting", "accounting/AccountingPeriod"), ("FileStorageFile", None, "filestorage/File"),
    ("KnowledgeBaseArticle", None, "knowledgebase/Article"), ("ScheduledInterview", None, "ats/ScheduledInterview"),
    ("hris.Employee", None, "hris/Employee"), ("crm.CRMUser", "hris", "crm/User"), ("TimeOff", "hris", "hris/TimeOff"),
    ("Contact", "crm", "crm/Contact"), ("Contact", None, None), ("Robot", "hris", None), ("", None, None), ("mktg.Campaign", None, None),
])
def test_internal_names_of_models(name, category, model):
    assert model_of(name, category) == model


def test_every_listed_model_is_known_by_its_own_name_in_its_category():
    for model in list_endpoints():
        category, name = model.split("/")
        assert model_of(name, category) == model_of(f"{category}.{name}") == model
