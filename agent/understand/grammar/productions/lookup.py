"""Rules for single things: a field of a thing, its noun, the newest of several, what the last conversation said.

A rule is a pure function of two items and the gap; it returns the items it can make. Order of the two matters where
meaning does ("reports to X" / "X reports to").
"""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import HUBS, SAME_PERSON, Catalogue
from agent.plan.algebra import ANY_MODEL, Link, Me, Measure, Named, Node, Set, Show, Where
from agent.understand.grammar.items import AWAITED, COMPARABLE, Ask, By, Conditions, Figure, Item, Shown, Spoken, Word, is_bare, typed
from agent.understand.grammar.paths import PEOPLE, coerced
from agent.understand.grammar.productions.gaps import AUXILIARY, HOLDS, OF, Gap
from agent.understand.grammar.productions.holding import in_direction, is_in_currency
from agent.understand.grammar.productions.limits import flat

_USERS = frozenset(one for pair in SAME_PERSON for one in pair if one.endswith("User"))


def node_of(item: Item) -> Node | None:
    """The thing that an item is; None for anything else."""
    return item.value if isinstance(item.value, Named | Me | Set) else None


def possible(known: Catalogue, item: Item, model: str) -> Node | None:
    """The thing that an item is, as one of the model; None where it can be none."""
    node = node_of(item)
    return typed(known, node, model) if node is not None else None


def field_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Bill's e-mail", "e-mail of Bill", "vacation days do I have", "INV-1 due"."""
    for thing, ask, allowed in ((left, right, AUXILIARY), (right, left, AUXILIARY | OF)):
        if isinstance(ask.value, Ask) and gap.within(allowed) and node_of(thing) is not None and (gap.words or not _is_of_kind(thing, ask.value)):
            yield from _shown(known, thing, ask, gap)


def _is_of_kind(thing: Item, ask: Ask) -> bool:
    """A kind of things, and a field of another: "bills email" is rather somebody's than that of whom all bills are from."""
    return isinstance(thing.value, Set) and not thing.value.links and not thing.value.newest and thing.value.model != ask.field.partition(".")[0]


def _shown(known: Catalogue, thing: Item, ask: Item, gap: Gap) -> Iterator[Item]:
    assert isinstance(ask.value, Ask)
    model = ask.value.field.partition(".")[0]
    if (ask.says("total") or thing.says("at_once")) and isinstance(thing.value, Set) and not thing.value.newest:
        yield from _total_of(known, thing, ask, gap)    # "total amount of overdue invoices" is one figure, as is their amount "in total"
        return
    if ask.value.needs == "what" and known.field(ask.value.field).kind == "money" and _are_many(thing.value):
        return                                          # what several come to is no field of theirs
    for node, extra in reach(known, thing, model):
        where = frozenset(ask.value.where)
        if isinstance(node, Set) and any(isinstance(c, Where) and c.field == ask.value.field for c in flat(node.where)):
            continue                                    # "the status of open tickets" is known already: the word belongs to the value
        if where and isinstance(node, Set):
            node = replace(node, where=node.where | where)
        elif where:
            continue
        goal = Show(node, ask.value.field, ask.value.unit)
        yield thing.grown(Shown(goal, ask.value.needs), ask, gap.mask, cost=thing.cost + ask.cost + extra)


def _are_many(value: object) -> bool:
    return isinstance(value, Set) and not value.newest and value.ranked is None


def _total_of(known: Catalogue, thing: Item, ask: Item, gap: Gap) -> Iterator[Item]:
    """A field whose word says total, of several: their sum."""
    assert isinstance(ask.value, Ask)
    field = known.field(ask.value.field)
    if isinstance(thing.value, Set) and thing.value.model == field.model and field.kind in ("money", "number", "quantity") and gap.words:
        cost = thing.cost + ask.cost + is_in_currency(thing.value)
        made = thing.grown(Figure(Measure(thing.value, "sum", field.id, unit=ask.value.unit)), ask, gap.mask, cost=cost)
        yield made.saying("agg:sum", ask.cover)


def reach(known: Catalogue, thing: Item, model: str) -> Iterator[tuple[Node, int]]:
    """The records of `model` that belong to a thing: itself, or over one default relation. (node, cost)"""
    node = node_of(thing)
    if node is None or (is_bare(node) and not thing.says("back")):
        return
    same = typed(known, node, model)
    if same is not None:
        yield same, 0
        return
    for relation in known.models[node.model].relations.values() if node.model in known.models else ():
        if relation.default and relation.to == model:
            yield Set(model, frozenset({Link(relation.id, False, node)})), 1
    person = coerced(known, node, PEOPLE) if isinstance(node, Set) and node.model in _USERS else None
    if person is not None:              # "role of the account owner": who uses an app is an employee
        yield from ((found, cost + 1) for found, cost in reach(known, replace(thing, value=person), model))
    if isinstance(node, Named) and node.model == ANY_MODEL:
        yield from _reach_from_anything(known, node, model)


def _reach_from_anything(known: Catalogue, node: Named, model: str) -> Iterator[tuple[Node, int]]:
    for relation in known.relations():
        if relation.default and relation.to == model and known.models[relation.model].nameable:
            yield Set(model, frozenset({Link(relation.id, False, Named(relation.model, node.mention))})), 1


def conditions(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """Conditions and units meet each other, a field, or a shown field: "vacation days", "sick leave left", "hours of sick leave"."""
    if not gap.within(AUXILIARY | {"of", "in", "on"}):
        return
    for one, other in ((left, right), (right, left)):
        value = _narrowed(known, one.value, other.value)
        if value is not None:
            made = one.grown(value, other, gap.mask)
            yield made.saying("clause", gap.mask) if {"do", "does", "have"} & set(gap.words) else made


def _narrowed(known: Catalogue, value: object, by: object) -> Conditions | Ask | Shown | None:
    if isinstance(by, Word) and by.kind == "unit":
        return _in_unit(known, value, by.target)
    asked = value.field if isinstance(value, Ask) else value.goal.field if isinstance(value, Shown) else ""
    if not isinstance(by, Conditions) or any(isinstance(c, Where) and c.field == asked for c in flat(by.where)):
        return None                                     # "came from a trade fair": the source is said, not asked for
    if isinstance(value, Ask) and value.field.startswith(f"{by.model}.") and not value.where and not (value.unit and by.unit):
        return replace(value, where=by.where, unit=value.unit or by.unit)
    if isinstance(value, Shown) and isinstance(value.goal.node, Set) and value.goal.node.model == by.model and not value.goal.node.where:
        node = replace(value.goal.node, where=by.where)
        return replace(value, goal=replace(value.goal, node=node, unit=value.goal.unit or by.unit))
    return None


def _in_unit(known: Catalogue, value: object, unit: str) -> Conditions | Ask | Shown | None:
    """A unit belongs to a quantity that has one: no "salary in hours"."""
    if isinstance(value, Conditions) and value.unit is None:
        return replace(value, unit=unit)
    if isinstance(value, Ask) and value.unit is None and known.field(value.field).unit:
        return replace(value, unit=unit)
    if isinstance(value, Shown) and value.goal.unit is None and known.field(value.goal.field).unit:
        return replace(value, goal=replace(value.goal, unit=unit))
    return None


def had(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"vacation days" + "do I have": how much of it there is."""
    limit = left.value
    if not isinstance(limit, Conditions) or not limit.unit or not gap.within(AUXILIARY) or not {"do", "does"} & set(gap.words):
        return
    field = known.models[limit.model].fields.get(known.models[limit.model].size or "")
    if field is not None and field.remaining:           # of what was taken, one does not have it
        ask = replace(left, value=Ask(field.id, limit.where, limit.unit)).saying(f"field:{field.id}", left.cover)
        yield from field_of(known, ask, right, gap)


def per_year(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Emily's base pay" + "per year": what a rate comes to in a year."""
    if not isinstance(left.value, Shown) or not _is_yearly(right.value) or not gap.within(frozenset({"in"})):
        return
    goal = left.value.goal
    yearly = COMPARABLE.get(goal.field)
    if yearly is None or not isinstance(goal.node, Set) or len(goal.node.links) != 1:
        return
    person = next(iter(goal.node.links)).source
    model = yearly.partition(".")[0]
    node = Set(model, frozenset({Link(f"{model}.employee", True, person)}))
    made = left.grown(Shown(Show(node, yearly, goal.unit)), right, gap.mask, complete=left.complete)
    yield made.saying(f"field:{yearly}", right.cover)


def _is_yearly(value: object) -> bool:
    if isinstance(value, By):
        return value.specs == (("bucket", "year"),)
    return isinstance(value, Word) and value.kind == "bucket" and value.target == "year"


def apposition(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """A name, or what is known of it, beside its noun: "the Halcyon Pharma account", "invoice INV-1", "the company Bill works for"."""
    for name, noun in ((left, right), (right, left)):
        node = node_of(name)
        if noun is right and noun.says("who"):
            continue                                    # "is anyone of my team off, who" asks on
        if node is not None and not is_bare(node) and is_bare(noun.value) and isinstance(noun.value, Set) and not gap.words and not noun.is_whole:
            same = typed(known, node, noun.value.model)
            if same is not None and (isinstance(node, Named) or noun is left):
                yield name.grown(same, noun, gap.mask)


def newest(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"last conversation", "conversation … last time"."""
    for word, thing in ((left, right), (right, left)):
        if not (isinstance(word.value, Word) and word.value.kind == "newest" and word.value.detail in ("", "1")) or gap.words or thing.is_whole:
            continue                    # "the last three" are not the last one
        inner = thing.value.node if isinstance(thing.value, Spoken) else thing.value
        if isinstance(inner, Set) and known.models[inner.model].time and not inner.newest:
            made = replace(inner, newest=True)
            yield thing.grown(replace(thing.value, node=made) if isinstance(thing.value, Spoken) else made, word, gap.mask)


def mine(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my last conversation", "the last conversation I had", "I discussed"."""
    for me, thing in ((left, right), (right, left)):
        inner = thing.value.node if isinstance(thing.value, Spoken) else thing.value
        if me is left and not gap.words and not me.says("my") and isinstance(thing.value, Set):
            continue                                    # "(each of them) I need the tickets": not mine
        if isinstance(me.value, Me) and isinstance(inner, Set) and gap.within(HOLDS):
            for link in _own_links(known, inner, me.value):
                made = replace(inner, links=inner.links | {link})
                value = replace(thing.value, node=made) if isinstance(thing.value, Spoken) else made
                yield thing.grown(value, me, gap.mask, cost=thing.cost + me.cost + 1)


def _own_links(known: Catalogue, members: Set, me: Me) -> Iterator[Link]:
    for relation in known.models[members.model].relations.values():
        if relation.default and (me.model, relation.to) in HUBS and not any(k.relation == relation.id for k in members.links):
            yield Link(relation.id, True, Set(relation.to, frozenset({Link("hub", False, me)})))


def joined(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """A set and what it is with, on or about: "conversation with Bill's company", "note on Orchard Foods"."""
    inner = left.value.node if isinstance(left.value, Spoken) else left.value
    if not isinstance(inner, Set) or (gap.words[-1:] in (("by",), ("for",)) and left.says(AWAITED)):
        return                                          # "to be approved" + "by me": by, not of me
    for relation in known.models[inner.model].relations.values():
        target = possible(known, right, relation.to)
        if any(k.relation == relation.id for k in inner.links):     # "at X at Y": which of the two?
            continue
        if target is not None and not is_bare(target) and relation.prepositions and gap.ends_in(relation.prepositions):
            made = replace(inner, links=inner.links | {Link(relation.id, True, target)})
            grown = left.grown(replace(left.value, node=made) if isinstance(left.value, Spoken) else made, right, gap.mask)
            yield in_direction(known, grown, right, gap)
