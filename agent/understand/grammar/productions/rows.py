"""Rules for rows with something of each: "my Lisbon people: how many tickets does each have", "tickets assigned … for each of my reports"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Link, Measure, Set, Table
from agent.understand.grammar.items import Columns, Figure, Hole, Item, Word, is_bare
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import set_inside, with_conditions
from agent.understand.grammar.productions.measures import has_hole
from agent.understand.grammar.productions.tallies import columns_of


def done_by_each(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets assigned", "number of tickets reported": to or by whoever the row is."""
    word, thing = (left, right) if isinstance(left.value, Word) else (right, left)
    found = set_inside(thing.value)
    if found is None or not isinstance(thing.value, Set | Figure) or not isinstance(word.value, Word) or thing.is_whole:
        return
    if gap.words and (word is left or not gap.within(_IS_DONE | {"have", "has"})):
        return
    relation = known.relation(word.value.target) if word.value.kind == "done" else None
    if relation is None or relation.model != found[0].model or (isinstance(thing.value, Figure) and thing.value.measure.how != "count"):
        return
    row: Link = Link(relation.id, True, Hole(relation.to))  # type: ignore[arg-type]
    for made in with_conditions(known, left, right, gap, thing, frozenset({row}), cost=left.cost + right.cost + 1):
        value = made.value
        yield replace(made, value=Figure(Measure(value, "count")) if isinstance(value, Set) else value)


_IS_DONE = frozenset({"been", "are", "is", "were", "was", "'re", "got"})


def rows_told(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my Lisbon people" + "how many tickets does each have", "who of my reports is off today" + "and how many deals does each own"."""
    rows = left.value
    if not isinstance(rows, Set) or is_bare(rows) or rows.newest or gap.words not in ((), ("and",)) or not _of_each(right):
        return
    if not gap.words and gap.stop and right.says("they") and not right.says("each:each"):
        return                          # "sellers in Porto: how many leads do they own": all of them together
    for columns, cost in columns_of(known, right.value, rows.model):
        yield left.grown(Table(rows, columns), right, gap.mask, complete=True, stranded=True, cost=left.cost + right.cost + cost)


def _of_each(item: Item) -> bool:
    """Do the words say that the figures are for each row?"""
    figures = item.value.of if isinstance(item.value, Columns) else (item.value,)
    counted = [f for f in figures if isinstance(f, Figure)]
    return item.says("each") or any(f.each or has_hole(f.measure.of) for f in counted)


