"""What records are grouped by: the labels of each under a key, days in their week, month, quarter or year or by their place in the calendar of
any year, spellings of one city as one.

A thing that the viewer may not know of makes no group, as if it were not there; where all of them are such, the question is refused.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from agent.access.gate import Permit, check, own_words, refuse_unnamed, with_figures
from agent.access.people_rules import owners
from agent.answer import Cell, Column
from agent.plan.algebra import Key
from agent.plan.periods import PLACE_NAMES, Cycle, Grain, place_in
from agent.policy.decision import is_left_out
from agent.query.operations.node_records import NodeRecords
from agent.query.operations.staff_names import named
from agent.query.operations.values import Value, cell, day_of, identity, shown, values
from agent.query.operations.walk import Reached, seen_of, walk
from agent.question.context import QuestionContext
from ingest.records import Record, each_once

Label = Cell


def keys_of(
    context: QuestionContext, key: Key, of: NodeRecords, said: Mapping[tuple[str, str], str], *, is_figured: bool = False,
) -> Mapping[str, Mapping[str, Label]]:
    """By member: what it is grouped by, identity and label. Raises Declined where the viewer may not see the key.

    `is_figured`: only figures of the groups are told, and whoever makes these asks about a field of their people as key with them.
    """
    reached = _reached(context, key, of)
    if key.field is None:
        return _by_name(context, key, of, reached)
    field, ends = context.catalogue.field(key.field), each_once(r for found in reached.values() for r in found)
    permit = with_figures(field.id) if is_figured and _is_their_own(context, key.field, of, ends) else check(context, [field.id], ends)
    return {
        member: dict(_labelled(context, key, v, permit, said) for r in found for v in values(context, field, r)) for member, found in reached.items()
    }


def _reached(context: QuestionContext, key: Key, of: NodeRecords) -> Reached:
    """What the key leads to, as far as the viewer may know of it. Raises Declined where that is nothing of what is there."""
    reached = walk(context, of.model, of.records, key.path)
    if not key.path or (key.field is not None and key.field.startswith("hris/")):
        return reached                  # a person's record is decided by the field
    seen = seen_of(context, key.path[-1].to, reached)
    if any(reached.values()) and not any(seen.values()):
        raise refuse_unnamed(context.catalogue.models[key.path[-1].to])
    return seen


def _is_their_own(context: QuestionContext, field: str, of: NodeRecords, ends: Sequence[Record]) -> bool:
    """Is it a field of the very people whom the figures are about? The figures ask about nobody else: not about a member's manager."""
    if not field.startswith("hris/") or not of.model.startswith("hris/"):
        return False
    return {p.id for p in owners(context, ends)} <= {p.id for p in owners(context, of.looked_at or of.records)}


def _by_name(context: QuestionContext, key: Key, of: NodeRecords, reached: Reached) -> Mapping[str, Mapping[str, Label]]:
    model = context.catalogue.models[_led_to(key, of)]
    ends = each_once(r for found in reached.values() for r in found)
    names = named(context, model, ends)
    if ends and not names:
        raise refuse_unnamed(model)
    return {member: {r.id: names[r.id] for r in found if r.id in names} for member, found in reached.items()}


def _led_to(key: Key, of: NodeRecords) -> str:
    return key.path[-1].to if key.path else of.model


def groupless(context: QuestionContext, count: int, of: NodeRecords, keys: Sequence[Key]) -> str:
    """The note that so many members are in no group: where some groups may be hidden it is the same words whether there are such or not."""
    led_to = [context.catalogue.models[_led_to(key, of)] for key in keys]
    may_hide = any(is_left_out(model.access) for model in led_to if model.category != "hris")
    group = "group that you may see" if may_hide else "group"
    return f"{count} of {len(of.records)} {context.catalogue.models[of.model].plural} belong to no {group} and are left out."


def _labelled(context: QuestionContext, key: Key, value: Value, permit: Permit, said: Mapping[tuple[str, str], str]) -> tuple[str, Label]:
    """(identity, label) of a value; spellings of one city are one, and what was listed is called as it was said."""
    field = context.catalogue.field(key.field or "")
    label = _bucket(context, key, value) if key.bucket is not None and isinstance(value, date) else cell(shown(field, value, permit))
    called = said.get((field.id, str(label)))
    return identity(field, label), label if called is None else own_words(called)


def _bucket(context: QuestionContext, key: Key, value: date) -> Label:
    """The day, week (by its first day), month, quarter or year that a time lies in, by the company's calendar; or which month or weekday it is."""
    assert key.bucket is not None and key.field is not None
    day = day_of(context, context.catalogue.field(key.field), value)
    if key.bucket in _FISCAL:
        return _fiscal_bucket(context, _FISCAL[key.bucket], day)
    cycle = _cycle(key)
    if cycle is not None:
        return own_words(PLACE_NAMES[cycle][place_in(cycle, day) - 1])
    first, _ = context.calendar().whole(key.bucket, day)  # type: ignore[arg-type]  # the others are grains
    names = {"month": f"{first:%Y-%m}", "quarter": f"{first.year} Q{(first.month + 2) // 3}", "year": f"{first.year}"}
    return own_words(names[key.bucket]) if key.bucket in names else first


_FISCAL: Mapping[str, Grain] = {"fiscal quarter": "quarter", "fiscal year": "year"}


def place_of(key: Key, label: Label) -> Decimal | str:
    """What groups of a key are ordered by where nothing else is asked: their label, numbers by their size, and in a cycle their place in it."""
    cycle = _cycle(key)
    if cycle is not None:
        return Decimal(PLACE_NAMES[cycle].index(str(label)))
    return label if isinstance(label, Decimal) else str(label)


def _cycle(key: Key) -> Cycle | None:
    return next((cycle for cycle in PLACE_NAMES if cycle == key.bucket), None)


def _fiscal_bucket(context: QuestionContext, grain: Grain, day: date) -> Label:
    """The fiscal quarter or year, called by the calendar year that the fiscal year begins in."""
    calendar = context.calendar()
    begins, _ = calendar.whole("year", day, fiscal=True)
    first, _ = calendar.whole(grain, day, fiscal=True)
    context.notes.assume(f"A fiscal year is called by the calendar year in which it begins; it begins on {begins.day} {begins:%B}.")
    quarter = ((first.year - begins.year) * 12 + first.month - begins.month) // 3 + 1
    return own_words(f"FY{begins.year} Q{quarter}" if grain == "quarter" else f"FY{begins.year}")


def key_column(context: QuestionContext, key: Key, model: str) -> Column:
    """Called by the relation that leads there, or by the field."""
    if key.field is not None:
        field = context.catalogue.field(key.field)
        return Column(key.bucket or field.label, None, field.model, field.name)
    relation = context.catalogue.relation(key.path[-1].relation) if key.path and key.path[-1].relation != "hub" else None
    known = context.catalogue.models[model]
    label = relation.words[0] if relation is not None and relation.words and not key.path[-1].inverse else known.label
    return Column(label, None, model, "name")
