"""Rules for what is asked, left out or said again behind what a question is about: "open deals - what do they add up to"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Groups, Is, Measure, Set, Table, Union, parts
from agent.understand.grammar.items import By, Conditions, Each, Excepted, Figure, Item, Word
from agent.understand.grammar.paths import is_bare
from agent.understand.grammar.productions.behind import all_but
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.limits import flat, without_period
from agent.understand.grammar.productions.measures import aggregated, counted_relation, summed

_ANY_STATUS, _UNCOUNTED = "any_status", ("draft", "void")


def of_them(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open deals of my team" + ": what do they add up to", + "- how many are these", + "and how many days is that"."""
    word, node = right.value, left.value
    if not isinstance(word, Word) or word.kind != "of_them" or not isinstance(node, Set) or not gap.within(frozenset({"and"})):
        return
    if not (gap.stop or gap.words) or is_bare(node) or node.newest or node.ranked is not None:
        return                          # what was last, or is first, is one
    how, _, unit = word.target.partition(" ")
    if how == "count":
        made = left.grown(Figure(Measure(node, "count")), right, gap.mask, time=left.time)
        yield made.saying("count:count", right.cover)
        return
    told = replace(right, value=Word("agg", how)).saying(f"agg:{how}", right.cover)
    for each in summed(known, told, left, Gap((), gap.mask)):
        yield _in_unit(known, each, unit, right.cover) if unit else each


def again_of_them(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"total of my pending leave" + ": how many days is that"; "the ten customers with the most revenue" + ": how much is it": told anyway."""
    word, value = right.value, left.value
    if not isinstance(word, Word) or word.kind != "of_them" or not gap.stop or gap.words:
        return
    how, _, unit = word.target.partition(" ")
    told = value.measure if isinstance(value, Figure) else value.order if isinstance(value, Table | Groups) else None
    if told is None or not any(isinstance(part, Measure) and part.how == how == "sum" for part in parts(told)):
        return
    if unit and isinstance(value, Figure) and value.measure.field and known.field(value.measure.field).kind == "quantity" and not value.measure.unit:
        yield _in_unit(known, left.grown(value, right, gap.mask, time=left.time), unit, right.cover)
    elif not unit:
        yield left.grown(value, right, gap.mask, complete=left.complete, time=left.time)


def ranked_anyway(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"rank" + "the ten customers with the highest revenue": they are told in that order."""
    word, value = left.value, right.value
    order = value.order if isinstance(value, Table | Groups) else None
    if isinstance(word, Word) and word.kind == "sorting" and order is not None and order.descending == (word.target == "desc") and not gap.words:
        yield right.grown(value, left, gap.mask, complete=True).saying("sorting", left.cover)


def below_each(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"headcount cost" + "below" (each of my managers): of all whom each leads, as it is anyway."""
    figure, word = left.value, right.value
    if isinstance(figure, Figure) and figure.metric and isinstance(word, Word) and word.kind == "forward" and not gap.words:
        closures = {relation for relation in known.metrics[figure.metric].whose if known.relation(relation).closure}
        if word.target in closures and isinstance(figure.measure.of, Set) and not figure.measure.of.links:
            yield left.grown(figure, right, gap.mask, time=left.time)


def newly(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"newly" + "reported": what was done new in that time, as the verb says."""
    word, limit = left.value, right.value
    if isinstance(word, Word) and word.kind == "newly" and isinstance(limit, Conditions) and limit.time and not gap.words and len(limit.where) == 1:
        yield right.grown(limit, left, gap.mask, time=right.time).saying("newly", left.cover)


def size_of_relation(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"size of" + "their direct team": how many they are."""
    figure, noun = left.value, right.value
    if not isinstance(figure, Figure) or figure.metric != "headcount" or not isinstance(noun, Word) or gap.words not in ((), ("of",)):
        return
    if isinstance(figure.measure.of, Set) and not figure.measure.of.links:
        yield from counted_relation(known, replace(left, value=Word("count", "count")).saying("count:count", left.cover), right, Gap((), gap.mask))


def _in_unit(known: Catalogue, item: Item, unit: str, cover: int) -> Item:
    """The sum in days; of what is not measured in time it stays without, and no word says so."""
    figure = item.value
    assert isinstance(figure, Figure) and figure.measure.field is not None
    return replace(item, value=replace(figure, measure=replace(figure.measure, unit=unit))).saying(f"unit:{unit}", cover)


def aggregated_last(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"base salary per year" + "on average", "amount" + "in total"."""
    if isinstance(right.value, Word) and right.value.kind == "agg" and not gap.words:
        for made in aggregated(known, right, left, Gap((), gap.mask)):
            yield replace(made, cost=made.cost + 1)


def but_first(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"except Lighthouse" + ", open tickets per project": as behind it."""
    if gap.stop and gap.opens and not gap.words and isinstance(left.value, Excepted):
        yield from all_but(known, right, left, Gap((), gap.mask))


def one_by_one(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my managers" + ", one by one": a row for each."""
    one = isinstance(right.value, Word) and right.value.kind == "one_by_one"
    if one and gap.stop and not gap.words and isinstance(left.value, Set | Union) and not is_bare(left.value):
        yield left.grown(Each(left.value), right, gap.mask).saying("each:each", right.cover)


def of_one_kind(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"headcount cost for each of my managers" + ", one number for each manager": said twice."""
    if not isinstance(left.value, Table) or not gap.stop or gap.words:
        return
    rows, said = left.value.node, right.value
    same = isinstance(said, By) and len(said.specs) == 1 and _leads_to(known, said.specs[0]) == rows.model
    each = said.node if isinstance(said, Each) else None
    within = isinstance(rows, Set) and isinstance(each, Set) and each.model == rows.model and each.where <= rows.where and each.links <= rows.links
    if same or within:
        yield left.grown(left.value, right, gap.mask, complete=True)


def _leads_to(known: Catalogue, spec: tuple[str, str]) -> str:
    kind, target = spec
    return known.relation(target).to if kind == "relation" else target if kind == "model" else ""


def broken_down_rows(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"break down" + "the headcount cost for each of my managers"."""
    word = left.value
    if isinstance(word, Word) and word.kind == "breaking" and isinstance(right.value, Table) and gap.words in ((), ("of",)):
        yield right.grown(right.value, left, gap.mask, complete=right.complete, time=right.time).saying("breaking", left.cover)


def same_figure(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"won against lost deals this year" + ": what is the win rate", "win rate this year" + ", won versus lost": one figure, said twice."""
    one, other = left.value, right.value
    if not isinstance(one, Figure) or not isinstance(other, Figure) or not one.metric or one.metric != other.metric or not gap.stop or gap.words:
        return
    of, more = one.measure.of, other.measure.of
    assert isinstance(of, Set) and isinstance(more, Set)
    said, again = ({without_period(c) for c in node.links | node.where} for node in (of, more))
    if said >= again and not _is_dated(more):
        yield left.grown(one, right, gap.mask, time=left.time)
    elif said <= again and not _is_dated(of):
        yield left.grown(other, right, gap.mask, time=right.time)


def _is_dated(node: Set) -> bool:
    """Does a named condition hold for a time only?"""
    return any(c != without_period(c) for c in node.where)


def of_any_status(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"including" + "drafts", + "the voided ones": of every status, which a list of invoices is not by itself."""
    limit, word = right.value, left.value
    if gap.words or not isinstance(limit, Conditions | Set) or not isinstance(word, Word) or word.kind != "including":
        return
    if _ANY_STATUS in known.models[limit.model].predicates and _are_uncounted(limit):
        every = Is(f"{limit.model}.{_ANY_STATUS}")
        yield left.grown(Conditions(limit.model, frozenset({every})), right, gap.mask).saying(f"is:{every.predicate}", left.cover)


def and_any_status(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"including drafts" + "and voids"."""
    limit, more = left.value, right.value
    if not isinstance(limit, Conditions) or limit.where != {Is(f"{limit.model}.{_ANY_STATUS}")} or gap.words not in (("and",), ("or",)):
        return
    if isinstance(more, Conditions | Set) and more.model == limit.model and _are_uncounted(more):
        yield left.grown(limit, right, gap.mask, cost=left.cost + right.cost - 1)       # rather than "(drafts included) and those that are void"


def _are_uncounted(limit: Conditions | Set) -> bool:
    names = {c.predicate.partition(".")[2] if isinstance(c, Is) else "" for c in flat(limit.where)}
    return bool(names) and names <= set(_UNCOUNTED) and (isinstance(limit, Conditions) or not limit.links)

