"""From a draft to an Answer: everything that it shows is held against what it stands on, then references, notes and the data's age are added."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from agent.access.gate import first_text, quoted
from agent.answer import Answer, Reason, Reference, Visible
from agent.catalogue import Model
from agent.catalogue.records import display_name
from agent.errors import Declined
from agent.query.operations.rows import document_of
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from agent.question.turn import Turn
from agent.respond.cells import say, written_values
from agent.respond.chart import Chart
from agent.respond.check import Facts, facts_of, untraced
from agent.respond.draft import Draft
from agent.respond.form import WITHOUT_CHART
from agent.respond.picture import svg
from ingest.records import Record
from kg.leaving import shown

MOST_REFERENCES = 50
MOST_BEYOND = 200                       # records beyond these whose ids are kept with the answer
LONGEST_NOTE = 110                     # letters of one that is no limit and no reading, and still stands under an answer
LONGEST_LINE = 120                     # of a note and the age of the data together
_log = logging.getLogger(__name__)


def answer_of(turn: Turn, draft: Draft) -> Answer:
    """The whole answer; a text that does not stand the check gives way to the plain result. Raises Declined for prose that does not."""
    context = turn.context
    looked_up = _looked_up(context, draft.cited)
    cited = _references(context, looked_up)
    facts = facts_of(_facts(turn, draft))
    text = draft.text if not untraced(draft.text, facts) else _plain_rendering(draft)
    line, folded = _notes(context, sorted(context.notes.weights.items(), key=lambda each: each[1]), facts, cited)
    shown = "\n\n".join([text, *([f"*{line}*"] if line else [])])
    elements = ({"type": "text", "text": text}, *_form(draft), *_chart(draft), *folded)
    return Answer(
        "answered", shown, understood_as=turn.progress.understood_as,
        result=draft.result, references=cited, plan=turn.progress.tasks,
        more_references=len(looked_up) - len(cited) + max(0, len(draft.cited) - MOST_REFERENCES), beyond=_beyond(context, draft, looked_up, cited),
        steps=tuple(turn.progress.steps), usage=turn.usage(), elements=elements,
    )


def _beyond(
    context: QuestionContext, draft: Draft, looked_up: Sequence[tuple[Model, Record]], cited: Sequence[Reference],
) -> tuple[tuple[str, str], ...]:
    """Model and id of each record that is only counted, so that who opens the answer later can be asked about all of them; () where they are many."""
    named, more = {(each.model, each.id) for each in cited}, draft.cited[MOST_REFERENCES:]
    if len(more) > MOST_BEYOND:
        return ()
    beyond = [*(one for one in looked_up if (one[0].id, one[1].id) not in named), *(_document(context, *one) for one in more)]
    return tuple((model.id, record.id) for model, record in beyond)


def _notes(
    context: QuestionContext, told: Sequence[tuple[str, Weight]], facts: Facts, cited: Sequence[Reference],
) -> tuple[str, tuple[Mapping[str, Any], ...]]:
    """The one note under an answer, the age of its data beside it where there is room, and an element with all notes."""
    traced = [note for note, _ in told if not untraced(note, facts)]
    if len(traced) < len(told):
        _log.warning("%d notes were left out: their figures could not be traced", len(told) - len(traced))
    line = [note for note, weight in told if note in traced and _stands(note, weight)][:1]
    age = _age(context, cited)
    if age and len(" ".join((*line, *age))) <= LONGEST_LINE:
        line += age
    folded = [note for note in (*traced, *age) if note not in line]
    return " ".join(line), ({"type": "notes", "line": line, "folded": folded},) if line or folded else ()


def _stands(note: str, weight: Weight) -> bool:
    """May the note stand under an answer? What a reader must know may, however long."""
    return weight <= Weight.OWN or (weight < Weight.USUAL and len(note) <= LONGEST_NOTE)


def _form(draft: Draft) -> tuple[Mapping[str, str], ...]:
    """In which form the person prefers it, for the surfaces."""
    return ({"type": "form", "form": draft.form},) if draft.form else ()


def _chart(draft: Draft) -> tuple[Mapping[str, Any], ...]:
    """Which columns of the result are drawn, and the picture; nothing where another form is wished for."""
    drawn, result = draft.drawn, draft.result
    if drawn is None or result is None or draft.form in WITHOUT_CHART:
        return ()
    labels, values = (tuple(row[at] for row in result.rows) for at in (drawn.names, drawn.figures))
    along, measure = (shown(result.columns[at].name) for at in (drawn.names, drawn.figures))
    chart = Chart(along, measure, tuple(shown(str(label)) for label in labels), tuple(float(str(value)) for value in values), drawn.unit)
    image = {"type": "image", "media_type": "image/svg+xml", "data": svg(chart), "alt": chart.alt}
    return {"type": "chart", **asdict(drawn)}, image


def _age(context: QuestionContext, cited: Sequence[Reference]) -> list[str]:
    """How old the oldest of the copies is that the answer rests on."""
    times = [r.data_as_of for r in cited if r.data_as_of is not None]
    return [f"As of {context.company.local_day(min(times)):%Y-%m-%d %H:%M %Z}."] if times else []


def _facts(turn: Turn, draft: Draft) -> tuple[str, ...]:
    """All that is shown may stand on: the result, what was reckoned, the cited records, the words of the plan, the house's and our definitions."""
    context = turn.context
    cells = written_values(draft.result.columns, draft.result.rows) if draft.result else ()
    names = (display_name(model, record) for model, record in draft.cited)
    values = (say(v) if isinstance(v, bool) else str(v) for _, record in draft.cited for v in record.values.values() if isinstance(v, str | int))
    ours = (*(p.says for p in context.catalogue.predicates()), *(m.says for m in context.catalogue.metrics.values()))
    return (
        *draft.facts, *cells, *context.notes.reckoned, *(c.name for c in context.links.settled.values()), *names, *values,
        turn.progress.understood_as,
        context.company.definitions.model_dump_json(), *ours,
    )


def _plain_rendering(draft: Draft) -> str:
    """The result and nothing else. Raises Declined for prose: its raw texts have not passed the guard."""
    if draft.result is None:
        raise Declined(Reason.FAILED, "The summary did not stand the check against its records.")
    columns = draft.result.columns
    lines = (", ".join(say(cell, c.unit) for c, cell in zip(columns, row, strict=True) if cell is not None) for row in draft.result.rows)
    return "\n".join(lines)


def references(context: QuestionContext, cited: Sequence[tuple[Model, Record]]) -> tuple[Reference, ...]:
    """Of the records that an answer rests on the first 50, each once, as far as the asker may know them by name; the others are only counted.

    Of rows that lie inside a document it is the document.
    """
    return _references(context, _looked_up(context, cited))


def _references(context: QuestionContext, looked_up: Sequence[tuple[Model, Record]]) -> tuple[Reference, ...]:
    names = quoted(context, looked_up)
    return tuple(_reference(context, m, r, names[m.id, r.id]) for m, r in looked_up if (m.id, r.id) in names)


def _looked_up(context: QuestionContext, cited: Sequence[tuple[Model, Record]]) -> tuple[tuple[Model, Record], ...]:
    """The records of the first 50 that people can look up, each once."""
    found = (_document(context, model, record) for model, record in cited[:MOST_REFERENCES])
    return tuple({(model.id, record.id): (model, record) for model, record in found}.values())


def _document(context: QuestionContext, model: Model, record: Record) -> tuple[Model, Record]:
    document = document_of(context, model, record) if model.rows_of else None
    return (model, record) if document is None else (context.catalogue.models[document.model], document)


def _reference(context: QuestionContext, model: Model, record: Record, name: Visible) -> Reference:
    reading, as_of, clock = context.live.reading_of(record), context.live.as_of(frozenset({model.id})), context.company.local_day
    return Reference(
        model.category, model.id, record.id, name, first_text(context, model, record, model.url),
        clock(reading.fetched_at if reading else context.live.now), clock(as_of) if as_of is not None else None,
    )
