"""An Answer as one text in Markdown: for terminals and for clients of OpenAI's API, which show nothing else of it.

Whatever came out of a record is text here, never markup. Links are those of references alone.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agent.phrasing.figures import in_cell, is_figure
from ui.answers.charts import form_of, is_in_words
from ui.answers.tables import head_of
from ui.text.labels import kind_of, moment
from ui.text.markdown import defused, escape

MOST_ROWS = 100                         # of a table; all of them are in its file


def answer_text(answer: Mapping[str, Any]) -> str:
    """An Answer (as JSON): its words, its table, how it was understood, and what it rests on."""
    parts = [defused(str(answer.get("text") or "")), _table(answer), _understood(answer), _sources(answer.get("references") or ())]
    return "\n\n".join(part for part in parts if part)


def _table(answer: Mapping[str, Any]) -> str:
    result = answer.get("result")
    if not result or is_in_words(answer) or len(result["rows"]) * len(result["columns"]) < 2 or "|--" in answer["text"].replace(" ", ""):
        return ""
    if len(result["columns"]) == 1 and form_of(answer) != "table" and all(str(row[0]) in answer["text"] for row in result["rows"]):
        return ""                       # the text has told them all
    names = [head_of(column) for column in result["columns"]]
    count = len(result["rows"])
    told = f"\n\nThe first {MOST_ROWS} of {count} rows; the file has all." if count > MOST_ROWS else ""
    units = [c.get("unit") for c in result["columns"]]
    rows = [[in_cell(cell, unit) if is_figure(cell) else cell for unit, cell in zip(units, row, strict=True)] for row in result["rows"][:MOST_ROWS]]
    return _rows(names, rows) + told


def _rows(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table whose names and cells show exactly what was given; None is an empty cell."""
    cells = [[escape("" if cell is None else cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in ([escape(name) for name in names], ["---"] * len(names), *cells))


def _understood(answer: Mapping[str, Any]) -> str:
    return f"*Understood as: {escape(answer['understood_as'])}*" if answer.get("understood_as") else ""


def _sources(references: Iterable[Mapping[str, Any]]) -> str:
    lines = [_more(each["count"]) if "count" in each else _source(each) for each in references]
    return "**Sources**\n\n" + "\n".join(lines) if lines else ""


def _more(count: int) -> str:
    return f"- and {count} more {'record' if count == 1 else 'records'}"


def _source(reference: Mapping[str, Any]) -> str:
    name, url = escape(reference.get("name") or reference["id"]), str(reference.get("url") or "")
    linked = f"[{name}]({url})" if re.fullmatch(r"https?://[^\s()<>\[\]]+", url) else name
    age = reference.get("data_as_of") or reference.get("fetched_at")
    kind = escape(kind_of(reference["category"], reference["model"]))
    return f"- {linked}, {kind}" + (f", as of {escape(moment(age))}" if age else "")
