"""Rules for clauses: whose role is whose ("where I'm the hiring manager"), what still holds, what comes next, how many figures follow."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Column, Groups, Is, Order, Set
from agent.understand.grammar.items import Ask, Conditions, Figure, Item, Word
from agent.understand.grammar.productions.gaps import Gap


def still(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"still open", "still in the running": what holds, holds still."""
    limit = right.value
    if not isinstance(left.value, Word) or left.value.kind != "still" or not isinstance(limit, Conditions) or gap.words or limit.unit is not None:
        return
    if all(isinstance(c, Is) and c.period is None for c in limit.where) and (not right.says("verb") or right.says("not:not")):
        yield right.grown(limit, left, gap.mask, time=right.time).saying("no-op:still", left.cover)


def next_one(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"next interview", "next meeting": the first of those to come."""
    word, node = left.value, right.value
    if not isinstance(word, Word) or word.kind != "next" or not isinstance(node, Set) or gap.words or right.says(f"plural:{node.model}"):
        return
    model = known.models[node.model]
    if "upcoming" not in model.predicates or not model.period or node.newest or node.ranked is not None:
        return
    coming, by = Is(f"{model.id}.upcoming"), Order(Column(f"{model.id}.{model.period}"), False, 1)
    made = left.grown(replace(node, where=node.where | {coming}, ranked=by), right, gap.mask, time=right.time)
    yield made.saying(f"is:{coming.predicate}", left.cover).saying(f"most:{by.by.field}", left.cover)  # type: ignore[union-attr]


def upward(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(the reporting line above me), all the way to the CEO", "(everyone below Ana) in the org chart": as far as it goes."""
    node, word = left.value, right.value
    if not isinstance(node, Set) or not isinstance(word, Word) or word.kind != "upward" or gap.words:
        return
    if any(link.relation != "hub" and known.relation(link.relation).closure for link in node.links):
        yield left.grown(node, right, gap.mask)


def current(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"current employees", "current headcount", "current manager of Ana": what is so now is asked for anyway. Of what happened it says nothing."""
    word, what = left.value, right.value
    if isinstance(word, Word) and word.kind == "current" and not gap.words and _is_of_now(known, what):
        yield right.grown(what, left, gap.mask, time=right.time).saying("no-op:current", left.cover)


def _is_of_now(known: Catalogue, what: object) -> bool:
    if isinstance(what, Word):
        return what.kind == "rel" and not known.relation(what.target).many
    if isinstance(what, Ask):
        return not what.needs and known.field(what.field).kind not in ("date", "datetime")
    node = what.measure.of if isinstance(what, Figure) else what
    if not isinstance(node, Set) or node.newest or node.ranked is not None:
        return False
    states = [known.predicate(c.predicate) for c in node.where if isinstance(c, Is)]
    return any(p.time is None for p in states) or ("is active" in known.models[node.model].everybody and not states)


def broken_down(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"split" + "the headcount by team", "breakdown of" + "open tickets by status"."""
    word = left.value
    if isinstance(word, Word) and word.kind == "breaking" and isinstance(right.value, Groups) and gap.words in ((), ("of",)):
        yield right.grown(right.value, left, gap.mask, complete=True)
