"""Rules for shares: "what fraction of P0 bugs was fixed within SLA", "what share of us is in Finance"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Condition, Link, Measure, Named, Not, Set
from agent.understand.grammar.items import Conditions, Figure, Item, Part, Word
from agent.understand.grammar.paths import PEOPLE, UNITS, between, nested
from agent.understand.grammar.productions.gaps import HOLDS, PLACES, Gap
from agent.understand.grammar.productions.holding import ways_to


def part_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"what fraction of P0 bugs", "what share of the Finance department"."""
    if not isinstance(left.value, Word) or left.value.kind != "share" or gap.words != ("of",):
        return
    if isinstance(right.value, Set) and not right.says("clause"):
        yield left.grown(Part(right.value), right, gap.mask)
    elif isinstance(right.value, Named) and right.value.model in UNITS:
        for link, cost in ways_to(known, PEOPLE, right.value, "in"):
            yield left.grown(Part(Set(PEOPLE, frozenset({link}))), right, gap.mask, cost=left.cost + right.cost + cost)


def share(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"… has been fixed within SLA": what of it is the part."""
    kind = right.value                  # "… are contractors": a noun that says what they are
    if isinstance(kind, Set) and kind.where and gap.words and not kind.links and not kind.newest and kind.ranked is None:
        right = replace(right, value=Conditions(kind.model, kind.where))
    if isinstance(left.value, Part) and isinstance(right.value, Conditions) and gap.within(HOLDS | PLACES | {"whose"}):
        node = left.value.node
        if right.value.model == node.model:
            of = among(known, node, right.value.where)
            made = left.grown(Figure(Measure(of, "share", part=right.value.where)), right, gap.mask)
            yield made.saying("among", right.cover)
            return
        for path, cost in between(known, node.model, right.value.model):
            links = frozenset(c for c in right.value.where if isinstance(c, Link))
            inner = Set(right.value.model, links, right.value.where - links)
            figure = Figure(Measure(node, "share", part=frozenset({nested(path, inner)})))
            yield left.grown(figure, right, gap.mask, cost=left.cost + right.cost + cost)


def among(known: Catalogue, node: Set, part: frozenset[Condition]) -> Set:
    """Of what a share is one: a named share ("within SLA") leaves out what is undecided, whoever asks for it in whatever words."""
    for name, metric in known.metrics.items():
        measure = metric_measure(known, name)
        positive = frozenset(c.of if isinstance(c, Not) else c for c in part)
        if metric.how == "share" and metric.of == node.model and measure.part == positive and isinstance(measure.of, Set):
            return replace(node, where=node.where | measure.of.where)
    return node
