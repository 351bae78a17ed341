"""The times that words name by themselves: a day, "October", "last week", "the last 20 days", "Q3 2026".

A table of forms, each with what it means by the calendar. Knows no prepositions: those are in dates.py.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from agent.plan.periods import Calendar
from agent.understand.grammar import counted_times, named_times
from agent.understand.grammar.time_words import Match, Moment, any_of, places, table

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
    ("now|right now|the present(?: day)?|this day", counted_times.near_day),
    ("today|yesterday|tomorrow|(?:the )?day before yesterday|(?:the )?day after tomorrow", counted_times.near_day),
    ("(?:the )?(?P<day>{nth}) of (?P<month>{month}){of_year}?", named_times.day_of_month),
    ("(?:(?:{weekday}) )?(?:the )?{day} (?:of )?(?P<month>{month}){of_year}?", named_times.day_of_month),
    ("(?P<month>{month}) (?:the )?{day}{of_year}?", named_times.day_of_month),
    ("(?P<month>{month}){of_year}?", named_times.month),
    ("(?P<rel>{rel}) (?P<month>{month})", counted_times.relative_month),
    ("the (?P<day>\\d\\d?)(?:st|nd|rd|th)", named_times.nth),
    ("(?P<day>\\d\\d?)(?:st|nd|rd|th)?", named_times.bare_day),
    ("{in_fiscal}(?P<grain>q(?=[1-4])|h(?=[12]))(?P<nth>\\d){of_any_year}?", named_times.piece),
    ("(?:the )?(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th) {in_fiscal}(?P<grain>quarter){of_any_year}?", named_times.piece),
    ("(?:the )?(?P<nth>last) {in_fiscal}(?P<grain>quarter) of(?= ){of_any_year}", named_times.piece),
    ("(?:the )?(?P<nth>first|second|1st|2nd|last) (?P<grain>half)(?: of)?{of_any_year}", named_times.piece),
    ("(?:(?:the )?(?:calendar )?year )?(?P<year>{year})", named_times.year),
    ("(?:the )?(?P<fiscal>{fiscal} )(?:year )?(?P<year>{year})", named_times.fiscal_year),
    ("fy ?(?P<year>\\d\\d(?:\\d\\d)?)", named_times.fiscal_year),
    ("(?:the )?{in_fiscal}{calendar} (?P<rel>before last|after next)", counted_times.relative),
    ("(?:the )(?P<rel>last|next) {in_fiscal}{calendar}", counted_times.the_last),
    ("(?:the |this )?(?P<rel>coming|upcoming) {in_fiscal}{calendar}", counted_times.relative),
    ("(?:the )?(?P<rel>{rel}) (?:calendar )?{in_fiscal}{calendar}", counted_times.relative),
    ("(?:the |this )?(?P<rel>past) {in_fiscal}{calendar}", counted_times.the_last),
    ("(?:the |these )?(?P<rel>last|past|previous|next|coming) (?P<n>{n}) (?P<grain>{grain})", counted_times.last_n),
    ("(?P<n>{n}|a|an) (?P<grain>{grain}) (?P<side>ago|from now|from today)", counted_times.ago),
    ("in (?P<n>{n}|a|an) (?P<grain>{grain})(?P<time>(?: 's)? time)?", counted_times.in_n),
    ("(?P<weekday>{weekday})", counted_times.weekday),
    ("(?:the )?(?P<rel>{rel}|coming|this coming) (?P<weekday>{weekday})", counted_times.relative_weekday),
    ("(?P<weekday>{weekday})(?: of)? (?P<rel>{rel}) week", counted_times.weekday_of_week),
    ("(?P<rel>{rel}) week(?: 's)?(?: on)? (?P<weekday>{weekday})", counted_times.weekday_of_week),
    ("(?:the )?(?P<grain>month|quarter|year) (?P<side>end)", counted_times.of_present),
    ("(?:the |this |our )?{in_fiscal}{calendar} (?P<side>began|started)", counted_times.of_present),
    ("(?:the )?(?:calendar week|week number|week|cw) (?P<n>\\d\\d?){of_year}?", named_times.numbered_week),
    ("(?P<grain>[yqm])(?P<side>td)", counted_times.of_present),
    ("(?:this |the |the current |current )?{in_fiscal}(?:the )?{calendar} (?P<side>to date)", counted_times.of_present),
)


@cache
def _forms() -> tuple[tuple[re.Pattern[str], Meaning], ...]:
    data = table()
    macros = {
        "{in_fiscal}": "(?P<fiscal>{fiscal} )?",
        "{of_any_year}": _OF_ANY_YEAR, "{of_year}": _OF_YEAR, "{year}": "(?:19[5-9]\\d|20\\d\\d)",
        "{day}": "(?P<day>\\d\\d?)(?:st|nd|rd|th)?", "{fiscal}": "(?:fiscal|financial|fy)", "{n}": "\\d{1,3}|[a-z-]+",
        "{month}": any_of(places("months")), "{weekday}": any_of(places("weekdays")), "{rel}": any_of(data["relative"]),
        "{nth}": any_of(named_times.DAYS), "{calendar}": "(?P<grain>week|month|quarter|year)", "{grain}": "(?:day|week|wk|month|quarter|year|yr)s?",
    }
    return tuple((re.compile(f"(?:{_filled(form, macros)})(?![^ ])"), meaning) for form, meaning in _FORMS)


def _filled(form: str, macros: Mapping[str, str]) -> str:
    for name, pattern in macros.items():
        form = form.replace(name, pattern)
    return form
