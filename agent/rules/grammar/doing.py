"""Rules for what somebody does with a record that is not themselves: candidates apply, and applications are what they apply with."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue, Relation
from agent.plan import Is, Link, Measure, Set
from agent.rules.grammar.gaps import AUXILIARY, HOLDS, Gap
from agent.rules.grammar.holding import held, ways_to, with_conditions
from agent.rules.items import Conditions, Figure, Item
from agent.rules.paths import PEOPLE, is_bare


def done_on(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"applied" + "for the Senior Buyer position": what it is done on, by the preposition."""
    if not isinstance(left.value, Conditions) or _doer(known, left.value) is None or len(gap.words) != 1 or is_bare(right.value):
        return
    for link, cost in ways_to(known, left.value.model, right.value, gap.words[0]):
        value = replace(left.value, where=left.value.where | {link})
        yield left.grown(value, right, gap.mask, cost=left.cost + right.cost + cost)


def by_whom(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"candidates who applied for …", "who applied last week", "how many people applied": those who did it."""
    relation = _doer(known, right.value) if isinstance(right.value, Conditions) else None
    if relation is None or not isinstance(right.value, Conditions) or not gap.within(HOLDS):
        return
    where = right.value.where
    links = frozenset(c for c in where if isinstance(c, Link))
    link = Link(relation.id, False, Set(relation.model, links, where - links))
    found = held(left.value)
    if found is not None and found[0].model == relation.to:
        yield from with_conditions(known, left, right, gap, left, frozenset({link}))
    elif found is not None and found[0] == Set(PEOPLE) and gap.within(AUXILIARY):
        node = Set(relation.to, frozenset({link}))
        made = Figure(Measure(node, "count")) if isinstance(left.value, Figure) else node
        yield left.grown(made, right, gap.mask).saying(f"model:{relation.to}", left.cover)


def of_those_who(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"active candidates", "rejected candidates": those of whom it is said of what they did."""
    if not gap.words and isinstance(right.value, Set) and is_bare(right.value):
        relation = _doer(known, left.value) if isinstance(left.value, Conditions) else None
        if relation is not None and relation.to == right.value.model:
            for made in by_whom(known, right, left, gap):
                yield replace(made, cover=left.cover | right.cover)


def _doer(known: Catalogue, limit: Conditions) -> Relation | None:
    """The relation to whoever does what the one named condition says."""
    named = [c for c in limit.where if isinstance(c, Is)]
    by = known.predicate(named[0].predicate).by if len(named) == 1 else None
    return known.models[limit.model].relations[by] if by else None
