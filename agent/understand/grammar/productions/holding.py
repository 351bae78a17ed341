"""What a set is inside other items, what can be put on it, and the ways that tie it to things. No rule of its own."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal

from agent.catalogue import SAME_PERSON, Catalogue
from agent.plan.algebra import (
    ANY_MODEL,
    Column,
    Condition,
    Either,
    Groups,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Named,
    Node,
    Not,
    Order,
    Path,
    Quantity,
    Set,
    Table,
    Union,
    Where,
    nodes,
    same_as,
)
from agent.understand.grammar.items import COMPARABLE, Conditions, Each, Figure, Hole, Item, Most, Part, Spoken, Topped, Value
from agent.understand.grammar.paths import PEOPLE, between, by_candidate, coerced, nested
from agent.understand.grammar.productions.gaps import HOLDS, Gap
from agent.understand.grammar.productions.limits import excluded, flat, only_when

ZERO = Quantity(Decimal(0))
NODE = (Named, Me, Set, Union, Hole)
HELD = (Set, Spoken, Figure, Topped, Part, Most, Each, Groups, Table)
OWNED = "owned"                         # what a relation alone says is had: "without direct reports"
HAD = "had"                             # an element that no goal holds: what was said last is had or lacked by what is before it
OF_EVERY = "of every"                    # an element that no goal holds: what is said is so of every one by itself, "tickets of every person"
HAVING = (HOLDS | {"with"}) - {"'s"}


def set_inside(value: object) -> tuple[Set, Callable[[Set], Value]] | None:
    """The set inside a value, and how to put another in its place; None where conditions can not be put on it."""
    if isinstance(value, Set):
        return value, lambda node: node
    if isinstance(value, Spoken | Topped | Part | Most | Each) and isinstance(value.node, Set):
        return value.node, lambda node: replace(value, node=node)
    if isinstance(value, Groups) and len(value.measures) == 1 and value.order is None and isinstance(value.measures[0].of, Set):
        measure = value.measures[0]
        return value.measures[0].of, lambda node: replace(value, measures=(replace(measure, of=node),))
    if isinstance(value, Figure) and isinstance(value.measure.of, Set) and not value.each and value.measure.each is None:
        return value.measure.of, lambda node: replace(value, measure=replace(value.measure, of=node))
    return None


def walks_back(known: Catalogue, path: Path) -> bool:
    """Does a way go from a thing to others that lead to it? What has no noun is a part of the thing, not another."""
    return any(step.inverse and step.relation != "hub" and known.models[step.to].words for step in path)


def is_no_order(known: Catalogue, order: Order) -> bool:
    """Has a row no one place in it? An account has many deals, and none of their amounts is its own; rates of any period do not compare."""
    if not isinstance(order.by, Column):
        return False
    many = (step for step in order.by.path if step.relation != "hub" and known.models[step.to].words and known.relation(step.relation).many)
    return order.by.field in COMPARABLE or walks_back(known, order.by.path) or any(True for _ in many)


def goes_round(known: Catalogue, node: Set) -> bool:
    """Is it said to be above and below the same one ("your manager managed by you"), or twice below the same one?

    Of people two ties to the asker are one said twice: "whom do I have under me".
    """
    lines = [(known.relation(link.relation).fk, link) for link in node.links if link.relation != "hub"]
    lines = [(fk, link) for fk, link in lines if fk and known.relation(link.relation).model == known.relation(link.relation).to]
    above = {(fk, link.source) for fk, link in lines if not link.to_source}
    below = [(fk, link.source) for fk, link in lines if link.to_source]
    askers = [link for link in node.links if node.model == PEOPLE and any(isinstance(n, Me) for n in nodes(link.source))]
    return not above.isdisjoint(below) or len(set(below)) < len(below) or len(askers) > 1


def is_of_two(known: Catalogue, node: Set) -> bool:
    """Is what each member has one of said to be one thing, and something else as well: "my team's open deals for me"?"""
    to_one = [k for k in node.links if k.to_source and k.relation != "hub" and not known.relation(k.relation).many]
    return any(one.relation == other.relation and one.source != other.source and _is_single(one.source) for one in to_one for other in to_one)


def _is_single(node: object) -> bool:
    """A name, the asker, or either as an app knows them."""
    if not isinstance(node, Set):
        return isinstance(node, Named | Me)
    return not node.where and len(node.links) == 1 and all(k.relation == "hub" and isinstance(k.source, Named | Me) for k in node.links)


def tells_only_when(known: Catalogue, element: str) -> bool:
    """Does a verb say no more than when something happened, not how it stands? Who did it is another relation's verb, or not known."""
    kind, _, target = element.partition(":")
    if kind == "field":
        return known.field(target).kind in ("date", "datetime")
    predicate = known.predicate(target) if kind == "is" else None
    return predicate is not None and predicate.all == (f"{predicate.time} filled",)


def end_of(key: Key) -> str:
    """The model of what groups go by."""
    return key.path[-1].to if key.path else str(key.field).partition(".")[0]


def counted_behind(item: Item) -> bool:
    """Does "how many" stand behind what is counted?"""
    return any(element == "count:count" and mask & -mask > item.cover & -item.cover for element, mask in item.said)


def in_direction(known: Catalogue, made: Item, thing: Item, gap: Gap) -> Item:
    """Calls "to" Acme are not those from there: which way they went, where the catalogue knows it. Among our own people there is no such way."""
    found, value = set_inside(made.value), thing.value
    way = {"to": "outbound", "from": "inbound"}.get(gap.words[-1] if gap.words else "", "")
    kinds = (c.field for c in found[0].where if isinstance(c, Where) and c.op in ("=", "kind")) if found is not None else ()
    is_sent = any(known.field(field).values_are_nouns for field in kinds)       # a call or an e-mail; a talk goes both ways
    outside = is_sent and isinstance(value, Named | Set) and value.model.partition("/")[0] != "hris" and not value.model.endswith("/User")
    if found is None or isinstance(made.value, Spoken) or not outside or way not in known.models[found[0].model].predicates:
        return made
    node, rebuilt = found
    sent = Is(f"{node.model}.{way}")
    return replace(made, value=rebuilt(replace(node, where=node.where | {sent}))).saying(f"is:{sent.predicate}", gap.mask)


def with_conditions(
    known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, conditions: frozenset[Condition], **more: object,
) -> Iterator[Item]:
    """The holder with conditions put on its set. Links go to the links. Of the first ones told before, some are meant."""
    found = set_inside(holder.value)
    if found is None:
        return
    node, rebuilt = found
    links = frozenset(c for c in conditions if isinstance(c, Link))
    if links & node.links or (conditions - links) & node.where or excluded(known, node.where, conditions - links):
        return
    if holder.says("back") and not holder.says("ones") and (node.newest or node.ranked is not None):
        node = Set(node.model, frozenset({same_as(node)}))
    made = replace(node, links=node.links | links, where=only_when(known, node.where | (conditions - links)))
    first, other = (left, right) if holder is left else (right, left)
    yield first.grown(rebuilt(made), other, gap.mask, **({"time": holder.time} | more))


def conditions_on(known: Catalogue, model: str, limit: Conditions) -> Iterator[tuple[frozenset[Condition], int]]:
    """Conditions on one model as conditions on another that leads there: people in a city are people whose place is in it."""
    if limit.model == model:
        yield limit.where, 0
        return
    if any(_is_own_text(known, c) for c in flat(limit.where)):
        return                                                      # a candidate's last name is not that of an employee
    if coerced(known, Set(limit.model), model) is None and not all(_is_of_neighbour(known, c) for c in flat(limit.where)):
        return                                                      # "open" said of a deal is not said of its tasks
    for path, cost in between(known, model, limit.model):
        if _is_own(known, path):
            yield frozenset(_over(path, limit.model, c) for c in limit.where), cost


def _is_own_text(known: Catalogue, condition: Condition) -> bool:
    """Is it what one record itself holds as a text, such as a name, which other records of the same person hold by themselves?"""
    if not isinstance(condition, Where) or not isinstance(condition.value, str):
        return False
    field = known.field(condition.field)
    return field.kind == "text" and not field.tenant_values and known.models[field.model].is_person


def _is_own(known: Catalogue, path: Path) -> bool:
    """Does a way lead to what is a thing's own, a person's place, job or pay? Who owns accounts in a town is not in that town."""
    return all((not step.inverse or not known.models[step.to].words) and (step.relation != "hub" or step is path[0]) for step in path)


def _over(path: Path, model: str, condition: Condition) -> Condition:
    """A condition on what a way leads to; a negated one is that nothing there holds it."""
    if isinstance(condition, Not):
        inner = _over(path, model, condition.of)
        return Not(inner)
    made = Set(model, frozenset({condition})) if isinstance(condition, Link) else Set(model, where=frozenset({condition}))
    return nested(path, made)


def _is_of_neighbour(known: Catalogue, condition: Condition) -> bool:
    """May it be said of something that leads there? Where it is, or what it is called: not its state, times or amounts."""
    if isinstance(condition, Not):
        return _is_of_neighbour(known, condition.of)
    if isinstance(condition, Either):
        return all(_is_of_neighbour(known, each) for each in condition.of)
    if not isinstance(condition, Where):
        return False
    field = known.field(condition.field)
    part_of_person = not known.models[field.model].words and isinstance(condition.value, Quantity | Measure)      # "earns more than"
    is_value = field.tenant_values or known.models[field.model].by_value       # a job title, a city, a country
    return (condition.op in ("=", "kind") and is_value) or part_of_person


def as_model(known: Catalogue, value: object, model: str) -> Node | None:
    """A thing as one of a model, the row that a figure is for included."""
    if isinstance(value, Hole):
        return Hole(model)  # type: ignore[return-value]
    return coerced(known, value, model) if isinstance(value, Named | Me | Set | Union) else None


def ways_to(known: Catalogue, model: str, thing: object, preposition: str = "") -> Iterator[tuple[Link, int]]:
    """The default conditions that tie a model to a thing, with their costs; a relation that knows the preposition is no detour."""
    end = thing.model if isinstance(thing, Named | Me | Set | Union | Hole) else ""
    if model == PEOPLE and (not end.startswith("hris/") or (isinstance(thing, Me | Set | Hole) and end == PEOPLE)):
        yield from _ways_of_people(known, thing)
        return
    if isinstance(thing, Hole) and end == ANY_MODEL and model in known.models:
        yield from _ways_to_row(known, model)
        return
    if end not in known.models or model not in known.models or _is_askers(known, model, thing):
        return
    relations = known.models[model].relations.values() if preposition else ()
    direct = [r for r in relations if preposition in r.prepositions and as_model(known, thing, r.to) is not None]
    for relation in direct:
        node = as_model(known, thing, relation.to)
        assert node is not None
        yield Link(relation.id, True, node), 0
    for path, cost in () if direct else between(known, model, end):
        if any(step.relation != "hub" for step in path) and not by_candidate(path):     # one's own record in another app is no thing of theirs
            yield nested(path, thing), cost  # type: ignore[arg-type]


def _ways_to_row(known: Catalogue, model: str) -> Iterator[tuple[Link, int]]:
    """"their customers": of whoever each row is, by the one person that a thing of the model belongs to."""
    owners = [r for r in known.models[model].relations.values() if r.default and r.fk and known.models[r.to].is_person]
    if len(owners) == 1:
        yield Link(owners[0].id, True, Hole(owners[0].to)), 1  # type: ignore[arg-type]


def is_in_currency(node: Set) -> bool:
    """Was a currency said of the members? Of their sum it is rather the unit."""
    return any(isinstance(c, Where) and c.field == f"{node.model}.currency" for c in node.where)


def _ways_of_people(known: Catalogue, thing: object) -> Iterator[tuple[Link, int]]:
    """What ties employees to the asker: reporting to them; to a user of an app: being that user. Who owns an account is no employee of it."""
    manager = known.models[PEOPLE].relations.get("manager")
    if isinstance(thing, Me) and manager is not None:
        yield Link(manager.id, True, thing), 1
    elif isinstance(thing, Set) and is_account(thing) and (PEOPLE, thing.model) in SAME_PERSON:
        yield Link("hub", False, thing), 1


def is_account(thing: object) -> bool:
    """"a user in the CRM": being known there, which is all that is said of the user."""
    return isinstance(thing, Set) and not thing.links and thing.where == {Is(f"{thing.model}.known")}


def _is_askers(known: Catalogue, model: str, thing: object) -> bool:
    """"my team" means the people there, not the record of the team."""
    return isinstance(thing, Me) and any(r.means_people_of_asker and r.to == model for r in known.relations())
