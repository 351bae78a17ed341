"""One form for goals that are the same, so that two ways to the same reading are one. Pure."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from agent.catalogue import Catalogue
from agent.plan.algebra import Is, Link, Measure, Names, Where


def canonical(known: Catalogue, thing: Any) -> Any:
    """A goal in which "joined in May" and "with a start date in May" are the same condition; what rows are called is no part of it."""
    if isinstance(thing, frozenset):
        return frozenset(canonical(known, part) for each in thing if not _implied(known, each, thing) for part in _parted(known, each))
    if isinstance(thing, tuple):
        return tuple(canonical(known, each) for each in thing)
    if isinstance(thing, Link):
        thing = _forward(known, thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        kept = {each.name: getattr(thing, each.name) for each in fields(thing)} | ({"label": ""} if isinstance(thing, Names) else {})
        return type(thing)(**{name: canonical(known, part) for name, part in kept.items()})
    return thing


def _forward(known: Catalogue, link: Link) -> Link:
    """A link over the relation that holds it, which others name from its other end: somebody's leave is the leave that is theirs."""
    relation = known.relation(link.relation) if link.relation != "hub" else None
    if relation is None or not relation.inverse or relation.closure or relation.current or relation.where:
        return link
    return replace(link, relation=f"{relation.to}.{relation.inverse}", to_source=not link.to_source)


def _implied(known: Catalogue, thing: Any, others: frozenset[Any]) -> bool:
    """Does another condition say it as well? What is overdue is issued."""
    if not isinstance(thing, Is) or thing.period is not None:
        return False
    name = thing.predicate.partition(".")[2]
    return any(isinstance(o, Is) and o != thing and f"is {name}" in known.predicate(o.predicate).all for o in others)


def _parted(known: Catalogue, thing: Any) -> tuple[Any, ...]:
    """A named condition with a period as the condition and its time; one that says no more than its time, or what holds anyway, goes."""
    if isinstance(thing, Where) and (thing.op == "in" or isinstance(thing.value, Measure)):
        return (*_of_time(known, thing.field), thing)
    if not isinstance(thing, Is):
        return (thing,)
    predicate = known.predicate(thing.predicate)
    usual = known.models[predicate.model].everybody
    of_its_time = f"{predicate.time} "
    says_more = predicate.computed or any(text not in usual and not (predicate.time and text.startswith(of_its_time)) for text in predicate.all)
    own = (Is(thing.predicate),) if says_more else ()
    if thing.period is None or predicate.time is None:
        return (thing,) if thing.period is not None or says_more else ()
    return (*own, Where(f"{predicate.model}.{predicate.time}", thing.period, "in"))


def _of_time(known: Catalogue, field: str) -> tuple[Is, ...]:
    """The one named condition whose verbs ask for a time as well: what was fixed in May has its time of fixing in May."""
    model, _, name = field.partition(".")
    asks = set(known.field(field).when) if name in known.models[model].fields else set()
    found = [p for p in known.models[model].predicates.values() if p.time == name and asks & set(p.verbs)]
    return tuple(own for p in found for own in _parted(known, Is(p.id))) if len(found) == 1 else ()


def named_conditions(thing: Any) -> int:
    """How many named conditions a goal has: of two equal readings the one that says more of what was said is kept."""
    if isinstance(thing, tuple | frozenset):
        return sum(map(named_conditions, thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        return isinstance(thing, Is) + sum(named_conditions(getattr(thing, each.name)) for each in fields(thing))
    return 0
