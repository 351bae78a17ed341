"""What a small model out of a GGUF file makes of questions: how many are right, wrong and asked back, and how long each takes.

    uv run --extra local python -m benchmarks.weak MODEL.gguf [--turns 150] [--planner both|model]

Questions of the companies of `tests/companies`, drawn with a fixed seed, through a stage of their own and the server that `evergraph up` starts.
Each question back is answered with yes, to see whether the reading that it offers is right. Prints a table, and as the last line one JSON object.
"""

import argparse
import json
import random
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import agent.dialogue.question_factory
from tests.companies.birchwood import make as birchwood
from tests.companies.kaveri import make as kaveri
from tests.companies.quillstack import make as quillstack
from tests.companies.seeblick import make as seeblick
from workers.evaluation import evaluate
from workers.evaluation.grading import grade
from workers.settings import Settings, make_settings

COMPANIES: Sequence[ModuleType] = (seeblick, kaveri, birchwood, quillstack)
SEED = 17
PATIENT = 3_600.0                       # seconds for a question, so that a busy machine changes none of the grades
GRADES = ("right", "wrong", "asked", "declined")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question's grade, and that of what a yes to a question back is answered with; `seconds`, `calls`, `tokens`: of the model."""

    grade: str
    after_yes: str
    seconds: float
    calls: int
    tokens: int


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="What a small model makes of questions.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--turns", type=int, default=150)
    parser.add_argument("--planner", choices=("both", "model", "rules"), default="both")
    given = parser.parse_args()
    agent.dialogue.question_factory.SECONDS = PATIENT
    with tempfile.TemporaryDirectory() as folder:
        settings = make_settings(home=Path(folder) / "home", model_file=given.file, planner=given.planner, model_seconds=600.0,
                                 openai_api_key=None, openai_base_url=None)
        each = [given.turns // len(COMPANIES) + (i < given.turns % len(COMPANIES)) for i in range(len(COMPANIES))]
        turns = [turn for company, most in zip(COMPANIES, each, strict=True) for turn in _played(company, most, Path(folder), settings)]
    figures = _figures(turns)
    for name, value in figures.items():
        print(f"{name:32}{value:>12}")
    print(json.dumps(figures | {"planner": given.planner, "seed": SEED}))


def _played(company: ModuleType, most: int, root: Path, settings: Settings) -> Iterator[Turn]:
    """So many single questions of a company, each with a yes behind it."""
    folder, out = root / str(company.ABOUT["tenant"]), root / "answers.jsonl"
    company.write(folder)
    lines = map(json.loads, (folder / "questions.jsonl").read_text("utf-8").splitlines())
    single = [line for line in lines if len(line["turns"]) == 1 and "changes" not in line]
    drawn = random.Random(SEED).sample(single, most)
    asked = [line | {"turns": [*line["turns"], line["turns"][0] | {"ask": "yes"}]} for line in drawn]
    (folder / "drawn.jsonl").write_text("\n".join(map(json.dumps, asked)), "utf-8")
    evaluate(folder, out, settings=settings, questions="drawn.jsonl")
    answers = {(line["id"], line["turn"]): line["answer"] for line in map(json.loads, out.read_text("utf-8").splitlines())}
    yield from (_turn(line["turns"][0]["expect"], answers[line["id"], 0], answers[line["id"], 1]) for line in asked)


def _turn(expect: Mapping[str, Any], first: Mapping[str, Any], second: Mapping[str, Any]) -> Turn:
    graded, usage = grade(expect, first).grade, first["usage"]
    after = grade(expect, second).grade if first["status"] == "clarify" and usage["model_calls"] else ""
    return Turn(graded, after, usage["seconds"], usage["model_calls"], usage["tokens"])


def _figures(turns: Sequence[Turn]) -> dict[str, Any]:
    by_model = [turn for turn in turns if turn.calls]
    grades, after = Counter(turn.grade for turn in turns), Counter(turn.after_yes for turn in turns if turn.after_yes)
    seconds = [turn.seconds for turn in by_model]
    return {
        "turns": len(turns), **{grade: grades[grade] for grade in sorted({*GRADES, *grades})},
        "wrong of what the model read": sum(turn.grade == "wrong" for turn in by_model),
        "asked of the model": len(by_model), "readings put to the person": sum(after.values()), "of these right": after["right"],
        "seconds p50 with the model": round(statistics.median(seconds), 1) if seconds else 0.0,
        "tokens p50 with the model": statistics.median(turn.tokens for turn in by_model) if by_model else 0,
    }


if __name__ == "__main__":
    main()
