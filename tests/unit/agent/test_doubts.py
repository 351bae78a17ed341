"""What checks doubt of a plan: words, numbers, times and signs of a message that the plan turns round or has nothing for, and what follows of it."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.llm.port import Caution
from agent.periods import Calendar
from agent.understand.decision import decide, probability, table
from agent.understand.model import shape
from agent.understand.model.acts import Asked, decode
from agent.understand.verify import Kind
from agent.understand.verify.grounding import left_out_numbers, unread_times, unsaid_names, unsaid_numbers
from agent.understand.verify.known_values import unsaid_values
from agent.understand.verify.signs import unmet_signs
from agent.understand.verify.unmet import unmet_words

CALENDAR = Calendar(date(2026, 11, 20))
OPEN, OVERDUE = {"is": "ticketing/Ticket.open"}, {"is": "ticketing/Ticket.overdue"}
MINE = {"rel": "ticketing/Ticket.assignees", "of": {"me": True}}
REPORTS = {"rel": "hris/Employee.manager", "of": {"me": True}}
MANAGER = {"rel": "hris/Employee.manager", "from": {"me": True}}
BY_CREATION: dict[str, Any] = {"by": {"field": "ticketing/Ticket.remote_created_at"}}


def tickets(*where: object, **more: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "ticketing/Ticket", "where": list(where), **more}}


def people(*where: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "hris/Employee", "where": list(where)}}


def deals(*where: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "crm/Opportunity", "where": list(where)}}


def doubts(message: str, act: object, earlier: Sequence[str] = ()) -> set[str]:
    said = shape.Message.model_validate({"acts": [act]})
    acts, faults = decode(catalogue(), said)
    assert not faults
    goals = tuple(act.goal for act in acts if isinstance(act, Asked))
    texts = shape.texts_in(said)
    return {d.kind for found in (
        unsaid_names(goals, [message, *earlier]), unsaid_numbers(goals, [message, *earlier]), left_out_numbers(goals, message, CALENDAR, texts),
        unread_times(goals, message, CALENDAR), unsaid_values(catalogue(), goals, [message, *earlier]),
        unmet_words(catalogue(), message, goals, texts, {}), unmet_signs(catalogue(), message, earlier, goals, CALENDAR),
    ) for d in found}


BIG = {"field": "crm/Opportunity.amount", "op": ">", "value": 5000}
OCTOBER = {"is": "ticketing/Ticket.closed", "period": ["2026-10-01", "2026-11-01"]}
SEPTEMBER = {"is": "ticketing/Ticket.closed", "period": ["2026-09-01", "2026-10-01"]}


@pytest.mark.parametrize("message, act, expected", [
    ("which of my tickets are overdue", tickets(MINE, OVERDUE), set()),
    ("which of my tickets are overdue", tickets(MINE), {"condition"}),
    ("which of my tickets are overdue", tickets(OVERDUE), {"condition"}),
    ("open tickets", tickets(OPEN), set()),
    ("open tickets", tickets({"not": OPEN}), {"negation"}),
    ("tickets that are not open", tickets({"not": OPEN}), set()),
    ("the two oldest open tickets", tickets(OPEN, ranked=BY_CREATION | {"desc": False, "first": 2}), set()),
    ("the two oldest open tickets", tickets(OPEN, ranked=BY_CREATION | {"desc": True, "first": 2}), {"order"}),
    ("the two oldest open tickets", tickets(OPEN, ranked=BY_CREATION | {"desc": False}), {"left out number"}),
    ("my latest tickets", tickets(MINE, ranked=BY_CREATION), set()),
    ("my latest tickets", tickets(MINE), {"order"}),
    ("my direct reports", people(REPORTS), set()),
    ("my direct reports", people(MANAGER), {"direction"}),
    ("my manager", people(MANAGER), set()),
    ("my manager", people(REPORTS), {"direction"}),
    ("deals of more than 5000", deals(BIG), set()),
    ("deals of more than 5000", deals(BIG | {"op": "<"}), {"comparison"}),
    ("deals of more than 5000", deals(BIG | {"value": 6000}), {"unsaid number", "left out number"}),
    ("tickets closed in October 2026", tickets(OCTOBER), set()),
    ("tickets closed in October 2026", tickets(SEPTEMBER), {"time"}),
    ("tickets closed in October", tickets({"is": "ticketing/Ticket.closed"}), {"time"}),
    ("accounts owned by Ana", {"goal": "names", "node": {"set": "crm/Account", "where": [
        {"rel": "crm/Account.owner", "of": {"name": "Ben", "model": "hris/Employee"}}]}}, {"unsaid name"}),
    ("approved time off", {"goal": "names", "node": {"set": "hris/TimeOff", "where": [{"field": "hris/TimeOff.status", "value": "DECLINED"}]}},
     {"unsaid value"}),
])
def test_what_a_plan_leaves_out_or_turns_round_is_doubted(message: str, act: object, expected: set[str]) -> None:
    assert doubts(message, act) == expected


def test_a_sign_of_an_earlier_message_holds_on() -> None:
    assert doubts("and those of October", tickets({"not": OPEN}), ["tickets that are not open"]) & {"negation"} == set()


KINDS = st.sets(st.sampled_from(get_args(Kind)))
CAUTIONS: tuple[Caution, ...] = get_args(Caution)


def test_every_kind_of_doubt_has_a_weight_that_counts_against_the_plan() -> None:
    assert set(table().weights) == {*get_args(Kind), "none"}
    assert all(weight > 0 for kind, weight in table().weights.items() if kind != "none")


@given(KINDS, KINDS, st.sampled_from(CAUTIONS))
def test_more_doubts_never_make_a_plan_likelier(some: Collection[Kind], more: Collection[Kind], caution: Caution) -> None:
    assert probability([*some, *more], caution) >= probability(list(some), caution)


@given(KINDS)
def test_more_caution_never_asks_less(kinds: Collection[Kind]) -> None:
    asked = ["answer", "say", "ask"]
    steps = [asked.index(decide(kinds, caution)) for caution in CAUTIONS]
    assert steps == sorted(steps)


@pytest.mark.parametrize("caution", CAUTIONS)
def test_a_plan_without_doubts_is_run(caution: Caution) -> None:
    assert decide([], caution) != "ask"
