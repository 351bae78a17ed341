"""Earlier lines ranked for a question: one sum of what speaks for a line. Pure and deterministic; needs no model.

A question is slots: each of its terms, with what may be said for it; who said it; when; what kind of value it asks for. A line gets of
each slot what it holds itself, or a part of what its neighbours or its session hold: an answer seldom repeats the words of its question.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import nlargest
from typing import Protocol

from memory.recall.index import ENTITY, SPEAKER, Line, LineIndex
from memory.recall.terms import alike, asked_by, terms
from memory.recall.when import days_meant

HITS = 10
_CANDIDATES = 80                       # lines that are looked at closely
_MOST_READ = 8_000                      # places of terms that are read to find these; commoner terms only rank them
_WEIGHTY = 8.0                          # terms of the rarest kind: a line of so many cannot be more important


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much; fitted on the open half of the dialogues (benchmarks/recall.py)."""

    alike: float = 0.45                 # a word that may be said for another, against the word itself
    slip: float = 0.7                   # a word a slip of the hand away
    name: float = 1.6                   # a capitalised word of the question, against another
    before: tuple[float, ...] = (0.8, 0.75, 0.5)      # what a line has of the slots of those before it, by distance
    after: tuple[float, ...] = (0.3, 0.15, 0.08)       # and of those after it
    goes_on: float = 0.25               # more of those before, where it says "they" or "it" for a name
    importance: float = 0.3             # how rare its words are
    speaker: float = 0.25               # of the sum that the question's terms could give
    days: float = 0.4
    days_after: float = 0.1             # said up to a week later, of what happened then
    kind: float = 0.03
    newest: float = 0.15
    asking: float = 0.1                 # taken off a line that only asks
    vectors: float = 0.3


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the past. `at`: aware; nothing later is found. `entities`: keys of what it names."""

    text: str
    at: datetime
    entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that was found. `score`: of what a line could have at most, 0 to 1 and a little more."""

    number: int
    line: Line
    score: float


class Vectors(Protocol):
    """A model of meaning, where there is one; none is built in."""

    def similar(self, text: str, numbers: Sequence[int]) -> Mapping[int, float]:
        """How near the question each of the lines is, 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """A query term with its synonyms, how well each matches, and its weight."""

    terms: Mapping[str, float]
    weight: float


def recall(index: LineIndex, question: Question, limit: int = HITS, vectors: Vectors | None = None, weights: Weights = WEIGHTS) -> list[Hit]:
    """The lines that bear on a question, best first; of equal ones the later first."""
    slots = _slots(index, question, weights)
    looked_at = _candidates(index, slots, index.until(question.at))
    sums = _spoken(index, slots, looked_at, weights)
    whole = sum(slot.weight for slot in slots) or 1.0
    extra = _Extra(index, question, weights)
    near = vectors.similar(question.text, looked_at) if vectors else {}
    scores = {n: (sums[n] / whole + extra.of(n) + weights.vectors * near.get(n, 0.0)) * extra.share(n) for n in looked_at}
    best = nlargest(limit, scores, key=lambda n: (scores[n], n))
    return [Hit(number, index.lines[number], round(scores[number], 6)) for number in best]


def worth_showing(hits: Sequence[Hit], most: int = 3, share: float = 0.6) -> list[Hit]:
    """The first few hits, up to where the score falls off: below a share of the best, or by a third at once."""
    kept: list[Hit] = []
    for hit in hits[:most]:
        if kept and (hit.score < share * kept[0].score or hit.score < 2 / 3 * kept[-1].score):
            break
        kept.append(hit)
    return kept


def _slots(index: LineIndex, question: Question, weights: Weights) -> list[_Slot]:
    names = {term for word in re.findall(r"(?<=[\w,'’] )[A-Z][\w'’-]*|\d[\w.,]*", question.text) for term in terms(word)}
    found = [_slot(index, term, weights, weights.name if term in names else 1.0) for term in dict.fromkeys(terms(question.text))]
    speakers = [s for s in found if any(index.holding(SPEAKER + term) for term in s.terms)]
    entities = [_Slot({ENTITY + key: 1.0}, index.rarity(len(index.holding(ENTITY + key)))) for key in question.entities]
    return [slot for slot in [*found, *entities] if slot.weight > 0 or slot in speakers]


def _slot(index: LineIndex, term: str, weights: Weights, factor: float) -> _Slot:
    """A term of the question with what may be said for it. What no line holds weighs nothing."""
    said = {term: 1.0, SPEAKER + term: 0.6} | dict.fromkeys(alike().get(term, ()), weights.alike)
    if not index.holding(term):
        said |= dict.fromkeys(index.slips(term), weights.slip)
    held = {each: share for each, share in said.items() if index.holding(each)}
    if not held:
        return _Slot({}, 0.0)
    count = max(len(index.holding(each)) for each in held if held[each] == max(held.values()))
    return _Slot(held, factor * index.rarity(count))


def _candidates(index: LineIndex, slots: Sequence[_Slot], end: int) -> list[int]:
    """The numbers below `end` to look at closely: the lines that hold most, by the rarest terms first, and their neighbours."""
    sums: dict[int, float] = {}
    worth = {term: slot.weight * share for slot in slots for term, share in slot.terms.items()}
    left = _MOST_READ
    for term in sorted(worth, key=lambda each: (len(index.holding(each)), each)):
        held = index.holding(term)
        if sums and len(held) > left:
            break
        left -= len(held)
        for number in held:
            sums[number] = sums.get(number, 0.0) + worth[term]
    best = nlargest(_CANDIDATES, sums, key=lambda n: (sums[n], n))
    return [n for n in dict.fromkeys(other for number in best for other in index.around(number, 2)) if n < end]


def _spoken(index: LineIndex, slots: Sequence[_Slot], looked_at: Sequence[int], weights: Weights) -> dict[int, float]:
    """The match of each line with the slots, directly or through neighbouring lines."""
    worth: dict[str, list[tuple[int, float]]] = {}
    for place, slot in enumerate(slots):
        for term, share in slot.terms.items():
            worth.setdefault(term, []).append((place, share * slot.weight))
    held: dict[int, dict[int, float]] = {}
    for number in looked_at:
        for other in index.around(number, len(weights.before)):
            if other not in held:
                held[other] = _holds(index.terms[other], worth)
    return {number: _with_neighbours(index, number, held, weights) for number in looked_at}


def _holds(terms_held: Iterable[str], worth: Mapping[str, Sequence[tuple[int, float]]]) -> dict[int, float]:
    """What a line holds of each slot."""
    found: dict[int, float] = {}
    for term in terms_held:
        for place, value in worth.get(term, ()):
            if value > found.get(place, 0.0):
                found[place] = value
    return found


def _with_neighbours(index: LineIndex, number: int, held: Mapping[int, Mapping[int, float]], weights: Weights) -> float:
    best = {place: value / index.lengths[number] for place, value in held[number].items()}
    for other, share in _neighbours(index, number, weights):
        for place, value in held[other].items():
            if share * value > best.get(place, 0.0):
                best[place] = share * value
    return sum(best.values())


def _neighbours(index: LineIndex, number: int, weights: Weights) -> list[tuple[int, float]]:
    """The lines around a line, each with what this one has of it."""
    place, session = index.places[number], index.sessions[index.lines[number].session]
    more = 1 + weights.goes_on * index.looks[number].goes_on
    before = [(session[place - n], share * more) for n, share in enumerate(weights.before, 1) if place >= n]
    return before + [(session[place + n], share) for n, share in enumerate(weights.after, 1) if place + n < len(session)]


class _Extra:
    """Scores of a line beside its words: its speaker, its day, the kinds of values in it."""

    def __init__(self, index: LineIndex, question: Question, weights: Weights) -> None:
        self._index, self._weights = index, weights
        self._days = days_meant(question.text, question.at.date())
        self._asked = asked_by(question.text)

    def of(self, number: int) -> float:
        """The part of the score that is added to that of the words."""
        look, weights = self._index.looks[number], self._weights
        score = weights.kind * len(look.kinds & self._asked.kinds)
        score += weights.importance * min(1.0, self._index.weights[number] / (self._index.rarity(1) * _WEIGHTY))
        if self._days:
            day = self._index.lines[number].time.date()
            inside = self._days[0] <= day <= self._days[1]
            score += weights.days if inside else weights.days_after if timedelta() < day - self._days[1] <= timedelta(7) else 0.0
        if self._asked.newest:
            score += weights.newest * (number + 1) / len(self._index)
        if self._asked.assistants is not None and look.assistants == self._asked.assistants:
            score += weights.speaker
        return score

    def share(self, number: int) -> float:
        """The factor of the whole score: lower for lines that only ask."""
        return 1 - self._weights.asking * self._index.looks[number].asks
