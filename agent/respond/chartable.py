"""Which rows make a chart: one rule for what is told and for what is drawn. Pure."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

FEWEST, MOST = 3, 40                    # rows that are worth a chart


def is_drawable(rows: Sequence[Sequence[object]]) -> bool:
    """Is each row one name and one figure: no name twice, not all of them 0? More of either is a table to be read."""
    if not FEWEST <= len(rows) <= MOST or any(len(row) != 2 for row in rows):
        return False
    names, figures = [row[0] for row in rows], [row[1] for row in rows]
    named = all(name and isinstance(name, str | date) for name in names) and len(set(names)) == len(names)
    return named and all(isinstance(f, int | float | Decimal) and not isinstance(f, bool) for f in figures) and any(figures)
