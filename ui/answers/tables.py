"""The table of an answer as comma-separated values: every row, in the order shown; and what its text is in the file of any program for tables."""

import csv
import io
import unicodedata
from collections.abc import Mapping
from typing import Any

from agent.phrasing.figures import SHARE, in_file, is_figure
from agent.phrasing.inflection import capital
from kg.leaving import shown
from ui.text.habits import USUAL, Habits

_FORMULA = frozenset("=+-@\N{MINUS SIGN}")     # compared in their plain forms: a fullwidth ＝ begins a formula too
_STRIPPED = ("\t", "\n")                       # at the beginning: programs drop them, and look at what comes then


def as_csv(result: Mapping[str, Any], habits: Habits = USUAL) -> str:
    """A result (as JSON) as CSV with a head; days as they are, figures without places that nobody states, nothing for no value.

    `habits`: of whoever opens it; where a comma stands before the decimals, spreadsheets want a semicolon between cells.
    """
    out, point = io.StringIO(), habits.point
    rows = csv.writer(out, delimiter=";" if point == "," else ",", lineterminator="\r\n")
    rows.writerow([safe_text(head_of(column)) for column in result["columns"]])
    rows.writerows([[_cell(cell, column.get("unit"), point) for column, cell in zip(result["columns"], row, strict=True)] for row in result["rows"]])
    return out.getvalue()


def head_of(column: Mapping[str, Any]) -> str:
    """The head of a column, with its unit where the name does not say it: "Days overdue"."""
    name, unit = str(column["name"]), str(column.get("unit") or "")
    return capital(name if not unit or unit == SHARE or unit in name.split() else f"{name} ({unit})")


def safe_text(text: str) -> str:
    """Text that a spreadsheet would take for a formula gets an apostrophe: a record must not run anything where its table is opened."""
    plain = shown(text)
    begins = unicodedata.normalize("NFKC", _without_unseen(plain))[:1]
    return f"'{plain}" if begins in _FORMULA or plain.startswith(_STRIPPED) else plain


def _cell(cell: Any, unit: str | None, point: str) -> Any:
    if isinstance(cell, str):
        return safe_text(cell)
    return "" if cell is None else str(in_file(cell, unit)).replace(".", point) if is_figure(cell) else cell


def _without_unseen(text: str) -> str:
    """The text from its first character on that can be seen: neither space nor a mark of format."""
    first = next((at for at, letter in enumerate(text) if not letter.isspace() and unicodedata.category(letter) != "Cf"), len(text))
    return text[first:]
