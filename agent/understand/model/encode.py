"""Goals as plans of the plan language: what the dialogue tells a model of earlier questions. The inverse of `acts.decode`."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from agent.plan.algebra import (
    Alike,
    Card,
    Column,
    Earlier,
    Either,
    Exists,
    Figures,
    Goal,
    Groups,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Named,
    Names,
    Not,
    Order,
    Path,
    Quantity,
    Set,
    Show,
    Summary,
    Table,
    Tally,
    Union,
    Where,
)
from agent.plan.periods import PLACE_NAMES, Interval, Recurring

Json = dict[str, Any]
_NO_IS_SAID = frozenset({"desc", "value"})          # keys of which False is no default


def encode(goal: Goal) -> Json:
    """A goal as an act of the plan language."""
    return _filled(_GOALS[type(goal)](goal))


def part(thing: Any) -> Any:
    """A node, condition, measure, column, key or order as the plan language writes it."""
    return _filled(_PARTS[type(thing)](thing))


def _filled(made: Json) -> Json:
    """Without what is left at its default."""
    return {key: value for key, value in made.items() if value not in (None, "", [], ()) and (value is not False or key in _NO_IS_SAID)}


def _all(things: Any) -> list[Any]:
    """In a fixed order where they come from a set."""
    return [part(each) for each in (sorted(things, key=repr) if isinstance(things, frozenset) else things)]


def _path(path: Path) -> list[str]:
    return [f"hub:{s.to}" if s.relation == "hub" else f"~{s.relation}" if s.inverse else s.relation for s in path]


def _set(node: Set) -> Json:
    return {"set": node.model, "where": [*_all(node.links), *_all(node.where)], "newest": node.newest,
            "ranked": part(node.ranked) if node.ranked is not None else None}


def _link(link: Link) -> Json:
    if link.relation == "hub":
        return {"same": part(link.source)}
    return {"rel": link.relation, "of" if link.to_source else "from": part(link.source)}


def _where(where: Where) -> Json:
    return {"field": where.field, "op": where.op, "value": _value(where.value)}


def _value(value: Any) -> Any:
    if isinstance(value, Interval):
        return _period(value)
    if isinstance(value, Recurring):
        return [PLACE_NAMES[value.cycle][place - 1] for place in value.of]
    if isinstance(value, Quantity):
        number = float(value.number)
        plain: Any = int(number) if value.number == value.number.to_integral_value() else number
        return {"number": plain, "unit": value.unit} if value.unit else plain
    if isinstance(value, Measure):
        return part(value)
    return list(value) if isinstance(value, tuple) else float(value) if isinstance(value, Decimal) else value


def _period(period: Interval) -> list[str | None]:
    return [day.isoformat() if day else None for day in (period.first, period.last)]


def _measure(measure: Measure) -> Json:
    return {"how": measure.how, "of": part(measure.of), "field": measure.field, "part": _all(measure.part), "unit": measure.unit,
            "each": part(measure.each) if measure.each is not None else None}


def _column(column: Column) -> Json:
    within = part(column.within) if column.within is not None else None
    return {"field": column.field, "path": _path(column.path), "unit": column.unit, "within": within}


def _order(order: Order) -> Json:
    return {"by": part(order.by), "desc": order.descending, "first": order.first, "skip": order.skip or None,
            "per": part(order.per) if order.per is not None else None}


_PARTS: Mapping[type, Callable[[Any], Json]] = {
    Me: lambda _: {"me": True},
    Named: lambda n: {"name": n.mention, "model": n.model},
    Earlier: lambda n: {"rows": list(n.places) or "all", "asked": n.asked},
    Set: _set,
    Union: lambda n: {"union": _all(n.of)},
    Link: _link,
    Where: _where,
    Is: lambda c: {"is": c.predicate, "period": _period(c.period) if c.period is not None else None},
    Has: lambda c: {"has": part(c.tally), "op": c.op, "value": _value(c.value)},
    Not: lambda c: {"not": part(c.of)},
    Either: lambda c: {"any": _all(c.of)},
    Alike: lambda c: {"alike": part(c.one), "other": part(c.other), "op": c.op},
    Measure: _measure,
    Tally: lambda t: {"measure": part(t.measure), "path": _path(t.path)},
    Column: _column,
    Key: lambda k: {"field": k.field, "path": _path(k.path), "bucket": k.bucket},
    Order: _order,
}

_GOALS: Mapping[type[Goal], Callable[[Any], Json]] = {
    Show: lambda g: {"goal": "show", "node": part(g.node), "field": g.field, "unit": g.unit},
    Names: lambda g: {"goal": "names", "node": part(g.node), "label": g.label},
    Card: lambda g: {"goal": "card", "node": part(g.node)},
    Summary: lambda g: {"goal": "summary", "node": part(g.node), "also": _all(g.also)},
    Table: lambda g: {"goal": "table", "node": part(g.node), "columns": _all(g.columns), "order": part(g.order) if g.order is not None else None,
                      "label": g.label},
    Groups: lambda g: {"goal": "groups", "measures": _all(g.measures), "keys": _all(g.keys), "order": part(g.order) if g.order is not None else None,
                       "having": [{"measure": at, "op": op, "value": _value(value)} for at, op, value in g.having],
                       "beside": [{"label": one.label, "measures": _all(one.measures), "keys": _all(one.keys)} for one in g.beside],
                       "label": g.label},
    Figures: lambda g: {"goal": "figures", "measures": _all(g.measures), "contrast": g.contrast},
    Exists: lambda g: {"goal": "exists", "node": part(g.node)},
}
