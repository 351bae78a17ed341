"""Equal ways to write a plan: what they come to must be the same for everybody who asks, see `docs/semantics.md`."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from typing import Any

from agent.catalogue import Relation, catalogue
from agent.plan.algebra import (
    Column,
    Condition,
    Either,
    Exists,
    Has,
    Is,
    Link,
    Measure,
    Node,
    Not,
    Order,
    Quantity,
    Set,
    Step,
    Tally,
    Union,
    Where,
    same_as,
)
from agent.plan.conditions import condition
from agent.plan.periods import Recurring

ONE, NONE = Quantity(Decimal(1)), Quantity(Decimal(0))


def rewrites(thing: Any) -> Iterator[Any]:
    """A goal, or a part of one, with one part of it written in an equal way."""
    if isinstance(thing, frozenset):
        yield from (thing - {each} | {other} for each in sorted(thing, key=repr) for other in rewrites(each))
    elif isinstance(thing, tuple):
        yield from ((*thing[:at], other, *thing[at + 1:]) for at, each in enumerate(thing) for other in rewrites(each))
    elif isinstance(thing, Exists) and isinstance(thing.node, Set):     # what it is asked of stays apart from what is asked of it
        inner = ("links", "where", "ranked")
        yield from (Exists(replace(thing.node, **{name: other})) for name in inner for other in rewrites(getattr(thing.node, name)))
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield from _own(thing)
        yield from (replace(thing, **{each.name: other}) for each in fields(thing) for other in rewrites(getattr(thing, each.name)))


def _own(thing: Any) -> Iterator[Any]:
    if isinstance(thing, Set):
        yield from _sets(thing)
        yield Union(thing.model, frozenset({thing}))
    elif isinstance(thing, Union):
        yield from (Union(thing.model, thing.of - {each} | {Union(thing.model, frozenset({each}))}) for each in sorted(thing.of, key=repr))
        yield from _as_one(thing)
    elif isinstance(thing, Link):
        yield from _turned(thing)
    elif isinstance(thing, Order):
        yield from _by_name(thing)
    elif isinstance(thing, Where | Is | Has | Not | Either):
        yield Not(Not(thing))
        yield from _in_or_either(thing)


def _by_name(order: Order) -> Iterator[Order]:
    """By the field that things are called by, or by what they are called."""
    field = order.by.field if isinstance(order.by, Column) and not order.by.path else None
    if field is not None and catalogue().models[catalogue().field(field).model].name == (catalogue().field(field).path,):
        yield replace(order, by=replace(order.by, field=None))  # type: ignore[arg-type]


def _sets(thing: Set) -> Iterator[Set]:
    """Ties as counts, conditions in sets of their own, what holds anyway said."""
    for link in sorted(thing.links, key=repr):
        if not _leads_to_just_these(link) and (tally := _counted(thing.model, link)) is not None:
            without = thing.links - {link}
            yield from (replace(thing, links=without, where=thing.where | {each}) for each in (Has(tally, ">=", ONE), Has(tally, ">", NONE), link))
    for each in sorted(thing.where, key=repr):
        if isinstance(each, Has) and (tie := _tied(each)) is not None:
            yield replace(thing, where=thing.where - {each} | {tie})
        if isinstance(each, Is) and each.period is not None and (time := catalogue().predicate(each.predicate).time):
            of_time = Where(f"{thing.model}.{time}", each.period, "in")
            yield replace(thing, where=thing.where - {each} | {Is(each.predicate), of_time})
    yield from _nested(thing)
    yield from _with_defaults(thing)


def _nested(thing: Set) -> Iterator[Set]:
    """Held to be among those that meet the conditions."""
    if thing.ranked is None and not thing.newest and thing.where:
        inner = Set(thing.model, where=thing.where)
        yield replace(thing, links=thing.links | {same_as(inner)}, where=frozenset())


def _with_defaults(thing: Set) -> Iterator[Set]:
    usual = {condition(text, thing.model, catalogue().models) for text in catalogue().models[thing.model].everybody}
    if usual and not thing.where and not any(_leads_to_just_these(k) for k in thing.links):
        yield replace(thing, where=frozenset(usual))


def _leads_to_just_these(link: Link) -> bool:
    return link.relation == "hub" or (not link.to_source and catalogue().relation(link.relation).fk is not None)


def _counted(model: str, link: Link) -> Tally | None:
    """How many of the source each member is tied to."""
    return Tally(Measure(link.source, "count"), (Step(link.relation, model, link.to_source),)) if link.relation != "hub" else None


def _tied(has: Has) -> Link | None:
    """That at least one belongs to each member, as a tie."""
    measure, path = has.tally.measure, has.tally.path
    at_least_one = (has.op, has.value) in ((">=", ONE), (">", NONE))
    if not at_least_one or measure.how != "count" or len(path) != 1 or path[0].relation == "hub":
        return None
    link = Link(path[0].relation, path[0].inverse, measure.of)
    return None if _leads_to_just_these(link) else link


def _turned(link: Link) -> Iterator[Link]:
    """Over the relation that is the same the other way round."""
    if link.relation == "hub":
        return
    relation = catalogue().relation(link.relation)
    members = catalogue().models[relation.model if link.to_source else relation.to]
    for other in catalogue().relations():
        turned = replace(link, relation=other.id, to_source=not link.to_source)
        leads_alike = _leads_to_just_these(turned) == _leads_to_just_these(link)        # else what holds of everybody holds in one of the two
        if _are_inverse(relation, other) and (leads_alike or not members.everybody):
            yield turned


def _are_inverse(one: Relation, other: Relation) -> bool:
    plain = not any((one.where, one.current, one.or_through, other.where, other.current, other.or_through)) and one.closure == other.closure
    ends = (one.model, one.to) == (other.to, other.model) and one.id != other.id and one.privacy == other.privacy
    return plain and ends and ((one.fk is not None and one.fk == other.inverse) or (other.fk is not None and other.fk == one.inverse))


def _in_or_either(thing: Condition) -> Iterator[Condition]:
    if isinstance(thing, Where) and thing.op == "in" and isinstance(thing.value, tuple):
        yield Either(frozenset(replace(thing, value=text, op="=") for text in thing.value))
        yield replace(thing, value=tuple(reversed(thing.value)))
    elif isinstance(thing, Where) and isinstance(thing.value, Recurring) and len(thing.value.of) > 1:
        yield Either(frozenset(replace(thing, value=replace(thing.value, of=(place,))) for place in thing.value.of))
    elif isinstance(thing, Where) and thing.op == "=" and isinstance(thing.value, str) and _is_text(thing):
        yield replace(thing, value=(thing.value,), op="in")
    elif isinstance(thing, Either):
        yield Either(frozenset({thing, *sorted(thing.of, key=repr)[:1]}))


def _is_text(where: Where) -> bool:
    return catalogue().field(where.field).kind in ("text", "enum")


def _as_one(union: Union) -> Iterator[Node]:
    """The members of two sets that differ in their conditions alone as one set, where nothing holds that is not said."""
    of = sorted(union.of, key=repr)
    plain = [s for s in of if isinstance(s, Set) and not s.links and not s.newest and s.ranked is None and len(s.where) == 1]
    if len(plain) == len(of) and not catalogue().models[union.model].everybody:
        yield Set(union.model, where=frozenset({Either(frozenset(w for s in plain for w in s.where))}))


