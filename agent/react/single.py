"""Conditions of a proposal that hold no other things: named ones, values, comparisons and times, by the words that it quotes for them.

Each raises Unfounded where the words do not say it.
"""

from typing import cast

from agent.periods import Interval
from agent.plan import Condition, Is, Not, Where
from agent.react import shape
from agent.react.heard import Heard, Hearing
from agent.react.pieces import bounds_of, check_unit, field_of, lifted, period, some
from agent.react.quotes import Quoted, Unfounded
from agent.rules.evidence import Evidence
from agent.rules.grammar.times import is_during
from agent.rules.items import COMPARABLE

_TIMED = frozenset({"date", "datetime"})
AMOUNTS = ("quantity", "compared", "compare", "compare_after")


def is_so(hearing: Hearing, model: str, said: shape.Condition, _: bool) -> Heard:
    """A named condition, perhaps with the time when it came to be so."""
    predicate = next((p for p in hearing.catalogue.predicates() if p.id == said.target), None)
    if predicate is None:
        raise Unfounded(f"There is no named condition {said.target!r}.")
    of, _dot, name = predicate.id.partition(".")

    def fits(e: Evidence) -> bool:
        is_kind = e.meaning.kind == "noun" and (e.meaning.target, e.meaning.detail) == (of, f"is:{name}")       # "is Ben a manager?"
        return is_kind or (e.meaning.kind in ("is", "is_not") and e.meaning.target == predicate.id)

    found = hearing.quotes.find(said.said, fits, predicate.id)
    if len({e.meaning.kind for e in found.evidence}) != 1:
        raise Unfounded(f"“{' '.join(said.said)}” says {predicate.id} and its opposite, or more than one thing.")
    held = found.evidence[0]
    value: Condition = Is(predicate.id)
    when = period(hearing, said.period)
    if when.cover:
        if predicate.time is None and not is_during(hearing.catalogue, value):
            raise Unfounded(f"{predicate.id} has no time; the period says when something else was.")
        value = Is(predicate.id, cast(Interval, when.evidence[0].value))
    part = frozenset({Not(value) if held.meaning.kind == "is_not" else value})
    return Heard(lifted(hearing, model, predicate.model, part), found.cover | when.cover, evidence=(*found.evidence, *when.evidence))


def has_value(hearing: Hearing, model: str, said: shape.Condition, _: bool) -> Heard:
    """A field has one of the company's or the catalogue's values."""
    field = field_of(hearing, said.target)

    def fits(e: Evidence) -> bool:
        noun = e.meaning.kind == "noun" and f"{e.meaning.target}.{e.meaning.detail.partition('=')[0]}" == field.id and "=" in e.meaning.detail
        place = e.meaning.kind == "place" and hearing.catalogue.relation(e.meaning.target).to == field.model      # "works in Lisbon"
        return noun or place or (e.meaning.kind in ("where", "field") and e.meaning.target == field.id)

    found = hearing.quotes.exact(some(said.said, field.id), fits, f"a value of {field.id}")
    values = [e for e in found.evidence if e.meaning.kind not in ("field", "place")]
    if len(values) != 1:
        raise Unfounded(f"“{' '.join(said.said)}” is not one value of {field.id}.")
    value = values[0].meaning.detail.partition("=")[2] if values[0].meaning.kind == "noun" else values[0].meaning.detail
    part: frozenset[Condition] = frozenset({Where(field.id, value)})
    return Heard(lifted(hearing, model, field.model, part), found.cover, evidence=found.evidence)


def is_compared(hearing: Hearing, model: str, said: shape.Condition, _: bool) -> Heard:
    """A field and a number."""
    asked = field_of(hearing, said.target or f"{model}.{hearing.catalogue.models[model].size}")
    field = field_of(hearing, COMPARABLE.get(asked.id, asked.id))

    def fits(e: Evidence) -> bool:
        return e.meaning.kind in AMOUNTS or \
            (e.meaning.kind in ("field", "than") and e.meaning.target in (asked.id, field.id))

    found = hearing.quotes.exact(some(said.said, field.id), fits, f"a comparison of {field.id}")
    is_said = any(e.meaning.kind in ("field", "than") for e in found.evidence)
    if not is_said:                     # "old" of "more than 30 days old", which was not quoted
        word = hearing.quotes.perhaps(lambda e: e.meaning.kind == "field" and e.meaning.target in (asked.id, field.id))
        is_said, found = bool(word.evidence), Quoted((*found.evidence, *word.evidence), found.cover | word.cover)
    if not is_said and f"{model}.{hearing.catalogue.models[model].size}" != asked.id:
        raise Unfounded(f"No word says {asked.id}. Quote its word with the number.")
    for bound in (bounds := bounds_of(found)):
        check_unit(field.kind, field.id, bound[1])
    numbers = [e.cover for e in found.evidence if e.meaning.kind in ("quantity", "compared")]
    for cover in (found.cover, *numbers[1:]):           # "between 5 and 9" is two comparisons
        hearing.quotes.claim(f"field:{field.id}", cover)
        hearing.quotes.claim(f"size:{field.model}", cover)
    part = frozenset(Where(field.id, number, op) for op, number in bounds)
    return Heard(lifted(hearing, model, field.model, part), found.cover, evidence=found.evidence)


def is_in_period(hearing: Hearing, model: str, said: shape.Condition, _: bool) -> Heard:
    """A time in a stretch of time."""
    usual = hearing.usual_time(model)
    field = field_of(hearing, said.target or usual)
    found = hearing.quotes.exact(some(said.said, field.id), lambda e: e.meaning.kind == "period" or (
        e.meaning.kind == "field" and e.meaning.target == field.id), f"a time of {field.id}")
    times = [e for e in found.evidence if e.meaning.kind == "period"]
    if len(times) != 1 or field.kind not in _TIMED:
        raise Unfounded(f"“{' '.join(said.said)}” is not one stretch of time of {field.id}.")
    if len(found.evidence) == 1 and field.id != usual:
        raise Unfounded(f"No word says {field.id}: quote the word for it with the period, or use the usual time {usual or '(there is none)'}.")
    part: frozenset[Condition] = frozenset({Where(field.id, cast(Interval, times[0].value), "in")})
    return Heard(lifted(hearing, model, field.model, part), found.cover, evidence=found.evidence)
