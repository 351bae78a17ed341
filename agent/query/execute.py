"""Running a plan: turn by turn, all tasks whose needs are met at once, each announced before and reported after.

Knows order, threads and timing; what a task does stands in `agent/query/operations/`, what is said of the result is its caller's. Who stops a run
is not kept waiting for what a source still owes: its threads end by themselves, at the latest with the reading they are in, and begin no other.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from agent.access.checks import check_named, check_whole
from agent.access.people_rules import PEOPLE
from agent.access.record_rules import ask_ahead
from agent.answer import Reason, Step
from agent.catalogue import Catalogue
from agent.errors import Declined, NeedsChoice
from agent.live.long_lists import AtPage
from agent.plan.algebra import Card, Column, Exists, Goal, Link, Measure, Names, Node, Set, Show, Summary, Table, Tally, Union, nodes, parts
from agent.query.operations import OPERATIONS, NodeRecords, StaleGraph, keep_tellable
from agent.query.operations.condition_fields import is_never_in_part
from agent.query.operations.enums import tell_unnamed
from agent.question.context import NodeUses, QuestionContext
from agent.question.tasks import Plan, Task
from kg.errors import EvergraphError

T = TypeVar("T")
D = TypeVar("D")                        # what the last task makes of all that was found: the draft of an answer
Write = Callable[[QuestionContext, Goal, Mapping[Node, NodeRecords]], D]
THREADS = 8
GRACE = 2.0                             # seconds after the deadline in which a task may still say by itself what it waited for
LOOK_UP = 0.1                           # seconds after which one looks whether the run was stopped


@dataclass(frozen=True, slots=True)
class Started:
    """A task is about to run."""

    task: Task


@dataclass(frozen=True, slots=True)
class Progressed:
    """A task reads a long list, and has come to another page."""

    task: Task
    at: AtPage


@dataclass(frozen=True, slots=True)
class Finished:
    """A task has run."""

    step: Step


@dataclass(frozen=True, slots=True)
class Done(Generic[D]):
    """The plan has run."""

    draft: D


def execute(context: QuestionContext, plan: Plan, write: Write[D]) -> Iterator[Started | Progressed | Finished | Done[D]]:
    """What happens while a plan runs, last what `write` made of all that was found. Raises Declined, NeedsChoice, StaleGraph, Cancelled."""
    found: dict[Node, NodeRecords] = {}
    *tasks, last = plan.tasks
    context = replace(context, uses=node_uses(context.catalogue, plan.goal))
    threads = ThreadPoolExecutor(THREADS)
    for model in sorted({node.model for node in nodes(plan.goal) if isinstance(node, Set)}):
        threads.submit(ask_ahead, context, model)
    try:
        waiting = list(tasks)
        while waiting:
            _check_time(context)
            done = {t.id for t in tasks} - {t.id for t in waiting}
            wave = [t for t in waiting if set(t.dependencies) <= done]
            yield from (Started(t) for t in wave)
            yield from _wave(context, wave, found, threads)
            check_named(context, plan.goal, {node: each.records for node, each in found.items()})
            waiting = [t for t in waiting if t not in wave]
        yield Started(last)
        began = time.perf_counter()
        draft = yield from _awaited(context, last, threads.submit(_written, context, last, found, write))
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
    tell_unnamed(context)
    yield Finished(Step(last.id, last.tool, last.question, "", time.perf_counter() - began))
    _end_state(context, plan)
    yield Done(draft)


def _wave(context: QuestionContext, wave: list[Task], found: dict[Node, NodeRecords], threads: ThreadPoolExecutor) -> Iterator[Progressed | Finished]:
    """All tasks of a turn in parallel; of several failures the one that forbids comes first."""
    futures: dict[str, Future[tuple[NodeRecords, float]]] = {t.id: threads.submit(_timed, context, t, dict(found)) for t in wave}
    failures: list[Exception] = []
    for task in wave:
        try:
            result, seconds = yield from _awaited(context, task, futures[task.id])
        except (Declined, NeedsChoice, StaleGraph, EvergraphError) as error:
            context.live.deadline.go_on()   # a source that was stopped says that it did not answer; that is no reason to give
            failures.append(error)
            yield Finished(Step(task.id, task.tool, task.question, "not done"))
            continue
        assert not isinstance(task.subject, Goal)
        found[task.subject] = result
        yield Finished(Step(task.id, task.tool, task.question, _came_back(context, result), seconds))
    if failures:
        raise min(failures, key=_gravity)


def _check_time(context: QuestionContext) -> None:
    """Raises Cancelled when the person has stopped the question, Declined when its time is over."""
    context.live.deadline.go_on()
    if context.live.deadline.expired:
        raise Declined(Reason.FAILED, "This took longer than a question may. Please ask for less at a time, or again in a while.")


def _awaited(context: QuestionContext, task: Task, future: Future[T]) -> Generator[Progressed, None, T]:
    """The result, as soon as it is there; before it, how far a long list has come.

    Raises Cancelled as soon as the run is stopped, and what the task raised.
    """
    late, told = 0, context.live.long_lists.longest()
    while not wait([future], LOOK_UP).done:
        at = context.live.long_lists.longest()
        if at is not None and at != told:
            yield Progressed(task, at)
        told = at
        context.live.deadline.go_on()
        late += context.live.deadline.expired
        if late * LOOK_UP > GRACE:
            _check_time(context)
    return future.result()


def node_uses(catalogue: Catalogue, goal: Goal) -> NodeUses:
    """How a goal uses its nodes."""
    return NodeUses(only_counted(goal), only_tallied(goal) | only_tying(catalogue, goal), told_nodes(goal), led_through(goal))


def told_nodes(goal: Goal) -> frozenset[Node]:
    """The nodes whose members are told, or figures over them."""
    return listed_nodes(goal) | {p.of for p in parts(goal) if isinstance(p, Measure)}


def listed_nodes(goal: Goal) -> frozenset[Node]:
    """The nodes whose members are told."""
    also = goal.also if isinstance(goal, Summary) else ()
    return frozenset((*also, *(p.node for p in parts(goal) if isinstance(p, Show | Names | Card | Summary | Table | Exists))))


def only_counted(goal: Goal) -> frozenset[Node]:
    """The nodes of a goal of which only figures are told, and no member."""
    sources = {p.source for p in parts(goal) if isinstance(p, Link)} | {n for p in parts(goal) if isinstance(p, Union) for n in p.of}
    within = {p.within for p in parts(goal) if isinstance(p, Column) and p.within is not None}
    return told_nodes(goal) - listed_nodes(goal) - sources - within


def only_tallied(goal: Goal) -> frozenset[Node]:
    """The nodes that are measured for rows and used for nothing else."""
    tallied = [p.measure for p in parts(goal) if isinstance(p, Tally)]
    others = Counter(p.of for p in parts(goal) if isinstance(p, Measure)) - Counter(m.of for m in tallied)
    return frozenset(n for n in only_counted(goal) if n in {m.of for m in tallied} and n not in others)


def only_tying(catalogue: Catalogue, goal: Goal) -> frozenset[Node]:
    """The sets that only tie others and use what is never told in part, such as pay: they are read for the members that are left.

    So it is asked of nobody whom the question is not about, whichever of two sets it was put down at.
    """
    tallied = {p.measure.of for p in parts(goal) if isinstance(p, Tally)}
    measured = Counter(p.of for p in parts(goal) if isinstance(p, Measure)) - Counter(p.measure.of for p in parts(goal) if isinstance(p, Tally))
    united = {n for p in parts(goal) if isinstance(p, Union) for n in p.of} | {p.within for p in parts(goal) if isinstance(p, Column)}
    things = {p.source for p in parts(goal) if isinstance(p, Link) and p.relation == "hub"} if isinstance(goal, Exists) else set()
    tying = {p.source for p in parts(goal) if isinstance(p, Link)} - listed_nodes(goal) - measured.keys() - united - things
    plain = (n for n in tying if isinstance(n, Set) and not n.newest and n.ranked is None)
    return frozenset(n for n in plain if n in tallied or is_never_in_part(catalogue, n))


def led_through(goal: Goal) -> Mapping[Node, tuple[str, Node]]:
    """The nodes on the way from people to what is told in another app, that too: what is told, and the people."""
    return {node: (end.model, whose) for end in told_nodes(goal) for way, whose in _ways(end, ()) for node in way}


def _ways(node: Node, beyond: tuple[Node, ...]) -> Iterator[tuple[tuple[Node, ...], Node]]:
    """Each way from a node back to the people whose it is in another app: the nodes on it, and the people."""
    for link in node.links if isinstance(node, Set) and node.model != PEOPLE else ():
        way = (*beyond, node)
        if link.relation == "hub" and link.source.model == PEOPLE:
            yield way, link.source
        else:
            yield from _ways(link.source, way)


def _timed(context: QuestionContext, task: Task, found: dict[Node, NodeRecords]) -> tuple[NodeRecords, float]:
    began = time.perf_counter()
    assert not isinstance(task.subject, Goal)
    result = OPERATIONS[task.operation](context, task.subject, found)
    return result, time.perf_counter() - began


def _gravity(error: Exception) -> int:
    if isinstance(error, Declined):
        return {Reason.NOT_PERMITTED: 0, Reason.NOT_CONNECTED: 1, Reason.FAILED: 2}.get(error.reason, 3)
    return 1


def _came_back(context: QuestionContext, found: NodeRecords) -> str:
    if found.unchecked or found.hidden or found.within is not None:
        return "found"                  # how many there are is itself what may not be told
    model = context.catalogue.models[found.model]
    count = len(found.records)
    return f"{count} {model.label if count == 1 else model.plural}"


def _written(context: QuestionContext, task: Task, found: Mapping[Node, NodeRecords], write: Write[D]) -> D:
    goal = task.subject
    assert isinstance(goal, Goal)
    return write(context, goal, keep_tellable(context, goal, found))


def _end_state(context: QuestionContext, plan: Plan) -> None:
    """Was everything asked of the policy, is everything that was asked for here, and young enough? Raises Declined."""
    check_whole(context, plan.goal)
    for model in sorted({r.model for r in context.live.readings}):
        age = context.live.too_old(model)
        if age is not None:
            label = context.catalogue.models[model].plural if model in context.catalogue.models else model
            hours = int(age.total_seconds() // 3600)
            raise Declined(Reason.TOO_OLD, f"The copy of the {label} is {hours} hours old, older than your company allows for an answer.")
