"""The last check before an answer leaves: every figure and every name in what is shown occurs in the facts it cites.

A name is what stands in bold, in quotes or in a cell of a table. A text that fails is not shown; the plain rendering of the result is. Holds for
every writer, models included.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.names import fold

FIGURE = re.compile(r"\d+(?:[.,:/-]\d+)*")
_SAME_FIGURE = re.compile(r"(?<=\d),(?=\d{3}(?!\d))|\.0+$")
_NAMED = re.compile(r"\*\*(.+?)\*\*|“([^”]+)”")
_ROW = re.compile(r"^\|(?! *-{3})(.+)\|$", re.MULTILINE)      # of a table, but for the line under its head
_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Facts:
    """What texts may stand on, made ready once for all of them: the figures in it, and its words in one folded text."""

    figures: frozenset[str]
    words: str


def facts_of(texts: Iterable[str]) -> Facts:
    """The facts that these texts hold."""
    known = list(texts)
    return Facts(frozenset(plain_figure(f) for f in {f for text in known for f in FIGURE.findall(text)}), _folded(" ".join(known)))


def untraced(text: str, facts: Facts) -> tuple[str, ...]:
    """The figures and names of a text that no fact holds. () means that the text stands on its facts."""
    wrong = [f for f in FIGURE.findall(text) if plain_figure(f) not in facts.figures]
    wrong += [name for name in _names(text) if _folded(name) not in facts.words and not FIGURE.search(name)]
    return tuple(wrong)


def _names(text: str) -> Iterator[str]:
    yield from (bold or quoted for bold, quoted in _NAMED.findall(text))
    yield from (cell.replace("\\|", "|") for row in _ROW.findall(text) for cell in _BAR.split(row))


def _folded(text: str) -> str:
    return " ".join(fold(word) for word in text.split())       # by word: most are plain ASCII, which folds at once


def plain_figure(figure: str) -> str:
    """1,250.50 and 1250.50 are one figure, and so are 8 and 8.0."""
    return _SAME_FIGURE.sub("", figure)
