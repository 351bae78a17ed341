"""A message in another language is held against its plan in the English that the model writes of it; names and numbers stand in the message."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from agent.catalogue import catalogue
from agent.plan.periods import Calendar
from agent.understand.doubts import MessageContext, doubts
from agent.understand.model import shape
from agent.understand.model.acts import decode
from agent.understand.model.surroundings import Surroundings
from kg.resolve import Candidate
from tests.cases import each_case

OPEN, MINE = {"is": "ticketing/Ticket.open"}, {"rel": "ticketing/Ticket.assignees", "of": {"me": True}}
BIG = {"field": "crm/Opportunity.amount", "op": ">", "value": 5000}
ANA = {"rel": "crm/Opportunity.owner", "of": {"name": "Ana", "model": "hris/Employee"}}
URGENT = {"field": "ticketing/Ticket.priority", "value": "URGENT"}
NOBODY: Mapping[str, tuple[Candidate, ...]] = {}
CALLED = {"die": (Candidate("g", "hris/Group", "", "", "DIE", (), None, {}, "exact", 1.0, ()),)}


def tickets(*where: object, **more: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "ticketing/Ticket", "where": list(where), **more}}


def deals(*where: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "crm/Opportunity", "where": list(where)}}


def newest(first: int) -> dict[str, Any]:
    return tickets(ranked={"by": {"field": "ticketing/Ticket.remote_created_at"}, "first": first})


def doubted(message: str, english: str, act: object, answer_in: str = "German", called: Mapping[str, tuple[Candidate, ...]] = NOBODY) -> set[str]:
    said = shape.Message.model_validate({"acts": [act], "answer_in": answer_in, "english": english})
    acts, faults = decode(catalogue(), said)
    assert not faults
    spoken = MessageContext(message, None, False, Calendar(date(2026, 11, 20)), Surroundings("", frozenset(), (message,), called))
    return {doubt.kind for doubt in doubts(catalogue(), spoken, said, acts, None)}


@each_case("message, english, act, expected", [
    ("meine offenen Tickets", "my open tickets", tickets(MINE, OPEN), set()),
    ("meine offenen Tickets", "my open tickets", tickets(OPEN), {"condition"}),
    ("meine offenen Tickets", "my open tickets", tickets(MINE, {"not": OPEN}), {"negation"}),
    ("meine offenen Tickets", "", tickets({"not": OPEN}), set()),
    ("die drei neuesten Tickets", "the three newest tickets", newest(3), set()),
    ("die drei neuesten Tickets", "the three newest tickets", newest(4), {"unsaid number", "left out number"}),
    ("die drei neuesten Tickets", "", newest(4), set()),
    ("Abschlüsse über 5000", "deals over 5000", deals(BIG), set()),
    ("Abschlüsse über 5000", "deals over 5000", deals(BIG | {"op": "<"}), {"comparison"}),
    ("dringende Tickets", "urgent tickets", tickets(URGENT), set()),
])
def test_words_are_held_against_a_plan_in_english(message: str, english: str, act: object, expected: set[str]) -> None:
    assert doubted(message, english, act) == expected


@each_case("message, english, act, expected", [
    ("große Abschlüsse", "deals over 5000", deals(BIG), {"unsaid number"}),
    ("ihre Abschlüsse", "Ana's deals", deals(ANA), {"unsaid name"}),
])
def test_a_name_or_number_that_stands_only_in_the_english_is_made_up(message: str, english: str, act: object, expected: set[str]) -> None:
    assert doubted(message, english, act) == expected


def test_a_word_of_another_language_that_something_is_called_by_is_no_name_of_it() -> None:
    assert doubted("die offenen Tickets von Soldaten", "the open tickets of soldiers", tickets(OPEN), called=CALLED) == set()
    assert doubted("die offenen Tickets von DIE", "the open tickets of DIE", tickets(OPEN), called=CALLED) == {"condition"}


def test_other_words_for_a_message_in_english_are_not_looked_at() -> None:
    assert doubted("my open tickets", "open tickets", tickets(OPEN), answer_in="") == {"condition"}
    assert doubted("my open tickets", "all tickets", tickets(MINE, OPEN), answer_in="") == set()


def test_the_english_is_no_part_of_what_a_plan_says() -> None:
    said = shape.Message.model_validate({"acts": [tickets(OPEN)], "answer_in": "German", "english": "my 17 open tickets"})
    assert not any("17" in text for text in shape.texts_in(said))
    assert doubted("meine 17 offenen Tickets", "my 17 open tickets", tickets(MINE, OPEN)) == {"left out number"}
