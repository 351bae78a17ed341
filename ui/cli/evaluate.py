"""`evergraph evaluate` and `evergraph resolve`: make the product, and its resolution of names, measurable on an evaluation folder."""

import sys
from pathlib import Path

from kg.errors import BadInput
from workers.evaluation import evaluate, resolve_all
from workers.settings import read_settings

_PLANNERS = ("rules",)


def run(folder: Path, out: Path, questions: Path | None, planner: str, report: Path | None) -> None:
    """Writes one line per turn to `out`, and what they are worth to `report`. Raises BadInput."""
    if planner not in _PLANNERS:
        raise BadInput(f"There is no planner {planner!r} here. Write --planner {' or '.join(_PLANNERS)}.")
    named = str(questions) if questions else None
    done = evaluate(folder, out, settings=read_settings(), questions=named, report_to=report, told=_tell)
    _tell(f"{done.conversations} conversations, {done.turns} turns ({done.failed} failed) in {done.seconds:.1f} s: {out}")


def resolve(folder: Path, mentions: Path, out: Path) -> None:
    """Writes one line per mention to `out`. Raises BadInput."""
    _tell(f"{resolve_all(folder, mentions, out, settings=read_settings(), told=_tell)} mentions: {out}")


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
