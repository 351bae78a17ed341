"""Figures, times and values of a plan that are beside those that the message, the records or the last question have are doubted."""

from typing import Any

from agent.understand.grammar.evidence import VALUE
from kg.resolve import Candidate
from tests.cases import each_case
from tests.checked_plans import doubted

FALMOUTH = Candidate("v", VALUE, "", "", "Falmouth", (), None, {"field": "hris/Location.city", "value": "Falmouth"}, "exact", 1.0, ())
OPEN = {"is": "ticketing/Ticket.open"}


def tickets(*where: object) -> dict[str, Any]:
    return {"set": "ticketing/Ticket", "where": list(where)}


def names(*where: object) -> dict[str, Any]:
    return {"goal": "names", "node": tickets(*where)}


def count(*where: object) -> dict[str, Any]:
    return {"goal": "figures", "measures": [{"how": "count", "of": tickets(*where)}]}


def closed(month: int) -> dict[str, Any]:
    return {"is": "ticketing/Ticket.closed", "period": [f"2026-{month:02}-01", f"2026-{month + 1:02}-01"]}


def owed(field: str) -> dict[str, Any]:
    of = {"set": "accounting/Invoice", "where": [{"is": "accounting/Invoice.overdue"}]}
    return {"goal": "figures", "measures": [{"how": "sum", "of": of, "field": f"accounting/Invoice.{field}"}]}


def pay(field: str) -> dict[str, Any]:
    ana = {"rel": "hris/Employee.pay", "from": {"name": "Ana", "model": "hris/Employee"}}
    return {"goal": "show", "node": {"set": "hris/Pay", "where": [ana]}, "field": f"hris/Pay.{field}"}


def rows(by: str, shown: str) -> dict[str, Any]:
    columns = [{"field": f"ticketing/Ticket.{shown}"}]
    return {"goal": "table", "node": tickets(OPEN), "columns": columns, "order": {"by": {"field": f"ticketing/Ticket.{by}"}}}


def tallied(*where: object) -> dict[str, Any]:
    path = ["ticketing/Ticket.assignees", "hub:hris/Employee"]
    shown, by = ({"measure": {"how": "count", "of": tickets(*each)}, "path": path} for each in ((OPEN,), where))
    return {"goal": "table", "node": {"set": "hris/Employee"}, "columns": [shown], "order": {"by": by, "first": 3}}


def people_in(field: str) -> dict[str, Any]:
    place = {"set": "hris/Location", "where": [{"field": f"hris/Location.{field}", "value": "Falmouth"}]}
    return {"goal": "names", "node": {"set": "hris/Employee", "where": [{"rel": "hris/Employee.work_location", "of": place}]}}


@each_case("message, act, expected", [
    ("what do customers owe us on overdue invoices", owed("balance"), set()),
    ("what do customers owe us on overdue invoices", owed("total_amount"), {"field"}),
    ("yearly pay of Ana", pay("annual"), set()),
    ("yearly pay of Ana", pay("monthly"), {"field"}),
    ("total amount of overdue invoices", owed("total_amount"), set()),
    ("open tickets, newest first, with when they were created", rows("remote_created_at", "remote_created_at"), set()),
    ("open tickets, newest first, with when they were created", rows("remote_created_at", "remote_updated_at"), {"order"}),
    ("open tickets by priority with their due date", rows("priority", "due_date"), set()),
    ("who has the most open tickets, top 3", tallied(OPEN), set()),
    ("who has the most open tickets, top 3", tallied(), {"order"}),
    ("tickets that are still open", names(OPEN), set()),
    ("tickets that are still open", names(), {"condition"}),
])
def test_another_figure_or_time_than_is_said_or_shown_is_doubted(message: str, act: object, expected: set[str]) -> None:
    assert doubted(message, act) == expected


@each_case("field, expected", [("city", set()), ("state", {"unknown value"})])
def test_a_value_that_the_records_have_in_another_field_is_doubted(field: str, expected: set[str]) -> None:
    assert doubted("who works in Falmouth", people_in(field), called={"Falmouth": (FALMOUTH,)}) == expected
    assert doubted("who works in Falmouth", people_in(field)) == set()


@each_case("message, now, expected", [
    ("how many is that", count(closed(10)), set()),
    ("how many is that", count(closed(9)), {"carried"}),
    ("how many is that", count({"is": "ticketing/Ticket.closed"}), {"carried"}),
    ("how many in September", count(closed(9)), set()),
    ("how many the month before", count(closed(9)), set()),
])
def test_a_time_that_a_follow_up_changes_without_a_word_for_a_time_is_doubted(message: str, now: object, expected: set[str]) -> None:
    assert doubted(message, now, last=names(closed(10))) == expected
