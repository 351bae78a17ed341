"""The last check before an answer leaves: every figure and every name in what is shown occurs in the facts it cites.

A name is what stands in bold, in quotes or in a cell of a table. A figure may be the rounding of one with more places, to two digits at least.
A text that fails is not shown; the plain rendering of the result is. Holds for every writer, models included.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from kg.names import fold

FIGURE = re.compile(r"\d+(?:[.,:/-]\d+)*")
_SAME_FIGURE = re.compile(r"(?<=\d),(?=\d{3}(?!\d))|\.0+$")
_NAMED = re.compile(r"\*\*(.+?)\*\*|“([^”]+)”")
_ROW = re.compile(r"^\|(?! *-{3})(.+)\|$", re.MULTILINE)      # of a table, but for the line under its head
_BAR = re.compile(r"(?<!\\)\|")


_LONG = re.compile(r"\d+\.\d+")                              # a figure that has places to lose
_FEWEST_DIGITS = 2                                          # so that what is told differs from what is meant by a twentieth at most


@dataclass(frozen=True, slots=True)
class Facts:
    """What texts may stand on, made ready once for all of them: the figures in it and their roundings, and its words in one folded text."""

    figures: frozenset[str]
    words: str


def facts_of(texts: Iterable[str]) -> Facts:
    """The facts that these texts hold."""
    known = list(texts)
    figures = {plain_figure(f) for f in {f for text in known for f in FIGURE.findall(text)}}
    return Facts(frozenset(figures | {r for figure in figures for r in _roundings(figure)}), _folded(" ".join(known)))


def _roundings(figure: str) -> Iterator[str]:
    """What may be said for a figure: with fewer places, as long as two digits of it are told. Never a nought for what is none."""
    if not _LONG.fullmatch(figure):
        return
    exact = Decimal(figure)
    for places in range(len(figure.partition(".")[2])):
        rounded = round(exact, places)
        if len(rounded.as_tuple().digits) >= _FEWEST_DIGITS and rounded:
            yield plain_figure(f"{rounded:f}")


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
    """1,250.50 and 1250.5 are one figure, and so are 8 and 8.0."""
    plain = _SAME_FIGURE.sub("", figure)
    return plain.rstrip("0") if _LONG.fullmatch(plain) else plain
