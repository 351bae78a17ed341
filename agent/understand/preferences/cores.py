"""What a sentence says, without the words that only tell how it is meant: that it lasts, that it is the speaker's own, courtesies. Pure text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from agent.language.patterns import Pattern
from agent.understand.preferences.tables import compiled, either, pattern, table

_DESCRIBES = re.compile(
    r"\b[A-Z]|\d|\b(?:with|without|over|under|above|below|than|who|whose|that (?:are|is|have|has|were)|due|older|newer|no(?=\s\w))\b")
_THAT = re.compile(r"^that (?!is\b|are\b|means?\b|stands?\b)", re.IGNORECASE)       # "keep in mind that …"
_IN_PASSING = frozenset({"weak", "conditional"})
_EDGES = " \t\n,;.!?–—-"


@dataclass(frozen=True, slots=True)
class Core:
    """What is left of a sentence, and what the words said that were taken out."""

    text: str
    lasts: bool
    is_mine: bool

    @property
    def is_meant(self) -> bool:
        """Is it to hold beyond this message?"""
        return self.lasts or self.is_mine


def core_of(text: str) -> Core:
    """A sentence without its marks."""
    left, mine = _marks("mine").subn(" ", text)
    left, lasting = _marks("lasting").subn(" ", left)
    left = pattern("around", "contrast").sub("", re.sub(r"\s+(?=[,;]|\s)|,(?=\s*,)", "", left).strip(_EDGES))
    return Core(_bare(left), bool(lasting), bool(mine))


def meanings_in(core: Core, group: str) -> Iterator[tuple[str, str]]:
    """The words and meanings that it may give, by the patterns of a group; weak ones only where it is meant to hold."""
    if group in _IN_PASSING and not core.is_meant:
        return
    texts = dict.fromkeys((core.text, *(_bare(part) for part in clauses(core.text))))
    for text, each in product(texts, table()["cores"][group]):
        match = compiled(each).fullmatch(text)
        if match and (group not in _IN_PASSING or _is_plain(core, match["v"])):
            yield match["s"], clauses(match["v"])[0]


def clauses(text: str) -> list[str]:
    """The parts of a sentence that could stand alone."""
    return pattern("around", "clause").split(text)


def _is_plain(core: Core, value: str) -> bool:
    """Is a meaning in passing clear enough: the speaker's own, a name, or with a figure?"""
    return core.is_mine or bool(_DESCRIBES.search(value))


def _bare(text: str) -> str:
    """Without the courtesies at both ends."""
    while (less := _courtesy().sub("", text).strip(_EDGES)) != text:
        text = less
    return _THAT.sub("", text)


@cache
def _marks(name: str) -> Pattern:
    said = ["<lasting>"] if name == "lasting" else table()["marks"][name]
    return compiled(rf"(?<![\w'-]){either(said)}(?![\w'-])(?! (?:i|we|you) (?:say|see|read|hear|write|type|mention|use|speak|talk|ask)\b)")


@cache
def _courtesy() -> Pattern:
    said = either(table()["marks"]["courtesy"])
    return compiled(rf"^{said}(?![\w'-])[\s,;:.!–-]*|[\s,;.!–-]+{said}[\s?!.]*$")
