"""Shipped examples like a message: for models that learn a plan's form better from a question of the same kind than from rules."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import log

from agent.language.words import tokens
from agent.llm.prompts import prompt_file

_ARROW = " → "


def nearby(text: str, most: int) -> list[str]:
    """At most so many lines, each a question and its plan, those with the most telling words in common first; the same words give the same lines."""
    said, rarity = _words(text), _rarity()
    weighed = [(sum(rarity.get(word, 0.0) for word in said & words) / (1 + len(words)), line) for line, words in _examples().items()]
    ranked = sorted(weighed, key=lambda each: (-each[0], each[1]))
    return [line for weight, line in ranked[:most] if weight > 0]


@cache
def _examples() -> dict[str, frozenset[str]]:
    lines = prompt_file("nearby", package="agent.understand.model.prompts").text.splitlines()
    return {line: _words(line.partition(_ARROW)[0]) for line in lines}


@cache
def _rarity() -> Mapping[str, float]:
    """How much a word tells: the fewer examples have it, the more."""
    held = Counter(word for words in _examples().values() for word in words)
    return {word: log(1 + len(_examples()) / number) for word, number in held.items()}


def _words(text: str) -> frozenset[str]:
    return frozenset(token.plain for token in tokens(text))
