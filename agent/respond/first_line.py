"""The first line of an answer in the asker's words, written by a language model and held against the plain line, which the result made.

It says the same figures, names and dates in the same order, so that nothing is added, lost or tied to something else; each of its other words was
said by the asker, by the plan in words or by the plain line; words that turn a sentence ("not", "last", "only") are those of the plain line.
Which way a yes, a comparison, an order or a negation goes cannot be traced like this: goals that hold one keep the plain line.
"""

import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.answer import Result, as_plain
from agent.catalogue import Catalogue
from agent.language.guard import without_instructions
from agent.language.words import words
from agent.llm.patience import within
from agent.llm.port import Message, Model, ModelFailed, Prompt, Role
from agent.llm.prompts import prompt_file
from agent.plan.algebra import Alike, Either, Figures, Goal, Groups, Has, Link, Measure, Names, Not, Order, Set, Show, Table, Where, parts
from agent.question.context import QuestionContext
from agent.respond.cells import readable
from agent.respond.check import FIGURE, facts_of, plain_figure, untraced
from agent.respond.draft import Draft
from agent.respond.support import DRAWN, turning, words_of

SECONDS = 5.0                           # that a person waits for nicer words
MOST_TOLD = 12                          # figures and names in a line that is written anew; longer ones are lists
_LONGER = 80                            # letters by which it may be longer than the plain one
_MOST_ROWS = 5                          # a plain line tells no more of them
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_QUOTED = re.compile(r"“([^”]+)”")
_NAME = re.compile(r"(?:[^\W\d_a-z]\w*[ &-]+)+[^\W\d_a-z]\w*")       # words with capitals side by side
_SIGN = r"[$€£¥%]"
_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"\*\*|[“”]")
_YOU = frozenset({"you", "your", "yours", "yourself"})
_log = logging.getLogger(__name__)

_TURNS: Mapping[type, Callable[[Any], bool]] = {       # parts of a goal whose direction no tracing can see
    Not: lambda _: True, Either: lambda _: True, Has: lambda _: True, Alike: lambda _: True,
    Where: lambda where: where.op not in ("=", "in", "kind", "contains") or isinstance(where.value, bool),
    Measure: lambda measure: measure.how not in ("count", "sum", "average", "median") or measure.each is not None,
    Order: lambda order: order.first is not None, Set: lambda one: one.newest or one.ranked is not None,
    Groups: lambda groups: bool(groups.having), Figures: lambda figures: bool(figures.contrast) or len(figures.measures) > 1,
}


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """What a line answers: the question, how it was read in words, and the classes of what the answer tells."""

    question: str
    read_as: str
    privacy: frozenset[str]


@dataclass(frozen=True, slots=True)
class PlainLine:
    """The line that the result made. `told`: its figures, signs and names in their order; `names`: those that may be among them."""

    text: str                           # Markdown
    result: Result
    names: tuple[str, ...]
    told: tuple[str, ...]
    units: frozenset[str]               # that stand with its figures, as `words_of` has them

    @property
    def said(self) -> str:
        """Without marks."""
        return _unmarked(self.text)


def can_be_written(catalogue: Catalogue, goal: Goal) -> bool:
    """Can a line for this goal be held against the result? Not where it says yes or no, compares, negates, cuts an order, or who is over whom."""
    of_facts = isinstance(goal, Show | Names | Table | Groups | Figures)
    return of_facts and not any(_TURNS.get(type(part), lambda _: False)(part) or _joins_alike(catalogue, part) for part in parts(goal))


def _joins_alike(catalogue: Catalogue, part: object) -> bool:
    """Does it tie things of one kind, of which either could be the other's?"""
    if not isinstance(part, Link) or part.relation == "hub":
        return False
    relation = catalogue.relation(part.relation)
    return relation.model == relation.to


def written_line(context: QuestionContext, model: Model, plain: PlainLine, asked: AnsweredQuestion) -> str | None:
    """The line in the asker's words; None where the plain one is shown, for whatever reason."""
    prompt = _prompt(plain, asked)
    try:
        said = within(SECONDS, lambda: model.prose(Role.WRITE, prompt, context.budget.sooner(SECONDS))).text.strip()
    except ModelFailed as failed:
        _log.info("no first line was written: %s", type(failed).__name__)
        return None
    return _as_shown(said, plain) if is_borne_out(said, plain, asked) else None


def plain_line(context: QuestionContext, draft: Draft) -> PlainLine | None:
    """The draft's first line; None for one that is too long, tells nothing of the result, or tells a yes, a no or something unknown."""
    text, result = first_line(draft), draft.result
    cells = [cell for row in readable(context, result.columns, result.rows) for cell in row] if result is not None else []
    if result is None or text.startswith(("- ", "|")) or any(cell is None or isinstance(cell, bool) or cell in ("yes", "no") for cell in cells):
        return None
    marked = [*_BOLD.findall(text), *_QUOTED.findall(text), *(cell for cell in cells if isinstance(cell, str) and cell in text)]
    names = tuple(sorted({name for name in marked if name and not FIGURE.search(name)}, key=lambda name: (-len(name), name)))
    told = _found(text, names)
    units = frozenset(word for column in result.columns for word in words_of(column.unit or ""))
    return PlainLine(text, result, names, told, units & frozenset(words_of(_unmarked(text)))) if 0 < len(told) <= MOST_TOLD else None


def first_line(draft: Draft) -> str:
    """What is told before rows and notes."""
    return draft.text.partition("\n")[0]


def _prompt(plain: PlainLine, asked: AnsweredQuestion) -> Prompt:
    """The rules, then all else as JSON: whatever it holds cannot leave its quotes. Rows that the line does not tell are not sent."""
    file, result = prompt_file("answer"), plain.result
    data = {"question": asked.question, "read as": asked.read_as, "columns": [column.name for column in result.columns],
            "rows": as_plain(result.rows) if len(result.rows) <= _MOST_ROWS else [], "line": plain.said}
    return Prompt(file.name, file.version, (Message("system", file.text), Message("user", json.dumps(data, ensure_ascii=False), asked.privacy)))


def is_borne_out(said: str, plain: PlainLine, asked: AnsweredQuestion) -> bool:
    """Does a written line say what the plain one says, in words that were said, and nothing else?"""
    is_line = bool(said) and "\n" not in said and len(said) <= len(plain.said) + _LONGER and not DRAWN.search(said)
    return is_line and not without_instructions(said)[1] and _found(said, plain.names) == plain.told and _says_the_same(said, plain, asked)


def _says_the_same(said: str, plain: PlainLine, asked: AnsweredQuestion) -> bool:
    """Are its words those that were said, its turning words and names those of the plain line, and is it about the asker just where that is?"""
    theirs, known = frozenset(words_of(said)), frozenset(words_of(plain.said))
    heard = known | _stems(words().licensed | _YOU) | _stems((asked.question, asked.read_as)) - _stems(words().me)
    return (
        theirs <= heard and plain.units <= theirs and _turns(theirs) == _turns(known)
        and _is_to_you(said) == _is_to_you(plain.said) and _names_in(plain.said) <= _all_words(said)
        and not _made_up(said, (plain.said, asked.question, asked.read_as))
    )


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in words_of(text))


def _turns(found: frozenset[str]) -> frozenset[str]:
    """The words among these that turn a sentence."""
    return turning(found) | (found & _stems(words().meaning))


def _is_to_you(text: str) -> bool:
    return bool(_YOU & _all_words(text))


def _names_in(line: str) -> frozenset[str]:
    """The words of names in a line: those with capitals, but for the one that begins it."""
    return frozenset(word.lower() for word in _WORD.findall(line)[1:] if word[:1].isupper())


def _all_words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _made_up(said: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Names made of words that were said, though not beside each other; found as those of every answer are (agent/respond/check.py)."""
    marked = _NAME.sub(lambda name: f"“{name[0]}”", said[:1].lower() + said[1:])
    return untraced(marked, facts_of(sources))


def _found(line: str, names: Sequence[str]) -> tuple[str, ...]:
    """These names, and all figures and signs, in the order in which they stand in a line."""
    return tuple(_comparable(piece[0]) for piece in _pieces(names).finditer(_unmarked(line)))


def _pieces(names: Sequence[str]) -> re.Pattern[str]:
    """`names`: the longest first."""
    named = [rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)"] if names else []
    return re.compile("|".join((*named, FIGURE.pattern, _SIGN)))


def _comparable(piece: str) -> str:
    return plain_figure(piece) if FIGURE.fullmatch(piece) else piece


def _unmarked(text: str) -> str:
    return _MARKS.sub("", text)


def _as_shown(said: str, plain: PlainLine) -> str:
    """The line with what the plain one shows in bold, and with its end: a colon stands before rows."""
    strong = {piece for part in _BOLD.findall(plain.text) for piece in _found(part, plain.names)}
    shown = _pieces(plain.names).sub(lambda piece: f"**{piece[0]}**" if _comparable(piece[0]) in strong else piece[0], said.rstrip(" .:"))
    return shown + (plain.text[-1] if plain.text[-1] in ".:" else "")
