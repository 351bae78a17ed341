"""Named metrics as the measures that they stand for. Pure."""

from agent.catalogue import Catalogue
from agent.plan.algebra import Measure, Set
from agent.plan.conditions import conditions


def metric_measure(known: Catalogue, name: str) -> Measure:
    """The measure of a metric, over all records that it counts."""
    metric = known.metrics[name]
    where = conditions(metric.where, metric.of, known.models)
    part = conditions(metric.part, metric.of, known.models)
    return Measure(Set(metric.of, where=where), metric.how, f"{metric.of}.{metric.field}" if metric.field else None, part)
