"""Markdown that surfaces draw. What came out of a record is text here, never markup: it shows exactly what it is. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any

from kg.leaving import defused, escape

__all__ = ["defused", "escape", "table"]


def table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table whose names and cells show exactly what was given; None is an empty cell."""
    cells = [[escape("" if cell is None else cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in ([escape(name) for name in names], ["---"] * len(names), *cells))
