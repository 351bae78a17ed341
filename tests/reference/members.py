"""Which records a plan's nodes are, and for which records its conditions hold: plain loops over plain records, see `docs/semantics.md`."""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from agent.catalogue.schema import WRITTEN
from agent.plan.algebra import (
    Alike,
    Column,
    Condition,
    Earlier,
    Either,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Node,
    Not,
    Order,
    Path,
    Quantity,
    Set,
    Step,
    Tally,
    Union,
    Where,
)
from agent.plan.periods import Interval, Recurring
from tests.reference.comparing import by_text, held_and_sought, parsed, times, within
from tests.reference.values import (
    Amount,
    Row,
    Unanswerable,
    World,
    amounts,
    city,
    converted,
    day,
    dug,
    is_time,
    moment,
    plain,
    units_of,
    values,
)
from tests.reference.ways import PEOPLE, ids, once, pairs_of, stepped, walked

ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


# ---------------------------------------------------------------- nodes


def members(world: World, node: Node) -> list[Row]:
    """The records of a node."""
    if isinstance(node, Me):
        return [r for r in world.all(PEOPLE) if r["id"] == world.me]
    if isinstance(node, Earlier):
        told = [r for i in node.ids for r in world.all(node.model) if r["id"] == i]
        if not told:
            raise Unanswerable("no_record")
        return told
    if isinstance(node, Union):
        return once(r for each in sorted(node.of, key=repr) for r in members(world, each))
    assert isinstance(node, Set)
    wanted = (*node.links, *node.where, *_usual(world, node))
    verdicts = {r["id"]: [verdict(world, w, node.model, r) for w in wanted] for r in world.all(node.model)}     # none is skipped
    found = [r for r in world.all(node.model) if all(v is True for v in verdicts[r["id"]])]
    if node.newest:
        found = _newest(world, node, found)
    return found if node.ranked is None else once(r for _, r in firsts(world, node.ranked, node.model, found))


def _newest(world: World, node: Set, found: list[Row]) -> list[Row]:
    by = world.known.models[node.model].time or ""
    begun = [(moment(v), r) for r in found for v in dug(r, by) if is_time(v) and moment(v) <= world.now]
    if not begun:
        raise Unanswerable("no_record")
    return [r for at, r in begun if at == max(t for t, _ in begun)]


def _usual(world: World, node: Set) -> list[Condition]:
    """What holds of a model's members, unless the plan says something of it or leads to just these."""
    if any(_leads_to_just_these(world, link) for link in node.links):
        return []
    parts = [parsed(world, node.model, text) for text in world.known.models[node.model].everybody]
    said = {name for w in node.where for name in _names(world, w)}
    valued = {name for w in node.where for name in _valued(world, w)}
    return [p for p in parts if isinstance(p, Is) and p.predicate not in said and not _names(world, p) & valued]


def _leads_to_just_these(world: World, link: Link) -> bool:
    return link.relation == "hub" or (not link.to_source and world.known.relation(link.relation).fk is not None)


def _names(world: World, wanted: Condition) -> set[str]:
    """The fields and named conditions that a condition of the members speaks of."""
    if isinstance(wanted, Is):
        return {wanted.predicate}.union(*(_names(world, p) for p in parts_of(world, wanted)))
    if isinstance(wanted, Not | Either):
        return set().union(*(_names(world, p) for p in ((wanted.of,) if isinstance(wanted, Not) else wanted.of)))
    return {wanted.field} if isinstance(wanted, Where) else set()


def _valued(world: World, wanted: Condition) -> set[str]:
    """The fields of which it says that they hold a value."""
    if isinstance(wanted, Where):
        return {wanted.field} if wanted.op in ("=", "in", "kind") else set()
    if isinstance(wanted, Not) and isinstance(wanted.of, Not):
        return _valued(world, wanted.of.of)
    inner = parts_of(world, wanted) if isinstance(wanted, Is) else wanted.of if isinstance(wanted, Either) else ()
    return set().union(*(_valued(world, p) for p in inner))


# ---------------------------------------------------------------- conditions


def parts_of(world: World, wanted: Is) -> list[Condition]:
    """The conditions that a named one stands for."""
    known = world.known.predicate(wanted.predicate)
    return [parsed(world, known.model, text) for text in known.all]


def verdict(world: World, wanted: Condition, model: str, row: Row) -> bool | None:
    """Does the condition hold of the record? None where the source does not say."""
    return JUDGES[type(wanted)](world, wanted, model, row)


def _not(world: World, wanted: Not, model: str, row: Row) -> bool | None:
    inner = verdict(world, wanted.of, model, row)
    return None if inner is None else not inner


def _either(world: World, wanted: Either, model: str, row: Row) -> bool | None:
    found = [verdict(world, each, model, row) for each in wanted.of]
    return True if True in found else None if None in found else False


def _link(world: World, wanted: Link, model: str, row: Row) -> bool:
    there = {r["id"] for r in members(world, wanted.source)}
    reached = stepped(world, model, row, Step(wanted.relation, wanted.source.model, not wanted.to_source and wanted.relation != "hub"))
    return any(r["id"] in there for r in reached)


def _is(world: World, wanted: Is, model: str, row: Row) -> bool:
    if wanted.predicate in COMPUTED:
        return COMPUTED[wanted.predicate](world, row)
    known = world.known.predicate(wanted.predicate)
    holds = all(verdict(world, part, model, row) is True for part in parts_of(world, wanted))
    if wanted.period is None:
        return holds
    field = world.known.field(f"{known.model}.{known.time}") if known.time else None
    return holds and field is not None and any(within(day(world, field, v), wanted.period) for v in values(world, field, row))


def _manages(world: World, row: Row) -> bool:
    return any(row["id"] in ids(r, "manager") and r["employment_status"] == "ACTIVE" for r in world.all(PEOPLE))


COMPUTED: Mapping[str, Callable[[World, Row], bool]] = {f"{PEOPLE}.manager": _manages}


def _where(world: World, wanted: Where, model: str, row: Row) -> bool | None:
    name = wanted.field.partition(".")[2]
    relations = world.known.models[model].relations
    if name in relations:
        return bool(pairs_of(world, relations[name], row)) == (wanted.op == "filled")
    field, value = world.known.field(wanted.field), wanted.value
    if wanted.op in ("empty", "filled"):
        there = amounts(world, field, row, None) if field.derived else values(world, field, row)
        return bool(there) == (wanted.op == "filled")
    if isinstance(value, Measure):
        value = _figure(world, value)
        if value is None:
            return None
    held, sought = held_and_sought(world, field, row, value)
    if not held:
        return None
    if isinstance(value, Interval | Recurring):
        return any(held)
    if wanted.op in ORDERS and not isinstance(sought, tuple):
        return (all if wanted.op == "!=" else any)(ORDERS[wanted.op](v, sought) for v in held)
    known = world.known.models[model]
    is_kind = not known.is_person and model not in ("crm/Account", "ticketing/Account", "accounting/Contact")
    bent = name in {*known.texts, *WRITTEN} or ((known.titled or is_kind) and name in known.name)
    return by_text(wanted.op, field, held, value, bent=bent)


def _alike(world: World, wanted: Alike, model: str, row: Row) -> bool | None:
    one, other = (_kept(world, column, model, row) for column in (wanted.one, wanted.other))
    return bool(one & other) == (wanted.op == "=") if one and other else None


def _kept(world: World, column: Column, model: str, row: Row) -> set[str]:
    ends = walked(world, model, row, column.path)
    if column.field is None:
        return {r["id"] for r in ends}
    field = world.known.field(column.field)
    same = city if field.name == "city" else plain
    found = [v for r in ends for v in (amounts(world, field, r, None) if field.derived else values(world, field, r))]
    return {same(str(v[0] if isinstance(v, tuple) else v)) for v in found}


def _has(world: World, wanted: Has, model: str, row: Row) -> bool | None:
    value = _figure(world, wanted.value) if isinstance(wanted.value, Measure) else wanted.value
    if value is None:
        return None
    found = tallied(world, wanted.tally, model, row) or ([(Decimal(0), None)] if wanted.tally.measure.how == "count" else [])
    return compares(world, wanted.tally.measure, found[0], wanted.op, value) if len(found) == 1 else None


def compares(world: World, measure: Measure, found: Amount, op: str, wanted: Any) -> bool | None:
    """A figure held against a number, or the first or last of times against a time."""
    number, unit = found
    if not isinstance(number, date):
        return None if len({unit, wanted.unit} - {None}) > 1 else ORDERS[op](number, wanted.number)
    field = world.known.field(measure.field or "")
    if isinstance(wanted, Interval):
        return within(day(world, field, number), wanted)
    held, sought = times(world, field, [number], wanted)
    return ORDERS[op](held[0], sought)


def _figure(world: World, measure: Measure) -> Any:
    """A figure to compare with, as a Quantity; what one thing holds, as it is."""
    if measure.how == "value":
        field = world.known.field(measure.field or "")
        held = {v for r in members(world, measure.of) for v in (
            amounts(world, field, r, measure.unit) if field.kind in ("number", "money", "quantity") else values(world, field, r))}
        if len(held) != 1:
            raise Unanswerable("no_record")
        value = held.pop()
        return Quantity(*value) if isinstance(value, tuple) else value
    refuse_unknown(world, measure.of)
    found = figure(world, measure, members(world, measure.of))
    if len(found) != 1:
        return None
    return found[0][0] if isinstance(found[0][0], date) else Quantity(*found[0])


JUDGES: Mapping[type, Callable[..., bool | None]] = {
    Where: _where, Is: _is, Not: _not, Either: _either, Alike: _alike, Has: _has, Link: _link}


# ---------------------------------------------------------------- figures


def refuse_unknown(world: World, node: Node) -> None:
    """Somebody whom an app does not know has no number there. Raises Unanswerable."""
    links = node.links if isinstance(node, Set) else ()
    inner = [k.source for k in links] + (list(node.of) if isinstance(node, Union) else [])
    if members(world, node):
        return
    if any(k.relation == "hub" and isinstance(k.source, Me) for k in links):
        raise Unanswerable("no_record")
    for each in inner:
        refuse_unknown(world, each)


def figure(world: World, measure: Measure, rows: Sequence[Row]) -> list[Amount]:
    """A measure over records, one amount for each currency; nothing where there is nothing to measure."""
    if measure.how == "count":
        return [(Decimal(len(rows)), None)]
    if measure.how == "share":
        met = sum(all(verdict(world, w, measure.of.model, r) is True for w in measure.part) for r in rows)
        return [(Decimal(met) / len(rows), "share")] if rows else []
    if measure.each is not None:
        none = [(Decimal(0), None)] if measure.each.measure.how == "count" else sum_of_none(world, measure.each.measure)
        counted = [none if (found := tallied(world, measure.each, measure.of.model, r)) is None else found for r in rows]
        units = units_of(amount for found in counted for amount in found)
        if len(units) > 1:
            raise Unanswerable("no_record")
        return _reckoned(measure.how, [(number, next(iter(units), None)) for found in counted for number, _ in found])
    field = world.known.field(measure.field or "")
    if measure.how == "distinct":
        found = {each for r in rows for each in labels(world, Key((), field.id), measure.of.model, r)}
        return [(Decimal(len(found)), None)] if found else []
    if field.kind in ("date", "datetime"):
        known = sorted((v for r in rows for v in values(world, field, r)), key=_sortable)
        return [(known[0 if measure.how == "min" else -1], None)] if known else []
    stated = [a for r in rows for a in amounts(world, field, r, measure.unit)]
    if None in stated:
        raise Unanswerable("no_record")
    return _reckoned(measure.how, [a for a in stated if a is not None])


def _reckoned(how: str, stated: Sequence[Amount]) -> list[Amount]:
    units = sorted({unit for _, unit in stated}, key=str)
    return [(_one(how, sorted((n for n, u in stated if u == unit), key=_sortable)), unit) for unit in units]


def _one(how: str, numbers: list[Decimal]) -> Decimal:
    if how in ("min", "max"):
        return (min if how == "min" else max)(numbers, key=_sortable)
    half = len(numbers) // 2
    middle = numbers[half] if len(numbers) % 2 else (numbers[half - 1] + numbers[half]) / 2
    return {"sum": sum(numbers, Decimal(0)), "average": sum(numbers, Decimal(0)) / len(numbers), "median": middle}[how]


def tallied(world: World, tally: Tally, model: str, row: Row) -> list[Amount] | None:
    """The figure over those members that the path leads from to the row; None where an app on the way does not know the row."""
    measure, path = tally.measure, tally.path
    if _is_unknown(world, measure.of.model, path, model, row):
        return None
    theirs = [m for m in members(world, measure.of) if any(r["id"] == row["id"] for r in walked(world, measure.of.model, m, path))]
    found = figure(world, measure, theirs)
    return found if found or theirs else sum_of_none(world, measure)


def sum_of_none(world: World, measure: Measure) -> list[Amount]:
    """Nothing adds up to nothing, in whatever unit; how much there is of what is not on record is unknown."""
    return [(Decimal(0), None)] if measure.how == "sum" and not _has_level(world, measure) else []


def _has_level(world: World, measure: Measure) -> bool:
    return measure.field is not None and world.known.field(measure.field).is_level


def _is_unknown(world: World, start: str, path: Path, model: str, row: Row) -> bool:
    here, to = [row], model
    for at in range(len(path) - 1, 0, -1):              # the last step back meets the members themselves: that there are none is no secret of an app
        source = path[at - 1].to
        back = replace(path[at], to=source, inverse=not path[at].inverse and path[at].relation != "hub")
        here = once(r for each in here for r in stepped(world, to, each, back))
        if path[at].relation == "hub" and not here:
            return True
        to = source
    return False


# ---------------------------------------------------------------- cells, orders, keys


def cell(world: World, by: Column | Tally, model: str, row: Row) -> list[Any] | None:
    """The values of a cell; None where the app behind it does not know the row."""
    if isinstance(by, Tally):
        return tallied(world, by, model, row)
    ends = walked(world, model, row, by.path)
    if by.within is not None:
        there = {r["id"] for r in members(world, by.within)}
        ends = [r for r in ends if r["id"] in there]
    to = by.path[-1].to if by.path else model
    if by.field is None:
        return [called(world, to, r) for r in ends]
    field = world.known.field(by.field)
    if field.kind not in ("number", "money", "quantity"):
        return [v for r in ends for v in values(world, field, r)]
    found = [a for r in ends for a in amounts(world, field, r, by.unit)]
    if None in found:
        raise Unanswerable("no_record")
    return found


def called(world: World, model: str, row: Row) -> str:
    """What a record is called."""
    known = world.known.models[model]
    found = [str(v) for name in known.name for v in dug(row, name)]
    key = next((str(v) for v in dug(row, known.key)), "") if known.key else ""
    return (found[0] if model == "hris/Location" and found else " ".join(found)) or key or known.label


def firsts(world: World, order: Order, model: str, rows: Sequence[Row]) -> list[tuple[Any, Row]]:
    """The rows in an order, cut as it says, each with the label of its group where it is cut for each group."""
    rows = sorted(rows, key=lambda r: (called(world, model, r), r["id"]))
    assert not isinstance(order.by, Measure)
    keyed = _comparable(world, order, model, rows)
    per = order.per
    if per is None:
        return [(None, r) for r in ordered(order, rows, keyed)]
    groups: dict[str, tuple[Any, list[Row]]] = {}
    for row in rows:
        for identity, label in labels(world, per, model, row).items():
            groups.setdefault(identity, (label, []))[1].append(row)
    return [(label, r) for label, some in sorted(groups.values(), key=lambda g: in_cycle(per, g[0])) for r in ordered(order, some, keyed)]


def in_cycle(key: Key, label: Any) -> tuple[Any, str]:
    """Groups go by what they are called, numbers by their size, those of a cycle in its order."""
    if isinstance(label, Decimal):
        return label, ""
    days = [date.fromordinal(MONDAY.toordinal() + n) for n in range(366)] if key.bucket in CYCLES else []
    return next((n for n, day in enumerate(sorted(days, key=CYCLES.get(key.bucket or ""))) if _bucket(day, key.bucket or "") == label), 0), str(label)


def ordered(order: Order, rows: Sequence[Row], keyed: Mapping[str, Any]) -> list[Row]:
    """In order; who has no value is last, or left out of a cut; a tie at the cut keeps all of the tied."""
    known = sorted((r for r in rows if keyed[r["id"]] is not None), key=lambda r: keyed[r["id"]], reverse=order.descending)
    end = len(known) if order.first is None else order.skip + order.first
    meant = [keyed[r["id"]] for at, r in enumerate(known) if order.skip <= at < end]
    return [*(r for r in known if keyed[r["id"]] in meant), *(r for r in rows if keyed[r["id"]] is None and order.first is None)]


def _is_name(world: World, field: str) -> bool:
    return world.known.models[field.split(".")[0]].name == (field.split(".")[1],)


def _comparable(world: World, order: Order, model: str, rows: Sequence[Row]) -> Mapping[str, Any]:
    """By row what it is ordered by: of several values the first of the order; amounts of several units in one."""
    by = order.by
    if isinstance(by, Column) and by.field is not None and _is_name(world, by.field):       # by what they are called
        by = replace(by, field=None)
    cells = {r["id"]: cell(world, by, model, r) or [] for r in rows}  # type: ignore[arg-type]
    units = units_of(v for found in cells.values() for v in found if isinstance(v, tuple))
    if len(units) > 1:
        cells = {r["id"]: _in_one_unit(world, order, model, r) for r in rows}
    pick = max if order.descending else min
    return {row: pick(map(_sortable, found)) if found else None for row, found in cells.items()}


def _in_one_unit(world: World, order: Order, model: str, row: Row) -> list[Any]:
    by = order.by
    if not isinstance(by, Column) or by.field is None:
        raise Unanswerable("no_record")
    field = world.known.field(by.field)
    unit = world.currency if field.kind == "money" else "days"
    found = [converted(world, field, r, v, unit) for r in walked(world, model, row, by.path) for v in values(world, field, r)]
    if None in found:
        raise Unanswerable("no_record")
    return found


def _sortable(value: Any) -> Any:
    if isinstance(value, tuple):
        return _sortable(value[0])
    if isinstance(value, date):
        return (value if isinstance(value, datetime) else datetime(value.year, value.month, value.day, tzinfo=UTC)).timestamp()
    return value.lower() if isinstance(value, str) else value


def labels(world: World, key: Key, model: str, row: Row) -> Mapping[str, Any]:
    """What a record is grouped by: identity and label, none where nothing is known of it."""
    ends = walked(world, model, row, key.path)
    if key.field is None:
        return {r["id"]: called(world, key.path[-1].to if key.path else model, r) for r in ends}
    field = world.known.field(key.field)
    found = [v for r in ends for v in (amounts(world, field, r, None) if field.derived else values(world, field, r))]
    bare = [v[0] if isinstance(v, tuple) else v for v in found]
    marked: list[Any] = [_bucket(day(world, field, v), key.bucket) if key.bucket and isinstance(v, date) else v for v in bare]
    return {city(str(v)) if field.name == "city" else str(v): v for v in marked}


MONDAY = date(2024, 1, 1)
CYCLES: Mapping[str, Callable[[date], int]] = {
    "month of year": lambda at: at.month, "quarter of year": lambda at: at.month, "weekday": date.weekday, "day of month": lambda at: at.day}


def _bucket(at: date, bucket: str) -> Any:
    if bucket == "day":
        return at
    if bucket == "week":
        return date.fromordinal(at.toordinal() - at.weekday())
    quarter = f"Q{(at.month + 2) // 3}"
    return {"month": f"{at:%Y-%m}", "quarter": f"{at.year} {quarter}", "year": f"{at.year}", "month of year": f"{at:%B}",
            "quarter of year": quarter, "weekday": f"{at:%A}", "day of month": f"day {at.day}"}[bucket]
