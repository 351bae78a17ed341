"""Small numbers behind the names and figures of an answer's text, each the way to the very records that it rests on. Pure.

The numbers are those of the list of sources: a name has that of the record which bears it, a figure those of the records of its column.
What no source stands for has none.
"""

import html
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from agent.phrasing.figures import SHARE, in_cell, is_figure
from ui.text.words import say

_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_FIGURE = re.compile(r"[^\w\s]?-?\d[\d,.]*%?(?: [A-Za-z]+)?")


def with_citations(markdown: str, answer: Mapping[str, Any], turn: str) -> str:
    """The text of an answer (as JSON) with the numbers of its sources: each name once, and figures of the same sources behind the last of them."""
    known = answer.get("references") or ()
    references, more = [each for each in known if "count" not in each], sum(int(each.get("count", 0)) for each in known)
    if not references:
        return markdown
    said = [html.unescape(found[1]).strip() for found in _BOLD.finditer(markdown)]
    sources = [tuple(_sources_of(plain, answer, references)) for plain in said]
    names = {plain: at for at, plain in reversed([*enumerate(said)]) if not _FIGURE.fullmatch(plain)}
    figures = {sources[at]: at for at, plain in enumerate(said) if _FIGURE.fullmatch(plain)}
    bearing = {*names.values(), *figures.values()}
    places = iter(enumerate(sources))

    def cited(found: re.Match[str]) -> str:
        at, numbers = next(places)
        is_cited = numbers and at in bearing
        return found[0] + (_mark(numbers, more if len(numbers) == len(references) else 0, turn) if is_cited else "")

    return _BOLD.sub(cited, markdown)


def _sources_of(plain: str, answer: Mapping[str, Any], references: Sequence[Mapping[str, Any]]) -> list[int]:
    """The numbers of the sources of what stands in bold; none where that cannot be told."""
    named = [number for number, each in enumerate(references, 1) if each.get("name") == plain]
    if named or not _FIGURE.fullmatch(plain):
        return named
    models = {column.get("model") for place, column in enumerate((answer.get("result") or {}).get("columns") or ())
              if any(_says(plain, row[place], column.get("unit")) for row in answer["result"]["rows"])} - {None}
    return [number for number, each in enumerate(references, 1) if not models or _kind(each) in models]


def _says(plain: str, value: Any, unit: str | None) -> bool:
    """Is the figure this value as it is told, whatever unit stands behind it?"""
    digits = _digits(plain)
    return digits is not None and is_figure(value) and digits in (_digits(in_cell(value, unit)), _digits(in_cell(value, SHARE)))


def _digits(told: str) -> Decimal | None:
    """The number that is told; None where that is none."""
    plain = re.sub(r"[^\d.-]", "", told).rstrip(".")
    return Decimal(plain) if re.fullmatch(r"-?\d+(?:\.\d+)?", plain) else None


def _kind(reference: Mapping[str, Any]) -> str:
    model = str(reference["model"])
    return model if "/" in model else f"{reference['category']}/{model}"


def _mark(numbers: Sequence[int], more: int, turn: str) -> str:
    """The way to these sources. `more`: of how many besides that have no number."""
    way = f"#cite-{quote(turn, safe='')}-{'.'.join(map(str, numbers))}"
    return f"[{say('{count} sources', count=len(numbers) + more)}]({way}.more)" if more else f"[{_label(numbers)}]({way})"


def _label(numbers: Sequence[int]) -> str:
    """"3", or of several in a row "1–12", else how many."""
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{numbers[0]}–{numbers[-1]}" if numbers[-1] - numbers[0] == len(numbers) - 1 else say("{count} sources", count=len(numbers))
