"""In which line of a JSON text something stands, for messages about it."""

import json
import re
from collections.abc import Sequence

from kg.errors import BadInput

_SPACE = re.compile(r"[\s,:]*")
_DECODER = json.JSONDecoder()


class Misplaced(BadInput):
    """Something in this text cannot be used."""

    def __init__(self, where: str, text: str, place: Sequence[str | int], said: str) -> None:
        """`place`: of what is wrong, as keys and places in lists; `said`: what is wrong and what to do."""
        self.line, self.place, self.said = line_of(text, place), tuple(place), said
        super().__init__(f"{where}, line {self.line}: {'.'.join(map(str, place)) or 'the file'}: {said}")


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line, from 1, of the value at a path of keys and places in lists; where the path leaves the text, of what is there last.

    Raises ValueError for text that is not JSON.
    """
    at = _skip(text, 0)
    for part in path:
        found = _inside(text, at, part)
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def _inside(text: str, at: int, part: str | int) -> int | None:
    """Where the value of a key, or of a place in a list, begins; None where the value at `at` has none such."""
    opening, closing = ("{", "}") if isinstance(part, str) else ("[", "]")
    if text[at] != opening:
        return None
    at, number = _skip(text, at + 1), 0
    while text[at] != closing:
        name: str | int = number
        if isinstance(part, str):
            name, at = _value(text, at)
        if name == part:
            return at
        _, at = _value(text, at)
        number += 1
    return None


def _value(text: str, at: int) -> tuple[str, int]:
    """The value at `at`, and where the next begins."""
    value, end = _DECODER.raw_decode(text, at)
    return value, _skip(text, end)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
