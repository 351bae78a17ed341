"""A list of things told: by name alone, or with what tells them apart beside each: a few in a sentence, more as a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.answer import Cell, Column
from agent.phrasing.comparisons import NUMBER_OF
from agent.phrasing.inflection import listed
from agent.question.context import QuestionContext
from agent.respond.cells import CURRENCY, bold, currency_beside, field_of, markdown, more_rows, one_line, readable, say

IN_WORDS = 3                            # things that are told in a sentence with what stands beside them
_FEW = 2                                # columns that can stand beside several names in one
MOST_NAMED = 50                         # names in a text; the result holds them all


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of things. `names`: how many of the columns, the first ones, are what a thing is called by."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int
    tells_apart: bool                   # more stands beside them than what they are called


def write_list(context: QuestionContext, head: str, listing: Listing, below: str = "") -> str:
    """The list behind its head. `below`: a sentence to end with."""
    columns, rows = listing.columns, listing.rows
    shown = readable(context, columns, rows)
    if listing.tells_apart and len(rows) > (IN_WORDS if len(columns) - listing.names <= _FEW else 1):
        return "\n\n".join(p for p in (head, markdown(columns, shown), more_rows(len(rows)), below) if p)
    said = [_with_rest(context, columns, row, listing.names) for row in shown[:MOST_NAMED]]
    more = f"{len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
    return " ".join(p for p in (head, f"{listed([*said, *([more] if more else [])])}.", below) if p)


def _with_rest(context: QuestionContext, columns: Sequence[Column], row: Sequence[Cell], names: int) -> str:
    """ATL-9001 **Ticket A** (in progress, due date 2026-12-04)"""
    has_name = bool(row[0]) or not any(cell is not None for cell in row[names:])        # a conversation is told by its date
    name = " ".join(p for p in (say(row[1]) if names > 1 else "", bold(say(row[0])) if has_name else "") if p)
    currency = currency_beside(columns, row)
    pairs = zip(columns[names:], row[names:], strict=True)
    rest = [_said(context, column, cell, currency) for column, cell in pairs if cell is not None and column.name != CURRENCY]
    return f"{name} ({', '.join(rest)})" if name and rest else name or ", ".join(rest)


def _said(context: QuestionContext, column: Column, cell: Cell, currency: str | None) -> str:
    """A cell by itself where it says what it is, such as a customer's name; a figure or a day behind the name of its column."""
    field = field_of(context, column)
    is_money = field is not None and field.kind == "money"
    said = one_line(say(cell, column.unit or (currency if is_money else None)))
    if isinstance(cell, str):
        return said
    return labelled(column, said)


def labelled(column: Column, said: str) -> str:
    """A value with what it is: "due date 2026-12-04", "50 days overdue", "412 employees"."""
    if column.name.startswith(NUMBER_OF):
        return f"{said} {column.name.removeprefix(NUMBER_OF)}"
    counted, _, state = column.name.partition(" ")
    return f"{said} {state}" if state and counted == column.unit else f"{column.name} {said}"
