"""Rules for what is asked, left out or said again behind what a question is about: "open deals - what do they add up to"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Measure, Set, Table
from agent.understand.grammar.items import Figure, Item, Word
from agent.understand.grammar.paths import is_bare
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.measures import summed

_ANY_STATUS, _UNCOUNTED = "any_status", ("draft", "void")


def of_them(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open deals of my team" + ": what do they add up to", + "- how many are these", + "and how many days is that"."""
    word, node = right.value, left.value
    if not isinstance(word, Word) or word.kind != "of_them" or not isinstance(node, Set) or not gap.within(frozenset({"and"})):
        return
    if not (gap.stop or gap.words) or is_bare(node) or node.newest or node.ranked is not None:
        return                          # what was last, or is first, is one
    how, _, unit = word.target.partition(" ")
    if how == "count":
        made = left.grown(Figure(Measure(node, "count")), right, gap.mask, time=left.time)
        yield made.saying("count:count", right.cover)
        return
    told = replace(right, value=Word("agg", how)).saying(f"agg:{how}", right.cover)
    for each in summed(known, told, left, Gap((), gap.mask)):
        yield _in_unit(known, each, unit, right.cover) if unit else each


def _in_unit(known: Catalogue, item: Item, unit: str, cover: int) -> Item:
    """The sum in days; of what is not measured in time it stays without, and no word says so."""
    figure = item.value
    assert isinstance(figure, Figure) and figure.measure.field is not None
    return replace(item, value=replace(figure, measure=replace(figure.measure, unit=unit))).saying(f"unit:{unit}", cover)


def broken_down_rows(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"break down" + "the headcount cost for each of my managers"."""
    word = left.value
    if isinstance(word, Word) and word.kind == "breaking" and isinstance(right.value, Table) and gap.words in ((), ("of",)):
        yield right.grown(right.value, left, gap.mask, complete=right.complete, time=right.time).saying("breaking", left.cover)
