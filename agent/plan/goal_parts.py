"""The parts of a goal that a follow-up may change, and a goal with one of them changed."""

from typing import Any

from agent.plan.algebra import Goal, Set, parts, rebuilt


def replace_part(thing: Any, old: object, new: object) -> Any:
    """A goal with one part in place of another, wherever it stands."""
    return rebuilt(thing, lambda part: new if part == old else part)


def all_of(thing: Any, kind: type) -> list[Any]:
    """Everything of a kind in a goal, outermost first, in a fixed order."""
    return [part for part in parts(thing) if isinstance(part, kind)]


def targets(last: Goal) -> list[Set]:
    """The set that the goal is about, where it is about one."""
    return all_of(last, Set)[:1]
