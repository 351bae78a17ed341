"""The parts of a goal that a follow-up may change, and a goal with one of them changed."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from agent.plan.algebra import Goal, Set, parts


def replace_part(thing: Any, old: object, new: object) -> Any:
    """A goal with one part in place of another, wherever it stands."""
    if thing == old:
        return new
    if isinstance(thing, tuple | frozenset):
        return type(thing)(replace_part(each, old, new) for each in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{f.name: replace_part(getattr(thing, f.name), old, new) for f in fields(thing)})
    return thing


def all_of(thing: Any, kind: type) -> list[Any]:
    """Everything of a kind in a goal, outermost first, in a fixed order."""
    return [part for part in parts(thing) if isinstance(part, kind)]


def targets(last: Goal) -> list[Set]:
    """The set that the goal is about, where it is about one."""
    return all_of(last, Set)[:1]
