"""The times that words name by themselves: a day, "October", "last week", "the last 20 days", "Q3 2026".

A table of forms, each with what it means by the calendar. Knows no prepositions: those are in dates.py.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from agent.plan.periods import Calendar
from agent.understand.grammar import counted_times, named_times
from agent.understand.grammar.time_words import Match, Moment, any_of, grains, months, table, weekdays

Meaning = Callable[[Match, Calendar], tuple[Moment, ...]]


@lru_cache(maxsize=1024)
def moments(text: str, place: int, calendar: Calendar) -> tuple[tuple[int, Moment], ...]:
    """Every reading of every time that begins at a place of the plain text, with where it ends."""
    matches = ((form.match(text, place), meaning) for form, meaning in _forms())
    return tuple((match.end(), moment) for match, meaning in matches if match is not None for moment in meaning(match, calendar))


_OF_YEAR = "(?: (?:of )?(?:the year )?(?:(?:calendar year )?(?P<year>{year})|(?P<rel>{rel}) year))"
_OF_ANY_YEAR = (
    "(?: (?:of )?(?:the )?(?:calendar )?(?P<fiscal2>{fiscal} ?)?"
    "(?:(?:year )?(?P<year>{year}|(?:(?<=fy)|(?<=fy ))\\d\\d)|(?P<rel>{rel}) (?:calendar )?(?P<fiscal3>{fiscal} )?year))"
)
_FORMS: tuple[tuple[str, Meaning], ...] = (
    (r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)", named_times.iso),
    (r"(?P<d>\d\d?)(?P<sep>[/.-])(?P<m>\d\d?)(?P=sep)(?P<y>\d{4})", named_times.numeric),
    ("now|right now|the present(?: day)?|this day", counted_times.now),
    ("today|yesterday|tomorrow|(?:the )?day before yesterday|(?:the )?day after tomorrow", counted_times.near_day),
    ("(?:the )?{day} (?:of )?(?P<month>{month}){of_year}?", named_times.day_of_month),
    ("(?:the )?(?P<day>{nth}) of (?P<month>{month}){of_year}?", named_times.day_of_month),
    ("(?:(?:{weekday})(?: the)? )(?:the )?{day} (?:of )?(?P<month>{month}){of_year}?", named_times.day_of_month),
    ("(?P<month>{month}) (?:the )?{day}{of_year}?", named_times.day_of_month),
    ("(?P<month>{month}){of_year}?", named_times.month),
    ("(?P<rel>{rel}) (?P<month>{month})", counted_times.relative_month),
    ("the (?P<day>\\d\\d?)(?:st|nd|rd|th)", named_times.nth),
    ("(?P<day>\\d\\d?)(?:st|nd|rd|th)?", named_times.bare_day),
    ("(?P<fiscal>{fiscal} )?q(?P<nth>[1-4]){of_any_year}?", named_times.quarter),
    ("(?:the )?(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th) (?P<fiscal>{fiscal} )?quarter{of_any_year}?", named_times.quarter),
    ("(?:the )?(?P<nth>last) (?P<fiscal>{fiscal} )?quarter of(?= ){of_any_year}", named_times.quarter),
    ("(?P<fiscal>{fiscal} )?h(?P<nth>[12]){of_any_year}?", named_times.half),
    ("(?:the )?(?P<nth>first|second|1st|2nd|last) half(?: of)?{of_any_year}", named_times.half),
    ("(?:(?:the )?(?:calendar )?year )?(?P<year>{year})", named_times.year),
    ("(?:the )?(?P<fiscal>{fiscal} )(?:year )?(?P<year>{year})", named_times.fiscal_year),
    ("fy ?(?P<year>\\d\\d(?:\\d\\d)?)", named_times.fiscal_year),
    ("(?:fy|fy |(?:{fiscal} )(?:year )?)(?P<year>\\d\\d(?:\\d\\d)?)[/-](?P<then>\\d\\d(?:\\d\\d)?)", named_times.two_years),
    ("(?:the )?(?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year) (?P<side>before last|after next)", counted_times.before_last),
    ("(?:the )(?P<rel>last|next) (?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year)", counted_times.the_last),
    ("(?:the |this )?(?P<rel>coming|upcoming) (?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year)", counted_times.coming),
    ("(?:the )?(?P<rel>{rel}) (?:calendar )?(?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year)", counted_times.relative),
    ("(?:the |this )?(?P<rel>past) (?P<fiscal>{fiscal} )?(?P<grain>week|month|quarter|year)", counted_times.the_last),
    ("(?:the |these )?(?P<rel>last|past|previous|next|coming) (?P<n>{n}) (?P<grain>{grain})", counted_times.last_n),
    ("(?P<n>{n}|a|an) (?P<grain>{grain}) (?P<side>ago|from now|from today)", counted_times.ago),
    ("in (?P<n>{n}|a|an) (?P<grain>{grain})(?P<time>(?: 's)? time)?", counted_times.in_n),
    ("(?P<weekday>{weekday})", counted_times.weekday),
    ("(?:the )?(?P<rel>{rel}|coming|this coming) (?P<weekday>{weekday})", counted_times.relative_weekday),
    ("(?P<weekday>{weekday})(?: of)? (?P<rel>{rel}) week", counted_times.weekday_of_week),
    ("(?P<rel>{rel}) week(?: 's)?(?: on)? (?P<weekday>{weekday})", counted_times.weekday_of_week),
    ("(?:the )?(?P<grain>month|quarter|year) end", counted_times.grain_end),
    ("(?:the |this |our )?(?P<fiscal>{fiscal} )?(?P<grain>year|quarter|month|week) (?:began|started)", counted_times.beginning),
    ("(?P<rel>{rel}) weekend", counted_times.weekend),
    ("(?:the )?(?:calendar week|week number|week|cw) (?P<n>\\d\\d?){of_year}?", named_times.numbered_week),
    ("(?P<grain>ytd|qtd|mtd)", counted_times.to_date),
    ("(?:this |the |the current |current )?(?P<fiscal>{fiscal} )?(?:the )?(?P<grain>year|quarter|month|week) to date", counted_times.to_date),
)


@cache
def _forms() -> tuple[tuple[re.Pattern[str], Meaning], ...]:
    data = table()
    macros = {
        "{of_any_year}": _OF_ANY_YEAR, "{of_year}": _OF_YEAR, "{year}": "(?:19[5-9]\\d|20\\d\\d)",
        "{day}": "(?P<day>\\d\\d?)(?:st|nd|rd|th)?", "{fiscal}": "(?:fiscal|financial|fy)", "{n}": "\\d{1,3}|[a-z-]+",
        "{month}": any_of(list(months())), "{weekday}": any_of(list(weekdays())), "{rel}": any_of(data["relative"]),
        "{nth}": any_of(list(named_times.DAYS)), "{grain}": any_of(list(grains())),
    }
    return tuple((re.compile(f"(?:{_filled(form, macros)})(?![^ ])"), meaning) for form, meaning in _FORMS)


def _filled(form: str, macros: Mapping[str, str]) -> str:
    for name, pattern in macros.items():
        form = form.replace(name, pattern)
    return form
