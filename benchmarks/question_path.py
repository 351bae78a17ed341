"""The path of one question through the code: which functions it calls, and how often a reader who follows them changes the file.

    uv run python -m benchmarks.question_path [FOLDER] [QUESTION]

The question is asked twice, so that nothing is counted that only a first one needs, and followed from the assistant to its answer, without a
language model. Each function counts once, where it is called first, in the order of these calls; what is written inside of a function belongs to
it, and what a dataclass generates is nowhere to be read. A visit is a stretch of functions of one module; a return is a visit to a module that was
left before. The main path are the packages that decide: the rules of the grammar, which are tried and
mostly come to nothing, count apart, and so do packages below the agent. Prints a table, and as the last line one JSON object.
"""

import json
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import agent.dialogue.question_factory
from agent.answer import Ask
from ingest.demo import DEMO_PERSON
from ingest.demo.build import write_company
from workers.evaluation.stage import staged
from workers.settings import read_settings

QUESTION = "How many vacation days do I have left?"
GENERATED = "<string>"                  # the file of the methods that dataclasses generate
SECONDS = 600.0                         # following is slow
BELOW = ("ingest", "kg", "memory", "workers", "ui", "cypher")
RULES = ("agent.understand.grammar", "agent.language", "agent.catalogue", "agent.phrasing", "agent.plan", "agent.policy")


class Followed:
    """The functions that a question calls, each once, in the order of their first calls. Threads add to it."""

    def __init__(self) -> None:
        self.calls: dict[tuple[str, str], None] = {}
        self._lock = threading.Lock()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """A call, as sys.setprofile reports it."""
        module = str(frame.f_globals.get("__name__", ""))
        if event != "call" or module.partition(".")[0] not in ("agent", *BELOW) or frame.f_code.co_filename == GENERATED:
            return
        with self._lock:
            self.calls.setdefault((module, frame.f_code.co_qualname.partition(".<locals>")[0]))

    @contextmanager
    def followed(self) -> Iterator[None]:
        """What is called inside is put down."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


def counted(calls: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Functions, visits, modules and returns of calls in their order."""
    visits = [module for module, _ in groupby(calls, key=lambda call: call[0])]
    return {"functions": len(calls), "visits": len(visits), "modules": len(set(visits)), "returns": len(visits) - len(set(visits))}


def paths(calls: Sequence[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """The same of the main path, of all of the agent, and of everything."""
    agent = [call for call in calls if call[0].partition(".")[0] == "agent"]
    main = [call for call in agent if not call[0].startswith(RULES)]
    return {"main path": counted(main), "agent": counted(agent), "all": counted(calls)}


def main() -> None:
    """The command at the head of this file."""
    given = sys.argv[1:]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(given[0]) if given else Path(made) / "company"
        if not given:
            write_company(folder)
        found: Any = follow(folder, given[1] if len(given) > 1 else QUESTION)
    for name, figures in found.items():
        print(f"{name:<10}", ", ".join(f"{number} {what}" for what, number in figures.items()))
    print(json.dumps({"benchmark": "question_path", **found}))


def follow(folder: Path, question: str) -> dict[str, dict[str, int]]:
    """Ask the question of a folder's company twice, and follow it the second time."""
    agent.dialogue.question_factory.SECONDS = SECONDS
    settings = read_settings().model_copy(update={"planner": "rules"})
    with staged(folder, settings, print) as stage:
        for session in ("first", "second"):
            path = Followed()
            with path.followed():
                *_, last = stage.assistant.ask(Ask(DEMO_PERSON, question, session))
            print(f"{last.data['status']}: {last.data['text']}")
    return paths(list(path.calls))


if __name__ == "__main__":
    main()
