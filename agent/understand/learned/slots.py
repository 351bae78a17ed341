"""Slots: a message and its plan with names, times, numbers and the company's values taken out, and filled again from another message.

A slot is made only where the same text (of times: the same days) stands in both; all other words stay as they are. Words are compared in their
plain form, as the grammar cuts them: case, punctuation and listed slips do not count.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from agent.catalogue import Catalogue
from agent.language.words import Token, tokens
from agent.plan.periods import Calendar, Interval
from agent.understand.grammar.dates import FoundPeriod, find_periods
from agent.understand.grammar.numbers import find_quantities
from agent.understand.learned.places import Json, Kind, Place, changed, is_of_company, is_period, places, with_whole_periods

SLOT = re.compile(r"\{(name|time|number|text)(\d+)(\+?)\}")     # "+": a time that goes up to now; a plan leaves its end open
_LONGEST = 8                            # words of a name
_SMALL = (0, 1)                         # numbers that nobody says


@dataclass(frozen=True, slots=True)
class Slotted:
    """Words and plan with slots, and what was taken out of the plan for each."""

    words: str
    plan: Json
    taken: Mapping[str, Json]

    @property
    def fixed(self) -> frozenset[Kind]:
        """Of which kinds the plan still holds values that are no slots."""
        return frozenset(p.kind for p in places(self.plan) if not _is_slot(p.value) and p.value not in _SMALL)


@dataclass(frozen=True, slots=True)
class SlotValue:
    """What a message says in the place of a slot: its text, and the days or the number that it means. `note`: what was assumed of a time."""

    text: str
    value: Json
    note: str = ""


def slotted(catalogue: Catalogue, text: str, plan: Json, calendar: Calendar) -> Slotted:
    """A message and its plan, with slots for all that stands in both."""
    whole = with_whole_periods(plan)
    cut = _Cut(tokens(text))
    cut.times(places(whole), calendar)
    cut.words("name", {str(p.value) for p in places(whole) if p.kind == "name"})
    cut.words("text", {str(p.value) for p in places(whole) if p.kind == "text" and is_of_company(catalogue, p.about)})
    cut.numbers([p.value for p in places(whole) if p.kind == "number"])

    def slot_of(place: Place) -> Json:
        if place.kind == "text" and not is_of_company(catalogue, place.about):
            return place.value
        return cut.slots.get((place.kind, json.dumps(place.value)), place.value)

    return Slotted(cut.said(), changed(whole, slot_of), cut.taken)


def filled(plan: Json, fillers: Mapping[str, Json]) -> Json:
    """A plan with its slots filled. Raises KeyError for a slot without a filler."""
    if isinstance(plan, list):
        return [filled(each, fillers) for each in plan]
    if isinstance(plan, dict):
        return {key: filled(value, fillers) for key, value in plan.items()}
    slot = SLOT.fullmatch(plan) if isinstance(plan, str) else None
    if slot is None:
        return plan
    value = fillers[f"{slot[1]}{slot[2]}"]
    return [value[0], None] if slot[3] else value


def slots_in(plan: Json) -> dict[str, Kind]:
    """The slots of a plan, each with its kind."""
    return {slot[1] + slot[2]: slot[1] for slot in SLOT.finditer(json.dumps(plan))}      # type: ignore[misc]


def parts_of(words: str) -> tuple[str, ...]:
    """Words with slots in their plain form, each word and each slot by itself."""
    found = list[str]()
    place = 0
    for slot in SLOT.finditer(words):
        found += [*(t.plain for t in tokens(words[place : slot.start()])), slot[0]]
        place = slot.end()
    return (*found, *(t.plain for t in tokens(words[place:])))


def matches(words: str, text: str, calendar: Calendar) -> Iterator[Mapping[str, SlotValue]]:
    """Every way in which a message says just these words with something in each slot."""
    said, parts = tokens(text), words.split()
    fixed = {part for part in parts if not SLOT.fullmatch(part)}
    if fixed <= {t.plain for t in said} and len(parts) <= len(said):
        yield from _Match(text, said, tuple(parts), _periods(said, calendar), calendar).rest(0, 0, {})


@dataclass(frozen=True)
class _Match:
    """Words with slots held against a message."""

    text: str
    said: Sequence[Token]
    parts: Sequence[str]
    periods: Mapping[tuple[int, int], FoundPeriod]
    calendar: Calendar

    def rest(self, part: int, at: int, so_far: Mapping[str, SlotValue]) -> Iterator[Mapping[str, SlotValue]]:
        """The ways from this part and this word on."""
        if part == len(self.parts):
            if at == len(self.said):
                yield so_far
            return
        slot = SLOT.fullmatch(self.parts[part])
        if slot is None:
            if at < len(self.said) and self.said[at].plain == self.parts[part]:
                yield from self.rest(part + 1, at + 1, so_far)
            return
        for end, found in self._fillers(slot, at):
            yield from self.rest(part + 1, end, {**so_far, slot[1] + slot[2]: found})

    def _fillers(self, slot: re.Match[str], at: int) -> Iterator[tuple[int, SlotValue]]:
        if slot[1] == "time":
            for (_, last), p in (each for each in self.periods.items() if each[0][0] == at):
                if not slot[3] or _days(p.period)[1] in _ends_of(self.calendar):
                    yield last, SlotValue(self._between(at, last), _days(p.period), p.note)
        elif slot[1] == "number":
            number = _number(self.said[at]) if at < len(self.said) else None
            if number is not None:
                yield at + 1, SlotValue(self.said[at].text, number)
        else:
            for last in range(at + 1, min(at + _LONGEST, len(self.said)) + 1):
                yield last, SlotValue(self._between(at, last), self._between(at, last))

    def _between(self, first: int, last: int) -> str:
        return self.text[self.said[first].first : self.said[last - 1].last]


@dataclass
class _Cut:
    """A message in which slots are put for what is taken out of it. `slots`: by kind and value as JSON, how the plan writes its slot."""

    tokens: Sequence[Token]
    slots: dict[tuple[str, str], str] = field(default_factory=dict)
    taken: dict[str, Json] = field(default_factory=dict)
    _at: dict[int, str] = field(default_factory=dict)           # first word of what was taken out -> its slot
    _covered: set[int] = field(default_factory=set)

    def said(self) -> str:
        """The words, with a slot for each that was made."""
        return " ".join(self._at.get(i, token.plain) for i, token in enumerate(self.tokens) if i in self._at or i not in self._covered)

    def times(self, held: Sequence[Place], calendar: Calendar) -> None:
        """Stretches of time that the plan has too; one that goes up to now may go on in the plan."""
        wanted = {json.dumps(p.value) for p in held if p.kind == "time" and is_period(p.value)}
        for (first, last), found in _periods(self.tokens, calendar).items():
            days = _days(found.period)
            goes_on = [days[0], None] if days[1] in _ends_of(calendar) else days
            written = {json.dumps(days): "", json.dumps(goes_on): "+" if goes_on != days else ""}
            if wanted & written.keys():
                slot = self._take("time", first, last, days)
                self.slots |= {("time", value): f"{{{slot}{mark}}}" for value, mark in written.items()}
                self._at[first] = f"{{{slot}+}}" if any(mark and value in wanted for value, mark in written.items()) else f"{{{slot}}}"

    def words(self, kind: Kind, held: set[str]) -> None:
        """Texts of the plan that the message says once, the longest first."""
        for value in sorted(held, key=lambda v: (-len(v), v)):
            wanted = [t.plain for t in tokens(value)]
            starts = [i for i in range(len(self.tokens) - len(wanted) + 1) if [t.plain for t in self.tokens[i : i + len(wanted)]] == wanted]
            if wanted and len(starts) == 1 and self._is_free(starts[0], starts[0] + len(wanted)):
                self.slots[kind, json.dumps(value)] = f"{{{self._take(kind, starts[0], starts[0] + len(wanted), value)}}}"

    def numbers(self, held: Sequence[float]) -> None:
        """Numbers that message and plan both have once; their units are words that stay."""
        said = {i: number for i, token in enumerate(self.tokens) if (number := _number(token)) is not None}
        for i, number in said.items():
            once = list(held).count(number) == 1 and list(said.values()).count(number) == 1
            if once and number not in _SMALL and self._is_free(i, i + 1):
                value = next(each for each in held if each == number)
                self.slots["number", json.dumps(value)] = f"{{{self._take('number', i, i + 1, value)}}}"

    def _is_free(self, first: int, last: int) -> bool:
        return self._covered.isdisjoint(range(first, last))

    def _take(self, kind: Kind, first: int, last: int, value: Json) -> str:
        slot = f"{kind}{1 + sum(name.startswith(kind) for name in self.taken)}"
        self.taken[slot] = value
        self._at[first] = f"{{{slot}}}"
        self._covered.update(range(first, last))
        return slot


def _periods(said: Sequence[Token], calendar: Calendar) -> Mapping[tuple[int, int], FoundPeriod]:
    """The stretches of time that words say without a doubt, by their first word and the one behind them."""
    found = find_periods(said, calendar)
    by_place = {(f.first, f.last): [o for o in found if (o.first, o.last) == (f.first, f.last)] for f in found}
    return {place: each[0] for place, each in by_place.items() if len({(f.period.first, f.period.last) for f in each}) == 1}


def _days(period: Interval) -> list[str | None]:
    return [day.isoformat() if day is not None else None for day in (period.first, period.last)]


def _ends_of(calendar: Calendar) -> tuple[str, str]:
    """The last days of what goes up to now, exclusive."""
    return calendar.today.isoformat(), (calendar.today + timedelta(days=1)).isoformat()


def _number(token: Token) -> float | None:
    """The number that one word says without a unit or a sign of comparison."""
    found = find_quantities((token,))
    if len(found) != 1 or found[0].quantity.unit is not None or found[0].op != "=":
        return None
    number = found[0].quantity.number
    return int(number) if number == number.to_integral_value() else float(number)


def _is_slot(value: Any) -> bool:
    return isinstance(value, str) and SLOT.fullmatch(value) is not None
