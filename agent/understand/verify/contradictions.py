"""Conditions that no record can meet: a request that is pending and approved, an office in two cities, a date of birth to come.

A reading that says so is hardly what was meant, and "none" would be no answer to it.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Goal, Is, Link, Set, Where, parts
from agent.plan.conditions import conditions
from agent.plan.periods import Interval

Required = tuple[str, frozenset[object]]
"""A field, with what leads to it, and the values of which a member has to have one."""


def contradictions(catalogue: Catalogue, goals: Iterable[Goal]) -> Iterator[str]:
    """The fields of which one record would have to hold two values at once."""
    for each in (part for goal in goals for part in parts(goal) if isinstance(part, Set)):
        allowed: dict[str, frozenset[object]] = {}
        for field, values in _of_set(catalogue, each):
            allowed[field] = allowed.get(field, values) & values
        yield from (field for field, values in allowed.items() if not values)


def yet_to_come(catalogue: Catalogue, goals: Iterable[Goal], today: date) -> Iterator[str]:
    """The fields whose times always lie in the past and for which a goal asks of the future: whose birthday comes next is of no year."""
    for each in (part for goal in goals for part in parts(goal) if isinstance(part, Where)):
        first = each.value.first if isinstance(each.value, Interval) else None
        if first is not None and first >= today and catalogue.field(each.field).past:
            yield each.field


def _of_set(catalogue: Catalogue, of: Set) -> Iterator[Required]:
    for condition in (*of.where, *of.links):
        yield from _of(catalogue, condition)


def _of(catalogue: Catalogue, condition: Condition) -> Iterator[Required]:
    if isinstance(condition, Where):
        yield from _of_field(catalogue, condition)
    elif isinstance(condition, Is):
        known = catalogue.predicate(condition.predicate)
        for each in conditions(known.all, known.model, catalogue.models):
            yield from _of(catalogue, each)
    elif isinstance(condition, Link) and isinstance(condition.source, Set) and _leads_to_one(catalogue, condition):
        yield from ((f"{condition.relation} {field}", values) for field, values in _of_set(catalogue, condition.source))


def _of_field(catalogue: Catalogue, condition: Where) -> Iterator[Required]:
    model, _, name = condition.field.partition(".")
    field = catalogue.models[model].fields.get(name)
    if field is None or "[]" in field.path:             # a list holds several
        return
    if condition.op == "=" and isinstance(condition.value, str | bool):
        yield condition.field, frozenset({_folded(condition.value)})
    elif condition.op == "in" and isinstance(condition.value, tuple):
        yield condition.field, frozenset(map(_folded, condition.value))


def _folded(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value


def _leads_to_one(catalogue: Catalogue, link: Link) -> bool:
    """Does each member point at one thing at most?"""
    relation = catalogue.relation(link.relation) if link.relation != "hub" and link.to_source else None
    return relation is not None and not (relation.many or relation.closure or relation.or_through)
