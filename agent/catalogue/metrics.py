"""Named metrics as the measures that they stand for. Pure."""

from dataclasses import replace
from typing import Any

from agent.catalogue import Catalogue, Relation
from agent.plan.algebra import Either, Me, Measure, Named, Set, rebuilt, same_as
from agent.plan.conditions import conditions


def metric_measure(known: Catalogue, name: str) -> Measure:
    """The measure of a metric, over all records that it counts."""
    metric = known.metrics[name]
    where = conditions(metric.where, metric.of, known.models)
    part = conditions(metric.part, metric.of, known.models)
    return Measure(Set(metric.of, where=where), metric.how, f"{metric.of}.{metric.field}" if metric.field else None, part)


def leading(known: Catalogue, name: str) -> Relation | None:
    """The relation from people to whoever leads them, where leaders count among their own people; None for a metric that counts otherwise."""
    metric = known.metrics[name]
    return next((r for r in map(known.relation, metric.whose) if r.to == r.model), None) if metric.with_leader else None


def with_leaders(known: Catalogue, name: str, of: Set) -> Set:
    """The records that a metric counts, with those of somebody whose people they are of where the company counts it so."""
    leads = leading(known, name)

    def counted(thing: Any) -> Any:
        if not isinstance(thing, Set) or leads is None or thing.model != leads.model:
            return thing
        led = {link for link in thing.links if link.relation == leads.id and link.to_source and isinstance(link.source, Named | Me)}
        crews = frozenset(Either(frozenset({link, same_as(link.source)})) for link in led)
        return replace(thing, links=thing.links - led, where=thing.where | crews)

    made: Set = rebuilt(of, counted)
    return made
