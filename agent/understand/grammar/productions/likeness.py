"""Rules for what is alike: "in the same team as Ana", "reports to the same manager", "whose manager is in another city"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Alike, Column, Condition, Link, Me, Measure, Named, Node, Not, Path, Set, Step, Where, same_as
from agent.understand.grammar.items import Ask, Item, Likeness, Resembling, Word
from agent.understand.grammar.paths import coerced, is_bare, nested
from agent.understand.grammar.productions.gaps import HOLDS, PLACES, Gap
from agent.understand.grammar.productions.holding import held, with_conditions
from agent.understand.grammar.productions.measures import ways_between

_AS = (("as",), ("as", "of"))
_THAN = ("from",)


# ---------------------------------------------------------------- what is alike


def likeness(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the same" + "team", "another" + "city"."""
    word, what = left.value, right.value
    if not isinstance(word, Word) or word.kind != "same" or gap.words:
        return
    is_same = word.target == "same"
    if isinstance(what, Word) and what.kind == "rel" and what.detail != "plural" and known.relation(what.target).fk:
        yield left.grown(Likeness(is_same, relation=what.target), right, gap.mask)
    elif isinstance(what, Ask) and not what.where and not what.needs and what.unit is None and not known.field(what.field).derived:
        yield left.grown(Likeness(is_same, what.field), right, gap.mask)


# ---------------------------------------------------------------- like whom


def like_one(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the same team" + "as Ana", "as me", "as my manager"; "a different team" + "from Ana"."""
    like, node = left.value, right.value
    if not isinstance(like, Likeness) or not isinstance(node, Named | Me | Set) or not (gap.words in _AS if like.is_same else gap.words == _THAN):
        return
    if not is_bare(node) and not (isinstance(node, Me) and right.says("my")):
        yield left.grown(Resembling(like, node), right, gap.mask)


# ---------------------------------------------------------------- those who are so


def resembling(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"people" + "in the same team as Ana", "who" + "has the same manager as Ana", "deals" + "with the same owner as …"."""
    found, wanted = held(left.value), right.value
    if found is None or not isinstance(wanted, Resembling) or not gap.within(HOLDS | PLACES):
        return
    for conditions, cost in resembled(known, found[0].model, wanted):
        for made in with_conditions(known, left, right, gap, left, conditions, cost=left.cost + right.cost + cost):
            yield said_alike(made, wanted, right.cover)


def said_alike(item: Item, wanted: Resembling, mask: int) -> Item:
    """The item, whose words say the same of both: the field and its value, or the relation that leads there and back."""
    if not wanted.like.is_same:
        item = item.saying("not:not", mask)
    if wanted.like.relation:
        return item.saying(f"rel:{wanted.like.relation}", mask)
    return item.saying("compare:=", mask).saying("value:value", mask).saying(f"field:{wanted.like.field}", mask)


def resembled(known: Catalogue, model: str, wanted: Resembling) -> Iterator[tuple[frozenset[Condition], int]]:
    """The conditions on a model, in every way that it has what is alike; whom others are like is none of them."""
    if wanted.by:
        for condition, cost in _of_each(known, model, wanted):
            yield frozenset({condition}), cost
        return
    assert wanted.node is not None
    node = coerced(known, wanted.node, model)
    for link, cost in _like_one(known, model, wanted.like, node) if node is not None else ():
        alike = frozenset({link, Not(same_as(node))}) if wanted.like.is_same else frozenset({Not(link)})  # type: ignore[arg-type]  # no node, no link
        yield alike, cost


def _like_one(known: Catalogue, model: str, like: Likeness, node: Node) -> Iterator[tuple[Condition, int]]:
    """What ties a model's members to what the one thing has."""
    if like.relation:
        relation = known.relation(like.relation)
        if relation.model == model:
            there = frozenset(Where(f"{relation.to}.{name}", value) for name, value in relation.where.items())
            yield Link(relation.id, True, Set(relation.to, frozenset({Link(relation.id, False, node)}), there)), 0
        return
    for path, cost in _own_ways(known, model, like.field):
        holder = Set(path[-1].to, frozenset({_reaching(path, node)})) if path else node
        where = Where(like.field, Measure(holder, "value", like.field))
        yield (nested(path, Set(path[-1].to, where=frozenset({where}))) if path else where), cost


def _reaching(path: Path, node: Node) -> Link:
    """That a member of what a way of one step leads to is reached from the node."""
    return Link(path[0].relation, path[0].inverse, node)


def _of_each(known: Catalogue, model: str, wanted: Resembling) -> Iterator[tuple[Condition, int]]:
    """What each member has beside what its own relation has."""
    like, relation = wanted.like, known.relation(wanted.by)
    if relation.model != model or relation.to != model:
        return                          # of what is of another kind, no field is the same
    step, op = Step(relation.id, relation.to), "=" if like.is_same else "!="
    if like.relation:
        own = known.relation(like.relation)
        if own.model == model:
            end = Step(own.id, own.to)
            yield Alike(Column(None, (end,)), Column(None, (step, end)), op), 0  # type: ignore[arg-type]
        return
    for path, cost in _own_ways(known, model, like.field):
        yield Alike(Column(like.field, path), Column(like.field, (step, *path)), op), cost  # type: ignore[arg-type]


def _own_ways(known: Catalogue, model: str, field: str) -> Iterator[tuple[Path, int]]:
    """The ways of at most one step to what holds the field: a thing itself, or what is its own."""
    for path, cost in ways_between(known, model, field.partition(".")[0]):
        if len(path) <= 1 and all(step.relation != "hub" and not (step.inverse and known.models[step.to].words) for step in path):
            yield path, cost
