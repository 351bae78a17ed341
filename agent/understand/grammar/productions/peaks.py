"""Rules for who or which has the most of something, said with a verb: "has been here the longest", "is the biggest", "brings the most revenue"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Groups, Measure, Order, Quantity, Set
from agent.understand.grammar.items import COMPARABLE, Ask, Few, Figure, Item, Most, Peak, Topped, Wanted, WantedField, Word
from agent.understand.grammar.productions.gaps import HOLDS, Gap
from agent.understand.grammar.productions.groups import keys_of
from agent.understand.grammar.productions.orders import ages, by_of, is_metric, ranked, sized_by
from agent.understand.grammar.productions.tallies import columns_of

_MEASURED = frozenset({"number", "money", "quantity"})
_DATED = frozenset({"date", "datetime"})


def some(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"three people", "three of my deals", of an order that is still to be said."""
    number = left.value
    if not isinstance(number, Quantity) or number.unit is not None or number.number != int(number.number) or gap.words not in ((), ("of",)):
        return
    if isinstance(right.value, Set) and not right.value.newest and number.number > 1:
        made = left.grown(Few(right.value, int(number.number)), right, gap.mask, time=right.time)
        yield made.saying(f"first:{int(number.number)}", left.cover)


def peak(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the most revenue", "earns the most", "been here the longest"."""
    for word, what in ((left, right), (right, left)):
        most = _is_most(word.value, before=word is left)
        if most is None or gap.words:
            continue
        is_dated = isinstance(word.value, Word) and word.value.kind == "dated"
        by = _measured(known, what, _DATED if is_dated else _MEASURED, is_verb=what is left)
        if by is not None:
            made = left.grown(Peak(by, most, what is left), right, gap.mask)
            yield made.saying(f"field:{by.field}", what.cover) if isinstance(by, Ask) else made


def _is_most(value: object, *, before: bool) -> bool | None:
    """True for "the most", before its noun for "the highest" too, False for "the least"; None for another word."""
    if isinstance(value, Word) and value.kind in ("superlative", "dated"):
        return value.target in ("most", "late")
    return True if before and isinstance(value, Word) and value.kind == "top" and not value.detail else None


def _measured(known: Catalogue, what: Item, kinds: frozenset[str], *, is_verb: bool) -> Ask | Figure | None:
    """What can be most: a field with figures, said by its verb before "the most"; a figure with a name, and a field's noun, behind it."""
    value = what.value
    if isinstance(value, Figure) and kinds is _MEASURED:
        return value if value.metric and is_verb == what.says("verb") else None
    verb = "when" if kinds is _DATED else "what"
    if not isinstance(value, Ask) or value.where or is_verb != (value.needs == verb) or value.needs not in ("", verb):
        return None
    field = known.field(COMPARABLE.get(value.field, value.field))
    return replace(value, field=field.id, needs="") if field.kind in kinds else None


def peaked(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"who" + "has been here the longest", "which three accounts" + "have the most employees"."""
    topped = _first_of(left)
    with_it = gap.words == ("with",) and (isinstance(left.value, Few) or (topped is not None and not left.says(f"plural:{topped.node.model}")))
    if topped is None or not isinstance(right.value, Peak) or not (gap.within(HOLDS) or with_it) or (right.says("verb") and _ends_with_us(left)):
        return
    by = right.value.by
    if isinstance(by, Ask) and known.field(by.field).kind in _DATED and isinstance(left.value, Set) and left.says(f"plural:{topped.node.model}"):
        return                          # "which tickets were closed last": how many of them?
    topped = replace(topped, descending=right.value.descending)
    for columns, cost in columns_of(known, right.value.by, topped.node.model) if _does_it(known, topped, right.value) else ():
        yield left.grown(ranked(topped, columns), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def _does_it(known: Catalogue, topped: Topped, peak: Peak) -> bool:
    """Is it they themselves of whom the verb tells? Accounts that "have been with us the longest" are not those of the longest serving owner."""
    if not peak.by_verb or not isinstance(peak.by, Ask):
        return True
    owner = known.models[peak.by.field.partition(".")[0]]
    return owner.id == topped.node.model or not owner.words


def _ends_with_us(item: Item) -> bool:
    """"who do we" + "owe the most": whom we owe is not who owes us."""
    last = 1 << (item.cover.bit_length() - 1)
    return any(element == "ours" and mask & last for element, mask in item.said)


def _first_of(item: Item) -> Topped | None:
    """The first one of a set, or as many as were said; not of "all", and not of the last."""
    few = item.value if isinstance(item.value, Few) else Few(item.value, 1) if isinstance(item.value, Set) else None
    return Topped(few.node, few.first) if few is not None and not few.node.newest and not item.is_whole else None


def which_is(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"which of my open deals" + "is the biggest", "which three bugs are the oldest"."""
    topped = _first_of(left)
    if topped is None or not isinstance(right.value, Word) or not gap.words or not gap.within(HOLDS):
        return
    size, descending = sized_by(known, topped.node.model, right.value)
    for by in ages(known, topped.node, size) if size else ():
        made = left.grown(replace(topped, by=by, descending=descending), right, gap.mask).saying(f"most:{by}", right.cover)
        yield made.saying(f"size:{topped.node.model}", right.cover) if right.value.kind == "top" else made


def value_with_most(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"which city" + "has the most people", "city" + "with the largest headcount", "recruiter" + "with the most jobs": the first group."""
    spec, measure = _grouped_by(known, left.value), _of_groups(right.value)
    if spec is None or measure is None or not gap.within(HOLDS | {"with"}) or (isinstance(left.value, Ask | Word) and gap.words != ("with",)):
        return
    for keys, cost in keys_of(known, measure.of.model, (spec,), "", right.time):
        goal = Groups((measure,), keys, Order(measure, right.value.descending, 1))  # type: ignore[union-attr]
        yield left.grown(goal, right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def _grouped_by(known: Catalogue, value: object) -> tuple[str, str] | None:
    """What groups go by: a field, or the role that a record gives to somebody, whatever their job title is. Who manages a person is no such role."""
    if isinstance(value, WantedField | Ask):
        return "field", value.field
    said = value.relation if isinstance(value, Wanted) else value.target if isinstance(value, Word) and value.kind == "rel" else ""
    role = known.relation(said) if said else None
    is_role = role is not None and known.models[role.to].is_person and not known.models[role.model].is_person
    return ("relation", said) if is_role else None


def _of_groups(value: object) -> Measure | None:
    """What is counted of groups, of which one has the most."""
    if isinstance(value, Most):
        return Measure(value.node, "count")
    return value.by.measure if isinstance(value, Peak) and isinstance(value.by, Figure) and value.by.measure.how == "count" else None


def largest(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the largest team": one of them, by the size of its kind."""
    if not isinstance(left.value, Word) or left.value.kind != "top" or left.value.detail or gap.words or not isinstance(right.value, Set):
        return
    by, descending = sized_by(known, right.value.model, left.value)
    if by and not right.says(f"plural:{right.value.model}"):
        made = left.grown(Topped(right.value, 1, by, descending), right, gap.mask, cost=left.cost + right.cost + (not is_metric(by)))
        yield made.saying(f"size:{right.value.model}", left.cover)
        first = by_of(known, made.value) if isinstance(made.value, Topped) else None
        if first is not None and right.value.ranked is None:        # "people in the largest team"
            ranked = replace(right.value, ranked=Order(first, descending, 1))
            yield replace(made, value=ranked, cost=made.cost + 1).saying(f"size:{right.value.model}", left.cover)
