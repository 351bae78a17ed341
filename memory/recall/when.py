"""The days that a question about earlier lines speaks of: "yesterday", "last week", "in March", "on 3 October". Pure text, English."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from kg.names import fold

Days = tuple[date, date]                # first and last, both included

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]}|t)?" if len(name) > 3 else name for name in _MONTHS)
_WEEKDAY = "|".join(_WEEKDAYS)
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: n for n, word in enumerate(_COUNTED, 1)} | {"a": 1, "couple": 2, "few": 3}
_COUNT = rf"(\d+|{'|'.join(_NUMBERS)})(?: of)?"
_LENGTHS = {"day": 1, "week": 7, "fortnight": 14, "month": 30}
_AROUND = {"day": 0, "week": 3, "fortnight": 5, "month": 12}        # how exactly people count back in these


def days_meant(text: str, today: date) -> Days | None:
    """The days that a question speaks of, as seen from `today`; None where it names none. The first that it names."""
    plain = fold(text)
    found = ((match.start(), days) for pattern, make in _WAYS if (match := pattern.search(plain)) and (days := _of_calendar(make, match, today)))
    return min(found, key=lambda one: one[0], default=(0, None))[1]


def _of_calendar(make: "_Way", match: re.Match[str], today: date) -> Days | None:
    """The days of a way to say them; None where the calendar has none: 31 February, or 99999 months ago."""
    try:
        return make(match, today)
    except (ValueError, OverflowError):
        return None


def _week(first: date) -> Days:
    monday = first - timedelta(first.weekday())
    return monday, monday + timedelta(6)


def _month(year: int, month: int) -> Days:
    after = date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, 1), after - timedelta(1)


def _named_month(match: re.Match[str], today: date) -> Days:
    number = next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(match["month"][:3]))
    year = int(match["year"]) if match["year"] else today.year - (number > today.month)
    return _month(year, number)


def _named_day(match: re.Match[str], today: date) -> Days:
    month = next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(match["month"][:3]))
    year = int(match["year"]) if match["year"] else today.year
    day = date(year, month, int(match["day"]))
    day = day if match["year"] or day <= today else day.replace(year=year - 1)
    return day, day


def _ago(match: re.Match[str], today: date) -> Days:
    count, unit = match[1], match[2]
    middle = today - timedelta(_LENGTHS[unit] * (int(count) if count.isdigit() else _NUMBERS[count]))
    return middle - timedelta(_AROUND[unit]), middle + timedelta(_AROUND[unit])


def _past(match: re.Match[str], today: date) -> Days:
    count, unit = match[1] or "one", match[2]
    return today - timedelta(_LENGTHS[unit] * (int(count) if count.isdigit() else _NUMBERS[count])), today


def _weekday(match: re.Match[str], today: date) -> Days:
    back = (today.weekday() - _WEEKDAYS.index(match[1]) - 1) % 7 + 1
    day = today - timedelta(back)
    return day, day


def _iso(match: re.Match[str], today: date) -> Days:
    day = date.fromisoformat(match[0])
    return day, day


def _last_month(match: re.Match[str], today: date) -> Days:
    return _month(*((today.year, today.month - 1) if today.month > 1 else (today.year - 1, 12)))


_Way = Callable[[re.Match[str], date], Days]          # raises ValueError or OverflowError for days that the calendar lacks
_WAYS: tuple[tuple[re.Pattern[str], _Way], ...] = tuple((re.compile(pattern), make) for pattern, make in (
    (r"\b\d{4}-\d\d-\d\d\b", _iso),
    (rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b(?:,? (?P<year>\d{{4}}))?", _named_day),
    (rf"\b(?P<month>{_MONTH}) (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d)(?:,? (?P<year>\d{{4}}))?", _named_day),
    (rf"\b(?:in|during|since|of|early|late|mid|last) (?P<month>{_MONTH})\b(?! \d{{1,2}}\b)(?:,? (?P<year>\d{{4}}))?", _named_month),
    (r"\bday before yesterday\b", lambda match, today: (today - timedelta(2), today - timedelta(2))),
    (r"\b(?<!before )yesterday\b", lambda match, today: (today - timedelta(1), today - timedelta(1))),
    (r"\b(?:earlier|before) today\b|\bthis morning\b|\btoday\b", lambda match, today: (today, today)),
    (r"\bweek before last\b", lambda match, today: _week(today - timedelta(14))),
    (r"\b(?:last|previous) week\b", lambda match, today: _week(today - timedelta(7))),
    (r"\bthis week\b", lambda match, today: (_week(today)[0], today)),
    (r"\b(?:last|previous) month\b", _last_month),
    (r"\bthis month\b", lambda match, today: (today.replace(day=1), today)),
    (rf"\b{_COUNT} (day|week|fortnight|month)s? (?:ago|back|earlier)\b", _ago),
    (rf"\b(?:past|last) (?:{_COUNT} )?(day|week|fortnight|month)s\b", _past),
    (rf"\b(?:on|last|this|of) ({_WEEKDAY})\b", _weekday),
))
