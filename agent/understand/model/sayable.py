"""What a plan of a message may say beside the catalogue's ids: names, values, stretches of text, numbers and times that the message holds."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.language.words import tokens
from agent.plan.periods import Calendar
from agent.understand.grammar.dates import find_periods
from agent.understand.grammar.evidence import VALUE
from agent.understand.grammar.numbers import find_quantities
from kg.resolve import Candidate

_UNITS = ("hours", "days", "weeks", "months", "years")
_LONGEST, _MOST = 3, 40                 # words of a stretch, and stretches


@dataclass(frozen=True, slots=True)
class Sayable:
    """`names`: by model; `values`: by field; `texts`: stretches of the message; `periods`: first day, first day after, ISO dates."""

    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    texts: Sequence[str] = ()
    numbers: Sequence[float] = ()
    units: Sequence[str] = ()
    periods: Sequence[tuple[str | None, str | None]] = ()


def sayable(message: str, calendar: Calendar, candidates: Mapping[str, Sequence[Candidate]]) -> Sayable:
    """All of it. `candidates`: what the graph has for the message."""
    said = tokens(message)
    names, values = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for one in (one for found in candidates.values() for one in found):
        if one.model == VALUE:
            values[str(one.properties.get("field"))].append(str(one.properties.get("value")))
        else:
            names[one.model].append(one.name)
    numbers = dict.fromkeys(float(found.quantity.number) for found in find_quantities(said))
    periods = dict.fromkeys((_day(found.period.first), _day(found.period.last)) for found in find_periods(said, calendar))
    texts = list(_stretches([token.text for token in said]))[:_MOST]
    units = [unit for unit in _UNITS if {unit, unit.rstrip("s")} & {token.plain for token in said}]
    return Sayable(names, values, texts, [_whole(n) for n in numbers], units, list(periods))


def _stretches(words: Sequence[str]) -> Iterator[str]:
    """Every few words that follow one another, the longest first."""
    for length in range(_LONGEST, 0, -1):
        yield from (" ".join(words[at : at + length]) for at in range(len(words) - length + 1))


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


def _day(day: object) -> str | None:
    return str(day) if day is not None else None
