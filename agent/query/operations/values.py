"""The values of a record as a question means them: numbers with their unit, days of the company's calendar, derived fields.

Money of different currencies and work time and time by the clock are never mixed up: a value is converted by a rate that
the company or the document states, or not at all.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_FLOOR, Context, Decimal, InvalidOperation
from typing import Any

from agent.access.gate import Permit
from agent.answer import Cell, Reason, Visible
from agent.catalogue import Field
from agent.catalogue.records import both_words
from agent.errors import NoRate
from agent.plan.conditions import TIMES, Held, derivation
from agent.plan.periods import shifted
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest.records import Record, ids_in, times_at, values_at
from kg.names import fold, words
from kg.places import city_key

_CLOCK = {"seconds": Decimal(1) / 3600, "minutes": Decimal(1) / 60, "hours": Decimal(1), "days": Decimal(24), "weeks": Decimal(168)}    # in hours
_CALENDAR = {"months": 1, "quarters": 3, "years": 12}       # in months
UNITS = frozenset({*_CLOCK, *_CALENDAR})                   # of times
LEAST = Decimal(1).scaleb(-12)      # figures have as many places
EXACT = Context(prec=40)                # in so many digits
_TOO_MUCH = Decimal(10) ** 20           # for a number: a sum of a million of these would have more digits
_FULL = "full "                         # of a unit: only those that have been completed count
_COUNTED = frozenset({"number", "money", "quantity"})
_TIMES = frozenset({"date", "datetime"})


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit or currency; None where it has none."""

    number: Decimal
    unit: str | None = None


Value = Amount | str | bool | date | datetime
Shown = Amount | Visible | bool | date | datetime       # a value that may be told


def values(context: QuestionContext, field: Field, record: Record, unit: str | None = None) -> tuple[Value, ...]:
    """The values of a field, in `unit` where one is asked for. Raises NoRate where none leads there."""
    if field.derived is not None:
        found = _derived(context, field, record, (unit or field.unit or "days").removeprefix(_FULL))
        return () if found is None else (_whole(found, unit) if unit and unit.startswith(_FULL) else found,)
    native = values_at(record, f"{field.path}_native") if field.native else ()
    return tuple(_typed(context, field, record, v, unit) for v in native or values_at(record, field.path) if not _is_none(field, v))


def _whole(amount: Amount, unit: str) -> Amount:
    """"Full years": what is completed, without what has begun."""
    return Amount(amount.number.to_integral_value(ROUND_FLOOR), unit)


def in_places(number: Decimal) -> Decimal:
    """What was reckoned, with the places that figures over it have: else the greatest of values would not be one of them."""
    return number if number == number.to_integral_value() else number.quantize(LEAST, context=EXACT).normalize(EXACT)


def day_of(context: QuestionContext, field: Field, value: date | datetime) -> date:
    """The day of the company's calendar; of a day without a zone, that day."""
    if not isinstance(value, datetime):
        return value
    return value.astimezone(UTC).date() if is_day(field, value) else context.company.local_day(value).date()


def is_day(field: Field | None, value: datetime) -> bool:
    """Is it a day that the source writes as midnight in UTC? Nothing happens at that very moment, but for what people set by the clock."""
    return value.astimezone(UTC).time() == time() and not (field is not None and field.by_clock)


def today(context: QuestionContext) -> date:
    """The day of the question."""
    return context.company.local_day(context.live.now).date()


def as_moment(value: date) -> datetime:
    """A time that compares with any other: of a day its beginning in UTC, as the source writes one."""
    return value if isinstance(value, datetime) else datetime.combine(value, time(), UTC)


def shown(field: Field, value: Value, permit: Permit) -> Shown:
    """A value that may be told, by the permit of its field."""
    return permit.text(field.id, value) if isinstance(value, str) else value


def shown_values(context: QuestionContext, field: Field, record: Record, permit: Permit, unit: str | None = None) -> tuple[Shown, ...]:
    """The values of a field, as `values`, that may be told by the permit of the field."""
    return tuple(shown(field, v, permit) for v in values(context, field, record, unit))


def cell(value: Shown | None) -> Cell:
    """A value as a result holds it."""
    return value.number if isinstance(value, Amount) else value


def identity(field: Field, value: object) -> str:
    """What makes two values of a field one: spellings of one city are one."""
    return city_key(str(value)) if field.name == "city" else str(value)


def decimal(value: Any) -> Decimal | None:
    """A number as the source wrote it; None for what is none, or is beyond all figures: NaN and Infinity, which the gateway leaves as text."""
    try:
        number = value if isinstance(value, Decimal) else Decimal(str(value))
    except InvalidOperation:
        return None
    return number if _is_figure(number) else None


def _is_figure(number: Decimal) -> bool:
    return number.is_finite() and abs(number) < _TOO_MUCH


def _is_none(field: Field, value: Any) -> bool:
    """Is it no number, or no time, where one belongs?"""
    if field.kind in _TIMES:
        return not isinstance(value, date)
    return field.kind in _COUNTED and (isinstance(value, bool) or decimal(value) is None)


def _typed(context: QuestionContext, field: Field, record: Record, value: Any, unit: str | None) -> Value:
    if field.kind in _COUNTED:
        number = decimal(value)
        assert number is not None       # `_is_none` has left out what is none
        amount = Amount(number, unit_of(context, field, record))
        return amount if unit is None else in_unit(context, field, record, amount, unit)
    if field.kind in _TIMES:
        return day_of(context, field, value) if field.kind == "date" else value
    return value if isinstance(value, str | bool) else str(value)


def unit_of(context: QuestionContext, field: Field, record: Record) -> str | None:
    """The unit or currency in which a record states a field. Money without a currency is in the company's own, which is said."""
    if field.unit_field:
        return next((str(v).lower() for v in values_at(record, field.unit_field)), None)
    if field.kind != "money":
        return field.unit
    named = next((str(v) for v in values_at(record, field.currency)), None) if field.currency else None
    if named is None and not field.currency:
        context.notes.assume(
            f"Amounts of {context.catalogue.models[field.model].plural} carry no currency; they are taken as {context.company.currency}.",
            weight=Weight.USUAL,
        )
        return context.company.currency
    return named


def in_unit(context: QuestionContext, field: Field, record: Record, amount: Amount, unit: str) -> Amount:
    """The amount in another unit. Raises NoRate where none leads there."""
    found = convert(context, field, record, amount, unit)
    if found is None:
        raise NoRate(Reason.NO_RECORD, f"The {field.label} is stated in {amount.unit or 'no unit'}, and no rate to {unit} is on file.")
    return found


def convert(context: QuestionContext, field: Field, record: Record, amount: Amount, unit: str) -> Amount | None:
    """The amount in another unit; None where no rate leads there, or to more than figures can tell."""
    if amount.unit == unit:
        return amount
    found = _converted(context, field, record, amount, unit)
    return found if found is not None and _is_figure(found.number) else None


def _converted(context: QuestionContext, field: Field, record: Record, amount: Amount, unit: str) -> Amount | None:
    if amount.unit is None:
        return None
    if field.kind == "money":
        return _in_currency(context, record, amount, unit)
    if not {amount.unit, unit} <= _CLOCK.keys():
        return None
    hours = Decimal(str(context.company.definitions.working_day_hours))
    context.notes.assume(f"A working day has {hours.normalize():f} hours.", weight=Weight.USUAL)
    size = {**_CLOCK, "days": hours, "weeks": hours * 5}
    return Amount(in_places(amount.number * size[amount.unit] / size[unit]), unit)


def _in_currency(context: QuestionContext, record: Record, amount: Amount, currency: str) -> Amount | None:
    """By the rate that the document itself states: it leads to the company's own currency, and nowhere else."""
    rate = next((d for v in values_at(record, "exchange_rate") if (d := decimal(v))), None)
    if rate is None or currency != own_currency(context):
        return None
    context.notes.assume(f"Converted to {currency} by the exchange rate that each document states.")
    return Amount(in_places(amount.number * rate), currency)


def own_currency(context: QuestionContext) -> str:
    """The currency that the exchange rates of documents lead to."""
    return context.company.definitions.customer_revenue.currency or context.company.currency


# ---------------------------------------------------------------- derived fields


def _derived(context: QuestionContext, field: Field, record: Record, unit: str) -> Amount | None:
    """The time between two fields, or a field and now, in that unit. Whole calendar units count as such, the rest as a part of the next."""
    text = derivation(field.derived or "")
    later, earlier = (_time(context, field.model, record, way) for way in (text.later, text.earlier))
    if later is None or earlier is None or not all(_holds(context, field.model, record, *each) for each in text.held):
        return None
    later = _ended(context, later, _time(context, field.model, record, text.until) if text.until else None)
    if unit in _CALENDAR or not isinstance(later, datetime) or not isinstance(earlier, datetime):      # a month is one of days
        later, earlier = (_as_day(context, t) for t in (later, earlier))
    number = elapsed(earlier, later, unit)
    return None if text.is_overdue and number <= 0 else Amount(in_places(number), unit)


def elapsed(earlier: date, later: date, unit: str) -> Decimal:
    """How long it is from one time to another, two days or two moments, in a unit of times."""
    return _calendar(earlier, later, _CALENDAR[unit]) if unit in _CALENDAR else _clock(later - earlier, unit)


def _ended(context: QuestionContext, later: date, end: date | None) -> date:
    """The end, where it comes first."""
    return end if end is not None and _as_day(context, end) <= _as_day(context, later) else later


def _holds(context: QuestionContext, model: str, record: Record, way: str, op: Held, said: str) -> bool:
    """Does a field compare as the catalogue says? Where it holds nothing, it lacks every word, and nothing else holds."""
    led = _led_to(context, model, record, way)
    if led is None:
        return op == "lacks"
    field, there = led
    if op == ">":
        return any(isinstance(v, Amount) and v.number > Decimal(said) for v in values(context, field, there))
    texts = both_words(field, there)
    if op == "lacks":
        return not any(said in words(text) for text in texts)
    held = {fold(text) for text in texts}
    return bool(held) and (fold(said) in held) == (op == "=")


def _time(context: QuestionContext, model: str, record: Record, way: str) -> date | None:
    """The time of a record; one that lies over a relation, of the first record that is led to."""
    if way in TIMES:
        return context.live.now if way == "now" else today(context)
    led = _led_to(context, model, record, way)
    if led is None:
        return None
    known, there = led
    found = next(iter(times_at(there, known.path)), None)
    return found if found is None or known.kind == "datetime" else day_of(context, known, found)


def _led_to(context: QuestionContext, model: str, record: Record, way: str) -> tuple[Field, Record] | None:
    """The field that a name means, and the record that holds it: the first that its relations lead to; None where they lead to none."""
    first, _, rest = way.partition(".")
    if not rest:
        return context.catalogue.models[model].fields[first], record
    relation = context.catalogue.models[model].relations[first]
    held = ids_in(record, relation.fk or "")
    ends = [r for r in context.live.records(relation.to) if r.id in held] if held else []
    return _led_to(context, relation.to, ends[0], rest) if ends else None


def _as_day(context: QuestionContext, moment: date) -> date:
    return context.company.local_day(moment).date() if isinstance(moment, datetime) else moment


def _clock(between: timedelta, unit: str) -> Decimal:
    hours = Decimal(between.days * 24) + Decimal(between.seconds) / 3600
    return hours / _CLOCK.get(unit, _CLOCK["days"])


def _calendar(earlier: date, later: date, months: int) -> Decimal:
    """Calendar units from one day to another: whole ones, and the part of the unit that has begun."""
    if later < earlier:
        return -_calendar(later, earlier, months)
    whole = ((later.year - earlier.year) * 12 + later.month - earlier.month) // months
    if shifted(earlier, "month", whole * months) > later:
        whole -= 1
    begun, end = (shifted(earlier, "month", n * months) for n in (whole, whole + 1))
    return whole + Decimal((later - begun).days) / (end - begun).days
