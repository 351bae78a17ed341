"""The beginning of a question: its context and its turn, made of what an assistant is built from."""

from dataclasses import dataclass, replace
from functools import partial
from threading import Event as Stop
from uuid import uuid4

from agent.answer import Ask
from agent.catalogue import Catalogue
from agent.dialogue.model_background import background
from agent.language.words import Utterance
from agent.live.completeness import InGraph
from agent.live.copies import Copies
from agent.live.reads import LiveReads
from agent.llm.port import Models
from agent.question.context import Planner, QuestionContext, UpToDate
from agent.question.ledger import Ledger
from agent.question.progress import Progress
from agent.question.turn import Turn
from ingest.company import Company, Person
from ingest.gateway import Deadline, Gateway
from kg.errors import BadInput
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

BESIDE = "beside"                       # the session of a turn that nobody asks; nothing is kept of it
SECONDS = 30.0                          # a question's whole budget, but for what a slow model may take


@dataclass(frozen=True, slots=True)
class AssistantParts:
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


def with_models(context: QuestionContext, models: Models) -> QuestionContext:
    """A context that may ask language models, within a budget of its own."""
    return replace(context, model=models.model, budget=models.budget(context.live.deadline), caution=models.caution,
                   catalogue_letters=models.catalogue_letters, prompt=models.prompt)


class QuestionFactory:
    """Begins questions of the people of one tenant."""

    def __init__(self, parts: AssistantParts, known: Catalogue) -> None:
        self._parts, self._catalogue = parts, known
        self._copies = Copies(known)

    def turn(self, ask: Ask, stop: Stop) -> Turn:
        """The turn of a question. `stop`: set it to cancel. Raises BadInput for somebody whom the tenant does not know."""
        person = self._parts.company.person(ask.person)
        if person is None:
            raise BadInput(f"{ask.person} is nobody whom {self._parts.company.name} knows.")
        context = self.context(person, stop, ask.id)
        return self.with_background(Turn(ask, context, Utterance(ask.text), progress=Progress(context.budget)))

    def beside(self, person: str, words: str = "") -> Turn:
        """A turn of somebody who looks something up without asking, in no session. Raises BadInput as `turn`. `words`: what is looked up."""
        return self.turn(Ask(person, words, BESIDE), Stop())

    def with_background(self, turn: Turn) -> Turn:
        """The turn whose context has what models are told with it: the question, and what was said before, as the turn has them now."""
        told = partial(background, self._catalogue, turn, self._parts.reflections, self._parts.line_vectors)
        return replace(turn, context=replace(turn.context, asked=turn.text, background=told))

    def context(self, person: Person, stop: Stop, question: str | None = None) -> QuestionContext:
        """What a question of this person carries. `question`: its id, where it is kept."""
        parts = self._parts
        seconds = SECONDS + (parts.models.seconds if parts.models is not None else 0.0)
        deadline = Deadline.after(seconds, stop=stop)
        in_graph = InGraph(parts.graph, parts.company.tenant, partial(parts.gateway.sharing, deadline=deadline), parts.clock,
                           parts.up_to_date.whole_until)
        live = LiveReads(parts.gateway, parts.company, parts.clock(), deadline, self._copies, in_graph)
        totals = parts.reads.totals_of(parts.company.tenant, person.email)
        ledger = Ledger(totals, question or uuid4().hex)
        context = QuestionContext(parts.company.tenant, parts.company, person, self._catalogue, parts.graph, live, parts.up_to_date,
                                  ledger=ledger, planner=parts.planner)
        return context if parts.models is None else with_models(context, parts.models)

    def forget_copies(self) -> None:
        """Hold no record of the tenant any more."""
        self._copies.forget()
