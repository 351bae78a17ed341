"""How far the answering of a question has come: the plan that runs, the steps that ran, and the events that tell of both."""

import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, TypeVar

from agent.answer import Event, EventKind, Step, as_plain
from agent.live.long_lists import AtPage
from agent.llm.budget import Budget, Call
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
class Progress:
    """Collects what has happened while a question is answered, and tells of it in events. Threads may share it."""

    budget: Budget = field(default_factory=Budget)              # what the question's calls to models are paid from
    goal: Goal | None = None                                    # of the plan that is run; None before there is one
    understood_as: str = ""                                     # the same in words
    tasks: tuple[Mapping[str, Any], ...] = ()                   # of that plan, as plain data
    steps: list[Step] = field(default_factory=list)             # that have run
    stages: list[StageTaken] = field(default_factory=list)      # that the question went through
    began: float = field(default_factory=time.perf_counter)
    _numbers: Iterator[int] = field(default_factory=partial(count, 1))
    _told: list[Call] = field(default_factory=list)             # the calls to models that events have told of
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def apart(self) -> "Progress":
        """The progress of one of several requests: a plan of its own, the steps and events shared by all."""
        return replace(self, goal=None, understood_as="", tasks=())

    def add(self, step: Step) -> None:
        """Record a step without an event."""
        with self._lock:
            self.steps.append(step)

    # ---------------------------------------------------------------- told in events

    def event(self, kind: EventKind, data: Mapping[str, Any]) -> Event:
        """The next event of the question."""
        return Event(next(self._numbers), kind, as_plain(data))

    def planned(self, plan: Plan, written: Mapping[str, Any]) -> Event:
        """This plan is run from here on. `written`: its goal as a message of the plan language, with which it can be run again."""
        self.goal, self.understood_as, self.tasks = plan.goal, plan.understood_as, tuple(map(_task, plan.tasks))
        return self.event("plan", {"understood_as": self.understood_as, "tasks": self.tasks, "plan": written})

    def started(self, task: Task) -> Event:
        """A task is about to run."""
        return self.event("step_started", _task(task))

    def progressed(self, task: Task, at: AtPage) -> Event:
        """A task reads a long list, and has come to this page of it."""
        return self.event("step_progress", {"id": task.id, "page": at.page, "of": at.of})

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
        with self._lock:
            untold = self.budget.used.made[len(self._told) :]
            self._told.extend(untold)
        return [asdict(call) for call in untold]


def _task(task: Task) -> Mapping[str, Any]:
    return {"id": task.id, "tool": task.tool, "question": task.question, "operation": task.operation, "dependencies": list(task.dependencies)}
