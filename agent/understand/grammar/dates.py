"""Stretches of time in a question: "since September", "in the last 20 days", "from 1 March to 15 April".

Joins the times of moments.py with the words around them. Finds every reading and says what was assumed; which one is meant is not decided here,
but for the tense. What it cannot read as a whole it leaves alone, so that the words stay without a meaning.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import pairwise

from agent.language.words import Token
from agent.plan.periods import Calendar, Interval, Span, interval
from agent.understand.grammar.moments import moments
from agent.understand.grammar.tenses import Spoken, coming_round, settled, spoken_tense, tense_after, tense_at, tenses
from agent.understand.grammar.time_words import DAY, PARTS, Moment, any_of, phrases, places, table

Bounds = tuple[date | None, date | None]


@dataclass(frozen=True, slots=True)
class FoundPeriod:
    """A stretch of time that the tokens from `first` up to and without `last` say, prepositions included.

    `note`: a sentence where something was assumed.
    """

    first: int
    last: int
    period: Interval
    note: str = ""


def find_periods(tokens: Sequence[Token], calendar: Calendar, unsaid: Spoken = "unsaid") -> tuple[FoundPeriod, ...]:
    """Every stretch of time, the longest where they overlap. Where the same tokens may mean several, each is found.

    Of times that come round the words of the question settle which is meant: "October" is the latest one up to now, unless they speak of what
    may lie ahead ("due"); then the nearer one, or both. `unsaid`: what they speak of where they do not say."""
    said = _Said.of(tokens)
    spoken = unsaid if (told := spoken_tense(said.text)) == "unsaid" else told
    found = [f for place in said.starts for f in _at(said, place, calendar, spoken)]
    return _without_neighbours(_said_twice(_longest(found)))


@dataclass(frozen=True, slots=True)
class _Said:
    """The question as words with single spaces, and which token each place in it begins or ends."""

    tokens: Sequence[Token]
    text: str
    begins: Mapping[int, int]
    ends: Mapping[int, int]

    @property
    def starts(self) -> Sequence[int]:
        return tuple(self.begins)

    @staticmethod
    def of(tokens: Sequence[Token]) -> "_Said":
        text, begins, ends = "", {}, {}
        for index, token in enumerate(tokens):
            begins[len(text)] = index
            text += _apart(token.plain) + " "
            ends[len(text) - 1] = index + 1
        return _Said(tokens, text.rstrip(), begins, ends)

    def leads_on(self, last: int) -> bool:
        """Does the "on" at the end stand before a name: "from May on Lighthouse"?"""
        return self.tokens[last - 1].plain == "on" and last < len(self.tokens) and self.tokens[last].text[:1].isupper()

    def spoken(self, first: int, last: int) -> str:
        return " ".join(t.text for t in self.tokens[first:last]).replace(" '", "'").replace(" ’", "’")


@dataclass(frozen=True, slots=True)
class _Timed:
    """A reading of a stretch of text, with its bounds."""

    end: int
    bounds: Bounds
    note: bool


def _at(said: _Said, place: int, calendar: Calendar, tense: Spoken) -> Iterator[FoundPeriod]:
    tense = tense_at(said.text, place, tense)
    for each in (way for ways in (_bare, _led, _ranges) for way in ways(said, place, calendar, tense)):
        end = each.end + len(" 's") if re.compile(r" 's(?![^ ])").match(said.text, each.end) else each.end
        first, last = each.bounds
        if end in said.ends and not said.leads_on(said.ends[end]) and (first is None or last is None or first < last):
            begins, ends, period = said.begins[place], said.ends[end], interval(first, last)
            yield FoundPeriod(begins, ends, period, f"“{said.spoken(begins, ends)}” is read as {period.said}." if each.note else "")


def _bare(said: _Said, place: int, calendar: Calendar, tense: Spoken) -> Iterator[_Timed]:
    """A time without a word before it."""
    joined = _joined().search(said.text[:place]) is not None
    for end, moment in _times(said.text, place, calendar):
        if (moment.alone or joined) and not moment.ranges_only and (not moment.future_only or tense == "future"):
            for span in settled(moment, calendar.today, tense):
                yield _Timed(end, span, moment.note)
                for kind, behind in _phrases_at("behind", said.text, end):
                    yield from (_Timed(behind, bounds, True) for bounds in _LED[kind](span, calendar.today))


def _led(said: _Said, place: int, calendar: Calendar, tense: Spoken) -> Iterator[_Timed]:
    """A time after a word that says where it stands to it; not after the "in" of "came in"."""
    if said.text.startswith("in ", place) and said.text[:place].split()[-1:] in ([verb] for verb in table()["verbs_with_in"]):
        return
    for name, only_ago in (("before", False), ("ago", True)):
        for kind, start in _phrases_at(name, said.text, place, before=True):
            for end, moment in _times(said.text, start, calendar):
                if not moment.ranges_only and not moment.future_only and (moment.ago or not only_ago):
                    yield from _directed(said.text, end, kind, moment, calendar, tense)


def _directed(text: str, end: int, kind: str, moment: Moment, calendar: Calendar, tense: Spoken) -> Iterator[_Timed]:
    for span in settled(moment, calendar.today, tense_after(kind, tense)):
        readings = tuple(dict.fromkeys(_LED[kind](span, calendar.today)))
        yield from (_Timed(end, bounds, moment.note or len(readings) > 1) for bounds in readings)
        if kind == "from":
            behind = (*_phrases_at("behind", text, end), *_phrases_at("behind_from", text, end))
            yield from (_Timed(after, bounds, moment.note) for k, after in behind for bounds in _LED[k](span, calendar.today))


def _ranges(said: _Said, place: int, calendar: Calendar, tense: Spoken) -> Iterator[_Timed]:
    """From one time to another, both included."""
    for opening, joins in table()["ranges"].items():
        start = place + len(opening) + 1 if opening else place
        if opening and not said.text.startswith(opening + " ", place):
            continue
        for middle, one in _times(said.text, start, calendar):
            for join in joins:
                if said.text.startswith(f" {join} ", middle):
                    for end, other in _times(said.text, middle + len(join) + 2, calendar):
                        yield from _between(end, one, other, calendar.today, tense)


def _between(end: int, one: Moment, other: Moment, today: date, tense: Spoken) -> Iterator[_Timed]:
    """What comes round follows the end that is settled; else the past has its latest end, the future its next beginning."""
    if one.ranges_only and other.ranges_only:
        return
    for each in tenses(other if other.comes_round else one, today, tense):
        if other.comes_round and not one.ranges_only and (not one.comes_round or each == "future" or other.ranges_only):
            first = coming_round(one, today, each)[0]
            last = next((s[1] for s in other.spans if s[0] >= first), first)
        else:
            begins, last = coming_round(other, today, each)
            first = next((s[0] for s in reversed(one.spans) if s[0] < begins), last)
        if first < last:
            yield _Timed(end, (first, last), one.comes_round and other.comes_round)


@cache
def _joined() -> re.Pattern[str]:
    """A month or year and a word that joins another to it: "in July and August"."""
    return re.compile(rf"(?:^| )(?:{any_of(places('months'))}|\d{{4}}) (?:{any_of(table()['joins'])}) $")

# What a word before or behind a time makes of it.
_LED: Mapping[str, Callable[[Span, date], tuple[Bounds, ...]]] = {
    "within": lambda span, today: (span,),
    "since": lambda span, today: ((span[0], today + DAY),),
    "from": lambda span, today: (span, (span[0], None)),
    "onward": lambda span, today: ((span[0], None),),
    "before": lambda span, today: ((None, span[0]),),
    "by": lambda span, today: ((None, span[1]), (None, span[0] if _is_long(span) else span[1])),
    "through": lambda span, today: ((None, span[1]),),
    "after": lambda span, today: ((span[1], None),),
}


def _is_long(span: Span) -> bool:
    return span[1] - span[0] > DAY

# ---------------------------------------------------------------- times, and parts of times

def _times(text: str, place: int, calendar: Calendar) -> Iterator[tuple[int, Moment]]:
    """Every time that begins at a place, parts of times ("end of next month") among them."""
    yield from moments(text, place, calendar)
    for end, moment in moments(text, place, calendar):
        for kind, behind in _phrases_at("edges_behind", text, end):
            yield behind, _part(moment, kind, calendar)
    for kind, start in _phrases_at("edges", text, place, before=True):
        for end, moment in (*moments(text, start, calendar), *_present(text, start, calendar)):
            if not moment.ranges_only:
                yield end, _part(moment, kind, calendar)


def _part(moment: Moment, kind: str, calendar: Calendar) -> Moment:
    spans = tuple(PARTS[kind](span, calendar) for span in moment.spans)
    return replace(moment, spans=spans, alone=True, note=moment.note or kind in ("first", "last"), future_only=False)

_PRESENT = re.compile(r"(?:the )?(fiscal |financial )?(week|month|quarter|year)(?![^ ])")


def _present(text: str, place: int, calendar: Calendar) -> Iterator[tuple[int, Moment]]:
    """ "The year" behind "the end of" is the present one."""
    match = _PRESENT.match(text, place)
    if match is not None:
        yield match.end(), Moment((calendar.ahead(match[2], 0, fiscal=match[1] is not None),))  # type: ignore[arg-type]    # one of the pattern's four


def _phrases_at(name: str, text: str, place: int, *, before: bool = False) -> Iterator[tuple[str, int]]:
    """The phrases of a table that stand at a place: their kind, and where what they lead to begins (or where they end)."""
    for kind in table()[name]:
        match = phrases(name, kind).match(text, place + (0 if before else 1))
        if match is not None:
            yield kind, match.end() + (1 if before else 0)


_SLASHED = re.compile(r"(q[1-4]|h[12])[/-](\d{4})")


def _apart(word: str) -> str:
    """A token's words: "july-september" and "2024-2025" are two times, "q3/2026" a quarter of a year."""
    if word in table()["apart"]:
        return word.replace("-", " ")
    slashed = _SLASHED.fullmatch(word)
    if slashed:
        return f"{slashed[1]} {slashed[2]}"
    one, dash, other = word.partition("-")
    return f"{one} to {other}" if dash and _is_end(one) and _is_end(other) else word


@cache
def _is_end(word: str) -> bool:
    return word in places("months") or word in places("weekdays") or re.fullmatch(r"(?:19|20)\d\d|[0-3]?\d|q[1-4]", word) is not None


# ---------------------------------------------------------------- which of them stay


def _longest(found: Sequence[FoundPeriod]) -> list[FoundPeriod]:
    """Without what a longer one overlaps; the readings of the same tokens stay side by side, each stretch once."""
    by_range: dict[tuple[int, int], dict[Interval, FoundPeriod]] = defaultdict(dict)
    for each in found:
        by_range[each.first, each.last].setdefault(each.period, each)
    kept: list[tuple[int, int]] = []
    for first, last in sorted(by_range, key=lambda r: (r[0] - r[1], r)):
        if all(last <= start or first >= end for start, end in kept):
            kept.append((first, last))
    return [each for place in sorted(kept) for each in by_range[place].values()]


def _said_twice(found: Sequence[FoundPeriod]) -> list[FoundPeriod]:
    """"Last month, October": two names of one time, side by side, are one."""
    twice = next(((one, other) for one in found for other in found if one.last == other.first and one.period == other.period), None)
    if twice is None:
        return list(found)
    gone = {(each.first, each.last) for each in twice}
    others = [f for f in found if (f.first, f.last) not in gone]
    return _said_twice(sorted([replace(twice[0], last=twice[1].last, note=""), *others], key=lambda f: (f.first, f.last)))


def _without_neighbours(found: Sequence[FoundPeriod]) -> tuple[FoundPeriod, ...]:
    """Times side by side belong to each other in a way that no form says ("the last week of October"): neither is read."""
    touching = {edge for one, other in pairwise(found) if one.last == other.first for edge in ((one.first, one.last), (other.first, other.last))}
    return tuple(f for f in found if (f.first, f.last) not in touching)
