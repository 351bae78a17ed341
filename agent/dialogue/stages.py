"""The stages of a question, one after another: each takes the turn as far as it was read, and gives it read further, or the answer.

What is said where a stage fails is said of the turn as the stages before it left it.
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


Came = Turn | Branch | Ended            # what comes out of a stage


@dataclass(frozen=True, slots=True)
class Stage:
    """One named step on the way of a question; `take` may tell of what it does in events."""

    name: str
    take: Callable[[Turn], Came | Generator[Event, None, Came]]


class Course:
    """The way of one question through its stages, and how far it has come."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    @property
    def turn(self) -> Turn:
        """The question as far as it was read."""
        return self._turn

    def run(self, stages: Sequence[Stage]) -> Generator[Event, None, Ended]:
        """Take the stages until one ends the question; the last one always does. Raises what a stage raises."""
        left = deque(stages)
        while left:
            stage = left.popleft()
            began = time.perf_counter()
            outcome = "stopped"
            try:
                came = stage.take(self._turn)
                if isinstance(came, Generator):
                    came = yield from came
                outcome = _outcome(self._turn, came)
            finally:
                self._turn.progress.took(StageTaken(stage.name, time.perf_counter() - began, outcome))
            if isinstance(came, Ended):
                return came
            if isinstance(came, Branch):
                left = deque(came.stages)
            self._turn = came.turn if isinstance(came, Branch) else came
        raise AssertionError("the last stage ends a question")


def ended(steps: Generator[Event, None, Ended]) -> Ended:
    """What comes of it, where nobody looks at the way there. Raises what it raises."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Ended = end.value
            return found


def _outcome(before: Turn, came: Came) -> str:
    """What came out of a stage, without a word of the question: how it ended, or what of the turn is another now."""
    if isinstance(came, Ended):
        return came.answer.status
    after = came.turn if isinstance(came, Branch) else came
    return ", ".join(each.name for each in fields(Turn) if getattr(after, each.name) is not getattr(before, each.name))
