"""Rules for figures: counts, sums, averages, shares, named metrics, what they are grouped by, and for whom each is one."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.metrics import metric_measure
from agent.plan import Column, Condition, Groups, Key, Link, Me, Measure, Named, Not, Path, Set, Step, Table, Tally, Union
from agent.rules.grammar.gaps import AUXILIARY, HOLDS, PLACES, Gap, Typed
from agent.rules.grammar.sets import NODE, excluded, ways_to
from agent.rules.items import COMPARABLE, Ask, By, Columns, Conditions, Each, Figure, Hole, Item, Part, Topped, Word
from agent.rules.paths import PEOPLE, between, coerced, is_bare, nested

_FOCUSES = frozenset({"what", "how_much", "list", "who"})
OF = frozenset({"of", "for", "in", "on", "from", "at"})


def counted(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many open tickets", "number of leads", "open tickets - count"."""
    for word, thing, allowed in ((left, right, OF), (right, left, frozenset({"of"}))):
        if isinstance(word.value, Word) and word.value.kind == "count" and isinstance(thing.value, Set) and gap.within(allowed):
            if word is right and is_bare(thing.value):
                continue
            yield word.grown(Figure(Measure(thing.value, "count")), thing, gap.mask, time=thing.time) if word is left else \
                thing.grown(Figure(Measure(thing.value, "count")), word, gap.mask, time=thing.time)


def counted_relation(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many direct reports (does Zoë have)": those of somebody who is still to be said."""
    if isinstance(left.value, Word) and left.value.kind == "count" and isinstance(right.value, Word) and right.value.kind == "rel" and not gap.words:
        relation = known.relation(right.value.target)
        if relation.many:
            node = Set(relation.to, frozenset({Link(relation.id, False, Hole(relation.model))}))  # type: ignore[arg-type]
            yield left.grown(Figure(Measure(node, "count")), right, gap.mask)


def filled(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many direct reports" + "does Zoë (have)"."""
    if not isinstance(left.value, Figure) or not gap.words or not gap.within(AUXILIARY) or not has_hole(left.value.measure.of) or is_bare(right.value):
        return
    of = left.value.measure.of
    assert isinstance(of, Set)
    links = {_refilled(known, link, right.value) for link in of.links}
    if None not in links:
        measure = replace(left.value.measure, of=replace(of, links=frozenset(links)))  # type: ignore[arg-type]
        yield left.grown(Figure(measure), right, gap.mask, complete=True)


def _refilled(known: Catalogue, link: Link, thing: object) -> Link | None:
    if not isinstance(link.source, Hole):  # type: ignore[unreachable]
        return link
    node = coerced(known, thing, link.source.model) if isinstance(thing, Named | Me | Set) else None  # type: ignore[unreachable]
    return replace(link, source=node) if node is not None else None


def aggregated(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average amount of …" in two steps: "average" + "amount", then what it is of."""
    if isinstance(left.value, Word) and left.value.kind == "agg" and isinstance(right.value, Ask) and gap.within(frozenset({"of"})):
        field = known.field(COMPARABLE.get(right.value.field, right.value.field))
        if field.kind in ("number", "money", "quantity") and not right.value.where and not right.value.needs:
            measure = Measure(Set(field.model), left.value.target, field.id, unit=right.value.unit)  # type: ignore[arg-type]
            yield left.grown(Figure(measure), right, gap.mask).saying(f"field:{field.id}", right.cover)


def of_what(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average amount" + "of the deals we won": the figure is over that set."""
    figure = left.value if isinstance(left.value, Figure) else right.value
    thing = right if isinstance(left.value, Figure) else left
    if not isinstance(figure, Figure) or not isinstance(thing.value, Set) or not gap.within(OF | {"'s"}) or (thing is right and not gap.words):
        return
    if is_bare(figure.measure.of) and figure.measure.of.model == thing.value.model and not figure.metric:
        measure = replace(figure.measure, of=thing.value)
        yield left.grown(replace(figure, measure=measure), right, gap.mask, time=thing.time)


def summed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"total of the overdue invoices", "sum of the credit notes": by the model's size."""
    if not isinstance(left.value, Word) or left.value.kind != "agg" or not isinstance(right.value, Set) or not gap.within(frozenset({"of", "on", "for"})):
        return
    size = known.models[right.value.model].size
    if size and size in known.models[right.value.model].fields:
        measure = Measure(right.value, left.value.target, f"{right.value.model}.{size}")  # type: ignore[arg-type]
        made = left.grown(Figure(measure), right, gap.mask, time=right.time, cost=left.cost + right.cost + 1)
        yield made.saying(f"size:{right.value.model}", left.cover)


def total_metric(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"total headcount cost", "average deal size": the way of counting that the metric has anyway."""
    if isinstance(left.value, Word) and left.value.kind == "count" and isinstance(right.value, Figure) and right.value.metric:
        if right.value.measure.how == "count" and gap.within(frozenset({"of"})):
            yield right.grown(right.value, left, gap.mask, time=right.time)
    elif isinstance(left.value, Word) and left.value.kind == "agg" and isinstance(right.value, Figure) and right.value.metric and not gap.words:
        if left.value.target in ("sum", right.value.measure.how) and right.value.measure.how in ("sum", "count", left.value.target):
            yield right.grown(right.value, left, gap.mask, time=right.time)


def amount_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(by) amount won this year": the sum of a field over what the condition holds for."""
    if isinstance(left.value, Ask) and isinstance(right.value, Conditions) and not left.value.where and not left.value.needs and gap.within(HOLDS):
        field = known.field(left.value.field)
        if field.kind == "money" and right.value.model == field.model and right.value.unit is None:
            links = frozenset(c for c in right.value.where if isinstance(c, Link))
            node = Set(field.model, links, right.value.where - links)
            made = left.grown(Figure(Measure(node, "sum", field.id)), right, gap.mask, cost=left.cost + right.cost + 1, time=right.value.time)
            yield made.saying("agg:sum", left.cover)


def metric_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"headcount cost of Sofia", "revenue of Cobalt Freight", "Acme's revenue", "my team's win rate": over the ways that the metric names."""
    for figure, thing, allowed in ((left, right, OF | AUXILIARY | {"to", "with", "by"}), (right, left, frozenset({"'s"}))):
        value = figure.value
        if not isinstance(value, Figure) or not value.metric or not gap.within(allowed) or (figure is left and not gap.words):
            continue
        for link, cost in _whose(known, value, thing.value):
            of = value.measure.of
            assert isinstance(of, Set)
            made = replace(value, measure=replace(value.measure, of=replace(of, links=of.links | {link})))
            yield figure.grown(made, thing, gap.mask, time=figure.time, cost=left.cost + right.cost + cost)


def _whose(known: Catalogue, figure: Figure, thing: object) -> Iterator[tuple[Link, int]]:
    metric = known.metrics[figure.metric]
    thing = _leader(known, metric.whose, thing)
    if isinstance(thing, Set) and thing.model == metric.of:
        return                                                          # the average tenure of managers is over them, see `of_these`
    if not isinstance(thing, Named | Me | Set | Hole) or is_bare(thing):
        return
    for path in _whose_paths(known, metric.name):
        node = thing if isinstance(thing, Hole) else coerced(known, thing, path[-1].to)
        if node is not None:
            elsewhere = path[-1].to.partition("/")[0] != metric.of.partition("/")[0]     # the app of the figure comes first
            yield nested(path, node), 2 if elsewhere else 0  # type: ignore[arg-type]
            return
    yield from ways_to(known, metric.of, thing)


def _whose_paths(known: Catalogue, name: str) -> tuple[Path, ...]:
    """The ways from what a metric counts to those whose figure it is."""
    metric = known.metrics[name]
    found: list[Path] = []
    for relation in map(known.relation, metric.whose):
        step = Step(relation.id, relation.to)
        found.extend((*path, step) for path, _ in _to(known, metric.of, relation.model)[:1])
    return tuple(found)


def of_these(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average tenure of managers", "win rate of my deals": over those, not over what belongs to them."""
    figure, thing = left.value, right.value
    if not isinstance(figure, Figure) or not figure.metric or not isinstance(thing, Set) or not gap.words or not gap.within(OF | {"among"}):
        return
    of = figure.measure.of
    if isinstance(of, Set) and thing.model == of.model and not thing.newest and thing.ranked is None and not is_bare(thing):
        if excluded(known, of.where, thing.where):
            return
        made = replace(of, links=of.links | thing.links, where=of.where | thing.where)
        yield left.grown(replace(figure, measure=replace(figure.measure, of=made)), right, gap.mask, time=left.time)


def _leader(known: Catalogue, whose: tuple[str, ...], thing: object) -> object:
    """What "Sofia's people" come to, for a figure that belongs to who leads them: Sofia's."""
    closures = [r for r in map(known.relation, whose) if r.closure]
    if not closures or not isinstance(thing, Set) or thing.where or len(thing.links) != 1:
        return thing
    link = next(iter(thing.links))
    reports = link.relation in (f"{PEOPLE}.manager", f"{PEOPLE}.reports") and link.to_source == (link.relation == f"{PEOPLE}.manager")
    return link.source if reports else thing


def in_unit(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"in USD", "in hours": the unit of a figure."""
    for figure, unit in ((left, right), (right, left)):
        value = figure.value
        if not isinstance(value, Figure) or not (isinstance(unit.value, Word) and unit.value.kind in ("unit", "currency")):
            continue
        field = known.field(value.measure.field) if value.measure.field else None
        fits = field is not None and (field.kind == "money" if unit.value.kind == "currency" else bool(field.unit or field.unit_field))
        if fits and value.measure.unit is None and gap.within(frozenset({"in", "to", "of"})):
            yield left.grown(replace(value, measure=replace(value.measure, unit=unit.value.target)), right, gap.mask, time=figure.time)


# ---------------------------------------------------------------- shares


def part_of(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"what fraction of P0 bugs"."""
    if isinstance(left.value, Word) and left.value.kind == "share" and isinstance(right.value, Set) and gap.words == ("of",):
        yield left.grown(Part(right.value), right, gap.mask)


def share(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"… has been fixed within SLA": what of it is the part."""
    if isinstance(left.value, Part) and isinstance(right.value, Conditions) and gap.within(HOLDS | PLACES):
        node = left.value.node
        if right.value.model == node.model:
            among = _among(known, node, right.value.where)
            made = left.grown(Figure(Measure(among, "share", part=right.value.where)), right, gap.mask)
            yield made.saying("among", right.cover)
            return
        for path, cost in between(known, node.model, right.value.model):
            links = frozenset(c for c in right.value.where if isinstance(c, Link))
            inner = Set(right.value.model, links, right.value.where - links)
            part = frozenset({nested(path, inner)})
            yield left.grown(Figure(Measure(node, "share", part=part)), right, gap.mask, cost=left.cost + right.cost + cost)


def _among(known: Catalogue, node: Set, part: frozenset[Condition]) -> Set:
    """Of what a share is one: a named share ("within SLA") leaves out what is undecided, whoever asks for it in whatever words."""
    for name, metric in known.metrics.items():
        measure = metric_measure(known, name)
        positive = frozenset(c.of if isinstance(c, Not) else c for c in part)
        if metric.how == "share" and metric.of == node.model and measure.part == positive and isinstance(measure.of, Set):
            return replace(node, where=node.where | measure.of.where)
    return node


# ---------------------------------------------------------------- groups


def grouped_by(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"by department", "per project", "for each status", "by month"."""
    if not isinstance(left.value, Word) or left.value.kind != "per" or not gap.within(frozenset({"of"})):
        return
    spec = _spec(right.value)
    if spec is not None:
        yield left.grown(By((spec,)), right, gap.mask)


def _spec(value: object) -> tuple[str, str] | None:
    if isinstance(value, Set) and is_bare(value):
        return "model", value.model
    if isinstance(value, Word) and value.kind in ("rel", "bucket"):
        return ("relation" if value.kind == "rel" else "bucket"), value.target
    if isinstance(value, Ask) and not value.where and not value.needs:
        return "field", value.field
    return None


def and_by(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"by region and month"."""
    if not isinstance(left.value, By) or gap.words not in (("and",), ()):
        return
    more = right.value.specs if isinstance(right.value, By) else tuple(s for s in (_spec(right.value),) if s and gap.words)
    if more and not set(more) & set(left.value.specs):
        yield left.grown(By((*left.value.specs, *more)), right, gap.mask)


def grouped(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"number of open tickets per project", "headcount by department", "open leads by source"; the keys may come first."""
    for thing, by in ((left, right), (right, left)):
        if not isinstance(by.value, By) or not gap.within(frozenset()):
            continue
        measure = thing.value.measure if isinstance(thing.value, Figure) else _plain_count(thing.value)
        if measure is None or not isinstance(measure.of, Set) or has_hole(measure.of):
            continue
        metric = thing.value.metric if isinstance(thing.value, Figure) else ""
        for keys, cost in keys_of(known, measure.of.model, by.value.specs, metric, thing.time):
            goal = Groups((measure,), keys)
            yield left.grown(goal, right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def _plain_count(value: object) -> Measure | None:
    """"open leads by source": a set that is grouped is counted."""
    return Measure(value, "count") if isinstance(value, Set) else None


def keys_of(known: Catalogue, model: str, specs: tuple[tuple[str, str], ...], metric: str, time: str) -> Iterator[tuple[tuple[Key, ...], int]]:
    """What members of a model are grouped by, in every way that the words may mean, with its cost."""
    if not specs:
        yield (), 0
        return
    for key, cost in _key(known, model, *specs[0], metric, time):
        for keys, more in keys_of(known, model, specs[1:], metric, time):
            yield (key, *keys), cost + more


def _key(known: Catalogue, model: str, kind: str, target: str, metric: str, time: str) -> Iterator[tuple[Key, int]]:
    whose = _whose_paths(known, metric) if metric else ()
    if kind == "bucket":
        name = (known.metrics[metric].period if metric else None) or known.models[model].period
        field = time or (f"{model}.{name}" if name else "")
        if field:
            yield Key(field=field, bucket=target), 0  # type: ignore[arg-type]
        return
    if kind == "relation":
        relation = known.relation(target)
        closures = [path for path in whose if known.relation(path[-1].relation).closure and known.relation(path[-1].relation).fk == relation.fk]
        if closures:                    # "headcount cost per manager" is of all whom the manager leads, as it is of one manager
            yield Key(closures[0]), 0
            return
        for path, cost in _to(known, model, relation.model):
            yield Key((*path, Step(relation.id, relation.to))), cost + bool(path)
        return
    end = target if kind == "model" else target.partition(".")[0]
    field = None if kind == "model" else target
    direct = [path for path in whose if path[-1].to == end]
    if direct:
        yield Key(direct[0], field), 0
        return
    for path, cost in _to(known, model, end):
        if path or field:
            yield Key(path, field), cost + bool(path and field)


def _to(known: Catalogue, start: str, end: str) -> tuple[tuple[Path, int], ...]:
    return (((), 0),) if start == end else between(known, start, end)


# ---------------------------------------------------------------- a figure for each


def for_each(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"for each of my managers", "per person in my team", "each project": a row for each member."""
    if not isinstance(left.value, Word) or left.value.kind not in ("per", "each") or not gap.within(frozenset({"of"})):
        return
    if isinstance(right.value, Set | Union) and (not is_bare(right.value) or left.value.kind == "each"):
        yield left.grown(Each(right.value), right, gap.mask, cost=left.cost + right.cost + is_bare(right.value))


def for_those(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"For my team in Bangalore, …": rows that figures or columns follow."""
    if isinstance(left.value, Word) and left.value.kind == "for" and isinstance(right.value, Set) and not is_bare(right.value) and not gap.words:
        yield left.grown(Each(right.value), right, gap.mask, cost=left.cost + right.cost + 1)


def tallied(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open tickets" + "for each person in the Firmware team", either first; "how many … does each … have"."""
    for figure, rows in ((left, right), (right, left)):
        if not isinstance(rows.value, Each) or not gap.within(HOLDS | {"in", "for", "of", "by", "on"}):
            continue
        for columns, cost in columns_of(known, figure.value, rows.value.node.model):
            yield left.grown(Table(rows.value.node, columns), right, gap.mask, complete=True, stranded=True, cost=left.cost + right.cost + cost)


def columns_of(known: Catalogue, value: object, row: str) -> Iterator[tuple[tuple[Column | Tally, ...], int]]:
    """What is shown of each row: figures for it, fields of it."""
    if isinstance(value, Columns):
        yield from _product(known, value.of, row)
    elif isinstance(value, Figure | Ask):
        yield from (((column,), cost) for column, cost in _column(known, value, row))
    elif isinstance(value, Set) and not is_bare(value):
        yield from (((column,), cost) for column, cost in _column(known, Figure(Measure(value, "count")), row))


def _product(known: Catalogue, of: tuple[object, ...], row: str) -> Iterator[tuple[tuple[Column | Tally, ...], int]]:
    if not of:
        yield (), 0
        return
    for column, cost in _column(known, of[0], row):
        for columns, more in _product(known, of[1:], row):
            yield (column, *columns), cost + more


def _column(known: Catalogue, value: object, row: str) -> Iterator[tuple[Column | Tally, int]]:
    if isinstance(value, Figure):
        yield from tally_of(known, value, row)
    elif isinstance(value, Word) and value.kind == "rel":
        relation = known.relation(value.target)
        for path, cost in _to(known, row, relation.model):
            yield Column(None, (*path, Step(relation.id, relation.to))), cost
    elif isinstance(value, Ask) and not value.needs and not value.where:
        for path, cost in _to(known, row, value.field.partition(".")[0]):
            yield Column(value.field, path, value.unit), cost


def tally_of(known: Catalogue, figure: Figure, row: str) -> Iterator[tuple[Tally, int]]:
    measure = figure.measure
    of = measure.of
    found = without_hole(of) if isinstance(of, Set) else None
    if found is not None:
        bare, path = found
        reached = path[-1].to if path else ""
        if reached == row:
            yield Tally(replace(measure, of=bare), path), 0
        elif coerced(known, Set(reached), row) is not None:
            yield Tally(replace(measure, of=bare), (*path, Step("hub", row))), 0
        return
    for way in _whose_paths(known, figure.metric) if figure.metric else ():
        if way[-1].to == row:
            elsewhere = of.model.partition("/")[0] != row.partition("/")[0]      # what the app of the figure calls it comes first
            yield Tally(measure, way), 2 if elsewhere else 0
            return
    for path, cost in between(known, of.model, row):
        yield Tally(measure, path), cost


def has_hole(node: object) -> bool:
    """Does a set wait for "each" to be told?"""
    return isinstance(node, Set) and without_hole(node) is not None


def without_hole(node: Set) -> tuple[Set, Path] | None:
    """A set without its tie to "each", and the way from its members to that; None where there is no such tie."""
    for link in node.links:
        step = Step(link.relation, "", not link.to_source and link.relation != "hub")
        source: object = link.source
        if isinstance(source, Hole):
            return replace(node, links=node.links - {link}), (_into(node.model, step, link, source.model),)
        if isinstance(source, Set) and (inner := without_hole(source)) is not None:
            return replace(node, links=node.links - {link}), (replace(step, to=source.model), *inner[1])
    return None


def _into(model: str, step: Step, link: Link, hole: str) -> Step:
    return replace(step, to=hole)


def enumerated(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets assigned, and rounds of interview", "work city and number of open tickets each"."""
    if gap.words not in (("and",), ()) or not _may_be_column(right.value):
        return
    first = left.value.of if isinstance(left.value, Columns) else (left.value,)
    if not _may_be_column(left.value) and not isinstance(left.value, Columns):
        return
    if gap.words or isinstance(left.value, Columns) or (isinstance(left.value, Figure) and isinstance(right.value, Figure)):
        yield left.grown(Columns((*first, right.value)), right, gap.mask)  # type: ignore[arg-type]


def _may_be_column(value: object) -> bool:
    return isinstance(value, Figure) or (isinstance(value, Word) and value.kind == "rel") or (isinstance(value, Ask) and not value.needs and not value.where)


def each_after(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"number of open tickets each", "how many tickets they each have": for the row."""
    each = isinstance(right.value, Hole) or (isinstance(right.value, Word) and right.value.kind == "each")
    if each and isinstance(left.value, Figure | Columns) and gap.within(AUXILIARY):
        value = replace(left.value, each=True) if isinstance(left.value, Figure) else left.value
        yield left.grown(value, right, gap.mask, stranded=True)


def with_columns(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my team with work city and number of open tickets"; "my reports and their start dates"."""
    if isinstance(left.value, Set) and not is_bare(left.value) and gap.words == ("with",) and isinstance(right.value, Columns | Ask | Figure | Word):
        for columns, cost in columns_of(known, right.value, left.value.model) if not isinstance(right.value, Word) else _of_word(known, right.value, left.value.model):
            yield left.grown(Table(left.value, columns), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def _of_word(known: Catalogue, word: Word, row: str) -> Iterator[tuple[tuple[Column | Tally, ...], int]]:
    yield from (((column,), cost) for column, cost in _column(known, word, row))


def figure_of(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"what is the win rate", "how much revenue": the focus of a figure."""
    if isinstance(right.value, Figure) and right.value.each:
        return
    if isinstance(right.value, Groups) and right.value.measures[0].how == "count" and not right.says("count:count") and not _is_named(right):
        return                          # "what do customers owe us per currency" does not count customers
    if isinstance(left.value, Word) and left.value.kind == "focus" and left.value.target in _FOCUSES and isinstance(right.value, Figure | Groups | Table | Topped):
        if gap.within(AUXILIARY | OF):
            yield right.grown(right.value, left, gap.mask, complete=True)


def _is_named(item: Item) -> bool:
    return any(element.startswith("metric:") for element, _ in item.said)


def idle(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"… do we have", "… are there", "… bring in": verbs that only carry the figure."""
    kinds = ("idle", "count") if isinstance(left.value, Groups) else ("idle",)
    if isinstance(right.value, Word) and right.value.kind in kinds and isinstance(left.value, Figure | Table | Groups | Set) and gap.within(HOLDS):
        yield left.grown(left.value, right, gap.mask, complete=left.complete, time=left.time).saying("idle", right.cover)


RULES = (
    Typed(counted, (Word, Set), (Word, Set)), Typed(aggregated, (Word,), (Ask,)), Typed(of_what, (Figure, Set), (Figure, Set)),
    Typed(counted_relation, (Word,), (Word,)), Typed(filled, (Figure,), (Named, Me, Set)), Typed(summed, (Word,), (Set,)), Typed(total_metric, (Word,), (Figure,)), Typed(amount_of, (Ask,), (Conditions,)), Typed(metric_of, (Figure, *NODE), (Figure, *NODE)), Typed(in_unit, (Figure, Word), (Figure, Word)),
    Typed(of_these, (Figure,), (Set,)),
    Typed(part_of, (Word,), (Set,)), Typed(share, (Part,), (Conditions,)), Typed(grouped_by, (Word,), (Set, Word, Ask)),
    Typed(and_by, (By,), (By, Set, Word, Ask)), Typed(grouped, (Figure, Set, By), (Figure, Set, By)), Typed(for_each, (Word,), (Set, Union)),
    Typed(for_those, (Word,), (Set,)), Typed(tallied, (Figure, Columns, Set, Ask, Each), (Figure, Columns, Set, Ask, Each)),
    Typed(enumerated, (Columns, Figure, Ask, Word), (Figure, Ask, Word)), Typed(each_after, (Figure, Columns), (Word, Hole)),
    Typed(with_columns, (Set,), (Columns, Ask, Figure, Word)), Typed(figure_of, (Word,), (Figure, Groups, Table, Topped)),
    Typed(idle, (Figure, Table, Groups, Set), (Word,)),
)
