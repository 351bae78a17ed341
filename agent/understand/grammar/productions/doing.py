"""Rules for what somebody does with a record that is not themselves: candidates apply, and applications are what they apply with."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from agent.catalogue import Catalogue, Relation
from agent.plan.algebra import Is, Link, Measure, Set
from agent.understand.grammar.items import Conditions, Figure, Item, Word, is_bare
from agent.understand.grammar.paths import PEOPLE
from agent.understand.grammar.productions.gaps import AUXILIARY, HOLDS, Gap
from agent.understand.grammar.productions.holding import set_inside, ways_to, with_conditions


def by_whom(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"candidates who applied for …", "who applied last week", "how many people applied": those who did it."""
    relation = _doer(known, right.value) if isinstance(right.value, Conditions) else None
    if relation is None or not isinstance(right.value, Conditions) or not gap.within(HOLDS):
        return
    where = right.value.where
    links = frozenset(c for c in where if isinstance(c, Link))
    found = set_inside(left.value)
    if found is not None and found[0].model == relation.to:
        node, rebuilt = found
        held = next((k for k in node.links if k.relation == relation.id and isinstance(k.source, Set)), None)
        record = held.source if held is not None and isinstance(held.source, Set) else Set(relation.model)
        link = Link(relation.id, False, replace(record, links=record.links | links, where=record.where | (where - links)))
        bare = replace(left, value=rebuilt(replace(node, links=node.links - {held})))       # who was rejected for that job, not for any
        yield from with_conditions(known, bare, right, gap, bare, frozenset({link}))
    elif found is not None and found[0] == Set(PEOPLE) and gap.within(AUXILIARY):
        node = Set(relation.to, frozenset({Link(relation.id, False, Set(relation.model, links, where - links))}))
        made = Figure(Measure(node, "count")) if isinstance(left.value, Figure) else node
        yield left.grown(made, right, gap.mask).saying(f"model:{relation.to}", left.cover)


def for_what(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"candidates" + "for Senior Buyer", "active candidates" + "for Senior Buyer": those who did it on that, by the preposition."""
    node = left.value
    if not isinstance(node, Set) or len(gap.words) != 1 or is_bare(right.value):
        return
    for relation in _done_by(known, node.model):
        done = next((k for k in node.links if k.relation == relation.id and isinstance(k.source, Set)), None)
        record = done.source if done is not None else Set(relation.model)
        for link, cost in ways_to(known, relation.model, right.value, gap.words[0]):
            if not isinstance(record, Set) or not _leads(known, link, gap.words[0]) or any(k.relation == link.relation for k in record.links):
                continue
            did = Link(relation.id, False, replace(record, links=record.links | {link}))
            made = replace(node, links=(node.links - {done}) | {did})
            yield left.grown(made, right, gap.mask, cost=left.cost + right.cost + cost)


def record_of(known: Catalogue, item: Item) -> tuple[Item, Callable[[Item], Item]] | None:
    """What "candidates for Senior Buyer" did, and how they are told again: their interviews are those of that application, not of any."""
    node = item.value
    if not isinstance(node, Set):
        return None
    for relation in _done_by(known, node.model):
        for did in (k for k in node.links if k.relation == relation.id and not k.to_source and isinstance(k.source, Set)):
            return replace(item, value=did.source), partial(_told_again, item, did)
    return None


def _told_again(item: Item, did: Link, made: Item) -> Item:
    assert isinstance(item.value, Set) and isinstance(made.value, Set)
    return replace(made, value=replace(item.value, links=(item.value.links - {did}) | {replace(did, source=made.value)}))


def _leads(known: Catalogue, link: Link, preposition: str) -> bool:
    """Does the preposition say the tie itself: "for" a job?"""
    return link.relation != "hub" and preposition in known.relation(link.relation).prepositions


def _done_by(known: Catalogue, model: str) -> tuple[Relation, ...]:
    """The relations to whoever did something, of the records that tell what they did."""
    named = dict.fromkeys((p.model, p.by) for p in known.predicates() if p.by)
    return tuple(r for r in (known.models[of].relations[by] for of, by in named if by) if r.to == model)


def how_many_did(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many" + "joined us last month": people, whose verb it is."""
    word, limit = left.value, right.value
    if not isinstance(word, Word) or word.kind != "count" or not isinstance(limit, Conditions) or gap.words or limit.model != PEOPLE:
        return
    if right.says("verb") and len(limit.where) == 1 and all(isinstance(c, Is) and c.period is not None for c in limit.where):
        yield left.grown(Figure(Measure(Set(PEOPLE, where=limit.where), "count")), right, gap.mask).saying(f"model:{PEOPLE}", right.cover)


def _doer(known: Catalogue, limit: Conditions) -> Relation | None:
    """The relation to whoever does what the one named condition says."""
    named = [c for c in limit.where if isinstance(c, Is)]
    by = known.predicate(named[0].predicate).by if len(named) == 1 else None
    return known.models[limit.model].relations[by] if by else None


def of_those_who(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"active candidates", "rejected candidates": those of whom it is said of what they did."""
    if not gap.words and isinstance(right.value, Set) and is_bare(right.value):
        relation = _doer(known, left.value) if isinstance(left.value, Conditions) else None
        if relation is not None and relation.to == right.value.model:
            for made in by_whom(known, right, left, gap):
                yield replace(made, cover=left.cover | right.cover)
