"""Rules for "how much" and "how long" before what was done: "how much did we win this quarter", "how long does it take to close a bug"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Is, Link, Set
from agent.understand.grammar.items import Ask, Conditions, Figure, Item, Word
from agent.understand.grammar.productions.gaps import AUXILIARY, Gap


def how_much(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how much" + "did we win this quarter", "have we invoiced", "is overdue": the sum that has a name; "how many" asks for a count. "What did we
    invoice" asks for it, too."""
    done = right.value
    if not isinstance(left.value, Word) or not isinstance(done, Conditions) or done.unit or not gap.within(AUXILIARY):
        return
    if not left.says("amount") and not (left.value.target == "what" and right.says("makes") and gap.words):
        return                              # what was invoiced is an amount, what was won are deals
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


def worth(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(what is) our pipeline" + "worth": a total of those amounts already."""
    measure = left.value.measure if isinstance(left.value, Figure) and left.value.metric else None
    if measure is not None and measure.how == "sum" and isinstance(right.value, Ask) and right.value == Ask(measure.field or "") and not gap.words:
        yield left.grown(left.value, right, gap.mask, time=left.time)
