"""What a reply to a stored question means: by id, label, place, or whatever tells the options apart; what is not accounted for means nothing."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.dialogue.clarifications import asked_again, what_is_left
from agent.understand.replies import drops_question, is_question, read_reply
from memory.questions import StoredQuestion
from tests.cases import each_case


def question(*labels, also=((), (), ())):
    told = enumerate(zip(labels, also, strict=False), 1)
    options = tuple({"id": f"o{i}", "label": label, "key": f"key {i}", "also": more} for i, (label, more) in told)
    state = {"mention": "Bill", "asks": "Which “Bill” do you mean?"}
    return StoredQuestion("q1", "acme", "ana@acme.example", "s", "Which “Bill” do you mean?", options, state, datetime(2026, 11, 20, tzinfo=UTC))


BILLS = question("Bill Ashworth (Kenmore Freight)", "Bill Tran (Foxglove Apparel)")
MARIAS = question("Maria Sato (Atlas, Pune)", "Maria Sato (Sales, Pune)", "Maria Lopez (Sales, Lisbon)")
NOORS = question("Noor Das (Senior Designer, Atlas)", "Noor Hadi (Electrician, Rigging)", also=(
    ("noor.das@acme.example", "Bengaluru Indiranagar", "employee", "person"), ("noor.hadi@acme.example", "Porto", "employee", "person")))
ADVISERS = question("Jo Post (Cleaner, Seeds)", "Mia Post (HR Adviser, People)", also=(("HR", "employee"), ("HR", "employee")))
KINDS = question("Kenmore (customer)", "Kenmore (person)")
NUMBERED = question("10 days", "10 hours")
LONGER = question("Bill Tran", "Bill Tran Junior")
WORD = question("Yes, from now on", "No, go on asking")


def left(asked, reply):
    """The numbers of the options that a reply leaves; None where it is none."""
    found = read_reply(asked, reply)
    return None if found is None else tuple(int(option["id"][1:]) for option in found.left)


@each_case("asked, reply, number", [
    (BILLS, "o1", 1), (BILLS, " o2 ", 2), (BILLS, "Bill Ashworth (Kenmore Freight)", 1), (BILLS, "bill tran (foxglove apparel)", 2),
    (BILLS, "Tran", 2), (BILLS, "ashworth please", 1), (BILLS, "the one at Kenmore Freight", 1), (BILLS, "and Foxglove?", 2),
    (BILLS, "I mean the Bill who works for Kenmore", 1), (BILLS, "Bill Tran, always", 2),
    (BILLS, "2", 2), (BILLS, "second", 2), (BILLS, "the latter", 2), (BILLS, "the former please", 1), (BILLS, "number 1", 1),
    (BILLS, "the 2nd guy", 2),
    (BILLS, "Asworth", 1),
    (MARIAS, "Maria Sato (Sales, Pune)", 2), (MARIAS, "Atlas", 1), (MARIAS, "Sales in Lisbon", 3), (MARIAS, "last one", 3), (MARIAS, "the third", 3),
    (NOORS, "the electrician", 2), (NOORS, "her, the designer", 1), (NOORS, "the designer in Bangalore", 1),
    (NOORS, "noor.hadi@acme.example", 2), (ADVISERS, "the HR one", 2),
    (NOORS, "desinger", 1), (NOORS, "what about Hadi?", 2), (KINDS, "the person", 2),
    (NUMBERED, "hours", 2), (NUMBERED, "10 days", 1), (LONGER, "Junior", 2), (LONGER, "bill tran", 1), (LONGER, "Bill Tran", 1),
    (WORD, "yes please", 1), (WORD, "no thanks", 2),
])
def test_a_reply_picks_the_option_it_means(asked, reply, number):
    assert left(asked, reply) == (number,)


@each_case("asked, reply, numbers", [
    (BILLS, "Bill", (1, 2)), (BILLS, "Ashworth or Tran", (1, 2)), (MARIAS, "Pune", (1, 2)), (MARIAS, "Maria Sato", (1, 2)),
    (MARIAS, "the one in Sales", (2, 3)), (NUMBERED, "10", (1, 2)),
])
def test_a_reply_that_fits_several_leaves_these_and_chooses_none(asked, reply, numbers):
    assert left(asked, reply) == numbers and not read_reply(asked, reply).each


@each_case("asked, reply, numbers", [
    (BILLS, "both", (1, 2)), (BILLS, "both of them please", (1, 2)), (BILLS, "Ashworth and Tran", (1, 2)), (MARIAS, "all three", (1, 2, 3)),
    (MARIAS, "both in Pune", (1, 2)), (MARIAS, "the first and the third", (1, 3)),
])
def test_a_reply_may_mean_each_of_several(asked, reply, numbers):
    assert left(asked, reply) == numbers and read_reply(asked, reply).each


@pytest.mark.parametrize("reply", ["neither", "none of them", "somebody else", "neither of these"])
def test_a_reply_may_mean_none_of_them(reply):
    assert left(BILLS, reply) == ()


@each_case("asked, reply", [
    (BILLS, ""), (BILLS, "the one"), (BILLS, "o3"), (BILLS, "third"), (BILLS, "Bill Gates"), (BILLS, "Who is my manager?"),
    (BILLS, "Tran Kenmore"), (BILLS, "not Tran"), (BILLS, "anyone but Ashworth"), (BILLS, "Tran, not Ashworth"), (MARIAS, "all but Lopez"),
    (BILLS, "Bill T."), (BILLS, "Bill Tran from the harbour office"), (BILLS, "either"), (BILLS, "not the electrician"),
    (BILLS, "What's Bill Tran's address?"), (BILLS, "I don't know"), (BILLS, "neither Tran"), (MARIAS, "Maria Sato (Pune) in Rigging"),
    (MARIAS, "the latter"), (NOORS, "the designer in Porto"), (NOORS, "When did Noor Das start?"), (NOORS, "the welder"),
])
def test_what_is_not_accounted_for_is_no_reply(asked, reply):
    assert left(asked, reply) is None


@given(st.sampled_from((BILLS, MARIAS, NOORS, KINDS)), st.sampled_from(("zorblatt", "salary", "tickets", "yesterday")), st.booleans())
def test_a_word_that_no_option_knows_is_never_passed_over(asked, word, first):
    told = asked.options[0]["label"].partition("(")[2].rstrip(")")
    assert left(asked, f"{word} {told}" if first else f"the one of {told} {word}") is None


@each_case("reply, asks", [
    ("Who is Noor Das", True), ("and how many tickets are open", True), ("list my team", True), ("the electrician", False),
    ("what about Hadi?", False), ("second", False),
])
def test_what_begins_like_a_question_may_be_one(reply, asks):
    assert is_question(reply) is asks


@each_case("reply, dropped", [
    ("never mind", True), ("Oh, forget it then.", True), ("leave it", True), ("it doesn't matter, thanks", True), ("drop that please", True),
    ("forget Tran", False), ("skip the second", False), ("leave it to Ana", False), ("not important ones", False), ("neither", False),
])
def test_a_question_may_be_dropped(reply, dropped):
    assert drops_question(reply) is dropped


def test_repeated_clarification_keeps_its_id_and_names_the_insufficient_reply():
    again = asked_again(BILLS, "the Bill")
    assert again.id == BILLS.id
    assert "the Bill" in again.prompt and again.prompt.endswith(BILLS.prompt)
    assert [(o.id, o.label) for o in again.options] == [(o["id"], o["label"]) for o in BILLS.options]


def test_what_a_reply_leaves_is_asked_with_these_alone():
    need = what_is_left(MARIAS, read_reply(MARIAS, "Maria Sato"))
    assert (need.mention, need.prompt) == ("Bill", "Which “Bill” do you mean?")
    assert [choice.key for choice in need.choices] == ["key 1", "key 2"]
