"""Misspelt words become the one word that they can be, or stay; a wrong repair would be a wrong answer."""

import pytest

from agent.language.words import forms, tokens
from agent.understand.grammar.typos import Repair, Spelling, repair
from tests.cases import each_case
from tests.unit.agent.slips import slips, spoken_words

PHRASES = {
    ("ticket",), ("tickets", "assigned"), ("assigned",), ("assignee",), ("overdue",), ("time", "off"), ("time", "off", "request"), ("headcount",),
    ("department",),
    ("vacation",), ("remaining",), ("pending",), ("hiring", "manager"), ("manager",), ("contact",), ("contract",), ("customer",), ("revenue",),
    ("opportunity",),
    ("not",), ("never",), ("between",), ("follow-up",), ("invoice",), ("interview", "round"), ("open",), ("owns",), ("lead",), ("leave",),
    ("quarter",), ("closed",),
    ("resolved",), ("location",), ("candidate",), ("application",), ("recruiter",), ("salary",), ("project",), ("priority",), ("account",),
    ("approved",),
}
SPELLING = Spelling(PHRASES)

WORDS = spoken_words()
KNOWN = dict.fromkeys(WORDS, 1)


def repaired(question, known=()):
    return SPELLING.repairs(question, tokens(question), known)


def words_of(question):
    return {" ".join(r.words) for r in repaired(question)}


@each_case("question, words", [
    ("pendng requests", {"pending"}), ("my tikcets", {"tickets"}), ("vaction", {"vacation"}), ("by deparment", {"department"}),
    ("headcout", {"headcount"}),
    ("the hirring manager", {"hiring manager"}), ("the hirring manger", {"manager", "hiring manager"}), ("oportunities", {"opportunities"}),
    ("time of requests", {"time off requests"}), ("interveiw rounds", {"interview rounds"}),
    ("opne leads", {"open"}), ("who onws it", {"owns"}), ("laed", {"lead"}), ("asignee", {"assignee"}),
    ("tickets asigned", {"assigned", "tickets assigned"}), ("laeds", {"leads"}), ("leav", {"leave"}), ("costumer", {"customer"}),
    ("closd", {"closed"}),
    ("time of request", {"time off request"}), ("who is the manger", {"manager"}), ("round of interview", set()),
])
def test_a_slip_is_put_right(question, words):
    assert words_of(question) == words


@each_case("question", [
    "nevr", "nto", "betwen", "date", "late", "conract", "Who is Manger", "who is Leda Vaction", "“vaction”", "a ticket named 'pendng'",
    "over due", "ATL-9001", "xyzzy",
    "tickets", "lead time", "",
])
def test_what_is_a_name_a_quotation_english_or_unclear_stays(question):
    assert words_of(question) == set()


def test_what_means_something_already_is_left_alone():
    assert repaired("vaction", known={0}) == ()


def test_typo_repair_reports_its_span_and_replacement():
    assert repaired("my pendng vacaton tickets") == (Repair(1, 2, ("pending",), 1), Repair(2, 3, ("vacation",), 1))


def same(one, other):
    """Forms of one word: "receive" for "received"."""
    return bool(forms(one) & forms(other)) or one[:6] == other[:6]


@pytest.mark.parametrize("edits, shortest, least", [(1, 5, 0.8), (2, 8, 0.6)])
def test_slips_of_every_kind_are_hardly_ever_repaired_wrongly(edits, shortest, least, full):
    """"Acount" is read as "account" though somebody may have meant "amount": the likelier is taken, and told."""
    generated = list(slips(WORDS, edits, shortest, 50 if full else 5))
    repaired = [(word, wrong, found[0]) for word, wrong in generated if (found := repair(wrong, KNOWN))]
    assert len([r for r in repaired if not same(r[0], r[2])]) <= len(repaired) / 1000
    assert len(repaired) / len(generated) >= least
