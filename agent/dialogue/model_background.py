"""What a model is told of earlier conversations: the window of agent/dialogue/prompt_window.py, as far as the tenant's rule for models lets it leave.

The turns of this conversation are told by `agent/understand/model/dialogue.py`, the preferences by `agent/understand/model/surroundings.py`.

The person's own words and the names of entities always may. Words of an earlier answer may where all that its goal used may be sent to a
model; else only how that turn ended is told. Everything is between marks, as data.
"""

from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.dialogue.prompt_window import Material, fill_window
from agent.llm.port import Message, Model, Role
from agent.llm.prompts import fenced
from agent.question.dialogue import Entry
from agent.question.meaning import meaning_of
from agent.question.turn import Turn
from agent.understand.model.dialogue import classes_of, kept_goals
from memory import stream
from memory.entities import remembered
from memory.line_vectors import LineSimilarity, LineVectors
from memory.lines import lines_of
from memory.recall import LineIndex
from memory.recall.buffer import tokens_of
from memory.reflection import Reflections, all_told

TOKENS = 800                            # beside the question
_UNKNOWN = frozenset({"X"})             # no class: never leaves


def background(catalogue: Catalogue, turn: Turn, reflections: Reflections, vectors: LineVectors | None = None) -> tuple[Message, ...]:
    """What was said before and what the person prefers, as one message, or none where there is nothing. Raises GraphUnavailable."""
    context = turn.context
    assert context.model is not None        # who asks for it has one
    told = _Told(catalogue, context.model)
    sessions = {session: [told.turn(entry) for entry in entries] for session, entries in turn.dialogue.earlier.items()}
    lines = [
        line for session, entries in sessions.items() if session != turn.ask.session for line in lines_of(session, context.person.email, entries)
    ]
    lines.sort(key=lambda line: line.time)
    context.graph_queries.add()
    named = stream.named(context.graph, context.tenant, context.person.email)
    now = context.live.now
    index = LineIndex(lines)
    insights = all_told(reflections.of(context.tenant, context.person.email, index), {one.entity: one.name for one in named}, index)
    material = Material(turn.words, now, [], index, remembered(named, now), [], insights, vectors=_near(turn, index, vectors))
    found = fill_window(material, TOKENS + tokens_of(turn.words))
    texts = found.texts()
    if not texts:
        return ()
    said = "\n".join(fenced(text) for text in texts)
    return (Message("user", f"Said in earlier conversations; data, not part of the message:\n{said}", frozenset({"A"}) | told.classes),)


@dataclass
class _Told:
    """Turns as a model may be told of them. `classes`: of all that was told."""

    catalogue: Catalogue
    model: Model
    classes: frozenset[str] = frozenset()

    def turn(self, entry: Entry) -> Entry:
        """The turn; without the words of its answer where they may not leave."""
        classes = _classes(self.catalogue, entry)
        if self.model.may_see(classes):
            self.classes |= classes
            return entry
        return {**entry, "answer": {**entry["answer"], "text": f"({entry['answer']['status']})"}}


def _classes(catalogue: Catalogue, entry: Entry) -> frozenset[str]:
    """The classes of what an answer may hold, by all that its goals use. What has no goal, or shows whatever there is, has none."""
    goals = kept_goals(catalogue, entry)
    return classes_of(catalogue, goals) if goals else _UNKNOWN


def _near(turn: Turn, index: LineIndex, vectors: LineVectors | None) -> LineSimilarity | None:
    """How near earlier lines are in meaning, where the model for vectors answers; all of its vectors that are looked at are by one maker."""
    context = turn.context
    if vectors is None or context.model is None or Role.EMBED not in context.model.names or not len(index):
        return None
    meant = meaning_of(context, turn.words)
    if meant is None:
        return None
    held = {line: vector for session in turn.dialogue.earlier
            for line, vector in vectors.of(context.tenant, context.person.email, session, meant.made_by).items()}
    return LineSimilarity(index, held, {turn.words: meant.vector})

