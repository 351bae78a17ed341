"""The times that words name by themselves: a day, "October", "last week", "the last 20 days", "Q3 2026".

A table of forms, each with what it means by the calendar. Knows no prepositions: those are in dates.py.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from agent.periods import Calendar, Grain, Span, shifted
from agent.rules.numbers import in_words, number_words

AROUND = range(-40, 41)                 # years in which what comes round each year is looked for
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Moment:
    """A time. `spans`: when it is, or each time that it comes round ("October"), in order.

    `alone`: needs no word like "in" before it. `note`: what is assumed has to be said. `ago`: counted back from today, to a day.
    """

    spans: tuple[Span, ...]
    alone: bool = True
    note: bool = False
    ago: bool = False
    ranges_only: bool = False           # "3" of "3 to 15 March"
    future_only: bool = False           # "in three days", which may be a length of time as well

    @property
    def comes_round(self) -> bool:
        """Which one is meant depends on the rest of the question."""
        return len(self.spans) > 1


Match = re.Match[str]
Meaning = Callable[[Match, Calendar], tuple[Moment, ...]]


@cache
def table() -> Mapping[str, Any]:
    """dates.toml."""
    return tomllib.loads(resources.files(__package__).joinpath("dates.toml").read_text("utf-8"))


def any_of(texts: Iterator[str] | Mapping[str, Any] | list[str]) -> str:
    """A pattern for any of the phrases, the longest first."""
    return "|".join(re.escape(t) for t in sorted(texts, key=len, reverse=True))


@lru_cache(maxsize=1024)
def moments(text: str, place: int, calendar: Calendar) -> tuple[tuple[int, Moment], ...]:
    """Every reading of every time that begins at a place of the plain text, with where it ends."""
    matches = ((form.match(text, place), meaning) for form, meaning in _forms())
    return tuple((match.end(), moment) for match, meaning in matches if match is not None for moment in meaning(match, calendar))


# ---------------------------------------------------------------- what the forms mean


def _iso(match: Match, _: Calendar) -> tuple[Moment, ...]:
    return _date(int(match["y"]), int(match["m"]), int(match["d"]))


def _numeric(match: Match, _: Calendar) -> tuple[Moment, ...]:
    """ "25/12/2026": only where one order of day and month is possible."""
    one, two, year = int(match["d"]), int(match["m"]), int(match["y"])
    if match["sep"] == "." or one > 12 or one == two:
        return _date(year, two, one)
    return _date(year, one, two) if two > 12 else ()


def _date(year: int, month: int, day: int) -> tuple[Moment, ...]:
    try:
        found = date(year, month, day)
    except ValueError:
        return ()                       # no such day: the words stay without a meaning
    return (Moment(((found, found + DAY),)),)


def _near_day(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    steps = {"today": 0, "yesterday": -1, "tomorrow": 1, "the day before yesterday": -2, "day before yesterday": -2,
             "the day after tomorrow": 2, "day after tomorrow": 2}
    return (Moment((calendar.ahead("day", steps[match[0]]),)),)


def _month(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    month, year = _months()[match["month"]], _year_of(match, calendar)
    if re.search(r"(?:^| )\d\d?(?:st|nd|rd|th)?(?: of)? $", match.string[: match.start()]):
        return ()                       # a day of it, even where there is no such day
    spans = tuple((first, shifted(first, "month", 1)) for first in (date(y, month, 1) for y in _years(year, calendar)))
    return (Moment(spans, alone=year is not None or match["month"] not in table()["ambiguous"], note=year is None),)


def _relative_month(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "last October" is the one before this month; where that lies in this year, the one of last year may be meant as well."""
    month, step = _months()[match["month"]], table()["relative"][match["rel"]]
    firsts = [date(y, month, 1) for y in _years(None, calendar)]
    this, _ = calendar.whole("month", calendar.today)
    near = {0: [calendar.today.year], -1: [max(f for f in firsts if f < this).year], 1: [min(f for f in firsts if f > this).year]}[step]
    years = dict.fromkeys((*near, calendar.today.year + step))
    return tuple(Moment((calendar.whole("month", date(y, month, 1)),), note=True) for y in years)


def _day_of_month(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    month, day, year = _months()[match["month"]], int(match["day"]), _year_of(match, calendar)
    dates = [m.spans[0] for y in _years(year, calendar) for m in _date(y, month, day)]
    return (Moment(tuple(dates), note=year is None),) if dates else ()


def _bare_day(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    dates = _each_month(int(match["day"]), calendar.today.year)
    return (Moment(dates, ranges_only=True),) if dates else ()


@cache
def _each_month(day: int, year: int) -> tuple[Span, ...]:
    return tuple(m.spans[0] for step in AROUND for month in range(1, 13) for m in _date(year + step, month, day))


def _nth(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "on the 15th": of a month near today."""
    return tuple(Moment(m.spans, alone=False, note=True) for m in _bare_day(match, calendar))


def _quarter(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    return _piece(match, calendar, "quarter", _position(match["nth"], 4))


def _half(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    return _piece(match, calendar, "half", _position(match["nth"], 2))


def _position(word: str, last: int) -> int:
    return {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": last}.get(word) or int(word[0])


def _piece(match: Match, calendar: Calendar, grain: Grain, number: int) -> tuple[Moment, ...]:
    """A quarter or half of a year; the year's number of a fiscal one is read both ways."""
    fiscal, year = _is_fiscal(match), _year_of(match, calendar)
    if year is not None and not fiscal:
        return (Moment((_part(calendar.whole("year", date(year, 1, 1)), grain, number),)),)
    if year is not None:
        return tuple(Moment((_part(whole, grain, number),), note=True) for whole in _fiscal_years(year, match, calendar))
    starts = [calendar.fiscal_year(y) if fiscal else calendar.whole("year", date(y, 1, 1)) for y in _years(None, calendar)]
    return (Moment(tuple(_part(whole, grain, number) for whole in starts), note=True),)


def _part(whole: Span, grain: Grain, number: int) -> Span:
    first = shifted(whole[0], grain, number - 1)
    return first, shifted(first, grain, 1)


def _year(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    before = match.string[: match.start()].split()
    if before and before[-1] in table()["not_a_year_after"]:
        return ()
    return (Moment((calendar.whole("year", date(int(match["year"]), 1, 1)),)),)


def _fiscal_year(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    return tuple(Moment((span,), note=calendar.fiscal_start != (1, 1)) for span in _fiscal_years(_number_of_year(match["year"]), match, calendar))


def _two_years(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "FY25/26" names the years it begins and ends in."""
    one, two = _number_of_year(match["year"]), _number_of_year(match["then"])
    return (Moment((calendar.fiscal_year(one),)),) if two == one + 1 and calendar.fiscal_start != (1, 1) else ()


def _fiscal_years(year: int, match: Match, calendar: Calendar) -> tuple[Span, ...]:
    """Fiscal years that one number may name: the one that begins in that year, and the one that ends in it. "Last" and "this" name one."""
    if match.groupdict().get("rel"):
        step = table()["relative"][match["rel"]]
        return (calendar.ahead("year", step, fiscal=True),)
    begins = calendar.fiscal_year(year)
    return (begins,) if calendar.fiscal_start == (1, 1) else (begins, calendar.fiscal_year(year - 1))


def _relative(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    grain = _grains()[match["grain"]]
    return (Moment((calendar.ahead(grain, table()["relative"][match["rel"]], fiscal=_is_fiscal(match)),)),)


def _before_last(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    step = -2 if match["side"] == "before last" else 2
    return (Moment((calendar.ahead(_grains()[match["grain"]], step, fiscal=_is_fiscal(match)),)),)


def _the_last(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "In the last month" is the calendar month before this one to some, and a month counted back from today to others: both."""
    grain, back = _grains()[match["grain"]], match["rel"] in ("last", "past")
    rolling = Moment((_rolling(calendar, grain, -1 if back else 1),), note=True)
    whole = Moment((calendar.ahead(grain, -1 if back else 1, fiscal=_is_fiscal(match)),), note=True)
    if match["rel"] == "past":
        return (rolling,)
    return (whole,) if grain in ("quarter", "day") or _is_fiscal(match) else (whole, rolling)


def _last_n(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """Today minus n days up to now; quarters are whole ones."""
    count, grain, back = _count(match), _grains()[match["grain"]], match["rel"] in ("last", "past", "previous")
    if not count:
        return ()
    if grain == "quarter":
        here, _ = calendar.whole("quarter", calendar.today)
        span = (shifted(here, "quarter", -count), here) if back else (shifted(here, "quarter", 1), shifted(here, "quarter", count + 1))
        return (Moment((span,), note=True),)
    return (Moment((_rolling(calendar, grain, -count if back else count),)),)


def _rolling(calendar: Calendar, grain: Grain, steps: int) -> Span:
    there = shifted(calendar.today, grain, steps)
    return (there, calendar.today + DAY) if steps < 0 else (calendar.today, there + DAY)


def _ago(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Three weeks ago" is a day, or the week around it."""
    count, grain = _count(match), _grains()[match["grain"]]
    if not count:
        return ()
    steps = -count if match["side"] == "ago" else count
    day = calendar.whole("day", shifted(calendar.today, grain, steps))
    on_day = Moment((day,), note=grain != "day", ago=True)
    return (on_day,) if grain == "day" else (on_day, Moment((calendar.ahead(grain, steps),), note=True))


def _in_n(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    count = _count(match)
    there = shifted(calendar.today, _grains()[match["grain"]], count or 0)
    return (Moment((calendar.whole("day", there),), note=True, future_only=not match["time"]),) if count else ()


def _weekday(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    day, spans = match["weekday"], [(d, d + DAY) for d in _on_weekday(match["weekday"], calendar)]
    return (Moment(tuple(spans), alone=day not in table()["ambiguous"], note=True),)


def _relative_weekday(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Next Friday" is the coming one, or that of next week; "this Friday" is that of this week."""
    step = table()["relative"].get(match["rel"], 1)
    days = list(_on_weekday(match["weekday"], calendar))
    of_week = _weekday_in(calendar.ahead("week", step), match["weekday"])
    if match["rel"] in ("coming", "this coming"):
        near = [min(d for d in days if d > calendar.today)]
    else:
        nearest = {0: of_week, -1: max(d for d in days if d < calendar.today), 1: min(d for d in days if d > calendar.today)}
        near = [nearest[step], of_week]
    return tuple(Moment((calendar.whole("day", d),), note=True) for d in dict.fromkeys(near))


def _weekday_of_week(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    day = _weekday_in(calendar.ahead("week", table()["relative"][match["rel"]]), match["weekday"])
    return (Moment((calendar.whole("day", day),)),)


def _weekend(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    saturday = calendar.ahead("week", table()["relative"][match["rel"]])[0] + 5 * DAY
    return (Moment(((saturday, saturday + 2 * DAY),)),)


def _grain_end(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    end = calendar.ahead(_grains()[match["grain"]], 0)[1]
    return (Moment(((end - DAY, end),), alone=False, note=True),)


def _numbered_week(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """The week of a year as ISO 8601 numbers them."""
    year = _year_of(match, calendar)
    weeks = []
    for each in _years(year, calendar):
        try:
            weeks.append(calendar.whole("week", date.fromisocalendar(each, int(match["n"]), 1)))
        except ValueError:
            continue                    # that year has no such week
    return (Moment(tuple(weeks), note=year is None),) if weeks else ()


def _to_date(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    grain: Grain = {"y": "year", "q": "quarter", "m": "month", "w": "week"}[match["grain"][0]]  # type: ignore[assignment]
    first, _ = calendar.whole(grain, calendar.today, fiscal=_is_fiscal(match))
    return (Moment(((first, calendar.today + DAY),)),)


# ---------------------------------------------------------------- pieces of them


def _is_fiscal(match: Match) -> bool:
    return any(text for name, text in match.groupdict().items() if name.startswith("fiscal"))


def _year_of(match: Match, calendar: Calendar) -> int | None:
    """The year that a form names: by its number, or "last year"."""
    said = match.groupdict()
    if said.get("year"):
        return _number_of_year(said["year"])
    return calendar.today.year + int(table()["relative"][said["rel"]]) if said.get("rel") else None


def _number_of_year(text: str) -> int:
    return int(text) + (2000 if len(text) == 2 else 0)


def _years(year: int | None, calendar: Calendar) -> Iterator[int]:
    return iter([year] if year is not None else [calendar.today.year + step for step in AROUND])


def _count(match: Match) -> int | None:
    return 1 if match["n"] in ("a", "an") else in_words(match["n"])


def _on_weekday(word: str, calendar: Calendar) -> Iterator[date]:
    here = _weekday_in(calendar.whole("week", calendar.today), word)
    return (shifted(here, "week", step) for step in range(-60, 61))


def _weekday_in(week: Span, word: str) -> date:
    return week[0] + _weekdays()[word] * DAY


@cache
def _months() -> Mapping[str, int]:
    return {text: number for number, texts in enumerate(table()["months"], 1) for text in texts}


@cache
def _weekdays() -> Mapping[str, int]:
    return {text: number for number, texts in enumerate(table()["weekdays"]) for text in texts}


@cache
def _grains() -> Mapping[str, Grain]:
    return {text: grain for grain, texts in table()["grains"].items() for text in texts}


# ---------------------------------------------------------------- the forms

_OF_YEAR = "(?: (?:of )?(?:the year )?(?:(?:calendar year )?(?P<year>{year})|(?P<rel>{rel}) year))"
_OF_ANY_YEAR = (
    "(?: (?:of )?(?:the )?(?:calendar )?(?P<fiscal2>{fiscal} ?)?"
    "(?:(?:year )?(?P<year>{year}|(?:(?<=fy)|(?<=fy ))\\d\\d)|(?P<rel>{rel}) (?:calendar )?(?P<fiscal3>{fiscal} )?year))"
)
_FORMS: tuple[tuple[str, Meaning], ...] = (
    (r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)", _iso),
    (r"(?P<d>\d\d?)(?P<sep>[/.-])(?P<m>\d\d?)(?P=sep)(?P<y>\d{4})", _numeric),
    ("today|yesterday|tomorrow|(?:the )?day before yesterday|(?:the )?day after tomorrow", _near_day),
    ("(?:the )?{day} (?:of )?(?P<month>{month}){of_year}?", _day_of_month),
    ("(?:(?:{weekday})(?: the)? )(?:the )?{day} (?:of )?(?P<month>{month}){of_year}?", _day_of_month),
    ("(?P<month>{month}) (?:the )?{day}{of_year}?", _day_of_month),
    ("(?P<month>{month}){of_year}?", _month),
    ("(?P<rel>{rel}) (?P<month>{month})", _relative_month),
    ("the (?P<day>\\d\\d?)(?:st|nd|rd|th)", _nth),
    ("(?P<day>\\d\\d?)(?:st|nd|rd|th)?", _bare_day),
    ("(?P<fiscal>{fiscal} )?q(?P<nth>[1-4]){of_any_year}?", _quarter),
    ("(?:the )?(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th) (?P<fiscal>{fiscal} )?quarter{of_any_year}?", _quarter),
    ("(?:the )?(?P<nth>last) (?P<fiscal>{fiscal} )?quarter of(?= ){of_any_year}", _quarter),
    ("(?P<fiscal>{fiscal} )?h(?P<nth>[12]){of_any_year}?", _half),
    ("(?:the )?(?P<nth>first|second|1st|2nd|last) half(?: of)?{of_any_year}", _half),
    ("(?:(?:the )?(?:calendar )?year )?(?P<year>{year})", _year),
    ("(?:the )?(?P<fiscal>{fiscal} )(?:year )?(?P<year>{year})", _fiscal_year),
    ("fy ?(?P<year>\\d\\d(?:\\d\\d)?)", _fiscal_year),
    ("(?:fy|fy |(?:{fiscal} )(?:year )?)(?P<year>\\d\\d(?:\\d\\d)?)[/-](?P<then>\\d\\d(?:\\d\\d)?)", _two_years),
    ("(?:the )?(?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year) (?P<side>before last|after next)", _before_last),
    ("(?:the )(?P<rel>last|next|coming) (?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year)", _the_last),
    ("(?:the )?(?P<rel>{rel}) (?:calendar )?(?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year)", _relative),
    ("(?:the |this )?(?P<rel>past) (?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year)", _the_last),
    ("(?:the |these )?(?P<rel>last|past|previous|next|coming) (?P<n>{n}) (?P<grain>{grain})", _last_n),
    ("(?P<n>{n}|a|an) (?P<grain>{grain}) (?P<side>ago|from now|from today)", _ago),
    ("in (?P<n>{n}|a|an) (?P<grain>{grain})(?P<time>(?: 's)? time)?", _in_n),
    ("(?P<weekday>{weekday})", _weekday),
    ("(?:the )?(?P<rel>{rel}|coming|this coming) (?P<weekday>{weekday})", _relative_weekday),
    ("(?P<weekday>{weekday})(?: of)? (?P<rel>{rel}) week", _weekday_of_week),
    ("(?P<rel>{rel}) week(?: 's)?(?: on)? (?P<weekday>{weekday})", _weekday_of_week),
    ("(?:the )?(?P<grain>month|quarter|year) end", _grain_end),
    ("(?P<rel>{rel}) weekend", _weekend),
    ("(?:the )?(?:calendar week|week number|week|cw) (?P<n>\\d\\d?){of_year}?", _numbered_week),
    ("(?P<grain>ytd|qtd|mtd)", _to_date),
    ("(?P<fiscal>{fiscal} )?(?:the )?(?P<grain>year|quarter|month|week) to date", _to_date),
)


@cache
def _forms() -> tuple[tuple[re.Pattern[str], Meaning], ...]:
    data = table()
    macros = {
        "{of_any_year}": _OF_ANY_YEAR, "{of_year}": _OF_YEAR, "{year}": "(?:19[5-9]\\d|20\\d\\d)",
        "{day}": "(?P<day>\\d\\d?)(?:st|nd|rd|th)?", "{fiscal}": "(?:fiscal|financial|fy)", "{n}": "\\d{1,3}|" + any_of(iter(number_words())),
        "{month}": any_of(list(_months())), "{weekday}": any_of(list(_weekdays())), "{rel}": any_of(data["relative"]),
        "{grain}": any_of(list(_grains())),
    }
    return tuple((re.compile(f"(?:{_filled(form, macros)})(?![^ ])"), meaning) for form, meaning in _FORMS)


def _filled(form: str, macros: Mapping[str, str]) -> str:
    for name, pattern in macros.items():
        form = form.replace(name, pattern)
    return form
