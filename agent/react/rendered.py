"""A goal as the plans that may hold it, with the words of a question that may say its parts: the way back from `reading`.

Nothing is decided here, see `wording`. A goal that no plan can hold has none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from typing import Any

from agent.catalogue import Catalogue
from agent.metrics import metric_measure
from agent.plan import (
    Column,
    Exists,
    Figures,
    Goal,
    Groups,
    Key,
    Link,
    Measure,
    Names,
    Node,
    Order,
    Set,
    Show,
    Summary,
    Table,
    Tally,
    thing_of,
)
from agent.plan import models as models_of
from agent.react import shape
from agent.react.quotes import Fits, means
from agent.react.sentence import Sentence
from agent.react.wording import Unwritten, Wording, conditions_of, cores, each_of, few, thing
from agent.rules.back import subject
from agent.rules.evidence import Known

_MOST = 48                              # plans for one goal
_ORDERS = ("most", "most_first", "top", "newest", "superlative", "sort", "sorting", "direction")
_DIVIDING = ("per", "each", "breaking")


def rendered(catalogue: Catalogue, question: str, known: Known, goal: Goal) -> Iterator[shape.Plan]:
    """The plans that may hold a goal, those that change what was asked before last."""
    words = Wording(Sentence(catalogue, question, known, models_of(goal)))
    ways = (_plans(words, goal), _edits(words, goal, known.last) if known.last is not None and not known.is_next else ())
    seen: set[str] = set()
    for plan in islice((plan for way in ways for plan in way), _MOST):
        written = plan.model_dump_json()
        if written not in seen:
            seen.add(written)
            yield plan


def _plans(words: Wording, goal: Goal) -> Iterator[shape.Plan]:
    write = _GOALS.get(type(goal))
    try:
        yield from write(words, goal) if write is not None else ()
    except Unwritten:
        return


# ---------------------------------------------------------------- goals


def _show(words: Wording, goal: Show) -> Iterator[shape.Plan]:
    for node in cores(goal.node):
        for of in thing(words, node):
            yield shape.Plan(kind="show", thing=of, columns=[shape.Column(target=goal.field)], unit=_unit(words, goal.unit))


def _names(words: Wording, goal: Names) -> Iterator[shape.Plan]:
    things = thing(words, goal.node)
    yield from (shape.Plan(kind="list", thing=of) for of in things)
    if words.sentence.begins_with("any") or words.evidence(means("whether")):       # "any bugs …?" wants them
        yield from (shape.Plan(kind="whether", thing=of) for of in things)


def _summary(words: Wording, goal: Summary) -> Iterator[shape.Plan]:
    yield from (shape.Plan(kind="summary", thing=of) for of in thing(words, goal.node))


def _table(words: Wording, goal: Table) -> Iterator[shape.Plan]:
    """What has no name is listed by what one sees of it; what rows are ordered by need not be a column of its own."""
    if goal.order is None and not words.catalogue.models[goal.node.model].name:
        yield from (shape.Plan(kind="list", thing=of) for of in thing(words, goal.node))
    if goal.order is not None and goal.columns[:1] == (goal.order.by,):
        yield from _rows(words, replace(goal, columns=goal.columns[1:]))
    yield from _rows(words, goal)


def _rows(words: Wording, goal: Table) -> Iterator[shape.Plan]:
    for of, shown, order in product(thing(words, goal.node), each_of(partial(_column, words), goal.columns), _order(words, goal.order)):
        yield shape.Plan(kind="table", thing=of, columns=list(shown), order=order)


def _figures(words: Wording, goal: Figures) -> Iterator[shape.Plan]:
    yield from (shape.Plan(kind="figures", figures=list(made)) for made in each_of(partial(_figure, words), goal.measures))


def _groups(words: Wording, goal: Groups) -> Iterator[shape.Plan]:
    if goal.having or len(goal.measures) != 1:
        raise Unwritten
    ways = product(_figure(words, goal.measures[0]), each_of(partial(_key, words), goal.keys), _order(words, goal.order))
    yield from (shape.Plan(kind="groups", figures=[figure], keys=list(keys), order=order) for figure, keys, order in ways)


def _exists(words: Wording, goal: Exists) -> Iterator[shape.Plan]:
    one = thing_of(goal.node)
    if one is None or not isinstance(goal.node, Set):
        yield from (shape.Plan(kind="whether", thing=of) for of in thing(words, goal.node))
        return
    asked = replace(goal.node, links=frozenset(k for k in goal.node.links if not _is_itself(goal.node, k)))
    for of, (_noun, holds) in product(thing(words, one), conditions_of(words, asked)):
        yield shape.Plan(kind="whether", thing=of, holds=list(holds))


def _is_itself(node: Node, link: Link) -> bool:
    return link.relation == "hub" and link.source.model == node.model


_GOALS: Mapping[type, Callable[[Wording, Any], Iterator[shape.Plan]]] = {
    Show: _show, Names: _names, Summary: _summary, Table: _table, Figures: _figures, Groups: _groups, Exists: _exists,
}


# ---------------------------------------------------------------- what changes of the last question


def _edits(words: Wording, goal: Goal, last: Goal) -> Iterator[shape.Plan]:
    """Each one thing that the words may change; whether that comes to the goal is seen when it is read."""
    for one in words.evidence(means("name")):
        yield shape.Plan(kind="edit", thing=shape.Thing(kind="name", model=one.meaning.target, said=[words.text(one)]))
    if words.evidence(means("me")):
        yield shape.Plan(kind="edit", thing=shape.Thing(kind="me"))
    yield from (shape.Plan(kind="edit", holds=[one]) for one in _more(words, goal, last))
    for piece in words.evidence(means("field")):
        yield shape.Plan(kind="edit", columns=[shape.Column(target=piece.meaning.target, said=[words.text(piece)])])
    yield from (shape.Plan(kind="edit", unit=[said]) for said in words.saying(means("unit", "currency")))
    numbers = words.saying(means("quantity"))
    yield from (shape.Plan(kind="edit", order=shape.Order(said=[top, *numbers], by=shape.Column())) for top in words.saying(means("top")))
    if isinstance(goal, Groups):
        yield from (shape.Plan(kind="edit", keys=list(keys)) for keys in each_of(partial(_key, words), goal.keys))


def _more(words: Wording, goal: Goal, last: Goal) -> Iterator[shape.Condition]:
    """The single conditions of what a goal is about that the last question did not have."""
    node, before = subject(goal), subject(last)
    if not isinstance(node, Set):
        return
    old = before if isinstance(before, Set) else Set(node.model)
    more = replace(node, where=node.where - old.where, links=node.links - old.links, ranked=None)
    try:
        yield from (each[0] for _noun, each in conditions_of(words, more) if len(each) == 1)
    except Unwritten:
        return


# ---------------------------------------------------------------- figures, columns, orders, keys


def _figure(words: Wording, measure: Measure) -> Sequence[shape.Figure]:
    """As a metric of the catalogue, and as itself. Raises Unwritten."""
    return few(iter((*_metrics(words, measure), *_plain(words, measure))))


def _plain(words: Wording, measure: Measure) -> Iterator[shape.Figure]:
    if measure.how == "value" or measure.each is not None:
        raise Unwritten
    parts = [part for _noun, part in conditions_of(words, Set(measure.of.model, where=measure.part))]
    for of, part in product(thing(words, measure.of), parts):
        yield shape.Figure(how=measure.how, thing=of, target=measure.field or "", unit=_unit(words, measure.unit), part=list(part))


def _metrics(words: Wording, measure: Measure) -> Iterator[shape.Figure]:
    """The metrics that are this figure of some of their members."""
    for name in words.catalogue.metrics:
        known, of = metric_measure(words.catalogue, name), measure.of
        is_it = (known.how, known.field, known.part, known.of.model) == (measure.how, measure.field, measure.part, of.model)
        if is_it and isinstance(of, Set) and isinstance(known.of, Set) and known.of.where <= of.where:
            left = replace(of, where=of.where - known.of.where)
            yield from (shape.Figure(how="metric", thing=one, target=name, unit=_unit(words, measure.unit)) for one in thing(words, left))


def _unit(words: Wording, unit: str | None) -> list[str]:
    return words.saying(means("unit", "currency", target=unit)) if unit is not None else []


def _column(words: Wording, column: Column | Tally) -> Sequence[shape.Column]:
    """By words that the program finds, and by those that say it. Raises Unwritten."""
    if isinstance(column, Tally):
        return tuple(shape.Column(figure=figure) for figure in _figure(words, column.measure))
    targets = [column.field] if column.field else [step.relation for step in reversed(column.path)]
    if column.within is not None or column.unit is not None or not targets:
        raise Unwritten
    return tuple(shape.Column(target=target, said=said) for target in targets
                 for said in ([], *([one] for one in words.saying(means("field", "rel", "backward", target=target)))))


def _order(words: Wording, order: Order | None) -> Sequence[shape.Order | None]:
    """By each word of an order, and by all of them, with its number. Raises Unwritten."""
    if order is None:
        return (None,)
    if order.per is not None:
        raise Unwritten
    by = (shape.Column(),) if isinstance(order.by, Measure) else _column(words, order.by)
    number = words.saying(lambda e: e.meaning.kind == "quantity" and getattr(e.value, "number", None) == order.first)
    ways = words.saying(means(*_ORDERS))
    said = [*([way, *number] for way in ways), *([[*ways, *number]] if len(ways) > 1 else []), *([way] for way in ways if number)]
    return tuple(shape.Order(said=quotes, by=one) for quotes in said for one in by)


def _key(words: Wording, key: Key) -> Sequence[shape.Key]:
    targets = [key.field] if key.field is not None else [target for step in reversed(key.path) for target in (step.to, step.relation)]
    if key.bucket is not None:
        return tuple(shape.Key(target=target, said=said) for target in ("", *targets) for said in _divided(words, means("bucket")))
    return tuple(shape.Key(target=target, said=said) for target in targets
                 for said in _divided(words, means("noun", "field", "rel", target=target)))


def _divided(words: Wording, fits: Fits) -> Iterable[list[str]]:
    """What fits, with the "by" before it; and no words, for the program to find them."""
    before = {e.last: [words.text(e)] for e in words.evidence(means(*_DIVIDING))}
    return [*([*before.get(e.first, ()), words.text(e)] for e in words.evidence(fits)), []]
