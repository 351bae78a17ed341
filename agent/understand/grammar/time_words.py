"""The table of words for times, and what they are read into. Knows no grammar."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial

from agent.plan.periods import Calendar, Grain, Span
from agent.understand.grammar.numbers import in_words
from kg.toml_tables import toml_table

AROUND = range(-40, 41)                 # years in which what comes round each year is looked for
DAY = timedelta(days=1)
TOO_MANY = 1000                         # weeks or years that are counted
Match = re.Match[str]

_GRAINS: Mapping[str, Grain] = {"d": "day", "w": "week", "m": "month", "q": "quarter", "h": "half", "y": "year"}     # by the letter they begin with


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


table = partial(toml_table, __package__, "dates")


def any_of(texts: Iterable[str]) -> str:
    """A pattern for any of the phrases, the longest first."""
    return "|".join(re.escape(t) for t in sorted(texts, key=len, reverse=True))


@cache
def phrases(name: str, kind: str = "") -> re.Pattern[str]:
    """Any of a list of the table, or of one kind of it, as whole words."""
    return re.compile(f"(?<![^ ])(?:{any_of(table()[name][kind] if kind else table()[name])})(?![^ ])")


@cache
def places(name: str) -> Mapping[str, int]:
    """The words of "months" or "weekdays" → number, January and Monday are 1."""
    return {text: number for number, texts in enumerate(table()[name], 1) for text in texts}


def is_fiscal(match: Match) -> bool:
    """Was "fiscal" said, in any place of the form?"""
    return any(text for name, text in match.groupdict().items() if name.startswith("fiscal"))


def year_of(match: Match, calendar: Calendar) -> int | None:
    """The year that a form names: by its number, or "last year"."""
    said = match.groupdict()
    if said.get("year"):
        return number_of_year(said["year"])
    return calendar.today.year + int(table()["relative"][said["rel"]]) if said.get("rel") else None


def number_of_year(text: str) -> int:
    """ "26" and "2026" are one year."""
    return int(text) + (2000 if len(text) == 2 else 0)


def years(year: int | None, calendar: Calendar) -> Iterator[int]:
    """The year that was said, else all around today."""
    return iter([year] if year is not None else [calendar.today.year + step for step in AROUND])


def count_of(match: Match) -> int | None:
    """How many were said, at most 999."""
    count = 1 if match["n"] in ("a", "an") else in_words(match["n"])
    return count if count is not None and count < TOO_MANY else None


def grain_of(match: Match) -> Grain:
    """The stretch of the calendar that a form counts in."""
    return _GRAINS[match["grain"][0]]


# Parts of a time.
PARTS: Mapping[str, Callable[[Span, Calendar], Span]] = {
    "first": lambda span, calendar: (span[0], span[0] + DAY),
    "last": lambda span, calendar: (span[1] - DAY, span[1]),
    "week": lambda span, calendar: calendar.whole("week", span[0]),
    "so_far": lambda span, calendar: (span[0], min(span[1], calendar.today + DAY)),
}
