"""Which rows make a chart, and which of their columns: one rule for what is told and for what is drawn. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agent.answer import Cell, Column
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Goal, Groups, Table, Tally
from agent.respond.cells import CURRENCY

FEWEST, MOST = 3, 40                    # rows that are worth a chart


@dataclass(frozen=True, slots=True)
class ChartColumns:
    """Which columns of a result are drawn: what each bar or point is of, and how much."""

    names: int
    figures: int
    unit: str | None = None             # of all figures


def is_drawable(rows: Sequence[Sequence[object]]) -> bool:
    """Is each row one name and one figure: no name twice, not all of them 0? More of either is a table to be read."""
    if not FEWEST <= len(rows) <= MOST or any(len(row) != 2 for row in rows):
        return False
    names, figures = [row[0] for row in rows], [row[1] for row in rows]
    named = all(name and isinstance(name, str | date) for name in names) and len(set(names)) == len(names)
    return named and all(isinstance(f, int | float | Decimal) and not isinstance(f, bool) for f in figures) and any(figures)


def drawn(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], goal: Goal | None = None) -> ChartColumns | None:
    """What of a result is drawn: the figures that its rows are ordered by or that alone were asked for, in one unit; None where none are."""
    figures = 1 if len(columns) == 2 else _figures(goal, columns) if goal is not None else None
    if figures is None or not is_drawable([(row[0], row[figures]) for row in rows]):
        return None
    at = next((i for i, column in enumerate(columns) if column.name == CURRENCY and i < figures), None)
    currencies = {row[at] for row in rows} if at is not None and columns[figures].unit is None else set()
    return ChartColumns(0, figures, columns[figures].unit or next((str(c) for c in currencies if c), None)) if len(currencies) < 2 else None


def _figures(goal: Goal, columns: Sequence[Column]) -> int | None:
    """The place of the figures that a goal's rows go by."""
    if isinstance(goal, Groups):
        return _place(goal.all_measures, goal.order.by if goal.order is not None else None, len(columns)) if len(goal.keys) == 1 else None
    if not isinstance(goal, Table) or (goal.order is not None and goal.order.per is not None):
        return None
    by = goal.order.by if goal.order is not None else goal.columns[0] if len(goal.columns) == 1 else None
    if isinstance(by, Tally):
        return _place(goal.columns, by, len(columns))
    places = [i for i, column in enumerate(columns) if isinstance(by, Wanted) and f"{column.model}.{column.field}" == by.field]
    return places[0] if len(places) == 1 else None


def _place(told: Sequence[object], by: object, number: int) -> int | None:
    """The place of one of the columns that end a row."""
    one = told[0] if len(told) == 1 else by
    return number - len(told) + told.index(one) if one in told else None
