"""The texts of records in short: their first sentences with date and kind, sentences that speak to an assistant left out."""

import re
from collections.abc import Mapping

from agent.access import check_record
from agent.answer import Reason
from agent.catalogue import Model
from agent.errors import Declined
from agent.guard import without_instructions
from agent.live import dig
from agent.operations import Found
from agent.plan import Node, Summary
from agent.run import Run
from agent.synthesis.cells import local, say
from agent.synthesis.draft import Draft, unique
from agent.synthesis.owners import cite
from ingest.records import Record

LEAD_SENTENCES = 8
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ý0-9\"“])")


def summarise(run: Run, goal: Summary, found: Mapping[Node, Found]) -> Draft:
    """The texts of the records in short. Raises Declined where there is none, or it may not be seen."""
    model = run.catalogue.models[goal.node.model]
    records = found[goal.node].records
    for record in records:
        for name in model.texts:
            check_record(run, model.fields[name].privacy, record)
    told = [_summary_of(run, model, record) for record in records]
    cited = unique((*((model, r) for r in records), *cite(run, found)))
    facts = tuple(say(local(run, v)) for r in records for name in (*model.texts, model.time or "id") for v in dig(r, name))
    return Draft("\n\n".join(told), None, cited, facts)


def _summary_of(run: Run, model: Model, record: Record) -> str:
    title, *rest = [str(v) for name in model.texts for v in dig(record, name)] or [""]
    body = " ".join(rest) if rest or len(model.texts) > 1 else title
    clean, left_out = without_instructions(body)
    if left_out:
        run.assume("A sentence in this record that addresses an assistant was left out.")
    sentences = [s for s in _SENTENCE_END.split(clean.strip()) if s][:LEAD_SENTENCES]
    if not sentences:
        raise Declined(Reason.NO_RECORD, f"The {model.label} has no text on file.")
    head = [] if len(model.texts) == 1 else [f"**{without_instructions(title)[0]}**"]
    when = next((say(local(run, v)) for v in dig(record, model.time or "")), None)
    kind = next((str(v).capitalize() for v in dig(record, "engagement_type.activity_type")), model.label.capitalize())
    facts = ", ".join(p for p in (kind, when) if p)
    return f"{' '.join(head)} ({facts}): {' '.join(sentences)}".strip() if head else f"{facts}: {' '.join(sentences)}"
