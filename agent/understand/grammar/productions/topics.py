"""Rules for what a question is about, set before it without a word that ties the two: "Lighthouse: which tickets are open", "Seawall tickets"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Named, Names, Set, Table, Where
from agent.understand.grammar.items import Columns, Figure, Item, Word
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import set_inside, ways_to, with_conditions
from agent.understand.grammar.productions.measures import TOPIC, metric_of


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
    if isinstance(value, Columns):
        yield from _about_each(known, left, right, gap, value, topic)
        return
    if isinstance(value, Figure) and value.metric:
        yield from metric_of(known, holder, topic, Gap(("of",), gap.mask))
        return
    asked = value.node if isinstance(value, Names | Table) else value
    found = set_inside(asked)
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


def about_text(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open tickets" + "about login", "mentioning login": those whose title says so."""
    found, text = set_inside(left.value), right.value
    if found is None or not isinstance(text, Word) or text.kind != "text" or found[0].newest:
        return
    if gap.words != (() if text.detail else ("about",)):
        return
    model = known.models[found[0].model]
    if model.titled and "name" in model.texts:
        where = Where(f"{model.id}.name", text.target, "contains")
        for made in with_conditions(known, left, right, gap, left, frozenset({where})):
            yield made.saying(f"where:{where.field}={where.value}", right.cover)
