"""The texts of records in short: written by a language model where one is set, else their sentences with date and kind, of a long text those
that have most of the question's words.

Sentences that speak to an assistant are left out before anybody, model or person, sees a text.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agent.access.gate import check
from agent.answer import Reason
from agent.catalogue import Model
from agent.errors import Declined, NoText
from agent.language.guard import without_instructions
from agent.language.words import holds, tokens, words
from agent.phrasing.inflection import capital, listed, verb
from agent.plan.algebra import Node, Summary
from agent.query.operations import NodeRecords
from agent.query.outcome import unique
from agent.question.context import QuestionContext
from agent.respond.cells import local, one_line, say
from agent.respond.draft import Draft
from agent.respond.names import none_there
from agent.respond.owners import cite, full_name
from agent.respond.support import Source
from agent.respond.written_summary import Written, written
from ingest.records import Record, values_at
from memory.recall.terms import terms

LEAD_SENTENCES = 8
MOST_TEXTS = 20                         # that one can still tell in short
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ý0-9\"“])")


@dataclass(frozen=True, slots=True)
class _Text:
    """What a record says, without sentences that address an assistant."""

    kind: str
    when: str                           # the local time, "" where the record has none
    title: str                          # "" for a record whose only text is its body
    body: str


def summarise(context: QuestionContext, goal: Summary, found: Mapping[Node, NodeRecords]) -> Draft:
    """The texts of the records in short. Raises Declined where there is none, or it may not be seen."""
    if not any(context.catalogue.texts_of(context.catalogue.models[node.model]) for node in goal.all_nodes):
        plural = context.catalogue.models[goal.node.model].plural
        raise NoText(Reason.OUT_OF_SCOPE, f"{capital(plural)} have no texts to tell in short. Please ask what is known of them instead.")
    if not any(found[node].records for node in goal.all_nodes):
        raise none_there(context, goal, found)
    held = _held(context, goal, found)
    told_of = [(model, record, text) for model, record in held if (text := _text_of(context, model, record)) is not None]
    if not told_of:
        raise NoText(Reason.NO_RECORD, _nothing_written(context, goal, found))
    if len(told_of) < len(held):
        silent = f"{len(held) - len(told_of)} of the {len(held)} {verb('has', 'have', len(held) - len(told_of) == 1)} no text on file."
        context.notes.assume(silent, silent, is_limit=True)
    texts = [text for _, _, text in told_of]
    cited = unique((*((model, record) for model, record, _ in told_of), *cite(context, found)))
    facts = tuple(say(local(context, v, model.fields.get(name)))
                  for model, record, _ in told_of for name in (*_paths(context, model), model.time or "id") for v in values_at(record, name))
    privacy = frozenset(field.privacy for model, _, _ in told_of for field in context.catalogue.texts_of(model))
    sources = [Source(at, text.kind, text.when[:10], text.title, text.body) for at, text in enumerate(texts, 1)]
    told = written(context, sources, privacy)
    if isinstance(told, Written):       # it was held against its sources, more closely than the last check does
        whole = _with_sources(told, sources)
        return Draft(whole, None, cited, (*facts, whole))
    context.notes.assume(told)
    asked = frozenset(terms(context.asked))
    return Draft("\n\n".join(_in_own_words(text, asked) for text in texts), None, cited, facts)


def _nothing_written(context: QuestionContext, goal: Summary, found: Mapping[Node, NodeRecords]) -> str:
    """That nothing is on record, no reason where one was asked for, and where it was looked for."""
    what = "reason" if _asks_why(context.asked) else "text"
    (model, records), *others = [(context.catalogue.models[node.model], found[node].records) for node in goal.all_nodes]
    if any(there for _, there in others) or len(records) != 1:
        return f"No {what} is on record for any of these."
    own = [f"it has no {field.label}" for field in context.catalogue.texts_of(model)[-1:]]
    beside = [f"there are no {listed([each.plural for each, _ in others], 'or')} on it"] if others else []
    return f"No {what} is on record for {full_name(context, model, records[0])}: {', and '.join((*own, *beside))}."


def _asks_why(text: str) -> bool:
    plain = tuple(token.plain for token in tokens(text))
    return any(holds(plain, phrase) for phrase, kind in words().focus.items() if kind == "why")


def _held(context: QuestionContext, goal: Summary, found: Mapping[Node, NodeRecords]) -> list[tuple[Model, Record]]:
    """The records whose texts are asked for, each with its model. Raises Declined where these are too many, or may not be seen."""
    held = list[tuple[Model, Record]]()
    for node in goal.all_nodes:
        model, records = context.catalogue.models[node.model], found[node].records
        fields = context.catalogue.texts_of(model)
        check(context, [field.id for field in fields], records)
        held += [(model, record) for record in records if fields]
    if len(held) > MOST_TEXTS:
        plurals = listed(list(dict.fromkeys(context.catalogue.models[node.model].plural for node in goal.all_nodes)))
        many = f"These are {len(held)} {plurals}; I can tell {MOST_TEXTS} at most in short."
        raise Declined(Reason.OUT_OF_SCOPE, f"{many} Please name a time, or ask for the last one.")
    return held


def _paths(context: QuestionContext, model: Model) -> tuple[str, ...]:
    return tuple(field.path for field in context.catalogue.texts_of(model))


def _text_of(context: QuestionContext, model: Model, record: Record) -> _Text | None:
    """What a record says; None where it has no text."""
    *title, body = [" ".join(str(v) for v in values_at(record, name)) for name in _paths(context, model)]
    clean, left_out = without_instructions(body)
    if left_out:
        context.notes.assume("A sentence in this record that addresses an assistant was left out.", is_limit=True)
    if not clean.strip():
        return None
    when = next((say(local(context, v, model.fields.get(model.time or ""))) for v in values_at(record, model.time or "")), "")
    kind = next((str(v).capitalize() for v in values_at(record, "engagement_type.activity_type")), model.label.capitalize())
    return _Text(kind, when, without_instructions(" ".join(title))[0], clean.strip())


def _in_own_words(text: _Text, asked: Collection[str]) -> str:
    """Some of its sentences in their order: those that have most of the question's terms, the first of those that have as many."""
    sentences = [s for s in _SENTENCE_END.split(text.body) if s]
    nearest = sorted(range(len(sentences)), key=lambda at: -len(set(terms(sentences[at])).intersection(asked)))[:LEAD_SENTENCES]
    lead = " ".join(sentences[at] for at in sorted(nearest))
    facts = ", ".join(p for p in (text.kind, text.when) if p)
    return f"**{text.title}** ({facts}): {lead}" if text.title else f"{facts}: {lead}"


def _with_sources(told: Written, sources: Sequence[Source]) -> str:
    """The summary, then what its numbers stand for, in the order of the answer's references."""
    named = {s.number: ", ".join(p for p in (s.kind, s.day, f"“{one_line(s.title)}”" if s.title else "") if p) for s in sources}
    return "\n\n".join([told.text, *(f"[{number}] {named[number]}" for number in told.cited)])
