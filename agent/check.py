"""The last check before an answer leaves: every figure and every quoted name in the text occurs in the facts it cites.

A text that fails is not shown; the plain rendering of the result is. Holds for every writer, models included.
"""

import re
from collections.abc import Iterable

from kg.names import fold

_FIGURE = re.compile(r"\d+(?:[.,:/-]\d+)*")


def untraced(text: str, facts: Iterable[str]) -> tuple[str, ...]:
    """The figures and bold words of a text that no fact holds. () means that the text stands on its facts."""
    known = list(facts)
    figures = {_plain(f) for fact in known for f in _FIGURE.findall(fact)}
    words = fold(" ".join(known))
    wrong = [f for f in _FIGURE.findall(text) if _plain(f) not in figures]
    wrong += [b for b in re.findall(r"\*\*(.+?)\*\*", text) if fold(b) not in words and not _FIGURE.search(b)]
    return tuple(wrong)


def _plain(figure: str) -> str:
    """1,250.50 and 1250.50 are one figure."""
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", figure)
