"""Cells of a result as people read them: figures with their unit, shares in per cent, days, tables in Markdown."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

from agent.access.gate import own_words
from agent.answer import Cell, Column, Visible
from agent.catalogue import Field
from agent.phrasing.figures import SHARE, decimal, grouped, in_cell, is_currency, is_figure, rounded
from agent.phrasing.inflection import noun
from agent.query.operations.enums import named_values
from agent.query.operations.values import Amount, Shown, is_day
from agent.question.context import QuestionContext

CURRENCY = "currency"                   # the name of the column that tells what its row's amounts are in
MOST_ROWS = 50                          # of a table in a text; the result holds them all
_CODE = 3                               # letters of a currency's code
_MORE_ROWS = re.compile(r"^[\d,]+ rows, of which \d+ are shown here\.\n*", re.M)
_VERDICTS = frozenset({"YES", "NO"})    # words that are as short as a code
_PERIODS = {
    "HOUR": "an hour", "DAY": "a day", "WEEK": "a week", "EVERY_TWO_WEEKS": "every two weeks", "SEMIMONTHLY": "twice a month",
    "MONTH": "a month", "QUARTER": "a quarter", "EVERY_SIX_MONTHS": "every six months", "YEAR": "a year",
}


def say(value: Cell, unit: str | None = None) -> Visible:
    """A cell as people read it, rounded, with its unit: "12 days", "1,250.50 USD", "7.6 years", "62.5%"; "" for none."""
    return own_words(_said(value, unit, rounded))


def exact_text(value: Cell, unit: str | None = None) -> Visible:
    """The same with every place that it has: what a rounded figure is held against."""
    return own_words(_said(value, unit, lambda number, _: number))


def _said(value: Cell, unit: str | None, place: Callable[[Decimal, str | None], Decimal]) -> str:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, Decimal | int | float):
        return "" if value is None else str(value)
    number = decimal(value)
    if unit == SHARE:
        return f"{grouped(place(number * 100, SHARE))}%"
    told = place(number, unit)
    return " ".join(p for p in (grouped(told, cents=is_currency(unit)), unit_of(unit, told)) if p)


def local(context: QuestionContext, value: Cell, field: Field | None = None) -> Cell:
    """A moment by the company's clock; a day that the source writes as midnight in UTC is that day. Anything else as it is."""
    if not isinstance(value, datetime):
        return value
    return value.astimezone(UTC).date() if is_day(field, value) else context.company.local_day(value)


def readable(context: QuestionContext, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """Rows as they are shown: moments by the company's clock, values of lists of the app in words ("FULL_TIME": "full time")."""
    fields = [field_of(context, column) for column in columns]
    return tuple(tuple(readable_cell(context, cell, field) for field, cell in zip(fields, row, strict=True)) for row in rows)


def readable_cell(context: QuestionContext, cell: Cell, field: Field | None) -> Cell:
    """One cell of them."""
    return own_words(in_words(field, cell)) if isinstance(cell, str) else local(context, cell, field)


def in_words(field: Field | None, value: str) -> str:
    """A value of a list that the app keeps as people say it; the app's own words and those of people as they are."""
    if field is None or field.kind != "enum":
        return value
    named = named_values(field.model, field.path)
    is_verdict = value in _VERDICTS and value not in field.values                               # NO may be Norway
    is_of_words = value in named and max(map(len, named)) > _CODE                               # WON, beside OPEN: no currency's code
    is_word = value.isupper() and (value.replace("-", "").isalpha() or "_" in value) and (len(value) > _CODE or is_verdict or is_of_words)
    if not is_word or (field.native and value not in named):
        return value
    return value.replace("_", " ").replace("-", " ").lower()


def field_of(context: QuestionContext, column: Column) -> Field | None:
    """The field of the catalogue that a column shows; None for names and figures."""
    model = context.catalogue.models.get(column.model or "")
    return model.fields.get(column.field or "") if model is not None else None


def said_value(context: QuestionContext, field: Field, value: Shown) -> str:
    """A value of a field as people read it, with its unit."""
    return say(value.number, value.unit) if isinstance(value, Amount) else say(readable_cell(context, value, field))


def exact_value(context: QuestionContext, field: Field, value: Shown) -> str:
    """The same with every place that it has."""
    return exact_text(value.number, value.unit) if isinstance(value, Amount) else say(readable_cell(context, value, field))


def said_beside(field: Field, beside: Sequence[Field], extra: Sequence[Cell]) -> list[str]:
    """What an amount cannot be read without, in words: its period; its currency stands with the figure."""
    return [said_period(e) for b, e in zip(beside, extra, strict=True) if b.name != field.currency]


def said_period(value: Cell) -> str:
    """A pay period as it follows an amount: "a month"."""
    return _PERIODS.get(str(value), say(value))


def written_values(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """The heads, and every cell with all its places, with its unit and without: what a text may round."""
    said = [(exact_text(cell), exact_text(cell, column.unit)) for row in rows for column, cell in zip(columns, row, strict=True)]
    return (*(_head(c) for c in columns), *(text for both in said for text in both))


def markdown(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> str:
    """A table, its first rows where there are many, figures to the right; what stands in its cells stays in them."""
    head = "| " + " | ".join(_head(c) for c in columns) + " |"
    sides = "|" + "|".join("---:" if _is_of_figures(rows, at) else "---" for at in range(len(columns))) + "|"
    shown = ["| " + " | ".join(_in_row(columns, row)) + " |" for row in rows[:MOST_ROWS]]
    return "\n".join([head, sides, *shown])


def more_rows(number: int) -> str:
    """That a table shows only its first rows; "" where it shows all of so many."""
    return f"{number:,} rows, of which {MOST_ROWS} are shown here." if number > MOST_ROWS else ""


def without_more_rows(text: str) -> str:
    """A text without that: for whoever draws the table otherwise."""
    return _MORE_ROWS.sub("", text)


def _is_of_figures(rows: Sequence[Sequence[Cell]], at: int) -> bool:
    held = [row[at] for row in rows if row[at] is not None]
    return bool(held) and all(map(is_figure, held))


def _head(column: Column) -> str:
    is_said = not column.unit or column.unit == SHARE or column.unit in column.name.split()
    return column.name if is_said else f"{column.name} ({column.unit})"


def _in_row(columns: Sequence[Column], row: Sequence[Cell]) -> Iterator[str]:
    """The cells of a row; amounts with the places of the currency that stands beside them."""
    beside = currency_beside(columns, row)
    for column, cell in zip(columns, row, strict=True):
        yield _in_table(column if column.unit or beside is None else replace(column, unit=beside), cell)


def currency_beside(columns: Sequence[Column], row: Sequence[Cell]) -> str | None:
    """The currency of a row, where that stands in a column of its own."""
    return next((str(cell) for column, cell in zip(columns, row, strict=True) if column.name == CURRENCY and cell), None)


def _in_table(column: Column, cell: Cell) -> str:
    """A cell without the unit that its head tells."""
    if isinstance(cell, Decimal | int | float) and not isinstance(cell, bool):
        return in_cell(cell, column.unit)
    return one_line(say(cell, column.unit)).replace("|", "\\|")


def one_line(text: str) -> str:
    """A record's text as it stands within a line."""
    return " ".join(text.split())


def bold(text: str) -> str:
    """A name or a figure in bold, where it has no sign of its own that would end it."""
    plain = one_line(text) or "unnamed"
    return plain if "*" in plain or plain == "unnamed" else f"**{plain}**"


def unit_of(unit: str | None, number: Decimal) -> str:
    """The unit of a figure: one day, two days; "" for none."""
    return unit if unit and is_currency(unit) else noun(unit, number == 1) if unit else ""
