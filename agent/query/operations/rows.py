"""Rows that lie inside other records: the lines of an invoice, the earnings of a payroll run, the addresses of a supplier.

Where they lie is a line of the catalogue (`rows_of`); no function here knows a model by name. A row has its own values, under the key back the id
of the record that it lies in, and what it `carries` of that record where it states none itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from agent.answer import Reason
from agent.catalogue import Model
from agent.errors import Declined
from agent.phrasing.inflection import listed
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest import merge_api
from ingest.records import Record, values_at


def rows(context: QuestionContext, model: Model) -> tuple[Record, ...]:
    """The rows of a model in all the places where they lie. Raises Declined where one could not be read, or no app shares any."""
    found = {key: _lying(context, model, key, place) for key, place in model.rows_of.items()}
    if all(rows is None for rows in found.values()):
        raise Declined(Reason.NOT_CONNECTED, f"I could not look: the connected app does not share {model.plural}.")
    for holder in (model.rows_of[key].partition(".")[0] for key, rows in found.items() if rows is None):
        _note_left_out(context, "The connected app", model, holder)
    return tuple(row for rows in found.values() for row in rows or ())


def _lying(context: QuestionContext, model: Model, key: str, place: str) -> tuple[Record, ...] | None:
    """The rows of one place; None where the app does not share them."""
    try:
        holders = _holders(context, place)
    except Declined as declined:
        if declined.reason is Reason.NOT_CONNECTED:
            return None
        raise
    found = tuple(row for holder in holders for row in _inside(model, key, place, holder))
    of, _, path = place.partition(".")
    off = context.live.not_shared(of, path, holders)
    if off.by_none:
        return found or None
    if off.apps:
        _note_left_out(context, listed(off.apps), model, of, len(off.apps))
    return found


def _note_left_out(context: QuestionContext, apps: str, model: Model, holder: str, count: int = 1) -> None:
    does, of = "does" if count == 1 else "do", context.catalogue.models[holder].plural
    context.notes.assume(f"{apps} {does} not share the {model.plural} of {of}; none of these are counted or listed.", weight=Weight.LIMIT)


def document_of(context: QuestionContext, model: Model, row: Record) -> Record | None:
    """The record that a row lies in: the one that people can look up. None where it is gone."""
    key = next((key for key in model.rows_of if values_at(row, key)), None)
    return None if key is None else context.live.record(model.rows_of[key].partition(".")[0], str(row.values[key]))


def _holders(context: QuestionContext, place: str) -> tuple[Record, ...]:
    """The records of the place; read with the list expanded only where it came as mere ids."""
    model, _, path = place.partition(".")
    records = context.live.records(model)
    are_ids = any(isinstance(value, str) for record in records for value in values_at(record, path))
    return context.live.records(model, expand=(path,)) if are_ids and path in merge_api.list_endpoints()[model].expand else records


def _inside(model: Model, key: str, place: str, holder: Record) -> Iterator[Record]:
    for number, found in enumerate(values_at(holder, place.partition(".")[2])):
        if isinstance(found, Mapping) and not found.get("remote_was_deleted"):      # what the source did not expand is gone there
            yield _row(model, key, holder, found, number)


def _row(model: Model, key: str, holder: Record, found: Mapping[str, Any], number: int) -> Record:
    carried = {name: holder.values.get(name) for name in model.carries if found.get(name) in (None, "")}
    row_id = str(found.get("id") or f"{holder.id}/{key}/{number}")
    return replace(holder, model=model.id, id=row_id, remote_id=None, values={**found, **carried, key: holder.id})
