"""What a goal uses of whom, as far as its words tell: which fields, as values or in figures, of the asker, of a named person, or of more."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from agent.catalogue import Catalogue
from agent.plan.algebra import (
    Alike,
    Column,
    Condition,
    Earlier,
    Figures,
    Goal,
    Groups,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Named,
    Node,
    Not,
    Order,
    Path,
    Set,
    Show,
    Summary,
    Table,
    Tally,
    Union,
    Where,
    are_several,
    thing_of,
)
from agent.policy.decision import How, in_part, tables

PEOPLE = "hris/Employee"

# me: the asker. named: one person by name or as a row of an answer, who may be the asker. people: several. everybody: all whose records there are.
Whose = Literal["me", "named", "people", "everybody"]

_OTHERS = frozenset({"direct_manager", "chain_above", "hr_partner", "pay_specialist", "payroll", "finance", "other"})
POSSIBLE: Mapping[Whose, frozenset[str]] = {
    "me": _OTHERS | {"self"}, "named": _OTHERS | {"self"}, "people": _OTHERS,
    "everybody": _OTHERS - {"direct_manager"},          # nobody is everybody's direct manager
}


@dataclass(frozen=True, slots=True)
class Anchor:
    """Whose records they are; `node`: that person, if it is a single one."""

    whose: Whose
    node: Me | Named | Earlier | None = None


_PEOPLE, _EVERYBODY = Anchor("people"), Anchor("everybody")


@dataclass(frozen=True, slots=True)
class Used:
    """One use. `name`: a field, relation or named condition; a model where it is used that somebody has such a record."""

    name: str
    privacy: str
    how: How
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class _Walk:
    catalogue: Catalogue
    how: How = "value"
    around: Anchor | None = None        # whose records a set without ties of its own belongs to

    def inside(self, measure: Measure) -> "_Walk":
        return replace(self, how="count" if measure.how in ("count", "share") else "total" if measure.how in ("sum", "average") else "value")


def field_uses(catalogue: Catalogue, goal: Goal) -> tuple[Used, ...]:
    """Every use of a goal that has a class, of records of people as of others."""
    return tuple(_goal(_Walk(catalogue), goal))


def possible_relations(use: Used) -> frozenset[str]:
    """In which relations the viewer may stand to those whose field is used; where a part of them is enough, to somebody among them."""
    whose = "named" if use.anchor.whose in ("people", "everybody") and in_part("people", use.privacy) else use.anchor.whose
    return POSSIBLE[whose]


def names_used(catalogue: Catalogue, wanted: Condition) -> frozenset[str]:
    """What a condition uses, by name, with what the figures in it use."""
    return frozenset(use.name for use in _condition(_Walk(catalogue), wanted, _PEOPLE))


def _goal(walk: _Walk, goal: Goal) -> Iterator[Used]:
    if isinstance(goal, Figures | Groups):
        for side in goal.sides if isinstance(goal, Groups) else (goal,):
            for measure in side.measures:
                yield from _measure(walk, measure)
                yield from _keys(walk.inside(measure), side, measure.of)
    else:
        for node in goal.all_nodes if isinstance(goal, Summary) else (goal.node,):
            yield from _node(walk, node)
    if isinstance(goal, Show):
        yield _used(walk, goal.field, _anchor(walk, goal.node))
    elif isinstance(goal, Table):
        for column in goal.columns:
            yield from _column(walk, column, _anchor(walk, goal.node))
        yield from _order(walk, goal.order, _anchor(walk, goal.node))


def _keys(walk: _Walk, goal: Groups | Figures, node: Node) -> Iterator[Used]:
    for key in goal.keys if isinstance(goal, Groups) else ():
        yield from _column(walk, key, _anchor(walk, node))


def _node(walk: _Walk, node: Node) -> Iterator[Used]:
    if isinstance(node, Union):
        for each in sorted(node.of, key=repr):
            yield from _node(walk, each)
    elif isinstance(node, Earlier):
        yield from _exists(walk, node.model, _anchor(walk, node))
    elif isinstance(node, Set):
        anchor = _anchor(walk, node)
        yield from _exists(walk, node.model, anchor)
        for condition in sorted(node.links | node.where, key=repr):
            yield from _condition(walk, condition, anchor)
        yield from _order(walk, node.ranked, anchor)


def _condition(walk: _Walk, condition: Condition, anchor: Anchor) -> Iterator[Used]:
    if isinstance(condition, Where):
        yield _used(walk, condition.field, anchor)
        yield from _compared(walk, condition.value)
    elif isinstance(condition, Is):
        yield _used(walk, condition.predicate, anchor)
    elif isinstance(condition, Has):
        yield from _tally(walk, condition.tally, anchor)
        yield from _compared(walk, condition.value)
    elif isinstance(condition, Alike):
        yield from _column(walk, condition.one, anchor)
        yield from _column(walk, condition.other, anchor)
    elif isinstance(condition, Link):
        if condition.relation != "hub":
            yield _used(walk, condition.relation, anchor)
        yield from _node(replace(walk, around=anchor), condition.source)
    else:
        for each in (condition.of,) if isinstance(condition, Not) else sorted(condition.of, key=repr):
            yield from _condition(walk, each, anchor)


def _compared(walk: _Walk, value: object) -> Iterator[Used]:
    """What a condition compares with may be a figure of its own: "more than the average"."""
    if isinstance(value, Measure):
        yield from _measure(replace(walk, around=None), value)


def _measure(walk: _Walk, measure: Measure) -> Iterator[Used]:
    yield from _measured(walk.inside(measure), measure)


def _measured(walk: _Walk, measure: Measure) -> Iterator[Used]:
    yield from _node(walk, measure.of)
    anchor = _anchor(walk, measure.of)
    if measure.field is not None:
        yield _used(walk, measure.field, anchor)
    for condition in sorted(measure.part, key=repr):
        yield from _condition(walk, condition, anchor)
    yield from _tally(walk, measure.each, anchor) if measure.each is not None else ()


def _tally(walk: _Walk, tally: Tally, anchor: Anchor) -> Iterator[Used]:
    """A figure for each row. Over the row's own records it is a value of that person, over others it is a figure."""
    own = not _leaves(walk, tally.path) and _are_of_people(walk, tally)
    inner = walk if own else walk.inside(tally.measure)
    yield from _path(inner, tally.path, anchor)
    yield from _measured(replace(inner, around=anchor if own else _PEOPLE), tally.measure)


def _are_of_people(walk: _Walk, tally: Tally) -> bool:
    """Are the rows people, or records of one person each? A team or an office has many."""
    rows = tally.path[-1].to if tally.path else tally.measure.of.model
    return rows == PEOPLE or any(_of_employee(walk.catalogue, r.id) for r in walk.catalogue.models[rows].relations.values())


def _column(walk: _Walk, column: Column | Tally | Key, anchor: Anchor) -> Iterator[Used]:
    if isinstance(column, Tally):
        yield from _tally(walk, column, anchor)
        return
    yield from _path(walk, column.path, anchor)
    if column.field is not None:
        yield _used(walk, column.field, _along(walk, column.path, anchor))
    if isinstance(column, Column) and column.within is not None:
        yield from _node(replace(walk, around=_along(walk, column.path, anchor)), column.within)


def _order(walk: _Walk, order: Order | None, anchor: Anchor) -> Iterator[Used]:
    if order is not None:
        yield from _measure(walk, order.by) if isinstance(order.by, Measure) else _column(walk, order.by, anchor)
        yield from _column(walk, order.per, anchor) if order.per is not None else ()


def _path(walk: _Walk, path: Path, anchor: Anchor) -> Iterator[Used]:
    for step in path:
        if step.relation != "hub":
            yield _used(walk, step.relation, anchor)
        yield from _exists(walk, step.to, anchor)


def _along(walk: _Walk, path: Path, anchor: Anchor) -> Anchor:
    """Whose a field at the end of a path is: still the same person's, unless the path leads on to another."""
    return _PEOPLE if _leaves(walk, path) else anchor


def _leaves(walk: _Walk, path: Path) -> bool:
    """Does a path lead on to another person, from a pay to whose tree its earner is in?"""
    return any(s.to == PEOPLE and (s.relation == "hub" or not _of_employee(walk.catalogue, s.relation)) for s in path)


def _exists(walk: _Walk, model: str, anchor: Anchor) -> Iterator[Used]:
    privacy = tables()["existence"].get(model)
    if privacy is not None:
        yield Used(model, privacy, walk.how, anchor)


def _anchor(walk: _Walk, node: Node) -> Anchor:
    """Of whom the records of a node are."""
    if isinstance(node, Me):
        return Anchor("me", node)
    if isinstance(node, Named):
        return Anchor("named", node)
    if isinstance(node, Union) or are_several(node):
        return _PEOPLE
    if isinstance(node, Earlier):
        return Anchor("named", node)
    thing = thing_of(node)
    if thing is not None:
        return _anchor(walk, thing)
    tied = [k.source for k in sorted(node.links, key=repr) if k.relation != "hub" and _of_employee(walk.catalogue, k.relation)]
    if node.model != PEOPLE and tied:
        return _anchor(walk, tied[0])
    if node.model == PEOPLE or walk.around is not None or node.links:
        return _PEOPLE
    return _EVERYBODY


def _of_employee(catalogue: Catalogue, relation: str) -> bool:
    """Does the relation tie a record of HR to the employee it belongs to?"""
    known = catalogue.relation(relation)
    return relation.startswith("hris/") and "employee" in (known.fk, known.inverse)


def _used(walk: _Walk, name: str, anchor: Anchor) -> Used:
    model, _, part = name.partition(".")
    known = walk.catalogue.models[model]
    row = known.fields.get(part) or known.relations.get(part) or known.predicates[part]
    return Used(name, row.privacy, walk.how, anchor)
