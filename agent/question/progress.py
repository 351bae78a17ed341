"""How far the answering of a question has come: the plan that runs, the steps that ran, and the events that tell of both."""

import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import Any, TypeVar

from agent.answer import Event, EventKind, Step, as_plain
from agent.llm.budget import Budget
from agent.plan.algebra import Goal
from agent.question.tasks import Plan, Task

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StageTaken:
    """A stage that a question went through. `outcome`: what of the turn is another since then, or how the stage ended the question."""

    name: str
    seconds: float
    outcome: str


@dataclass
class SideTask:
    """Something that is done beside the plan, announced and reported like a task: a look into the graph, a call to a model."""

    id: str
    question: str
    found: str = "not settled"
    tool: str = "Knowledge"


@dataclass(eq=False)
class _Log:
    """What all requests of a question have in common. `budget`: what its calls to models are paid from."""

    budget: Budget
    began: float = field(default_factory=time.perf_counter)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    steps: list[Step] = field(default_factory=list)
    stages: list[StageTaken] = field(default_factory=list)
    calls_told: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Progress:
    """Collects what has happened while a question is answered, and tells of it in events. Threads may share it."""

    def __init__(self, budget: Budget | None = None) -> None:
        self._log = _Log(budget or Budget.none())
        self._plan: Plan | None = None

    def apart(self) -> "Progress":
        """The progress of one of several requests: a plan of its own, the steps and events shared by all."""
        other = Progress()
        other._log = self._log
        return other

    # ---------------------------------------------------------------- what has happened

    @property
    def goal(self) -> Goal | None:
        """The goal of the plan that is run; None before there is one."""
        return self._plan.goal if self._plan else None

    @property
    def understood_as(self) -> str:
        """The same in words; "" before there is one."""
        return self._plan.understood_as if self._plan else ""

    @property
    def tasks(self) -> tuple[Mapping[str, Any], ...]:
        """The plan's tasks as plain data."""
        return tuple(_task(t) for t in self._plan.tasks) if self._plan else ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that have run."""
        return tuple(self._log.steps)

    @property
    def stages(self) -> tuple[StageTaken, ...]:
        """The stages that the question went through."""
        return tuple(self._log.stages)

    @property
    def seconds(self) -> float:
        """How long the question has taken so far."""
        return time.perf_counter() - self._log.began

    def add(self, step: Step) -> None:
        """Record a step without an event."""
        with self._log.lock:
            self._log.steps.append(step)

    def took(self, stage: StageTaken) -> None:
        """Record a stage."""
        with self._log.lock:
            self._log.stages.append(stage)

    # ---------------------------------------------------------------- told in events

    def event(self, kind: EventKind, data: Mapping[str, Any]) -> Event:
        """The next event of the question."""
        return Event(next(self._log.numbers), kind, as_plain(data))

    def planned(self, plan: Plan, written: Mapping[str, Any]) -> Event:
        """This plan is run from here on. `written`: its goal as a message of the plan language, with which it can be run again."""
        self._plan = plan
        return self.event("plan", {"understood_as": plan.understood_as, "tasks": self.tasks, "plan": written})

    def started(self, task: Task) -> Event:
        """A task is about to run."""
        return self.event("step_started", _task(task))

    def finished(self, step: Step) -> Event:
        """A step has run, with the calls to models that were made since the last one."""
        self.add(step)
        asked = self._untold_calls()
        return self.event("step_finished", asdict(step) | ({"model": asked} if asked else {}))

    def looked(self, look: SideTask, work: Callable[[], T]) -> Generator[Event, None, T]:
        """Do the work of a look, with an event before it and one after it, however it ends. Returns what the work returns."""
        yield self.event("step_started", {"id": look.id, "tool": look.tool, "question": look.question})
        began = time.perf_counter()
        try:
            return work()
        finally:
            yield self.finished(Step(look.id, look.tool, look.question, look.found, time.perf_counter() - began))

    def _untold_calls(self) -> list[Mapping[str, Any]]:
        """The calls to models that no event has told of; from here on they are told."""
        made = self._log.budget.used.made
        with self._log.lock:
            untold, self._log.calls_told = made[self._log.calls_told :], len(made)
        return [asdict(call) for call in untold]


def _task(task: Task) -> Mapping[str, Any]:
    return {"id": task.id, "tool": task.tool, "question": task.question, "operation": task.operation, "dependencies": list(task.dependencies)}
