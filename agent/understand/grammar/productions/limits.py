"""What conditions say of the values of a field: whether they exclude each other, whether one is a part of another."""

import re
from collections import defaultdict
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Either, Is, Not, Set, Where
from agent.plan.conditions import condition as said_condition


def tested(known: Catalogue, condition: Condition) -> str:
    """The one field that a condition looks at for its value; '' for any other condition. What is open is not closed at the same time."""
    if isinstance(condition, Where):
        return condition.field if condition.op in ("=", "!=", "kind") else ""
    if isinstance(condition, Is) and condition.period is None:
        texts = known.predicate(condition.predicate).all
        found = re.fullmatch(r"(\w+) (?:=|!=|in) .+", texts[0]) if len(texts) == 1 else None
        return f"{condition.predicate.partition('.')[0]}.{found[1]}" if found else ""
    return ""


def field_of(known: Catalogue, where: frozenset[Condition]) -> str:
    """The one field that conditions test for a value, or ''."""
    found = {tested(known, c) for c in flat(where)}
    return found.pop() if len(found) == 1 else ""


def excluded(known: Catalogue, held_already: frozenset[Condition], more: frozenset[Condition]) -> bool:
    """Do the conditions look at a field that was told already? Both together would hold of nothing."""
    fields = {tested(known, without_period(c)) for c in held_already} - {""}
    return any(tested(known, without_period(c)) in fields for c in more)


def holds_of_nothing(known: Catalogue, node: Set) -> bool:
    """Must a field have two values at once? "by Sev-1, Sev-2 and Sev-3" is no Sev-1 that is Sev-2 or Sev-3; what is approved is decided."""
    inside: dict[str, frozenset[object]] = {}
    outside: dict[str, frozenset[object]] = defaultdict(frozenset)
    for field, values, meets in (limit for c in node.where for limit in _limits(known, c)):
        if "[]" in known.field(field).path:
            continue
        if meets:
            inside[field] = inside.get(field, values) & values
        else:
            outside[field] |= values
    return any(not values - outside[field] for field, values in inside.items())

_Limit = tuple[str, frozenset[object], bool]        # a field, values of it, and whether they meet the condition or all others do


def _limits(known: Catalogue, condition: Condition) -> tuple[_Limit, ...]:
    """What a condition says of the values of fields, as far as it is a list of them."""
    if isinstance(condition, Where) and isinstance(condition.value, str | bool | tuple):
        values = frozenset[object](condition.value if isinstance(condition.value, tuple) else (condition.value,))
        return ((condition.field, values, condition.op != "!="),) if condition.op in ("=", "in", "!=") else ()
    if isinstance(condition, Not):
        inner = _limits(known, condition.of)
        return ((inner[0][0], inner[0][1], not inner[0][2]),) if len(inner) == 1 else ()
    if isinstance(condition, Is):
        predicate = known.predicate(condition.predicate)
        return tuple(limit for text in predicate.all for limit in _limits(known, said_condition(text, predicate.model, known.models)))
    return _limits_of_any(known, condition) if isinstance(condition, Either) else ()


def is_one_value(known: Catalogue, condition: Condition) -> bool:
    """Is a condition met by one value of a field: "Sev1", not "of any status"?"""
    return [len(values) for _, values, meets in _limits(known, condition) if meets] == [1]


def _limits_of_any(known: Catalogue, either: Either) -> tuple[_Limit, ...]:
    """Of one condition or another on the same field: the values of each."""
    each = [_limits(known, one) for one in either.of]
    met = [one[0] for one in each if len(one) == 1 and one[0][2]]
    if len(met) < len(each) or len({one[0] for one in met}) != 1:
        return ()
    return ((met[0][0], frozenset(value for one in met for value in one[1]), True),)


def is_part_of(known: Catalogue, one: Condition, other: Condition) -> bool:
    """Does all that meets one condition meet the other, by the values of one field: is what was won decided?"""
    wide = {field: values for field, values, meets in _limits(known, other) if meets}
    return any(meets and values <= wide.get(field, frozenset()) for field, values, meets in _limits(known, one))


def only_when(known: Catalogue, where: frozenset[Condition]) -> frozenset[Condition]:
    """"Issued this year, drafts included": what usually holds and was lifted says only when it was."""
    let_in = {(field, value) for c in where for field, values, meets in _limits(known, c) if meets for value in values}
    timed = [c for c in where if isinstance(c, Is) and c.period is not None and _is_usual(known, c)]
    lifted = [c for c in timed if any((field, value) in let_in for field, values, meets in _limits(known, c) if not meets for value in values)]
    when = (Where(f"{c.predicate.partition('.')[0]}.{known.predicate(c.predicate).time}", c.period, "in") for c in lifted)
    return (where - frozenset(lifted)) | frozenset(when)


def _is_usual(known: Catalogue, condition: Is) -> bool:
    model, _, name = condition.predicate.partition(".")
    return f"is {name}" in known.models[model].everybody and known.predicate(condition.predicate).time is not None


def without_period(condition: Condition) -> Condition:
    """A named condition at any time."""
    return replace(condition, period=None) if isinstance(condition, Is) else condition


def flat(where: frozenset[Condition]) -> frozenset[Condition]:
    """The conditions, those of which one has to hold each by itself."""
    return frozenset(inner for c in where for inner in (c.of if isinstance(c, Either) else (c,)))
