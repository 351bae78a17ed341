"""Every question of an evaluation folder asked on a stage of its own, the answers written line by line.

What is right is not known here; the report that may follow compares (workers/evaluation/grading).
"""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.answer import Reason
from ingest.company import read_company
from kg.errors import BadInput
from workers.evaluation.grading import report
from workers.evaluation.lines import lines_into
from workers.evaluation.playing import Line, play
from workers.evaluation.resolving import resolve_all
from workers.evaluation.script import Script, read_expected, read_script
from workers.evaluation.stage import Told, staged
from workers.settings import Settings

__all__ = ["Evaluated", "evaluate", "resolve_all"]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an evaluation came to. `failed`: turns whose line says declined/failed."""

    conversations: int
    turns: int
    failed: int
    seconds: float


def evaluate(
    folder: Path, out: Path, *, settings: Settings, questions: str | None = None, report_to: Path | None = None, told: Told = lambda _: None,
) -> Evaluated:
    """Ask every conversation of the folder; a line in `out` for each turn, flushed when it is answered, and a report at the end.

    `told` gets words for people about how far it is, from several threads. Raises BadInput for a folder, a file of
    questions or an `out` that cannot be used, before anything is started; else as `stage.staged`.
    """
    started = time.perf_counter()
    if report_to and out.exists() and not out.is_file():
        raise BadInput(f"{out} cannot be read again for a report. Name a file for the answers with --out.")
    script = read_script(folder, read_company(folder), questions)
    with lines_into(report_to) if report_to else nullcontext(None) as tell:
        with _lines_into(out) as (write, counts), staged(folder, settings, told) as stage:
            play(script, stage.assistant, stage.happen, _told_too(write, script, told))
        if tell is not None:
            tell(report(read_expected(folder, questions), out))
    return Evaluated(len(script.conversations), counts["turns"], counts["failed"], time.perf_counter() - started)


@contextmanager
def _lines_into(out: Path) -> Iterator[tuple[Line, dict[str, int]]]:
    counts, writing = {"turns": 0, "failed": 0}, threading.Lock()
    with lines_into(out) as put:
        def write(conversation: str, turn: int, answer: Mapping[str, Any]) -> None:
            line = json.dumps({"id": conversation, "turn": turn, "answer": answer}, ensure_ascii=False)
            with writing:
                put(line)
                counts["turns"] += 1
                counts["failed"] += answer.get("reason") == Reason.FAILED
        yield write, counts


def _told_too(write: Line, script: Script, told: Told) -> Line:
    turns = {c.id: len(c.asks) for c in script.conversations}

    def both(conversation: str, turn: int, answer: Mapping[str, Any]) -> None:
        write(conversation, turn, answer)
        outcome = answer["status"] if answer["status"] != "declined" else f"declined, {answer.get('reason')}"
        told(f"{conversation} ({turn + 1}/{turns[conversation]}): {outcome}.")

    return both
