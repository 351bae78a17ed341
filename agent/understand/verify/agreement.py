"""Whether two readings of a message are the same: in canonical form, or in the words in which they are told.

What rows are called and in which unit a figure is shown is no other reading; nor is a time that ends today instead of being open, for nothing that
is recorded has happened later.
"""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from agent.catalogue import Catalogue
from agent.periods import Calendar, Interval
from agent.plan import Column, Goal, Measure, Names, Show, Table, flattened
from agent.rules.canonical import canonical
from agent.say import say_goal
from agent.understand.verify.grounding import up_to_now


def are_same(catalogue: Catalogue, calendar: Calendar, some: Sequence[Goal], others: Sequence[Goal]) -> bool:
    """Do two readings ask for the same, one goal after another?"""
    return len(some) == len(others) and all(is_same(catalogue, calendar, *two) for two in zip(some, others, strict=True))


def is_same(catalogue: Catalogue, calendar: Calendar, one: Goal, other: Goal) -> bool:
    """Are two goals the same? No two goals that differ are told in the same words."""
    bare, others = (_bare(flattened(each), calendar) for each in (one, other))
    return bool(canonical(catalogue, bare) == canonical(catalogue, others)) or say_goal(catalogue, bare) == say_goal(catalogue, others)


def _bare(thing: Any, calendar: Calendar) -> Any:
    if isinstance(thing, tuple | frozenset):
        return type(thing)(_bare(each, calendar) for each in thing)
    if isinstance(thing, Interval):
        first, last = up_to_now(thing, calendar)
        return Interval(first, last, f"{first} to {last}")
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    made: Any = replace(thing, **{each.name: _bare(getattr(thing, each.name), calendar) for each in fields(thing)})
    if isinstance(made, Names | Table):
        return replace(made, label="")
    return replace(made, unit=None) if isinstance(made, Show | Column | Measure) else made
