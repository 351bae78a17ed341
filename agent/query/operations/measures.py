"""Figures over records: counts, sums, averages … of a field, apart by currency; for each row of a table, or over all of them. Of times there are
the first and the last.

Polars does the arithmetic of sums over exact decimals; what has no value is left out, and how many that were is told.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl

from agent.answer import Cell, Reason
from agent.catalogue import Field
from agent.errors import NotComparable
from agent.phrasing.comparisons import is_of_times
from agent.phrasing.figures import SHARE
from agent.plan.algebra import Measure
from agent.query.operations.values import EXACT, LEAST, Amount, as_moment, cell, identity, values
from agent.question.context import QuestionContext
from ingest.records import Record

_EXACT = pl.Decimal(38, 12)
_SCHEMA: Mapping[str, pl.DataType | type[pl.DataType]] = {"group": pl.String, "unit": pl.String, "value": _EXACT}
Group = str
Members = Mapping[Group, Sequence[Record]]
Figure = Amount | date
Figures = Mapping[Group, tuple[Figure, ...]]    # one amount per currency, or one time; () where there is nothing to measure
_EDGES: Mapping[str, Callable[..., date]] = {"min": min, "max": max}     # what there is of times


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures by group, and how many of all members had a value: `known` of `looked_at`."""

    figures: Figures
    known: int
    looked_at: int
    cited: tuple[Record, ...] = ()      # what an answer may cite of it


def measured(context: QuestionContext, measure: Measure, members: Members, part: Collection[str] = ()) -> Measured:
    """A measure over each group of records. `part`: of a share, the ids of the records that are the part."""
    everybody = {r.id for found in members.values() for r in found}
    if measure.how == "count":
        return Measured({g: (Amount(Decimal(len(found))),) for g, found in members.items()}, len(everybody), len(everybody))
    if measure.how == "share":
        return Measured({g: _share(found, part) for g, found in members.items()}, len(everybody), len(everybody))
    field = context.catalogue.field(measure.field or "")
    known = {r.id for found in members.values() for r in found if values(context, field, r)}
    if measure.how == "distinct":
        return Measured({g: _distinct(context, field, found) for g, found in members.items()}, len(known), len(everybody))
    if is_of_times(context.catalogue, measure):
        times = {g: _times(v for r in found for v in values(context, field, r)) for g, found in members.items()}
        return Measured({g: _edge(measure.how, found) for g, found in times.items()}, len(known), len(everybody))
    facts = _facts(context, field, members, measure.unit)
    frame = pl.DataFrame(facts, schema=_SCHEMA, orient="row")
    return Measured(_aggregated(frame, measure.how, members, of_none=not field.is_level), len(known), len(everybody))


def has_level(context: QuestionContext, measure: Measure) -> bool:
    """Is it how much there is of something, which is unknown of what is not on record?"""
    return measure.field is not None and context.catalogue.field(measure.field).is_level


def is_money(context: QuestionContext, measure: Measure) -> bool:
    """Is a figure an amount of money, whose currency is told beside it?"""
    return measure.field is not None and measure.how != "distinct" and context.catalogue.field(measure.field).kind == "money"


def _distinct(context: QuestionContext, field: Field, found: Sequence[Record]) -> tuple[Amount, ...]:
    """How many different values there are, as many as there would be groups; () where none has any."""
    there = {identity(field, v.number if isinstance(v, Amount) else v) for r in found for v in values(context, field, r)}
    return (Amount(Decimal(len(there))),) if there else ()


def _times(found: Iterable[Any]) -> list[date]:
    return [each for each in found if isinstance(each, date)]


def _edge(how: str, times: Sequence[date]) -> tuple[date, ...]:
    """The first or last of times; () of none, and of what times have not."""
    return (_EDGES[how](times, key=as_moment),) if times and how in _EDGES else ()


def _share(found: Sequence[Record], part: Collection[str]) -> tuple[Amount, ...]:
    return (Amount(Decimal(sum(r.id in part for r in found)) / len(found), SHARE),) if found else ()


def _facts(context: QuestionContext, field: Field, members: Members, unit: str | None) -> list[tuple[str, str | None, Decimal]]:
    """(group, unit, value), each value of a record once per group."""
    unit = unit or (field.shown_in if field.unit else None)
    return [
        (group, value.unit, value.number.quantize(LEAST, context=EXACT))
        for group, found in members.items() for record in found for value in values(context, field, record, unit) if isinstance(value, Amount)
    ]


def _aggregated(frame: pl.DataFrame, how: str, members: Members, *, of_none: bool) -> Figures:
    """Exact where it can be: averages are sums of decimals, divided once. `of_none`: is there a sum of no members?"""
    found = frame.group_by("group", "unit", maintain_order=True).agg(
        pl.col("value").sum().alias("sum"), pl.col("value").min().alias("min"), pl.col("value").max().alias("max"),
        pl.col("value").sort().alias("sorted"),
    ).sort("unit", nulls_last=False)
    figures: dict[str, list[Figure]] = {g: [] for g in members}
    for row in found.iter_rows(named=True):
        figures[row["group"]].append(Amount(_figure(row, how), row["unit"]))
    if how == "sum" and of_none:                        # nothing adds up to nothing; members without a value add up to what nobody knows
        zero = Amount(Decimal(0), _only(frame["unit"].unique().to_list()))
        return {g: tuple(amounts) or (() if members[g] else (zero,)) for g, amounts in figures.items()}
    return {g: tuple(amounts) for g, amounts in figures.items()}


def unit_of(figure: Figure) -> str | None:
    """The unit or currency of a figure; None for a time, and for what is stated in none."""
    return figure.unit if isinstance(figure, Amount) else None


def units_among(figures: Iterable[object]) -> set[str | None]:
    """The units or currencies of figures of one measure, or of values of one field; with None where others than 0 are stated in none.

    Empty where none is in any: counts and shares are not, and neither are times. A sum of nothing is in every unit.
    """
    units = {a.unit for a in figures if isinstance(a, Amount) and a.unit != SHARE and (a.unit or a.number)}
    return units if units != {None} else set()


def units_of(figures: Iterable[Figure]) -> list[str | None]:
    """The units that stand apart, each in a row of its own; None for what is stated in none. A sum of nothing is in every unit."""
    return sorted({unit_of(a) for a in figures if unit_of(a) or cell(a)}, key=str) or [None]


def in_unit(amounts: Sequence[Figure], unit: str | None, *, apart: bool) -> Cell:
    """The figure of the row of a unit; one without units stands beside each."""
    return next((cell(a) for a in amounts if not apart or unit_of(a) == unit or not (unit_of(a) or cell(a))), None)


def over(how: str, figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """The average … of figures that are there already, in their unit; () of none. Raises Declined where they are in several."""
    if times := _times(figures):
        return _edge(how, times)
    units = units_among(figures)
    if len(units) > 1:
        raise not_comparable(units)
    numbers = sorted(a.number for a in figures if isinstance(a, Amount))
    row = {"sum": sum(numbers), "min": numbers[0], "max": numbers[-1], "sorted": numbers} if numbers else {}
    return (Amount(_figure(row, how), next(iter(units), None)),) if row else ()


def not_comparable(units: Collection[str | None]) -> NotComparable:
    """That amounts of several units or currencies are no one figure, to be raised."""
    said = ", ".join(sorted(u or "no unit" for u in units))
    return NotComparable(Reason.NO_RECORD, f"These amounts are in {said}, and no rate between them is on file. Ask for one currency at a time.")


def _figure(row: Mapping[str, Any], how: str) -> Decimal:
    ordered: list[Decimal] = row["sorted"]
    if how == "average":
        return _plain(Decimal(row["sum"]) / len(ordered))
    if how == "median":
        return _plain((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2)
    return _plain(Decimal(row[how]))


def _plain(number: Decimal) -> Decimal:
    """Without zeros behind the point."""
    return number.to_integral_value() if number == number.to_integral_value() else number.normalize(EXACT)


def _only(units: Iterable[str | None]) -> str | None:
    there = list(units)
    return there[0] if len(there) == 1 else None
