"""The table of an answer as a file of comma-separated values: every row, in the order shown."""

import csv
import io
from collections.abc import Mapping
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(result: Mapping[str, Any]) -> str:
    """A result (as JSON) as CSV with a head; numbers and days as they are, nothing for what the source does not hold."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow([_text(f"{c['name']} ({c['unit']})" if c.get("unit") else c["name"]) for c in result["columns"]])
    rows.writerows([[_cell(cell) for cell in row] for row in result["rows"]])
    return out.getvalue()


def _cell(cell: Any) -> Any:
    return "" if cell is None else _text(cell) if isinstance(cell, str) else cell


def _text(text: str) -> str:
    """Text that a spreadsheet would take for a formula gets an apostrophe: a record must not run anything where its table is opened."""
    return f"'{text}" if text.startswith(_FORMULA) else text
