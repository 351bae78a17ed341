"""`evergraph remember`: find earlier lines of a dialogue again, so that recall can be measured. Needs no server and no home."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from kg.errors import BadInput
from memory.recall import Line, LineIndex, Question, recall

_LINE = ("session", "id", "speaker", "time", "text")
_ASK = ("id", "question", "time")


def run(dialogue: Path, asks: Path, out: Path) -> int:
    """Writes {"id", "hits"} for each ask to `out`: the ids of at most 10 lines, best first, none later than the ask. How many asks.

    Raises BadInput for a file that cannot be read as JSON lines of these fields, OSError where `out` cannot be written.
    """
    lines = sorted((_line(row) for row in _rows(dialogue, _LINE)), key=lambda line: line.time)
    index = LineIndex(lines)
    asked = [(row["id"], Question(row["question"], _time(row["time"], asks))) for row in _rows(asks, _ASK)]
    found = ({"id": each, "hits": [hit.line.id for hit in recall(index, question)]} for each, question in asked)
    out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found), "utf-8")
    return len(asked)


def _line(row: Mapping[str, str]) -> Line:
    return Line(row["id"], row["session"], row["speaker"], _time(row["time"], "the dialogue"), row["text"])


def _rows(file: Path, fields: tuple[str, ...]) -> Iterator[Mapping[str, str]]:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}.") from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _row(line, f"{file}, line {number}", fields)


def _row(text: str, place: str, fields: tuple[str, ...]) -> Mapping[str, str]:
    try:
        row = json.loads(text)
    except ValueError as error:
        raise BadInput(f"{place}: this is no JSON ({error}).") from error
    if not isinstance(row, dict) or any(not isinstance(row.get(field), str) for field in fields):
        raise BadInput(f"{place}: an object with the texts {', '.join(fields)} is needed.")
    return row


def _time(text: str, where: object) -> datetime:
    """A time without a zone is taken as UTC."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadInput(f"{where}: {text!r} is no time. Write one like 2026-11-20T09:00:00Z.") from error
    return time if time.tzinfo else time.replace(tzinfo=UTC)
