"""The columns of rows: a field of each, of what a path leads to, or a figure for each; and orders by them, ties kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from agent.access.gate import Permit, check
from agent.access.refused import not_permitted
from agent.answer import Reason
from agent.catalogue import Catalogue, Field, Model
from agent.errors import Declined
from agent.phrasing.inflection import listed
from agent.plan.algebra import Column, Node, Order, Step, Tally
from agent.query.operations.condition_fields import fields_tallied
from agent.query.operations.conditions import tally
from agent.query.operations.measures import Figures, Measured, not_comparable, units_among
from agent.query.operations.node_records import RecordsByNode
from agent.query.operations.staff_names import named
from agent.query.operations.tellable import tell_part
from agent.query.operations.values import Amount, Shown, Value, as_moment, convert, own_currency, shown_values, values
from agent.query.operations.walk import walk_seen
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest.records import Record, each_once


@dataclass(frozen=True, slots=True)
class Filled:
    """A column with its values by row. None: the app that it is read from does not know the row."""

    cells: Mapping[str, tuple[Shown, ...] | None]
    reached: Mapping[str, tuple[Record, ...]]           # the records of other models that the cells rest on
    model: str                                          # of those
    measured: Measured | None = None


def column_for(catalogue: Catalogue, model: Model, name: str) -> Column:
    """The column of a field, of a relation, or of a field of the record that a default relation leads to: somebody's job title.

    Behind points it is that of what a relation leads to: `application.candidate`. A key whose relation is its owner's is walked back: a balance's
    `employee`.
    """
    first, _, rest = name.partition(".")
    if rest:
        led = model.relations[first]
        onward = column_for(catalogue, catalogue.models[led.to], rest)
        return replace(onward, path=(Step(led.id, led.to), *onward.path))
    if name in model.fields:
        return Column(f"{model.id}.{name}")
    relation = model.relations.get(name)
    if relation is not None:
        return Column(None, (Step(relation.id, relation.to),))
    back = catalogue.relation_from(model.id, name)
    if back is not None:
        return Column(None, (Step(back.id, back.model, inverse=True),))
    way = next(r for r in model.relations.values() if r.default and name in catalogue.models[r.to].fields)
    return Column(f"{way.to}.{name}", (Step(way.id, way.to),))


def seen_columns(catalogue: Catalogue, model: Model) -> tuple[Column, ...]:
    """What one sees of each record of a model in a row of its own. Relations to several things are left out: each of these would have its own."""
    several = {r.id for r in model.relations.values() if r.many}
    columns = (column_for(catalogue, model, name) for name in model.card)
    return tuple(column for column in columns if several.isdisjoint(step.relation for step in column.path))


def fill(context: QuestionContext, wanted: Column | Tally, model: str, rows: Sequence[Record], found: RecordsByNode) -> Filled:
    """The values of a column. Raises Declined where the viewer may not see one of them."""
    return _figures(context, wanted, model, rows, found) if isinstance(wanted, Tally) else _fields(context, wanted, model, rows, found)


def check_field(context: QuestionContext, field: Field, node: Node, found: RecordsByNode) -> Permit:
    """May this field of the node's records be told, and does the app share it? Raises Declined, not permitted or not connected."""
    return _check(context, field, found[node].records)


def _check(context: QuestionContext, field: Field, records: Sequence[Record]) -> Permit:
    permit = check(context, [field.id], records)
    model = records[0].model if records else field.model        # a derived record is one of its document's model
    name = field.path.partition("[")[0].partition(".")[0]
    if model == field.model and not field.derived and not context.catalogue.models[model].derived:
        off = context.live.not_shared(model, name, records)
        if off.by_none:
            raise Declined(Reason.NOT_CONNECTED, f"The connected app does not share the {field.label}.")
        if off.apps:
            context.notes.assume(f"{listed(off.apps)} {'does' if len(off.apps) == 1 else 'do'} not share the {field.label}.", weight=Weight.LIMIT)
    return permit


def _fields(context: QuestionContext, wanted: Column, model: str, rows: Sequence[Record], found: RecordsByNode) -> Filled:
    reached, there = walk_seen(context, model, rows, wanted.path), wanted.path[-1].to if wanted.path else model
    if wanted.within is not None:
        among = found[wanted.within]
        members, hidden = {r.id for r in among.records}, {r.id for r in among.hidden}
        if any(r.id in hidden for ends in reached.values() for r in ends):     # an empty cell would say that it is none of them
            raise not_permitted(among.closed_by)
        reached = {row: tuple(r for r in ends if r.id in members) for row, ends in reached.items()}
    ends = each_once(r for found in reached.values() for r in found)
    if wanted.field is None:
        names = named(context, context.catalogue.models[there], ends)
        return Filled({row: tuple(names[r.id] for r in found if r.id in names) for row, found in reached.items()}, reached, there)
    field = context.catalogue.field(wanted.field)
    permit, unit = _check(context, field, ends), wanted.unit or field.shown_in
    cells = {row: tuple(v for r in found for v in shown_values(context, field, r, permit, unit)) for row, found in reached.items()}
    return Filled(cells, reached, there)


def _figures(context: QuestionContext, wanted: Tally, model: str, rows: Sequence[Record], found: RecordsByNode) -> Filled:
    made = tally(context, wanted, model, rows, found)
    if not fields_tallied(context, wanted):        # else the rows are those of whom it may be told
        tell_part(context, made.of)
    return Filled(made.figures, made.cited, made.of.model, made.measured)


# ---------------------------------------------------------------- orders


def ordered(context: QuestionContext, order: Order, keys: Mapping[str, tuple[Value, ...] | None]) -> tuple[tuple[str, ...], int]:
    """The ids in order, those without a value left out of a cut and last otherwise, and how many share a place at which it is cut."""
    comparable = {row: _key(context, found, order.descending) for row, found in keys.items()}
    known = sorted((row for row, key in comparable.items() if key is not None), key=lambda row: comparable[row], reverse=order.descending)
    unknown = [row for row, key in comparable.items() if key is None]
    wanted = known[order.skip:][:order.first]
    places = {comparable[row] for row in wanted}
    kept = [row for row in known if comparable[row] in places]
    shared = {comparable[row] for row in set(kept) - set(wanted)}
    return (*kept, *(unknown if order.first is None else ())), sum(comparable[row] in shared for row in kept)


def in_one_unit(context: QuestionContext, by: Column | Tally, filled: Filled) -> Filled:
    """The same with amounts that compare: of several currencies none is larger than the other. Raises Declined where no rate leads to one."""
    units = units_among(v for found in filled.cells.values() for v in found or ())
    if len(units) < 2:
        return filled
    field_id = by.field if isinstance(by, Column) else None
    if field_id is None:
        raise not_comparable(units)
    field, cells = context.catalogue.field(field_id), {}
    wanted = own_currency(context) if field.kind == "money" else "days"
    for row in filled.cells:
        amounts = [convert(context, field, r, v, wanted) for r in filled.reached[row] for v in values(context, field, r) if isinstance(v, Amount)]
        if any(a is None for a in amounts):
            raise not_comparable(units)
        cells[row] = tuple(a for a in amounts if a is not None)
    return Filled(cells, filled.reached, filled.model, filled.measured)


def comparable(figures: Figures) -> Figures:
    """The same figures where all are in one unit. Raises Declined where they are not."""
    units = units_among(a for found in figures.values() for a in found)
    if len(units) > 1:
        raise not_comparable(units)
    return figures


def _key(context: QuestionContext, found: Sequence[Value] | None, descending: bool) -> Any:
    """What a row is ordered by: of several values the one that comes first."""
    plain = [_plain(context, v) for v in found or ()]
    return (max if descending else min)(plain) if plain else None


def _plain(context: QuestionContext, value: Value) -> Any:
    if isinstance(value, Amount):
        return value.number
    if isinstance(value, date):
        return as_moment(value)
    return value.lower() if isinstance(value, str) else value
