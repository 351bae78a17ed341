"""The life of a question, one named step after another: guard in → remember → plan → run → synthesise and check → learn.

No vendor in sight. Every way out is an Answer; every step on the way is an Event.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from threading import Event as Stop
from typing import Any

from agent.access.explore import Explorer, Sources
from agent.access.rights import People, people_of
from agent.answer import Answer, Ask, Clarification, Event, Reason, Step
from agent.catalogue import Catalogue
from agent.catalogue.house import house
from agent.dialogue.alternatives import kept, offered, said_before, took_up
from agent.dialogue.attached import take_in
from agent.dialogue.background import background
from agent.dialogue.clarifications import Human
from agent.dialogue.earlier import point_back
from agent.dialogue.page import take_page
from agent.dialogue.repeated import ask_as_usual
from agent.dialogue.requests import of_each, requests, together
from agent.dialogue.resuming import resume
from agent.dialogue.suggestions import offering, suggestions
from agent.errors import Declined, NeedsChoice, NoRate, with_next_step
from agent.language.effort import Effort, each_limited
from agent.language.guard import unsafe_class
from agent.language.words import is_statement
from agent.live.copies import Copies
from agent.live.known import InGraph
from agent.live.reads import Live
from agent.llm.port import Models
from agent.plan.algebra import Goal
from agent.plan.codec import plain, restored
from agent.query.execute import Finished, Started, execute
from agent.query.operations import StaleGraph
from agent.query.preferred_units import tell_currency
from agent.question.ledger import Ledger
from agent.question.run import Planner, Run, UpToDate
from agent.question.tasks import Plan, compile_plan
from agent.question.turn import Turn
from agent.respond import Draft, answer_of, formed, write
from agent.understand.about import about
from agent.understand.acting import picked
from agent.understand.acting import told as told_of_act
from agent.understand.choices import LEARNED, PLAN
from agent.understand.goals import goal_of, put_in_usual_words
from agent.understand.grammar.back import goes_on
from agent.understand.languages import in_language
from agent.understand.learned.keeping import Keeper
from agent.understand.linking.mentions import Resolution, resolve
from agent.understand.model.acts import Act, Asked
from agent.understand.model.lookups import Lookups
from agent.understand.model.sight import sight_of
from agent.understand.preferences import Learner
from agent.understand.reading import read_message
from agent.understand.replies import told_apart
from agent.understand.worded import worded
from ingest.company import Company, Person
from ingest.gateway import Deadline, Gateway
from kg.errors import BadInput, EvergraphError, ShownToPerson
from kg.graph import Graph
from kg.ports import Clock
from memory.attachments import Attachments
from memory.history import History
from memory.line_vectors import LineVectors
from memory.preferences import Preferences
from memory.questions import Questions
from memory.readings import Readings
from memory.reads import Reads
from memory.reflection import Reflections

SECONDS = 30.0                          # a question's whole budget, but for what a slow model may take
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
    reads: Reads
    preferences: Preferences
    reflections: Reflections
    readings: Readings
    clock: Clock
    models: Models | None = None
    planner: Planner = "both"           # who may plan
    line_vectors: LineVectors | None = None     # of what people said, where there are any
    attachments: Attachments | None = None      # what people attached to their conversations, where that is kept


class Assistant:
    """Answers the people of one tenant."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._human = Human(parts.questions, parts.company, parts.clock)
        self._catalogue: Catalogue = house(parts.company)
        self._learner = Learner(parts.preferences, self._catalogue, parts.clock)
        self._keeper = Keeper(parts.readings, self._catalogue, parts.company, parts.clock)
        self._copies = Copies(self._catalogue)

    def ask(self, ask: Ask, stop: Stop | None = None) -> Iterator[Event]:
        """What happens on the way to an answer, as events; the last is `answer`, whatever a person can meet on the way.

        `stop`: set it to cancel. Raises BadInput for somebody whom the tenant does not know, HistoryUnavailable.
        """
        turn = self._begin(ask, stop or Stop())
        try:
            yield from each_limited(Effort(turn.run.live.deadline, turn.run.go_on), self._answer(turn))
        except Declined as declined:
            yield from self._end(turn, offering(self._catalogue, turn, turn.declined(declined.reason, str(declined)), [declined]))
        except NeedsChoice as need:
            yield from self._clarify(turn, need)
        except ShownToPerson as shown:
            yield from self._end(turn, turn.declined(Reason.FAILED, with_next_step(Reason.FAILED, str(shown))))
        except EvergraphError as error:
            yield from self._end(turn, turn.declined(Reason.FAILED, with_next_step(Reason.FAILED, f"I could not finish: {error}")))

    def resolve(self, person: str, mention: str) -> Resolution:
        """What a mention stands for when this person says it. Raises BadInput, Declined."""
        return resolve(self._begin(Ask(person, mention, "resolve"), Stop()).run, mention)

    def lookups(self, person: str) -> Lookups:
        """What this person may look up beside asking: names, words of the company, the catalogue. Raises BadInput, Declined."""
        run = self._begin(Ask(person, "", "lookups"), Stop()).run
        return Lookups(run, sight_of(run))

    def explorer(self, person: str, sources: Sources) -> Explorer:
        """The graph as this person may see it, for one look. Raises BadInput, Declined."""
        return Explorer(self._begin(Ask(person, "", "explorer"), Stop()).run, sources)

    def suggestions(self, person: str) -> tuple[str, ...]:
        """Questions that this person can try, each with one reading and open to them; none for who may ask nothing. Raises BadInput."""
        try:
            return tuple(suggestions(self._catalogue, self._begin(Ask(person, "", "suggestions"), Stop())))
        except Declined:
            return ()

    def marked(self, person: str, said: Sequence[Mapping[str, Any]], place: int, *, is_right: bool) -> None:
        """The person marked an answer of a session: if right, its words are read from now on as they were. Raises HistoryUnavailable."""
        self._keeper.marked(person, said, place, is_right=is_right)

    def people(self, by: str) -> People:
        """Everybody as HR lists them now, with whom they stand under and where; for `by`, to whom it opens nothing private. Raises Declined."""
        return people_of(self._run_of(Person(email=by), Stop()))

    def forget_copies(self) -> None:
        """Hold no record of the tenant any more."""
        self._copies.forget()

    def _answer(self, turn: Turn) -> Generator[Event]:
        self._guard_in(turn)
        again = self._remember(turn)
        if again is not None:
            yield from self._end(turn, turn.clarify(again) if isinstance(again, Clarification) else self._synthesise(turn, again))
            return
        take_page(self._catalogue, turn)
        decided = self._learner.decided(turn)
        if decided is not None:
            yield from self._end(turn, self._synthesise(turn, decided))
            return
        take_in(self._catalogue, turn, self._files(turn))
        self._keeper.recall(turn)
        read = yield from read_message(self._catalogue, turn)
        if read is not None:
            turn.form, turn.answer_in = read.said.form, read.said.answer_in
            yield from self._act(turn, read.acts)
            return
        yield from self._by_grammar(turn)

    def _by_grammar(self, turn: Turn) -> Iterator[Event]:
        """The message as the grammar reads it, where no language model did."""
        told = self._learner.said(turn) or about(turn, turn.last_said)
        if told is not None:
            yield from self._end(turn, self._synthesise(turn, told))
            return
        ask_as_usual(self._catalogue, turn)
        point_back(self._catalogue, turn)
        put_in_usual_words(turn)
        if turn.each:
            yield from self._for_each(turn)
            return
        asked = requests(self._catalogue, turn)
        if len(asked) > 1:
            yield from self._several(turn, asked)
            return
        yield from self._end(turn, self._confirming(turn, (yield from self._one(turn))))

    def _confirming(self, turn: Turn, answer: Answer) -> Answer:
        """The answer, and what was seen of the person and not put to them yet, as one question."""
        need = self._learner.to_confirm(turn)
        if need is None or self._human.find(turn.run.person, need.question) is not None:
            return answer
        question = self._human.ask(turn.run.person, turn.ask, "", {}, need)
        return replace(answer, text=f"{answer.text}\n\n{question.prompt}", question=question)

    def _act(self, turn: Turn, acts: Sequence[Act]) -> Iterator[Event]:
        """What a language model read, one act after another."""
        if turn.each and len(acts) == 1 and isinstance(acts[0], Asked):
            turn.goal = acts[0].goal
            yield from self._for_each(turn)
            return
        if len(acts) == 1:
            yield from self._end(turn, self._confirming(turn, (yield from self._of_act(turn, acts[0]))))
            return
        answers, goals, part = list[Answer](), list[Goal | None](), turn
        for act in acts:
            part = turn.part(turn.text, part if part is not turn else None)
            try:
                answers.append((yield from self._of_act(part, act)))
            except Declined as declined:
                answers.append(part.declined(declined.reason, str(declined)))
            goals.append(part.plan.goal if part.plan is not None else None)
        yield from self._end(replace(part, place=None), together(answers, goals))

    def _of_act(self, turn: Turn, act: Act) -> Generator[Event, None, Answer]:
        """The answer to one act. Raises Declined, NeedsChoice."""
        act = picked(self._catalogue, turn, act)
        if not isinstance(act, Asked):
            return self._synthesise(turn, told_of_act(self._catalogue, self._learner, turn, act))
        turn.goal = act.goal
        while True:
            try:
                return (yield from self._one(turn))
            except NeedsChoice as need:
                one = told_apart(need.choices, act.apart.get(need.mention, ""))
                if one is None:
                    raise
                turn.run.choices[need.mention] = one.key

    def _several(self, turn: Turn, asked: Sequence[str]) -> Iterator[Event]:
        """Each request by itself: what one of them is declined for takes nothing from the others. A question back is one about all."""
        answers, goals, refused, part = list[Answer](), list[Goal | None](), list[Declined](), None
        for text in asked:
            part = turn.part(text, part)
            try:
                answers.append((yield from self._one(part)))
            except Declined as declined:
                refused.append(declined)
                answers.append(part.declined(declined.reason, f"“{text}”: {declined}"))
            goals.append(part.plan.goal if part.plan is not None else None)
        assert part is not None         # there are at least two
        is_one = len(refused) == len(asked) and len({(each.reason, str(each)) for each in refused}) == 1
        answer = part.declined(refused[0].reason, str(refused[0])) if is_one else together(answers, goals)      # the same of all is said once
        yield from self._end(replace(part, text=turn.text), offering(self._catalogue, turn, answer, refused))

    def _for_each(self, turn: Turn) -> Iterator[Event]:
        """The question for each of those that a reply chose. What comes after it does not go on from one of them alone."""
        answers = list[Answer]()
        for part, (called, _) in zip(turn.for_each(), turn.each, strict=True):
            try:
                answers.append((yield from self._one(part)))
            except Declined as declined:
                answers.append(part.declined(declined.reason, f"{called}: {declined}"))
        yield from self._end(turn, of_each(answers, [called for called, _ in turn.each]))

    def _one(self, turn: Turn) -> Generator[Event, None, Answer]:
        """The answer to one request. Raises Declined, NeedsChoice."""
        for attempt in range(TRIES):
            plan = yield from self._plan(turn)
            try:
                draft = yield from self._run(turn, plan)
            except StaleGraph:
                turn.run.names.clear()
                turn.steps.append(Step(f"r{attempt}", "Knowledge", "The graph was behind the source; it was mended and asked again."))
                continue
            except NoRate:
                if not turn.in_currency:
                    raise
                turn.has_rate = False   # it was our wish, not the person's: then as the records state it
                continue
            tell_currency(turn, draft.result)
            draft = yield from worded(self._catalogue, turn, draft)
            return self._synthesise(turn, formed(turn.run, draft, turn.form))
        raise Declined(Reason.FAILED, "The records that this is about are changing just now. Please ask again.")

    def _guard_in(self, turn: Turn) -> None:
        kind = unsafe_class(turn.ask.text)
        if kind is not None:
            raise Declined(Reason.UNSAFE, f"I don't answer this ({kind.replace('_', ' ')}).")

    def _remember(self, turn: Turn) -> Clarification | Draft | None:
        """What was said before; resumes the question that this replies to, or gives it once more where the reply leaves it open, or drops it."""
        self._recall(turn)
        if turn.ask.reply_to is None or took_up(turn):
            return None
        return resume(self._catalogue, self._human, turn)

    def _files(self, turn: Turn) -> Sequence[Mapping[str, Any]]:
        kept = self._parts.attachments
        return kept.of(self._parts.company.tenant, turn.run.person.email, turn.ask.session) if kept is not None else ()

    def _plan(self, turn: Turn) -> Generator[Event, None, Plan]:
        goal: Goal = yield from goal_of(self._catalogue, turn)
        plan = compile_plan(self._catalogue, goal, turn.prefix)
        yield turn.planned(plan)
        return plan

    def _run(self, turn: Turn, plan: Plan) -> Generator[Event, None, Draft]:
        draft: Draft | None = None
        for happened in execute(turn.run, plan, write):
            if isinstance(happened, Started):
                yield turn.started(happened.task)
            elif isinstance(happened, Finished):
                yield turn.finished(happened.step)
            else:
                draft = happened.draft
        assert draft is not None        # Done is always the last
        return draft

    def _synthesise(self, turn: Turn, draft: Draft) -> Answer:
        """The draft, checked against its facts, with what was assumed, how old the data is, and what else may have been meant."""
        return offered(turn, answer_of(turn, draft))

    def _clarify(self, turn: Turn, need: NeedsChoice) -> Iterator[Event]:
        question = self._human.ask(turn.run.person, turn.ask, turn.text, turn.run.choices, need)
        yield turn.event("question", asdict(question))
        yield from self._end(turn, turn.clarify(question))

    def _end(self, turn: Turn, answer: Answer) -> Iterator[Event]:
        """Learn: what was read of private classes is kept, the turn goes into the history, and out as the last event."""
        answer = in_language(self._catalogue, turn, answer)
        tenant, person, told = self._parts.company.tenant, turn.run.person.email, answer.as_json()
        self._parts.reads.record(tenant, person, self._parts.clock(), turn.run.ledger.entries())
        entry: dict[str, Any] = {"id": turn.run.ledger.question, "at": self._parts.clock().isoformat(), "question": turn.ask.text,
                 "reply_to": turn.ask.reply_to, "answer": told}
        if turn.is_resumed:
            entry["text"] = turn.text       # what was answered, where that is not what was said now
        if turn.run.settled:
            entry["named"] = {n.mention: {"key": c.key, "score": c.score} for n, c in turn.run.settled.items()}
        if answer.alternatives is not None:
            entry["instead"] = kept(turn)
        entry |= {name: turn.run.choices[mention] for name, mention in (("acts", PLAN), ("learned", LEARNED)) if mention in turn.run.choices}
        if turn.each:
            entry["each"] = [called for called, _ in turn.each]
        if answer.status == "answered" and turn.plan is not None:
            entry["goal"] = plain(turn.plan.goal)
            entry["settled"] = {n.mention: turn.run.choices[n.mention] for n in turn.run.settled if n.mention in turn.run.choices}
        self._parts.history.append(tenant, person, turn.ask.session, entry)
        self._keeper.confirmed(turn, answer)
        if answer.question is None:
            yield turn.event("text_delta", {"text": answer.text})       # in one piece: a text is shown when it has been checked whole
        yield turn.event("answer", told)

    def _begin(self, ask: Ask, stop: Stop) -> Turn:
        person = self._parts.company.person(ask.person)
        if person is None:
            raise BadInput(f"{ask.person} is nobody whom {self._parts.company.name} knows.")
        turn = Turn(ask, self._run_of(person, stop, ask.id), ask.text)
        turn.run.background = partial(background, self._catalogue, turn, self._parts.reflections, self._parts.line_vectors)
        return turn

    def _run_of(self, person: Person, stop: Stop, question: str | None = None) -> Run:
        parts = self._parts
        seconds = SECONDS + (parts.models.seconds if parts.models is not None else 0.0)
        live = Live(parts.gateway, parts.company, parts.clock, Deadline.after(seconds), self._copies,
                    InGraph(parts.graph, parts.company.tenant, frozenset(a.id for a in parts.gateway.accounts), parts.clock))
        totals = parts.reads.totals_of(parts.company.tenant, person.email)
        ledger = Ledger(totals, question) if question else Ledger(totals)
        run = Run(parts.company.tenant, parts.company, person, self._catalogue, parts.graph, live, parts.up_to_date, stop=stop, ledger=ledger,
                  planner=parts.planner)
        if parts.models is not None:
            run.model, run.budget, run.caution = parts.models.model, parts.models.budget(run.live.deadline), parts.models.caution
        return run

    def _recall(self, turn: Turn) -> None:
        """What the person said before that bears on this question."""
        self._learner.recall(turn)
        tenant, person, history = self._parts.company.tenant, turn.run.person.email, self._parts.history
        sessions = history.sessions(tenant, person)[-RECALLED_SESSIONS:]
        entries = {s: history.read(tenant, person, s) for s in sessions}
        turn.earlier = entries
        turn.is_first = not entries.get(turn.ask.session)
        self._take_up(turn, said_before(entries.get(turn.ask.session, []), turn.ask.reply_to))
        turn.run.unlearned = tuple(
            e["question"] for found in entries.values() for e in found if e["answer"]["status"] == "declined" and is_statement(e["question"])
        )

    def _take_up(self, turn: Turn, said: Sequence[Mapping[str, Any]]) -> None:
        """What the last answer of this session was to, and whom its names meant."""
        turn.last_entry = next((e for e in reversed(said) if "goal" in e), None)
        turn.last_said = next((e for e in reversed(said) if {"goal", "each"} & e.keys() or e["answer"]["status"] == "declined"), None)
        turn.after_unread = bool(said) and _was_not_read(turn, said[-1])
        if turn.last_entry is None:
            return
        if any("each" in e for e in said[said.index(turn.last_entry) :]):
            return                      # what was asked last was asked of several, each by itself
        if turn.after_unread or (said[-1]["answer"]["status"] != "answered" and goes_on(said[-1]["question"])):
            return                      # what the person goes on from is what was not understood
        try:
            turn.last = restored(turn.last_entry["goal"])
        except ValueError:              # of another version: then nothing can be edited
            return
        for mention, key in turn.last_entry["settled"].items():
            if turn.run.defaults.meant(mention) is None:
                turn.run.choices.setdefault(mention, key)


def _was_not_read(turn: Turn, entry: Mapping[str, Any]) -> bool:
    """Was that message one without a reading? Then only a language model can tell what the next one goes on from."""
    return turn.run.model is None and entry["answer"].get("reason") == Reason.OUT_OF_SCOPE.value
