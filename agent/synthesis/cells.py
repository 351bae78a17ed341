"""Cells of a result as people read them: figures with their unit, shares in per cent, days, tables in Markdown."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

from agent.answer import Cell, Column
from agent.run import Run

SHARE = "share"
MOST_ROWS = 50                          # of a table in a text; the result holds them all
_PERIODS = {
    "HOUR": "an hour", "DAY": "a day", "WEEK": "a week", "EVERY_TWO_WEEKS": "every two weeks", "SEMIMONTHLY": "twice a month",
    "MONTH": "a month", "QUARTER": "a quarter", "EVERY_SIX_MONTHS": "every six months", "YEAR": "a year",
}


def say(value: Cell, unit: str | None = None) -> str:
    """A cell as people read it, with its unit: "12 days", "1,250.50 USD", "62.5 %"; "" for none."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal | int | float) and not isinstance(value, bool):
        return f"{_figure(value * 100, 2)} %" if unit == SHARE else " ".join(p for p in (_figure(value, 4), _of_count(unit, value)) if p)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def local(run: Run, value: Cell) -> Cell:
    """A moment by the company's clock; anything else as it is."""
    return run.company.local_day(value) if isinstance(value, datetime) else value


def said_period(value: Cell) -> str:
    """A pay period as it follows an amount: "a month"."""
    return _PERIODS.get(str(value), say(value))


def said_in(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """The heads, and every cell as it is read, with its unit and without."""
    said = [(say(cell), say(cell, column.unit)) for row in rows for column, cell in zip(columns, row, strict=True)]
    return (*(_head(c) for c in columns), *(text for both in said for text in both))


def markdown(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> str:
    """A table, its first rows where there are many; what stands in its cells stays in them."""
    head = "| " + " | ".join(_head(c) for c in columns) + " |\n|" + "---|" * len(columns)
    shown = ["| " + " | ".join(_in_table(c, cell) for c, cell in zip(columns, row, strict=True)) + " |" for row in rows[:MOST_ROWS]]
    return "\n".join([head, *shown])


def _head(column: Column) -> str:
    return f"{column.name} ({column.unit})" if column.unit and column.unit != SHARE and column.unit != column.name else column.name


def _in_table(column: Column, cell: Cell) -> str:
    return one_line(say(cell, column.unit if column.unit == SHARE else None)).replace("|", "\\|")


def one_line(text: str) -> str:
    """A record's text as it stands within a line."""
    return " ".join(text.split())


def bold(text: str) -> str:
    """A name or a figure in bold, where it has no sign of its own that would end it."""
    plain = one_line(text) or "unnamed"
    return plain if "*" in plain or plain == "unnamed" else f"**{plain}**"


def _figure(value: Decimal | int | float, places: int) -> str:
    plain = f"{value:,.{places}f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _of_count(unit: str | None, value: Decimal | int | float) -> str:
    """The unit of a figure: one day, two days."""
    return unit[:-1] if unit and value == 1 and unit.islower() and unit.endswith("s") else unit or ""
