"""What is asked of several things named just before is told beside each of them: "which deals close this month and who owns them?".

Two answers in a row, the deals and then the owners, would not tell which belongs to which.
"""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.phrasing.one_thing import is_first
from agent.plan.algebra import (
    Column,
    Earlier,
    Figures,
    Goal,
    Link,
    Measure,
    Named,
    Names,
    Node,
    Path,
    Set,
    Show,
    Step,
    Table,
    Tally,
    are_several,
)
from agent.plan.goal_parts import replace_part


def extend_last_table(known: Catalogue, goal: Goal, last: Goal) -> Goal:
    """The goal as one table with what `last` lists, where `last` lists several and the goal asks something of each; else the goal itself."""
    base = listed_rows(known, last)
    if base is None:
        return goal
    if base.order is not None and isinstance(base.node, Set):          # of the first three, "their amounts" are those of the rows
        goal = replace_part(goal, replace(base.node, ranked=base.order), base.node)
    columns = tuple(_columns(goal, base.node))
    if columns:
        return replace(base, columns=tuple(dict.fromkeys((*base.columns, *columns))))
    return next(_pairs(goal, base.node), goal)


def listed_rows(known: Catalogue, last: Goal) -> Table | None:
    """What a goal lists, as the rows of a table; None where it lists no several things."""
    if not isinstance(last, Names | Table) or not isinstance(last.node, Set) or is_first(last.node) or is_single(known, last.node):
        return None
    return last if isinstance(last, Table) else Table(last.node, label=last.label)


def is_beside(goal: Goal, last: Goal) -> bool:
    """Does the goal tell of each of those that `last` lists, or of those of them that have what is asked for?"""
    within = [c.within for c in goal.columns if isinstance(c, Column)] if isinstance(goal, Table) else []
    return has_same_rows(last, goal) or (isinstance(last, Names | Table) and last.node in within)


def has_same_rows(last: Goal | None, goal: Goal | None) -> bool:
    """Does the goal tell of all that `last` lists, one by one?"""
    return isinstance(goal, Table) and isinstance(last, Names | Table) and goal.node == last.node


def is_single(known: Catalogue, node: Node) -> bool:
    """A name, or what somebody has one of."""
    link = next(iter(node.links)) if isinstance(node, Set) and len(node.links) == 1 and not node.where else None
    if link is None or link.to_source or link.relation == "hub":
        return isinstance(node, Named | Earlier) and not are_several(node)
    return not known.relation(link.relation).many and is_single(known, link.source)


def _columns(goal: Goal, of: Node) -> Iterator[Column | Tally]:
    """What the goal asks, as columns of those things: a field, what they lead to, a figure over what leads to them. None where it is not of each."""
    match goal:
        case Show(node, field, unit) if (path := _led_to(node, of)) is not None:
            yield Column(field, path, unit)
        case Names(node) if (path := _led_to(node, of)) is not None:
            yield Column(None, path)
        case Table(node, columns, None) if (path := _led_to(node, of)) is not None and all(isinstance(c, Column) for c in columns):
            yield from (Column(c.field, (*path, *c.path), c.unit) for c in columns if isinstance(c, Column))
        case Figures((measure,)):
            yield from _tallied(measure, of)


def _pairs(goal: Goal, of: Node) -> Iterator[Goal]:
    """What the goal lists, each with those of the things that it belongs to."""
    if isinstance(goal, Names) and isinstance(goal.node, Set):
        for link in goal.node.links:
            path = _way(link, of)
            if path and _is_forward(path):
                yield Table(goal.node, (Column(None, path, within=of),), label=goal.label)


def _tallied(measure: Measure, of: Node) -> Iterator[Tally]:
    if measure.how == "share" or not isinstance(measure.of, Set):
        return
    for link in measure.of.links:
        path = _way(link, of)
        if path and _is_forward(path):
            rest = Set(measure.of.model, measure.of.links - {link}, measure.of.where, measure.of.newest, measure.of.ranked)
            yield Tally(Measure(rest, measure.how, measure.field, measure.part, measure.unit), path)


def _led_to(node: Node, of: Node) -> Path | None:
    """The way from those things to the node, where all that they lead to is meant and each knows by itself where it leads; () for themselves."""
    if node == of:
        return ()
    if not isinstance(node, Set) or len(node.links) != 1 or node.where or node.newest or node.ranked:
        return None
    way = _way(next(iter(node.links)), of)
    turned = None if way is None else _turned(node.model, way)
    return turned if turned is not None and _is_forward(turned) else None


def _way(link: Link, of: Node) -> Path | None:
    """The way that a link walks from its members to those things; None where it ends elsewhere, or keeps only some on the way."""
    step = Step(link.relation, link.source.model, inverse=link.relation != "hub" and not link.to_source)
    if link.source == of:
        return (step,)
    source = link.source
    if not isinstance(source, Set) or len(source.links) != 1 or source.where or source.newest or source.ranked:
        return None
    rest = _way(next(iter(source.links)), of)
    return None if rest is None else (step, *rest)


def _turned(start: str, path: Path) -> Path:
    """The path walked from its end to `start`."""
    sources = (start, *(step.to for step in path[:-1]))
    return tuple(reversed([Step(step.relation, source, step.relation != "hub" and not step.inverse)
                           for step, source in zip(path, sources, strict=True)]))


def _is_forward(path: Path) -> bool:
    return not any(step.inverse for step in path)
