"""A field's value, told: one, several, a sum of balances, or a list of names and values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from agent.access.gate import Permit, check, own_words
from agent.answer import Cell, Column, Reason, Result, Visible
from agent.catalogue import Field
from agent.errors import Choice, Declined, NeedsChoice
from agent.language.words import words
from agent.phrasing.comparisons import NUMBER_OF, STATES
from agent.phrasing.figures import is_currency
from agent.phrasing.goals import say_goal
from agent.phrasing.inflection import capital, listed, noun, possessive, verb
from agent.phrasing.nouns import plain_label
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Link, Node, Set, Show, mentions
from agent.query.operations import NodeRecords, check_field
from agent.query.operations.staff_names import named
from agent.query.operations.tables import unit_cell
from agent.query.operations.values import UNITS, Amount, Shown, cell, day_of, elapsed, in_places, shown_values
from agent.query.outcome import Cited
from agent.question.context import QuestionContext
from agent.question.dialogue import RowIds
from agent.respond.cells import bold, exact_value, markdown, readable, said_beside, said_value, say, written_values
from agent.respond.draft import Draft
from agent.respond.owners import bearer, cite, is_behind_others, is_listed, kind
from agent.respond.sentences import count_said
from agent.respond.set_phrases import called, definite, things
from ingest.records import Record, values_at

Valued = Sequence[tuple[Shown, Record]]
_BY_NOW = frozenset({"past", "upcoming"})   # what "last" and "next" say


def show(context: QuestionContext, goal: Show, found: Mapping[Node, NodeRecords]) -> Draft:
    """A field's value; several records give a list of name and value. Raises Declined where there is none or it may not be seen, NeedsChoice."""
    field = context.catalogue.field(goal.field)
    records = found[goal.node].records
    permit = check_field(context, field, goal.node, found)
    unit = _unit(context, field, goal.unit)
    if len(records) > 1 and not field.sums and field.model == goal.node.model and is_listed(goal.node):
        return _list_of(context, goal, permit, found, unit)
    valued = [(v, r) for r in records for v in shown_values(context, field, r, permit, unit)]
    if not valued:
        asked = " ".join(part for part in (kind(context, goal.node), plain_label(field)) if part)
        raise Declined(Reason.NO_RECORD, f"I found no {asked} on file for {bearer(context, goal.node, found)}.")
    owners = _owners(context, goal, records, found) if field.sums else {}
    if len(owners) > 1:
        return _of_each(context, goal, field, owners, valued, found)
    kinds = _kinds(context, field, valued)
    if kinds:
        return _apart(context, field, valued, kinds, cite(context, found))
    return _single(context, goal, field, valued, found)


def _owners(context: QuestionContext, goal: Show, records: Sequence[Record], found: Mapping[Node, NodeRecords]) -> Mapping[str, Record]:
    """Whose the records are, by id, where they belong to the members of a set."""
    source = _held_by(goal.node)
    if source is None:
        return {}
    held = {_owner_id(context, goal.node, r) for r in records}
    return {r.id: r for r in found[source].records if r.id in held}


def _held_by(node: Node) -> Set | None:
    ties = _ties(node)
    return ties[0].source if ties and isinstance(ties[0].source, Set) else None


def _ties(node: Node) -> list[Link]:
    return [k for k in sorted(node.links, key=repr) if k.relation != "hub"] if isinstance(node, Set) else []


def _owner_id(context: QuestionContext, node: Node, record: Record) -> str:
    """Whom the record itself names; "" where it names nobody."""
    tie = _ties(node)[0]
    relation = context.catalogue.relation(tie.relation)
    key = relation.fk if tie.to_source else relation.inverse
    return str(next(iter(values_at(record, key)), "")) if key else ""


def _of_each(
    context: QuestionContext, goal: Show, field: Field, owners: Mapping[str, Record], valued: Valued, found: Mapping[Node, NodeRecords],
) -> Draft:
    """A sum for each of several owners, and for each kind of theirs: what is one person's, or of one kind, is never added to another's."""
    source = _held_by(goal.node)
    assert source is not None           # it told the owners
    model = context.catalogue.models[source.model]
    names, kinds = named(context, model, list(owners.values())), _kinds(context, field, valued)
    sums = _sums(valued, lambda r: (names.get(_owner_id(context, goal.node, r)), *((kinds[r.id],) if kinds else ())))
    by, units = [_kind_column(context, field)] if kinds else [], _unit_columns(context, field, [total for _, total in sums])
    figure = Column(field.label, _unit_in([v for v, _ in valued]), field.model, field.name)
    columns = (Column(model.label, None, model.id, None), *by, *units, figure)
    rows = tuple((*row, *(unit_cell(total.unit) for _ in units), total.number) for row, total in sums)
    asked = " ".join(part for part in (kind(context, goal.node), field.label) if part)
    head = f"{capital(asked)} of {definite(context, source)}:"
    facts = (*written_values(columns, readable(context, columns, rows)), f"{len(rows):,}", *(called(context, n) for n in mentions(goal)))
    return Draft(f"{head}\n\n{markdown(columns, readable(context, columns, rows))}", Result(columns, rows), cite(context, found), facts)


def _kind_column(context: QuestionContext, field: Field) -> Column:
    by = context.catalogue.field(f"{field.model}.{field.apart}")
    return Column(by.label, None, by.model, by.name)


def _kinds(context: QuestionContext, field: Field, valued: Valued) -> Mapping[str, Visible]:
    """By record, what kind it is, where they are of several and these are no sum; else nothing."""
    if not field.apart or len({next(iter(values_at(r, field.apart)), None) for _, r in valued}) < 2:
        return {}
    by = context.catalogue.field(f"{field.model}.{field.apart}")
    permit = check(context, [by.id], [r for _, r in valued])
    said = {r.id: str(next(iter(values_at(r, by.path)), "")) for _, r in valued}
    return {i: own_words(by.values[key][0]) if by.values.get(key) else permit.text(by.id, key) for i, key in said.items()}


def _single(context: QuestionContext, goal: Show, field: Field, valued: Valued, found: Mapping[Node, NodeRecords]) -> Draft:
    sums = _sums(valued, lambda _: ()) if field.sums else []
    shown: list[Shown] = [total for _, total in sums] or list(dict.fromkeys(v for v, _ in valued))
    if field.sums and len(shown) == 1 < len(valued):
        context.notes.assume(f"This is the sum of {len(valued)} balances.", len(valued))
    units = _unit_columns(context, field, [total for _, total in sums])
    told = {unit.field for unit in units}
    beside = [context.catalogue.field(f"{field.model}.{name}") for name in _beside(field) if name not in told]
    extra = tuple(_first(context, b, valued[0][1]) for b in beside)
    columns = (*units, Column(field.label, _unit_in(shown), field.model, field.name), *(Column(b.label, None, b.model, b.name) for b in beside))
    rows = tuple((*(unit_cell(v.unit) for _ in units if isinstance(v, Amount)), cell(v), *extra) for v in shown)
    said = [bold(" ".join(p for p in (said_value(context, field, v), *said_beside(field, beside, extra)) if p)) for v in shown]
    exact = [exact_value(context, field, v) for v in shown]
    behind = context.catalogue.models[field.model].label if is_behind_others(context, goal.node, found) else ""
    asked = " ".join(p for p in (kind(context, goal.node), behind, plain_label(field)) if p)
    is_ago = field.label == f"{field.shown_in} since"
    whose = definite(context, goal.node) if is_ago else bearer(context, goal.node, found)
    cited = cite(context, found)
    text = f"{capital(whose)} was {listed(said)} ago." if is_ago else _when(context, goal, field, shown, said) or _sentence(field, whose, asked, said)
    if (off := _distance(context, goal, field, shown)) is not None:
        columns, rows, text = (*columns, off.column), ((*rows[0], off.number),), f"{text.removesuffix('.')}, {off.said}."
        exact = [*exact, off.said.replace("*", "")]
    facts = (*exact, say_goal(context.catalogue, goal), *(called(context, n) for n in mentions(goal)))
    return Draft(text, Result(columns, rows), cited, facts)


@dataclass(frozen=True, slots=True)
class _Distance:
    """How far a time is from today: its column, the number in it, and the words for it."""

    column: Column
    number: Decimal
    said: str


def _distance(context: QuestionContext, goal: Show, field: Field, shown: Sequence[Shown]) -> _Distance | None:
    """Of one time that is asked for in a unit: "in 16 days", "3 weeks ago"; None for all else."""
    unit = (goal.unit or "").removeprefix("full ")
    if unit not in UNITS or len(shown) != 1 or not isinstance(shown[0], date):
        return None
    day, today = day_of(context, field, shown[0]), context.calendar().today
    number = in_places(elapsed(min(day, today), max(day, today), unit))
    told = bold(say(number, unit))
    column = Column(f"{unit} {'until' if day >= today else 'since'}", unit)
    return _Distance(column, number, "which is today" if day == today else f"in {told}" if day > today else f"{told} ago")


def _when(context: QuestionContext, goal: Show, field: Field, shown: Sequence[Shown], said: Sequence[str]) -> str:
    """When something without a name was or will be: "Your last conversation with Acme was on 2026-10-14 10:30". "" for other values."""
    model = context.catalogue.models[goal.node.model]
    own = (model.time, *([] if model.name else [model.period]))       # interviews have no name, and are at a time all the same
    if not isinstance(goal.node, Set) or field.name not in own or field.model != model.id or len(shown) != 1:
        return ""
    is_ahead = isinstance(shown[0], date) and day_of(context, field, shown[0]) > context.calendar().today
    return f"{capital(_event(context, goal.node, field, is_ahead))} {'is' if is_ahead else 'was'} on {said[0]}."


def _event(context: QuestionContext, node: Set, field: Field, is_ahead: bool) -> str:
    """What was or will be, by itself: "your last conversation with Acme", of the first or the last by its own time "your next meeting with Acme"."""
    order = node.ranked
    if order is None or order.first != 1 or order.skip or order.per is not None or order.by != Wanted(field.id):
        return definite(context, node)
    said = things(context, replace(node, ranked=None))
    which = "last" if order.descending else "next" if is_ahead else "first"
    return replace(said, before=(which, *(word for word in said.before if word not in _BY_NOW))).definite(True)


def _sentence(field: Field, whose: str, asked: str, said: Sequence[str]) -> str:
    """"Ana's start date is 2019-01-14.", "ATL-9001 was closed on 2026-11-02.", "INV-3037 is 41 days overdue."."""
    if field.label.startswith(NUMBER_OF) and whose != "you":
        return f"{whose} has {listed(said)} {field.label.removeprefix(NUMBER_OF)}."
    unit, _, state = field.label.partition(" ")
    if field.kind == "quantity" and unit == field.shown_in and state in STATES and whose != "you":
        return f"{whose} is {listed(said)} {state}."
    if field.label in field.when and field.kind in ("date", "datetime") and whose != "you":
        return f"{whose} was {field.label} on {listed(said)}."
    return f"{possessive(whose, asked)} {verb('is', 'are', len(said) == 1 or field.sums)} {listed(said)}."


def _sums(valued: Valued, called: Callable[[Record], tuple[Cell, ...]]) -> list[tuple[tuple[Cell, ...], Amount]]:
    """What the amounts of all records that are called the same come to; those in several units or currencies stand apart."""
    sums: dict[tuple[tuple[Cell, ...], str | None], Decimal] = {}
    for value, record in valued:
        assert isinstance(value, Amount)        # what adds up is a number
        at = called(record), value.unit
        sums[at] = sums.get(at, Decimal(0)) + value.number
    return [(row, Amount(total, unit)) for (row, unit), total in sums.items()]


def _unit_columns(context: QuestionContext, field: Field, shown: Sequence[Shown]) -> list[Column]:
    """A column for the unit or currency of each value, where they are in several."""
    stated = field.currency or field.unit_field
    if not stated or len({v.unit for v in shown if isinstance(v, Amount)}) < 2:
        return []
    unit = context.catalogue.field(f"{field.model}.{stated}")
    return [Column(unit.label, None, unit.model, unit.name)]


def _apart(context: QuestionContext, field: Field, valued: Valued, kinds: Mapping[str, Visible], cited: Cited) -> Draft:
    """A sum for each kind: what is of different kinds is never added up."""
    sums = _sums(valued, lambda r: (kinds[r.id],))
    by, units = _kind_column(context, field), _unit_columns(context, field, [total for _, total in sums])
    columns = (by, *units, Column(field.label, _unit_in([v for v, _ in valued]), field.model, field.name))
    rows = tuple((*row, *(unit_cell(total.unit) for _ in units), total.number) for row, total in sums)
    said = listed([f"{name} {bold(say(total.number, total.unit))}" for (name,), total in sums])
    return Draft(f"{capital(field.label)} by {by.name}: {said}.", Result(columns, rows), cited, written_values(columns, rows))


def _list_of(context: QuestionContext, goal: Show, permit: Permit, found: Mapping[Node, NodeRecords], unit: str | None) -> Draft:
    model, field, records = context.catalogue.models[goal.node.model], context.catalogue.field(goal.field), found[goal.node].records
    owners = _owners(context, goal, records, found)
    if len(owners) > 1 and model.name == (field.name,):     # a job is called by its title: whose it is tells one from another
        return _list_by_owner(context, goal, permit, owners, found)
    names = named(context, model, records)
    known = {r.id: shown_values(context, field, r, permit, unit)[:1] for r in records}
    shown = [v for values in known.values() for v in values]
    units, one_unit = _unit_columns(context, field, shown), _unit_in(shown)
    rows = tuple((names.get(r.id), *_with_units(units, next(iter(known[r.id]), None))) for r in records)
    columns = (Column(model.label, None, model.id, None), *units, Column(field.label, one_unit, field.model, field.name))
    total = _total(shown, one_unit) if model.size == field.name and all(known.values()) else ""
    head = f"{count_said(things(context, goal.node), len(rows))}{f', {bold(total)} in total' if total else ''}:"
    facts = (*written_values(columns, readable(context, columns, rows)), f"{len(rows):,}", total, *(called(context, n) for n in mentions(goal)))
    text, told = f"{head}\n\n{markdown(columns, readable(context, columns, rows))}", RowIds(model.id, tuple(r.id for r in records))
    return Draft(text, Result(columns, rows), tuple((model, r) for r in records), facts, told)


def _list_by_owner(
    context: QuestionContext, goal: Show, permit: Permit, owners: Mapping[str, Record], found: Mapping[Node, NodeRecords],
) -> Draft:
    """The values of what several owners have, beside whose each is."""
    source, field, records = _held_by(goal.node), context.catalogue.field(goal.field), found[goal.node].records
    assert source is not None           # it told the owners
    model, of = context.catalogue.models[source.model], {r.id: _owner_id(context, goal.node, r) for r in records}
    names = named(context, model, list(owners.values()))
    rows = tuple((names.get(of[r.id]), *(cell(value) for value in shown_values(context, field, r, permit)[:1] or (None,))) for r in records)
    columns = (Column(model.label, None, model.id, None), Column(field.label, None, field.model, field.name))
    head = f"{capital(noun(field.label, False))} of {definite(context, source)}:"
    facts = (*written_values(columns, readable(context, columns, rows)), *(called(context, n) for n in mentions(goal)))
    return Draft(f"{head}\n\n{markdown(columns, readable(context, columns, rows))}", Result(columns, rows), cite(context, found), facts,
                 RowIds(model.id, tuple(of.values())))


def _total(shown: Sequence[Shown], unit: str | None) -> str:
    """What amounts in one currency come to; "" for other values."""
    return say(sum((v.number for v in shown if isinstance(v, Amount)), Decimal(0)), unit) if unit is not None and is_currency(unit) else ""


def _unit(context: QuestionContext, field: Field, asked: str | None) -> str | None:
    """The unit that was asked for, else the one people expect; where the person has said something of units, they are asked."""
    if asked or field.shown_in in (None, field.unit):
        return asked or field.unit
    if not context.may_default(words().units):
        if "unit" not in context.links.choices:
            raise NeedsChoice("unit", "In which unit?", tuple(Choice(u, u) for u in sorted({str(field.shown_in), str(field.unit)})))
        return context.links.choices["unit"]
    return field.shown_in


def _with_units(units: Sequence[Column], value: Shown | None) -> tuple[Cell, ...]:
    """A value, behind its unit where units stand in a column of their own."""
    return (*(unit_cell(value.unit) if isinstance(value, Amount) else None for _ in units), cell(value))


def _unit_in(shown: Sequence[Shown]) -> str | None:
    """The one unit of values, where they have one."""
    units = {v.unit for v in shown if isinstance(v, Amount)}
    return next(iter(units)) if len(units) == 1 else None


def _beside(field: Field) -> tuple[str, ...]:
    return field.beside or ((field.currency,) if field.currency else ())


def _first(context: QuestionContext, field: Field, record: Record) -> Cell:
    permit = check(context, [field.id], [record])
    return next((cell(v) for v in shown_values(context, field, record, permit)), None)
