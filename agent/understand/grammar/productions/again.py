"""Rules for what is asked again behind what was asked for: "Ben's job title, what is it?", "my reports in Lisbon, who are they?"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.understand.grammar.items import Item, Shown, Word
from agent.understand.grammar.productions.gaps import HOLDS, Gap


def held_here(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(which position) does Ben" + "hold with us", "has Ben" + "got here": a verb that only carries what is asked for."""
    if isinstance(left.value, Shown) and isinstance(right.value, Word) and right.value.kind == "held_here" and gap.within(HOLDS):
        yield left.grown(left.value, right, gap.mask, complete=left.complete)
