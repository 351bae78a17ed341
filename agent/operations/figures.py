"""Single figures side by side, and whether there is anything at all."""

from collections.abc import Collection
from decimal import Decimal

from agent.answer import Cell, Column, Reason
from agent.errors import Declined
from agent.live import APPS
from agent.operations.columns import check_figures
from agent.operations.conditions import reckon
from agent.operations.found import Findings, each_once
from agent.operations.measures import Measured
from agent.operations.tables import coverage, measure_column
from agent.operations.values import Amount
from agent.outcome import Outcome
from agent.plan import Exists, Figures, Me, Measure, Named, Set, nodes
from agent.run import Run


def figures(run: Run, goal: Figures, found: Findings) -> Outcome:
    """One row; one for each currency where there are several. Raises Declined where there is nothing to measure."""
    results = []
    for measure in goal.measures:
        check_figures(run, measure, found[measure.of], {"": found[measure.of].records})
        results.append(reckon(run, measure, found))
    amounts = [result.figures[""] for result in results]
    for measure, result in zip(goal.measures, results, strict=True):
        _refuse_unknown(run, measure, found)
        _refuse_nothing(run, measure, result)
    split = any(len(a) > 1 or (m.unit is None and _is_money(run, m)) for m, a in zip(goal.measures, amounts, strict=True))
    units = sorted({a.unit for m, each in zip(goal.measures, amounts, strict=True) for a in each if a.unit and (len(each) > 1 or _is_money(run, m))})
    columns = [Column("currency")] if split else []
    columns += [measure_column(run, m, a[0].unit if not split else None) for m, a in zip(goal.measures, amounts, strict=True)]
    rows = [(unit, *(_of_unit(a, unit, units) for a in amounts)) for unit in units] if split else [tuple(a[0].number for a in amounts)]
    notes = [n for m, r in zip(goal.measures, results, strict=True) for n in coverage(run, m, r.known, r.looked_at)]
    records = each_once(r for m in goal.measures for r in found[m.of].records)
    cited = tuple((run.catalogue.models[r.model], r) for r in records)
    return Outcome(tuple(columns), tuple(rows), cited, tuple(dict.fromkeys(notes)))


def _refuse_unknown(run: Run, measure: Measure, found: Findings) -> None:
    """Somebody whom the app does not know has no number of tickets there, not even none."""
    if found[measure.of].records:
        return
    for node in nodes(measure.of):
        of_person = isinstance(node, Set) and any(k.relation == "hub" and isinstance(k.source, Me | Named) for k in node.links)
        if of_person and node in found and not found[node].records:
            app = APPS.get(node.model.partition("/")[0], "connected")
            raise Declined(Reason.NO_RECORD, f"The {app} app does not know the person that this is about.")


def _refuse_nothing(run: Run, measure: Measure, result: Measured) -> None:
    """Of nothing there is a number, which is 0, but no sum, no average and no share."""
    if result.figures[""] and (measure.how in ("count", "share") or result.known):
        return
    model = run.catalogue.models[measure.of.model]
    what = f" with {run.catalogue.field(measure.field).label} on file" if measure.field and result.looked_at else " like that"
    raise Declined(Reason.NO_RECORD, f"I found no {model.label}{what}.")


def _is_money(run: Run, measure: Measure) -> bool:
    """Is a figure an amount of money, whose currency is told beside it?"""
    return measure.field is not None and run.catalogue.field(measure.field).kind == "money"


def _of_unit(amounts: tuple[Amount, ...], unit: str | None, units: Collection[str]) -> Cell:
    """The amount in a currency; one that is in none of the currencies stands beside each."""
    return next((a.number for a in amounts if a.unit == unit or a.unit not in units), None)


def exists(run: Run, goal: Exists, found: Findings) -> Outcome:
    """Yes or no, and the records that make it a yes."""
    records = found[goal.node].records
    model = run.catalogue.models[goal.node.model]
    columns = (Column("answer"), Column(model.plural, None, model.id, None))
    cited = tuple((run.catalogue.models[r.model], r) for r in records)
    return Outcome(columns, (("yes" if records else "no", Decimal(len(records))),), cited)
