"""Things and conditions of a goal as a plan would have them, with the words of a question that may say them: the way back from `things`.

Nothing is decided here. What a goal leaves open (is a place a condition or a thing, is a relation said by a word of its own?) is written in
several ways, and `reading` tells which of them the words say, if any.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from typing import Any, TypeVar

from agent.catalogue import Catalogue
from agent.periods import Interval
from agent.plan import ANY_MODEL, Condition, Either, Has, Is, Link, Me, Named, Node, Not, Quantity, Set, Union, Where
from agent.react import shape
from agent.react.quotes import Fits, means
from agent.react.sentence import Sentence
from agent.react.single import AMOUNTS
from agent.rules.evidence import Evidence
from agent.rules.seeds import seed

T = TypeVar("T")
_FEW = 12                               # ways to write one part of a goal
_NEGATIONS = ("not", "lack")


class Unwritten(Exception):
    """No plan holds this part of a goal."""


@dataclass(frozen=True)
class Wording:
    """The words of the question, by what they may mean."""

    sentence: Sentence

    @property
    def catalogue(self) -> Catalogue:
        """What may be asked for."""
        return self.sentence.catalogue

    def evidence(self, fits: Fits) -> list[Evidence]:
        """The pieces that fit, one for each place."""
        found = (e for e in self.sentence.evidence if e.how != "unknown" and fits(e) and not self.sentence.is_overruled(e))
        return list({(e.first, e.last): e for e in found}.values())

    def text(self, piece: Evidence) -> str:
        """The words of a piece, as they were written."""
        return self.sentence.text(piece.first, piece.last)

    def saying(self, fits: Fits) -> list[str]:
        """The words of all pieces that fit."""
        return [self.text(e) for e in self.evidence(fits)]


def few(ways: Iterator[T]) -> Sequence[T]:
    """The first of many ways to write a part."""
    return tuple(islice(ways, _FEW))


def each_of(write: Callable[[Any], Sequence[T]], parts: Sequence[Any]) -> Iterator[tuple[T, ...]]:
    """The ways to write several parts, each in one of its own ways."""
    return islice(product(*(write(part) for part in parts)), _FEW * _FEW)


# ---------------------------------------------------------------- things


def thing(words: Wording, node: Node) -> Sequence[shape.Thing]:
    """The ways to write a node; a word that points back may stand for it. Raises Unwritten."""
    write = _THINGS.get(type(node))
    pointing = tuple(_back(words, node))
    try:
        return few(iter((*pointing, *(write(words, node) if write is not None else ()))))
    except Unwritten:
        if not pointing:
            raise
        return pointing


def _back(words: Wording, node: Node) -> Iterator[shape.Thing]:
    """"those": what the last answer was about, or those of them of which more is said."""
    for one in words.evidence(means("back")):
        if one.value == node:
            yield shape.Thing(kind="back", said=[words.text(one)])
        elif isinstance(one.value, Set) and isinstance(node, Set) and _is_within(node, one.value):
            more = replace(node, where=node.where - one.value.where, links=node.links - one.value.links)
            yield from (shape.Thing(kind="back", said=[words.text(one)], conditions=list(each)) for each in _written(words, more))


def _is_within(node: Set, of: Set) -> bool:
    is_same = (node.model, node.newest, node.ranked) == (of.model, of.newest, of.ranked)
    return is_same and of.where <= node.where and of.links <= node.links


def _me(_: Wording, __: Me) -> Iterator[shape.Thing]:
    yield shape.Thing(kind="me")


def _named(words: Wording, node: Named) -> Iterator[shape.Thing]:
    """By the name alone, and with its noun beside it."""
    found = words.evidence(lambda e: e.meaning.kind == "name" and e.text == node.mention and e.meaning.target in (node.model, ANY_MODEL))
    nouns = words.evidence(means("noun", target=node.model))
    for one in found:
        yield shape.Thing(kind="name", model=node.model, said=[words.text(one)])
        beside = (n for n in nouns if n.last == one.first or n.first == one.last)
        yield from (shape.Thing(kind="name", model=node.model, said=[words.text(n), words.text(one)]) for n in beside)
    if not found:
        raise Unwritten


def _set(words: Wording, node: Set) -> Iterator[shape.Thing]:
    if node.ranked is not None:
        raise Unwritten
    newest = words.saying(means("newest")) if node.newest else []
    for noun, conditions in conditions_of(words, node):
        yield shape.Thing(kind="set", model=node.model, said=noun, conditions=list(conditions), newest=newest)


def _together(words: Wording, node: Union) -> Iterator[shape.Thing]:
    yield from (shape.Thing(kind="together", of=list(of)) for of in each_of(partial(thing, words), sorted(node.of, key=repr)))


_THINGS: Mapping[type, Callable[[Wording, Any], Iterator[shape.Thing]]] = {Me: _me, Named: _named, Set: _set, Union: _together}


def cores(node: Node) -> Iterator[Node]:
    """A node, and what it is of by one link alone: the place of Ana, and Ana."""
    yield node
    if isinstance(node, Set) and len(node.links) == 1 and not node.where and not node.newest:
        yield from cores(next(iter(node.links)).source)


# ---------------------------------------------------------------- conditions


def conditions_of(words: Wording, node: Set) -> Iterator[tuple[list[str], tuple[shape.Condition, ...]]]:
    """What must be quoted for the noun of a set, and its conditions: a noun may say some of them ("contractors")."""
    for noun in words.evidence(lambda e: e.meaning.kind == "noun" and e.meaning.target == node.model and bool(e.meaning.detail)):
        made = seed(words.catalogue, noun).value
        if isinstance(made, Set) and (made.where or made.links) and made.where <= node.where and made.links <= node.links:
            left = replace(node, where=node.where - made.where, links=node.links - made.links)
            yield from (([words.text(noun)], each) for each in _written(words, left))
    yield from (([], each) for each in _written(words, node))


def _written(words: Wording, node: Set) -> Iterator[tuple[shape.Condition, ...]]:
    parts = [*_conditions(node), *sorted(node.links, key=repr)]
    yield from (tuple(c for each in made for c in each) for made in each_of(partial(_condition, words, node.model), parts))


def _conditions(node: Set) -> Iterator[tuple[Condition, ...]]:
    """Conditions that are no links; the two ends of a range are one."""
    together: dict[str, list[Condition]] = {}
    for each in sorted(node.where, key=repr):
        is_bound = isinstance(each, Where) and isinstance(each.value, Quantity)
        together.setdefault(each.field if is_bound and isinstance(each, Where) else repr(each), []).append(each)
    yield from (tuple(each) for each in together.values())


def _condition(words: Wording, model: str, part: Link | tuple[Condition, ...]) -> Sequence[tuple[shape.Condition, ...]]:
    """The ways to write one condition, which may take several of a plan. Raises Unwritten."""
    if isinstance(part, Link):
        return few(_link(words, part))
    wheres = [p for p in part if isinstance(p, Where)]
    write = _PARTS.get(type(part[0]))
    if not wheres and write is None:
        raise Unwritten
    return few((one,) for one in (_where(words, wheres) if wheres or write is None else write(words, model, part[0])))


def _where(words: Wording, bounds: Sequence[Where]) -> Iterator[shape.Condition]:
    """A field with its number, its time or its value; its own word may stand with it."""
    first = bounds[0]
    field = words.saying(means("field", "than", target=first.field))
    if isinstance(first.value, Quantity):
        amounts = words.saying(_amount({b.value for b in bounds}))
        yield from (shape.Condition(kind="compared", target=first.field, said=[*more, *amounts]) for more in (field, []))
    elif isinstance(first.value, Interval):
        times = words.saying(lambda e: e.meaning.kind == "period" and e.value == first.value)
        yield from (shape.Condition(kind="period", target=first.field, said=[*more, *times]) for more in (field, []))
    elif first.op in ("=", "kind"):
        yield from _value(words, first)
    else:
        raise Unwritten


def _amount(numbers: set[Any]) -> Fits:
    """Is it one of these numbers, or a word of comparison?"""
    return lambda e: e.meaning.kind in AMOUNTS and (e.value is None or e.value in numbers)


def _value(words: Wording, where: Where) -> Iterator[shape.Condition]:
    model, _dot, name = where.field.partition(".")

    def says(e: Evidence) -> bool:
        is_noun = e.meaning.kind == "noun" and (e.meaning.target, e.meaning.detail) == (model, f"{name}={where.value}")
        return is_noun or (e.meaning.kind == "where" and (e.meaning.target, e.meaning.detail) == (where.field, where.value))

    places = words.saying(lambda e: e.meaning.kind == "place" and words.catalogue.relation(e.meaning.target).to == model)
    fields = words.saying(means("field", target=where.field))
    for said, more in product(words.saying(says), dict.fromkeys(((), tuple(places), tuple(fields)))):
        yield shape.Condition(kind="value", target=where.field, said=[*more, said])


def _is(words: Wording, _: str, condition: Is) -> Iterator[shape.Condition]:
    period = words.saying(lambda e: e.meaning.kind == "period" and e.value == condition.period) if condition.period else []
    yield shape.Condition(kind="is", target=condition.predicate, period=period)
    model, _dot, name = condition.predicate.partition(".")
    if name.startswith("without_"):
        lacking = shape.Condition(kind="tied", target=f"{model}.{name.removeprefix('without_')}")
        yield shape.Condition(kind="not", said=words.saying(means("lack")), of=[lacking])


def _not(words: Wording, model: str, condition: Not) -> Iterator[shape.Condition]:
    """In one word ("unpaid"), with a word that negates, and as what there is none of."""
    if isinstance(condition.of, Is):
        yield from _is(words, model, condition.of)
    inner = _condition(words, model, condition.of if isinstance(condition.of, Link) else (condition.of,))
    for said in words.saying(means(*_NEGATIONS)):
        yield from (shape.Condition(kind="not", said=[said], of=list(each)) for each in inner if len(each) == 1)
    if isinstance(condition.of, Link):
        lacked = product(words.saying(means("lack")), thing(words, condition.of.source))
        yield from (shape.Condition(kind="has", said=[said], thing=of) for said, of in lacked)


def _either(words: Wording, model: str, condition: Either) -> Iterator[shape.Condition]:
    parts = [c if isinstance(c, Link) else (c,) for c in sorted(condition.of, key=repr)]
    for of in each_of(partial(_condition, words, model), parts):
        yield shape.Condition(kind="either", of=[c for each in of for c in each])


def _has(words: Wording, _: str, condition: Has) -> Iterator[shape.Condition]:
    ways = (words.saying(_amount({condition.value})), words.saying(means("lack")))
    yield from (shape.Condition(kind="has", said=said, thing=of) for said, of in product(ways, thing(words, condition.tally.measure.of)) if said)


_PARTS: Mapping[type, Callable[[Wording, str, Any], Iterator[shape.Condition]]] = {Is: _is, Not: _not, Either: _either, Has: _has}


def _link(words: Wording, link: Link) -> Iterator[tuple[shape.Condition, ...]]:
    """Straight to what stands at its end, by a relation on the way or by none; what only stands beside gives its conditions."""
    for source in cores(link.source):
        for target, of in product(_targets(link, source), thing(words, source)):
            yield (shape.Condition(kind="tied", target=target, thing=of),)
    if isinstance(link.source, Set) and link.source.where and not link.source.newest and link.relation != "hub":
        yield from (conditions for noun, conditions in conditions_of(words, link.source) if not noun)


def _targets(link: Link, end: Node) -> Iterator[str]:
    """The relations on the way of a link up to its end, and none."""
    step: Link | None = link
    while step is not None:
        if step.relation != "hub":
            yield step.relation
        inner = step.source
        step = next(iter(inner.links)) if inner != end and isinstance(inner, Set) else None
    yield ""
