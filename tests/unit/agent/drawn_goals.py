"""Goals of every kind over the real catalogue, drawn by Hypothesis: well-typed, small in vocabulary so that two often nearly agree."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cache

from hypothesis import strategies as st

from agent.catalogue import HUBS, catalogue
from agent.plan import algebra
from agent.plan.algebra import Has, Is, Link, Me, Measure, Named, Node, Not, Order, Quantity, Set, Step, Tally, Where
from agent.plan.periods import Interval, Recurring

MODELS = ("hris/Employee", "ticketing/Ticket", "crm/Opportunity", "crm/Account", "crm/Engagement", "hris/TimeOffBalance")
OCTOBER, SINCE_MARCH = Interval(date(2026, 10, 1), date(2026, 11, 1), "October 2026"), Interval(date(2026, 3, 1), None, "since March")
quantities = st.builds(Quantity, st.sampled_from([Decimal(0), Decimal(3), Decimal("3.5"), Decimal(30)]), st.sampled_from([None, "days", "USD"]))
periods = st.sampled_from([OCTOBER, SINCE_MARCH])
again = st.sampled_from([Recurring("month of year", (10,)), Recurring("month of year", (4, 10)), Recurring("weekday", (1,)),
                         Recurring("quarter of year", (4,)), Recurring("day of month", (4, 10))])
_TIMES, _FIGURES, _ORDERED = ("date", "datetime"), ("number", "money", "quantity"), ("=", "!=", "<", "<=", ">", ">=")


def _fields(model, *kinds):
    return [f for f in catalogue().models[model].fields.values() if not kinds or f.kind in kinds]


@cache
@st.composite
def wheres(draw, model, depth=0):
    """A condition on one of the model's fields, of a value that the field's kind can have."""
    field = draw(st.sampled_from(_fields(model)))
    if draw(st.booleans()) and draw(st.booleans()):
        return Where(field.id, None, draw(st.sampled_from(["empty", "filled"])))
    if field.kind in _TIMES:
        return draw(st.one_of(st.builds(Where, st.just(field.id), st.one_of(periods, st.just("today")), st.sampled_from(["in", "<", ">="])),
                              st.builds(Where, st.just(field.id), again, st.just("in"))))
    if field.kind in _FIGURES:
        return Where(field.id, draw(st.one_of(quantities, measures(model, depth - 1)) if depth else quantities), draw(st.sampled_from(_ORDERED)))
    if field.kind == "boolean":
        return Where(field.id, draw(st.booleans()))
    words = st.sampled_from([*list(field.values)[:3], "Bug", "P0 and \N{RIGHT DOUBLE QUOTATION MARK}more\N{RIGHT DOUBLE QUOTATION MARK}"])
    value = draw(st.one_of(words, st.lists(words, min_size=1, max_size=2, unique=True).map(tuple)))
    return Where(field.id, value, "in" if isinstance(value, tuple) else draw(st.sampled_from(["=", "!=", "contains"])))


@cache
def conditions(model, depth):
    """A condition of any kind on the records of a model."""
    named = [p.id for p in catalogue().models[model].predicates.values()]
    kinds = [wheres(model, depth)]
    if named:
        kinds.append(st.builds(Is, st.sampled_from(named), st.one_of(st.none(), periods)))
    if depth:
        inner = conditions(model, depth - 1)
        bare = columns(model).map(lambda column: replace(column, within=None))
        kinds.append(st.builds(algebra.Alike, bare, bare, st.sampled_from(["=", "!="])))
        kinds += [inner.map(Not), st.frozensets(inner, min_size=2, max_size=2).map(algebra.Either), links(model, depth - 1)]
        kinds += [st.builds(Has, tallies(model, depth - 1), st.sampled_from(_ORDERED), st.one_of(quantities, measures(model, depth - 1)))]
    return st.one_of(kinds)


@cache
@st.composite
def links(draw, model, depth):
    """A tie of a model's records to others, over a relation in either direction or the same person elsewhere."""
    leaving = [(r.id, True, r.to) for r in catalogue().models[model].relations.values()]
    coming = [(r.id, False, r.model) for r in catalogue().relations() if r.to == model]
    same = [("hub", False, other) for one, other in (*HUBS, *((b, a) for a, b in HUBS)) if one == model]
    relation, to_source, source = draw(st.sampled_from([*leaving, *coming, *same]))
    return Link(relation, to_source, draw(nodes(source, depth)))


@cache
def sets(model, depth):
    """A set of a model's records, with links and conditions of at most that depth."""
    ties = st.frozensets(links(model, depth - 1), max_size=2) if depth else st.just(frozenset())
    ranked = st.one_of(st.none(), st.none(), orders(model, depth - 1)) if depth else st.none()
    return st.builds(Set, st.just(model), ties, st.frozensets(conditions(model, max(0, depth - 1)), max_size=2), st.booleans(), ranked)


@cache
def nodes(model, depth) -> st.SearchStrategy[Node]:
    """A node of a model: a name, the asker, a set, several."""
    named = st.builds(Named, st.just(model), st.sampled_from(["Ana", "Ben and Cleo", "”"]))
    kinds: list[st.SearchStrategy[Node]] = [named, sets(model, max(0, depth))]
    if model == "hris/Employee":
        kinds.append(st.just(Me()))
    places = st.sampled_from([(), (1,), (2, 3)])
    kinds.append(places.map(lambda rows: algebra.Earlier(model, ("i1", "i2", "i3")[: len(rows) or 3], rows, "who is here?")))
    if depth > 0:
        kinds.append(st.builds(algebra.Union, st.just(model), st.frozensets(nodes(model, depth - 1), min_size=2, max_size=2)))
    return st.one_of(kinds)


@cache
@st.composite
def paths(draw, model, *, least=0):
    """Steps that lead away from a model."""
    path: list[Step] = []
    for _ in range(draw(st.integers(least, 2))):
        leaving = [Step(r.id, r.to) for r in catalogue().models[model].relations.values()]
        coming = [Step(r.id, r.model, inverse=True) for r in catalogue().relations() if r.to == model]
        same = [Step("hub", other) for one, other in (*HUBS, *((b, a) for a, b in HUBS)) if one == model]
        path.append(draw(st.sampled_from([*leaving, *coming, *same])))
        model = path[-1].to
    return tuple(path)


@cache
@st.composite
def columns(draw, model):
    """A column of a model's rows; its field belongs to what the path leads to."""
    path = draw(paths(model))
    there = path[-1].to if path else model
    names = [f.id for f in _fields(there)]
    within = draw(st.one_of(*([st.none()] * 4), sets(there, 0))) if path and names else None
    return algebra.Column(draw(st.sampled_from([*names, None])) if names else None, path, draw(st.sampled_from([None, "hours"])), within)


@cache
@st.composite
def measures(draw, model, depth):
    """A measure over a node of the model."""
    node, figures = draw(nodes(model, depth)), _fields(model, *_FIGURES)
    how = draw(st.sampled_from(["count", "share", *(["sum", "average", "median", "min", "max", "value"] if figures else [])]))
    if how == "count":
        return Measure(node, how)
    if how != "share" and depth and draw(st.booleans()):
        return Measure(node, how, each=draw(tallies(model, depth - 1)))
    if how == "share":
        return Measure(node, how, part=draw(st.frozensets(conditions(model, 0), min_size=1, max_size=2)))
    if how == "average" and draw(st.booleans()):
        return Measure(node, "distinct", draw(st.sampled_from(_fields(model))).id)
    return Measure(node, how, draw(st.sampled_from(figures)).id, unit=draw(st.sampled_from([None, "USD"])))


@cache
def tallies(model, depth):
    """A measure for each of a model's rows."""
    return st.sampled_from(MODELS).flatmap(lambda measured: st.builds(Tally, measures(measured, depth), paths(measured, least=1)))


@cache
def orders(model, depth):
    """An order of a model's rows."""
    by = st.one_of(columns(model), tallies(model, depth))
    of_each = st.builds(Order, by, st.booleans(), st.sampled_from([1, 3]), keys(model))
    later = st.builds(Order, by, st.booleans(), st.sampled_from([1, 3]), st.none(), st.sampled_from([1, 2]))
    return st.one_of(st.builds(Order, by, st.booleans(), st.sampled_from([None, 1, 3])), of_each, later)


@cache
@st.composite
def keys(draw, model):
    """What records of a model are grouped by."""
    column = draw(columns(model))
    timed = column.field is not None and catalogue().field(column.field).kind in _TIMES
    return algebra.Key(column.path, column.field, draw(st.sampled_from([None, "month", "year", "month of year", "weekday"])) if timed else None)


@cache
@st.composite
def goals(draw, depth=1, models=MODELS):
    """A goal of any kind, over one of these models."""
    model = draw(st.sampled_from(models))
    node, measure = nodes(model, depth), measures(model, depth)
    groups = st.builds(
        algebra.Groups, st.tuples(measure), st.lists(keys(model), min_size=1, max_size=2, unique=True).map(tuple),
        st.one_of(st.none(), st.builds(Order, measure, st.booleans(), st.sampled_from([None, 3]))),
        st.one_of(st.just(()), st.tuples(st.tuples(st.just(0), st.sampled_from(_ORDERED), quantities))),
    )
    shown = st.sampled_from([f.id for f in _fields(model)])
    return draw(st.one_of(
        st.builds(algebra.Show, node, shown, st.sampled_from([None, "hours"])), st.builds(algebra.Names, node, st.just("")),
        st.builds(algebra.Card, node), st.builds(algebra.Summary, node), st.builds(algebra.Exists, node),
        st.lists(measure, min_size=1, max_size=2).map(lambda m: algebra.Figures(tuple(m))),
        st.builds(lambda one, other, how: algebra.Figures((one, other), how), measure, measure,
                  st.sampled_from(["more", "which more", "which less", "more by"])),
        st.builds(algebra.Table, node, st.lists(st.one_of(columns(model), tallies(model, 1)), max_size=2).map(tuple),
                  st.one_of(st.none(), orders(model, 1))),
        groups,
    ))


def near(thing: object) -> Iterator[object]:
    """What differs from a goal in one place: a flag, a figure, a field, a name, a restriction less. Well-typed as the goal was."""
    if isinstance(thing, frozenset):
        others = [thing - {each} for each in thing] + [thing - {each} | {other} for each in thing for other in near(each)]
        yield from (o for o in others if len(o) > 1 or len(o) == len(thing))   # several that are one would be that one
    elif isinstance(thing, tuple):
        yield from ((*thing[:i], other, *thing[i + 1 :]) for i, each in enumerate(thing) for other in near(each))
    elif isinstance(thing, bool):
        yield not thing
    elif isinstance(thing, int | Decimal):
        yield thing + 1
    elif is_dataclass(thing) and not isinstance(thing, type | Interval | Recurring):
        yield from (replace(thing, **{each.name: other}) for each in fields(thing) for other in _other(each.name, getattr(thing, each.name)))


def _other(name: str, value: object) -> Iterator[object]:
    """Other values of a dataclass's field."""
    if name == "mention":
        yield f"{value}’s"
    elif name == "field" and isinstance(value, str):
        yield from (f.id for f in _fields(value.partition(".")[0], catalogue().field(value).kind) if f.id != value)
    elif name == "op" and value in _ORDERED:
        yield from (op for op in _ORDERED if op != value)
    elif name == "having":
        yield from (((at, op, other),) for at, op, quantity in value for other in near(quantity))
    elif name not in ("to_source", "inverse"):          # the other way round a relation need not fit
        yield from near(value)
