"""Tables: one row for each member, what it is called first, then the columns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from agent.access.gate import joined, own_words, texts
from agent.answer import Cell, Column, Reason, Visible
from agent.catalogue import Catalogue, Model
from agent.errors import Declined
from agent.live.memo import side_by_side
from agent.phrasing.comparisons import how_said, is_of_times
from agent.phrasing.figures import SHARE
from agent.phrasing.inflection import plural, verb
from agent.phrasing.nouns import had_noun
from agent.phrasing.phrases import node_phrase
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Measure, Set, Table, Tally
from agent.query.operations.column_names import Fuller, fuller_of_column, fuller_of_measure, told_apart
from agent.query.operations.columns import Filled, column_for, fill, in_one_unit
from agent.query.operations.firsts import Firsts, firsts, refuse_no_place
from agent.query.operations.group_keys import groupless, key_column
from agent.query.operations.measures import is_money, units_among, units_of
from agent.query.operations.node_records import NodeRecords, RecordsByNode
from agent.query.operations.staff_names import named
from agent.query.operations.values import Amount, Shown, cell
from agent.query.outcome import Cited, Outcome
from agent.question.context import QuestionContext
from ingest.records import Record, each_once


def table(context: QuestionContext, goal: Table, found: RecordsByNode) -> Outcome:
    """The rows in the order that was asked for, else by name. Raises Declined."""
    node = found[goal.node]
    model = context.catalogue.models[node.model]
    card = () if model.name or model.key else tuple(column_for(context.catalogue, model, name) for name in model.card)
    goal = goal if goal.columns else replace(goal, columns=card)
    names = named(context, model, node.records)
    told = with_currencies(context, _filled(context, goal, node, found, is_card=goal.columns == card), node.model, node.records, found)
    goal, filled = replace(goal, columns=tuple(wanted for wanted, _ in told)), [each for _, each in told]
    placed = _in_order(context, goal, node, names, filled, found)
    rows = tuple({r.id: r for r in node.records}[i] for i in placed.ids)
    keys = texts(context, model, rows, [model.key]) if model.key is not None and model.name not in ((), (model.key,)) else {}
    head = _head(model, keys)
    called = {r.id: _called(r, head, names, keys) for r in rows}
    money = _split(context, goal, filled, rows)
    key = goal.order.per if goal.order is not None else None
    groups = [key_column(context, key, key.path[-1].to if key.path else node.model)] if key is not None else []
    beside = _columns(context, goal.columns, filled, money)
    fuller = [_fuller(context, node.model, wanted, column) for wanted, column in zip(goal.columns, beside[money:], strict=True)]
    columns = told_apart([*groups, *head, *beside], [()] * (len(groups) + len(head) + money) + fuller)
    labels: Sequence[tuple[Cell, ...]] = [(label,) for label in placed.labels] or [()] * len(rows)
    lines = [(r.id, (*label, *line)) for r, label in zip(rows, labels, strict=True) for line in _lines(r, called[r.id], filled, money, goal.columns)]
    cited = (*((context.catalogue.models[r.model], r) for r in each_once(rows)), *_reached(context, rows, filled))
    tied = 0 if groups else placed.tied or (node.tied if goal.order is None else 0)
    notes = (*_coverage(context, goal, filled, rows), *_groupless(context, goal, placed, node))
    return Outcome(tuple(columns), tuple(line for _, line in lines), cited, notes, tied, row_of=tuple(i for i, _ in lines))


def with_currencies(  # columns of rows, and what their values are found by
    context: QuestionContext, told: Sequence[tuple[Wanted | Tally, Filled]], model: str, rows: Sequence[Record], found: RecordsByNode,
) -> list[tuple[Wanted | Tally, Filled]]:
    """The same columns; before amounts that are stated in several currencies or units one that names that of each row."""
    known, laid = {wanted for wanted, _ in told}, list[tuple[Wanted | Tally, Filled]]()
    for wanted, filled in told:
        beside = _unit_of(context, wanted) if isinstance(wanted, Wanted) and len(_units(filled, rows)) > 1 else None
        if beside is not None and beside not in known:
            known.add(beside)
            laid.append((beside, fill(context, beside, model, rows, found)))
        laid.append((wanted, filled))
    return laid


def _unit_of(context: QuestionContext, wanted: Wanted) -> Wanted | None:
    field = context.catalogue.field(wanted.field) if wanted.field is not None else None
    stated = (field.currency or field.unit_field) if field is not None else None
    return replace(wanted, field=f"{field.model}.{stated}", unit=None) if field is not None and stated else None


def _groupless(context: QuestionContext, goal: Table, placed: Firsts, of: NodeRecords) -> tuple[str, ...]:
    """Who is in no group, and whether several share a place."""
    keys = (goal.order.per,) if goal.order is not None and goal.order.per is not None else ()
    left_out = (groupless(context, placed.keyless, of, keys),) if placed.keyless else ()
    shared = "a place" if goal.order is not None and goal.order.skip else "the last place"
    return (*left_out, *((f"Where several share {shared}, all of them are shown.",) if placed.labels and placed.tied else ()))


def _filled(context: QuestionContext, goal: Table, of: NodeRecords, found: RecordsByNode, *, is_card: bool) -> list[tuple[Wanted | Tally, Filled]]:
    """The columns with their values. Nobody asked whose the things of a card are: what may not be told of that is left out."""
    asked = [partial(_if_told if is_card and _is_whose(wanted) else fill, context, wanted, of.model, of.records, found) for wanted in goal.columns]
    return [(wanted, each) for wanted, each in zip(goal.columns, side_by_side(asked), strict=True) if each is not None]


def _is_whose(wanted: Wanted | Tally) -> bool:
    """Is it the name of another record?"""
    return isinstance(wanted, Wanted) and wanted.field is None and bool(wanted.path)


def _if_told(context: QuestionContext, wanted: Wanted | Tally, model: str, rows: Sequence[Record], found: RecordsByNode) -> Filled | None:
    """The column; None where the asker may see none of its names, or there is none."""
    try:
        filled = fill(context, wanted, model, rows, found)
    except Declined as declined:
        if declined.reason is not Reason.NOT_PERMITTED:
            raise
        return None
    return filled if any(filled.cells.values()) or not rows else None


def _in_order(  # rows and their names, what fills their columns
    context: QuestionContext, goal: Table, of: NodeRecords, names: Mapping[str, Visible], filled: Sequence[Filled], found: RecordsByNode,
) -> Firsts:
    """The rows by name, or in the order that was asked for; there, too, equal values go by name. A ranking is in its order already."""
    order, node = goal.order, goal.node
    if order is None and isinstance(node, Set) and node.ranked is not None:
        return Firsts(tuple(r.id for r in of.records))
    by_name = [r.id for r in sorted(of.records, key=lambda r: (names.get(r.id, ""), r.id))]
    if order is None:
        return Firsts(tuple(by_name))
    assert not isinstance(order.by, Measure)    # a measure orders groups
    known = dict(zip(goal.columns, filled, strict=True))
    by = known.get(order.by) or fill(context, order.by, of.model, of.records, found)
    cells = in_one_unit(context, order.by, by).cells
    placed = firsts(context, order, of, {row: cells[row] for row in by_name})
    refuse_no_place(context, order, of.model, placed.ids)
    return placed


def _head(model: Model, keys: Mapping[str, Sequence[Visible]]) -> tuple[Column, ...]:
    """What a row is called, and the key beside it where people go by both; nothing for what has no name."""
    if not model.name and not model.key:
        return ()
    name = Column(model.label, None, model.id, "name")
    return (name, Column("key", None, model.id, model.key)) if any(keys.values()) else (name,)


def _called(row: Record, head: Sequence[Column], names: Mapping[str, Visible], keys: Mapping[str, Sequence[Visible]]) -> tuple[Visible | None, ...]:
    return (names.get(row.id), next(iter(keys.get(row.id, ())), None))[:len(head)]


def _split(context: QuestionContext, goal: Table, filled: Sequence[Filled], rows: Sequence[Record]) -> bool:
    """Are there figures of money, as the documents state them? Then each currency has a row of its own, and stands beside it."""
    figured = [(w.measure, _units(each, rows)) for w, each in zip(goal.columns, filled, strict=True) if isinstance(w, Tally)]
    return any(len(units) > 1 or (units and measure.unit is None and is_money(context, measure)) for measure, units in figured)


def _units(filled: Filled, rows: Sequence[Record]) -> set[str | None]:
    return units_among(v for r in rows for v in filled.cells.get(r.id) or ())


def _columns(context: QuestionContext, wanted: Sequence[Wanted | Tally], filled: Sequence[Filled], split: bool) -> list[Column]:
    columns: list[Column] = [Column("currency")] if split else []
    for each, values in zip(wanted, filled, strict=True):
        columns.append(column_of(context, each, values))
    return columns


def _fuller(context: QuestionContext, model: str, wanted: Wanted | Tally, column: Column) -> Fuller:
    if isinstance(wanted, Tally):
        return fuller_of_measure(context.catalogue, wanted.measure, column.name)
    return fuller_of_column(context.catalogue, model, wanted, column.name)


def unit_cell(unit: str | None) -> Visible | None:
    """The currency beside figures that were permitted."""
    return None if unit is None else own_words(unit)


def column_of(context: QuestionContext, wanted: Wanted | Tally, filled: Filled) -> Column:
    """A column with the one unit of its values, where they have one."""
    units = units_among(v for found in filled.cells.values() for v in found or ())
    unit = next(iter(units)) if len(units) == 1 else None
    if isinstance(wanted, Tally):
        column, counted = measure_column(context, wanted.measure, unit), node_phrase(context.catalogue, wanted.measure.of, article=False, many=True)
        is_told = wanted.measure.how == "count" and not counted.trails          # "open tickets" are not all tickets
        return replace(column, name=had_noun(context.catalogue, wanted) or counted.text.removeprefix("your ")) if is_told else column
    there = context.catalogue.models[filled.model]
    if wanted.field is None:
        relation = context.catalogue.relation(wanted.path[-1].relation) if wanted.path and wanted.path[-1].relation != "hub" else None
        label = relation.words[0] if relation is not None and relation.words and not wanted.path[-1].inverse else there.label
        return Column(label, None, there.id, "name")
    field = context.catalogue.field(wanted.field)
    return Column(field.label, unit or wanted.unit, field.model, field.name)


def measure_column(context: QuestionContext, measure: Measure, unit: str | None) -> Column:
    """The column of a figure."""
    model = context.catalogue.models[measure.of.model]
    if measure.how in ("count", "share"):
        return Column(model.plural if measure.how == "count" else SHARE, SHARE if measure.how == "share" else None, model.id, None)
    if measure.each is not None:
        each = measure_column(context, measure.each.measure, unit)
        return replace(each, name=f"{measure.how} {'number of ' if measure.each.measure.how == 'count' else ''}{each.name}")
    field = context.catalogue.field(measure.field or "")
    if measure.how == "distinct":
        return Column(f"different {plural(field.label)}", None, field.model, None)
    how = how_said(context.catalogue, measure) if is_of_times(context.catalogue, measure) else measure.how
    return Column(field.label if measure.how in ("sum", "value") else f"{how} {field.label}", unit, field.model, field.name)


def _lines(  # a row, what it is called by, its values and how they are laid out
    row: Record, called: Sequence[Visible | None], filled: Sequence[Filled], split: bool, wanted: Sequence[Wanted | Tally],
) -> list[tuple[Cell, ...]]:
    """The lines of one row: one, or one for each currency, or one for each of several things that it is asked for side by side."""
    cells = [each.cells.get(row.id) for each in filled]
    if split:
        apart = [bool(units_among(v for found in each.cells.values() for v in found or ())) for each in filled]
        amounts = (v for found, is_apart in zip(cells, apart, strict=True) if is_apart for v in found or () if isinstance(v, Amount))
        return [(*called, unit_cell(unit), *(_of_unit(found, unit, is_apart) for found, is_apart in zip(cells, apart, strict=True)))
                for unit in units_of(amounts)]
    several = [at for at, found in enumerate(cells) if found and len(found) > 1]
    if len(several) == 1 and not any(isinstance(w, Tally) for w in wanted):
        at = several[0]
        return [(*called, *(cell(value) if i == at else one_cell(found) for i, found in enumerate(cells))) for value in cells[at] or ()]
    return [(*called, *(one_cell(found) for found in cells))]


def one_cell(found: Sequence[Shown] | None) -> Cell:
    """A cell; several values stand in it side by side."""
    if not found:
        return None
    return cell(found[0]) if len(found) == 1 else joined(own_words(str(cell(v))) for v in found)


def _of_unit(found: Sequence[Shown] | None, unit: str | None, is_apart: bool) -> Cell:
    """What stands in the row of a unit: the amounts in it, and whatever is no amount."""
    return one_cell([v for v in found or () if not is_apart or not isinstance(v, Amount) or v.unit == unit or not (v.unit or v.number)])


def _reached(context: QuestionContext, rows: Sequence[Record], filled: Sequence[Filled]) -> Cited:
    """The other records that the cells rest on."""
    own = {r.id for r in rows}
    there = each_once(r for each in filled for row in rows for r in each.reached.get(row.id, ()) if r.id not in own)
    return tuple((context.catalogue.models[r.model], r) for r in there)


def _coverage(context: QuestionContext, goal: Table, filled: Sequence[Filled], rows: Sequence[Record]) -> tuple[str, ...]:
    notes = []
    for wanted, each in zip(goal.columns, filled, strict=True):
        if isinstance(wanted, Tally) and each.measured is not None:
            notes += coverage(context.catalogue, wanted.measure, each.measured.known, each.measured.looked_at)
        notes += _unknown(context, wanted, [row for row in rows if each.cells.get(row.id) is None], len(rows))
    return tuple(dict.fromkeys(notes))


def coverage(catalogue: Catalogue, measure: Measure, known: int, looked_at: int) -> list[str]:
    """Of how many members the value is known, where it is not of all."""
    figure = measure if measure.each is None else measure.each.measure
    if known == looked_at or figure.how == "count":
        return []
    model = catalogue.models[measure.of.model]
    label = catalogue.field(figure.field).label if figure.field is not None else SHARE
    return [f"{label[:1].upper()}{label[1:]} is known for {known} of {looked_at} {model.plural}."]


def _unknown(context: QuestionContext, wanted: Wanted | Tally, missing: Sequence[Record], of: int) -> list[str]:
    """How many of the rows the app behind a column does not know."""
    if not missing or not isinstance(wanted, Tally):
        return []
    plural = context.catalogue.models[wanted.measure.of.model].plural
    return [f"{len(missing)} of {of} {verb('is', 'are', len(missing) == 1)} not known to the app that holds the {plural}."]
