"""The small language of conditions and derived fields: what can be written is read as it is meant, and nothing else is read."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.plan.algebra import Is, Link, Not, Quantity, Set, Where
from agent.plan.conditions import Derivation, condition, conditions, derivation
from tests.cases import each_case

MODELS = catalogue().models
TICKET, INVOICE, EMPLOYEE = "ticketing/Ticket", "accounting/Invoice", "hris/Employee"


@each_case("model, text, meant", [
    (TICKET, "status != CLOSED", Where("ticketing/Ticket.status", "CLOSED", "!=")),
    (TICKET, "status in OPEN, ON_HOLD", Where("ticketing/Ticket.status", ("OPEN", "ON_HOLD"), "in")),
    (TICKET, "name contains forklift brake", Where("ticketing/Ticket.name", "forklift brake", "contains")),
    (TICKET, "due_date < today", Where("ticketing/Ticket.due_date", "today", "<")),
    (TICKET, "assignees empty", Where("ticketing/Ticket.assignees", None, "empty")),
    (TICKET, "completed_at filled", Where("ticketing/Ticket.completed_at", None, "filled")),
    (TICKET, "is overdue", Is("ticketing/Ticket.overdue")),
    (TICKET, "not is overdue", Not(Is("ticketing/Ticket.overdue"))),
    (INVOICE, "balance > 0.5", Where("accounting/Invoice.balance", Quantity(Decimal("0.5")), ">")),
    ("accounting/Contact", "is_supplier = false", Where("accounting/Contact.is_supplier", False)),
    (EMPLOYEE, "work_location.city = San Jose",
     Link("hris/Employee.work_location", True, Set("hris/Location", where=frozenset({Where("hris/Location.city", "San Jose")})))),
])
def test_condition_text_parses_to_its_condition(model, text, meant):
    assert condition(text, model, MODELS) == meant


@each_case("model, text, complaint", [
    (TICKET, "stauts = OPEN", "ticketing/Ticket has no field 'stauts'; it has access_level, age, "),
    (TICKET, "is late-ish", "has no named condition 'late-ish'"),
    (TICKET, "watchers empty", "has no field or relation 'watchers'"),
    (TICKET, "watcher.name = Bo", "has no relation 'watcher'"),
    (TICKET, "assignees.status = OPEN", "ticketing/User has no field 'status'"),
    (TICKET, "due_date < tomorrow", "is a time; compare it with today or now"),
    (INVOICE, "balance > much", "is a number, not 'much'"),
    ("accounting/Contact", "is_supplier = maybe", "is true or false, not 'maybe'"),
    (TICKET, "status is OPEN", "is no condition; write one like"),
    (TICKET, "", "is no condition"),
])
def test_what_cannot_be_read_is_refused_with_what_to_write(model, text, complaint):
    with pytest.raises(ValueError, match=complaint):
        condition(text, model, MODELS)


@given(st.text(max_size=40))
def test_any_text_is_a_condition_or_refused(text):
    try:
        found = condition(text, TICKET, MODELS)
    except ValueError:
        return
    assert isinstance(found, Where | Is | Not | Link)


@given(st.sampled_from([p for p in catalogue().predicates() if p.all]))
def test_a_negation_is_of_just_what_it_negates(predicate):
    for text in predicate.all:
        assert condition(f"not {text}", predicate.model, MODELS) == Not(condition(text, predicate.model, MODELS))


def test_a_list_of_conditions_has_no_order():
    assert conditions(["is open", "due_date < today"], TICKET, MODELS) == conditions(["due_date < today", "is open"], TICKET, MODELS)


@pytest.mark.parametrize("text, meant, fields", [
    ("completed_at - remote_created_at", Derivation("completed_at", "remote_created_at"), ("completed_at", "remote_created_at")),
    ("now - start_date", Derivation("now", "start_date"), ("start_date",)),
    ("due_date overdue while balance > 0, status != PAID",
     Derivation("today", "due_date", held=(("balance", ">", "0"), ("status", "!=", "PAID")), is_overdue=True), ("due_date", "balance", "status")),
    ("now - opened while status = OPEN", Derivation("now", "opened", held=(("status", "=", "OPEN"),)), ("opened", "status")),
    ("now - applied_at until rejected_at while stage.name lacks hired",
     Derivation("now", "applied_at", "rejected_at", (("stage.name", "lacks", "hired"),)), ("applied_at", "rejected_at", "stage.name")),
    ("closed_at - application.job.opened", Derivation("closed_at", "application.job.opened"), ("closed_at", "application.job.opened")),
])
def test_derivation_text_parses_to_its_derivation(text, meant, fields):
    assert derivation(text) == meant
    assert derivation(text).fields == fields


@each_case("text", ["a + b", "now", "a - b - c", "a minus b", "overdue", "a - b while c < 1", "a - b while", "a - b until", ""])
def test_another_expression_derives_nothing(text):
    with pytest.raises(ValueError, match="derives nothing; write one like"):
        derivation(text)
