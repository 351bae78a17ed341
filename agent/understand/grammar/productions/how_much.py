"""Rules for "how much" and "how long" before what was done: "how much did we win this quarter", "how long does it take to close a bug"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Is, Link, Set
from agent.understand.grammar.items import Conditions, Figure, Item, Word
from agent.understand.grammar.paths import is_bare
from agent.understand.grammar.productions.gaps import AUXILIARY, Gap
from agent.understand.grammar.productions.limits import excluded
from agent.understand.grammar.productions.measures import whose_paths


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
    if left.says("how_long") and gap.within(AUXILIARY | {"it"}):
        yield right.grown(right.value, left, gap.mask, complete=True, time=right.time)


