"""Days, months and times in the words of an answer as the person reads them, in the form that its table and chips have. Pure.

An Answer writes them in ISO, which programs read. Only how one is written changes, never the day or the clock. What is a record's own stays as it is:
names, cells of text, what stands in quotes, addresses and keys.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from ui.text.habits import Habits, is_month, time_of
from ui.text.markdown import defused

_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_QUOTED = "“[^”\n]*”"
_BEFORE, _BEHIND = r"(?<![\w/#&;.:=-])", r"(?![\w/=-]|[.:]\w)"
_ALONE = rf"{_BEFORE}(?P<time>\d{{4}}-\d\d-\d\d(?: \d\d:\d\d)?){_BEHIND}"


def with_days(words: str, answer: Mapping[str, Any], habits: Habits) -> str:
    """Words of an answer (as JSON), Markdown or not, with the days and times in them as the person reads them."""
    if not _DAY.search(words):
        return words
    kept = sorted({form for text in _texts(answer) if _DAY.search(text) for form in (text, defused(text))}, key=len, reverse=True)
    months = "|".join(sorted({cell for cell, name in _cells(answer) if is_month(cell, name)}))
    alone = [rf"{_BEFORE}(?P<month>{months}){_BEHIND}", _ALONE] if months else [_ALONE]
    return re.sub("|".join([_QUOTED, *map(re.escape, kept), *alone]), lambda found: _told(found, habits), words)


def _told(found: re.Match[str], habits: Habits) -> str:
    if found.groupdict().get("month"):
        return habits.month(found[0], "month")
    time = time_of((found["time"] or "").replace(" ", "T"))
    if time is None:
        return found[0]
    return habits.moment(time) if isinstance(time, datetime) else habits.day(time)


def _texts(answer: Mapping[str, Any]) -> Iterator[str]:
    """What records are called, and what stands in cells as text."""
    yield from (" ".join(str(each["name"]).split()) for each in answer.get("references") or () if each.get("name"))
    cells = (cell for cell, name in _cells(answer) if not is_month(cell, name))
    yield from (" ".join(cell.split()) for cell in cells if isinstance(cell, str) and time_of(cell) is None)


def _cells(answer: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    """Each cell, and the name of its column."""
    result = answer.get("result") or {"columns": (), "rows": ()}
    names = [str(column["name"]) for column in result["columns"]]
    yield from ((cell, name) for row in result["rows"] for cell, name in zip(row, names, strict=False))
