"""What a goal comes to over plain records, see `docs/semantics.md`: rows of plain cells, or the reason why there is no answer."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import product
from typing import Any

from agent.plan.algebra import Column, Earlier, Exists, Figures, Goal, Groups, Measure, Names, Set, Table, Tally, nodes
from tests.reference.members import called, cell, compares, figure, firsts, in_cycle, labels, members, ordered, refuse_unknown, sum_of_none
from tests.reference.values import Amount, Row, Unanswerable, World, amounts, day, dug, units_of

Line = tuple[Any, ...]
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:E[-+]\d+)?")


def answer(world: World, goal: Goal) -> list[Line] | str:
    """The rows in their order, or the reason."""
    try:
        for node in nodes(goal):        # an order that no unit is found for answers nothing, nor do rows that are gone, whatever would be left of it
            if isinstance(node, Earlier) or (isinstance(node, Set) and node.ranked is not None):
                members(world, node)
        return [tuple(plainly(c) for c in line) for line in GOALS[type(goal)](world, goal)]
    except Unanswerable as none:
        return none.reason


def plainly(value: Any) -> Any:
    """A cell in a form that compares: numbers to six places or nine digits, texts that stand side by side in any order."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Decimal | int | float):
        return _rounded(float(value))
    if isinstance(value, date):
        return value.isoformat()
    several = value.split(", ") if isinstance(value, str) else []
    return ", ".join(sorted(map(_plain_number, several))) if len(several) > 1 else value


def _plain_number(text: str) -> str:
    return str(_rounded(float(text))) if _NUMBER.fullmatch(text) else text


def _rounded(number: float) -> float:
    """To what is left of it where figures are kept to twelve places and then divided by one another."""
    return round(float(f"{number:.9g}"), 6) + 0.0


def _table(world: World, goal: Table) -> list[Line]:
    model, found = goal.node.model, members(world, goal.node)
    ranked = isinstance(goal.node, Set) and goal.node.ranked is not None
    if goal.order is not None:
        placed = firsts(world, goal.order, model, found)
        if goal.order.skip and not placed:
            raise Unanswerable("no_record")
    else:
        placed = [(None, r) for r in (found if ranked else sorted(found, key=lambda r: (called(world, model, r), r["id"])))]
    rows = [r for _, r in placed]
    cells = {r["id"]: [cell(world, c, model, r) for c in goal.columns] for r in rows}
    heads = _heads(world, model, rows)
    is_split, apart = _is_split(world, goal, cells), _with_units([[cells[r["id"]][at] for r in rows] for at in range(len(goal.columns))])
    label: Callable[[Any], Line] = lambda found: (found,) if goal.order is not None and goal.order.per is not None else ()  # noqa: E731
    return [(*label(at), *heads[r["id"]], *line) for at, r in placed for line in _lines(goal, cells[r["id"]], is_split, apart)]


def _heads(world: World, model: str, rows: Sequence[Row]) -> Mapping[str, Line]:
    known = world.known.models[model]
    if not known.name and not known.key:
        return {r["id"]: () for r in rows}
    keys = {r["id"]: next(iter(dug(r, known.key)), None) if known.key and known.name not in ((), (known.key,)) else None for r in rows}
    has_keys = any(keys.values())
    return {r["id"]: (called(world, model, r), *((keys[r["id"]],) if has_keys else ())) for r in rows}


def _is_money(world: World, measure: Measure) -> bool:
    """How many different amounts there are is none."""
    return measure.field is not None and measure.how != "distinct" and world.known.field(measure.field).kind == "money"


def _is_split(world: World, goal: Table, cells: Mapping[str, list[list[Any] | None]]) -> bool:
    """Do figures of money stand apart by currency, each in a row of its own?"""
    for at, column in enumerate(goal.columns):
        units = units_of(v for found in cells.values() for v in found[at] or () if isinstance(v, tuple))
        if isinstance(column, Tally) and (len(units) > 1 or (units and column.measure.unit is None and _is_money(world, column.measure))):
            return True
    return False


def _units(amounts: Iterable[Amount]) -> list[str | None]:
    """The units that have a row of their own. A sum of nothing is in every unit."""
    return sorted({u for n, u in amounts if u or n}, key=str) or [None]


def _is_of(amount: Amount, unit: str | None, is_apart: bool) -> bool:
    return not is_apart or amount[1] == unit or (amount[1] is None and not amount[0])


def _one_of(amounts: Sequence[Amount], unit: str | None, is_apart: bool) -> Decimal | None:
    return next((a[0] for a in amounts if _is_of(a, unit, is_apart)), None)


def _with_units(columns: Sequence[Sequence[Sequence[Any] | None]]) -> set[int]:
    """The positions of columns whose amounts have units; those of counts and shares have none."""
    return {at for at, cells in enumerate(columns) if any(v[1] not in (None, "share") for c in cells for v in c or () if isinstance(v, tuple))}


def _lines(goal: Table, cells: Sequence[list[Any] | None], is_split: bool, apart: Collection[int]) -> list[Line]:
    if is_split:
        units = _units(v for at, found in enumerate(cells) if at in apart for v in found or () if isinstance(v, tuple))
        return [(unit, *(_beside([v for v in found or () if not isinstance(v, tuple) or _is_of(v, unit, at in apart)])
                         for at, found in enumerate(cells))) for unit in units]
    several = [at for at, found in enumerate(cells) if found is not None and len(found) > 1]
    if len(several) == 1 and not any(isinstance(c, Tally) for c in goal.columns):
        return [tuple(_bare(v) if at == several[0] else _beside(found) for at, found in enumerate(cells)) for v in cells[several[0]] or ()]
    return [tuple(_beside(found) for found in cells)]


def _bare(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value


def _beside(found: Sequence[Any] | None) -> Any:
    """A cell: empty, one value, or several side by side."""
    if not found:
        return None
    return _bare(found[0]) if len(found) == 1 else ", ".join(str(_bare(v)) for v in found)


def _groups(world: World, goal: Groups) -> list[Line]:
    groups: dict[str, tuple[Line, list[list[Row]]]] = {}
    for at, side in enumerate(goal.sides):
        of = side.measures[0].of
        for row in members(world, of):
            for each in product(*(labels(world, key, of.model, row).items() for key in side.keys)):
                label, rows = tuple(label for _, label in each), [list[Row]() for _ in goal.sides]
                group = "|".join(i for i, _ in each)
                known, rows = groups.get(group, (label, rows))
                groups[group] = tuple(min(both, key=str) for both in zip(known, label, strict=True)), rows
                rows[at].append(row)
    groups = _spelt_alike(groups)
    measures = [(at, measure) for at, side in enumerate(goal.sides) for measure in side.measures]
    figures = {g: [figure(world, m, rows[at]) if rows[at] else sum_of_none(world, m) or figure(world, m, []) for at, m in measures]
               for g, (_, rows) in groups.items()}
    kept = [g for g in groups if all(_having(world, goal.all_measures[at], figures[g][at], op, value) for at, op, value in goal.having)]
    kept.sort(key=lambda g: [in_cycle(key, plain) for key, plain in zip(goal.keys, groups[g][0], strict=True)])
    shown = _groups_in_order(goal, groups, figures, kept)
    if goal.order is not None and goal.order.skip and not shown:
        raise Unanswerable("no_record")
    units = set().union(*(units_of(a for g in shown for a in figures[g][at]) for at in range(len(goal.all_measures))))
    is_split = len(units) > 1 or any(units and m.unit is None and _is_money(world, m) for m in goal.all_measures)
    apart = _with_units([[figures[g][at] for g in shown] for at in range(len(goal.all_measures))])
    return [(*groups[g][0], *line) for g in shown for line in _of_group(figures[g], is_split, apart)]


def _spelt_alike(groups: Mapping[str, tuple[Line, list[list[Row]]]]) -> dict[str, tuple[Line, list[list[Row]]]]:
    """Of the spellings of one city the first, in all groups."""
    spelt: dict[tuple[int, str], list[Any]] = {}
    for group, (label, _) in groups.items():
        for place in zip(range(len(label)), group.split("|"), strict=False):
            spelt.setdefault(place, []).append(label[place[0]])
    return {group: (tuple(min(spelt[place], key=str) for place in zip(range(len(label)), group.split("|"), strict=False)), rows)
            for group, (label, rows) in groups.items()}


def _having(world: World, measure: Measure, found: list[Amount], op: str, value: Any) -> bool:
    return len(found) == 1 and compares(world, measure, found[0], op, value) is True


def _groups_in_order(goal: Groups, groups: Mapping[str, Any], figures: Mapping[str, list[list[Amount]]], kept: list[str]) -> list[str]:
    order = goal.order
    if order is None:
        return kept
    if isinstance(order.by, Column):
        at = next(i for i, key in enumerate(goal.keys) if (key.path, key.field) == (order.by.path, order.by.field))
        places = {g: (in_turn, text.lower()) for g in kept for in_turn, text in [in_cycle(goal.keys[at], groups[g][0][at])]}
        return [r["id"] for r in ordered(order, [{"id": g} for g in kept], places)]
    at = goal.all_measures.index(order.by)
    if len(units_of(a for g in kept for a in figures[g][at])) > 1:
        raise Unanswerable("no_record")
    pick = max if order.descending else min
    keyed = {g: pick(n for n, _ in figures[g][at]) if figures[g][at] else None for g in kept}
    return [r["id"] for r in ordered(order, [{"id": g} for g in kept], keyed)]


def _of_group(figures: list[list[Amount]], is_split: bool, apart: Collection[int]) -> list[Line]:
    if not is_split:
        return [tuple(found[0][0] if found else None for found in figures)]
    units = _units(a for at, found in enumerate(figures) if at in apart for a in found)
    return [(unit, *(_one_of(found, unit, at in apart) for at, found in enumerate(figures))) for unit in units]


def _figures(world: World, goal: Figures) -> list[Line]:
    found = []
    for measure in goal.measures:
        of = members(world, measure.of)
        found.append(figure(world, _one_value(world, measure, of), of))
    for measure in goal.measures:
        refuse_unknown(world, measure.of)
    if any(found):                      # beside another figure a sum over no members is 0
        of_none = [m.each is None and not members(world, m.of) for m in goal.measures]
        found = [a or (sum_of_none(world, m) if none else []) for m, a, none in zip(goal.measures, found, of_none, strict=True)]
    if not any(found) or (goal.contrast and not all(found)):
        raise Unanswerable("no_record")
    if goal.contrast and len({a[0][1] for a in found} - {None, "share"}) > 1:
        raise Unanswerable("no_record")         # years are not held against days, nor euros against pounds
    is_split = any(len(a) > 1 or (m.unit is None and _is_money(world, m)) for m, a in zip(goal.measures, found, strict=True))
    lines = [tuple(a[0][0] if a else None for a in found)] if not is_split else _by_unit(world, goal, found)
    return _contrasted(world, goal, lines) if goal.contrast else lines


def _one_value(world: World, measure: Measure, of: Sequence[Row]) -> Measure:
    """What one thing holds, as a figure of it. Raises Unanswerable where there are none or several values."""
    if measure.how != "value":
        return measure
    if len({a for r in of for a in amounts(world, world.known.field(measure.field or ""), r, measure.unit)}) != 1:
        raise Unanswerable("no_record")
    return replace(measure, how="max")


def _by_unit(world: World, goal: Figures, found: Sequence[list[Amount]]) -> list[Line]:
    """A row for each currency or unit; what has none, or always the same, stands beside each."""
    apart = [len(a) > 1 or _is_money(world, m) for m, a in zip(goal.measures, found, strict=True)]
    units = _units(a for is_apart, each in zip(apart, found, strict=True) if is_apart for a in each)
    return [(unit, *(_one_of(each, unit, is_apart) for is_apart, each in zip(apart, found, strict=True))) for unit in units]


def _contrasted(world: World, goal: Figures, lines: list[Line]) -> list[Line]:
    one, other = (_day_number(world, m, each) if isinstance(each, date) else each for m, each in zip(goal.measures, lines[0][-2:], strict=True))
    are_days = [isinstance(each, date) for each in lines[0][-2:]]
    if any(are_days) and (not all(are_days) or goal.contrast in _QUOTIENTS):
        raise Unanswerable("out_of_scope")
    if len(lines) > 1 or one is None or other is None or (goal.contrast in _QUOTIENTS and not other):
        raise Unanswerable("no_record")
    by = one - other if goal.contrast.endswith("more") or goal.contrast.startswith("more") else other - one
    if goal.contrast.startswith("which"):
        return [("first" if by > 0 else "second" if by < 0 else "neither", abs(by), *lines[0])]
    told = by if goal.contrast.endswith("by") else "yes" if by > 0 else "no"
    return [(_QUOTIENTS[goal.contrast](one, other) if goal.contrast in _QUOTIENTS else told, *lines[0])]


_QUOTIENTS: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {
    "ratio": lambda one, other: one / other, "share": lambda one, other: one / other, "change": lambda one, other: (one - other) / abs(other),
}


def _day_number(world: World, measure: Measure, at: date) -> Decimal:
    """The company's day of a time, counted from the first of all."""
    while measure.each is not None:
        measure = measure.each.measure
    return Decimal(day(world, world.known.field(measure.field or ""), at).toordinal())


def _exists(world: World, goal: Exists) -> list[Line]:
    found = members(world, goal.node)
    refuse_unknown(world, goal.node)
    return [("yes" if found else "no", len(found))]


def _names(world: World, goal: Names) -> list[Line]:
    found = members(world, goal.node)
    heads = _heads(world, goal.node.model, found)
    return [heads[r["id"]] for r in found]


GOALS: Mapping[type, Callable[..., list[Line]]] = {Table: _table, Groups: _groups, Figures: _figures, Exists: _exists, Names: _names}
