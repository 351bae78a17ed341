"""A chart of a result: which kind it is, and what it shows in words. Pure; how it looks is its drawers'."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.phrasing.figures import SHARE, in_cell

_PERIOD = re.compile(
    r"(?:FY ?)?\d{4}(?:[- ](?:\d\d|Q[1-4]|W\d\d|H[12])(?:-\d\d)?)?|Q[1-4] (?:FY ?)?\d{4}|[A-Z][a-z]{2,8} \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4}")
_SORTED = re.compile(r"(?:FY ?)?\d{4}(?:\D.*)?")            # periods whose order is that of their letters
_SHARES = frozenset({"share", "%", "percent"})


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: what is drawn along (`labels`) and how much of each."""

    along: str                          # what the labels are
    measure: str                        # name of the figures
    labels: tuple[str, ...]
    values: tuple[float, ...]
    unit: str | None = None

    @property
    def kind(self) -> Literal["trend", "share", "ranking"]:
        """A course over time, parts of a whole, or which has more: months that go by their figure are no course."""
        if all(_PERIOD.fullmatch(label) for label in self.labels) and list(self.labels) == sorted(self.labels, key=_in_time):
            return "trend"
        return "share" if self.unit in _SHARES and all(value >= 0 for value in self.values) else "ranking"

    @property
    def alt(self) -> str:
        """What it shows, in words."""
        return self.told_with(self.labels)

    def told_with(self, labels: Sequence[str]) -> str:
        """What it shows, in words, with these labels along it: as the reader writes months and days."""
        pairs = list(zip(labels, self.values, strict=True))
        first, last = (f"{self.told(value)} ({label})" for label, value in (pairs[0], pairs[-1]))
        low, *_, high = (f"{self.told(value)} ({label})" for label, value in sorted(pairs, key=lambda pair: pair[1]))
        course = f"from {first} to {last}" if self.kind == "trend" else f"{len(pairs)} bars"
        return f"{self.title}, {course}; highest {high}, lowest {low}."

    @property
    def title(self) -> str:
        """What is drawn of what, with its unit."""
        is_said = not self.unit or self.unit in _SHARES or self.unit in self.measure.split()
        return f"{self.measure}{'' if is_said else f' ({self.unit})'} by {self.along}"

    @property
    def scale(self) -> tuple[float, float]:
        """The least value that is drawn, and how far it is to the greatest; zero is always among them."""
        least = min(0.0, *self.values)
        return least, max(0.0, *self.values) - least

    def told(self, value: float) -> str:
        """One of its figures as people read it."""
        is_part = self.kind == "share" and max(self.values) <= 1
        return in_cell(value, SHARE if is_part else self.unit)


def _in_time(label: str) -> str:
    """By what a time goes among others; "" for what is not told by its letters, which keeps its place."""
    return label if _SORTED.fullmatch(label) else ""
