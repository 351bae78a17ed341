"""Rules for sets: what restricts the records of a model. Adjectives, verbs with their objects, places, times, comparisons, what is had or lacked."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from agent.catalogue import Catalogue, Relation
from agent.periods import Interval
from agent.plan import Condition, Either, Has, Is, Link, Me, Measure, Named, Node, Not, Op, Path, Quantity, Set, Step, Tally, Union, Where
from agent.rules.grammar.gaps import AUXILIARY, HOLDS, PLACES, THAT, Gap, Typed
from agent.rules.items import COMPARABLE, Ask, Compared, Conditions, Each, Figure, Hole, Item, Most, Owning, Part, Spoken, Teamed, Topped, Value, Word
from agent.rules.paths import PEOPLE, between, coerced, is_bare, nested

ZERO = Quantity(0)                      # type: ignore[arg-type]  # a Decimal equals it
NODE = (Named, Me, Set, Union, Hole)
HELD = (Set, Spoken, Figure, Topped, Part, Most, Each)
HAVING = (HOLDS | {"with"}) - {"'s"}
POSSESSIVE = frozenset({"'s", "of", "for", "at", "from", "with", "to", "by", "in", "on"})


def held(value: object) -> tuple[Set, Callable[[Set], Value]] | None:
    """The set inside a value, and how to put another in its place; None where conditions can not be put on it."""
    if isinstance(value, Set):
        return value, lambda node: node
    if isinstance(value, Spoken | Topped | Part | Most | Each) and isinstance(value.node, Set):
        return value.node, lambda node: replace(value, node=node)
    if isinstance(value, Figure) and isinstance(value.measure.of, Set) and not value.each:
        return value.measure.of, lambda node: replace(value, measure=replace(value.measure, of=node))
    return None


def tested(known: Catalogue, condition: Condition) -> str:
    """The one field that a condition looks at for its value; '' for any other condition. What is open is not closed at the same time."""
    if isinstance(condition, Where):
        return condition.field if condition.op in ("=", "!=") else ""
    if isinstance(condition, Is) and condition.period is None:
        texts = known.predicate(condition.predicate).all
        found = re.fullmatch(r"(\w+) (?:=|!=|in) .+", texts[0]) if len(texts) == 1 else None
        return f"{condition.predicate.partition('.')[0]}.{found[1]}" if found else ""
    return ""


def excluded(known: Catalogue, held_already: frozenset[Condition], more: frozenset[Condition]) -> bool:
    """Do the conditions look at a field that was told already? Both together would hold of nothing."""
    fields = {tested(known, without_period(c)) for c in held_already} - {""}
    return any(tested(known, without_period(c)) in fields for c in more)


def without_period(condition: Condition) -> Condition:
    """A named condition at any time."""
    return replace(condition, period=None) if isinstance(condition, Is) else condition


def _with(known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, conditions: frozenset[Condition], **more: object) -> Iterator[Item]:
    """The holder with conditions put on its set. A link goes to the links, all else to the conditions."""
    found = held(holder.value)
    if found is None:
        return
    node, rebuilt = found
    links = frozenset(c for c in conditions if isinstance(c, Link))
    if links & node.links or (conditions - links) & node.where or excluded(known, node.where, conditions - links):
        return
    made = replace(node, links=node.links | links, where=node.where | (conditions - links))
    first, other = (left, right) if holder is left else (right, left)
    yield first.grown(rebuilt(made), other, gap.mask, **({"time": holder.time} | more))


# ---------------------------------------------------------------- adjectives, verbs, places


def restrict(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open tickets", "tickets that are open", "people in Bangalore", "my team in Bangalore"."""
    for limit, holder in ((left, right), (right, left)):
        if not isinstance(limit.value, Conditions) or limit.value.unit is not None or (found := held(holder.value)) is None:
            continue
        if not (gap.within(HOLDS | PLACES) if holder is left else not gap.words and _is_adjective(limit.value)):
            continue
        for conditions, cost in conditions_on(known, found[0].model, limit.value):
            time = limit.value.time if limit.value.time.startswith(found[0].model) else holder.time
            yield from _with(known, left, right, gap, holder, conditions, cost=left.cost + right.cost + cost, time=time)


def _is_adjective(limit: Conditions) -> bool:
    """May it stand before its noun? A verb with its object may not."""
    return not any(isinstance(c, Link) for c in limit.where)


def conditions_on(known: Catalogue, model: str, limit: Conditions) -> Iterator[tuple[frozenset[Condition], int]]:
    """Conditions on one model as conditions on another that leads there: people in a city are people whose place is in it."""
    if limit.model == model:
        yield limit.where, 0
        return
    if coerced(known, Set(limit.model), model) is None and not all(_is_of_neighbour(known, c) for c in _flat(limit.where)):
        return                                                      # "open" said of a deal is not said of its tasks
    for path, cost in between(known, model, limit.model):
        yield frozenset(_over(path, limit.model, c) for c in limit.where), cost


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
    if not isinstance(condition, Where):
        return False
    field = known.field(condition.field)
    part_of_person = not known.models[field.model].words and isinstance(condition.value, Quantity)      # "earns more than"
    return (condition.op == "=" and field.tenant_values) or part_of_person


def named_value(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"pharmaceuticals industry", "came from a trade fair", "priority P0": a value beside the name of its field."""
    for ask, limit in ((left, right), (right, left)):
        if isinstance(ask.value, Ask) and isinstance(limit.value, Conditions) and gap.within(AUXILIARY | {"in", "of", "from", "as"}):
            field = _field_of(known, limit.value.where)
            if field and (ask.value.field == field or _is_inside(field, ask.value.field)) and not ask.value.where:
                yield left.grown(limit.value, right, gap.mask)


def _is_inside(tested: str, asked: str) -> bool:
    """One word of two models for one thing: a lead's source and an application's."""
    return tested.rpartition(".")[2] == asked.rpartition(".")[2]


def negated(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"not closed", "not in Bangalore", "who are not managers"."""
    if isinstance(left.value, Word) and left.value.kind == "not" and isinstance(right.value, Conditions) and gap.within(AUXILIARY | PLACES):
        value = replace(right.value, where=frozenset({Not(c) for c in right.value.where}))
        if len(value.where) == 1:
            yield left.grown(value, right, gap.mask)


def not_placed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"not (at) Acme": what a name or a set excludes, of whatever is restricted by it."""
    if isinstance(left.value, Word) and left.value.kind == "not" and gap.words and gap.within(PLACES):
        yield left.grown(Owning(right.value, "=", ZERO), right, gap.mask)  # type: ignore[arg-type]


def verb_and_object(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"assigned to me", "owned by Tom Becker", "reporting to Zoë"; "that owns Halcyon"."""
    if not isinstance(left.value, Word) or left.value.kind not in ("forward", "backward") or not gap.within(AUXILIARY | {"to", "by", "for", "in"}):
        return
    relation = known.relation(left.value.target)
    yield from _tied_by(known, relation, left.value.kind == "forward", left, right, gap)


def subject_and_verb(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(accounts that) Tom Becker owns", "(the tickets) I am working on", "(people) Zoë manages"."""
    if isinstance(right.value, Word) and right.value.kind in ("forward", "backward") and gap.within(AUXILIARY):
        yield from _tied_by(known, known.relation(right.value.target), right.value.kind == "backward", left, right, gap)


def _tied_by(known: Catalogue, relation: Relation, holds: bool, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """Conditions by a relation whose verb was said: on those that hold it, or on those that it leads to."""
    thing = right if isinstance(left.value, Word) else left
    model, other = (relation.model, relation.to) if holds else (relation.to, relation.model)
    node = _as(known, thing.value, other)
    if node is None or is_bare(node):
        return
    link = Link(relation.id, holds, node)
    yield left.grown(Conditions(model, frozenset({link}), time=f"{model}.{relation.verbs_time}" if relation.verbs_time and holds else ""), right, gap.mask)
    for one, there in _other_apps(known, model):
        yield left.grown(Conditions(there, frozenset({Link("hub", False, Set(one, frozenset({link})))})), right, gap.mask, cost=left.cost + right.cost + 2)


def _other_apps(known: Catalogue, model: str) -> Iterator[tuple[str, str]]:
    """Users of an app are employees."""
    if model != PEOPLE and coerced(known, Me(), model) is not None:
        yield model, PEOPLE


def _as(known: Catalogue, value: object, model: str) -> Node | None:
    """A thing as one of a model, the row that a figure is for included."""
    if isinstance(value, Hole):
        return Hole(model)  # type: ignore[return-value]
    return coerced(known, value, model) if isinstance(value, Named | Me | Set | Union) else None


def tied(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets in Atlas Navigation", "contacts at my accounts", "comments on ATL-1", "invoices to Cobalt Freight": a default way and a preposition."""
    found = held(left.value)
    if found is None or not gap.words or gap.words[-1] not in PLACES or not gap.within(HOLDS | PLACES):
        return
    yield from _over_default(known, left, right, gap, left, right)


def possessed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Hugo's leads", "my open deals", "Bill's company's tickets", "leads I have": whose things they are."""
    owned = bool(gap.words) or isinstance(left.value, Me | Hole) or left.says("back")
    if held(right.value) is not None and owned and gap.within(frozenset({"'s"})) and not right.is_whole:
        yield from _over_default(known, left, right, gap, right, left)
    elif held(left.value) is not None and gap.within(HOLDS) and isinstance(right.value, Me):
        yield from _over_default(known, left, right, gap, left, right)


def _over_default(known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, thing: Item) -> Iterator[Item]:
    found = held(holder.value)
    if found is None or is_bare(thing.value) or (isinstance(holder.value, Figure) and holder.value.metric):
        return                                                      # a metric says itself what its "of" means
    for link, cost in ways_to(known, found[0].model, thing.value, gap.words[-1] if gap.words and holder is left else ""):
        if not any(k.relation == link.relation and k.to_source == link.to_source for k in found[0].links):
            yield from _with(known, left, right, gap, holder, frozenset({link}), cost=left.cost + right.cost + cost)


def ways_to(known: Catalogue, model: str, thing: object, preposition: str = "") -> Iterator[tuple[Link, int]]:
    """The default conditions that tie a model to a thing, with their costs; a relation that knows the preposition is no detour."""
    end = thing.model if isinstance(thing, Named | Me | Set | Union | Hole) else ""
    if isinstance(thing, Me | Set | Hole) and end == PEOPLE and model == PEOPLE:
        manager = known.models[PEOPLE].relations.get("manager")
        if manager is not None and isinstance(thing, Me):
            yield Link(manager.id, True, thing), 1
        return
    if model == PEOPLE and not end.startswith("hris/"):
        return                                                      # who owns an account is no employee of it
    if end not in known.models or model not in known.models or _is_askers(known, model, thing):
        return
    direct = [r for r in known.models[model].relations.values() if preposition and preposition in r.prepositions and _as(known, thing, r.to) is not None]
    for relation in direct:
        node = _as(known, thing, relation.to)
        assert node is not None
        yield Link(relation.id, True, node), 0
    for path, cost in () if direct else between(known, model, end):
        if any(step.relation != "hub" for step in path):            # somebody's own record in another app is not a thing of theirs
            yield nested(path, thing), cost  # type: ignore[arg-type]


def _is_askers(known: Catalogue, model: str, thing: object) -> bool:
    """"my team" means the people there, not the record of the team."""
    return isinstance(thing, Me) and any(r.means_people_of_asker and r.to == model for r in known.relations())


# ---------------------------------------------------------------- times


def timed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"bugs reported last week", "last week's bugs", "deals won this year", "revenue last quarter"."""
    for period, holder in ((left, right), (right, left)):
        found = held(holder.value)
        if not isinstance(period.value, Interval) or found is None or not gap.within(AUXILIARY | {"in", "on", "for", "from", "by", "of"} | THAT):
            continue
        if any(is_during(known, c) for c in found[0].where):
            continue
        field = holder.time or _period_of(known, holder.value, found[0].model)
        if field and not _is_timed(found[0], field):
            yield from _on_time(known, left, right, gap, holder, field)


def _on_time(known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, field: str) -> Iterator[Item]:
    """The set within a period: of its named condition where that has this time ("won … this year"), else of the field."""
    period = right.value if holder is left else left.value
    found = held(holder.value)
    assert isinstance(period, Interval) and found is not None
    node, rebuilt = found
    named = [c for c in node.where if isinstance(c, Is) and _time_of(known, c) == field]
    if not named:
        yield from _with(known, left, right, gap, holder, frozenset({Where(field, period, "in")}))
    elif len(named) == 1 and named[0].period is None:
        made = replace(node, where=(node.where - {named[0]}) | {replace(named[0], period=period)})
        first, other = (left, right) if holder is left else (right, left)
        yield first.grown(rebuilt(made), other, gap.mask, time=holder.time)


def _period_of(known: Catalogue, value: object, model: str) -> str:
    metric = known.metrics.get(value.metric) if isinstance(value, Figure) else None
    name = (metric.period if metric else None) or known.models[model].period
    return f"{model}.{name}" if name else ""


def _is_timed(node: Set, field: str) -> bool:
    return any(isinstance(c, Where) and c.field == field and isinstance(c.value, Interval) for c in node.where)


def placed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"people who work (in Berlin)", "who sits (in Pune)": the verb before a place carries nothing of its own."""
    if isinstance(left.value, Set) and isinstance(right.value, Word) and right.value.kind == "place" and gap.within(HOLDS):
        if coerced(known, left.value, known.relation(right.value.target).model) is not None:
            yield left.grown(left.value, right, gap.mask, time=left.time).saying("place", right.cover)


def timed_verb(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"fixed in October", "joined since September", "due this month", "off next week"."""
    for period, verb in ((left, right), (right, left)):
        if not isinstance(period.value, Interval) or not gap.within(AUXILIARY | {"in", "on", "by"}):
            continue
        yield from _verb_in(known, verb, period, left, right, gap)


def _verb_in(known: Catalogue, verb: Item, period: Item, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    value = verb.value
    assert isinstance(period.value, Interval)
    if isinstance(value, Ask) and value.needs == "when" and not value.where:
        model = value.field.partition(".")[0]
        yield left.grown(Conditions(model, frozenset({Where(value.field, period.value, "in")})), right, gap.mask)
    elif isinstance(value, Conditions) and len(value.where) == 1 and is_during(known, next(iter(value.where))):
        condition = next(iter(value.where))
        assert isinstance(condition, Is)
        if condition.period is None:
            yield left.grown(replace(value, where=frozenset({replace(condition, period=period.value)})), right, gap.mask)
    elif isinstance(value, Conditions) and value.time and not value.unit:
        named = [c for c in value.where if isinstance(c, Is) and _time_of(known, c) == value.time and c.period is None]
        if len(named) == 1 == len(value.where):
            made = frozenset({replace(named[0], period=period.value)})
        elif not named:
            made = value.where | {Where(value.time, period.value, "in")}
        else:
            return
        yield left.grown(replace(value, where=made, time=""), right, gap.mask)


def is_during(known: Catalogue, condition: Condition) -> bool:
    """A state that lasts ("off", "away"): a period beside it is when, not a date of the record's."""
    if not isinstance(condition, Is):
        return False
    predicate = known.predicate(condition.predicate)
    return predicate.computed and predicate.time is None and bool(predicate.verbs)


def _time_of(known: Catalogue, condition: Is) -> str:
    predicate = known.predicate(condition.predicate)
    return f"{predicate.model}.{predicate.time}" if predicate.time else ""


# ---------------------------------------------------------------- numbers


def compared(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"more than 40k", "at least three", "between 5 and 9", "3 or more"."""
    if isinstance(left.value, Word) and left.value.kind == "compare" and isinstance(right.value, Quantity) and not gap.words:
        yield left.grown(Compared(((left.value.target, right.value),)), right, gap.mask)  # type: ignore[arg-type]
    if isinstance(right.value, Word) and right.value.kind == "compare_after" and isinstance(left.value, Quantity) and not gap.words:
        yield left.grown(Compared(((right.value.target, left.value),)), right, gap.mask)  # type: ignore[arg-type]


def ranged(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"between 5" + "and 9 seats"."""
    first = left.value
    if isinstance(first, Compared) and isinstance(right.value, Quantity) and gap.words == ("and",) and first.bounds[0][0] == "between":  # type: ignore[comparison-overlap]
        low = replace(first.bounds[0][1], unit=first.bounds[0][1].unit or right.value.unit)
        yield left.grown(Compared(((">=", low), ("<=", right.value))), right, gap.mask)


def field_compared(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"amount above 150,000", "earns more than 100,000 dollars", "more than 100 employees", "older than 30 days"."""
    for ask, limit in ((left, right), (right, left)):
        if isinstance(ask.value, Ask) and isinstance(limit.value, Compared) and gap.within(AUXILIARY | {"of"}):
            yield from _bounded(known, ask.value.field, limit.value, left, right, gap)


def comparative(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"older than 30 days", "larger than 500": the field is the adjective's."""
    if isinstance(left.value, Word) and left.value.kind == "than" and isinstance(right.value, Quantity):
        op: Op = ">" if left.value.detail == "more" else "<"
        yield from _bounded(known, left.value.target, Compared(((op, right.value),)), left, right, gap)


def _bounded(known: Catalogue, field: str, limit: Compared, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    field = COMPARABLE.get(field, field)
    shown = known.field(field)
    if shown.kind not in ("number", "money", "quantity", "date", "datetime") or any(op == "between" for op, _ in limit.bounds):  # type: ignore[comparison-overlap]
        return
    where = frozenset(Where(field, quantity, op) for op, quantity in limit.bounds)
    yield left.grown(Conditions(shown.model, where), right, gap.mask).saying(f"field:{field}", left.cover | right.cover)


def a_year(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"earns more than 100,000 dollars" + "a year": as yearly pay is measured anyway."""
    yearly = isinstance(right.value, Word) and right.value.kind == "bucket" and right.value.target == "year"
    if isinstance(left.value, Conditions) and yearly and not gap.words and left.value.model in {f.partition(".")[0] for f in COMPARABLE.values()}:
        yield left.grown(left.value, right, gap.mask)


def sized(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"deals above 50k": by the model's size, where nothing else was said."""
    found = held(left.value)
    if found is None or not isinstance(right.value, Compared) or not gap.within(THAT | AUXILIARY | {"of", "for", "with"}):
        return
    size = known.models[found[0].model].size
    if size and size in known.models[found[0].model].fields:
        for made in _bounded(known, f"{found[0].model}.{size}", right.value, left, right, gap):
            assert isinstance(made.value, Conditions)
            for each in _with(known, left, right, gap, left, made.value.where, cost=left.cost + right.cost + 1):
                yield each.saying(f"size:{found[0].model}", right.cover)


# ---------------------------------------------------------------- what is had and lacked


def owning(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"without open tickets", "no invoice", "more than three overdue invoices", "at least one"."""
    if gap.words or not isinstance(right.value, Set | Named | Conditions):
        return
    if isinstance(left.value, Word) and left.value.kind == "lack" and isinstance(right.value, Set | Named):
        yield left.grown(Owning(right.value, "=", ZERO), right, gap.mask)
    if isinstance(left.value, Compared) and len(left.value.bounds) == 1 and isinstance(right.value, Set):
        op, quantity = left.value.bounds[0]
        if quantity.unit is None and op != "between":  # type: ignore[comparison-overlap]
            yield left.grown(Owning(right.value, op, quantity), right, gap.mask)


def having(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"accounts without an open deal", "people who have more than three tickets"."""
    found = held(left.value)
    if found is None or not isinstance(right.value, Owning) or not gap.within(HAVING):
        return
    limit = right.value
    for condition, cost in _had(known, found[0].model, limit):
        yield from _with(known, left, right, gap, left, frozenset({condition}), cost=left.cost + right.cost + cost)


def _had(known: Catalogue, model: str, limit: Owning) -> Iterator[tuple[Condition, int]]:
    if limit.op == "=" and limit.value.number == 0:
        for link, cost in ways_to(known, model, limit.node):
            yield Not(link), cost
    elif isinstance(limit.node, Set):
        for path, cost in between(known, limit.node.model, model):
            yield Has(Tally(Measure(limit.node, "count"), path), limit.op, limit.value), cost


def with_some(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"accounts with open tickets", "which of my accounts have open tickets"."""
    found = held(left.value)
    if found is None or is_bare(right.value) or not gap.words or not gap.within(HAVING) or not isinstance(right.value, Set):
        return
    for path, cost in between(known, right.value.model, found[0].model):
        link = _reached(path, right.value)
        if link is not None:
            yield from _with(known, left, right, gap, left, frozenset({link}), cost=left.cost + right.cost + cost)


def _reached(path: tuple[Step, ...], node: Set) -> Link | None:
    """The condition on what a way leads to: that something of the set leads there."""
    source: Node = node
    link: Link | None = None
    for step in path:
        link = Link(step.relation, step.relation != "hub" and step.inverse, source)
        source = Set(step.to, frozenset({link}))
    return link


# ---------------------------------------------------------------- and, or, whole


def either(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"P0 and P1", "open or pending": one of two values of a field; of different fields, both."""
    one, other = left.value, right.value
    joins = gap.words == ("or",) or not gap.words or (gap.words[0] == "and" and all(w in HOLDS | PLACES for w in gap.words[1:]))
    if not isinstance(one, Conditions) or not isinstance(other, Conditions) or one.model != other.model or one.unit or other.unit or not joins:
        return
    same = _field_of(known, one.where) == _field_of(known, other.where) != ""
    if not same and _any_negated(one.where | other.where):
        return                                                      # "not in Lisbon and Porto": which of the two is not meant?
    if same and gap.words[:1] != ("or",) and not gap.words and not _either(one.where):
        return
    if same:
        yield left.grown(replace(one, where=frozenset({Either(_flat(one.where) | _flat(other.where))})), right, gap.mask)
    elif gap.words != ("or",):
        yield left.grown(replace(one, where=one.where | other.where, time=one.time or other.time, noun=False), right, gap.mask)


def _flat(where: frozenset[Condition]) -> frozenset[Condition]:
    return frozenset(inner for c in where for inner in (c.of if isinstance(c, Either) else (c,)))


def _field_of(known: Catalogue, where: frozenset[Condition]) -> str:
    """The one field that conditions test for a value, or ''."""
    found = {tested(known, c) for c in _flat(where)}
    return found.pop() if len(found) == 1 else ""


def _any_negated(where: frozenset[Condition]) -> bool:
    return any(isinstance(c, Not) for c in where)


def _either(where: frozenset[Condition]) -> bool:
    return any(isinstance(c, Either) for c in where)


def my_team_in(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my Bangalore team": the asker's team, and what it says between."""
    if not isinstance(left.value, Conditions) or not isinstance(right.value, Word) or right.value.kind != "rel" or gap.words:
        return
    relation = known.relation(right.value.target)
    if relation.means_people_of_asker and not any(isinstance(c, Is) for c in left.value.where):
        for conditions, cost in conditions_on(known, relation.model, left.value):
            links = frozenset(c for c in conditions if isinstance(c, Link))
            node = Set(relation.model, links, conditions - links)
            yield left.grown(Teamed(node), right, gap.mask, cost=left.cost + right.cost + cost)


def my_teamed(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my" + "Bangalore team"."""
    if isinstance(left.value, Me) and isinstance(right.value, Teamed) and not gap.words:
        node = right.value.node
        made = replace(node, where=node.where | {Is(f"{PEOPLE}.my_team")})
        yield left.grown(made, right, gap.mask).saying(f"is:{PEOPLE}.my_team", left.cover)


def figure_of_thing(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many open tickets does Sunil have", "how many contacts has Acme": whose they are."""
    if not gap.words or gap.words[0] not in ("do", "does", "did", "has", "have", "had") or not gap.within(AUXILIARY):
        return
    if isinstance(left.value, Figure) and not left.value.metric and not is_bare(right.value):
        yield from _over_default(known, left, right, gap, left, right)


def united(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Hugo and Freya", "Acme or Orchard"."""
    one, other = left.value, right.value
    if gap.words not in (("and",), ("or",)) or not isinstance(one, Named | Union) or not isinstance(other, Named) or one.model != other.model:
        return
    inner = one.of if isinstance(one, Union) else frozenset({one})
    yield left.grown(Union(one.model, inner | {other}), right, gap.mask)


def whole(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"our customers", "all open jobs", "did we get": the company's, all of them; nothing is left out anyway."""
    if isinstance(right.value, Conditions):                        # "(the deals) we won"
        if isinstance(left.value, Word) and left.value.kind == "ours" and gap.within(AUXILIARY):
            yield right.grown(right.value, left, gap.mask).saying("ours", left.cover)
        return
    for word, holder in ((left, right), (right, left)):
        if isinstance(word.value, Word) and word.value.kind in ("ours", "all") and gap.within(AUXILIARY | PLACES) and held(holder.value) is not None:
            if word.value.kind == "all" and (word is right or not _may_be_all(holder, word.value.target)):
                continue
            element = "whole" if word.value.kind == "all" else "ours"
            yield holder.grown(holder.value, word, gap.mask, time=holder.time, complete=holder.complete).saying(element, word.cover)


def _may_be_all(holder: Item, which: str) -> bool:
    """Not "every who", nor every last one; "any" stands right before its noun."""
    found = held(holder.value)
    if found is None or found[0].newest or any(element == "who" for element, _ in holder.said):
        return False
    return which == "all" or not found[0].links


def only(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"only for my folks", "just in Bangalore": what restricts anyway is only that."""
    if isinstance(left.value, Word) and left.value.kind == "only" and not gap.words:
        yield right.grown(right.value, left, gap.mask, time=right.time).saying("only", left.cover)


def of_set(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"who of my reports", "which of these accounts", "people of my team": the noun says what they are."""
    if isinstance(left.value, Set) and is_bare(left.value) and gap.words == ("of",) and isinstance(right.value, Set) and right.value.model == left.value.model:
        yield right.grown(right.value, left, gap.mask)


def people_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"Sofia's people", "people under me", "Bill's reports": those who report to somebody."""
    for owner, people, allowed in ((left, right, frozenset({"'s"})), (right, left, frozenset({"of"}))):
        value = people.value
        if isinstance(value, Set) and value.model == PEOPLE and isinstance(owner.value, Named) and gap.words and gap.within(allowed):
            node = coerced(known, owner.value, PEOPLE)
            if node is not None and not any(k.to_source for k in value.links):
                made = owner.grown(replace(value, links=value.links | {Link(f"{PEOPLE}.manager", True, node)}), people, gap.mask)
                yield made.saying(f"rel:{PEOPLE}.manager", gap.mask)


RULES = (
    Typed(restrict, (Conditions, *HELD), (Conditions, *HELD)), Typed(negated, (Word,), (Conditions,)), Typed(not_placed, (Word,), (Named, Set)),
    Typed(verb_and_object, (Word,), NODE), Typed(subject_and_verb, NODE, (Word,)), Typed(tied, HELD, NODE),
    Typed(possessed, (*NODE, *HELD), (*NODE, *HELD)), Typed(timed, (Interval, *HELD), (Interval, *HELD)),
    Typed(timed_verb, (Interval, Ask, Conditions), (Interval, Ask, Conditions)), Typed(compared, (Word, Quantity), (Word, Quantity)),
    Typed(ranged, (Compared,), (Quantity,)), Typed(field_compared, (Ask, Compared), (Ask, Compared)), Typed(comparative, (Word,), (Quantity,)),
    Typed(sized, HELD, (Compared,)), Typed(owning, (Word, Compared), (Set, Named)), Typed(having, HELD, (Owning,)), Typed(with_some, HELD, (Set,)),
    Typed(either, (Conditions,), (Conditions,)), Typed(united, (Named, Union), (Named,)), Typed(whole, (Word, *HELD), (Word, Conditions, *HELD)),
    Typed(named_value, (Ask, Conditions), (Ask, Conditions)), Typed(placed, (Set,), (Word,)), Typed(only, (Word,), (Conditions, Named, Interval, Owning)), Typed(of_set, (Set,), (Set,)), Typed(people_of, (Named, Set), (Named, Set)),
    Typed(a_year, (Conditions,), (Word,)), Typed(my_team_in, (Conditions,), (Word,)), Typed(my_teamed, (Me,), (Teamed,)), Typed(figure_of_thing, (Figure,), (Named, Set)),
)
