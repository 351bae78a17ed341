"""Times by their names: a date, a month, a quarter, a fiscal year. Without a year they come round."""

import re
from datetime import date
from functools import cache

from agent.phrasing.inflection import ordinal
from agent.plan.periods import Calendar, Grain, Span, shifted, written_day
from agent.understand.grammar.time_words import AROUND, DAY, Match, Moment, grain_of, is_fiscal, number_of_year, places, table, year_of, years

DAYS = tuple(ordinal(place) for place in range(1, 11))


def iso(match: Match, _: Calendar) -> tuple[Moment, ...]:
    """ "2026-10-03"."""
    return _date(int(match["y"]), int(match["m"]), int(match["d"]))


def numeric(match: Match, _: Calendar) -> tuple[Moment, ...]:
    """ "25/12/2026": only where one order of day and month is possible."""
    one, two, year = int(match["d"]), int(match["m"]), int(match["y"])
    if match["sep"] == "." or one > 12 or one == two:
        return _date(year, two, one)
    return _date(year, one, two) if two > 12 else ()


def _date(year: int, month: int, day: int) -> tuple[Moment, ...]:
    found = written_day(f"{year:04}-{month:02}-{day:02}")
    return (Moment(((found, found + DAY),)),) if found is not None else ()          # no such day: the words stay without a meaning


def month(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "October", "October 2025", "October last year"."""
    month, year = places("months")[match["month"]], year_of(match, calendar)
    if re.search(r"(?:^| )\d\d?(?:st|nd|rd|th)?(?: of)? $", match.string[: match.start()]):
        return ()                       # a day of it, even where there is no such day
    spans = tuple((first, shifted(first, "month", 1)) for first in (date(y, month, 1) for y in years(year, calendar)))
    return (Moment(spans, alone=year is not None or match["month"] not in table()["ambiguous"], note=year is None),)


def day_of_month(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "3 March", "March 3rd, 2026", "the first of March"; empty for a day that there is not."""
    month, year = places("months")[match["month"]], year_of(match, calendar)
    dates = [m.spans[0] for y in years(year, calendar) for m in _date(y, month, _place(match["day"]))]
    return (Moment(tuple(dates), note=year is None),) if dates else ()


def bare_day(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "3" in "3 to 15 March": of any month."""
    dates = _each_month(int(match["day"]), calendar.today.year)
    return (Moment(dates, ranges_only=True),) if dates else ()


@cache
def _each_month(day: int, year: int) -> tuple[Span, ...]:
    return tuple(m.spans[0] for step in AROUND for month in range(1, 13) for m in _date(year + step, month, day))


def nth(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "on the 15th": of a month near today."""
    return tuple(Moment(m.spans, alone=False, note=True) for m in bare_day(match, calendar))


def piece(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Q3 2026", "the last quarter of 2025", "fiscal Q2", "the first half of last year"; the year's number of a fiscal one is read both ways."""
    grain, fiscal, year = grain_of(match), is_fiscal(match), year_of(match, calendar)
    number = _place(match["nth"], 4 if grain == "quarter" else 2)
    if fiscal and year is not None:
        return tuple(Moment((_part(whole, grain, number),), note=True) for whole in _fiscal_years(year, match, calendar))
    wholes = [calendar.fiscal_year(y) if fiscal else calendar.whole("year", date(y, 1, 1)) for y in years(year, calendar)]
    return (Moment(tuple(_part(whole, grain, number) for whole in wholes), note=year is None),)


def _place(word: str, last: int = 0) -> int:
    """ "first", "1st", "15"; "last" of so many."""
    return last if word == "last" else DAYS.index(word) + 1 if word in DAYS else int(word.rstrip("stndrh"))


def _part(whole: Span, grain: Grain, number: int) -> Span:
    first = shifted(whole[0], grain, number - 1)
    return first, shifted(first, grain, 1)


def year(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "2025", "calendar year 2025"; not where words before it make it a number of things."""
    before = match.string[: match.start()].split()
    if before and before[-1] in table()["not_a_year_after"]:
        return ()
    return (Moment((calendar.whole("year", date(int(match["year"]), 1, 1)),)),)


def fiscal_year(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Fiscal 2026", "FY26"."""
    return tuple(Moment((span,), note=calendar.fiscal_start != (1, 1)) for span in _fiscal_years(number_of_year(match["year"]), match, calendar))


def _fiscal_years(year: int, match: Match, calendar: Calendar) -> tuple[Span, ...]:
    """Fiscal years that one number may name: the one that begins in that year, and the one that ends in it. "Last" and "this" name one."""
    if match.groupdict().get("rel"):
        step = table()["relative"][match["rel"]]
        return (calendar.ahead("year", step, fiscal=True),)
    begins = calendar.fiscal_year(year)
    return (begins,) if calendar.fiscal_start == (1, 1) else (begins, calendar.fiscal_year(year - 1))


def numbered_week(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """The week of a year as ISO 8601 numbers them."""
    year, number = year_of(match, calendar), int(match["n"])
    mondays = (date.fromisocalendar(each, 1, 1) + (number - 1) * 7 * DAY for each in years(year, calendar))
    weeks = tuple(calendar.whole("week", monday) for monday in mondays if monday.isocalendar().week == number)
    return (Moment(weeks, note=year is None),) if weeks else ()
