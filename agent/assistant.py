"""The life of a question, one named step after another: guard in → remember → plan → run → check → synthesise → guard out → learn.

No vendor in sight. Every way out is an Answer; every step on the way is an Event.
"""

import time
import tomllib
from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cache
from importlib import resources
from threading import Event as Stop
from typing import Any

from agent.answer import Answer, Ask, Clarification, Event, EventKind, Reason, Step, Usage
from agent.catalogue import Catalogue, catalogue
from agent.check import untraced
from agent.errors import Declined, NeedsChoice
from agent.execute import Finished, Started, execute
from agent.guard import unsafe_class
from agent.human import Human, asked_again, chosen
from agent.language import forms, is_statement, phrase, tokens
from agent.live import Live
from agent.mentions import Resolution, connected, permitted, refreshed_or_decline, resolve, settle
from agent.operations import StaleGraph
from agent.plan import Card, Goal, Named, Plan, compile_plan, mentions
from agent.rules.planner import Readings, read, spans
from agent.run import Run, UpToDate
from agent.synthesis import Draft, references
from ingest.company import Company, Person
from ingest.gateway import Deadline, Gateway
from kg.errors import EvergraphError, ShownToPerson
from kg.graph import Graph
from kg.ports import Clock
from kg.resolve import Candidate, find
from memory.history import History
from memory.questions import Questions

SECONDS = 30.0                          # a question's whole budget
RECALLED_SESSIONS = 20
TRIES = 3                               # times that names are settled anew after the graph was mended


@dataclass(frozen=True, slots=True)
class Parts:
    """What an assistant is built from; workers.wiring does it."""

    company: Company
    graph: Graph
    gateway: Gateway
    up_to_date: UpToDate
    history: History
    questions: Questions
    clock: Clock


@dataclass
class _Turn:
    """One question on its way through."""

    ask: Ask
    run: Run
    text: str                           # what is answered: the question, or the one that a reply resumes
    began: float
    is_first: bool = True               # nothing was said before in this session
    steps: list[Step] = field(default_factory=list)
    plan: Plan | None = None
    number: int = 0

    def event(self, kind: EventKind, data: Mapping[str, Any]) -> Event:
        self.number += 1
        return Event(self.number, kind, data)


class Assistant:
    """Answers the people of one tenant."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._human = Human(parts.questions, parts.company, parts.clock)
        self._catalogue: Catalogue = catalogue()

    def ask(self, ask: Ask, stop: Stop | None = None) -> Iterator[Event]:
        """What happens on the way to an answer, as events; the last is `answer`. Never raises for what a person can meet.

        `stop`: set it to cancel. Raises BadInput for somebody whom the tenant does not know.
        """
        turn = self._begin(ask, stop or Stop())
        try:
            yield from self._answer(turn)
        except Declined as declined:
            yield from self._end(turn, self._declined(turn, declined.reason, str(declined)))
        except NeedsChoice as need:
            yield from self._clarify(turn, need)
        except ShownToPerson as shown:
            yield from self._end(turn, self._declined(turn, Reason.FAILED, str(shown)))
        except EvergraphError as error:
            yield from self._end(turn, self._declined(turn, Reason.FAILED, f"I could not finish: {error}"))

    def resolve(self, person: str, mention: str) -> Resolution:
        """What a mention stands for when this person says it. Raises Declined where it could not be looked at."""
        return resolve(self._begin(Ask(person, mention, "resolve"), Stop()).run, mention)

    # ------------------------------------------------------------ the eight steps

    def _answer(self, turn: _Turn) -> Iterator[Event]:
        self._guard_in(turn)
        again = self._remember(turn)
        if again is not None:
            yield from self._end(turn, Answer("clarify", again.prompt, question=again))
            return
        for attempt in range(TRIES):
            goal = yield from self._plan(turn)
            turn.plan = plan = compile_plan(self._catalogue, goal)
            yield turn.event("plan", {"understood_as": plan.understood_as, "tasks": _plan_json(plan)})
            try:
                draft = yield from self._run(turn, plan)
            except StaleGraph:
                turn.steps.append(Step(f"r{attempt}", "Knowledge", "The graph was behind the source; it was mended and asked again."))
                continue
            yield from self._end(turn, self._synthesise(turn, plan, draft))
            return
        raise Declined(Reason.FAILED, "The records that this is about are changing just now. Please ask again.")

    def _guard_in(self, turn: _Turn) -> None:
        kind = unsafe_class(turn.ask.text)
        if kind is not None:
            raise Declined(Reason.UNSAFE, f"I don't answer this ({kind.replace('_', ' ')}).")

    def _remember(self, turn: _Turn) -> Clarification | None:
        """Resume the question that this replies to. Gives the question once more where the reply is none of its options."""
        if turn.ask.reply_to is None:
            return None
        question = self._human.find(turn.run.person, turn.ask.reply_to)
        if question is None:
            raise Declined(Reason.NO_RECORD, "There is no open question of that id for you.")
        option = chosen(question, turn.ask.text)
        if option is None:
            return None if self._has_reading(turn) else asked_again(question)
        self._human.settle(turn.run.person, question, str(option["id"]))
        turn.text = question.state["text"]
        turn.run.choices.update({**question.state["choices"], question.state["mention"]: option["key"]})
        return None

    def _plan(self, turn: _Turn) -> Generator[Event, None, Goal]:
        """The goal of the question, its names settled on a graph brought up to this moment."""
        run = turn.run
        run.viewer()
        readings = self._read(turn)
        if not readings.goals:
            readings = yield from self._read_on_fresh_names(turn)
        goals = permitted(run, connected(run, readings.goals))
        if any(mentions(g) for g in goals):
            goals = yield from self._settle_names(turn, goals)
        return goals[0]

    def _run(self, turn: _Turn, plan: Plan) -> Generator[Event, None, Draft]:
        draft: Draft | None = None
        for happened in execute(turn.run, plan):
            if isinstance(happened, Started):
                yield turn.event("step_started", _task_json(happened.task))
            elif isinstance(happened, Finished):
                turn.steps.append(happened.step)
                yield turn.event("step_finished", asdict(happened.step))
            else:
                draft = happened.draft
        assert draft is not None        # Done is always the last
        return draft

    def _synthesise(self, turn: _Turn, plan: Plan, draft: Draft) -> Answer:
        text = draft.text if not untraced(draft.text, self._facts(turn, draft)) else _plain_rendering(draft)
        notes = [f"*{a}*" for a in turn.run.assumptions]
        cited = references(turn.run, draft.cited)
        times = [r.data_as_of for r in cited if r.data_as_of is not None]
        if times:
            notes.append(f"*As of {self._say_time(min(times))}.*")
        return Answer(
            "answered", "\n\n".join([text, *notes]), understood_as=plan.understood_as, result=draft.result, references=cited,
            more_references=max(0, len(draft.cited) - len(cited)), plan=_plan_json(plan), steps=tuple(turn.steps), usage=self._usage(turn),
            elements=({"type": "text", "text": text},),
        )

    def _end(self, turn: _Turn, answer: Answer) -> Iterator[Event]:
        """Guard out, then learn: the turn goes into the history, and out as the last event."""
        now = self._parts.clock().isoformat()
        entry = {"at": now, "question": turn.ask.text, "reply_to": turn.ask.reply_to, "answer": answer.as_json()}
        self._parts.history.append(self._parts.company.tenant, turn.run.person.email, turn.ask.session, entry)
        yield turn.event("answer", answer.as_json())

    # ------------------------------------------------------------ their parts

    def _begin(self, ask: Ask, stop: Stop) -> _Turn:
        parts = self._parts
        person = parts.company.person(ask.person) or Person(email=ask.person)
        live = Live(parts.gateway, parts.company, parts.clock, Deadline.after(SECONDS))
        run = Run(parts.company.tenant, parts.company, person, self._catalogue, parts.graph, live, parts.up_to_date, stop=stop)
        turn = _Turn(ask, run, ask.text, time.perf_counter())
        self._recall(turn)
        return turn

    def _recall(self, turn: _Turn) -> None:
        """What the person said before that bears on this question."""
        tenant, person, history = self._parts.company.tenant, turn.run.person.email, self._parts.history
        sessions = history.sessions(tenant, person)[-RECALLED_SESSIONS:]
        entries = {s: history.read(tenant, person, s) for s in sessions}
        turn.is_first = not entries.get(turn.ask.session)
        turn.run.unlearned = tuple(
            e["question"] for found in entries.values() for e in found if e["answer"]["status"] == "declined" and is_statement(e["question"])
        )

    def _read(self, turn: _Turn) -> Readings:
        names = self._names_in(turn)
        readings = read(self._catalogue, turn.text, names)
        if turn.is_first or turn.text != turn.ask.text:
            return readings
        whole = tuple(g for g in readings.goals if not _is_bare_name(turn.text, g))     # "Support?" after a question edits that question
        return Readings(whole, readings.unplaced)

    def _names_in(self, turn: _Turn) -> Mapping[str, tuple[Candidate, ...]]:
        """What the graph holds for each stretch of the question: people and companies apart from titles, so that neither crowds out the other."""
        turn.run.graph_queries += 2
        said, nameable = spans(turn.text), [m for m in self._catalogue.models.values() if m.nameable]
        parts = [find(self._parts.graph, self._parts.company.tenant, said, models=[m.id for m in nameable if m.titled is titled])
                 for titled in (False, True)]
        return {text: tuple(c for part in parts for c in part.get(text, ())) for text in said}

    def _has_reading(self, turn: _Turn) -> bool:
        return bool(self._read(turn).goals)

    def _read_on_fresh_names(self, turn: _Turn) -> Generator[Event, None, Readings]:
        """Perhaps a word is a name that the graph has not heard of: look at what changed, and read again."""
        nameable = [m.id for m in self._catalogue.models.values() if m.nameable]
        linked = self._parts.gateway.categories()
        yield turn.event("step_started", {"id": "n", "tool": "Knowledge", "question": "Are there new names since the last sync?"})
        states = turn.run.up_to_date.refresh([m for m in nameable if m.partition("/")[0] in linked], turn.run.live.deadline)
        turn.run.live.calls += sum(s.calls for s in states.values())
        changed = sum(s.changed for s in states.values())
        step = Step("n", "Knowledge", "Are there new names since the last sync?", f"{changed} changed records")
        turn.steps.append(step)
        yield turn.event("step_finished", asdict(step))
        readings = self._read(turn)
        if not readings.goals:
            raise _not_understood(turn.text, readings.unplaced, linked)
        return readings

    def _settle_names(self, turn: _Turn, goals: tuple[Goal, ...]) -> Generator[Event, None, tuple[Goal, ...]]:
        run = turn.run
        said = ", ".join(sorted({f"“{n.mention}”" for g in goals for n in mentions(g)}))
        task = {"id": "s", "tool": "Knowledge", "question": f"What does {said} stand for?"}
        yield turn.event("step_started", task)
        began = time.perf_counter()
        found = "not settled"
        try:
            if refreshed_or_decline(run, goals):
                goals = permitted(run, connected(run, self._read(turn).goals or goals))
            settled = settle(run, goals)
            run.settled = dict(settled.things)
            found = ", ".join(sorted({c.name for c in settled.things.values()}))
        finally:                        # a step that was announced is reported, however it ends
            step = Step(task["id"], task["tool"], task["question"], found, time.perf_counter() - began)
            turn.steps.append(step)
            yield turn.event("step_finished", asdict(step))
        return (settled.goal,)

    def _clarify(self, turn: _Turn, need: NeedsChoice) -> Iterator[Event]:
        question = self._human.ask(turn.run.person, turn.ask.session, turn.text, turn.run.choices, need)
        yield turn.event("question", asdict(question))
        answer = Answer("clarify", question.prompt, question=question, steps=tuple(turn.steps), usage=self._usage(turn))
        yield from self._end(turn, answer)

    def _declined(self, turn: _Turn, reason: Reason, text: str) -> Answer:
        understood = turn.plan.understood_as if turn.plan else ""
        plan = _plan_json(turn.plan) if turn.plan else ()
        return Answer("declined", text, reason, understood, plan=plan, steps=tuple(turn.steps), usage=self._usage(turn))

    def _facts(self, turn: _Turn, draft: Draft) -> tuple[str, ...]:
        names = tuple(c.name for c in turn.run.settled.values())
        cited = tuple(str(v) for _, record in draft.cited for v in record.values.values() if isinstance(v, str | int))
        return (*draft.facts, *names, *cited, *(n for n in (r.name for r in references(turn.run, draft.cited)) if n))

    def _usage(self, turn: _Turn) -> Usage:
        run = turn.run
        return Usage(merge_calls=run.live.calls, graph_queries=run.graph_queries, seconds=round(time.perf_counter() - turn.began, 4))

    def _say_time(self, moment: datetime) -> str:
        return self._parts.company.local_day(moment).strftime("%Y-%m-%d %H:%M %Z")


def _is_bare_name(text: str, goal: Goal) -> bool:
    """Nothing but a name was said."""
    return isinstance(goal, Card) and isinstance(goal.node, Named) and len(tokens(text)) <= len(tokens(goal.node.mention)) + 1


def _plain_rendering(draft: Draft) -> str:
    """The result and nothing else, for a text that did not stand the check."""
    if draft.result is None:
        return "\n\n".join(draft.facts)
    return "\n".join(", ".join(str(c) for c in row if c is not None) for row in draft.result.rows)


def _plan_json(plan: Plan) -> tuple[Mapping[str, Any], ...]:
    return tuple(_task_json(t) for t in plan.tasks)


def _task_json(task: Any) -> Mapping[str, Any]:
    return {"id": task.id, "tool": task.tool, "question": task.question, "operation": task.operation, "dependencies": list(task.dependencies)}


def _not_understood(question: str, unplaced: tuple[str, ...], linked: frozenset[str]) -> Declined:
    """Not connected where the words are of an app that is not; else out of scope, naming the words that could not be placed."""
    missing = next((c for c in _elsewhere_in(question) if c not in linked), None)
    if missing is not None:
        return Declined(Reason.NOT_CONNECTED, f"That would be in an app of the kind “{missing}”, and none is connected for your company.")
    if is_statement(question):
        return Declined(Reason.OUT_OF_SCOPE, "I can't learn preferences yet. Where this may matter, I will ask you instead of taking a default.")
    words = f" I could not place: {', '.join(f'“{w}”' for w in unplaced)}." if unplaced else ""
    return Declined(Reason.OUT_OF_SCOPE, f"I can't answer that from your company's apps.{words}")


@cache
def _elsewhere() -> Mapping[tuple[str, ...], str]:
    data = tomllib.loads(resources.files(__package__).joinpath("elsewhere.toml").read_text("utf-8"))
    return {phrase(text): category for category, texts in data.items() for text in texts}


def _elsewhere_in(question: str) -> Iterator[str]:
    """The categories whose words a question holds, the longest phrases first."""
    said = [t.plain for t in tokens(question)]
    for length in (3, 2, 1):
        for first in range(len(said) - length + 1):
            *head, tail = said[first : first + length]
            for form in sorted(forms(tail)):
                if (*head, form) in _elsewhere():
                    yield _elsewhere()[(*head, form)]

