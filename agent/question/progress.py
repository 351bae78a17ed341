"""How far the answering of a question has come: the plan that runs, the steps that ran, and the numbers of its events."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from agent.answer import Step
from agent.question.tasks import Plan

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Taken:
    """A stage that a question went through. `outcome`: what of the turn is another since then, or how the stage ended the question."""

    name: str
    seconds: float
    outcome: str


class _Log:
    """What all requests of a question have in common."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.numbers = count(1)
        self.steps: list[Step] = []
        self.stages: list[Taken] = []
        self.calls_told = 0
        self.lock = threading.Lock()


class Progress:
    """Collects what has happened while a question is answered. Threads may share it."""

    def __init__(self) -> None:
        self._log = _Log()
        self._plan: Plan | None = None

    def apart(self) -> "Progress":
        """That of one of several requests: with a plan of its own, and the steps of all."""
        other = Progress()
        other._log = self._log
        return other

    @property
    def plan(self) -> Plan | None:
        """The plan that is run, once there is one."""
        return self._plan

    def begin(self, plan: Plan) -> None:
        """This plan is run from here on."""
        self._plan = plan

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that have run."""
        return tuple(self._log.steps)

    def add(self, step: Step) -> None:
        """A step has run."""
        with self._log.lock:
            self._log.steps.append(step)

    @property
    def stages(self) -> tuple[Taken, ...]:
        """The stages that the question went through."""
        return tuple(self._log.stages)

    def took(self, stage: Taken) -> None:
        """The question went through a stage."""
        with self._log.lock:
            self._log.stages.append(stage)

    def next_number(self) -> int:
        """The number of the next event."""
        return next(self._log.numbers)

    def untold(self, calls: Sequence[T]) -> Sequence[T]:
        """Of all calls to models those that no event has told of; from here on they are told."""
        with self._log.lock:
            left = calls[self._log.calls_told :]
            self._log.calls_told = len(calls)
            return left

    @property
    def seconds(self) -> float:
        """How long the question has taken so far."""
        return time.perf_counter() - self._log.began
