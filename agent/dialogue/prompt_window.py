"""What a planner is told beside the question: the last turns, what the person prefers, old lines that bear on it, entities, a summary, a persona.

Pure: the same material gives the same window. It never holds more than its budget, never leaves out the question, and never splits a turn:
what does not fit goes whole, what is worth least for its length first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any, Protocol

from kg.errors import BadInput
from memory.entities import Remembered
from memory.recall import Line, LineIndex, Question, Vectors
from memory.recall.buffer import QUESTIONS, Block, buffered, tokens_of

TOKENS = 1_500
LAST_TURNS = 3
_ENTITIES = 10
_JUST_BEFORE = timedelta(microseconds=1)      # what a turn recalls is older than the turn
_SUMMED_UP = 80                         # characters of an older question


class Kind(IntEnum):
    """What a part of the window is; in the order in which they are told."""

    PERSONA = 0
    PREFERENCE = 1
    ENTITY = 2
    INSIGHT = 3
    SUMMARY = 4
    RECALLED = 5
    LAST = 6
    QUESTION = 7


# What a part of a kind is worth, before it is divided by its length. The very last turn is worth most: a follow-up cannot be read without it.
_WORTH: Mapping[Kind, float] = {
    Kind.PERSONA: 40.0, Kind.PREFERENCE: 60.0, Kind.ENTITY: 12.0, Kind.INSIGHT: 10.0, Kind.SUMMARY: 6.0, Kind.RECALLED: 100.0,
    Kind.LAST: 150.0, Kind.QUESTION: 0.0,
}
_VERY_LAST = 100.0


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the window that is in it or not. `turns`: the ids of those that it stands for."""

    kind: Kind
    text: str
    worth: float
    turns: tuple[str, ...] = ()
    holds_records: bool = False         # words of an answer, in which there may be what records hold: not for everybody to read

    @property
    def tokens(self) -> int:
        """About so many."""
        return tokens_of(self.text)


class Preferred(Protocol):
    """Something that the person prefers, or that their lines say together, in words."""

    @property
    def text(self) -> str:
        """One sentence."""


@dataclass(frozen=True, slots=True)
class Material:
    """All that a window could hold. `turns`: the session's history, oldest first; `lines`: all of the person's; `entities`: by rank."""

    question: str
    at: datetime
    turns: Sequence[Mapping[str, Any]] = ()
    lines: LineIndex | None = None
    entities: Sequence[Remembered] = ()
    preferences: Sequence[Preferred] = ()
    insights: Sequence[Preferred] = ()
    persona: str | None = None
    vectors: Vectors | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """What is told, in order; the question is the last."""

    parts: tuple[Part, ...]

    @property
    def tokens(self) -> int:
        """About so many, of all parts."""
        return sum(part.tokens for part in self.parts)

    def texts(self, with_records: bool = True) -> list[str]:
        """The parts as texts, without the question. `with_records`: also words of answers, in which there may be what records hold."""
        return [part.text for part in self.parts if part.kind is not Kind.QUESTION and (with_records or not part.holds_records)]


def fill_window(material: Material, budget: int = TOKENS) -> Window:
    """What fits of the material into so many tokens. Raises BadInput where the question alone does not."""
    question = Part(Kind.QUESTION, material.question, 0.0)
    if question.tokens > budget:
        raise BadInput("The question is too long. Ask it in fewer words.")
    return fit_parts([*_parts(material), question], budget)


def fit_parts(parts: Sequence[Part], budget: int) -> Window:
    """The question and what is worth most for its length; of equal parts the one told later."""
    kept = {place for place, part in enumerate(parts) if part.kind is Kind.QUESTION}
    left = budget - sum(parts[place].tokens for place in kept)
    order = sorted(set(range(len(parts))) - kept, key=lambda place: (-parts[place].worth / parts[place].tokens, -place))
    for place in order:
        if parts[place].tokens <= left:
            kept.add(place)
            left -= parts[place].tokens
    return Window(tuple(parts[place] for place in sorted(kept, key=lambda place: (parts[place].kind, place))))


def _parts(material: Material) -> list[Part]:
    last, older = material.turns[-LAST_TURNS:], material.turns[:-LAST_TURNS]
    parts = [Part(Kind.PERSONA, material.persona, _WORTH[Kind.PERSONA])] if material.persona else []
    parts += [Part(Kind.PREFERENCE, each.text, _WORTH[Kind.PREFERENCE]) for each in material.preferences]
    parts += _entities(material)
    parts += [Part(Kind.INSIGHT, each.text, _WORTH[Kind.INSIGHT]) for each in material.insights]
    parts += [_summed_up(turn) for turn in older]
    parts += _recalled(material, {_id(turn) for turn in last})
    parts += [_told(turn, _VERY_LAST if turn is material.turns[-1] else 1.0) for turn in last]
    return parts


def _entities(material: Material) -> Iterable[Part]:
    """The first by rank; those whose name the question says before all others."""
    said = material.question.casefold()
    named = sorted((one for one in material.entities if one.name), key=lambda one: (str(one.name).casefold() not in said, one.rank, one.entity))
    for place, one in enumerate(named[:_ENTITIES]):
        text = f"{one.name} ({one.model}): named {one.count} times, last on {one.last:%d %b %Y}"
        yield Part(Kind.ENTITY, text, _WORTH[Kind.ENTITY] * (_ENTITIES - place))


def _recalled(material: Material, shown: set[str]) -> Iterable[Part]:
    if material.lines is None:
        return
    before = [Question(str(turn["question"]), datetime.fromisoformat(turn["at"]) - _JUST_BEFORE) for turn in material.turns[-QUESTIONS:]]
    asked = [*before, Question(material.question, material.at)]

    def leave_out(line: Line) -> bool:
        return line.id.rpartition(":")[0] in shown

    for block in buffered(material.lines, asked, leave_out, vectors=material.vectors):
        yield Part(Kind.RECALLED, _lines(block), _WORTH[Kind.RECALLED] * block.hit.score, tuple(dict.fromkeys(
            line.id.rpartition(":")[0] for line in block.lines)), any(line.id.endswith(":a") for line in block.lines))


def _lines(block: Block) -> str:
    return "\n".join(f"[{line.time:%Y-%m-%d %H:%M}] {line.speaker}: {line.text}" for line in block.lines)


def _told(turn: Mapping[str, Any], factor: float) -> Part:
    text = f"Asked: {turn['question']}\nAnswered: {turn['answer']['text']}"
    return Part(Kind.LAST, text, _WORTH[Kind.LAST] * factor, (_id(turn),), holds_records=True)


def _summed_up(turn: Mapping[str, Any]) -> Part:
    question = " ".join(str(turn["question"]).split())
    short = question if len(question) <= _SUMMED_UP else question[: _SUMMED_UP - 1].rstrip() + "…"
    return Part(Kind.SUMMARY, f"Asked before: {short} ({turn['answer']['status']})", _WORTH[Kind.SUMMARY], (_id(turn),))


def _id(turn: Mapping[str, Any]) -> str:
    return str(turn.get("id", ""))
