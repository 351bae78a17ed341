"""Rules for what a question is about, set before it without a word that ties the two: "Lighthouse: which tickets are open", "Seawall tickets"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Named, Names, Set, Table
from agent.understand.grammar.items import Item
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import set_inside, ways_to, with_conditions
from agent.understand.grammar.productions.measures import TOPIC


def topic_first(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Lighthouse:" + "open tickets", "In Lighthouse," + "tickets by status", "Seawall" + "tickets"; of figures see `terse.topic`."""
    if gap.words or not isinstance(left.value, Named) or _is_tied(right):
        return
    if (gap.stop and gap.opens) or isinstance(right.value, Set):
        for made in _about(known, left, right, gap, right, left):
            yield made.saying(TOPIC, left.cover)


def _is_tied(item: Item) -> bool:
    """Is it somebody's or somewhere's already? A second place beside it may mean either."""
    found = set_inside(item.value)
    return found is not None and (bool(found[0].links) or found[0].newest or found[0].ranked is not None)


def _about(known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, topic: Item) -> Iterator[Item]:
    """The holder, of what is beside it."""
    value = holder.value
    asked = value.node if isinstance(value, Names | Table) else value
    found = set_inside(asked)
    for link, cost in ways_to(known, found[0].model, topic.value) if found is not None else ():
        more = left.cost + right.cost + cost + 1
        for made in with_conditions(known, left, right, gap, replace(holder, value=asked), frozenset({link}), cost=more, complete=holder.complete):
            whole = isinstance(value, Names | Table) and isinstance(made.value, Set)
            yield replace(made, value=replace(value, node=made.value)) if whole else made  # type: ignore[arg-type]
