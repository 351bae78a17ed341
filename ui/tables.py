"""The table of an answer as a file of comma-separated values: every row, in the order shown."""

import csv
import io
import unicodedata
from collections.abc import Mapping
from typing import Any

from kg.leaving import shown

_FORMULA = frozenset("=+-@\N{MINUS SIGN}")     # compared in their plain forms: a fullwidth ＝ begins a formula too
_STRIPPED = ("\t", "\n")                       # at the beginning: programs drop them, and look at what comes then


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
    plain = shown(text)
    begins = unicodedata.normalize("NFKC", _without_unseen(plain))[:1]
    return f"'{plain}" if begins in _FORMULA or plain.startswith(_STRIPPED) else plain


def _without_unseen(text: str) -> str:
    """The text from its first character on that can be seen: neither space nor a mark of format."""
    first = next((at for at, letter in enumerate(text) if not letter.isspace() and unicodedata.category(letter) != "Cf"), len(text))
    return text[first:]
