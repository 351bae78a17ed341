"""What one sees of a thing on its page: its facts, read live in each app that knows it, what is dated around it, and questions that go on from it.

Each record is read as the answer to "what is known of it" would be, by the rules of every answer; what the person may not see is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial

from agent.access.explore import Entity, Thing
from agent.access.gate import check, name_of
from agent.access.visibility import visible
from agent.answer import Answer, Cell, Reference, Visible
from agent.catalogue import Catalogue, Field
from agent.dialogue.answering import answer_one
from agent.dialogue.next_questions import with_next_questions
from agent.dialogue.stages import ended
from agent.errors import Declined, NeedsChoice
from agent.language.words import Utterance
from agent.live.memo import side_by_side
from agent.plan.algebra import Card, Named
from agent.query.operations.values import shown_values
from agent.question.turn import Turn
from ingest.records import Record
from kg.errors import EvergraphError

_MOST_DATED = 60                        # records whose dates are read
_TIMES = frozenset({"date", "datetime"})


@dataclass(frozen=True, slots=True)
class Facts:
    """What an app says of a thing now. Without rows and with `problem` where it could not be read."""

    thing: Thing
    rows: tuple[tuple[str, Cell, str | None], ...] = ()         # label, value, unit
    as_of: datetime | None = None
    url: Visible | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Dated:
    """A record around a thing on its day: when, and what that time is ("due date")."""

    on: date | datetime
    what: str
    thing: Thing


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is read for a page. `dated`: the newest first; `questions`: that can be asked next."""

    facts: tuple[Facts, ...]
    dated: tuple[Dated, ...]
    questions: tuple[str, ...]


def read_sheet(catalogue: Catalogue, turn: Turn, entity: Entity) -> Sheet:
    """What is read live of a thing and of the records joined with it. `turn`: of the person, with nothing asked."""
    things = [entity.thing, *(one.thing for one in entity.joined)]
    asked = [part for place, thing in enumerate(things) if (part := _asking(catalogue, turn, thing, place)) is not None]
    told = side_by_side([partial(_facts, catalogue, part, thing) for part, thing in asked])
    own, tied = {thing.key for thing in things}, [end for tie in entity.ties for end in (tie.start, tie.end)]
    ends = {end.key: end for end in (*entity.unnamed, *tied) if end.key not in own}
    questions = next((some for _, some in told), ())
    return Sheet(tuple(facts for facts, _ in told), tuple(_dated(catalogue, turn, list(ends.values())[:_MOST_DATED])), questions)


def times_of(catalogue: Catalogue, model_id: str) -> list[Field]:
    """The field that people mean by the time of such a record, and the days that its card tells."""
    model = catalogue.models.get(model_id)
    if model is None or model.is_person or model.derived:
        return []
    told = (model.fields[name] for name in (*model.card, *model.beside) if name in model.fields)
    days = [field.name for field in told if field.kind in _TIMES]
    names = dict.fromkeys((model.time or model.period or "", *days))
    return [model.fields[name] for name in names if name in model.fields]


def _asking(catalogue: Catalogue, turn: Turn, thing: Thing, place: int) -> tuple[Turn, Thing] | None:
    """The turn that asks what is known of a record; None for a kind that is not asked for by itself."""
    model = catalogue.models.get(thing.model)
    if model is None or model.derived or not thing.name:
        return None
    context = turn.context.fresh({str(thing.name): thing.key})
    read = replace(turn.read, goal=Card(Named(model.id, thing.name)))
    return replace(turn.unread(context).at_place(place), read=read, text=Utterance(thing.name)), thing


def _facts(catalogue: Catalogue, turn: Turn, thing: Thing) -> tuple[Facts, tuple[str, ...]]:
    try:
        found = ended(answer_one(catalogue, turn))
    except (Declined, NeedsChoice) as error:
        return Facts(thing, problem=str(error)), ()
    except EvergraphError as error:
        return Facts(thing, problem=f"I could not read this just now: {error}"), ()
    answer = found.answer
    own = next((each for each in answer.references if each.id == thing.merge_id), None)
    questions = with_next_questions(catalogue, found.turn.at_place(None), answer).suggestions if turn.request.place == 0 else ()
    return Facts(thing, tuple(_rows(answer)), _age(own), own.url if own else None), questions


def _rows(answer: Answer) -> Iterator[tuple[str, Cell, str | None]]:
    result = answer.result
    if result is not None and result.rows:
        for column, value in list(zip(result.columns, result.rows[0], strict=True))[1:]:         # the first is its name
            yield column.name, value, column.unit


def _age(reference: Reference | None) -> datetime | None:
    return (reference.data_as_of or reference.fetched_at) if reference is not None else None


def _dated(catalogue: Catalogue, turn: Turn, things: Sequence[Thing]) -> Iterator[Dated]:
    """Records around a thing on their days: when they were, and when they are due; those that cannot be read are left out."""
    by_model: dict[str, list[Thing]] = {}
    for thing in things:
        by_model.setdefault(thing.model, []).append(thing)
    found: list[Dated] = []
    for model_id, some in by_model.items():
        for field in times_of(catalogue, model_id):
            with suppress(EvergraphError):
                found += _on_their_days(catalogue, turn, field, {thing.merge_id: thing for thing in some})
    yield from sorted(found, key=lambda one: one.on.isoformat(), reverse=True)


def _on_their_days(catalogue: Catalogue, turn: Turn, field: Field, things: Mapping[str, Thing]) -> Iterator[Dated]:
    model = catalogue.models[field.id.partition(".")[0]]
    records: Sequence[Record] = visible(turn.context, model.id, turn.context.live.by_ids(model.id, things), use="read")
    permit = check(turn.context, [field.id], records)
    for record in records:
        for value in shown_values(turn.context, field, record, permit)[:1]:
            if isinstance(value, date):
                yield Dated(value, field.label, replace(things[record.id], name=name_of(turn.context, model, record)))
