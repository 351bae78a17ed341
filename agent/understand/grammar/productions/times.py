"""Rules for times: a period beside a set, a verb or a state."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Groups, Is, Set, Where
from agent.plan.conditions import TIMES
from agent.plan.periods import Interval
from agent.query.operations.condition_fields import parts_of
from agent.understand.grammar.items import TODAY, Ask, By, Conditions, Figure, Item
from agent.understand.grammar.productions.gaps import AUXILIARY, THAT, Gap
from agent.understand.grammar.productions.holding import set_inside, with_conditions
from agent.understand.grammar.productions.limits import only_when

# ---------------------------------------------------------------- times


def timed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"bugs reported last week", "last week's bugs", "deals won this year", "revenue last quarter"."""
    for period, holder in ((left, right), (right, left)):
        found = set_inside(holder.value)
        if not isinstance(period.value, Interval) or found is None or not gap.within(AUXILIARY | {"in", "on", "for", "from", "by", "of"} | THAT):
            continue
        lasting = [c for c in found[0].where if is_during(known, c)]
        if holder is left and not holder.time and gap.within(frozenset({"in", "on", "from"})):
            yield from _lasting_in(left, right, gap, lasting)
        if lasting or not _goes_by_model(holder):
            continue
        if holder.time and not holder.time.startswith(f"{found[0].model}."):
            continue                    # "the department of those who joined" + "in 2026": they joined then
        field = holder.time or _period_of(known, holder.value, found[0].model)
        if gap.within(AUXILIARY) and _is_so_as_of(known, found[0], field, holder, period):
            yield from _as_of_today(holder, period, gap)
        elif field and not _is_timed(found[0], field):
            yield from (_begun(known, made) for made in _on_time(known, left, right, gap, holder, field))


def _lasting_in(left: Item, right: Item, gap: Gap, lasting: Sequence[Condition]) -> Iterator[Item]:
    """"(who is) off in Porto" + "today": when the one state of the set that lasts is asked for, whatever stands between."""
    found = set_inside(left.value)
    one = lasting[0] if len(lasting) == 1 else None
    if found is not None and isinstance(one, Is) and one.period is None and isinstance(right.value, Interval):
        node, rebuilt = found
        made = replace(node, where=(node.where - {one}) | {replace(one, period=right.value)})
        yield left.grown(rebuilt(made), right, gap.mask)


def _as_of_today(holder: Item, period: Item, gap: Gap) -> Iterator[Item]:
    """"(invoices that are) overdue" + "today": as they are. Whether they were so "last week" nothing tells, and no date of theirs is meant."""
    if period.says(TODAY):
        made = holder.grown(holder.value, replace(period, said=frozenset()), gap.mask, time=holder.time)
        yield made.saying("no-op:today", period.cover)


def _is_so_as_of(known: Catalogue, node: Set, field: str, holder: Item, period: Item) -> bool:
    """Is there a state that is judged as of today, and does the period say when it is so: today, or right behind its word?

    Not where the state lets the same date lie in the period: "upcoming" + "this week".
    """
    near = (c for c in node.where if isinstance(c, Is) and (period.says(TODAY) or _stands_before(holder, f"is:{c.predicate}", period)))
    states = list(near) if not holder.time else []
    weighed = [w for c in states for w in parts_of(known, c.predicate) if isinstance(w, Where) and w.value in TIMES]
    return any(w.field != field or w.op == "<" for w in weighed)


def _stands_before(holder: Item, element: str, period: Item) -> bool:
    """Is a word of the holder the last thing that is said before the period?"""
    return any(said == element and mask.bit_length() == holder.cover.bit_length() and mask < period.cover for said, mask in holder.said)


def _begun(known: Catalogue, item: Item) -> Item:
    """"(meetings) I had this month": those that have begun, and not what is still planned."""
    found, said = set_inside(item.value), next((mask for element, mask in item.said if element == "begun"), 0)
    if not said or found is None or not known.models[found[0].model].started or "past" not in known.models[found[0].model].predicates:
        return item
    node, rebuilt = found
    past = f"{node.model}.past"
    return replace(item, value=rebuilt(replace(node, where=node.where | {Is(past)}))).saying(f"is:{past}", said)


def is_dated_by(known: Catalogue, of: Set, by: object) -> bool:
    """Is the key the date by which a period of the set goes?"""
    return isinstance(by, By) and len(by.specs) == 1 and any(by.specs[0] == ("field", _dated(known, c)) for c in of.where)


def _dated(known: Catalogue, condition: Condition) -> str:
    if isinstance(condition, Is):
        return _time_of(known, condition) if condition.period is not None else ""
    return condition.field if isinstance(condition, Where) and isinstance(condition.value, Interval) else ""


def _goes_by_model(holder: Item) -> bool:
    """Is the usual time of the model that of the figure too? An average of groups may go by another, which its words no longer tell."""
    return bool(holder.time) or not isinstance(holder.value, Groups) or holder.value.measures[0].how in ("count", "sum")


def _on_time(known: Catalogue, left: Item, right: Item, gap: Gap, holder: Item, field: str) -> Iterator[Item]:
    """The set within a period: of its named condition where that has this time ("won … this year"), else of the field."""
    period = right.value if holder is left else left.value
    found = set_inside(holder.value)
    assert isinstance(period, Interval) and found is not None
    node, rebuilt = found
    named = [c for c in node.where if isinstance(c, Is) and _time_of(known, c) == field]
    if not named:
        yield from with_conditions(known, left, right, gap, holder, frozenset({Where(field, period, "in")}))
    elif len(named) == 1 and named[0].period is None:
        made = replace(node, where=only_when(known, (node.where - {named[0]}) | {replace(named[0], period=period)}))
        first, other = (left, right) if holder is left else (right, left)
        yield first.grown(rebuilt(made), other, gap.mask, time=holder.time)


def _period_of(known: Catalogue, value: object, model: str) -> str:
    metric = known.metrics.get(value.metric) if isinstance(value, Figure) else None
    name = (metric.period if metric else None) or known.models[model].period
    return f"{model}.{name}" if name else ""


def _is_timed(node: Set, field: str) -> bool:
    return any(isinstance(c, Where) and c.field == field and isinstance(c.value, Interval) for c in node.where)


def timed_verb(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"fixed in October", "joined since September", "due this month", "off next week"."""
    for period, verb in ((left, right), (right, left)):
        if not isinstance(period.value, Interval) or not gap.within(AUXILIARY | {"in", "on", "by"}):
            continue
        yield from _verb_in(known, verb, period, left, right, gap)


def _verb_in(known: Catalogue, verb: Item, period: Item, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    value = verb.value
    assert isinstance(period.value, Interval)
    if isinstance(value, Ask) and not value.where and (value.needs == "when" or (verb is left and _is_date(known, value))):
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
            made: frozenset[Condition] = frozenset({replace(named[0], period=period.value)})
        elif not named:
            made = value.where | {Where(value.time, period.value, "in")}
        else:
            return
        yield left.grown(replace(value, where=made, time=""), right, gap.mask)


def _is_date(known: Catalogue, value: Ask) -> bool:
    """"with a due date in May": the date has its name."""
    return not value.needs and known.field(value.field).kind in ("date", "datetime")


def is_during(known: Catalogue, condition: Condition) -> bool:
    """A state that lasts ("off", "away"): a period beside it is when, not a date of the record's."""
    return isinstance(condition, Is) and known.predicate(condition.predicate).is_state


def _time_of(known: Catalogue, condition: Is) -> str:
    predicate = known.predicate(condition.predicate)
    return f"{predicate.model}.{predicate.time}" if predicate.time else ""
