"""The values of plain records as `docs/semantics.md` defines them. Nothing here is shared with the executor but the catalogue's data."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from agent.catalogue import Catalogue, Field

Row = Mapping[str, Any]
Amount = tuple[Any, str | None]         # a number and its unit, or the first or last of times
COUNTED = ("number", "money", "quantity")
HOURS: Mapping[str, Decimal] = {"minutes": Decimal(1) / 60, "hours": Decimal(1), "days": Decimal(24), "weeks": Decimal(168)}
MONTHS: Mapping[str, int] = {"months": 1, "quarters": 3, "years": 12}
SPELLINGS: Mapping[str, str] = {"bangalore": "bengaluru"}


class Unanswerable(Exception):
    """There is no answer, for this reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def units_of(found: Iterable[Amount]) -> set[str | None]:
    """The units that amounts of one kind are stated in. Where some are in one, what is stated in none is apart from these."""
    each = list(found)
    units = {u for _, u in each if u not in (None, "share")}
    return {*units, None} if units and any(n and u is None for n, u in each) else {*units}


@dataclass(frozen=True)
class World:
    """All records of a company by model, and what the company and the moment settle."""

    known: Catalogue
    rows: Mapping[str, Sequence[Row]]
    me: str                             # the asker's employee id
    now: datetime
    zone: ZoneInfo
    currency: str
    working_day: Decimal = Decimal(8)

    def all(self, model: str) -> Sequence[Row]:
        """Every record of a model."""
        return self.rows.get(model, ())

    def today(self) -> date:
        """The day of the question."""
        return self.now.astimezone(self.zone).date()


def dug(row: Row, path: str) -> list[Any]:
    """What lies at a path of a record, without nulls and empty texts."""
    found: list[Any] = [row]
    for name in path.split("."):
        inner = [each.get(name.removesuffix("[]")) for each in found if isinstance(each, Mapping)]
        found = [v for each in inner for v in (each if isinstance(each, list) else [each])]
    return [v for v in found if v is not None and v != ""]


def moment(text: str) -> datetime:
    """A time as Merge writes it."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def day(world: World, field: Field, value: date) -> date:
    """The company's day of a time; midnight in UTC is a day without a time."""
    if not isinstance(value, datetime):
        return value
    at = value.astimezone(UTC)
    is_plain = (at.hour, at.minute, at.second) == (0, 0, 0) and not field.by_clock
    return at.date() if is_plain else value.astimezone(world.zone).date()


def values(world: World, field: Field, row: Row) -> list[Any]:
    """The values of a stored field: Amounts, texts, truths, days or moments."""
    return [_typed(world, field, row, value) for value in dug(row, field.path) if is_one(field, value)]


def is_one(field: Field, value: Any) -> bool:
    """Is it a number or a time, where one belongs?"""
    if field.kind in COUNTED:
        return is_number(value)
    return field.kind not in ("date", "datetime") or is_time(value)


def is_time(value: Any) -> bool:
    """Is it a day or a moment of the calendar?"""
    try:
        moment(str(value))
    except ValueError:
        return False
    return True


def is_number(value: Any) -> bool:
    """Is it a number that figures can tell?"""
    return re.fullmatch(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", str(value)) is not None and abs(Decimal(str(value))) < 10 ** 20


def _typed(world: World, field: Field, row: Row, value: Any) -> Any:
    if field.kind in COUNTED:
        return Decimal(str(value)), _unit(world, field, row)
    if field.kind == "datetime":
        return moment(value)
    if field.kind == "date":
        return day(world, field, moment(value))
    return value


def _unit(world: World, field: Field, row: Row) -> str | None:
    if field.unit_field:
        return next((str(v).lower() for v in dug(row, field.unit_field)), None)
    if field.kind == "money":
        return next((str(v) for v in dug(row, field.currency)), None) if field.currency else world.currency
    return field.unit


def amounts(world: World, field: Field, row: Row, unit: str | None) -> list[Amount | None]:
    """The field's figures in a unit; None for one that no rate leads to. Without a unit: as people expect it, else as it is stated."""
    if field.derived is not None:
        figure = derived(world, field, row, unit or field.shown_in or field.unit or "days")
        return [] if figure is None else [figure]
    wanted = unit or (field.shown_in if field.unit else None)
    return [each if wanted is None else converted(world, field, row, each, wanted) for each in values(world, field, row)]


def converted(world: World, field: Field, row: Row, amount: Amount, unit: str) -> Amount | None:
    """An amount in another unit: times by the company's working day, money by the document's rate to the company's currency."""
    number, stated = amount
    if stated == unit:
        return amount
    if stated is None:
        return None
    if field.kind == "money":
        rate = next((Decimal(str(v)) for v in dug(row, "exchange_rate")), None)
        return None if rate is None or unit != world.currency else (number * rate, unit)
    if not {stated, unit} <= HOURS.keys():
        return None
    size = {**HOURS, "days": world.working_day, "weeks": world.working_day * 5}
    return number * size[stated] / size[unit], unit


# ---------------------------------------------------------------- derived fields


def derived(world: World, field: Field, row: Row, unit: str) -> Amount | None:
    """The time between two moments of a record; None where one is not there."""
    text, _, held = (field.derived or "").partition(" while ")
    overdue = text.removesuffix(" overdue") if text.endswith(" overdue") else None
    later, earlier = ("today", overdue) if overdue else text.split(" - ")
    ends = _time(world, field, row, later), _time(world, field, row, earlier)
    if ends[0] is None or ends[1] is None or (held and not all(_holds(row, *part.split()) for part in held.split(", "))):
        return None
    number = _between(world, ends[1], ends[0], unit)
    return None if overdue and number <= 0 else (number, unit)


def _holds(row: Row, name: str, op: str, said: str) -> bool:
    held = [str(v) for v in dug(row, name)]
    if op == ">":
        return any(Decimal(v) > Decimal(said) for v in held)
    if op == "lacks":
        return not any(said in each.lower().split() for each in held)
    return bool(held) and all((v == said) == (op == "=") for v in held)


def _time(world: World, field: Field, row: Row, name: str) -> date | None:
    if name in ("now", "today"):
        return world.now if name == "now" else world.today()
    found = values(world, world.known.field(f"{field.model}.{name}"), row)
    return found[0] if found else None


def _between(world: World, earlier: date, later: date, unit: str) -> Decimal:
    if unit in MONTHS:
        return _calendar(_plain(world, earlier), _plain(world, later), MONTHS[unit])
    both = isinstance(earlier, datetime) and isinstance(later, datetime)
    first, last = (earlier, later) if both else (_plain(world, earlier), _plain(world, later))
    passed: timedelta = last - first
    return (Decimal(passed.days * 24) + Decimal(passed.seconds) / 3600) / HOURS[unit]


def _plain(world: World, time: date) -> date:
    return time.astimezone(world.zone).date() if isinstance(time, datetime) else time


def _calendar(first: date, last: date, months: int) -> Decimal:
    """Whole months, quarters or years, and the part of the next one that has begun."""
    if last < first:
        return -_calendar(last, first, months)
    count = 0
    while _later(first, months * (count + 1)) <= last:
        count += 1
    begun, end = _later(first, months * count), _later(first, months * (count + 1))
    return count + Decimal(str((last - begun) / (end - begun)))


def _later(start: date, months: int) -> date:
    whole = start.year * 12 + start.month - 1 + months
    return next(found for back in range(4) if (found := _dated(whole, start.day - back)) is not None)


def _dated(months: int, of_month: int) -> date | None:
    try:
        return date(months // 12, months % 12 + 1, of_month)
    except ValueError:
        return None


def plain(text: str) -> str:
    """A text as it is compared: without case and space around."""
    return text.casefold().strip()


def city(text: str) -> str:
    """The one spelling of a city."""
    return SPELLINGS.get(plain(text), plain(text))


def words(text: str) -> Iterator[str]:
    """The words of a text."""
    return iter(re.findall(r"[a-z0-9]+", plain(text)))
