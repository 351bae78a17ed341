"""Rules for "how much" and "how long" before what was done: "how much did we win this quarter", "how long does it take to close a bug"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Column, Is, Link, Named, Order, Set, Show, same_as
from agent.understand.grammar.items import Ask, Conditions, Figure, Item, Lasting, Shown, Topped, Word, typed
from agent.understand.grammar.paths import coerced, is_bare, nested
from agent.understand.grammar.productions.gaps import AUXILIARY, Gap
from agent.understand.grammar.productions.limits import excluded
from agent.understand.grammar.productions.measures import whose_paths


def how_much(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how much" + "did we win this quarter", "have we invoiced", "is overdue": the sum that has a name; "how many" asks for a count."""
    done = right.value
    if not isinstance(left.value, Word) or not left.says("amount") or not isinstance(done, Conditions) or done.unit or not gap.within(AUXILIARY):
        return
    named = [c for c in done.where if isinstance(c, Is)]
    if len(named) != 1 or any(not isinstance(c, Is | Link) for c in done.where):
        return
    for metric in known.metrics.values():
        if metric.done is not None and f"{metric.of}.{metric.done}" == named[0].predicate:
            measure = metric_measure(known, metric.name)
            assert isinstance(measure.of, Set)
            links = frozenset(c for c in done.where if isinstance(c, Link))
            of = replace(measure.of, links=measure.of.links | links, where=(measure.of.where - {Is(named[0].predicate)}) | {named[0]})
            made = left.grown(Figure(replace(measure, of=of), metric.name), right, gap.mask, time=right.time, complete=True)
            yield made.saying(f"metric:{metric.name}", left.cover).saying("done", right.cover)


def invoiced_whom(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how much have we invoiced" + "Juniper": whose figure it is."""
    figure = left.value
    if not isinstance(figure, Figure) or not left.says("done") or not isinstance(right.value, Named) or gap.words:
        return
    of = figure.measure.of
    for path in whose_paths(known, figure.metric):
        node = coerced(known, right.value, path[-1].to)
        if node is not None and isinstance(of, Set) and not of.links:
            made = replace(figure, measure=replace(figure.measure, of=replace(of, links=frozenset({nested(path, node)}))))
            yield left.grown(made, right, gap.mask, time=left.time, complete=True)


# ---------------------------------------------------------------- how long


def takes(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"take to close" + "a Sev1 bug", "take to fill" + "a job": the average that the catalogue has of it, over those."""
    word, what = left.value, right.value
    if not isinstance(word, Word) or word.kind != "takes" or gap.words or not isinstance(what, Set) or what.newest or what.ranked is not None:
        return
    measure = metric_measure(known, word.target)
    of = measure.of
    assert isinstance(of, Set)
    if what.model == of.model and not excluded(known, of.where, what.where):
        of = replace(of, links=of.links | what.links, where=of.where | what.where)
    elif not is_bare(what) or what.model not in {path[-1].to for path in whose_paths(known, word.target)}:
        return
    made = left.grown(Figure(replace(measure, of=of), word.target), right, gap.mask, time=right.time)
    yield made.saying(f"metric:{word.target}", left.cover).saying("takes", left.cover)


def how_long(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how long does it" + "take to close a bug"."""
    if not isinstance(left.value, Word) or not isinstance(right.value, Figure) or not right.says("takes"):
        return
    in_hours = left.value.kind == "unit" and left.says("counted")
    if (left.says("how_long") or in_hours) and gap.within(AUXILIARY | {"it"}):
        figure = replace(right.value, measure=replace(right.value.measure, unit=left.value.target)) if in_hours else right.value
        yield right.grown(figure, left, gap.mask, complete=True, time=right.time)


def how_many_units(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many" + "hours (does it take)"."""
    counts = isinstance(left.value, Word) and left.value.kind == "count" and not gap.words
    if counts and isinstance(right.value, Word) and right.value.kind == "unit":
        yield left.grown(right.value, right, gap.mask).saying("counted", left.cover)


def on_average(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"on average" + "how many hours does it take to close a bug", or behind it: that is an average anyway."""
    for word, figure in ((left, right), (right, left)):
        average = isinstance(word.value, Word) and (word.value.kind, word.value.target) == ("agg", "average") and not gap.words
        if average and isinstance(figure.value, Figure) and figure.says("takes") and figure.value.measure.how == "average":
            yield left.grown(figure.value, right, gap.mask, complete=True, time=figure.time)


def lasting(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how long has" + "ATL-12", "how long was" + "ATL-12"."""
    if isinstance(left.value, Word) and left.says("how_long") and isinstance(right.value, Named) and gap.words in (("has",), ("was",)):
        yield left.grown(Lasting(right.value, gap.words == ("was",)), right, gap.mask)


def so_long(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how long has ATL-12" + "been open": of what still is so; "how long was ATL-12" + "open": of what is no more."""
    asked, state = left.value, right.value
    named = [c for c in state.where if isinstance(c, Is)] if isinstance(state, Conditions) else []
    if not isinstance(asked, Lasting) or not isinstance(state, Conditions) or len(named) != len(state.where) or len(named) != 1 or named[0].period:
        return
    predicate, node = known.predicate(named[0].predicate), typed(known, asked.node, state.model)
    field = predicate.lasted if asked.over else predicate.lasts
    if node is None or field is None or predicate.lasted is None or gap.words != (() if asked.over else ("been",)):
        return
    so = node if asked.over else Set(state.model, frozenset({same_as(node)}), state.where)
    made = left.grown(Shown(Show(so, f"{state.model}.{field}")), right, gap.mask, complete=True)
    yield made.saying(f"field:{state.model}.{field}", left.cover)


def of_the_first(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"age" + "of the oldest open ticket", "how old" + "is the oldest open ticket"."""
    asked, first = left.value, right.value
    if not isinstance(asked, Ask) or asked.where or asked.needs or not isinstance(first, Topped) or first.first != 1 or not gap.words:
        return
    node, known_by = first.node, first.by.partition(".")[0]
    if gap.within(AUXILIARY | {"of"}) and asked.field != first.by and asked.field.partition(".")[0] == node.model == known_by:
        ranked = replace(node, ranked=Order(Column(first.by), first.descending, 1))
        yield left.grown(Shown(Show(ranked, asked.field, asked.unit)), right, gap.mask, complete=True)
