"""Single figures side by side, and whether there is anything at all."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NoReturn

from agent.access.gate import own_words
from agent.answer import Cell, Column, Reason
from agent.errors import Declined
from agent.phrasing.figures import SHARE
from agent.plan.algebra import Exists, Figures, Link, Measure, Node, Set, measured_field, thing_of
from agent.query.operations.column_names import fuller_of_measure, told_apart
from agent.query.operations.conditions import reckon, refuse_unknown
from agent.query.operations.measures import Figure, Measured, in_unit, is_money, not_comparable, unit_of, units_of
from agent.query.operations.node_records import RecordsByNode
from agent.query.operations.staff_names import names_of
from agent.query.operations.tables import coverage, measure_column, unit_cell
from agent.query.operations.values import cell, day_of
from agent.query.operations.walk import keys
from agent.query.outcome import Outcome
from agent.question.context import QuestionContext
from ingest.records import Record, each_once


def figures(context: QuestionContext, goal: Figures, found: RecordsByNode) -> Outcome:
    """One row; one for each currency where there are several. Raises Declined where nothing of it can be measured."""
    results = [reckon(context, measure, found) for measure in goal.measures]
    for measure in goal.measures:
        refuse_unknown(context, measure.of, found)
    amounts = _with_sums_of_none(results, [_amounts(measure, result) for measure, result in zip(goal.measures, results, strict=True)])
    if not all(amounts) and (goal.contrast or not any(amounts)):
        _refuse_nothing(context, *next((m, r) for m, r, a in zip(goal.measures, results, amounts, strict=True) if not a))
    split = any(len(a) > 1 or (m.unit is None and is_money(context, m)) for m, a in zip(goal.measures, amounts, strict=True))
    apart = [len(a) > 1 or is_money(context, m) for m, a in zip(goal.measures, amounts, strict=True)]
    units = units_of(a for each, is_apart in zip(amounts, apart, strict=True) if is_apart for a in each)
    columns = [Column("currency")] if split else []
    made = [measure_column(context, m, unit_of(a[0]) if a and not (split and is_apart) else None)
            for m, a, is_apart in zip(goal.measures, amounts, apart, strict=True)]
    columns += told_apart(made, [fuller_of_measure(context.catalogue, m, c.name) for m, c in zip(goal.measures, made, strict=True)])
    rows: list[tuple[Cell, ...]] = [tuple(cell(a[0]) if a else None for a in amounts)] if not split else [
        (unit_cell(unit), *(in_unit(a, unit, apart=is_apart) for a, is_apart in zip(amounts, apart, strict=True))) for unit in units]
    notes = [n for m, r in zip(goal.measures, results, strict=True) for n in coverage(context.catalogue, m, r.known, r.looked_at)]
    records = each_once(r for result in results for r in result.cited)
    cited = tuple((context.catalogue.models[r.model], r) for r in records)
    if goal.contrast:
        held = {unit_of(a[0]) for a in amounts if a} - {None, SHARE}
        if len(held) > 1:
            raise not_comparable(held)
        by = _days_apart(context, goal, amounts)
        columns, rows = _held_against(goal, columns, rows) if by is None else _told_apart_by(goal, by, "days", columns, rows)
    return Outcome(tuple(columns), tuple(rows), cited, tuple(dict.fromkeys(notes)))


def _days_apart(context: QuestionContext, goal: Figures, amounts: Sequence[tuple[Figure, ...]]) -> Decimal | None:
    """By how many days of the company's calendar the first of two times is later than the second; None of what are no times. Raises Declined."""
    held = [(measured_field(m), a[0]) for m, a in zip(goal.measures, amounts, strict=True)]
    days = [day_of(context, context.catalogue.field(field), time) for field, time in held if field is not None and isinstance(time, date)]
    if not days:
        return None
    if len(days) < len(held) or goal.contrast in _QUOTIENTS:
        raise Declined(Reason.OUT_OF_SCOPE, "A date can only be held against another one, by the days between them.")
    return Decimal((days[0] - days[1]).days)


def _held_against(goal: Figures, columns: list[Column], rows: list[tuple[Cell, ...]]) -> tuple[list[Column], list[tuple[Cell, ...]]]:
    """The two figures with what one is to the other before them. Raises Declined where they are in different currencies."""
    one, other = (each if isinstance(each, Decimal) else None for each in rows[0][-2:])
    if len(rows) > 1 or one is None or other is None:
        raise Declined(Reason.NO_RECORD, "These amounts are in several currencies, so they cannot be held against each other. Ask for one currency.")
    if goal.contrast in _QUOTIENTS:
        return _divided(goal, columns, rows, one, other)
    return _told_apart_by(goal, one - other, columns[-1].unit, columns, rows)


def _told_apart_by(  # by how much the first is more, in which unit, and the two figures as they are laid out
    goal: Figures, more: Decimal, unit: str | None, columns: list[Column], rows: list[tuple[Cell, ...]],
) -> tuple[list[Column], list[tuple[Cell, ...]]]:
    by = more if goal.contrast in ("more", "more by", "which more") else -more
    if goal.contrast.startswith("which"):
        which = own_words("first" if by > 0 else "second" if by else "neither")
        return [Column("which"), Column("difference", unit), *columns], [(which, abs(by), *rows[0])]
    if goal.contrast.endswith("by"):
        return [Column("difference", unit), *columns], [(by, *rows[0])]
    return [Column("answer"), *columns], [(own_words("yes" if by > 0 else "no"), *rows[0])]


_QUOTIENTS: Mapping[str, str | None] = {"ratio": None, "share": SHARE, "change": SHARE}      # the unit of each


def _divided(  # what is divided, as it is laid out, and its figures
    goal: Figures, columns: list[Column], rows: list[tuple[Cell, ...]], one: Decimal, other: Decimal,
) -> tuple[list[Column], list[tuple[Cell, ...]]]:
    if not other:
        raise Declined(Reason.NO_RECORD, "The second figure is 0, so the first is no share or multiple of it. Please ask for the difference.")
    found = (one - other) / abs(other) if goal.contrast == "change" else one / other
    return [Column(goal.contrast, _QUOTIENTS[goal.contrast]), *columns], [(found, *rows[0])]


def _amounts(measure: Measure, result: Measured) -> tuple[Figure, ...]:
    """Of nothing there is a number, which is 0, but by itself no sum, no average and no share."""
    return result.figures[""] if measure.how in ("count", "share") or result.known else ()


def _with_sums_of_none(results: Sequence[Measured], amounts: Sequence[tuple[Figure, ...]]) -> Sequence[tuple[Figure, ...]]:
    """Beside another figure a sum over no members is 0: who sold nothing sold less."""
    if not any(amounts):
        return amounts
    return [found or (result.figures.get("", ()) if not result.looked_at else ()) for result, found in zip(results, amounts, strict=True)]


def _refuse_nothing(context: QuestionContext, measure: Measure, result: Measured) -> NoReturn:
    model = context.catalogue.models[measure.of.model]
    what = f" with {context.catalogue.field(measure.field).label} on file" if measure.field and result.looked_at else " like that"
    raise Declined(Reason.NO_RECORD, f"I found no {model.label}{what}.")


def exists(context: QuestionContext, goal: Exists, found: RecordsByNode) -> Outcome:
    """Yes or no, and the records that make it a yes; of one thing that was asked about, that thing. Raises Declined where nobody can tell."""
    of = found[goal.node]
    model = context.catalogue.models[goal.node.model]
    thing = thing_of(goal.node)
    if thing is not None:
        _refuse_untold(context, goal.node, found)
    else:
        refuse_unknown(context, goal.node, found)
    cited = tuple((context.catalogue.models[r.model], r) for r in (found[thing] if thing is not None else of).records)
    answer = own_words("yes" if of.records else "no")
    if thing is not None:
        return Outcome((Column("answer"),), ((answer,),), cited)
    return Outcome((Column("answer"), Column(model.plural, None, model.id, None)), ((answer, Decimal(len(of.records))),), cited)


def _refuse_untold(context: QuestionContext, node: Node, found: RecordsByNode) -> None:
    """What the source says nothing of is neither so nor not so: a thing without the value, or one whose place is not on file."""
    assert isinstance(node, Set)                # only a set is held to a thing
    thing = thing_of(node)
    there = found[thing].records if thing is not None else ()
    model = context.catalogue.models[node.model]
    if not there:
        raise Declined(Reason.NO_RECORD, f"I found no {model.label} like that.")
    if found[node].unknown or any(not _leads_anywhere(context, link, there) for link in node.links if not found[node].records):
        raise Declined(Reason.NO_RECORD, f"That is not on file for {names_of(context, model, there)}.")


def _leads_anywhere(context: QuestionContext, link: Link, there: Sequence[Record]) -> bool:
    """Does the thing hold what the link looks at by its values: a place of work, whichever it is?"""
    by_value = link.relation != "hub" and link.to_source and isinstance(link.source, Set) and bool(link.source.where) and not link.source.links
    return not by_value or any(keys(context, context.catalogue.relation(link.relation), there).values())
