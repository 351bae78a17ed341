"""The texts of records in short: written by a language model where one is set, else their sentences with date and kind, of a long text those
that have most of the question's words.

Sentences that speak to an assistant are left out before anybody, model or person, sees a text.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from agent.access.gate import check
from agent.answer import Reason
from agent.catalogue import Model
from agent.errors import Declined, NoText
from agent.language.words import asks_why
from agent.phrasing.inflection import capital, listed, verb
from agent.plan.algebra import Node, Summary
from agent.query.operations import NodeRecords
from agent.query.operations.values import as_moment
from agent.query.outcome import unique
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from agent.respond.cells import local, one_line, say
from agent.respond.draft import Draft
from agent.respond.names import none_there
from agent.respond.owners import cite, full_name
from agent.respond.record_texts import in_own_words, paths, text_of, writers
from agent.respond.support import Source
from agent.respond.written_summary import Written, written
from ingest.records import Record, times_at, values_at
from memory.recall.terms import terms

MOST_TEXTS = 20                         # that one can still tell in short


def summarise(context: QuestionContext, goal: Summary, found: Mapping[Node, NodeRecords]) -> Draft:
    """The texts of the records in short. Raises Declined where there is none, or it may not be seen."""
    if not any(context.catalogue.texts_of(context.catalogue.models[node.model]) for node in goal.all_nodes):
        plural = context.catalogue.models[goal.node.model].plural
        raise NoText(Reason.OUT_OF_SCOPE, f"{capital(plural)} have no texts to tell in short. Please ask what is known of them instead.")
    if not any(found[node].records for node in goal.all_nodes):
        raise none_there(context, goal, found)
    held = _held(context, goal, found)
    by = _writers(context, goal, held)
    told_of = [(m, r, text) for m, r in held if (text := text_of(context, m, r, by.get(r.id, ""))) is not None]
    if not told_of:
        raise NoText(Reason.NO_RECORD, _nothing_written(context, goal, found))
    if len(told_of) < len(held) and not goal.also:
        silent = f"{len(held) - len(told_of)} of the {len(held)} {verb('has', 'have', len(held) - len(told_of) == 1)} no text on file."
        context.notes.assume(silent, silent, weight=Weight.LIMIT)
    texts = [text for _, _, text in told_of]
    cited = unique((*((model, record) for model, record, _ in told_of), *cite(context, found)))
    facts: tuple[str, ...] = tuple(say(local(context, v, model.fields.get(name)))
                  for model, record, _ in told_of for name in (*paths(context, model), model.time or "id") for v in values_at(record, name))
    facts = (*facts, *by.values())
    privacy = frozenset(field.privacy for model, _, _ in told_of for field in context.catalogue.texts_of(model))
    sources = [Source(at, text.kind, text.when[:10], text.title, text.body) for at, text in enumerate(texts, 1)]
    told = written(context, sources, privacy)
    if isinstance(told, Written):       # it was held against its sources, more closely than the last check does
        whole = _with_sources(told, sources)
        return Draft(whole, None, cited, (*facts, whole))
    context.notes.assume(told)
    asked = frozenset(terms(context.asked))
    in_time = sorted(told_of, key=lambda each: each[2].when if each[0].id != goal.node.model else "")      # its own text first
    return Draft("\n\n".join(in_own_words(text, asked) for _, _, text in in_time), None, cited, facts)


def _nothing_written(context: QuestionContext, goal: Summary, found: Mapping[Node, NodeRecords]) -> str:
    """That nothing is on record, no reason where one was asked for, and where it was looked for."""
    what = "reason" if asks_why(context.asked) else "text"
    (model, records), *others = [(context.catalogue.models[node.model], found[node].records) for node in goal.all_nodes]
    if any(there for _, there in others) or len(records) != 1:
        return f"No {what} is on record for any of these."
    own = [f"it has no {field.label}" for field in context.catalogue.texts_of(model)[-1:]]
    beside = [f"there are no {listed([each.plural for each, _ in others], 'or')} on it"] if others else []
    return f"No {what} is on record for {full_name(context, model, records[0])}: {', and '.join((*own, *beside))}."


def _held(context: QuestionContext, goal: Summary, found: Mapping[Node, NodeRecords]) -> list[tuple[Model, Record]]:
    """The records whose texts are asked for, each with its model. Raises Declined where these are too many, or may not be seen."""
    held = list[tuple[Model, Record]]()
    for node in goal.all_nodes:
        model, records = context.catalogue.models[node.model], found[node].records
        fields = context.catalogue.texts_of(model)
        check(context, [field.id for field in fields], records)
        held += [(model, record) for record in records if fields]
    held = _newest_beside(context, goal, held)
    if len(held) > MOST_TEXTS:
        plurals = listed(list(dict.fromkeys(context.catalogue.models[node.model].plural for node in goal.all_nodes)))
        many = f"These are {len(held)} {plurals}; I can tell {MOST_TEXTS} at most in short."
        raise Declined(Reason.OUT_OF_SCOPE, f"{many} Please name a time, or ask for the last one.")
    return held


def _newest_beside(context: QuestionContext, goal: Summary, held: list[tuple[Model, Record]]) -> list[tuple[Model, Record]]:
    """Of very much that was written about the thing the newest."""
    own = [each for each in held if each[0].id == goal.node.model]
    beside, room = [each for each in held if each[0].id != goal.node.model], MOST_TEXTS - len(own)
    if not 0 < room < len(beside):
        return held
    context.notes.assume(f"Of {len(beside)} texts about it the newest {room} are told.", len(beside), room, weight=Weight.LIMIT)
    return [*own, *sorted(beside, key=lambda each: _written(*each))[-room:]]


def _written(model: Model, record: Record) -> datetime:
    """When a record was written; before all others where that is not known."""
    return max(map(as_moment, times_at(record, model.time or "")), default=datetime.min.replace(tzinfo=UTC))


def _writers(context: QuestionContext, goal: Summary, held: Sequence[tuple[Model, Record]]) -> Mapping[str, str]:
    """By id, who wrote what is told about a thing beside its own text."""
    models = {model.id: model for model, _ in held if model.id != goal.node.model}
    return {i: str(name) for model in models.values() for i, name in writers(context, model, [r for m, r in held if m.id == model.id]).items()}


def _with_sources(told: Written, sources: Sequence[Source]) -> str:
    """The summary, then what its numbers stand for, in the order of the answer's references."""
    named = {s.number: ", ".join(p for p in (s.kind, s.day, f"“{one_line(s.title)}”" if s.title else "") if p) for s in sources}
    return "\n\n".join([told.text, *(f"[{number}] {named[number]}" for number in told.cited)])
