"""What is shown of a parked message, and what of an unreadable one can be run again."""

import base64

from kg.errors import BadInput
from tests.unit.workers.test_schedule import NOW
from workers.tasks.parking import Message, reason_of, shown, unreadable


def test_a_payload_is_never_shown():
    body = '{"hook": {"event": "LinkedAccount.linked"}, "linked_account": {"id": "a"}, "data": {"account_token": "very-secret"}}'
    parked = shown(Message("1", "apply_webhook", ("acme", body)), "why", NOW)
    assert parked.as_json()["about"] == "LinkedAccount.linked a"
    assert "very-secret" not in f"{parked} {parked.as_json()}"


def test_words_of_foreign_errors_stay_out_of_the_reason():
    assert "very-secret" not in reason_of(ValueError("very-secret"))
    assert reason_of(BadInput("No such tenant.")) == "No such tenant."


def test_of_an_unknown_task_the_arguments_are_kept_so_that_it_can_run_later():
    assert unreadable("1", "later_task", [["acme"], {"mode": "full"}, {}]) == Message("1", "later_task", ("acme",), {"mode": "full"})


def test_what_is_no_message_is_kept_to_be_looked_at():
    assert base64.b64decode(unreadable("1", "", b"\xff not json").raw) == b"\xff not json"
