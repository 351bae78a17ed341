"""The table of an answer as a workbook. The door to xlsxwriter; decides nothing."""

import io
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from agent.phrasing.figures import in_file
from kg.leaving import shown
from ui.answers.tables import head_of, safe_text

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FIRST_YEAR = 1900                             # of a spreadsheet's calendar
_LONGEST = 32_767                              # letters of a cell
_SAFE = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False, "in_memory": True}
_FORMATS = {"head": {"bold": True, "bottom": 1}, "share": {"num_format": "0.0%"}, "places": {"num_format": "#,##0.00"},
            "number": {"num_format": "#,##0"}, "day": {"num_format": "yyyy-mm-dd"}, "text": {}, "quoted": {"quote_prefix": True}}


def write_book(result: Mapping[str, Any]) -> bytes:
    """A result (as JSON) as a workbook of one sheet: figures, days and shares as such; no cell is a formula or a link."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, _SAFE) as book:
        book.set_properties({"created": datetime(2000, 1, 1, tzinfo=UTC)})      # so that one table gives the same bytes
        formats = {name: book.add_format(how) for name, how in _FORMATS.items()}
        sheet = book.add_worksheet("Table")
        for at, column in enumerate(result["columns"]):
            sheet.write_string(0, at, _short(head_of(column)), formats["head"])
            for line, row in enumerate(result["rows"], start=1):
                _write(sheet, (line, at), row[at], str(column.get("unit")), formats)
        sheet.freeze_panes(1, 0)
        sheet.autofit()
    return out.getvalue()


def _write(sheet: Worksheet, at: tuple[int, int], cell: Any, unit: str, formats: Mapping[str, Format]) -> None:
    """A cell by its kind; text that begins like a formula is marked as text, so that it stays one when it is edited."""
    if isinstance(cell, bool):
        sheet.write_boolean(*at, cell)
    elif isinstance(cell, int | float):
        sheet.write_number(*at, in_file(cell, unit), formats["share" if unit == "share" else "number" if cell == int(cell) else "places"])
    elif cell is not None and (day := _day(str(cell))) is not None:
        sheet.write_datetime(*at, day, formats["day"])
    elif cell is not None:
        plain = _short(str(cell))
        sheet.write_string(*at, plain, formats["quoted" if safe_text(plain) != plain else "text"])


def _day(text: str) -> date | None:
    """The day that a cell holds; None for a moment and for other text, and for what a spreadsheet's calendar does not reach."""
    if not _DAY.fullmatch(text):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year > _FIRST_YEAR else None


def _short(text: str) -> str:
    return shown(text)[:_LONGEST]
