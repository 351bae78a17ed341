"""What a reply to a stored question means: an option's id, its label, or words that only one option has."""

from datetime import UTC, datetime

import pytest

from agent.human import asked_again, chosen
from memory.questions import StoredQuestion


def question(*labels):
    options = tuple({"id": f"o{i}", "label": label, "key": f"key {i}"} for i, label in enumerate(labels, 1))
    return StoredQuestion("q1", "acme", "ana@acme.example", "s", "Which “Bill” do you mean?", options, {}, datetime(2026, 11, 20, tzinfo=UTC))


BILLS = question("Bill Ashworth (Kenmore Freight)", "Bill Tran (Foxglove Apparel)")
MARIAS = question("Maria Sato (Atlas, Pune)", "Maria Sato (Sales, Pune)")
NUMBERED = question("10 days", "10 hours")
LONGER = question("Bill Tran", "Bill Tran Junior")


@pytest.mark.parametrize("asked, reply, key", [
    (BILLS, "o1", "key 1"), (BILLS, " o2 ", "key 2"),
    (BILLS, "Bill Ashworth (Kenmore Freight)", "key 1"), (BILLS, "bill tran (foxglove apparel)", "key 2"), (BILLS, "Bill Tran", "key 2"),
    (BILLS, "Tran", "key 2"), (BILLS, "ashworth please", "key 1"), (BILLS, "the one at Kenmore Freight", "key 1"), (BILLS, "Foxglove", "key 2"),
    (BILLS, "I mean the Bill who works for Kenmore", "key 1"),
    (MARIAS, "Maria Sato (Sales, Pune)", "key 2"), (MARIAS, "Atlas", "key 1"), (MARIAS, "the one in Sales", "key 2"),
    (NUMBERED, "hours", "key 2"), (NUMBERED, "10 days", "key 1"), (LONGER, "Junior", "key 2"),
])
def test_a_reply_picks_the_option_it_means(asked, reply, key):
    option = chosen(asked, reply)
    assert option is not None
    assert option["key"] == key


@pytest.mark.parametrize("asked, reply", [
    (BILLS, ""), (BILLS, "Bill"), (BILLS, "the one"), (BILLS, "o3"), (BILLS, "Bill Gates"), (BILLS, "neither"), (BILLS, "Ashworth or Tran"),
    (BILLS, "Who is my manager?"), (BILLS, "not Tran"), (BILLS, "anyone but Ashworth"), (BILLS, "Tran Kenmore"),
    (MARIAS, "Maria Sato"), (MARIAS, "Pune"), (MARIAS, "Maria Sato (Pune)"), (NUMBERED, "10"),
])
def test_a_reply_that_means_none_or_several_picks_none(asked, reply):
    assert chosen(asked, reply) is None


def test_the_exact_label_wins_over_a_longer_one():
    assert chosen(LONGER, "Bill Tran")["key"] == "key 1"


def test_a_question_that_is_asked_again_is_the_same_question():
    again = asked_again(BILLS)
    assert again.id == BILLS.id
    assert again.prompt == BILLS.prompt
    assert [(o.id, o.label) for o in again.options] == [(o["id"], o["label"]) for o in BILLS.options]
