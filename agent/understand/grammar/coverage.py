"""The accounting check, both ways: every content word of the question is in the goal, nothing in the goal is unsaid.

It needs the words, the lattice and the goal only, so it holds for every planner. Defaults that may enter a goal without
a word are listed here; each is told in the answer.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.language.words import Token
from agent.plan.algebra import (
    Column,
    Earlier,
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
    Not,
    Order,
    Quantity,
    Set,
    Show,
    Summary,
    Where,
    nodes,
    parts,
)
from agent.plan.periods import Interval
from agent.understand.grammar.back import figure_told
from agent.understand.grammar.chart import Reading

_HOW_MANY = frozenset({"count:count", "focus:how_much"})
_DEFAULTS = frozenset({"default"})      # what a listing shows beside the names


@dataclass(frozen=True, slots=True)
class Account:
    """The result of the check: () in both means that the books balance."""

    unplaced: tuple[str, ...]           # words of the question that the goal does not hold
    unsaid: tuple[str, ...]             # elements of the goal that no word says

    @property
    def balances(self) -> bool:
        """Is every word placed and every element said?"""
        return not self.unplaced and not self.unsaid


def account(
    catalogue: Catalogue, tokens: Sequence[Token], reading: Reading, empty: frozenset[int], before: Goal | None = None,
) -> Account:
    """Hold a goal against the question. `before`: the goal that a follow-up edits or points back to; what it holds was said then."""
    unplaced = tuple(t.text for i, t in enumerate(tokens) if i not in empty and not reading.cover >> i & 1)
    spoken = {(element, mask) for element, mask in reading.said if mask & reading.cover == mask}
    figure = figure_told(catalogue, before) if before is not None else None
    told = (before, Figures((figure,)) if figure is not None else None)
    earlier = frozenset(way for goal in told if goal is not None for way in _elements(catalogue, goal, frozenset()))
    here = frozenset(element for element, _ in spoken) | _DEFAULTS
    needed = Counter(way for way in _elements(catalogue, reading.goal, here) if way not in earlier)
    unsaid = tuple(e[0] for e, times in needed.items() if not _DEFAULTS & set(e) and len({mask for element, mask in spoken if element in e}) < times)
    return Account(unplaced or _asked_twice(tokens, reading.goal, spoken), unsaid)


def _asked_twice(tokens: Sequence[Token], goal: Goal, spoken: Collection[tuple[str, int]]) -> tuple[str, ...]:
    """The words of "how many" or "what do they add up to" that were said more often than the goal has figures: each asks for one of its own."""
    asked = sorted({mask for element, mask in spoken if element in _HOW_MANY})
    figures = sum(isinstance(part, Measure) for part in parts(goal))
    return () if len(asked) <= max(1, figures) else tuple(t.text for i, t in enumerate(tokens) if asked[-1] >> i & 1)


def _elements(catalogue: Catalogue, goal: Goal, spoken: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Each element of the goal that must be said, as the ways in which it may be."""
    licence = _licensed_by_metrics(catalogue, spoken)
    if isinstance(goal, Summary):
        yield "summary", "summ:verbs", "summ:what_phrases", "summ:afterwards", *(f"model:{n.model}" for n in nodes(goal))
    for part in dict.fromkeys(parts(goal)):             # one part may stand in several places
        for way in _SAID[type(part)](catalogue, part) if type(part) in _SAID else ():
            if way and not licence & set(way):
                yield way
    if isinstance(goal, Exists):
        yield ("exists",)


def _licensed_by_metrics(catalogue: Catalogue, spoken: frozenset[str]) -> frozenset[str]:
    """What the name of a metric says: its conditions, its field, its way of counting."""
    found: set[str] = set()
    named = {s.removeprefix("metric:") for s in spoken if s.startswith("metric:")}
    sizes = {catalogue.models[s.removeprefix("size:")].size for s in spoken if s.startswith("size:")}      # "the largest team" goes by headcount
    named |= {size for size in sizes if size is not None and size in catalogue.metrics}
    shares = {name for name, metric in catalogue.metrics.items() if metric.how == "share"} if "among" in spoken else set()
    for name in sorted(named | shares):
        measure = metric_measure(catalogue, name)
        found.update(f"rel:{relation}" for relation in catalogue.metrics[name].whose)
        found.update(f"size:{each}" for each in catalogue.models if catalogue.models[each].size == name)
        for part in parts(measure):
            for way in _SAID[type(part)](catalogue, part) if type(part) in _SAID else ():
                found.update(way)
    return frozenset(found)


Ways = Iterator[tuple[str, ...]]


def _show(catalogue: Catalogue, goal: Show) -> Ways:
    shown = catalogue.field(goal.field)
    asked_by_time = ("focus:when",) if shown.name in (catalogue.models[shown.model].time, catalogue.models[shown.model].period) else ()
    yield f"field:{goal.field}", *asked_by_time
    yield from _unit(goal.unit)


def _unit(unit: str | None) -> Ways:
    if unit is not None:
        yield f"unit:{unit}", f"currency:{unit}"


def _where(catalogue: Catalogue, where: Where) -> Ways:
    field = catalogue.field(where.field) if where.field.partition(".")[2] in catalogue.models[where.field.partition(".")[0]].fields else None
    if isinstance(where.value, Interval):
        yield (f"period:{where.value.said}",)
    elif isinstance(where.value, Quantity):
        yield (_number(where.value),)
        yield f"compare:{where.op}", "compare:between", _number(where.value), f"than:{where.field}"
        yield f"field:{where.field}", f"than:{where.field}", f"size:{where.field.partition('.')[0]}"
    else:
        from_relation = tuple(f"rel:{r.id}" for r in catalogue.relations() if field and r.to == field.model and field.name in r.where)
        in_currency = (f"currency:{where.value}",) if where.field.endswith(".currency") else ()
        yield f"where:{where.field}={where.value}", *in_currency, *from_relation, *((f"model:{field.model}",) if field and from_relation else ())


def _number(quantity: Quantity) -> str:
    return f"number:{quantity.number} {quantity.unit or ''}".strip()


def _is(_: Catalogue, condition: Is) -> Ways:
    model, name = condition.predicate.rsplit(".", 1)
    positive = f"{model}.{name.removeprefix('not_')}"
    yield f"is:{condition.predicate}", f"is_not:{condition.predicate}", f"is:{positive}", f"is_not:{positive}"
    if condition.period is not None:
        yield (f"period:{condition.period.said}",)


def _has(_: Catalogue, condition: Has) -> Ways:
    yield f"compare:{condition.op}", f"compare_after:{condition.op}", "lack:lack"
    if isinstance(condition.value, Quantity):
        yield (_number(condition.value),)


def _link(catalogue: Catalogue, link: Link) -> Ways:
    """A link is said by its noun, its verb, its preposition, or (a default one) by the two things that it ties."""
    if link.relation == "hub":
        return
    relation = catalogue.relation(link.relation)
    if not relation.default:
        of_people = ("me", f"model:{relation.model}") if relation.id.endswith("Employee.manager") else ()
        yield *(f"{kind}:{relation.id}" for kind in ("rel", "forward", "backward", "done", "place")), *of_people


def _measure(catalogue: Catalogue, measure: Measure) -> Ways:
    model = measure.of.model
    if measure.how == "count":
        yield "count:count", "per:per", "each", "each:each", "superlative:most", "superlative:least", "compared", f"model:{model}"
    elif measure.how == "share":
        yield ("share:share",)
    else:
        yield f"agg:{measure.how}", f"{measure.how}:{measure.how}", f"superlative:{'most' if measure.how == 'sum' else 'least'}"
    if measure.field is not None:
        yield f"field:{measure.field}", f"size:{model}", f"than:{measure.field}"
    yield from _unit(measure.unit)


def _order(catalogue: Catalogue, order: Order) -> Ways:
    by = order.by.field if isinstance(order.by, Column) else None
    ways = ("superlative:most", "superlative:least", "dated:early", "dated:late", "sort:asc", "sort:desc", "direction:asc", "direction:desc")
    yield f"most:{by}", "top:top", *ways
    if order.per is not None:
        yield "per:per", "each:each"
    if order.first is not None and order.first > 1:
        yield (f"first:{order.first}",)


def _column(_: Catalogue, column: Column) -> Ways:
    if column.field is not None:
        yield f"field:{column.field}", f"most:{column.field}", f"size:{column.field.partition('.')[0]}", "default"
    yield from _unit(column.unit)


_SAID: Mapping[type, Callable[[Catalogue, Any], Ways]] = {
    Show: _show, Where: _where, Is: _is, Has: _has, Link: _link, Measure: _measure, Order: _order, Column: _column,
    Set: lambda _, node: iter([("newest:newest",)] if node.newest else []),
    Key: lambda _, key: iter([(f"bucket:{key.bucket}",)] if key.bucket else []),
    Not: lambda _, c: iter([("not:not", "lack:lack", *([f"is_not:{c.of.predicate}"] if isinstance(c.of, Is) else []))]),
    Groups: lambda *_: iter([("per:per", "each:each", "top:top", "superlative:most", "superlative:least", "sort:asc", "sort:desc")]),
    Named: lambda _, node: iter([(f"name:{node.mention}",)]), Earlier: lambda *_: iter([("back",)]), Me: lambda *_: iter([("me", "means:me")]),
}
