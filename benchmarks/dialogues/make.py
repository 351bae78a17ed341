"""Writes the dialogues as JSON lines, a pair of files each: `python -m benchmarks.dialogues.make OUTDIR [open|sealed] [COUNT]`.

`NAME.in.jsonl` and `NAME.ask.jsonl` are what `evergraph remember --in --ask` takes; `NAME.key.jsonl` holds kind and evidence of each question.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmarks.dialogues.script import HALVES
from benchmarks.dialogues.story import Dialogue, dialogues


def write(dialogue: Dialogue, folder: Path) -> None:
    """Writes the three files of a dialogue into an existing folder."""
    lines = ({"session": line.session, "id": line.id, "speaker": line.speaker, "time": line.time.isoformat(), "text": line.text}
             for line in dialogue.lines)
    asked = ({"id": one.id, "question": one.question, "time": one.time.isoformat()} for one in dialogue.questions)
    keys = ({"id": one.id, "kind": one.kind, "evidence": list(one.evidence)} for one in dialogue.questions)
    _write(folder / f"{dialogue.id}.in.jsonl", lines)
    _write(folder / f"{dialogue.id}.ask.jsonl", asked)
    _write(folder / f"{dialogue.id}.key.jsonl", keys)


def _write(file: Path, rows: Iterable[Mapping[str, object]]) -> None:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """OUTDIR, then optionally the half (both when absent) and how many of it."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for half in arguments[1:2] or HALVES:
        for dialogue in dialogues(half, *map(int, arguments[2:3])):
            write(dialogue, folder)
            print(dialogue.id, len(dialogue.lines), "lines", len(dialogue.questions), "questions")


if __name__ == "__main__":
    main(sys.argv[1:])
