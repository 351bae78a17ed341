"""Rules for the units of figures: those that are wished, currencies that stay apart, days of leave."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Groups, Measure, Set, Show
from agent.understand.grammar.items import COMPARABLE, Figure, Item, Shown, Word
from agent.understand.grammar.productions.gaps import Gap


def in_unit(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"in USD", "in hours": the unit of a figure, or of the figures of groups."""
    for figure, unit in ((left, right), (right, left)):
        value, word = figure.value, unit.value
        if not isinstance(value, Figure | Groups) or not isinstance(word, Word) or word.kind not in ("unit", "currency"):
            continue
        measures = (value.measure,) if isinstance(value, Figure) else value.measures
        if not gap.within(frozenset({"in", "to", "of"})) or not all(_takes(known, each, word.kind) for each in measures):
            continue
        put = tuple(replace(each, unit=word.target) for each in measures)
        made = replace(value, measure=put[0]) if isinstance(value, Figure) else replace(value, measures=put)
        yield left.grown(made, right, gap.mask, time=figure.time)


def _takes(known: Catalogue, measure: Measure, kind: str) -> bool:
    """Has a figure no unit yet, and may it have one of this kind?"""
    field = known.field(measure.field) if measure.field else None
    fits = field is not None and (field.kind == "money" if kind == "currency" else bool(field.unit or field.unit_field))
    return fits and measure.unit is None


def apart(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(what do their people cost) by currency", "average pay per currency": amounts in several currencies stay apart anyway."""
    if not isinstance(right.value, Word) or right.value.kind != "apart" or gap.words:
        return
    if isinstance(left.value, Figure):
        yield from _figure_apart(known, left, right, gap, left.value)
    if isinstance(left.value, Shown):
        yield from _amounts_apart(known, left, right, gap, left.value.goal)


def _figure_apart(known: Catalogue, left: Item, right: Item, gap: Gap, figure: Figure) -> Iterator[Item]:
    measure = figure.measure
    if measure.field is not None and known.field(measure.field).kind == "money" and measure.unit is None and measure.how in ("sum", "average"):
        yield left.grown(figure, right, gap.mask, time=left.time)


def _amounts_apart(known: Catalogue, left: Item, right: Item, gap: Gap, goal: Show) -> Iterator[Item]:
    """"outstanding amount of the overdue invoices" + "by currency": one sum in each. A rate of pay has none."""
    field = known.field(goal.field)
    if isinstance(goal.node, Set) and not goal.node.newest and field.kind == "money" and field.id not in COMPARABLE and goal.unit is None:
        figure = Figure(Measure(goal.node, "sum", field.id))
        yield left.grown(figure, right, gap.mask, cost=left.cost + right.cost + 1).saying("agg:sum", right.cover)
