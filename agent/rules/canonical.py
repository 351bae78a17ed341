"""One form for goals that are the same, so that two ways to the same reading are one. Pure."""

from dataclasses import fields, is_dataclass
from typing import Any

from agent.catalogue import Catalogue
from agent.plan import Is, Where


def canonical(known: Catalogue, thing: Any) -> Any:
    """A goal in which "joined in May" and "with a start date in May" are the same condition."""
    if isinstance(thing, Is) and thing.period is not None and (time := known.predicate(thing.predicate).time):
        return Where(f"{thing.predicate.partition('.')[0]}.{time}", thing.period, "in")
    if isinstance(thing, tuple | frozenset):
        return type(thing)(canonical(known, each) for each in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return type(thing)(**{each.name: canonical(known, getattr(thing, each.name)) for each in fields(thing)})
    return thing


def named_conditions(thing: Any) -> int:
    """How many named conditions a goal has: of two equal readings the one that says more of what was said is kept."""
    if isinstance(thing, tuple | frozenset):
        return sum(map(named_conditions, thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        return isinstance(thing, Is) + sum(named_conditions(getattr(thing, each.name)) for each in fields(thing))
    return 0
