"""Words for what figures and times are held against, and for the ends of an order, in conditions and measures of a plan."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from agent.catalogue import Catalogue, Field
from agent.phrasing.figures import is_currency
from agent.phrasing.inflection import noun, ordinal
from agent.phrasing.nouns import said_value
from agent.plan.algebra import Column, Measure, Op, Order, Quantity, Tally, Time, Where, measured_field

OPS: Mapping[str, str] = {"=": "", "!=": "other than ", "<": "below ", "<=": "at most ", ">": "above ", ">=": "at least ",
                          "in": "", "contains": "containing ", "kind": "a kind of "}
_NUMBERS: Mapping[str, str] = {"=": "exactly", "!=": "other than", "<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least"}
_SOME = frozenset({(">", Quantity(Decimal(0))), (">=", Quantity(Decimal(1)))})         # numbers that one or more meets
TIMES: Mapping[str, str] = {**OPS, "!=": "not ", "<": "before ", "<=": "up to ", ">": "after ", ">=": "from ", "in": ""}
_HOWS: Mapping[str, str] = {"sum": "total", "average": "average", "median": "median", "min": "lowest", "max": "highest", "value": ""}
_EDGES: Mapping[str, str] = {"min": "earliest", "max": "latest"}       # of times
_STRETCHES: Mapping[str, str] = {"min": "shortest", "max": "longest"}  # of stretches of time
NUMBER_OF = "number of "                # how the label of a figure begins that counts something
STATES = frozenset({"overdue", "open", "old", "late"})     # behind a number of days in a label: "days overdue"


def currency_held(field: Field | None, where: Where) -> str:
    """The currency of which a condition holds records: "invoices in EUR"; "" for any other condition."""
    return str(where.value) if field is not None and field.label == "currency" and where.op == "=" and is_currency(str(where.value)) else ""


def counts_first(field: Field) -> bool:
    """Does the label of a figure begin with what it counts: "days overdue"?"""
    unit, _, state = field.label.partition(" ")
    return bool(state) and field.kind == "quantity" and unit == field.shown_in


def with_number_of(field: Field, op: Op, value: Quantity) -> str:
    """The condition on a figure whose label begins with what it counts: "with more than 14 days overdue"; "" for any other."""
    unit, _, state = field.label.partition(" ")
    if not counts_first(field) or value.unit not in (None, unit) or op not in _NUMBERS:
        return ""
    counted = f"{_NUMBERS[op]} {said_value(None, Quantity(value.number))} {noun(unit, value.number == 1)}"
    if state == "since":
        return f"{counted} ago"
    return f"{counted} {state}" if state in STATES else f"with {counted} {state}"


def number_said(op: Op, value: Quantity) -> str:
    """How many there must be: "any", "no", "at least 3"."""
    is_none = op == "=" and value == Quantity(Decimal(0))
    return "any" if (op, value) in _SOME else "no" if is_none else f"{_NUMBERS[op]} {said_value(None, value)}"


def said_limit(catalogue: Catalogue, measure: Measure, op: Op, value: Quantity | Time) -> str:
    """What a figure is held against: "above 3", of times "before today", "in October 2026"."""
    ops, field = (OPS if isinstance(value, Quantity) else TIMES), measured_field(measure)
    if isinstance(value, Quantity) and not value.unit:
        value = replace(value, unit=measure.unit)
    return f"{ops[op] or ('' if op == 'in' else 'exactly ')}{said_value(catalogue.field(field) if field else None, value)}"


def measured_by(catalogue: Catalogue, measure: Measure) -> Field | None:
    """The field whose values a measure is of; None for a count."""
    return catalogue.field(measure.field) if measure.field else None


def is_of_times(catalogue: Catalogue, measure: Measure) -> bool:
    """Is a figure a day or a moment?"""
    field = measured_field(measure)
    return field is not None and catalogue.field(field).kind in ("date", "datetime")


def is_by_time(catalogue: Catalogue, by: Column | Tally | Measure) -> bool:
    """Are rows ordered by a day or a moment?"""
    if isinstance(by, Column):
        return by.field is not None and catalogue.field(by.field).kind in ("date", "datetime")
    return is_of_times(catalogue, by if isinstance(by, Measure) else by.measure)


def how_said(catalogue: Catalogue, measure: Measure) -> str:
    """What a figure is of the values: their "average", of times the "latest"; "" for what one thing holds."""
    if measure.how in _EDGES and measure.each is None and is_of_times(catalogue, measure):
        return _EDGES[measure.how]
    return _STRETCHES[measure.how] if measure.how in _STRETCHES and _is_stretch(catalogue, measured_field(measure)) else _HOWS[measure.how]


def names_unit(field: Field, unit: str) -> bool:
    """Does the label say the unit: "days overdue"?"""
    return unit in field.label.split()


def direction(catalogue: Catalogue, order: Order) -> str:
    """Which end of an order comes first: "highest" of figures, "latest" of times, "longest" of stretches of time."""
    edges = _EDGES if is_by_time(catalogue, order.by) else _STRETCHES if _is_stretch(catalogue, _ordered_by(order)) else _HOWS
    return edges["max" if order.descending else "min"]


def _ordered_by(order: Order) -> str | None:
    if isinstance(order.by, Column):
        return order.by.field
    return measured_field(order.by if isinstance(order.by, Measure) else order.by.measure)


def _is_stretch(catalogue: Catalogue, field_id: str | None) -> bool:
    """Is it how long something is or has been, as the time between two others? That is long or short; an age is neither."""
    field = catalogue.field(field_id) if field_id is not None else None
    return field is not None and field.derived is not None and " - " in field.derived and field.kind == "quantity" and field.label != "age"


def places(order: Order) -> str:
    """Which places of an order are meant where those before them are passed over: "second ", "third to fifth "; "" from the first on."""
    if not order.skip:
        return ""
    if order.first is None:
        return f"{ordinal(order.skip + 1)} and further "
    last = f" to {ordinal(order.skip + order.first)}" if order.first > 1 else ""
    return f"{ordinal(order.skip + 1)}{last} "
