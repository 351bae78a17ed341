"""A report that a person can read: how it went per skill, and every turn that went otherwise with what was asked, understood, expected and got."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from workers.evaluation.grading.turns import Expect, Grade, Graded, grade
from workers.evaluation.script import ExpectedTurn

_GRADES: tuple[Grade, ...] = get_args(Grade)
# name in an answer's usage, what it is called here, places behind the point
_COSTS = (("model_calls", "calls to models", 0), ("tokens", "tokens", 0), ("cost", "US dollars", 4), ("seconds", "seconds", 2))
_SHORT = 300                            # characters of a table or text that the report shows


@dataclass(frozen=True, slots=True)
class _Turn:
    asked: ExpectedTurn
    answer: Mapping[str, Any] | None
    graded: Graded


def report(expected: Sequence[ExpectedTurn], answers: Path) -> str:
    """Markdown about a file of answers, as `evaluate` wrote it."""
    given = {(line["id"], line["turn"]): line["answer"] for line in map(json.loads, filter(None, answers.read_text("utf-8").split("\n")))}
    turns = [_Turn(asked, given.get((asked.id, asked.turn)), grade(asked.expect, given.get((asked.id, asked.turn)))) for asked in expected]
    return "\n".join((*_summary(turns), *_cost(turns), *_failures(turns))) + "\n"


def _summary(turns: Sequence[_Turn]) -> Iterator[str]:
    skills = sorted({t.asked.skill for t in turns})
    yield f"# {len(turns)} turns"
    yield ""
    yield "| skill | turns | " + " | ".join(g.replace("_", " ") for g in _GRADES) + " | seconds, middle |"
    yield "|---" * (len(_GRADES) + 3) + "|"
    for skill in (*skills, "all"):
        own = [t for t in turns if skill in (t.asked.skill, "all")]
        count = Counter(t.graded.grade for t in own)
        yield f"| {skill} | {len(own)} | " + " | ".join(str(count[g]) for g in _GRADES) + f" | {_middle(own)} |"
    yield ""


def _cost(turns: Sequence[_Turn]) -> Iterator[str]:
    """What the language models used, a question in the middle and at the most, and in all; seconds without a model too."""
    used = [t.answer["usage"] for t in turns if t.answer and t.answer.get("usage")]
    if not used:
        return
    yield "| of a question | middle | most | in all |"
    yield "|---|---|---|---|"
    for name, label, places in _COSTS:
        figures = sorted(each.get(name) or 0 for each in used)
        yield f"| {label} | {figures[len(figures) // 2]:.{places}f} | {figures[-1]:.{places}f} | {sum(figures):.{places}f} |"
    yield f"| questions for which a model was called |  |  | {sum(bool(each.get('model_calls')) for each in used)} of {len(used)} |"
    yield ""


def _middle(turns: Sequence[_Turn]) -> str:
    seconds = sorted(t.answer["usage"]["seconds"] for t in turns if t.answer and t.answer.get("usage"))
    return f"{seconds[len(seconds) // 2]:.2f}" if seconds else ""


def _failures(turns: Sequence[_Turn]) -> Iterator[str]:
    """The worst first."""
    for kind in ("wrong", "wrong_reason", "asked", "declined", "missing"):
        own = [t for t in turns if t.graded.grade == kind]
        if own:
            yield f"## {kind.replace('_', ' ')} ({len(own)})"
            yield ""
        for turn in own:
            yield from _failure(turn)


def _failure(turn: _Turn) -> Iterator[str]:
    asked, answer = turn.asked, turn.answer or {}
    yield f"### {asked.id}, turn {asked.turn + 1} · {asked.skill} · {asked.email}"
    yield ""
    yield f"> {asked.ask}"
    yield ""
    yield f"- why: {turn.graded.why}"
    yield f"- understood as: {answer.get('understood_as') or '-'}"
    yield f"- expected: {_expected(asked.expect)}"
    yield f"- got: {_got(answer)}"
    yield from (f"- used: {', '.join(used)}" for used in [_used(answer.get("usage") or {})] if used)
    yield ""


def _used(usage: Mapping[str, Any]) -> list[str]:
    """What a question cost; nothing where no model was called."""
    return [f"{usage.get(name) or 0:.{places}f} {label}" for name, label, places in _COSTS] if usage.get("model_calls") else []


def _expected(expect: Expect) -> str:
    return _brief({k: v for k, v in expect.items() if v not in (None, "", [])})


def _got(answer: Mapping[str, Any]) -> str:
    told = {k: answer.get(k) for k in ("status", "reason", "result", "question", "text")}
    return _brief({k: v for k, v in told.items() if v is not None})


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text[:_SHORT]}{'…' if len(text) > _SHORT else ''}`"
