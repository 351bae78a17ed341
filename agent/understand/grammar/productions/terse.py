"""Rules for short questions: what they are about first ("quill-editor: open bugs"), the question word last ("INV-1 due when"), a list to end with."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Measure, Named, Set, Table
from agent.understand.grammar.items import Ask, Figure, Item, Kind, Most, Shown, Topped, Word
from agent.understand.grammar.paths import PEOPLE, is_bare
from agent.understand.grammar.productions.gaps import AUXILIARY, Gap
from agent.understand.grammar.productions.measures import TOPIC, figure_of, metric_of, of_these, of_what, summed
from agent.understand.grammar.productions.orders import who_has_most
from agent.understand.grammar.productions.questions import focus_on, listed, wanted_of
from agent.understand.grammar.productions.sets import tied
from agent.understand.grammar.productions.whether import is_one

_ASKED_LAST = frozenset({"when", "where", "who"})
_BEING = frozenset({"is", "are"})


def topic(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Finance: number of people in Porto", "won deals: average amount": the figure of what stands before it."""
    if not gap.stop or not gap.opens or gap.words or not isinstance(right.value, Figure) or is_bare(left.value) or _begins_with_verb(left):
        return
    if left.says("all:every"):
        return                          # "for every manager under me: the cost" wants one of each
    of = Gap(("of",), gap.mask)
    rules = [of_these, of_what, *([metric_of, tied] if _is_one_or_people(left.value) else [])]
    for made in (made for rule in rules for made in rule(known, right, left, of)):
        yield made.saying(TOPIC, left.cover)


def _begins_with_verb(item: Item) -> bool:
    """"(each manager) reporting to me": what it is said of stands before it."""
    first = item.cover & -item.cover
    return any(mask & first and element.startswith(("forward:", "backward:")) for element, mask in item.said)


def apposed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"pending leave, my Lisbon team", "open tickets - Ana Ruiz": those of whoever stands behind; not another list beside the first."""
    if gap.stop and gap.opens and not gap.words and isinstance(left.value, Set) and not is_bare(left.value) and _is_one_or_people(right.value):
        yield from tied(known, left, right, Gap(("of",), gap.mask))


def _is_one_or_people(value: object) -> bool:
    return isinstance(value, Named) or (isinstance(value, Set) and value.model == PEOPLE and not is_bare(value))


def asked_last(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Cleo Diaz joined when", "Ben Cole reports to whom", "the boss of Ana's boss is who?", "most open deals among us: who?"."""
    word = right.value
    if not isinstance(word, Word) or word.kind != "focus" or word.target not in _ASKED_LAST or not gap.within(_BEING) or left.complete:
        return
    apart = bool(gap.words) or gap.stop
    if isinstance(left.value, Figure | Table | Topped):
        yield from figure_of(known, right, left, Gap((), gap.mask)) if apart else ()
    elif apart or not isinstance(left.value, Set) or (is_one(known, left.value) and word.target == "who"):
        yield from focus_on(known, right, left, Gap((), gap.mask))


def most_among(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"most open tickets" + "among my direct reports"."""
    if isinstance(left.value, Most) and isinstance(right.value, Kind) and not gap.words:
        rows = Item(right.value.node, right.cover, right.cost, right.said)
        for made in who_has_most(known, rows, left, gap):
            yield replace(made, complete=False)


def list_last(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"closed jobs, list", "my reports in Porto, names": set off from what is to be listed."""
    word = right.value
    if gap.stop and not gap.words and isinstance(word, Word) and (word.kind, word.target) == ("focus", "list") and isinstance(left.value, Set):
        for goal in listed(known, left.value):
            yield left.grown(goal, right, gap.mask, complete=True)


def wanted_last(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"ATL-12: which project", "Ana Ruiz - what team"."""
    if gap.stop and gap.within(AUXILIARY) and not isinstance(left.value, Shown):
        yield from wanted_of(known, right, left, Gap((), gap.mask))


def adding_up(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(what do) my open deals" + "add up to": their sum."""
    word = right.value
    if isinstance(word, Word) and word.kind == "adding_up" and isinstance(left.value, Set) and not gap.words:
        total = replace(right, value=Word("agg", "sum")).saying("agg:sum", right.cover)
        yield from summed(known, total, left, gap)


def distinct(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(number of) distinct candidates": no set holds one twice."""
    if isinstance(left.value, Word) and left.value.kind == "distinct" and isinstance(right.value, Set) and not gap.words and not right.value.newest:
        yield right.grown(right.value, left, gap.mask, time=right.time)


def worth(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(what is) our pipeline" + "worth": a total of those amounts already."""
    measure = left.value.measure if isinstance(left.value, Figure) and left.value.metric else None
    if measure is not None and measure.how == "sum" and isinstance(right.value, Ask) and right.value == Ask(measure.field or "") and not gap.words:
        yield left.grown(left.value, right, gap.mask, time=left.time)


def in_units(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(how many) days" + "of pending leave": what they come to."""
    unit, node = left.value, right.value
    if not isinstance(unit, Word) or unit.kind != "unit" or not isinstance(node, Set) or gap.words != ("of",) or is_bare(node):
        return
    size = known.models[node.model].fields.get(known.models[node.model].size or "")
    if size is not None and size.kind == "quantity" and size.unit_field:
        made = left.grown(Figure(Measure(node, "sum", size.id, unit=unit.target)), right, gap.mask, time=right.time)
        yield made.saying("agg:sum", left.cover).saying(f"size:{node.model}", left.cover)
