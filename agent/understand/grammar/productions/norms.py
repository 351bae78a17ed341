"""Rules for comparisons with what is usual: "deals above the average", "more open tickets than the average person".

The middle is reckoned in the same run, over all of the set that is named, or over those that are asked about.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Condition, Has, Measure, Op, Set, Tally, Where
from agent.understand.grammar.items import COMPARABLE, Ask, Beyond, Figure, Item, Usual, Word
from agent.understand.grammar.productions.gaps import AUXILIARY, THAT, Gap
from agent.understand.grammar.productions.holding import with_conditions
from agent.understand.grammar.productions.tallies import tally_of

_MIDDLES: Mapping[str, Literal["average", "median"]] = {"average": "average", "median": "median"}
_AVERAGED = frozenset({"count", "sum"})     # figures of each of which there is a middle


def usual(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the average" + "person", "the median" + "open deal": one that stands for all of its kind."""
    word, kind = left.value, right.value
    if not isinstance(word, Word) or word.kind != "agg" or word.target not in _MIDDLES or gap.words or not isinstance(kind, Set):
        return
    if not right.says(f"plural:{kind.model}") and not right.says("who") and not kind.newest and kind.ranked is None:
        yield left.grown(Usual(_MIDDLES[word.target], kind), right, gap.mask)


def as_usual(item: Item) -> Usual | None:
    """What is usual by "average" alone, or by "the average person"; None for anything else."""
    word = item.value
    if isinstance(word, Word) and word.kind == "agg" and word.target in _MIDDLES:
        return Usual(_MIDDLES[word.target])
    return word if isinstance(word, Usual) else None


# ---------------------------------------------------------------- a field


def beyond(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"above" + "average", "larger than" + "the median deal"; "amount" + "above average", "above average" + "amount"."""
    one, middle = left.value, as_usual(right)
    if middle is not None and isinstance(one, Word) and not gap.words:
        if one.kind == "compare" and one.target in (">", "<"):
            yield left.grown(Beyond(">" if one.target == ">" else "<", middle), right, gap.mask)
        elif one.kind == "than":
            yield left.grown(Beyond(">" if one.detail == "more" else "<", middle, one.target), right, gap.mask)
    for limit, ask in ((left, right), (right, left)):
        if not isinstance(limit.value, Beyond) or not isinstance(ask.value, Ask) or limit.value.field or not gap.within(AUXILIARY):
            continue
        if _is_figure(known, ask.value):
            yield left.grown(replace(limit.value, field=ask.value.field), right, gap.mask)


def _is_figure(known: Catalogue, ask: Ask) -> bool:
    return not ask.where and not ask.needs and known.field(ask.field).kind in ("number", "money", "quantity")


def beyond_all(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open deals" + "above the average": above that of the same open deals."""
    node, limit = left.value, right.value
    if not isinstance(node, Set) or not isinstance(limit, Beyond) or not gap.within(THAT | AUXILIARY | {"with"}):
        return
    if any(isinstance(c, Where) and isinstance(c.value, Measure) for c in node.where) or node.newest or node.ranked is not None:
        return
    size = known.models[node.model].size
    if size in known.metrics and not limit.field:
        yield from _larger_than_usual(known, left, right, gap)
        return
    field = limit.field or (f"{node.model}.{size}" if size in known.models[node.model].fields else "")
    of = limit.usual.node or node
    if not field.startswith(f"{node.model}.") or field in COMPARABLE or of.model != node.model:
        return
    where = Where(field, Measure(of, limit.usual.how, field), limit.op)
    for made in with_conditions(known, left, right, gap, left, frozenset({where}), cost=left.cost + right.cost + (not limit.field)):
        yield made.saying(f"than:{field}", right.cover)


def _larger_than_usual(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"departments" + "larger than average": by the figure that is the size of each."""
    node, limit = left.value, right.value
    assert isinstance(node, Set) and isinstance(limit, Beyond)
    size = known.models[node.model].size or ""
    for condition, cost in beyond_usual(known, node, Figure(metric_measure(known, size), size), limit.op, limit.usual):
        for made in with_conditions(known, left, right, gap, left, frozenset({condition}), cost=left.cost + right.cost + cost + 1):
            yield made.saying(f"compare:{limit.op}", right.cover).saying(f"size:{node.model}", right.cover)


# ---------------------------------------------------------------- a figure of each


def beyond_usual(known: Catalogue, asked: Set, figure: Figure, op: Op, middle: Usual) -> Iterator[tuple[Condition, int]]:
    """That the figure of each is beyond the middle of what all have, those with none too, with its cost."""
    of = middle.node or asked
    if of.model != asked.model or figure.measure.how not in _AVERAGED or figure.measure.field is not None:
        return                          # sums of money stay apart by currency and have no one middle
    for tally, cost in tally_of(known, figure, asked.model):
        assert isinstance(tally, Tally)
        yield Has(tally, op, Measure(of, middle.how, each=tally)), cost
