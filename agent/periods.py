"""Stretches of time as people say them. Pure data and calendar arithmetic; the words for them are in `agent/rules/dates.py`."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

Grain = Literal["day", "week", "month", "quarter", "year"]


@dataclass(frozen=True, slots=True)
class Interval:
    """Days of the company's calendar from `first` up to and without `last`; None is open. `said`: in plain words, "October 2026"."""

    first: date | None
    last: date | None
    said: str
