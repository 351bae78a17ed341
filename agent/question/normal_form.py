"""One form for plans that mean the same, where plans meet rights and tasks: whoever wrote them, and however.

What is asked of whom, what is read first and what is left out must not hang on how a plan is put together. Pure.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

from agent.catalogue import Catalogue
from agent.plan.algebra import Column, Either, Has, Link, Not, Order, Quantity, Set, Union, Where, flattened, rebuilt


def normal(known: Catalogue, thing: Any) -> Any:
    """The goal, or a part of one, in the form that all equal ones have. Conditions and sets have no order to begin with."""
    return flattened(rebuilt(thing, partial(_simple, known)))


def _simple(known: Catalogue, part: Any) -> Any:
    rule = _RULES.get(type(part))
    return part if rule is None else rule(known, part)


def _not(_: Catalogue, made: Not) -> Any:
    """What does not not hold does; it names a value as well, and so takes the place of what holds otherwise."""
    return made.of.of if isinstance(made.of, Not) else made


def _either(_: Catalogue, made: Either) -> Any:
    of = frozenset(inner for each in made.of for inner in (each.of if isinstance(each, Either) else (each,)))
    return next(iter(of)) if len(of) == 1 else Either(of)


def _union(_: Catalogue, made: Union) -> Any:
    """Its members are told, counted and cited as those of the one node that it is of."""
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
    """Ties among the conditions stand with the other ties, so that the members are narrowed by them first."""
    said = {each: _tied(each) if isinstance(each, Has) else each for each in made.where}
    ties = {each: tie for each, tie in said.items() if isinstance(tie, Link) and not leads_to_just_these(known, tie)}
    return replace(made, links=made.links | frozenset(ties.values()), where=made.where - frozenset(ties)) if ties else made


def _tied(has: Has) -> Link | None:
    """That at least one belongs to each member, over one relation, is a tie."""
    of, path = has.tally.measure, has.tally.path
    at_least_one = (has.op, has.value) in ((">=", Quantity(Decimal(1))), (">", Quantity(Decimal(0))))
    is_tie = at_least_one and of.how == "count" and len(path) == 1 and path[0].relation != "hub"
    return Link(path[0].relation, path[0].inverse, of.of) if is_tie else None


def leads_to_just_these(known: Catalogue, link: Link) -> bool:
    """Does the source hold the key? Then a tie lifts what holds of everybody else, and a condition does not."""
    return link.relation == "hub" or (not link.to_source and known.relation(link.relation).fk is not None)


_RULES: Mapping[type, Callable[[Catalogue, Any], Any]] = {
    Not: _not, Either: _either, Union: _union, Where: _where, Order: _order, Set: _set,
}
