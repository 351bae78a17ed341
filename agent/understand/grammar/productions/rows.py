"""Rules for rows with something of each: "my Lisbon people: how many tickets does each have", "tickets assigned … for each of my reports"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Link, Measure, Set, Table, Tally
from agent.understand.grammar.items import Columns, Conditions, Crews, Each, Figure, Hole, Item, Owned, Word
from agent.understand.grammar.paths import PEOPLE, is_bare
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import as_model, held, with_conditions
from agent.understand.grammar.productions.measures import has_hole, whose_paths
from agent.understand.grammar.productions.tallies import columns_of

_COST = "headcount_cost"


def done_by_each(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets assigned", "number of tickets reported": to or by whoever the row is."""
    word, thing = (left, right) if isinstance(left.value, Word) else (right, left)
    found = held(thing.value)
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


def and_how_many(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"which of my accounts have open tickets" + "and how many": what was said to be had is counted for each."""
    word = right.value
    if not isinstance(left.value, Owned) or not isinstance(word, Word) or word.kind != "count" or gap.words not in (("and",), ()):
        return
    for columns, cost in columns_of(known, Figure(Measure(left.value.had, "count")), left.value.node.model):
        yield left.grown(Table(left.value.node, columns), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def in_the_role(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"somebody from Support" + "as interviewer": whose role it is."""
    if not isinstance(right.value, Word) or right.value.kind != "rel" or gap.words != ("as",):
        return
    relation = known.relation(right.value.target)
    node = as_model(known, left.value, relation.to)
    if node is not None and not is_bare(left.value):
        link = Link(relation.id, True, node)
        yield left.grown(Conditions(relation.model, frozenset({link})), right, gap.mask)


def crews(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the people" + "of each of my managers"."""
    people, each = left.value, right.value
    if not isinstance(people, Set) or not is_bare(people) or not isinstance(each, Each) or gap.words != ("of",) or left.says("who"):
        return
    if people.model == each.node.model == PEOPLE:
        yield left.grown(Crews(each.node), right, gap.mask)


def cost_of_crews(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the people of each of my managers" + "cost us": of all whom each leads."""
    crew, word = left.value, right.value
    if not isinstance(crew, Crews) or not isinstance(word, Word) or word.kind != "costing" or gap.words:
        return
    for path in whose_paths(known, _COST):
        if known.relation(path[-1].relation).closure:
            tally = Tally(metric_measure(known, _COST), path)
            yield left.grown(Table(crew.node, (tally,)), right, gap.mask, complete=True).saying(f"metric:{_COST}", right.cover)
