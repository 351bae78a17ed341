"""Text as Markdown. What came out of a record is text here, never markup: it shows exactly what it is. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

# What could begin markup, a link or (at the start of a line) a heading, list or rule; written as entities it begins nothing.
_MARKUP = re.compile(r"[\\`*_\[\]|~<>&]|(?<=www)\.|:(?=//)|^[#+=\-]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
_LEADS_AWAY = re.compile(r"[<\[\]]|(?<=www)\.|:(?=//)")


def escape(text: Any) -> str:
    """Any text as Markdown that shows exactly it, on one line."""
    return _MARKUP.sub(_as_entity, " ".join(str(text).split()))


def defused(markdown: str) -> str:
    """An answer's text, whose words may be a record's, without what could begin a tag, a link or a picture."""
    return _LEADS_AWAY.sub(_as_entity, markdown)


def table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table whose names and cells show exactly what was given; None is an empty cell."""
    cells = [[escape("" if cell is None else cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in ([escape(name) for name in names], ["---"] * len(names), *cells))


def _as_entity(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"
