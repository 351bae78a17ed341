"""Days and times in the words of an answer as the person reads them, in the form that its table and chips have. Pure.

An Answer writes them in ISO, which programs read. Only how one is written changes, never the day or the clock. What is a record's own stays as it is:
names, cells of text, what stands in quotes, addresses and keys.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from ui.text.habits import Habits, time_of
from ui.text.markdown import defused

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_QUOTED = "“[^”\n]*”"
_ALONE = r"(?<![\w/#&;.:=-])(?P<time>\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)(?![\w/=-]|[.:]\w)"


def with_days(words: str, answer: Mapping[str, Any], habits: Habits) -> str:
    """Words of an answer (as JSON), Markdown or not, with the days and times in them as the person reads them."""
    if not _DAY.search(words):
        return words
    kept = sorted({form for text in _texts(answer) if _DAY.search(text) for form in (text, defused(text))}, key=len, reverse=True)
    return re.sub("|".join([_QUOTED, *map(re.escape, kept), _ALONE]), lambda found: _told(found, habits), words)


def _told(found: re.Match[str], habits: Habits) -> str:
    time = time_of((found["time"] or "").replace(" ", "T"))
    if time is None:
        return found[0]
    return habits.moment(time) if isinstance(time, datetime) else habits.day(time)


def _texts(answer: Mapping[str, Any]) -> Iterator[str]:
    """What records are called, and what stands in cells as text."""
    yield from (" ".join(str(each["name"]).split()) for each in answer.get("references") or () if each.get("name"))
    cells = (cell for row in (answer.get("result") or {}).get("rows") or () for cell in row)
    yield from (" ".join(cell.split()) for cell in cells if isinstance(cell, str) and time_of(cell) is None)
