"""Metrics of the catalogue in a proposal: over a set of their own model, by their own words."""

from dataclasses import replace
from typing import cast

from agent.metrics import metric_measure
from agent.plan import Link, Me, Named, Set
from agent.react import shape
from agent.react.heard import Heard, Hearing
from agent.react.pieces import unit_of
from agent.react.quotes import Unfounded, means
from agent.react.things import condition, thing
from agent.rules.evidence import Evidence
from agent.rules.grammar.limits import excluded
from agent.rules.grammar.measures import whose_paths
from agent.rules.paths import coerced, is_bare, nested


def metric(hearing: Hearing, said: shape.Figure) -> Heard:
    """A metric over a set of its own model. Raises Unfounded."""
    model, _dot, name = said.target.rpartition(".")         # "hris/Employee.headcount" is how everything else is called
    known = hearing.catalogue.metrics.get(name)
    if known is None or model not in ("", known.of):
        raise Unfounded(f"There is no metric {said.target!r}.")

    def fits(e: Evidence) -> bool:
        return (e.meaning.kind, e.meaning.target) in {("metric", known.name), ("agg", known.how)} or (e.meaning.kind == "count" == known.how)

    word = hearing.quotes.find(said.said, fits, f"the metric {known.name}")
    if not any(e.meaning.kind == "metric" for e in word.evidence) or said.thing.kind != "set" or said.thing.model != known.of:
        raise Unfounded(f"The metric {known.name} is over a set of {known.of}, and its own words are quoted for it.")
    if known.period:
        hearing.times[known.of] = known.period
    conditions = tuple(_of_metric(hearing, known.name, c) for c in said.thing.conditions)
    is_noun = means("noun", target=known.of)
    noun = hearing.quotes.take(said.thing.said, is_noun, known.of) if said.thing.said else hearing.quotes.perhaps(is_noun)
    if any(e.meaning.detail for e in noun.evidence):
        raise Unfounded("Such a noun is a condition of its own: put it among the conditions.")
    measure = metric_measure(hearing.catalogue, known.name)
    of = cast(Set, measure.of)
    for each in conditions:
        links = frozenset(c for c in each.part if isinstance(c, Link))
        if each.part & (of.links | of.where) or excluded(hearing.catalogue, of.where, each.part - links):
            raise Unfounded(f"The metric {known.name} says that already, or excludes it.")
        of = replace(of, links=of.links | links, where=of.where | (each.part - links))
    field = hearing.catalogue.field(measure.field) if measure.field else None
    unit, cover = unit_of(hearing, said.unit, field.kind if field else "", bool(field and (field.unit or field.unit_field)))
    return Heard(replace(measure, of=of, unit=unit or measure.unit), word.cover | cover,
                 (Heard(of, noun.cover, conditions, known.of, noun.evidence),), known.of, word.evidence, known.name)


def _of_metric(hearing: Hearing, name: str, said: shape.Condition) -> Heard:
    """A condition on what a metric counts; whose figure it is goes by the ways that the metric names."""
    if said.kind != "tied" or said.said or said.thing is None:
        return condition(hearing, hearing.catalogue.metrics[name].of, said, has_noun=True)
    other = thing(hearing, said.thing)
    for path in whose_paths(hearing.catalogue, name):
        node = coerced(hearing.catalogue, other.part, path[-1].to)
        if node is not None and not is_bare(other.part) and (isinstance(other.part, Named | Me | Set) or other.model == path[-1].to):
            return Heard(frozenset({nested(path, node)}), 0, (other,), kind="tied")
    raise Unfounded(f"{name} is told of {', '.join(p[-1].to for p in whose_paths(hearing.catalogue, name))} that is named, not of {other.model}.")
