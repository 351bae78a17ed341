"""Stretches of time as people say them. Pure data and calendar arithmetic; the words for them are in `agent/understand/grammar/dates.py`."""

import calendar as _months
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

Grain = Literal["day", "week", "month", "quarter", "half", "year"]
Span = tuple[date, date]                # half-open: the first day, and the first day after
Cycle = Literal["month of year", "quarter of year", "weekday", "day of month"]

_MONTHS: dict[Grain, int] = {"month": 1, "quarter": 3, "half": 6, "year": 12}
_DAYS: dict[Grain, int] = {"day": 1, "week": 7}
_YEARS = range(1900, 2201)              # that plans may name: around their days there are others to reckon with


@dataclass(frozen=True, slots=True)
class Interval:
    """Days of the company's calendar from `first` up to and without `last`; None is open. `said`: in plain words, "October 2026"."""

    first: date | None
    last: date | None
    said: str


@dataclass(frozen=True, slots=True)
class Recurring:
    """Days that come again, whatever the year: every April, every Monday. `of`: places in the cycle from 1, ascending; weekdays from Monday."""

    cycle: Cycle
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Yearly:
    """Days of every year, from a month's day up to and without another; over the end of the year where that comes first: a season."""

    first: tuple[int, int]
    last: tuple[int, int]

    def of(self, year: int) -> Interval:
        """The one that begins in a year."""
        return interval(_day(year, *self.first), _day(year + (self.last <= self.first), *self.last))

    def holds(self, one: Interval) -> bool:
        """Is an interval the one of some year?"""
        if one.first is None:
            return False
        same = self.of(one.first.year)
        return (one.first, one.last) == (same.first, same.last)


_PLACES: Mapping[Cycle, Callable[[date], int]] = {
    "month of year": lambda day: day.month, "quarter of year": lambda day: (day.month + 2) // 3, "weekday": lambda day: day.isoweekday(),
    "day of month": lambda day: day.day,
}
PLACE_NAMES: Mapping[Cycle, Sequence[str]] = {
    "month of year": tuple(_months.month_name)[1:], "quarter of year": ("Q1", "Q2", "Q3", "Q4"), "weekday": tuple(_months.day_name),
    "day of month": tuple(f"day {number}" for number in range(1, 32)),
}


def place_in(cycle: Cycle, day: date) -> int:
    """Which month, quarter, weekday or day of the month it is, from 1."""
    return _PLACES[cycle](day)


@dataclass(frozen=True, slots=True)
class Calendar:
    """The company's day, the month and day its fiscal year begins on, and the weekday that a week begins on, from 0, which is Monday."""

    today: date
    fiscal_start: tuple[int, int] = (1, 1)
    week_start: int = 0

    def whole(self, grain: Grain, day: date, *, fiscal: bool = False) -> Span:
        """The week, month, quarter … that a day lies in; fiscal quarters, halves and years count from the fiscal start."""
        if grain in _DAYS:
            first = day - timedelta(days=(day.weekday() - self.week_start) % 7 if grain == "week" else 0)
            return first, first + timedelta(days=_DAYS[grain])
        begin = self._year_begins(day, fiscal and grain != "month")
        elapsed = (day.year - begin.year) * 12 + day.month - begin.month - (1 if day.day < begin.day else 0)
        first = shifted(begin, "month", elapsed // _MONTHS[grain] * _MONTHS[grain])
        return first, shifted(first, grain, 1)

    def ahead(self, grain: Grain, steps: int, *, fiscal: bool = False) -> Span:
        """The one that today lies in, or one that many before (negative) or after it."""
        first, _ = self.whole(grain, self.today, fiscal=fiscal)
        first = shifted(first, grain, steps)
        return first, shifted(first, grain, 1)

    def fiscal_year(self, year: int) -> Span:
        """The fiscal year that begins in a calendar year."""
        first = _day(year, *self.fiscal_start)
        return first, shifted(first, "year", 1)

    def _year_begins(self, day: date, fiscal: bool) -> date:
        if not fiscal:
            return date(day.year, 1, 1)
        begin = _day(day.year, *self.fiscal_start)
        return begin if begin <= day else _day(day.year - 1, *self.fiscal_start)


def shifted(day: date, grain: Grain, steps: int) -> date:
    """A day so many weeks, months … later (negative: earlier); the last of the month where it has no such day."""
    if grain in _DAYS:
        return day + timedelta(days=_DAYS[grain] * steps)
    months = day.year * 12 + day.month - 1 + _MONTHS[grain] * steps
    return _day(months // 12, months % 12 + 1, day.day)


def written_day(text: str) -> date | None:
    """A day as plans write it, without the time of day; None for what is none, or lies near an end of the calendar."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if day.year in _YEARS else None


def interval(first: date | None, last: date | None) -> Interval:
    """Days from `first` up to and without `last`, with the words for them; equal days have equal words."""
    return Interval(first, last, _in_words(first, last))


def _day(year: int, month: int, day: int) -> date:
    return date(year, month, min(day, _months.monthrange(year, month)[1]))


def _in_words(first: date | None, last: date | None) -> str:
    if first is None:
        return f"up to {_spelled(last - timedelta(days=1))}" if last is not None else "at any time"
    if last is None:
        return f"from {_spelled(first)} on"
    return _named(first, last)


def _named(first: date, last: date) -> str:
    """Whole days, months and years by their names, a year only once."""
    through = last - timedelta(days=1)
    if first == through:
        return _spelled(first)
    if first.day == 1 and last.day == 1:
        if (first.month, last.month) == (1, 1):
            return str(first.year) if through.year == first.year else f"{first.year} to {through.year}"
        month = f"{through:%B} {through.year}"
        return month if shifted(first, "month", 1) == last else f"{first:%B}{_year_unless(first, through)} to {month}"
    return f"{first.day} {first:%B}{_year_unless(first, through)} to {_spelled(through)}"


def _year_unless(first: date, through: date) -> str:
    return "" if first.year == through.year else f" {first.year}"


def _spelled(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"
