"""Rules for what a question is about, set before it without a word that ties the two: "Lighthouse: which tickets are open", "Seawall tickets"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan import Figures, Named, Names, Set, Table
from agent.rules.grammar.gaps import PLACES, Gap
from agent.rules.grammar.holding import held, ways_to, with_conditions
from agent.rules.grammar.measures import TOPIC, metric_of
from agent.rules.items import Columns, Figure, Item, Part, Word


def topic_first(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Lighthouse:" + "open tickets", "In Lighthouse," + "tickets by status", "Seawall" + "tickets"; of figures see `terse.topic`."""
    if gap.words or not isinstance(left.value, Named) or _is_tied(right):
        return
    if (gap.stop and gap.opens) or isinstance(right.value, Set):
        for made in _about(known, left, right, gap, right, left):
            yield made.saying(TOPIC, left.cover)


def share_of_topic(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Sev1 defects:" + "what is the share" (that was fixed in time)."""
    if isinstance(left.value, Set) and isinstance(right.value, Word) and right.value.kind == "share" and gap.stop and not gap.words:
        yield left.grown(Part(left.value), right, gap.mask).saying(TOPIC, left.cover)


def _is_tied(item: Item) -> bool:
    """Is it somebody's or somewhere's already? A second place beside it may mean either."""
    found = held(item.value)
    return found is not None and (bool(found[0].links) or found[0].newest or found[0].ranked is not None)


def _about(known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, topic: Item) -> Iterator[Item]:
    """The holder, of what is beside it."""
    value = holder.value
    if isinstance(value, Columns):
        yield from _about_each(known, left, right, gap, value, topic)
        return
    if isinstance(value, Figure) and value.metric:
        yield from metric_of(known, holder, topic, Gap(("of",), gap.mask))
        return
    asked = value.node if isinstance(value, Names | Table) else value
    found = held(asked)
    for link, cost in ways_to(known, found[0].model, topic.value) if found is not None else ():
        more = left.cost + right.cost + cost + 1
        for made in with_conditions(known, left, right, gap, replace(holder, value=asked), frozenset({link}), cost=more, complete=holder.complete):
            whole = isinstance(value, Names | Table) and isinstance(made.value, Set)
            yield replace(made, value=replace(value, node=made.value)) if whole else made  # type: ignore[arg-type]


def _about_each(known: Catalogue, left: Item, right: Item, gap: Gap, columns: Columns, topic: Item) -> Iterator[Item]:
    """"Kenmore Freight:" + "amount overdue and number of open tickets": each of the figures is its."""
    found: list[tuple[Figure, int]] = []
    for figure in columns.of:
        own = Item(figure, 0, 0) if isinstance(figure, Figure) else None
        made = min(_about(known, own, topic, gap, own, topic), key=lambda m: m.cost, default=None) if own is not None else None
        if made is None or not isinstance(made.value, Figure):
            return
        found.append((made.value, made.cost))
    cost = left.cost + right.cost + max(more for _, more in found)
    yield left.grown(Columns(tuple(figure for figure, _ in found)), right, gap.mask, cost=cost)


def in_each(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"number of people in Finance" + "and in Sales", "open tickets of Ana" + "and of Ben": the same figure of another, beside it."""
    other = right.value
    value = left.value.measures[-1] if isinstance(left.value, Figures) else left.value.measure if isinstance(left.value, Figure) else None
    if value is None or not isinstance(value.of, Set) or not isinstance(other, Named) or len(gap.words) != 2 or gap.words[0] != "and":
        return
    ties = [k for k in value.of.links if isinstance(k.source, Named) and k.source.model == other.model and k.source != other]
    if len(ties) == 1 and gap.words[1] in PLACES:
        more = replace(value, of=replace(value.of, links=(value.of.links - {ties[0]}) | {replace(ties[0], source=other)}))
        before = left.value.measures if isinstance(left.value, Figures) else (value,)
        yield left.grown(Figures((*before, more)), right, gap.mask, complete=True)
