"""Plans drawn over the companies of `tests/reference/small.py`: of every kind, with values that their records hold."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from hypothesis import strategies as st

from agent.catalogue import HUBS, Field, Relation, catalogue
from agent.plan import algebra
from agent.plan.algebra import (
    Alike,
    Column,
    Earlier,
    Either,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Node,
    Not,
    Order,
    Path,
    Quantity,
    Set,
    Step,
    Table,
    Tally,
    Where,
)
from agent.plan.periods import Recurring, interval
from tests.integration.drawn_company import HOUSE
from tests.integration.small_company import merge_id
from tests.reference import small

PEOPLE, TICKET, DEAL, ACCOUNT, INVOICE = "hris/Employee", "ticketing/Ticket", "crm/Opportunity", "crm/Account", "accounting/Invoice"
FIELDS: dict[str, tuple[str, ...]] = {
    PEOPLE: ("display_full_name", "last_name", "start_date", "employment_status", "tenure", "age"),
    "hris/Team": ("name",), "hris/Group": ("name", "type"), "hris/Location": ("city", "country", "name"),
    "hris/Employment": ("job_title", "employment_type", "effective_date"), "hris/TimeOffBalance": ("balance", "used", "policy_type"),
    "hris/TimeOff": ("status", "request_type", "start_time", "end_time", "amount", "units"),
    "ticketing/User": ("email_address",), "ticketing/Collection": ("name",),
    TICKET: ("name", "status", "priority", "due_date", "ticket_type", "tags", "remote_created_at", "completed_at", "time_to_close", "age",
             "days_overdue"),
    "crm/User": (), ACCOUNT: ("name", "industry", "number_of_employees", "remote_created_at"),
    DEAL: ("status", "close_date", "amount", "remote_created_at", "days_to_close", "age"),
    "accounting/Contact": ("is_customer",),
    INVOICE: ("balance", "total_amount", "due_date", "issue_date", "status", "type", "currency", "days_overdue", "payment_target"),
}
RELATIONS = tuple(f"{model}.{name}" for model, names in {
    PEOPLE: ("manager", "reports", "chain", "tree", "team", "department", "group", "work_location", "employments", "job_history", "balances",
             "time_off"),
    "hris/Group": ("members",), "hris/TimeOff": ("employee", "approver"),
    TICKET: ("assignees", "creator", "collections", "parent_ticket", "sub_tickets"), ACCOUNT: ("owner",), DEAL: ("owner", "account"),
    INVOICE: ("contact",),
}.items() for name in names)
PREDICATES = tuple(f"{model}.{name}" for model, names in {
    PEOPLE: ("active", "former", "joined", "incoming", "manager", "contractor", "full_time"),
    "hris/TimeOff": ("pending", "approved", "upcoming", "running"),
    TICKET: ("open", "closed", "reported", "due", "in_progress", "overdue", "unassigned"), DEAL: ("open", "won", "decided", "overdue", "closing"),
    INVOICE: ("receivable", "issued", "overdue", "unpaid", "paid", "draft", "any_status", "paid_late"),
}.items() for name in names)
TEXTS = (*small.NAMES[:3], *small.CITIES, *small.TITLES, *small.TYPES, *small.TAGS, *small.INDUSTRIES, *small.COMPANIES, "Fault 1", "fault",
         "Faults", "Hull", "Yard")
VALUES = ("OPEN", "CLOSED", "WON", "PAID", "DRAFT", "ACTIVE", "INACTIVE", "APPROVED", "VACATION", "DAYS", "DEPARTMENT", "HIGH", "CONTRACTOR", "EUR",
          "ACCOUNTS_PAYABLE", "IN")
NUMBERS = tuple(map(Decimal, ("0", "1", "2", "3", "10", "100", "250.5", "900")))
PERIODS = (interval(date(2026, 10, 1), date(2026, 11, 1)), interval(date(2026, 3, 1), None), interval(None, date(2026, 11, 20)))
WRITTEN = ("today", "2026-10-31", "2024-02-29")
AGAIN = (Recurring("month of year", (10,)), Recurring("quarter of year", (1, 4)), Recurring("weekday", (4, 6)), Recurring("day of month", (1, 21)))
BUCKETS = ("day", "week", "month", "quarter", "year", "month of year", "quarter of year", "weekday", "day of month")
TOLD = (PEOPLE, PEOPLE, TICKET, TICKET, DEAL, ACCOUNT, INVOICE, INVOICE, "hris/TimeOffBalance", "hris/TimeOff", "hris/Location", "hris/Group")
ORDERED, FIGURES, TIMES = ("=", "!=", "<", "<=", ">", ">="), ("number", "money", "quantity"), ("date", "datetime")
UNITS = {"money": (None, None, "EUR", "USD"), "quantity": (None, "days", "hours"), "number": (None,), "date": (None,), "datetime": (None,)}


def fields(model: str, *kinds: str) -> list[Field]:
    """The fields of a model that its records fill, of these kinds."""
    known = catalogue().models[model].fields
    return [known[name] for name in FIELDS[model] if not kinds or known[name].kind in kinds]


def steps(model: str) -> list[Step]:
    """The steps that lead away from a model."""
    relations: list[Relation] = [catalogue().relation(r) for r in RELATIONS]
    hubs = [Step("hub", b if a == model else a) for a, b in HUBS if model in (a, b) and a in FIELDS and b in FIELDS]
    return [*(Step(r.id, r.to) for r in relations if r.model == model), *(Step(r.id, r.model, True) for r in relations if r.to == model), *hubs]


def unit_of(field: Field) -> st.SearchStrategy[str | None]:
    """A unit that a figure of the field may be asked in."""
    return st.sampled_from((None, "years", "days", "months") if field.name in ("tenure", "age") else UNITS[field.kind])


@cache
@st.composite
def wheres(draw: Any, model: str, depth: int) -> Any:
    """A condition on a field, of a value that it may hold."""
    field = draw(st.sampled_from(fields(model)))
    if draw(st.integers(0, 4)) == 0:
        return Where(field.id, None, draw(st.sampled_from(("empty", "filled"))))
    if field.kind in TIMES:
        period = st.builds(Where, st.just(field.id), st.sampled_from(PERIODS), st.just("in"))
        told = st.builds(Where, st.just(field.id), st.sampled_from(WRITTEN), st.sampled_from(ORDERED))
        again = st.builds(Where, st.just(field.id), st.sampled_from(AGAIN), st.just("in"))
        edges = [st.builds(Where, st.just(field.id), measures(model, depth - 1, field.id), st.sampled_from(ORDERED))] if depth else []
        return draw(st.one_of(period, told, again, *edges))
    if field.kind in FIGURES:
        stated = st.builds(Quantity, st.sampled_from(NUMBERS), unit_of(field))
        compared = measures(model, depth - 1, field.id) if depth else stated
        return Where(field.id, draw(st.one_of(stated, stated, compared)), draw(st.sampled_from(ORDERED)))
    if field.kind == "boolean":
        return Where(field.id, draw(st.booleans()))
    words = st.sampled_from(VALUES if field.kind == "enum" else TEXTS)
    several = st.lists(words, min_size=1, max_size=3, unique=True).map(lambda found: Where(field.id, tuple(found), "in"))
    ops = ("=", "!=") if field.kind == "enum" else ("=", "!=", "contains", "kind")
    return draw(st.one_of(several, st.builds(Where, st.just(field.id), words, st.sampled_from(ops))))


@cache
def conditions(model: str, depth: int) -> st.SearchStrategy[Any]:
    """A condition on the records of a model."""
    kinds: list[st.SearchStrategy[Any]] = [wheres(model, depth)] if FIELDS[model] else [links(model, 0)]
    named = [p for p in PREDICATES if p.startswith(f"{model}.")]
    timed = [p for p in named if catalogue().predicate(p).time]
    relations = [r for r in RELATIONS if r.startswith(f"{model}.")]
    if named:
        kinds.append(st.builds(Is, st.sampled_from(named)))
    if timed:
        kinds.append(st.builds(Is, st.sampled_from(timed), st.sampled_from(PERIODS)))
    if relations:
        kinds.append(st.builds(Where, st.sampled_from(relations), st.none(), st.sampled_from(("empty", "filled"))))
    if depth:
        inner = conditions(model, depth - 1)
        kinds += [inner.map(Not), st.frozensets(inner, min_size=2, max_size=2).map(Either), links(model, depth - 1)]
        kinds.append(tallies(model, depth - 1).flatmap(lambda tally: limits(tally.measure).map(lambda limit: Has(tally, *limit))))
        kinds.append(alikes(model))
    return st.one_of(kinds)


def limits(measure: Measure) -> st.SearchStrategy[Any]:
    """An operator and what a figure is held against: a number, or a time of the first or last of times."""
    field = algebra.measured_field(measure)
    if field is not None and catalogue().field(field).kind in TIMES:
        return st.one_of(st.tuples(st.just("in"), st.sampled_from(PERIODS)), st.tuples(st.sampled_from(ORDERED), st.sampled_from(WRITTEN)))
    return st.tuples(st.sampled_from(ORDERED), st.builds(Quantity, st.sampled_from(NUMBERS[:4])))


@cache
@st.composite
def alikes(draw: Any, model: str) -> Alike:
    """Two columns of the same thing."""
    one, other = (replace(draw(columns(model)), within=None) for _ in range(2))
    return Alike(one, other if (one.field is None) == (other.field is None) else Column(None if one.field is None else one.field, one.path),
                 draw(st.sampled_from(("=", "!="))))


@cache
@st.composite
def links(draw: Any, model: str, depth: int) -> Link:
    """A tie of a model's records to others."""
    step = draw(st.sampled_from(steps(model)))
    return Link(step.relation, not step.inverse and step.relation != "hub", draw(nodes(step.to, depth)))


@cache
def sets(model: str, depth: int) -> st.SearchStrategy[Set]:
    """A set of a model's records."""
    ties = st.frozensets(links(model, depth - 1), max_size=1 + (depth > 1)) if depth else st.just(frozenset())
    ranked = st.one_of(*([st.none()] * 4), orders(model, 0).filter(lambda o: o.first is not None)) if depth else st.none()
    return st.builds(Set, st.just(model), ties, st.frozensets(conditions(model, max(0, depth - 1)), max_size=2), st.just(False), ranked)


@cache
def nodes(model: str, depth: int) -> st.SearchStrategy[Node]:
    """A node of a model."""
    kinds: list[st.SearchStrategy[Any]] = [sets(model, max(0, depth))] * 4
    if model == PEOPLE:
        kinds.append(st.just(Me()))
    if model in (PEOPLE, TICKET, DEAL, INVOICE):
        kinds.append(st.lists(st.integers(0, 7), min_size=1, max_size=3, unique=True).map(lambda of: earlier(model, of)))
    if depth > 0:
        kinds.append(st.frozensets(sets(model, depth - 1), min_size=2, max_size=2).map(lambda of: algebra.Union(model, of)))
    return st.one_of(kinds)


def earlier(model: str, numbers: Sequence[int]) -> Earlier:
    """The rows of an earlier answer that told records of these numbers; a company may not have all of them any more."""
    return Earlier(model, tuple(merge_id(HOUSE, f"{model} {number}") for number in numbers), (), "what there is")


@cache
@st.composite
def paths(draw: Any, model: str, longest: int = 2, least: int = 0) -> Path:
    """Steps that lead away from a model."""
    path: list[Step] = []
    for _ in range(draw(st.integers(least, longest))):
        path.append(draw(st.sampled_from(steps(model))))
        model = path[-1].to
    return tuple(path)


@cache
@st.composite
def columns(draw: Any, model: str) -> Column:
    """A column of a model's rows."""
    path = draw(paths(model, 1))
    there = path[-1].to if path else model
    field = draw(st.sampled_from([None, *fields(there)])) if catalogue().models[there].name else draw(st.sampled_from(fields(there)))
    within = draw(st.one_of(*([st.none()] * 4), sets(there, 0))) if path else None
    unit = draw(unit_of(field)) if field is not None and field.kind == "quantity" and field.derived else None
    return Column(field and field.id, path, unit, within)


@cache
@st.composite
def measures(draw: Any, model: str, depth: int, field: str | None = None) -> Measure:
    """A measure over a node of the model; to compare a field with, one of that field."""
    node, known = draw(nodes(model, max(0, depth))), [catalogue().field(field)] if field else fields(model, *FIGURES, *TIMES)
    is_counted = any(f.kind in FIGURES for f in known)
    kinds = ["count", "count", "share"] * (not field) + ["sum", "average", "median"] * is_counted + ["min", "max"] * bool(known)
    kinds += ["distinct"] * (not field and bool(fields(model)))
    how = draw(st.sampled_from(kinds))
    if how == "share":
        return Measure(node, how, part=draw(st.frozensets(conditions(model, 0), min_size=1, max_size=2)))
    if how == "count":
        return Measure(node, how)
    if how == "distinct":
        return Measure(node, how, draw(st.sampled_from(fields(model))).id)
    measured = draw(st.sampled_from([f for f in known if f.kind in FIGURES or how in ("min", "max")]))
    return Measure(node, how, measured.id, unit=draw(unit_of(measured)))


@cache
@st.composite
def tallies(draw: Any, model: str, depth: int) -> Tally:
    """A measure of what leads to each of a model's rows."""
    to_rows: list[Step] = []
    here = model
    for _ in range(draw(st.integers(1, 2))):
        step = draw(st.sampled_from(steps(here)))
        to_rows.insert(0, Step(step.relation, here, not step.inverse and step.relation != "hub"))
        here = step.to
    return Tally(draw(measures(here, depth)), tuple(to_rows))


@cache
@st.composite
def over_each(draw: Any, model: str) -> Measure:
    """The average … of a figure of each of some members."""
    each = draw(tallies(model, 0))
    is_of_times = each.measure.field is not None and each.measure.how != "distinct" and catalogue().field(each.measure.field).kind in TIMES
    hows = ("min", "max") if is_of_times else ("sum", "average", "median", "min", "max")
    return Measure(draw(nodes(model, 0)), draw(st.sampled_from(hows)), each=each)


@cache
@st.composite
def keys(draw: Any, model: str) -> Key:
    """What records are grouped by."""
    column = draw(columns(model).filter(lambda c: c.field is None or catalogue().field(c.field).kind in ("text", "enum", "number", *TIMES)))
    is_time = column.field is not None and catalogue().field(column.field).kind in TIMES
    return Key(column.path, column.field, draw(st.sampled_from(BUCKETS)) if is_time else None)


@cache
def orders(model: str, depth: int) -> st.SearchStrategy[Order]:
    """An order of a model's rows."""
    by = st.one_of(columns(model), columns(model), tallies(model, depth))
    return st.one_of(st.builds(Order, by, st.booleans(), st.sampled_from((None, 1, 2, 3))),
                     st.builds(Order, by, st.booleans(), st.sampled_from((1, 2)), keys(model)),
                     st.builds(Order, by, st.booleans(), st.sampled_from((1, 2)), st.one_of(st.none(), keys(model)), st.sampled_from((1, 2))))


def _some(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, min_size=1, max_size=2, unique=True).map(tuple)


@st.composite
def goals(draw: Any) -> Any:
    """A goal of any kind that has rows."""
    model = draw(st.sampled_from(TOLD))
    node = draw(nodes(model, draw(st.sampled_from((0, 1, 1, 1, 2)))))
    measured = draw(measures(model, 0))
    of_node = algebra.Measure(node, measured.how, measured.field, measured.part, measured.unit)
    return draw(st.one_of(
        st.builds(Table, st.just(node), _some(columns(model)), st.one_of(st.none(), orders(model, 1))),
        st.builds(Table, st.just(node), _some(st.one_of(columns(model), tallies(model, 1)))),
        st.builds(algebra.Groups, st.just((of_node,)), _some(keys(model)),
                  st.one_of(st.none(), st.builds(Order, st.just(of_node), st.booleans(), st.sampled_from((None, 1, 2))),
                            st.builds(Order, st.just(of_node), st.booleans(), st.sampled_from((1, 2)), st.none(), st.sampled_from((1, 2)))),
                  st.one_of(st.just(()), limits(of_node).map(lambda limit: ((0, *limit),)))),
        st.builds(lambda by, falls, first: algebra.Groups((of_node,), by, Order(Column(by[-1].field, by[-1].path), falls, first)), _some(keys(model)),
                  st.booleans(), st.sampled_from((None, 1, 2))),
        st.builds(lambda by, other: algebra.Groups((of_node,), by, beside=(algebra.Groups((other,), by),)), _some(keys(model)), measures(model, 0)),
        st.builds(lambda each: algebra.Figures((each,)), over_each(model)),
        st.builds(algebra.Figures, st.one_of(st.just((of_node,)), st.builds(lambda other: (of_node, other), measures(model, 0)))),
        st.builds(lambda other, how: algebra.Figures((of_node, other), how), measures(model, 0),
                  st.sampled_from(("more", "less", "more by", "ratio", "change", "which more", "which less"))),
        st.just(algebra.Exists(node)), *([st.just(algebra.Names(node, ""))] if catalogue().models[model].name else []),
    ))
