"""Which tables people would rather look at than read: a course over time, parts of a whole, a ranking. Pure: a result in, a chart out.

A chart is drawn from the same rows as the table that stands beside it, and says in words what it shows.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

FEWEST, MOST = 3, 40                    # rows that are worth a chart
_PERIOD = re.compile(
    r"(?:FY ?)?\d{4}(?:-(?:\d\d|Q[1-4]|W\d\d|H[12])(?:-\d\d)?)?|Q[1-4] (?:FY ?)?\d{4}|[A-Z][a-z]{2,8} \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4}")
_SHARES = frozenset({"share", "%", "percent"})


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: what is drawn along (`labels`) and how much of each."""

    kind: Literal["trend", "share", "ranking"]
    along: str                          # name of the first column
    measure: str                        # name of the figures, with their unit
    labels: tuple[str, ...]
    values: tuple[float, ...]

    @property
    def alt(self) -> str:
        """What it shows, in words."""
        pairs = list(zip(self.labels, self.values, strict=True))
        first, last = (f"{_number(value)} ({label})" for label, value in (pairs[0], pairs[-1]))
        low, *_, high = (f"{_number(value)} ({label})" for label, value in sorted(pairs, key=lambda pair: pair[1]))
        course = f"from {first} to {last}" if self.kind == "trend" else f"{len(pairs)} bars"
        return f"{self.measure} by {self.along}, {course}; highest {high}, lowest {low}."


def chart_of(answer: Mapping[str, Any]) -> Chart | None:
    """The chart of an answer (as JSON); None where a table or a sentence says it better."""
    result = answer.get("result")
    if answer.get("status") != "answered" or not result or not FEWEST <= len(result["rows"]) <= MOST:
        return None
    figures = _figures(result)
    if figures is None:
        return None
    labels = tuple(str(row[0]) for row in result["rows"])
    first, column = result["columns"][0], result["columns"][figures]
    values = tuple(float(row[figures]) for row in result["rows"])
    if len(set(labels)) < len(labels) or not any(values):
        return None
    measure = f"{column['name']} ({column['unit']})" if column.get("unit") else str(column["name"])
    return Chart(_kind(labels, values, column), str(first["name"]), measure, labels, values)


def _figures(result: Mapping[str, Any]) -> int | None:
    """The one column of figures, beside one of names: more of either is a table to be read."""
    columns = range(len(result["columns"]))
    numbers = [c for c in columns if all(_is_number(row[c]) for row in result["rows"])]
    is_named = all(isinstance(row[0], str) and row[0] for row in result["rows"])
    return numbers[0] if is_named and len(columns) == 2 and numbers == [1] else None


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _kind(labels: Sequence[str], values: Sequence[float], column: Mapping[str, Any]) -> Literal["trend", "share", "ranking"]:
    if all(_PERIOD.fullmatch(label) for label in labels):
        return "trend"
    return "share" if column.get("unit") in _SHARES and all(value >= 0 for value in values) else "ranking"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
