"""The normal form of a goal: plans that mean the same become equal, whoever wrote them.

The policy checks and the tasks are made from it, so that neither depends on how a plan happens to be written. Pure.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

from agent.catalogue import Catalogue
from agent.plan.algebra import Column, Either, Has, Link, Not, Order, Quantity, Set, Union, Where, flattened, rebuilt


def normalize(known: Catalogue, thing: Any) -> Any:
    """The goal, or a part of one, in normal form. Conditions and sets are unordered already."""
    return flattened(rebuilt(thing, partial(_simple, known)))


def _simple(known: Catalogue, part: Any) -> Any:
    rule = _RULES.get(type(part))
    return part if rule is None else rule(known, part)


def _not(_: Catalogue, made: Not) -> Any:
    """A double negation is dropped, so that the condition inside names its value like any other."""
    return made.of.of if isinstance(made.of, Not) else made


def _either(_: Catalogue, made: Either) -> Any:
    of = frozenset(inner for each in made.of for inner in (each.of if isinstance(each, Either) else (each,)))
    return next(iter(of)) if len(of) == 1 else Either(of)


def _union(_: Catalogue, made: Union) -> Any:
    """Nested unions are flattened; a union of one node is that node."""
    of = frozenset(inner for each in made.of for inner in (each.of if isinstance(each, Union) else (each,)))
    return next(iter(of)) if len(of) == 1 else replace(made, of=of)


def _where(_: Catalogue, made: Where) -> Where:
    is_one = made.op == "in" and isinstance(made.value, tuple) and len(made.value) == 1
    return replace(made, value=made.value[0], op="=") if is_one and isinstance(made.value, tuple) else made


def _order(known: Catalogue, made: Order) -> Order:
    """An order by the field that things are called by is one by what they are called."""
    by = made.by
    if not isinstance(by, Column) or by.field is None:
        return made
    model, field = known.models[by.field.partition(".")[0]], known.field(by.field)
    is_name = model.name == (field.path,) and (field.privacy == "A" or not by.path)
    return replace(made, by=replace(by, field=None)) if is_name else made


def _set(known: Catalogue, made: Set) -> Set:
    """Semi-joins among the conditions become links, which narrow the members before a condition is tried; not those that would lift defaults."""
    said = {each: _tied(each) if isinstance(each, Has) else each for each in made.where}
    ties = {each: tie for each, tie in said.items() if isinstance(tie, Link) and not known.lifts_defaults(tie.relation, to_source=tie.to_source)}
    return replace(made, links=made.links | frozenset(ties.values()), where=made.where - frozenset(ties)) if ties else made


def _tied(has: Has) -> Link | None:
    """A count of at least one over a single relation, as the link that it is (a semi-join); None for other figures."""
    of, path = has.tally.measure, has.tally.path
    at_least_one = (has.op, has.value) in ((">=", Quantity(Decimal(1))), (">", Quantity(Decimal(0))))
    is_tie = at_least_one and of.how == "count" and len(path) == 1 and path[0].relation != "hub"
    return Link(path[0].relation, path[0].inverse, of.of) if is_tie else None


_RULES: Mapping[type, Callable[[Catalogue, Any], Any]] = {
    Not: _not, Either: _either, Union: _union, Where: _where, Order: _order, Set: _set,
}
