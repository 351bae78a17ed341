"""One question on its way through: what was asked, what it was read as, and the answers that need no result."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agent.answer import Answer, Ask, Clarification, Reason, Usage
from agent.errors import Choice
from agent.language.words import Utterance
from agent.plan.algebra import Goal, Named
from agent.question.context import QuestionContext
from agent.question.dialogue import Dialogue, RowIds
from agent.question.progress import Progress
from kg.resolve import Candidate
from memory.readings import KeptReading

AWAY = "only the grammar looked at this question."
"""The end of the note that a language model is set and did not answer."""


@dataclass(frozen=True, slots=True)
class ReadAs:
    """What a question was read as."""

    goal: Goal | None = None            # by a language model or a learned reading; None: the grammar reads it
    chosen: Goal | None = None          # the reading by the grammar that the person chose, before their preferences were put into it
    readings: tuple[Choice, ...] = ()   # what else its words may mean, likeliest first, each by its words
    form: str = ""                      # how its rows are wished to be shown, this once: chart, table, list
    answer_in: str = ""                 # the language that the answer is wanted in; "" is English
    attached: Goal | None = None        # the people of an attached list that the words mean
    learned: tuple[KeptReading, ...] = ()      # the learned readings that hold for the person
    in_currency: str = ""               # the currency that the plan's amounts are put in because the person prefers it
    has_parts: bool | None = None       # are texts about the one thing told in short with its own? None: where a reason is asked for
    has_rate: bool = True               # no amount was found yet that no rate leads to that currency


@dataclass(frozen=True, slots=True)
class Request:
    """The place of a request among several of one message, or of one thing among those that a request is asked for each of."""

    each: tuple[tuple[str, Mapping[str, str]], ...] = ()        # what a reply chose where it means several: how each is called, and what is chosen so
    place: int | None = None            # among several requests; None where it is one. It goes on from the request before
    nth: int | None = None              # which of `each` this is


@dataclass(frozen=True, slots=True)
class RequestDetails:
    """What one of several requests of a message came to: its goal, its own answer, and what the names of the goal stand for."""

    goal: Goal | None
    answer: Answer
    settled: Mapping[Named, Candidate]


@dataclass(frozen=True, slots=True)
class HistoryDetails:
    """What the history keeps of an answer beside its text, for the next question to go on from."""

    rows: RowIds | None = None          # what it tells in rows
    instead: tuple[tuple[str, Choice], ...] = ()        # what is offered beside it: a mention, and what it may stand for
    parts: tuple[RequestDetails, ...] = ()              # of an answer to several requests, each of these

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals of several requests."""
        return tuple(each.goal for each in self.parts if each.goal is not None)


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of one person, as far as it has been read. A stage that reads more of it returns another turn."""

    ask: Ask
    context: QuestionContext
    text: Utterance                     # what is answered: the question, or the one that a reply resumes
    said_as: Utterance | None = None    # the same with the person's own words put into usual ones; None until that was done
    dialogue: Dialogue = field(default_factory=Dialogue)        # what was said before
    read: ReadAs = field(default_factory=ReadAs)
    request: Request = field(default_factory=Request)
    told: HistoryDetails = field(default_factory=HistoryDetails)
    progress: Progress = field(default_factory=Progress)        # its plan, its steps and its events

    @property
    def is_resumed(self) -> bool:
        """Was an earlier question taken up again?"""
        return self.text != self.ask.text

    @property
    def words(self) -> Utterance:
        """The words that are read."""
        return self.said_as or self.text

    @property
    def prefix(self) -> str:
        """What the ids of its steps begin with, so that those of several requests differ."""
        number = self.request.nth if self.request.place is None else self.request.place
        return f"{number + 1}." if number is not None else ""

    def part(self, text: str, before: "Turn | None") -> "Turn":
        """One of several requests of the question, after another one: with what was read so far, and nothing settled or assumed."""
        planned = before.progress.goal if before is not None else None
        place = 0 if before is None or before.request.place is None else before.request.place + 1
        context = before.context.fresh() if before is not None else self.context
        return self.unread(context).at_place(place).saying(text, planned or self.dialogue.last)

    def saying(self, text: str, last: Goal | None) -> "Turn":
        """The same with other words of the asker, which go on from that goal."""
        return replace(self, text=Utterance(text), said_as=None, dialogue=replace(self.dialogue, last=last))

    def put_as(self, words: str) -> "Turn":
        """The same with its words put otherwise, as a stage reads them."""
        return replace(self, said_as=Utterance(words))

    def beginning(self) -> "Turn":
        """The same as if nothing had been said before in the session."""
        return replace(self, dialogue=replace(self.dialogue, last=None, last_entry=None, is_first=True))

    def for_each(self) -> Iterator["Turn"]:
        """The same question for each of those that a reply chose, by itself."""
        for nth, (_, choices) in enumerate(self.request.each):
            yield replace(self.unread(self.context.fresh({**self.context.links.choices, **choices})), request=replace(self.request, each=(), nth=nth))

    def unread(self, context: QuestionContext) -> "Turn":
        """The same question before anything was planned or answered, with that context."""
        read = replace(self.read, readings=(), in_currency="", has_rate=True)
        return replace(self, context=context, progress=self.progress.apart(), read=read, told=replace(self.told, rows=None, instead=()))

    def at_place(self, place: int | None) -> "Turn":
        """The same as a request at that place of its message; None: it is the only one."""
        return replace(self, request=replace(self.request, place=place))

    def declined(self, reason: Reason, text: str, elements: tuple[Mapping[str, Any], ...] = ()) -> Answer:
        """The answer that there is none, and why; `elements`: more about the reason."""
        done = self.progress
        return Answer("declined", text, reason, done.understood_as, elements=elements, plan=done.tasks, steps=tuple(done.steps), usage=self.usage())

    def clarify(self, question: Clarification) -> Answer:
        """The answer that is a question."""
        return Answer("clarify", question.prompt, question=question, steps=tuple(self.progress.steps), usage=self.usage())

    def usage(self) -> Usage:
        """What it has cost so far."""
        context, models = self.context, self.context.budget.used
        return Usage(
            model_calls=models.calls, tokens=models.tokens.all, tokens_received=models.tokens.received, cost=round(models.dollars, 6),
            merge_calls=context.live.calls, graph_queries=context.graph_queries.total, seconds=round(time.perf_counter() - self.progress.began, 4),
        )
