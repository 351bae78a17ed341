"""Values of a plan's conditions: text, numbers with units, dates and periods, as the field that they are compared with holds them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from agent.catalogue import Catalogue, Field
from agent.plan.algebra import Condition, Measure, Not, Op, Quantity, Time, Where, measured_field
from agent.plan.periods import PLACE_NAMES, Interval, Recurring, Yearly, interval, written_day
from agent.query.operations.values import UNITS
from agent.understand.model import shape
from agent.understand.model.faults import Faults
from kg.names import fold

TIMES = ("date", "datetime")
_NUMBERS = ("number", "money", "quantity")
_DAY = timedelta(days=1)
_MONTH_AND_DAY = re.compile(r"\d\d-\d\d")
_NUMBER = re.compile(r"-?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})", re.ASCII)
_LEAP_YEAR = 2000                       # in which every day is that a year may have
_PLACES = {fold(name): (cycle, place) for cycle, names in PLACE_NAMES.items() for place, name in enumerate(names, 1)}


def period(faults: Faults, said: shape.Period | None) -> Interval | None:
    """[first, first day after] as an interval; None where none is said."""
    if said is None or said == [None, None]:
        return None
    if len(said) != 2:
        return faults.none('a period is ["first day", "first day after it"], null where it is open')
    ends = [day(faults, text) if text else None for text in said]
    if ends[0] is not None and ends[1] is not None and ends[0] >= ends[1]:
        return faults.none(f"the period {said[0]} to {said[1]} is empty: the second date is the first day after it")
    return interval(*ends)


def time_of(faults: Faults, said: Sequence[str]) -> Yearly | Interval | None:
    """[first, first day after] of words that stand for a time: dates, or months and days that come again every year."""
    ends = [_MONTH_AND_DAY.fullmatch(text) for text in said]
    if len(ends) != 2 or not (all(ends) or not any(ends)):
        return faults.none('a time is ["04-01", "11-01"] for every year, or two whole dates: the first day and the first day after it')
    if not any(ends):
        return period(faults, list(said))
    first, last = (day(faults, f"{_LEAP_YEAR}-{text}") for text in said)
    if first is None or last is None or first == last:
        return faults.none("the time is empty: the second day is the first one after it") if first is not None and first == last else None
    return Yearly((first.month, first.day), (last.month, last.day))


def day(faults: Faults, text: str) -> date | None:
    """An ISO date; the time of day of one is left off."""
    found = written_day(text)
    return found if found is not None else faults.none(f"{text!r} is no date like 2026-10-01, of the years 1900 to 2200")


def quantity(faults: Faults, said: "float | shape.Number") -> Quantity:
    """A number with its unit, if one was said."""
    number, unit = (said.number, said.unit) if isinstance(said, shape.Number) else (said, None)
    return Quantity(_exact(number), unit_of(faults, unit))


def unit_of(faults: Faults, said: str | None) -> str | None:
    """A unit as plans write it: a currency's three letters, or a unit of time in the plural, perhaps "full"; None where none is said."""
    if not said:
        return None
    plain = said.lower().strip()
    if plain.removeprefix("full ") in UNITS:
        return plain
    if f"{plain}s" in UNITS:
        return f"{plain}s"
    if len(plain) == 3 and plain.isalpha():
        return plain.upper()
    return faults.none(f"{said!r} is no unit: use a currency's three letters, or one of {', '.join(sorted(UNITS))}")


def _exact(number: float) -> Decimal:
    found = Decimal(str(number))
    return found.to_integral_value() if found == found.to_integral_value() else found


@dataclass(frozen=True, slots=True)
class Limit:
    """What a figure is held against. `is_turned`: those are meant that do not compare so."""

    op: Op
    value: Quantity | Time
    is_turned: bool = False


def measured_in(catalogue: Catalogue, measure: Measure) -> Field | None:
    """The field that a measure goes over, or the figure of each member; None for counts and shares."""
    field = measured_field(measure)
    return catalogue.field(field) if field is not None else None


def limit(faults: Faults, field: Field | None, op: Op, said: "Value") -> Limit | None:
    """What a figure over a field is compared with: the first or last of times as the field itself is, everything else as a number."""
    if field is None or field.kind not in TIMES:
        said = _read_number(said)
        if op == "in" or not isinstance(said, float | int | shape.Number) or isinstance(said, bool):
            return faults.none("a figure is compared with a number by =, !=, <, <=, > or >=")
        return Limit(op, quantity(faults, said))
    found = compared(faults, field, op, said)
    where = found.of if isinstance(found, Not) else found
    if not isinstance(where, Where) or not isinstance(where.value, Interval | str):
        return None
    return Limit(where.op, where.value, is_turned=isinstance(found, Not))


Value = bool | float | str | shape.Number | list[str | None] | None


def compared(faults: Faults, field: Field, op: Op, value: Value) -> Condition | None:
    """A field compared with a value that is said; None where the value does not fit the field."""
    if op in ("empty", "filled"):
        return Where(field.id, None, op)
    if value is None:
        return faults.none(f"{op} needs a value")
    if field.kind in TIMES:
        return _timed(faults, field, op, value)
    if field.kind in _NUMBERS:
        return _numbered(faults, field, op, value)
    if field.kind == "boolean":
        return _told(faults, field, op, value)
    return _text(faults, field, op, value)


def _told(faults: Faults, field: Field, op: Op, value: Value) -> Condition | None:
    meant = {"true": True, "false": False}.get(str(value).lower())
    if meant is None or op not in ("=", "!="):
        return faults.none(f"{field.id} is true or false")
    return Where(field.id, meant == (op == "="))


def _numbered(faults: Faults, field: Field, op: Op, value: Value) -> Condition | None:
    if isinstance(value, list) and op == "in" and len(value) == 2:
        return faults.none(f"{field.id} is a number: write a range as two conditions, >= and <=")
    value = _read_number(value)
    if isinstance(value, bool) or not isinstance(value, float | int | shape.Number) or op not in ("=", "!=", "<", "<=", ">", ">="):
        return faults.none(f"{field.id} is a number: compare it with one by =, !=, <, <=, > or >=")
    return Where(field.id, quantity(faults, value), op)


def _read_number(value: "Value") -> "Value":
    """A number that was written as a text."""
    return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value


def _timed(faults: Faults, field: Field, op: Op, value: Value) -> Condition | None:
    """Dates become periods of whole days, so that every comparison with a day is one of the company's calendar."""
    if _names_places(value):
        return _recurring(faults, field, op, value if isinstance(value, list) else [str(value)])
    if isinstance(value, list):
        found = period(faults, value)
        if found is None or op not in ("in", "=", "!="):
            return faults.none(f'{field.id} is a time: {{"op": "in", "value": [first day, first day after]}}')
        where = Where(field.id, found, "in")
        return Not(where) if op == "!=" else where
    if str(value) in ("today", "now") and op in ("=", "!=", "<", "<=", ">", ">="):
        return Where(field.id, str(value), op)
    at = day(faults, str(value)) if isinstance(value, str) else None
    if at is None:
        return faults.none(f"{field.id} is a time: compare it with a date or a period")
    ends = {"=": (at, at + _DAY), "in": (at, at + _DAY), "!=": (at, at + _DAY), "<": (None, at), "<=": (None, at + _DAY),
            ">": (at + _DAY, None), ">=": (at, None)}.get(op)
    if ends is None:
        return faults.none(f"{field.id} is a time and cannot be compared by {op}")
    where = Where(field.id, interval(*ends), "in")
    return Not(where) if op == "!=" else where


def _names_places(value: Value) -> bool:
    """Is a month, quarter, weekday or day of the month named, whatever the year?"""
    return any(fold(str(each)).strip() in _PLACES for each in (value if isinstance(value, list) else [value]))


def _recurring(faults: Faults, field: Field, op: Op, names: list[str | None]) -> Condition | None:
    known = [_PLACES.get(fold(str(name)).strip()) for name in names]
    places = [each for each in known if each is not None]
    cycles = {cycle for cycle, _ in places}
    if len(places) < len(known) or len(cycles) > 1:
        return faults.none(f'{field.id} takes months ("April"), quarters ("Q2"), weekdays ("Monday") or days of a month ("day 24"), all of one kind')
    if op not in ("in", "=", "!="):
        return faults.none(f"{field.id} is a time: {names[0]} of any year goes with in or !=, and with {op} a date")
    where = Where(field.id, Recurring(cycles.pop(), tuple(sorted({place for _, place in places}))), "in")
    return Not(where) if op == "!=" else where


def _text(faults: Faults, field: Field, op: Op, value: Value) -> Condition | None:
    if op in ("<", "<=", ">", ">="):
        return faults.none(f"{field.id} is {field.kind} and has no order")
    said = [str(v) for v in value if v is not None] if isinstance(value, list) else [str(value)]
    if not said or any(not text.strip() for text in said):
        return faults.none(f"{field.id} needs a text to be compared with")
    texts = tuple(_listed(faults, field, text) if op != "contains" else text for text in said)
    if len(texts) > 1 and op in ("=", "in"):
        return Where(field.id, texts, "in")
    if len(texts) > 1 and op == "!=":
        return Not(Where(field.id, texts, "in"))
    if len(texts) > 1:
        return faults.none(f'{op} takes one text: write a condition for each of {", ".join(texts)}, in "any" where one of them is enough')
    return Where(field.id, texts[0], "=" if op == "in" else op)


def _listed(faults: Faults, field: Field, said: str) -> str:
    """An enum's value as the catalogue writes it, from its own form or one of its words; other text as it is."""
    if not field.values or field.tenant_values:
        return said
    wanted = fold(said).replace("_", " ").strip()
    found = next((v for v, known in field.values.items() if wanted in (fold(v).replace("_", " "), *map(fold, known))), None)
    if found is None and field.kind == "enum" and not field.native:
        faults.add(f"{field.id} has no value {said!r}: it has {', '.join(field.values)}")
    return found or said
