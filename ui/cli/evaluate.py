"""`evergraph evaluate` and `evergraph resolve`: make the product, and its resolution of names, measurable on an evaluation folder."""

import sys
from collections.abc import Mapping
from pathlib import Path

from agent.question.context import Planner
from kg.errors import BadInput
from ui.cli.stopping import ended_by_signals
from workers.evaluation import evaluate, resolve_all
from workers.services.models.opening import has_models
from workers.settings import read_settings

_PLANNERS: Mapping[str, Planner] = {"rules": "rules", "model": "model", "both": "both"}


def run(folder: Path, out: Path, questions: Path | None, planner: str, report: Path | None) -> None:
    """Writes one line per turn to `out`, and what they are worth to `report`. Raises BadInput."""
    if planner not in _PLANNERS:
        raise BadInput(f"There is no planner {planner!r} here. Write --planner {' or '.join(_PLANNERS)}.")
    alone = {"model_calls": 0} if planner == "rules" else {}        # no model writes either: what the rules do by themselves
    settings = read_settings().model_copy(update={"planner": _PLANNERS[planner], **alone})
    if planner == "model" and not has_models(settings):
        raise BadInput("No language model is set, so none can plan. Set OPENAI_API_KEY or OPENAI_BASE_URL, or write --planner rules.")
    named = str(questions) if questions else None
    with ended_by_signals():
        done = evaluate(folder, out, settings=settings, questions=named, report_to=report, told=_tell)
    _tell(f"{done.conversations} conversations, {done.turns} turns ({done.failed} failed) in {done.seconds:.1f} s: {out}")


def resolve(folder: Path, mentions: Path, out: Path) -> None:
    """Writes one line per mention to `out`. Raises BadInput."""
    with ended_by_signals():
        number = resolve_all(folder, mentions, out, settings=read_settings(), told=_tell)
    _tell(f"{number} mentions: {out}")


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
