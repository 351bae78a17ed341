"""Charts as pictures: each stands by itself, tells its figures, and holds words of records as text."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from agent.answer import Column
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Figures, Goal, Groups, Key, Measure, Order, Table
from agent.query.outcome import Outcome
from agent.respond.chart import Chart
from agent.respond.picture import svg
from kg.leaving import shown
from tests.cases import each_case
from tests.unit.agent.results import EACH, MY_DEALS, OPEN, TEAM, TICKETS, Case, told

COUNT, AMOUNT = Measure(TICKETS, "count"), Wanted("crm/Opportunity.amount")
STATUS, MONTH = Key((), "ticketing/Ticket.status"), Key((), "ticketing/Ticket.due_date", "month")
DEAL, STAGE = Column("opportunity", None, "crm/Opportunity", "name"), Column("status", None, "crm/Opportunity", "status")
IN_USD = Column("amount", "USD", "crm/Opportunity", "amount")
CURRENCY, REVENUE = Column("currency"), Column("amount", None, "crm/Opportunity", "amount")
SUM = Measure(MY_DEALS, "sum", "crm/Opportunity.amount")
OF_STAGE = Key((), "crm/Opportunity.status")
HALF = Decimal("0.5")
SHARE = Measure(TICKETS, "share", part=frozenset({OPEN}))


def images(goal: Goal, columns: tuple[Column, ...], rows: tuple[tuple[Any, ...], ...]) -> list[Mapping[str, Any]]:
    """The pictures in an answer."""
    answer = told(Case("asked", goal, Outcome(columns, rows, (), row_of=tuple(str(at) for at in range(len(rows))))))
    return [each for each in answer.elements if each["type"] == "image"]


THREE = (("A", Decimal(3)), ("B", Decimal(2)), ("C", Decimal(1)))


@each_case("goal, columns, rows, said", [
    # a trend, parts, rankings
    (Groups((COUNT,), (MONTH,)), (Column("month"), Column("tickets")), (("2026-08", 3), ("2026-09", 1), ("2026-10", 2)),
     "tickets by month, from 3 (2026-08) to 2 (2026-10); highest 3 (2026-08), lowest 1 (2026-09)."),
    (Groups((SHARE,), (STATUS,)), (Column("status"), Column("share", "share")), (("A", HALF), ("B", HALF / 2), ("C", HALF / 2)),
     "share by status, 3 bars; highest 50% (A), lowest 25% (B)."),
    (Table(TEAM, (EACH,), Order(EACH)), (Column("employee"), Column("tickets")), THREE, "tickets by employee, 3 bars; highest 3 (A), lowest 1 (C)."),
    # what the rows go by, whatever else stands beside it
    (Table(MY_DEALS, (), Order(AMOUNT)), (DEAL, IN_USD, STAGE), tuple((name, n, "Negotiation") for name, n in THREE),
     "amount (USD) by opportunity, 3 bars; highest 3 (A), lowest 1 (C)."),
    (Table(MY_DEALS, (AMOUNT,)), (DEAL, IN_USD, STAGE), tuple((name, n, "Negotiation") for name, n in THREE),
     "amount (USD) by opportunity, 3 bars; highest 3 (A), lowest 1 (C)."),
    (Groups((SUM,), (OF_STAGE,)), (STAGE, CURRENCY, REVENUE), tuple((name, "USD", n) for name, n in THREE),      # of one currency
     "amount (USD) by status, 3 bars; highest 3 (A), lowest 1 (C)."),
])
def test_a_chart_is_in_the_answer_as_a_picture(goal: Goal, columns: Any, rows: Any, said: str) -> None:
    [image] = images(goal, columns, rows)
    assert (image["media_type"], image["alt"]) == ("image/svg+xml", said)
    drawn = ElementTree.fromstring(image["data"])
    assert drawn.get("aria-label") == said and len([each for each in drawn.iter() if each.tag.endswith(("rect", "circle"))]) == 1 + len(rows)


@each_case("goal, columns, rows", [
    (Groups((SUM,), (OF_STAGE,)), (STAGE, CURRENCY, REVENUE), (("A", "USD", 3), ("B", "EUR", 2), ("C", "USD", 1))),       # which is more?
    (Groups((COUNT,), (STATUS, MONTH)), (Column("status"), Column("month"), Column("tickets")), (("A", "2026-08", 3),) * 3),
    (Table(MY_DEALS, (AMOUNT, Wanted("crm/Opportunity.status"))), (DEAL, IN_USD, STAGE), tuple((name, n, "x") for name, n in THREE)),
    (Table(MY_DEALS, (), Order(AMOUNT)), (DEAL, IN_USD, STAGE), (("A", Decimal(3), "x"), ("B", Decimal(2), "y"))),      # two are read
    (Figures((COUNT,)), (Column("tickets"),), ((3,),)),
])
def test_what_is_read_better_has_no_picture(goal: Goal, columns: Any, rows: Any) -> None:
    assert not images(goal, columns, rows)


@given(st.dictionaries(st.text(min_size=1, max_size=40), st.floats(-1e9, 1e9), min_size=3, max_size=9), st.text(max_size=20))
def test_whatever_records_say_a_picture_is_one_and_holds_it_as_text(values: dict[str, float], name: str) -> None:
    chart = Chart("team", shown(name) or "n", tuple(map(shown, values)), tuple(values.values()))
    if any(values.values()):
        drawn = ElementTree.fromstring(svg(chart))
        assert {each.tag.rpartition("}")[2] for each in drawn.iter()} <= {"svg", "title", "rect", "text", "line", "polyline", "circle"}
