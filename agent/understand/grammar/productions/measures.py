"""Rules for figures: counts, sums, averages, shares, named metrics, what they are grouped by, and for whom each is one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.catalogue.metrics import leading, with_leaders
from agent.plan.algebra import Groups, Is, Link, Me, Measure, Named, Node, Path, Set, Step, Table, Tally, parts
from agent.understand.grammar.items import COMPARABLE, Ask, Figure, Hole, Item, Topped, Word, is_bare
from agent.understand.grammar.paths import PEOPLE, between, coerced, nested
from agent.understand.grammar.productions.gaps import AUXILIARY, Gap
from agent.understand.grammar.productions.holding import OF_EVERY, is_in_currency, ways_to
from agent.understand.grammar.productions.limits import excluded, without_period
from agent.understand.grammar.productions.relations import WHOM

TOPIC = "topic"                         # an element that no goal holds: what the question begins with, before which a preposition may stand
_FOCUSES = frozenset({"what", "how_much", "list", "who"})
OF = frozenset({"of", "for", "in", "on", "from", "at"})


def counted(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many open tickets", "number of leads", "open tickets - count"."""
    for word, thing, allowed in ((left, right, OF), (right, left, frozenset({"of"}))):
        if isinstance(word.value, Word) and word.value.kind == "count" and isinstance(thing.value, Set) and gap.within(allowed):
            if word is left and thing.says(WHOM):
                continue                # "how many" + "tickets are assigned to" (each of them) counts tickets
            if word.says("plural") or (word is right and is_bare(thing.value)):         # "invoices, numbers": theirs, not how many
                continue
            yield word.grown(Figure(Measure(thing.value, "count")), thing, gap.mask, time=thing.time) if word is left else \
                thing.grown(Figure(Measure(thing.value, "count")), word, gap.mask, time=thing.time)


def counted_relation(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many direct reports (does Zoë have)": those of somebody who is still to be said."""
    if isinstance(left.value, Word) and left.value.kind == "count" and isinstance(right.value, Word) and right.value.kind == "rel" and not gap.words:
        node = of_each(known, right.value)
        if node is not None:
            yield left.grown(Figure(Measure(node, "count")), right, gap.mask)


def of_each(known: Catalogue, word: Word) -> Set | None:
    """"direct reports": those of somebody who is still to be said, where one may have several."""
    relation = known.relation(word.target) if word.kind == "rel" else None
    if relation is None or not relation.many:
        return None
    return Set(relation.to, frozenset({Link(relation.id, False, Hole(relation.model))}))  # type: ignore[arg-type]


def filled(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many direct reports" + "does Zoë (have)"."""
    if not isinstance(left.value, Figure) or not has_hole(left.value.measure.of) or is_bare(right.value):
        return
    if not gap.words or not gap.within(AUXILIARY):
        return
    of = left.value.measure.of
    assert isinstance(of, Set)
    links = {_refilled(known, link, right.value) for link in of.links}
    if None not in links:
        measure = replace(left.value.measure, of=replace(of, links=frozenset(links)))  # type: ignore[arg-type]
        yield left.grown(Figure(measure), right, gap.mask, complete=True)


def _refilled(known: Catalogue, link: Link, thing: object) -> Link | None:
    source: object = link.source
    if not isinstance(source, Hole):
        return link
    node = coerced(known, thing, source.model) if isinstance(thing, Named | Me | Set) else None
    return replace(link, source=node) if node is not None else None


def aggregated(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average amount of …" in two steps: "average" + "amount", then what it is of."""
    if isinstance(left.value, Word) and left.value.kind == "agg" and isinstance(right.value, Ask) and gap.within(frozenset({"of"})):
        field = known.field(COMPARABLE.get(right.value.field, right.value.field))
        is_of_all = not right.value.where or left.value.target == "sum"        # "total" + "vacation days left"
        if field.kind in ("number", "money", "quantity") and is_of_all and not right.value.needs:
            measure = Measure(Set(field.model, where=right.value.where), left.value.target, field.id, unit=right.value.unit)  # type: ignore[arg-type]
            yield left.grown(Figure(measure), right, gap.mask).saying(f"field:{field.id}", right.cover)


def of_what(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average amount" + "of the deals we won": the figure is over that set."""
    figure = left.value if isinstance(left.value, Figure) else right.value
    thing = right if isinstance(left.value, Figure) else left
    if not isinstance(figure, Figure) or not isinstance(thing.value, Set) or not gap.within(OF | {"'s"}) or (thing is right and not gap.words):
        return
    if is_bare(figure.measure.of) and figure.measure.of.model == thing.value.model and not figure.metric:
        measure = replace(figure.measure, of=thing.value)
        cost = left.cost + right.cost + (measure.how != "count" and is_in_currency(thing.value))
        yield left.grown(replace(figure, measure=measure), right, gap.mask, time=thing.time, cost=cost)


def summed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"total of the overdue invoices", "sum of the credit notes": by the model's size."""
    left, right = _total_first(known, left, right, gap)
    if not isinstance(left.value, Word) or left.value.kind != "agg" or not isinstance(right.value, Set):
        return
    if not gap.within(frozenset({"of", "on", "for"})):
        return
    size = known.models[right.value.model].size
    if size and size in known.models[right.value.model].fields:
        measure = Measure(right.value, left.value.target, f"{right.value.model}.{size}")  # type: ignore[arg-type]
        cost = left.cost + right.cost + 1 + is_in_currency(right.value)
        made = left.grown(Figure(measure), right, gap.mask, time=right.time, cost=cost)
        yield made.saying(f"size:{right.value.model}", left.cover)


def _total_first(known: Catalogue, left: Item, right: Item, gap: Gap) -> tuple[Item, Item]:
    """"expenses of Ana this year" + ", total" or "in total", as if that stood before. What has a name may be counted "in total"."""
    if not isinstance(left.value, Set) or not isinstance(right.value, Word) or gap.words:
        return left, right
    if right.says("at_once") and not known.models[left.value.model].name:
        return replace(right, value=Word("agg", "sum")).saying("agg:sum", right.cover), left
    return (right, left) if gap.stop and right.says("agg:sum") else (left, right)


def metric_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"headcount cost of Sofia", "revenue of Cobalt Freight", "Acme's revenue", "my team's win rate": over the ways that the metric names."""
    for figure, thing, allowed in ((left, right, OF | AUXILIARY | {"to", "with", "by", "that"}), (right, left, frozenset({"'s"}))):
        value = figure.value
        if not isinstance(value, Figure) or not value.metric or not gap.within(allowed):
            continue
        if figure is left and (not gap.words or figure.says("verb")):
            continue                    # "X owes us", and not "owe X"
        if thing is left and not gap.words and not _may_own(left):
            continue                    # "(the managers reporting to) me: headcount cost" is not mine
        for link, cost in _whose(known, value, thing.value):
            of = value.measure.of
            assert isinstance(of, Set)
            of = with_leaders(known, value.metric, replace(of, links=of.links | {link}))
            made = replace(value, measure=replace(value.measure, of=of))
            grown = figure.grown(made, thing, gap.mask, time=figure.time, cost=left.cost + right.cost + cost)
            grown = grown.saying(OF_EVERY, thing.cover) if thing.says("all:every") else grown
            yield grown.saying(TOPIC, thing.cover) if thing is left and gap.stop else grown


def _may_own(item: Item) -> bool:
    """May it stand before a figure without "'s": a name, or what begins with "my"?"""
    first = item.cover & -item.cover
    mine = any(mask & first and (element in ("my", "back", "each", "ours") or element.startswith("is:")) for element, mask in item.said)
    return isinstance(item.value, Named) or mine


def _whose(known: Catalogue, figure: Figure, thing: object) -> Iterator[tuple[Link, int]]:
    metric = known.metrics[figure.metric]
    thing = _leader(known, metric.whose, thing)
    if isinstance(thing, Set) and thing.model == metric.of:
        return                                                          # the average tenure of managers is over them, see `of_these`
    if not isinstance(thing, Named | Me | Set | Hole) or is_bare(thing):
        return
    for path in _paths(known, metric.whose, metric.of):
        node: Node | Hole | None = thing if isinstance(thing, Hole) else coerced(known, thing, path[-1].to)
        leads = known.relation(path[-1].relation)
        if isinstance(node, Set) and leads.model == leads.to and _are_several(known, node):
            if len(path) > 1 and Is(f"{PEOPLE}.manager") not in parts(node):     # of managers: theirs, or what they lead?
                yield nested(path[:-1], node), 0
            return
        if node is not None:
            elsewhere = path[-1].to.partition("/")[0] != metric.of.partition("/")[0]     # the app of the figure comes first
            yield nested(path, node), 2 if elsewhere else 0  # type: ignore[arg-type]
            return
    yield from ways_to(known, metric.of, thing)


def _are_several(known: Catalogue, node: Set) -> bool:
    """Is it people, each of whom counts, and no one person whom others report to?"""
    link = next(iter(node.links)) if len(node.links) == 1 and not node.where else None
    return link is None or link.to_source or link.relation == "hub" or known.relation(link.relation).many


def whose_paths(known: Catalogue, name: str) -> tuple[Path, ...]:
    """The ways from what a metric counts to those whose figure it is; none to leaders who count among their own people, for no path says so."""
    metric, leads = known.metrics[name], leading(known, name)
    return _paths(known, [relation for relation in metric.whose if leads is None or relation != leads.id], metric.of)


def _paths(known: Catalogue, relations: Iterable[str], model: str) -> tuple[Path, ...]:
    found: list[Path] = []
    for relation in map(known.relation, relations):
        step = Step(relation.id, relation.to)
        found.extend((*path, step) for path, _ in ways_between(known, model, relation.model)[:1])
    return tuple(found)


def of_these(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average tenure of managers", "win rate of my deals": over those, not over what belongs to them."""
    figure, thing = left.value, right.value
    if not isinstance(figure, Figure) or not figure.metric or not isinstance(thing, Set) or not gap.within(OF | {"among"}):
        return
    if not gap.words and known.metrics[figure.metric].how != "average":         # "time to close" + "defects"; not "pipeline" + "deals"
        return
    of = figure.measure.of
    if isinstance(of, Set) and thing.model == of.model and not thing.newest and thing.ranked is None:
        rest = of.where - {without_period(c) for c in thing.where}       # "win rate of the deals decided this year": decided anyway
        if excluded(known, rest, thing.where):
            return
        made = replace(of, links=of.links | thing.links, where=rest | thing.where)
        cost = left.cost + right.cost + is_in_currency(thing)
        yield left.grown(replace(figure, measure=replace(figure.measure, of=made)), right, gap.mask, time=left.time, cost=cost)


def _leader(known: Catalogue, whose: tuple[str, ...], thing: object) -> object:
    """What "Sofia's people" come to, for a figure that belongs to whoever leads them: Sofia's."""
    closures = [r for r in map(known.relation, whose) if r.closure]
    if not closures or not isinstance(thing, Set) or thing.where or len(thing.links) != 1:
        return thing
    link = next(iter(thing.links))
    upward = link.relation in (f"{PEOPLE}.manager", f"{PEOPLE}.chain")
    reports = (upward or link.relation == f"{PEOPLE}.tree") and link.to_source == upward
    return link.source if reports else thing


def ways_between(known: Catalogue, start: str, end: str, field: str = "") -> tuple[tuple[Path, int], ...]:
    """The ways from one model to another, with their costs; none is needed to itself, and there is none to a `field` that many models have."""
    return (((), 0),) if start == end else () if field and known.is_generic(field) else between(known, start, end)


def has_hole(node: object) -> bool:
    """Does a set wait for "each" to be told?"""
    return isinstance(node, Set) and without_hole(node) is not None


def without_hole(node: Set) -> tuple[Set, Path] | None:
    """A set without its tie to "each", and the way from its members to that; None where there is no such tie."""
    for link in node.links:
        step = Step(link.relation, "", not link.to_source and link.relation != "hub")
        source: object = link.source
        if isinstance(source, Hole):
            return replace(node, links=node.links - {link}), (replace(step, to=source.model),)
        if isinstance(source, Set) and (inner := without_hole(source)) is not None:
            return replace(node, links=node.links - {link}), (replace(step, to=source.model), *inner[1])
    return None


def figure_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"what is the win rate", "how much revenue": the focus of a figure."""
    if isinstance(right.value, Figure) and right.value.each:
        return
    if isinstance(right.value, Groups) and right.value.measures[0].how == "count" and not right.says("count:count") and not _is_named(right):
        return                          # "what do customers owe us per currency" does not count customers
    if not isinstance(left.value, Word) or left.value.kind != "focus" or left.value.target not in _FOCUSES:
        return
    if left.value.target == "how_much" and isinstance(right.value, Groups) and right.says(f"model:{right.value.measures[0].of.model}") and \
            right.value.measures[0].how == "sum" and not left.says("amount"):
        return                              # "how many" + "expenses by employee" counts them
    if left.value.target == "what" and _counts_unsaid(right):
        return                              # "which tickets does each of them have" wants the tickets
    rows = right.value.node.model if left.value.target == "who" and isinstance(right.value, Topped) else ""
    if rows and not (gap.within(AUXILIARY) and (known.models[rows].is_person or rows == "crm/Account")):
        return                              # "who is in the largest team": not which team that is; "who won the biggest deal": not which deal
    if isinstance(right.value, Figure | Groups | Table | Topped) and gap.within(AUXILIARY | OF):
        yield right.grown(right.value, left, gap.mask, complete=True)


def _counts_unsaid(item: Item) -> bool:
    """Are things counted, in all or in each row, though no word asks for how many?"""
    value = item.value
    figures = [value.measure] if isinstance(value, Figure) else []
    if isinstance(value, Table) and value.order is None:
        figures = [c.measure for c in value.columns if isinstance(c, Tally)]
    return any(m.how == "count" for m in figures) and not item.says("count:count") and not _is_named(item)


def _is_named(item: Item) -> bool:
    return any(element.startswith("metric:") for element, _ in item.said)


def total_metric(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"total headcount cost", "average deal size": the way of counting that the metric has anyway."""
    if not isinstance(left.value, Word) or not isinstance(right.value, Figure) or not right.value.metric:
        return
    word, how = left.value, right.value.measure.how
    counts = word.kind == "count" and how == "count" and gap.within(frozenset({"of"}))
    adds = word.kind == "agg" and word.target in ("sum", how) and how in ("sum", "count", word.target) and gap.within(frozenset({"of"}))
    if counts or adds:
        yield right.grown(right.value, left, gap.mask, time=right.time)
