"""Times counted from today: yesterday, last week, the last 20 days, three weeks ago, next Friday."""

from collections.abc import Mapping, Sequence
from datetime import date

from agent.plan.periods import Calendar, Grain, Span, shifted
from agent.understand.grammar.time_words import DAY, PARTS, Match, Moment, count_of, grain_of, is_fiscal, places, table, years

_DAYS = {"today": 0, "yesterday": -1, "tomorrow": 1, "day before yesterday": -2, "day after tomorrow": 2}
_SIDES: Mapping[str, str] = {"end": "last", "began": "first", "started": "first"}


def near_day(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Today", "the day before yesterday"; "(from September until) now" is the end of a stretch, and alone no time of anything."""
    step = _DAYS.get(match[0].removeprefix("the "))
    return (Moment((calendar.ahead("day", step or 0),), ranges_only=step is None),)


def relative(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "This week", "last fiscal year", "the week before last"; "the coming week" is the calendar week after this one."""
    return (Moment((calendar.ahead(grain_of(match), _steps(match), fiscal=is_fiscal(match)),), note="coming" in match["rel"]),)


def relative_month(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "last October" is the one before this month; where that lies in this year, the one of last year may be meant as well."""
    month, step = places("months")[match["month"]], _steps(match)
    firsts, (this, _) = [date(y, month, 1) for y in years(None, calendar)], calendar.whole("month", calendar.today)
    return tuple(Moment((calendar.whole("month", d),), note=True) for d in _nearest(firsts, this, step, date(calendar.today.year + step, month, 1)))


def relative_weekday(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Next Friday" is the coming one, or that of next week; "this Friday" is that of this week."""
    number, step = places("weekdays")[match["weekday"]], _steps(match)
    near = _nearest(_on_weekday(number, calendar), calendar.today, step, _weekday_in(calendar.ahead("week", step), number))
    return tuple(Moment((calendar.whole("day", d),), note=True) for d in (near[:1] if "coming" in match["rel"] else near))


def _nearest(days: Sequence[date], today: date, step: int, of_step: date) -> tuple[date, ...]:
    """The one right before or after today, and that of last or next week or year."""
    near = {0: of_step, -1: max(d for d in days if d < today), 1: min(d for d in days if d > today)}[step]
    return tuple(dict.fromkeys((near, of_step)))


def the_last(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "In the last month" is the calendar month before this one to some, and a month counted back from today to others: both."""
    grain, step = grain_of(match), _steps(match)
    rolling = Moment((_rolling(calendar, grain, step),), note=True)
    whole = Moment((calendar.ahead(grain, step, fiscal=is_fiscal(match)),), note=True)
    if match["rel"] == "past":
        return (rolling,)
    return (whole,) if grain == "quarter" or is_fiscal(match) else (whole, rolling)


def last_n(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """Today minus n days up to now; quarters are whole ones."""
    count, grain, step = count_of(match), grain_of(match), _steps(match)
    if not count:
        return ()
    if grain != "quarter":
        return (Moment((_rolling(calendar, grain, step * count),)),)
    here, after = calendar.whole("quarter", calendar.today)
    return (Moment(((shifted(here, grain, -count), here) if step < 0 else (after, shifted(after, grain, count)),), note=True),)


def _rolling(calendar: Calendar, grain: Grain, steps: int) -> Span:
    there = shifted(calendar.today, grain, steps)
    return (there, calendar.today + DAY) if steps < 0 else (calendar.today, there + DAY)


def ago(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Three weeks ago" is a day, or the week around it."""
    count, grain = count_of(match), grain_of(match)
    if not count:
        return ()
    steps = -count if match["side"] == "ago" else count
    on_day = Moment((calendar.whole("day", shifted(calendar.today, grain, steps)),), note=grain != "day", ago=True)
    return (on_day,) if grain == "day" else (on_day, Moment((calendar.ahead(grain, steps),), note=True))


def in_n(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "In three days": a day to come."""
    count = count_of(match)
    there = shifted(calendar.today, grain_of(match), count or 0)
    return (Moment((calendar.whole("day", there),), note=True, future_only=not match["time"]),) if count else ()


def weekday(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Monday": one of every week."""
    days = _on_weekday(places("weekdays")[match["weekday"]], calendar)
    return (Moment(tuple((d, d + DAY) for d in days), alone=match["weekday"] not in table()["ambiguous"], note=True),)


def weekday_of_week(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Monday last week"."""
    day = _weekday_in(calendar.ahead("week", _steps(match)), places("weekdays")[match["weekday"]])
    return (Moment((calendar.whole("day", day),)),)


def of_present(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Year end", "(since) the fiscal year began", "year to date", "YTD": the last or first day of the present one, or what is over of it."""
    part = _SIDES.get(match["side"], "so_far")
    whole = calendar.whole(grain_of(match), calendar.today, fiscal=is_fiscal(match))
    return (Moment((PARTS[part](whole, calendar),), alone=part == "so_far", note=part == "last"),)


def _steps(match: Match) -> int:
    """How many weeks, months … ahead of this one a form says."""
    return int(table()["relative"].get(match["rel"]) or table()["steps"].get(match["rel"], 0))


def _on_weekday(number: int, calendar: Calendar) -> Sequence[date]:
    here = _weekday_in(calendar.whole("week", calendar.today), number)
    return [shifted(here, "week", step) for step in range(-60, 61)]


def _weekday_in(week: Span, number: int) -> date:
    return week[0] + (number - week[0].isoweekday()) % 7 * DAY
