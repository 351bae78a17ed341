"""What the last answer was about, and the words that point back at it."""

import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from agent.language import phrase, tokens
from agent.plan import Figures, Goal, Groups, Node, Set, Table


@cache
def edit_words() -> dict[str, Any]:
    """The tables of edits.toml, read once."""
    return tomllib.loads(resources.files(__package__).joinpath("edits.toml").read_text("utf-8"))


@cache
def cues() -> frozenset[tuple[str, ...]]:
    """Words around a fragment that carry nothing."""
    return frozenset(phrase(text) for text in edit_words()["cues"])


@cache
def back_words() -> frozenset[tuple[str, ...]]:
    """Words that point at what the last answer was about."""
    return frozenset(phrase(text) for text in edit_words()["back"])


def subject(goal: Goal) -> Node | None:
    """What the last answer was about: the members that were listed, counted or shown."""
    if isinstance(goal, Figures | Groups):
        return goal.measures[0].of if len({m.of for m in goal.measures}) == 1 else None
    if isinstance(goal, Table) and goal.order is not None and goal.order.first is not None and isinstance(goal.node, Set):
        return replace(goal.node, ranked=goal.order)
    return goal.node


def goes_on(question: str) -> bool:
    """Does a question go on from the one before ("and in Berlin?", "just Pune"), or begin anew?"""
    said = tuple(t.plain for t in tokens(question))
    begins = any(said[: len(cue)] == cue for cue in cues() if cue not in _NO_BEGINNING)
    return begins or len(said) <= 2 or any(said[i : i + len(word)] == word for word in back_words() for i in range(min(3, len(said))))


_NO_BEGINNING = frozenset(phrase(text) for text in (
    "show", "list", "give me", "please", "can you", "could you", "thanks", "thank you", "ok", "okay", "great",
))
