"""Wishes to have something changed, made or sent: "delete all tickets", "book me a day off".

Evergraph only reads. Who wishes so is told that, and in which of their apps such things are done.
"""

import re
from collections.abc import Sequence
from functools import cache

from agent.language.words import Token, phrase, tokens
from kg.toml_tables import toml_table

_NUMBERED = re.compile(r"[A-Z]+-\d+|\d+")      # "ATL-12", 12
_NEAR = 2                               # words behind the verb that may be the number of what it is done to
READS_ONLY = "I only read: I change, book and send nothing."


def is_deed(question: str) -> bool:
    """Does a question that has no reading ask for something to be done?"""
    said = _without_polite(tokens(question))
    verb = _begun(said, "verbs")
    behind = said[verb : verb + _NEAR]
    is_of_one = any(_NUMBERED.fullmatch(token.text) for token in behind)
    return bool(verb and behind) and (is_of_one or _begun(behind, "objects") == 1 or behind[0].text[:1].isupper())


def where_done(apps: Sequence[str]) -> str:
    """What to do instead. `apps`: those that hold such things; () where the words name none."""
    if not apps:
        return f"{READS_ONLY} Please do that where it belongs."
    return f"{READS_ONLY} Please do that in {' or '.join(apps)}; I can tell you what stands there now."


def _without_polite(said: Sequence[Token]) -> Sequence[Token]:
    while length := _begun(said, "polite"):
        said = said[length:]
    return said


def _begun(said: Sequence[Token], group: str) -> int:
    """How many words the longest phrase of the group has that the words begin with."""
    plain = tuple(t.plain for t in said)
    return max((len(p) for p in _table()[group] if plain[: len(p)] == p), default=0)


@cache
def _table() -> dict[str, tuple[tuple[str, ...], ...]]:
    data = toml_table(__package__, "deeds")
    return {group: tuple(phrase(text) for text in texts) for group, texts in data.items()}
