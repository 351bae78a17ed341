"""Times counted from today: yesterday, last week, the last 20 days, three weeks ago, next Friday."""

from collections.abc import Iterator
from datetime import date

from agent.plan.periods import Calendar, Grain, Span, shifted
from agent.understand.grammar.time_words import DAY, Match, Moment, count_of, grains, is_fiscal, months, table, weekdays, years


def near_day(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Today", "the day before yesterday"."""
    steps = {"today": 0, "yesterday": -1, "tomorrow": 1, "the day before yesterday": -2, "day before yesterday": -2,
             "the day after tomorrow": 2, "day after tomorrow": 2}
    return (Moment((calendar.ahead("day", steps[match[0]]),)),)


def now(_: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "(From September until) now": the end of a stretch; alone it is no time of anything."""
    return (Moment((calendar.ahead("day", 0),), ranges_only=True),)


def relative_month(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "last October" is the one before this month; where that lies in this year, the one of last year may be meant as well."""
    month, step = months()[match["month"]], table()["relative"][match["rel"]]
    firsts = [date(y, month, 1) for y in years(None, calendar)]
    this, _ = calendar.whole("month", calendar.today)
    near = {0: [calendar.today.year], -1: [max(f for f in firsts if f < this).year], 1: [min(f for f in firsts if f > this).year]}[step]
    found = dict.fromkeys((*near, calendar.today.year + step))
    return tuple(Moment((calendar.whole("month", date(y, month, 1)),), note=True) for y in found)


def relative(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "This week", "last fiscal year"."""
    grain = grains()[match["grain"]]
    return (Moment((calendar.ahead(grain, table()["relative"][match["rel"]], fiscal=is_fiscal(match)),)),)


def before_last(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "The week before last", "the month after next"."""
    step = -2 if match["side"] == "before last" else 2
    return (Moment((calendar.ahead(grains()[match["grain"]], step, fiscal=is_fiscal(match)),)),)


def the_last(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "In the last month" is the calendar month before this one to some, and a month counted back from today to others: both."""
    grain, back = grains()[match["grain"]], match["rel"] in ("last", "past")
    rolling = Moment((_rolling(calendar, grain, -1 if back else 1),), note=True)
    whole = Moment((calendar.ahead(grain, -1 if back else 1, fiscal=is_fiscal(match)),), note=True)
    if match["rel"] == "past":
        return (rolling,)
    return (whole,) if grain in ("quarter", "day") or is_fiscal(match) else (whole, rolling)


def coming(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "The coming week" is the calendar week after this one."""
    return (Moment((calendar.ahead(grains()[match["grain"]], 1, fiscal=is_fiscal(match)),), note=True),)


def last_n(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """Today minus n days up to now; quarters are whole ones."""
    count, grain, back = count_of(match), grains()[match["grain"]], match["rel"] in ("last", "past", "previous")
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


def ago(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Three weeks ago" is a day, or the week around it."""
    count, grain = count_of(match), grains()[match["grain"]]
    if not count:
        return ()
    steps = -count if match["side"] == "ago" else count
    day = calendar.whole("day", shifted(calendar.today, grain, steps))
    on_day = Moment((day,), note=grain != "day", ago=True)
    return (on_day,) if grain == "day" else (on_day, Moment((calendar.ahead(grain, steps),), note=True))


def in_n(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "In three days": a day to come."""
    count = count_of(match)
    there = shifted(calendar.today, grains()[match["grain"]], count or 0)
    return (Moment((calendar.whole("day", there),), note=True, future_only=not match["time"]),) if count else ()


def weekday(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Monday": one of every week."""
    day, spans = match["weekday"], [(d, d + DAY) for d in _on_weekday(match["weekday"], calendar)]
    return (Moment(tuple(spans), alone=day not in table()["ambiguous"], note=True),)


def relative_weekday(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
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


def weekday_of_week(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Monday last week"."""
    day = _weekday_in(calendar.ahead("week", table()["relative"][match["rel"]]), match["weekday"])
    return (Moment((calendar.whole("day", day),)),)


def weekend(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Next weekend": Saturday and Sunday."""
    saturday = calendar.ahead("week", table()["relative"][match["rel"]])[0] + 5 * DAY
    return (Moment(((saturday, saturday + 2 * DAY),)),)


def grain_end(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Year end": the last day of the present one."""
    end = calendar.ahead(grains()[match["grain"]], 0)[1]
    return (Moment(((end - DAY, end),), alone=False, note=True),)


def beginning(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "(Since) the fiscal year began": the first day of the present one."""
    first, _ = calendar.whole(grains()[match["grain"]], calendar.today, fiscal=is_fiscal(match))
    return (Moment(((first, first + DAY),), alone=False),)


def to_date(match: Match, calendar: Calendar) -> tuple[Moment, ...]:
    """ "Year to date", "YTD"."""
    grain: Grain = {"y": "year", "q": "quarter", "m": "month", "w": "week"}[match["grain"][0]]  # type: ignore[assignment]
    first, _ = calendar.whole(grain, calendar.today, fiscal=is_fiscal(match))
    return (Moment(((first, calendar.today + DAY),)),)


def _on_weekday(word: str, calendar: Calendar) -> Iterator[date]:
    here = _weekday_in(calendar.whole("week", calendar.today), word)
    return (shifted(here, "week", step) for step in range(-60, 61))


def _weekday_in(week: Span, word: str) -> date:
    return week[0] + weekdays()[word] * DAY
