"""Conditions of a set as people say them: a noun, a word before it, what happened, or words behind it."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agent.catalogue import Catalogue, Model, Predicate
from agent.phrasing.comparisons import NUMBER_OF, OPS, currency_held, number_said, with_number_of
from agent.phrasing.inflection import listed, singular
from agent.phrasing.nouns import adjective, said_period
from agent.phrasing.phrases import condition_phrase
from agent.plan.algebra import Condition, Either, Is, Not, Quantity, Where
from agent.plan.periods import Interval
from agent.question.context import QuestionContext
from agent.respond.cells import exact_text, in_words
from agent.respond.noun_phrase import ARE, DOERS

UNSAID = frozenset({"ticketing/Ticket.sla_decided"})            # conditions that a figure needs and nobody speaks of; a note tells them
TRAILING = ("without ", "in ", "on ", "with ", "of ", "not ", "within ", "known ", "living ")      # labels that stand behind a noun as they are
_SLA = re.compile(r"\bsla\b")
_AS_NOUN = frozenset({"type", "kind"})  # "tickets of type Bug"
AS_KIND = tuple(f"of {label} " for label in sorted(_AS_NOUN))
_SAID = {"ats/Application.applied": "received"}                 # candidates apply, applications are received
_MOST_VALUES = 6                        # of a condition that are all said


def kind_of(catalogue: Catalogue, model: Model, condition: Condition) -> str:
    """The noun for those of whom a condition holds: "customer", "manager", "call"."""
    if isinstance(condition, Where) and condition.op == "=" and isinstance(condition.value, str):
        field = model.fields.get(condition.field.partition(".")[2])
        return next(iter(field.values.get(condition.value, ())), "") if field is not None and field.values_are_nouns else ""
    known = catalogue.predicate(condition.predicate) if isinstance(condition, Is) and condition.period is None else None
    return known.nouns[0] if known is not None and _names_things(known) else ""


def _names_things(known: Predicate) -> bool:
    """Are things called by its noun, for there is no word to stand before theirs: "customers", but "open jobs", not "vacancies"?"""
    return bool(known.nouns) and not known.verbs and known.label not in known.words and not known.label.startswith(TRAILING)


def word_before(catalogue: Catalogue, model: Model, condition: Condition) -> str:
    """The word before the noun: "open". "" where there is none."""
    if isinstance(condition, Is) and condition.period is None:
        known = catalogue.predicate(condition.predicate)
        if " " in known.label or known.label.endswith("s"):
            return ""
        word = adjective(catalogue, model.id, predicate=condition.predicate.partition(".")[2]) or (known.label if not known.nouns else "")
        return f"{word}{_stands_for(model, known)}" if word else ""
    if isinstance(condition, Where) and condition.op == "=" and isinstance(condition.value, str):
        return adjective(catalogue, model.id, field=condition.field.partition(".")[2], value=condition.value) or ""
    return ""


def _stands_for(model: Model, known: Predicate) -> str:
    """Behind a company's own word for a value, the value as the app has it: "P0 (Sev1)"."""
    name, _, value = known.all[0].partition(" = ") if len(known.all) == 1 else ("", "", "")
    return f" ({value})" if value and name in model.fields and model.fields[name].tenant_values else ""


def done_of(catalogue: Catalogue, model: Model, condition: Condition) -> str:
    """What happened at a time: "reported in October 2026". "" for what is no event."""
    if isinstance(condition, Is) and condition.period is not None:
        known = catalogue.predicate(condition.predicate)
        return f"{_SAID.get(known.id, known.label)} {said_period(condition.period)}" if known.time else ""
    if not isinstance(condition, Where) or not isinstance(condition.value, Interval) or condition.op != "in":
        return ""
    field = model.fields.get(condition.field.partition(".")[2])
    return f"{field.label} {said_period(condition.value)}" if field is not None and field.label in field.when else ""


def condition_behind_noun(context: QuestionContext, model: Model, condition: Condition) -> str:
    """A condition behind the noun: "of type Bug", "in October 2026", "who are managers"."""
    return _BEHIND.get(type(condition), as_understood)(context, model, condition)


def _where(context: QuestionContext, model: Model, where: Where) -> str:
    name = where.field.partition(".")[2]
    field = model.fields.get(name)
    if field is not None and isinstance(where.value, Interval) and where.op == "in" and name == model.period:
        return said_period(where.value)
    if code := currency_held(field, where):
        return f"in {code}"
    if field is not None and where.op in ("=", "kind") and isinstance(where.value, str) and where.value not in ("today", "now"):
        return _one_of(context, model, name, [where.value])
    if field is not None and isinstance(where.value, Quantity) and where.op in OPS:
        if counted := with_number_of(field, where.op, where.value):
            return counted
        if field.label.startswith(NUMBER_OF):
            return f"with {number_said(where.op, where.value)} {field.label.removeprefix(NUMBER_OF)}"
        return f"with {field.label} {OPS[where.op]}{exact_text(where.value.number, where.value.unit)}"
    if where.op == "in" and isinstance(where.value, tuple) and len(where.value) <= _MOST_VALUES:
        return _one_of(context, model, name, [str(v) for v in where.value])
    return as_understood(context, model, where)


def _either(context: QuestionContext, model: Model, either: Either) -> str:
    """One of several values of a field, or one of several conditions: "of type Bug or Task"."""
    each = [c for c in either.of if isinstance(c, Where) and c.op in ("=", "kind") and isinstance(c.value, str)]
    if len(each) == len(either.of) and len({(c.field, c.op) for c in each}) == 1:
        return _one_of(context, model, each[0].field.partition(".")[2], sorted(str(c.value) for c in each))
    return listed(sorted(condition_behind_noun(context, model, c) for c in either.of), "or")


def _one_of(context: QuestionContext, model: Model, name: str, values: Sequence[str]) -> str:
    field = model.fields.get(name)
    label = field.label if field is not None else name.replace("_", " ")
    known = field.values if field is not None else {}
    said = listed([next(iter(known.get(value, ())), in_words(field, value)) for value in values], "or")
    label = singular(label) if field is not None and "[]" in field.path and len(values) == 1 else label      # one of its tags
    return f"of {label} {said}" if label in _AS_NOUN else f"with {label} {said}"


def _is(context: QuestionContext, model: Model, named: Is) -> str:
    known = context.catalogue.predicate(named.predicate)
    when = f" {said_period(named.period)}" if named.period else ""
    label = _SLA.sub("SLA", known.label)
    if label.startswith(TRAILING) and not known.time:
        return f"{label}{when}"
    return f"{'who' if model.is_person else 'that'} {'' if label in DOERS else f'{ARE} '}{label}{when}"


def _not(context: QuestionContext, model: Model, negated: Not) -> str:
    inner = negated.of
    if isinstance(inner, Is):
        said = condition_behind_noun(context, model, inner)
        return said.replace(ARE, f"{ARE} not", 1) if ARE in said else f"not {said.removeprefix('who ').removeprefix('that ')}"
    return as_understood(context, model, negated)


def without(said: str) -> str:
    """The opposite of a restriction: "without job title Trainee", "not in Berlin"."""
    return f"without {said.removeprefix('with ')}" if said.startswith("with ") else f"not {said}"


def as_understood(context: QuestionContext, model: Model, condition: Condition) -> str:
    """A condition as "understood as" has it, where nothing plainer is known; its "are" agrees with the things."""
    who, _, rest = condition_phrase(context.catalogue, model.id, condition).text.partition(" are ")
    return f"{who} {ARE} {rest}" if who in ("who", "that") else condition_phrase(context.catalogue, model.id, condition).text


_BEHIND: Mapping[type, Callable[[QuestionContext, Model, Any], str]] = {Where: _where, Is: _is, Not: _not, Either: _either}
