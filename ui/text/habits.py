"""How a person reads days, times and figures: as their browser's language has it, by the clock of their zone. Pure.

The language decides the order of a day's parts, twelve hours or twenty-four, and what stands between the digits; months are named in the one that is
spoken (`ui/text/words.py`). A day is never moved by a zone; a moment is told in the person's own, named where it is not
the one it is written in.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agent.phrasing.figures import decimal, in_cell, rounded
from ui.text.words import say

ZONE_COOKIE = "evergraph_zone"
_NARROW, _HARD = "\u202f", "\u00a0"     # spaces at which no line is broken
_POINTS = ("de", "es", "it", "nl", "pt", "da", "id", "tr", "el", "ro", "hr", "sl")
_SPACES = ("sv", "nb", "no", "fi", "cs", "sk", "pl", "ru", "uk", "hu", "bg", "lv", "lt", "et")
# By language, or language and region: what stands between thousands, and before the decimals.
_SIGNS: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(_POINTS, (".", ",")), **dict.fromkeys(_SPACES, (_HARD, ",")), "fr": (_NARROW, ","),
    "de-ch": ("’", "."), "de-li": ("’", "."), "fr-ch": (_NARROW, ","), "it-ch": ("’", "."), "es-mx": (",", "."),
}
_MONTH_FIRST = frozenset({"en-us", "en-ca", "en-ph"})
_YEAR_FIRST = frozenset({"sv", "ja", "zh", "ko", "hu", "lt"})
_TWELVE = frozenset({"en-us", "en-ca", "en-au", "en-nz", "en-in", "en-ph", "hi"})
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d\S*)?")
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")
_TAG = re.compile(r"([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:[-;].*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Habits:
    """How one person reads. `zone`: None where it is not known; then times are told by the clock that they are written in.

    `today`: the day on which they read, in their zone; None where it is not known.
    """

    thousands: str = ","
    point: str = "."
    first: str = "day"                  # of a date: day, month or year
    has_twelve: bool = False
    zone: ZoneInfo | None = None
    today: date | None = None

    def at(self, now: datetime) -> "Habits":
        """The same at that moment: what is of today can be told by the clock alone."""
        return replace(self, today=self.local(now).date()) if self.zone is not None else self

    def day(self, day: date) -> str:
        """"20 Nov 2026", "Nov 20, 2026" or "2026-11-20"."""
        if self.first == "day":
            return say("{day} {month} {year}", day=day.day, month=say(f"{day:%b}"), year=day.year)
        return f"{day:%b} {day.day}, {day.year}" if self.first == "month" else f"{day.year}-{day:%m-%d}"

    def month(self, text: str, column: str) -> str:
        """A month as a column of months has it ("2026-02"): "Feb 2026", or as it is where the year comes first. What is no such month stays."""
        if not is_month(text, column) or self.first == "year":
            return text
        return f"{say(date.fromisoformat(f'{text}-01').strftime('%b'))} {text[:4]}"

    def moment(self, moment: datetime, *, is_written: bool = False) -> str:
        """A time of a day, in the person's zone. `is_written`: one in UTC that stays so is told to be."""
        local = self.local(moment)
        is_moved = local.utcoffset() != moment.utcoffset()
        zone = f" {local.tzname()}" if is_moved else " UTC" if is_written and moment.utcoffset() == UTC.utcoffset(None) else ""
        return f"{self.day(local.date())}, {self.clock(moment)}{zone}"

    def clock(self, moment: datetime) -> str:
        """The time of a day alone, in the person's zone: "09:05" or "9:05 am"."""
        local = self.local(moment)
        return f"{local.hour % 12 or 12}:{local:%M} {'am' if local.hour < 12 else 'pm'}" if self.has_twelve else f"{local:%H:%M}"

    def short(self, time: date) -> str:
        """A moment of today by the clock, all others by their day."""
        local = self.local(time) if isinstance(time, datetime) else time
        day = local.date() if isinstance(local, datetime) else local
        return self.clock(time) if isinstance(time, datetime) and day == self.today else self.day(day)

    def local(self, moment: datetime) -> datetime:
        """The moment by the clock of the person's zone, as it is where that is not known or it has none itself."""
        return moment.astimezone(self.zone) if self.zone is not None and moment.tzinfo is not None else moment

    def figure(self, value: float | Decimal, unit: str | None = None, *, is_grouped: bool = True, has_cents: bool = False) -> str:
        """A figure in its unit as people say it, without the unit. `has_cents`: with both places, as a column of amounts has them."""
        told = in_cell(value, unit)
        told = f"{told}.00" if has_cents and "." not in told and rounded(decimal(value), unit) == decimal(value) else told
        signs = {",": self.thousands if is_grouped else "", ".": self.point}
        return "".join(signs.get(sign, sign) for sign in told)


USUAL = Habits()


def habits_of(languages: str, zone: str = "") -> Habits:
    """The habits of whoever prefers these languages (as `Accept-Language` has them) and sits in that zone ("Europe/Berlin"). Unknown: as usual."""
    language, both = _preferred(languages)
    thousands, point = _SIGNS.get(both) or _SIGNS.get(language) or (",", ".")
    first = "month" if both in _MONTH_FIRST else "year" if language in _YEAR_FIRST else "day"
    return Habits(thousands, point, first, both in _TWELVE or language in _TWELVE, _zone(zone))


def time_of(value: object) -> date | None:
    """The day or the moment that an ISO text is; None for all else."""
    if not isinstance(value, str) or not _ISO.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value) if "T" in value else date.fromisoformat(value)
    except ValueError:
        return None


def is_month(value: object, column: str) -> bool:
    """Is it a month, "2026-02", in a column that is called by months? Anywhere else it may be a key."""
    return isinstance(value, str) and "month" in column.split() and _MONTH.fullmatch(value) is not None


def _preferred(languages: str) -> tuple[str, str]:
    """The first language that is named, alone and with its region, in small letters."""
    found = _TAG.fullmatch(languages.split(",")[0].strip()[:40])
    if found is None:
        return "", ""
    language, region = found[1].lower(), (found[2] or "").lower()
    return language, f"{language}-{region}" if region else language


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if re.fullmatch(r"[A-Za-z_]+(?:/[A-Za-z0-9_+-]+){0,2}", name[:60]) else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
