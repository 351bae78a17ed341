"""The pipeline of a question: each stage takes the turn, and returns it read further, other stages to go on by, or the answer.

Where a stage fails, the turn is as the stages before it left it, and the answer tells of that one.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, fields

from agent.answer import Answer, Event
from agent.question.progress import StageTaken
from agent.question.turn import Turn


@dataclass(frozen=True, slots=True)
class Ended:
    """The question is answered: the turn that is kept of it, and the answer."""

    turn: Turn
    answer: Answer


@dataclass(frozen=True, slots=True)
class Branch:
    """The question goes on by these stages, instead of those that would have come."""

    turn: Turn
    stages: "tuple[Stage, ...]"


StageResult = Turn | Branch | Ended            # what comes out of a stage


@dataclass(frozen=True, slots=True)
class Stage:
    """One named step on the way of a question; `take` may tell of what it does in events."""

    name: str
    take: Callable[[Turn], StageResult | Generator[Event, None, StageResult]]


@dataclass
class Pipeline:
    """One question in the pipeline."""

    turn: Turn                          # as the last stage left it

    def run(self, stages: Sequence[Stage]) -> Generator[Event, None, Ended]:
        """Take the stages until one ends the question; the last one always does. Raises what a stage raises."""
        left = deque(stages)
        while left:
            stage = left.popleft()
            began = time.perf_counter()
            outcome = "stopped"
            try:
                came = stage.take(self.turn)
                if isinstance(came, Generator):
                    came = yield from came
                outcome = _outcome(self.turn, came)
            finally:
                self.turn.progress.stages.append(StageTaken(stage.name, time.perf_counter() - began, outcome))
            if isinstance(came, Ended):
                return came
            if isinstance(came, Branch):
                left = deque(came.stages)
            self.turn = came.turn if isinstance(came, Branch) else came
        raise AssertionError("the last stage ends a question")


def ended(steps: Generator[Event, None, Ended]) -> Ended:
    """Run the steps to their end without their events. Raises what they raise."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Ended = end.value
            return found


def _outcome(before: Turn, came: StageResult) -> str:
    """The outcome of a stage for the trace, free of the question's words: the answer's status, or the fields of the turn that changed."""
    if isinstance(came, Ended):
        return came.answer.status
    after = came.turn if isinstance(came, Branch) else came
    return ", ".join(each.name for each in fields(Turn) if getattr(after, each.name) is not getattr(before, each.name))
