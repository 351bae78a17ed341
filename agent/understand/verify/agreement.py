"""Whether two readings of a message are the same: in canonical form, or in the words in which they are told.

What rows are called and in which unit a figure is shown is no other reading; nor is a time that ends today instead of being open, for nothing that
is recorded has happened later.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from agent.catalogue import Catalogue
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Column, Goal, Measure, Show, flattened, rebuilt, without_label
from agent.plan.periods import Calendar, Interval
from agent.understand.grammar.canonical import canonical
from agent.understand.verify.grounding import up_to_now


def are_same(catalogue: Catalogue, calendar: Calendar, some: Sequence[Goal], others: Sequence[Goal]) -> bool:
    """Do two readings ask for the same, one goal after another?"""
    return len(some) == len(others) and all(is_same(catalogue, calendar, *two) for two in zip(some, others, strict=True))


def is_same(catalogue: Catalogue, calendar: Calendar, one: Goal, other: Goal) -> bool:
    """Are two goals the same? No two goals that differ are told in the same words."""
    bare, others = (rebuilt(flattened(each), partial(_bare, calendar)) for each in (one, other))
    return bool(canonical(catalogue, bare) == canonical(catalogue, others)) or say_goal(catalogue, bare) == say_goal(catalogue, others)


def _bare(calendar: Calendar, part: Any) -> Any:
    if isinstance(part, Interval):
        first, last = up_to_now(part, calendar)
        return Interval(first, last, f"{first} to {last}")
    return replace(part, unit=None) if isinstance(part, Show | Column | Measure) else without_label(part)
