"""Turns of phrase whose words stand apart or in another order: "leaving Atlas aside" is "except Atlas".

Only the order and small words change; what the question is about stays in its own words, so that the accounting check holds for these.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from importlib import resources

from agent.language import patterns
from agent.understand.grammar.numbers import number_words
from agent.understand.grammar.time_words import any_of, months

_CURRENCIES = ("usd", "us dollars", "dollars", "eur", "euros", "gbp", "pounds", "chf", "swiss francs", "inr", "rupees")
_TIMES = ("hours", "days", "weeks", "months", "(?:full |whole |complete )?years")
_WHOLE_WORDS: Mapping[str, str] = {"dai": "day", "annual": "year", "clos": "close", "resolv": "resolve", "solv": "solve", "fix": "fix"}

_BEGINNING = re.compile(r"(?<=[.;:?!] )(?:The|A|An|And|So|In|Of|For|At|On|With|Which|What|Who|How|Give|Show|List|Tell)\b")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of phrase, an example of it, and what it becomes."""

    like: str
    says: patterns.Pattern
    plainly: str
    gives: str = ""                     # the kind of goal that it asks for, where the plain words may ask for others as well

    def put(self, question: str) -> str:
        """The question with the turn put plainly; any other as it is."""
        return self.says.sub(self._said, question, count=1)

    def _said(self, found: re.Match[str]) -> str:
        said = {name: _WHOLE_WORDS.get(text.lower(), text) if text else "" for name, text in found.groupdict().items()}
        return self.plainly.format(**said)


def plainly(question: str) -> str:
    """The question with every turn of phrase of the table put plainly."""
    question = _BEGINNING.sub(lambda found: found[0].lower(), question)         # "The" behind a full stop is no name
    for turn in turns():
        question = turn.put(question)
    return question


def otherwise(question: str) -> Iterator[tuple[str, frozenset[str]]]:
    """What a question that has no reading as it stands may be in other words: each of the other turns by itself, then all of them.

    With each the kinds of goal that alone are meant, where not any is.
    """
    put = [turn for turn in other_turns() if turn.put(question) != question]
    yield from ((turn.put(question), _kinds([turn])) for turn in put)
    if len(put) > 1:
        yield reduce(lambda text, turn: turn.put(text), put, question), _kinds(put)


def _kinds(of: Sequence[Turn]) -> frozenset[str]:
    return frozenset(turn.gives for turn in of if turn.gives)


@cache
def turns() -> tuple[Turn, ...]:
    """The turns that always mean the same, read once."""
    return _table("turn")


@cache
def other_turns() -> tuple[Turn, ...]:
    """The turns that are only looked at where the words as they stand mean nothing, read once."""
    return _table("otherwise")


def _table(name: str) -> tuple[Turn, ...]:
    rows = tomllib.loads(resources.files(__package__).joinpath("turns.toml").read_text("utf-8"))[name]
    return tuple(Turn(row["like"], patterns.compiled(_filled(row["says"]), patterns.IGNORECASE), row["as"], row.get("gives", "")) for row in rows)


def _filled(pattern: str) -> str:
    macros = {"{unit}": "|".join((*_CURRENCIES, *_TIMES)), "{n}": r"\d{1,3}|" + any_of(iter(number_words())),
              "{when}": f"(?:{any_of(list(months()))}|q[1-4])(?: \\d{{4}})?",
              "{time}": r"(?:in|during|over|within|since|by|until) [^,;:?]+|(?:next|last|this) \w+|today|tomorrow|yesterday"}
    for name, text in macros.items():
        pattern = pattern.replace(name, f"(?:{text})")
    return pattern
