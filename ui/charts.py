"""Which tables people would rather look at than read: a course over time, parts of a whole, a ranking. Pure: a result in, a chart out.

A chart is drawn from the same rows as the table that stands beside it, and says in words what it shows.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent.respond.drawable import is_drawable
from kg.leaving import shown

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
    if answer.get("status") != "answered" or not result or form_of(answer) in ("table", "list") or not is_drawable(result["rows"]):
        return None
    labels = tuple(shown(str(row[0])) for row in result["rows"])
    first, column = result["columns"]
    values = tuple(float(row[1]) for row in result["rows"])
    measure = f"{column['name']} ({column['unit']})" if column.get("unit") else str(column["name"])
    return Chart(_kind(labels, values, column), shown(str(first["name"])), shown(measure), labels, values)


def form_of(answer: Mapping[str, Any]) -> str:
    """In which form the person prefers this answer: table, list, chart; "" where they said nothing."""
    return next((str(each["form"]) for each in answer.get("elements") or () if each.get("type") == "form"), "")


def _kind(labels: Sequence[str], values: Sequence[float], column: Mapping[str, Any]) -> Literal["trend", "share", "ranking"]:
    if all(_PERIOD.fullmatch(label) for label in labels):
        return "trend"
    return "share" if column.get("unit") in _SHARES and all(value >= 0 for value in values) else "ranking"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
