"""The parts of a goal that a follow-up may change, and a goal with one of them changed."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import combinations
from typing import Any

from agent.catalogue import Catalogue
from agent.plan.algebra import Goal, Link, Set, parts


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


def tied_once(known: Catalogue, goal: Goal) -> Goal:
    """The goal, with what is said twice of a thing that each member has one of said of that thing: requests of one who is in my team and in Pune."""
    found = next(((s, one, other) for s in all_of(goal, Set) for one, other in _twice(known, s)), None)
    if found is None:
        return goal
    node, one, other = found
    assert isinstance(one.source, Set) and isinstance(other.source, Set)
    both = replace(one.source, links=one.source.links | other.source.links, where=one.source.where | other.source.where)
    made: Goal = replace_part(goal, node, replace(node, links=(node.links - {one, other}) | {replace(one, source=both)}))
    return tied_once(known, made)


def _twice(known: Catalogue, node: Set) -> Iterator[tuple[Link, Link]]:
    to_one = (k for k in sorted(node.links, key=repr) if k.to_source and k.relation != "hub" and not known.relation(k.relation).many)
    own = [k for k in to_one if _is_plain(k.source)]
    yield from ((one, other) for one, other in combinations(own, 2) if (one.relation, one.source.model) == (other.relation, other.source.model))


def _is_plain(node: object) -> bool:
    return isinstance(node, Set) and not node.newest and node.ranked is None
