"""Does a field of a record compare as a condition says? True, false, or None where the record holds nothing to compare."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from agent.catalogue import Field
from agent.catalogue.records import both_words
from agent.language.inflected import holds_words
from agent.plan.algebra import Measure, Op, Quantity
from agent.plan.conditions import TIMES
from agent.plan.periods import Interval, Recurring, place_in
from agent.query.operations.enums import named_values, unnamed
from agent.query.operations.values import Amount, Value, convert, day_of, today, values
from agent.question.context import QuestionContext
from ingest.records import Record
from kg.names import fold, words
from kg.places import same_city

Truth = bool | None
_ADDED = re.compile(r"[,(/]| [-–—] | (?:of|for|to|in|at) ", re.IGNORECASE)       # what stands behind says where or for what
_GRADE = re.compile(r"[ivx]+|\d+")

_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}


def compare(context: QuestionContext, field: Field, record: Record, op: Op, wanted: object) -> Truth:
    """The verdict. `wanted`: text, texts, bool, Quantity, Interval, Recurring, a time, or one as plan/conditions.py writes it; None for empty
    and filled."""
    if op in ("empty", "filled"):
        return bool(values(context, field, record)) == (op == "filled")
    if isinstance(wanted, Quantity):
        return _any(_numbers(context, field, record, wanted), _ORDERS[op], wanted.number, op)
    if isinstance(wanted, Interval | Recurring | date) or field.kind in ("date", "datetime"):
        return times(context, field, [v for v in values(context, field, record) if isinstance(v, date)], op, wanted)
    if isinstance(wanted, bool):
        return _any(list(values(context, field, record)), _ORDERS[op], wanted, op)
    return _by_text(context, field, record, op, wanted if isinstance(wanted, tuple) else (str(wanted),))


def figure(context: QuestionContext, measure: Measure, found: Amount | date, op: Op, wanted: object) -> Truth:
    """A figure compared with what a condition holds against it; None where these are in different units, or not of one kind."""
    if isinstance(found, date):
        return times(context, context.catalogue.field(measure.field or ""), [found], op, wanted) if not isinstance(wanted, Quantity) else None
    return _number(op, found, wanted) if isinstance(wanted, Quantity) else None


def _number(op: Op, found: Amount, wanted: Quantity) -> Truth:
    units = {found.unit, wanted.unit} - {None}
    return _ORDERS[op](found.number, wanted.number) if len(units) < 2 else None


def _any(found: list[Any], holds: Callable[[Any, Any], bool], wanted: Any, op: Op) -> Truth:
    """One of several values is enough, but for "is not", which all of them have to be."""
    if not found:
        return None
    return (all if op == "!=" else any)(holds(value, wanted) for value in found)


def _numbers(context: QuestionContext, field: Field, record: Record, wanted: Quantity) -> list[Any]:
    """The field's numbers in the unit of the quantity, else in the one they are shown in; those without a unit or a rate to it are unknown."""
    unit = wanted.unit or (field.shown_in if field.unit else None)
    found: tuple[Value, ...] = values(context, field, record, unit) if field.derived is not None else values(context, field, record)
    amounts = [v for v in found if isinstance(v, Amount)]
    states_units = field.unit_field is not None or field.currency is not None
    there = [v if unit is None or (v.unit is None and not states_units) else convert(context, field, record, v, unit) for v in amounts]
    return [v.number for v in there if v is not None]


def times(context: QuestionContext, field: Field, found: Sequence[date], op: Op, wanted: object) -> Truth:
    """Times of a field, or figures over it, compared with a period, what recurs, the time of another record, or one that is written."""
    if isinstance(wanted, Interval | Recurring):
        return any(_is_on(day_of(context, field, v), wanted) for v in found) if found else None
    if isinstance(wanted, date):
        return _by_moment(context, field, found, op, wanted)
    return _by_time(context, field, found, op, str(wanted))


def _is_on(day: date, wanted: Interval | Recurring) -> bool:
    return place_in(wanted.cycle, day) in wanted.of if isinstance(wanted, Recurring) else in_interval(day, wanted)


def in_interval(day: date, wanted: Interval) -> bool:
    """Does a day lie within?"""
    return (wanted.first is None or wanted.first <= day) and (wanted.last is None or day < wanted.last)


def _by_time(context: QuestionContext, field: Field, found: Sequence[date], op: Op, wanted: str) -> Truth:
    """With this moment, or by whole days with today or a day that is written out."""
    moments = [v for v in found if isinstance(v, datetime)]
    if wanted == "now" and moments:
        return _any(moments, _ORDERS[op], context.live.now, op)
    day = today(context) if wanted in TIMES else date.fromisoformat(wanted)
    return _any([day_of(context, field, v) for v in found], _ORDERS[op], day, op)


def _by_moment(context: QuestionContext, field: Field, found: Sequence[date], op: Op, wanted: date) -> Truth:
    """With the time of another record: to the second where both have it, else by whole days."""
    if isinstance(wanted, datetime) and all(isinstance(v, datetime) for v in found):
        return _any(list(found), _ORDERS[op], wanted, op)
    return _any([day_of(context, field, v) for v in found], _ORDERS[op], day_of(context, field, wanted), op)


def _by_text(context: QuestionContext, field: Field, record: Record, op: Op, wanted: tuple[str, ...]) -> Truth:
    found = both_words(field, record)
    if not found:
        return None
    if op == "contains":
        holds = holds_words if context.catalogue.has_forms(field) else _holds
        return all(any(holds(value, text) for value in found) for text in wanted)
    if op == "kind":
        return any(_is_kind(text, value) for text in wanted for value in found)
    alike = same_city if field.name == "city" else _is_same
    met = any(alike(text, value) for text in wanted for value in found)
    if not met and _asks_for_named(field, wanted) and unnamed(context, field, record):
        return None
    return met if op != "!=" else not met


def _asks_for_named(field: Field, wanted: tuple[str, ...]) -> bool:
    """Is it one of Merge's own values that is asked for? An app's own word is compared as it stands."""
    named = named_values(field.model, field.path) if field.kind == "enum" else ()
    return any(text in named for text in wanted)


def _is_same(one: str, other: str) -> bool:
    return fold(one).strip() == fold(other).strip()


def _holds(value: str, text: str) -> bool:
    """Do whole words of the value say so? What holds no word, such as "&", stands there as it is."""
    there, sought = words(value), words(text)
    if not sought:
        return text.strip() in value
    return any(there[at:at + len(sought)] == sought for at in range(len(there)))


def _is_kind(text: str, value: str) -> bool:
    """Is a value that text, or does it end in it before anything added behind? "Senior Welder, Hulls" is a welder, "Welder's Assistant" is not."""
    sought, head = words(text), words(_ADDED.split(value)[0])
    while head and _GRADE.fullmatch(head[-1]):
        head = head[:-1]
    return words(value) == sought or (bool(sought) and head[-len(sought):] == sought)
