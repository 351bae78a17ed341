"""Groups: measures of a node's members by one or more keys. The groups are those that occur; who has no key is left out, and counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import product

from agent.answer import Cell, Column, Reason
from agent.errors import Declined
from agent.phrasing.goals import say_node
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Either, Groups, Is, Key, Measure, Node, Op, Order, Quantity, Set, Tally, Time, Where
from agent.query.operations.column_names import fuller_of_column, fuller_of_measure, told_apart
from agent.query.operations.columns import comparable, ordered
from agent.query.operations.comparing import figure
from agent.query.operations.condition_fields import parts_of
from agent.query.operations.conditions import part_ids
from agent.query.operations.figure_rights import Allowed, check_figures
from agent.query.operations.firsts import refuse_no_place
from agent.query.operations.group_keys import Label, groupless, key_column, keys_of, place_of
from agent.query.operations.measures import Figure, Figures, Measured, Members, in_unit, is_money, measured, units_among, units_of
from agent.query.operations.node_records import NodeRecords, RecordsByNode, whole
from agent.query.operations.tables import coverage, measure_column, unit_cell
from agent.query.operations.values import Amount, Value
from agent.query.outcome import Outcome
from agent.question.context import QuestionContext
from agent.question.normal_form import normalize
from ingest.records import Record, each_once

Group = tuple[Label, ...]
_BETWEEN = "\x1f"                       # the identities of a group by several keys
_PRIORITY = "ticketing/Ticket.priority"


@dataclass(frozen=True, slots=True)
class _Grouped:
    """Who is in which group, and what each group is called by its keys."""

    members: Mapping[str, tuple[Record, ...]]
    labels: Mapping[str, Group]
    models: tuple[str, ...]             # of each key: what the path leads to
    keyless: int                        # members that no key is known of


@dataclass(frozen=True, slots=True)
class _Measured:
    """The figures of one side, a result for each of its measures, and what of their records an answer may cite."""

    results: tuple[Measured, ...]
    allowed: tuple[Allowed, ...]

    def citable(self, own: _Grouped, shown: Sequence[str]) -> Iterator[Record]:
        """The records of the groups that are shown, as far as they may be cited."""
        members = each_once(r for g in shown for r in own.members.get(g, ()))
        yield from (r for each in self.allowed for r in each.citable(members))


def groups(context: QuestionContext, goal: Groups, found: RecordsByNode) -> Outcome:
    """One row for each group that occurs: its keys, then the measures. Raises Declined."""
    grouped = [_grouped(context, side, found[side.measures[0].of]) for side in goal.sides]
    made = _together(grouped)
    figured = [_measured(context, side, one, made, found) for side, one in zip(goal.sides, grouped, strict=True)]
    results = [result for side in figured for result in side.results]
    measures = goal.all_measures
    kept = [g for g in made.members if all(_has(context, measures[at], results[at].figures.get(g, ()), op, value) for at, op, value in goal.having)]
    shown, tied = _in_order(context, goal, made, _ordered_by(context, goal, made, results, found), kept)
    if goal.order is not None:
        refuse_no_place(context, goal.order, goal.measures[0].of.model, shown)
    columns, rows, row_of = _laid_out(context, goal, made, results, shown)
    notes = [n for m, r in zip(measures, results, strict=True) for n in coverage(context.catalogue, m, r.known, r.looked_at)]
    left_out = [n for side, one in zip(goal.sides, grouped, strict=True) for n in _left_out(context, side, found[side.measures[0].of], one)]
    cited = each_once(r for side, one in zip(figured, grouped, strict=True) for r in side.citable(one, shown))
    return Outcome(
        tuple(columns), tuple(rows), tuple((context.catalogue.models[r.model], r) for r in cited), tuple(dict.fromkeys((*notes, *left_out))), tied,
        row_of=tuple(row_of),
    )


def _together(grouped: Sequence[_Grouped]) -> _Grouped:
    """The groups that occur on any side, with the members of all."""
    names = dict.fromkeys(g for one in grouped for g in one.members)
    labels = _spelt_alike({g: _spelt([one.labels[g] for one in grouped if g in one.labels]) for g in names})
    members = {g: each_once(r for one in grouped for r in one.members.get(g, ())) for g in names}
    return _Grouped(members, labels, grouped[0].models, sum(one.keyless for one in grouped))


def _spelt(labels: Sequence[Group]) -> Group:
    """Of several spellings of each key the first by the alphabet."""
    return tuple(min(found, key=str) for found in zip(*labels, strict=True))


def _spelt_alike(labels: Mapping[str, Group]) -> Mapping[str, Group]:
    """The groups with one spelling of what several of them share: of a city."""
    spelt: dict[tuple[int, str], Label] = {}
    for group, label in labels.items():
        for place in zip(range(len(label)), group.split(_BETWEEN), strict=True):
            spelt[place] = min(spelt.get(place, label[place[0]]), label[place[0]], key=str)
    return {group: tuple(spelt[place] for place in zip(range(len(label)), group.split(_BETWEEN), strict=True)) for group, label in labels.items()}


def _measured(context: QuestionContext, side: Groups, own: _Grouped, every: _Grouped, found: RecordsByNode) -> _Measured:
    """The figures of one side for the groups of all. Raises Declined where the asker may not have them."""
    of = found[side.measures[0].of]
    private = [k.field for k in side.keys if k.field is not None and k.field.startswith("hris/")]
    parts = [part_ids(context, measure, of.records, found) for measure in side.measures]
    allowed = tuple(check_figures(context, m, of, own.members, private, part) for m, part in zip(side.measures, parts, strict=True))
    members = {g: own.members.get(g, ()) for g in every.members}
    results = [measured(context, m, members, part) for m, part in zip(side.measures, parts, strict=True)]
    return _Measured(tuple(_without_unit(r, m, members) for r, m in zip(results, side.measures, strict=True)), allowed)


def _without_unit(result: Measured, measure: Measure, members: Members) -> Measured:
    """Sums of nobody as 0 in whatever unit the row is: the other side's may be another."""
    if measure.how != "sum":
        return result
    return replace(result, figures={g: found if members[g] else (Amount(Decimal(0)),) for g, found in result.figures.items()})


def _grouped(context: QuestionContext, goal: Groups, of: NodeRecords) -> _Grouped:
    """The groups of every member; a member with two values of a key counts for both."""
    keys, said = goal.keys, _said(context, goal.measures[0].of)
    by_key = [keys_of(context, key, of, said, is_figured=True) for key in keys]
    members: dict[str, list[Record]] = {}
    labels: dict[str, Group] = {}
    keyless = 0
    for record in of.records:
        combined = list(product(*(known[record.id].items() for known in by_key)))
        keyless += not combined
        for each in combined:
            group = _BETWEEN.join(identity for identity, _ in each)
            members.setdefault(group, []).append(record)
            labels[group] = _spelt((*([labels[group]] if group in labels else []), tuple(label for _, label in each)))
    models = tuple(key.path[-1].to if key.path else of.model for key in keys)
    return _Grouped({g: each_once(found) for g, found in members.items()}, labels, models, keyless)


def _said(context: QuestionContext, of: Node) -> Mapping[tuple[str, str], str]:
    """The company's words for its priorities, and for values that were listed: P0, whatever the app calls it. By field and value."""
    house = {(_PRIORITY, rule.equals): label for label, rule in context.company.definitions.priorities.items() if rule.field == "priority_native"}
    listed = [c for each in (of.where if isinstance(of, Set) else ()) if isinstance(each, Either) for c in each.of if isinstance(c, Is)]
    meant = {c: parts_of(context.catalogue, c.predicate) for c in listed}
    return house | {
        (each[0].field, str(each[0].value)): context.catalogue.predicate(c.predicate).label
        for c, each in meant.items() if len(each) == 1 and isinstance(each[0], Where) and each[0].op == "="
    }


def _has(context: QuestionContext, measure: Measure, figures: Sequence[Figure], op: Op, value: Quantity | Time) -> bool:
    return len(figures) == 1 and figure(context, measure, figures[0], op, value) is True


def _ordered_by(context: QuestionContext, goal: Groups, made: _Grouped, results: Sequence[Measured], found: RecordsByNode) -> Figures:
    """The figure of each group that they go by: one that is shown, or one of those members of each that are of its node. Raises Declined."""
    by = goal.order.by if goal.order is not None else None
    if not isinstance(by, Measure):
        return {}
    if by in goal.all_measures:
        return results[goal.all_measures.index(by)].figures
    of = whole(found[by.of])
    ids, part = {r.id for r in of.records}, part_ids(context, by, of.records, found)
    members = {g: tuple(r for r in theirs if r.id in ids) for g, theirs in made.members.items()}
    check_figures(context, by, of, members, [k.field for k in goal.keys if k.field is not None and k.field.startswith("hris/")], part)
    return measured(context, by, members, part).figures


def _in_order(context: QuestionContext, goal: Groups, made: _Grouped, figures: Figures, kept: Sequence[str]) -> tuple[Sequence[str], int]:
    order, kept = goal.order, sorted(kept, key=lambda g: [place_of(k, label) for k, label in zip(goal.keys, made.labels[g], strict=True)])
    if order is None:
        return kept, 0
    assert not isinstance(order.by, Tally)              # a tally orders rows
    if isinstance(order.by, Measure):
        return ordered(context, order, comparable({g: figures.get(g, ()) for g in kept}))
    at = _key_at(context, goal, order.by)
    return ordered(context, order, {g: (_sortable(goal.keys[at], made.labels[g][at]),) for g in kept})


def _key_at(context: QuestionContext, goal: Groups, by: Wanted) -> int:
    """The place of the key that groups go by. Raises Declined for what is none: a group has no one value of it."""
    as_ordered = [normalize(context.catalogue, Order(Wanted(key.field, key.path))).by for key in goal.keys]
    at = next((i for i, one in enumerate(as_ordered) if (one.path, one.field) == (by.path, by.field)), None)
    if at is None:
        raise Declined(Reason.OUT_OF_SCOPE, "Groups can be ordered by what they are grouped by, or by a figure of each.")
    return at


def _sortable(key: Key, label: Label) -> Value:
    place = place_of(key, label)
    return label if isinstance(label, date) else Amount(place) if isinstance(place, Decimal) else place


def _laid_out(
    context: QuestionContext, goal: Groups, made: _Grouped, results: Sequence[Measured], shown: Sequence[str],
) -> tuple[list[Column], list[tuple[Cell, ...]], list[str]]:
    """Columns, rows, and the group of each row; figures in several currencies have a row for each."""
    among = [units_among(a for g in shown for a in r.figures.get(g, ())) for r in results]
    apart = _apart(context, goal.all_measures, among)
    split = any(apart)
    keys = [key_column(context, key, model) for key, model in zip(goal.keys, made.models, strict=True)]
    is_said = any(column.name == "currency" for column in keys)        # by the key itself
    units = [next(iter(each)) if len(each) == 1 and not is_apart else None for each, is_apart in zip(among, apart, strict=True)]
    columns = _columns(context, goal, keys, split=split and not is_said, units=units)
    rows: list[tuple[Cell, ...]] = []
    row_of: list[str] = []
    for group in shown:
        figures = [r.figures.get(group, ()) for r in results]
        in_units = [(found, is_apart) for found, is_apart in zip(figures, apart, strict=True)]
        of_group = units_of(a for found, is_apart in in_units if is_apart for a in found)
        beside = [(unit, (unit_cell(unit),) if split and not is_said else ()) for unit in of_group]
        rows += [(*made.labels[group], *head, *(in_unit(found, unit, apart=is_apart) for found, is_apart in in_units)) for unit, head in beside]
        row_of += [group] * len(beside)
    return columns, rows, row_of


def _apart(context: QuestionContext, measures: Sequence[Measure], among: Sequence[set[str | None]]) -> list[bool]:
    """Which figures have a row for each of their units: amounts of money that are not all in one currency that was asked for, and what is stated in
    several units.
    """
    money = [bool(units) and is_money(context, m) for m, units in zip(measures, among, strict=True)]
    currencies = {unit for units, is_amount in zip(among, money, strict=True) if is_amount for unit in units}
    split = len(currencies) > 1 or any(m.unit is None for m, is_amount in zip(measures, money, strict=True) if is_amount)
    return [split if is_amount else len(units) > 1 for units, is_amount in zip(among, money, strict=True)]


def _columns(  # what the groups' columns are of, whether figures are split by their currency, and the one unit of each figure that is not
    context: QuestionContext, goal: Groups, keys: Sequence[Column], *, split: bool, units: Sequence[str | None],
) -> list[Column]:
    """Keys, the currency where figures are split by it, figures: each by a name of its own."""
    of, known = goal.measures[0].of.model, context.catalogue
    sided = [(side, m) for side in goal.sides for m in side.measures]
    figures = [(m, _column(context, side, m, unit if m.field else None, goal)) for (side, m), unit in zip(sided, units, strict=True)]
    fuller = [fuller_of_column(known, of, key, column.name) for key, column in zip(goal.keys, keys, strict=True)]
    fuller += [() for _ in range(split)] + [fuller_of_measure(known, m, column.name) for m, column in figures]
    return told_apart([*keys, *([Column("currency")] if split else []), *(column for _, column in figures)], fuller)


def _column(context: QuestionContext, side: Groups, measure: Measure, unit: str | None, goal: Groups) -> Column:
    """The column of a figure; where several sides stand beside each other, it is called by what it is of."""
    column = measure_column(context, measure, unit)
    if not goal.beside:
        return column
    called = side.label or say_node(context.catalogue, measure.of).removeprefix("the ")
    return replace(column, name=called if len(side.measures) == 1 else f"{column.name} of {called}")


def _left_out(context: QuestionContext, goal: Groups, of: NodeRecords, made: _Grouped) -> tuple[str, ...]:
    """Who is in no group, and in more than one: then the groups do not add up."""
    model, notes = context.catalogue.models[of.model], []
    if made.keyless:
        notes.append(groupless(context, made.keyless, of, goal.keys))
    if sum(len(found) for found in made.members.values()) > len(of.records) - made.keyless:
        notes.append(f"Some {model.plural} belong to more than one group and count in each.")
    return tuple(notes)
