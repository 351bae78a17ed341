"""Pieces of conditions that a proposal's words give: fields, times, bounds, and conditions on a neighbour put on the thing itself."""

from dataclasses import replace
from math import inf
from typing import cast

from agent.catalogue import Field
from agent.plan import Condition, Op, Quantity
from agent.react.heard import Heard, Hearing
from agent.react.quotes import Quoted, Unfounded, means
from agent.rules.grammar.holding import conditions_on
from agent.rules.items import Conditions
from agent.rules.numbers import TIMES
from agent.rules.paths import between

_OF_MODELS = frozenset({"field", "rel", "is", "is_not", "where"})
_COUNTED = frozenset({"number", "money", "quantity"})
_TIMED = frozenset({"date", "datetime"})


def some(quotes: list[str], what: str) -> list[str]:
    """The quotes. Raises Unfounded where there are none."""
    if not any(q.strip() for q in quotes):
        raise Unfounded(f"No words are quoted for {what}.")
    return quotes


def field_of(hearing: Hearing, field_id: str) -> Field:
    """A field of the catalogue. Raises Unfounded."""
    model, _, name = field_id.partition(".")
    found = hearing.catalogue.models[model].fields.get(name) if model in hearing.catalogue.models else None
    if found is None:
        raise Unfounded(f"There is no field {field_id!r}.")
    return found


def period(hearing: Hearing, quotes: list[str]) -> Quoted:
    """One stretch of time, or none. Raises Unfounded for several."""
    found = hearing.quotes.take(quotes, means("period"), "a stretch of time")
    if len(found.evidence) > 1:
        raise Unfounded("That is more than one stretch of time.")
    return found


def lifted(hearing: Hearing, model: str, of: str, part: frozenset[Condition]) -> frozenset[Condition]:
    """Conditions on a neighbour as conditions on the model that leads there. Raises Unfounded where no one way does."""
    found = list(conditions_on(hearing.catalogue, model, Conditions(of, part)))
    cheapest = {conditions for conditions, cost in found if cost == min(c for _, c in found)}
    if len(cheapest) != 1:
        raise Unfounded(f"A condition on {of} is none on {model}{' in one way only' if cheapest else ''}; tie a thing of {of} to it by a relation.")
    return cheapest.pop()


def bounds_of(found: Quoted) -> list[tuple[Op, Quantity]]:
    """What numbers and words of comparison come to: "over 50k", "10+", "between 5 and 9", "older than 3 years"."""
    numbers = [cast(Quantity, e.value) for e in found.evidence if e.meaning.kind in ("quantity", "compared")]
    ops = [e.meaning.target for e in found.evidence if e.meaning.kind in ("compare", "compare_after", "compared")]
    ops += [">" if e.meaning.detail == "more" else "<" for e in found.evidence if e.meaning.kind == "than"]
    if ops == ["between"] and len(numbers) == 2:
        low, high = numbers
        return [(">=", replace(low, unit=low.unit or high.unit)), ("<=", high)]
    if len(numbers) != 1 or len(ops) != 1 or ops == ["between"]:
        raise Unfounded("A comparison is one number with one word of comparison, or “between” with two numbers. Quote just these.")
    return [(cast(Op, ops[0]), numbers[0])]


def unit_of(hearing: Hearing, quotes: list[str], kind: str, is_measured: bool) -> tuple[str | None, int]:
    """The unit that a figure is asked for in, and its tokens. Raises Unfounded for what is none of that kind."""
    wanted = "currency" if kind == "money" else "unit" if is_measured else "no unit"
    word = hearing.quotes.take(quotes, means(wanted), f"a unit of a {kind}")
    if len(word.evidence) > 1:
        raise Unfounded("One unit at a time.")
    return (word.evidence[0].meaning.target, word.cover) if word.evidence else (None, 0)


def check_unit(kind: str, field: str, number: Quantity) -> None:
    """Raises Unfounded where a number is in no unit of the field."""
    fits = kind in _COUNTED if number.unit is None else kind in ("quantity", *_TIMED) if number.unit in TIMES else kind == "money"
    if not fits:
        raise Unfounded(f"{field} is no {kind} that is counted in {number.unit or 'plain numbers'}.")


def check_nearest_meaning(hearing: Hearing, row: str, word: Quoted) -> None:
    """What words mean of a thing itself, or of what is nearer to it, they do not mean of something far off. Raises Unfounded.

    "amount" of a deal is the deal's, not that of invoices of its account.
    """
    for piece in (e for e in word.evidence if e.meaning.kind in ("field", "rel")):
        same = [e.meaning.target for e in hearing.quotes.evidence if (e.first, e.last) == (piece.first, piece.last) and e.meaning.kind in _OF_MODELS]
        own = distance_to(hearing, row, piece.meaning.target)
        nearer = sorted(target for target in same if distance_to(hearing, row, target) < own)
        if nearer:
            raise Unfounded(f"“{piece.text}” means {nearer[0]} here, which is nearer than {piece.meaning.target}.")


def check_nearest_name(hearing: Hearing, row: str, named: Heard) -> None:
    """Of several things that a name may be, the one nearest to the rows is meant where no word ties them. Raises Unfounded."""
    own = distance_to(hearing, row, named.model)
    for piece in (e for e in named.evidence if e.meaning.kind == "name" and own < inf):
        same = (e for e in hearing.quotes.evidence if (e.first, e.last, e.meaning.kind) == (piece.first, piece.last, "name") and e.cost <= piece.cost)
        nearer = sorted(e.meaning.target for e in same if e.meaning.target in hearing.catalogue.models
                        and distance_to(hearing, row, e.meaning.target) < own)
        if nearer:
            raise Unfounded(f"“{piece.text}” is {nearer[0]} too, which is nearer: take that, or ask the person.")


def distance_to(hearing: Hearing, row: str, target: str) -> float:
    """How far the model of a field, relation, condition or thing is from that of the rows."""
    model = target.partition(".")[0]
    if model == row:
        return -1
    return min((cost for _, cost in between(hearing.catalogue, row, model)), default=inf)
