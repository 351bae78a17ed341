"""A message as sentences, spelled out, each with its place. Pure text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from agent.understand.preferences.tables import pattern, table

_TITLES = "|".join(rf"(?<=\b{title})" for title in ("St", "Dr", "Mr", "Ms", "Mrs", "Inc", "Ltd"))        # a full stop behind them ends nothing
_SENTENCE = re.compile(r"[^.!?\n;]+(?:(?<=\d)[.](?=\d)[^.!?\n;]*|(?:" + _TITLES + r")[.](?= )[^.!?\n;]*|(?<=\b[A-Za-z])\.(?=\w)[^.!?\n;]*)*[.!?;]*")
OWN = re.compile(r"\b(?:i|i'm|i'd|me|mine|my|our|please)\b", re.IGNORECASE)
QUOTED = re.compile(r"[\"“«][^\"”»]*[\"”»]|(?<!\w)['‘][^'’]{12,}['’](?!\w)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A part of a message, spelled out, with its place in it."""

    text: str
    first: int
    last: int
    lasts: bool                         # the message says that it is to hold from now on
    known: frozenset[tuple[str, str]]   # kinds and subjects of what was said before
    scope: str = "person"               # or "tenant": it is to hold for everybody


def sentences(message: str, known: frozenset[tuple[str, str]]) -> Iterator[Sentence]:
    """The sentences of a message. `known`: kinds and subjects of what was said before."""
    lasts = bool(pattern("around", "lasting").search(spelled(QUOTED.sub(" ", message))))
    everybody = pattern("around", "everybody")
    scope = "tenant" if everybody.search(message) or pattern("mood", "speaks_for_all").search(message) else "person"
    lasts = lasts or scope == "tenant"
    for first, last in _places(message):
        text = message[first:last]
        if lasts:
            text = pattern("mood", "topic").sub(r"\g<s>: ", text)
        plain = spelled(pattern("mood", "speaks_for_all").sub(" ", everybody.sub(" ", text)))
        yield Sentence(plain.strip(" ,"), first, last, lasts, known, scope)


def _places(message: str) -> Iterator[tuple[int, int]]:
    """Where each sentence is; what only names of what the next one speaks ("Bill? That's Bill Tran") is a part of that."""
    begun: int | None = None
    for place in _SENTENCE.finditer(message):
        text = place.group()
        if not text.strip():
            continue
        first = place.start() + len(text) - len(text.lstrip()) if begun is None else begun
        last = place.start() + len(text.rstrip())
        begun = first if pattern("mood", "topic").match(f"{message[first:last]} x") and message[last:].strip() else None
        if begun is None:
            yield from _parts(message, first, last)


def _parts(message: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """A sentence; what the person says of themselves before a question ("a whale is 5 m to me, so how many are there?") is one of its own."""
    text = message[first:last]
    asked = pattern("mood", "question_behind").search(text) if text.endswith("?") else None
    if asked is None or pattern("mood", "begins_question").match(text) or not OWN.search(text[: asked.start()]):
        yield first, last
        return
    yield first, first + asked.start()
    yield first + asked.end(), last


def spelled(text: str) -> str:
    """Quick spellings as they are meant."""
    plain = _quick().sub(lambda m: str(table()["spelled"][m.group().lower()]), text.replace("’", "'"))
    return pattern("around", "not_included").sub("exclude", plain)


@cache
def _quick() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(table()["spelled"], key=len, reverse=True))
    return re.compile(rf"(?<![\w'.])(?:{words})(?![\w'])", re.IGNORECASE)
