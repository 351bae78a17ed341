"""The life of a question as two tables of stages: those of every message, and those of a message that only the grammar reads.

No vendor in sight. Every way out is an Answer; every step on the way is an Event.
"""

import logging
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from threading import Event as Stop

from agent.access.explore import Entity, Explorer, Sources
from agent.access.refused import declining
from agent.access.rights import People, people_of
from agent.answer import Answer, Ask, Event, Reason
from agent.catalogue import Catalogue
from agent.catalogue.house import house
from agent.dialogue.answering import Answered, answer_act, answer_acts, answer_for_each, answer_one, answer_requests, checked_answer
from agent.dialogue.attached_list import take_attached_list
from agent.dialogue.clarifications import Clarifications
from agent.dialogue.coreference import resolve_earlier_mentions
from agent.dialogue.entity_page import Sheet, read_sheet
from agent.dialogue.history import entry_of, place_in_session, recall_history
from agent.dialogue.next_questions import with_next_questions
from agent.dialogue.page_context import go_on_from_page
from agent.dialogue.question_factory import AssistantParts, QuestionFactory
from agent.dialogue.repeated_questions import put_repeated_question
from agent.dialogue.requests import split_requests
from agent.dialogue.resuming import resume_question, resume_without_model
from agent.dialogue.shared_answer import SharedView, shared_view
from agent.dialogue.stages import Branch, Ended, Pipeline, Stage, StageResult
from agent.dialogue.suggestions import offering, suggestions
from agent.dialogue.without_model import is_read_without_model
from agent.errors import Declined, NeedsChoice, UnusablePlan, with_next_step
from agent.language.effort import Effort, each_limited
from agent.language.guard import REFUSED, unsafe_class
from agent.question.defaults import Defaults
from agent.question.dialogue import Entry
from agent.question.turn import Turn
from agent.understand.about import about
from agent.understand.goals import put_in_usual_words
from agent.understand.languages import in_language
from agent.understand.learned.keeping import Keeper
from agent.understand.linking.mentions import Resolution, resolve
from agent.understand.model.acts import Act, AmbiguousAct, QuestionAct
from agent.understand.model.catalogue_view import catalogue_view
from agent.understand.model.lookups import Lookups
from agent.understand.preferences import Learner
from agent.understand.reading import read_message
from ingest.company import Person
from kg.errors import BadInput, Cancelled, EvergraphError, ShownToPerson

_log = logging.getLogger(__name__)


class Assistant:
    """Answers the people of one tenant."""

    def __init__(self, parts: AssistantParts) -> None:
        self._parts = parts
        self._clarifications = Clarifications(parts.questions, parts.company, parts.clock)
        self._catalogue: Catalogue = house(parts.company)
        self._learner = Learner(parts.preferences, self._catalogue, parts.clock)
        self._keeper = Keeper(parts.readings, self._catalogue, parts.company, parts.clock, self._week_start)
        self._questions = QuestionFactory(parts, self._catalogue)
        known, background = self._catalogue, Stage("gather the background for models", self._questions.with_background)
        self._stages = (
            Stage("find the turn in the conversation that this follows", partial(place_in_session, parts.history)),
            Stage("refuse unsafe requests", _refuse_unsafe),
            Stage("recall preferences", self._learner.recall),
            Stage("recall earlier conversations", partial(recall_history, parts.history, known)),
            Stage("resume the question that this replies to", partial(resume_question, known, self._clarifications)),
            Stage("resolve references to the page", partial(go_on_from_page, known)),
            Stage("take the word on a noticed preference", self._decide),
            Stage("resolve references to an attached list", partial(take_attached_list, known, parts.attachments)),
            Stage("recall learned readings", self._keeper.recall),
            background,
            Stage("read by a learned reading or a language model", self._read),
        )
        self._by_grammar = (
            Stage("resume the question that no model read this as a reply to", partial(resume_without_model, known, self._clarifications)),
            Stage("learn preferences, answer about the assistant", self._learn),
            Stage("resolve references to a repeated question", partial(put_repeated_question, known)),
            Stage("resolve references to earlier conversations", partial(resolve_earlier_mentions, known)),
            Stage("replace the person's own words", put_in_usual_words),
            background,
            Stage("answer the requests", self._answer_requests),
        )

    def ask(self, ask: Ask, stop: Stop | None = None) -> Iterator[Event]:
        """What happens on the way to an answer, as events; the last is `answer`, whatever a person can meet on the way.

        `stop`: set it to cancel. Raises BadInput for somebody whom the tenant does not know, UnusablePlan, HistoryUnavailable.
        """
        pipeline = Pipeline(self._questions.turn(ask, stop or Stop()))
        try:
            yield from each_limited(Effort(pipeline.turn.context.live.deadline), self._answer(pipeline))
        except Declined as declined:
            turn = pipeline.turn
            yield from self._end(turn, offering(self._catalogue, turn, declining(self._catalogue, turn, declined), [declined]))
        except NeedsChoice as need:
            yield from self._clarify(pipeline.turn, need)
        except UnusablePlan:
            raise                       # a program's mistake and nothing that was said: no turn is kept of it
        except Cancelled as stopped:    # whoever stopped it need not be told to ask again
            yield from self._end(pipeline.turn, pipeline.turn.declined(Reason.FAILED, str(stopped)))
        except ShownToPerson as shown:
            yield from self._fail(pipeline.turn, str(shown))
        except EvergraphError as error:
            _log.warning("a question failed: %s", error)
            plain = (type(error).__doc__ or "").partition("\n")[0]        # its own message names settings and statements, which are for the log
            yield from self._fail(pipeline.turn, f"I could not finish: {plain[:1].lower()}{plain[1:]}")

    def resolve(self, person: str, mention: str) -> Resolution:
        """What a mention stands for when this person says it. Raises BadInput, Declined."""
        return resolve(self._questions.beside(person, mention).context, mention)

    def reading_of(self, person: str, words: str) -> str | None:
        """How words are read that others are to stand for, in plain words of ours; None where they have no reading. Raises BadInput, Declined."""
        return self._learner.reading(self._questions.beside(person, words), words)

    def lookups(self, person: str) -> Lookups:
        """What this person may look up beside asking: names, words of the company, the catalogue. Raises BadInput, Declined."""
        context = self._questions.beside(person).context
        return Lookups(context, catalogue_view(context))

    def values_of(self, person: str, field: str) -> Sequence[str]:
        """What a field (by its id) may hold, as far as this person may know. Raises BadInput, Declined, GraphUnavailable."""
        return self.lookups(person).values_of(field)

    def explorer(self, person: str, sources: Sources) -> Explorer:
        """The graph as this person may see it, for one look. Raises BadInput, Declined."""
        return Explorer(self._questions.beside(person).context, sources)

    def sheet(self, person: str, sources: Sources, key: str) -> tuple[Entity, Sheet]:
        """A thing as this person may see it: what the graph holds of it, and what is read of it live. Raises BadInput, Declined."""
        turn = self._questions.beside(person)
        entity = Explorer(turn.context, sources).entity(key)
        told = read_sheet(self._catalogue, turn, entity)
        self._parts.reads.record(self._parts.company.tenant, turn.context.person.email, self._parts.clock(), turn.context.ledger.entries())
        return entity, told

    def shared_view(self, person: str, sharer: str, entry: Entry) -> SharedView:
        """An answer of the sharer's, which can be shared, as this person may see it now. What is read of private classes is kept as theirs.

        Raises BadInput for somebody whom the tenant does not know, Declined.
        """
        by = self._parts.company.person(sharer)
        if by is None:
            raise BadInput(f"{sharer} is nobody whom {self._parts.company.name} knows.")
        turn = self._questions.beside(person)
        view = shared_view(self._catalogue, replace(turn, context=replace(turn.context, model=None)), entry, by)
        self._parts.reads.record(self._parts.company.tenant, turn.context.person.email, self._parts.clock(), turn.context.ledger.entries())
        return view

    def suggestions(self, person: str) -> tuple[str, ...]:
        """Questions that this person can try, each with one reading and open to them; none for whoever may ask nothing. Raises BadInput."""
        try:
            return tuple(suggestions(self._catalogue, self._questions.beside(person)))
        except Declined:
            return ()

    def marked(self, person: str, said: Sequence[Entry], place: int, *, is_right: bool) -> None:
        """The person marked an answer of a session: if right, its words are read from now on as they were. Raises HistoryUnavailable."""
        self._keeper.marked(person, said, place, is_right=is_right)

    def _week_start(self, person: str) -> int:
        """The weekday on which the person's weeks begin. Raises HistoryUnavailable."""
        return Defaults(self._parts.preferences.known(self._parts.company.tenant, person)).week_start

    def people(self, by: str) -> People:
        """Everybody as HR lists them now, with whom they stand under and where; for `by`, to whom it opens nothing private. Raises Declined."""
        return people_of(self._questions.context(Person(email=by), Stop()))

    def forget_copies(self) -> None:
        """Hold no record of the tenant any more."""
        self._questions.forget_copies()

    def _answer(self, pipeline: Pipeline) -> Generator[Event]:
        ended = yield from pipeline.run(self._stages)
        yield from self._end(ended.turn, ended.answer)

    def _read(self, turn: Turn) -> Generator[Event, None, StageResult]:
        """The message as a learned reading has it, or a language model reads it; the grammar's stages where neither does."""
        read = yield from read_message(self._catalogue, turn, partial(is_read_without_model, self._catalogue, turn))
        if read is None:
            return Branch(turn, self._by_grammar)
        acts = Stage("answer the acts of the message", partial(self._answer_acts, read.acts))
        return Branch(replace(turn, read=replace(turn.read, form=read.said.form, answer_in=read.said.answer_in)), (acts,))

    def _answer_acts(self, acts: Sequence[Act], turn: Turn) -> Answered:
        """The answer to a message that was read as these acts."""
        if len(acts) > 1:
            return (yield from answer_acts(self._catalogue, self._learner, turn, acts))
        answering = partial(answer_act, self._catalogue, self._learner, act=acts[0])
        if turn.request.each and isinstance(acts[0], QuestionAct | AmbiguousAct):
            return (yield from answer_for_each(self._catalogue, turn, answering))
        return self._confirming((yield from answering(turn)))

    def _answer_requests(self, turn: Turn) -> Answered:
        """The answer to a message as the grammar reads it."""
        if turn.request.each:
            return (yield from answer_for_each(self._catalogue, turn, partial(answer_one, self._catalogue)))
        asked = split_requests(self._catalogue, turn)
        if len(asked) > 1:
            return (yield from answer_requests(self._catalogue, turn, asked))
        return self._confirming((yield from answer_one(self._catalogue, turn)))

    def _confirming(self, ended: Ended) -> Ended:
        """The answer, and what was seen of the person and not put to them yet, as one question."""
        turn, answer = ended.turn, ended.answer
        need = self._learner.to_confirm(turn, answer)
        if need is None or self._clarifications.find(turn.context.person, need.question) is not None:
            return ended
        question = self._clarifications.ask(turn.context.person, turn.ask, "", {}, need)
        return Ended(turn, replace(answer, text=f"{answer.text}\n\n{question.prompt}", question=question))

    def _decide(self, turn: Turn) -> StageResult:
        """The answer to the person's word on what was seen of them, where this is one."""
        decided = self._learner.decided(turn)
        return checked_answer(turn, decided) if decided is not None else turn

    def _learn(self, turn: Turn) -> StageResult:
        """The answer to what the person said of themselves, of the last answer or of the assistant, where there is no question beside."""
        turn, told = self._learner.said(turn)
        told = told or about(turn, turn.dialogue.last_said)
        return checked_answer(turn, told) if told is not None else turn

    def _clarify(self, turn: Turn, need: NeedsChoice) -> Iterator[Event]:
        question = yield from self._clarifications.put(turn, need)
        asked = turn.clarify(question)
        yield from self._end(turn, replace(asked, text=f"{need.done}\n\n{asked.text}".strip()))

    def _fail(self, turn: Turn, why: str) -> Iterator[Event]:
        yield from self._end(turn, turn.declined(Reason.FAILED, with_next_step(Reason.FAILED, why)))

    def _end(self, turn: Turn, answer: Answer) -> Iterator[Event]:
        """Learn: what was read of private classes is kept, the turn goes into the history, and out as the last event."""
        answer = in_language(self._catalogue, turn, with_next_questions(self._catalogue, turn, answer))
        tenant, person, told = self._parts.company.tenant, turn.context.person.email, answer.as_json()
        self._parts.reads.record(tenant, person, self._parts.clock(), turn.context.ledger.entries())
        self._parts.history.append(tenant, person, turn.ask.session, entry_of(turn, answer, self._parts.clock()))
        self._keeper.confirmed(turn, answer)
        yield turn.progress.event("stages", {"stages": [asdict(each) for each in turn.progress.stages]})
        if answer.question is None:
            yield turn.progress.event("text_delta", {"text": answer.text})       # in one piece: a text is shown when it has been checked whole
        yield turn.progress.event("answer", told)


def _refuse_unsafe(turn: Turn) -> Turn:
    kind = unsafe_class(turn.ask.text)
    if kind is not None:
        raise Declined(Reason.UNSAFE, REFUSED[kind])
    return turn
