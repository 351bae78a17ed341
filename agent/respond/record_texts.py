"""What records say: each with its kind, time, writer and title, and as its own sentences. Sentences that speak to an assistant are left out."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agent.access.gate import check
from agent.answer import Visible
from agent.catalogue import Model, Relation
from agent.language.guard import without_instructions
from agent.query.operations.staff_names import named
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from agent.respond.cells import local, say
from ingest.records import Record, ids_in, values_at
from memory.recall.terms import terms

LEAD_SENTENCES = 8
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ý0-9\"“])")


@dataclass(frozen=True, slots=True)
class RecordText:
    """What a record says, without sentences that address an assistant."""

    kind: str
    when: str                           # the local time, "" where the record has none
    title: str                          # "" for a record whose only text is its body
    body: str
    by: str = ""                        # who wrote it, as far as the asker may know


def text_of(context: QuestionContext, model: Model, record: Record, by: str = "") -> RecordText | None:
    """What a record says; None where it has no text."""
    *title, body = [" ".join(str(v) for v in values_at(record, name)) for name in paths(context, model)]
    clean, left_out = without_instructions(body)
    if left_out:
        context.notes.assume("A sentence in this record that addresses an assistant was left out.", weight=Weight.LIMIT)
    if not clean.strip():
        return None
    when = next((say(local(context, v, model.fields.get(model.time or ""))) for v in values_at(record, model.time or "")), "")
    kind = next((str(v).capitalize() for v in values_at(record, "engagement_type.activity_type")), model.label.capitalize())
    return RecordText(kind, when, without_instructions(" ".join(title))[0], clean.strip(), by)


def in_own_words(text: RecordText, asked: Collection[str]) -> str:
    """Some of its sentences in their order: those that have most of the question's terms, the first of those that have as many."""
    sentences = [s for s in _SENTENCE_END.split(text.body) if s]
    nearest = sorted(range(len(sentences)), key=lambda at: -len(set(terms(sentences[at])).intersection(asked)))[:LEAD_SENTENCES]
    lead = " ".join(sentences[at] for at in sorted(nearest))
    facts = ", ".join(p for p in (f"{text.kind} by {text.by}" if text.by else text.kind, text.when) if p)
    return f"**{text.title}** ({facts}): {lead}" if text.title else f"{facts}: {lead}"


def paths(context: QuestionContext, model: Model) -> tuple[str, ...]:
    """The places of a record's texts, its title before its body."""
    return tuple(field.path for field in context.catalogue.texts_of(model))


def writers(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, Visible]:
    """By id of a record that has no name of its own, who wrote it, as far as the asker may know. Raises Declined as the gate does."""
    written_by = _writer(context, model)
    if written_by is None or not records:
        return {}
    check(context, [written_by.id], records)
    of = {record.id: ids_in(record, written_by.fk or "") for record in records}
    people = context.live.by_ids(written_by.to, [each for ids in of.values() for each in ids])
    names = named(context, context.catalogue.models[written_by.to], people)
    return {record: names[ids[0]] for record, ids in of.items() if ids and ids[0] in names}


def _writer(context: QuestionContext, model: Model) -> Relation | None:
    """Of a text about something else, such as a comment, the relation to its one writer."""
    shown = (model.relations.get(name) for name in model.card if not model.nameable)
    return next((each for each in shown if each is not None and each.fk and not each.many and context.catalogue.models[each.to].is_person), None)
