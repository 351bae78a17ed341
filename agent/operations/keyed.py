"""What records are grouped by: the labels of each under a key, days in their week, month, quarter or year, spellings of one city as one."""

from collections.abc import Mapping
from datetime import date

from agent.access import check_fields
from agent.answer import Cell, Column
from agent.live import display_name
from agent.operations.found import Found, each_once
from agent.operations.values import Value, cell, day_of, values
from agent.operations.walk import walk
from agent.periods import Calendar, Grain
from agent.plan import Key
from agent.run import Run
from kg.places import city_key

Label = Cell


def keys_of(run: Run, key: Key, of: Found, said: Mapping[tuple[str, str], str]) -> Mapping[str, Mapping[str, Label]]:
    """By member: what it is grouped by, identity and label."""
    reached = walk(run, of.model, of.records, key.path)
    model = run.catalogue.models[key.path[-1].to if key.path else of.model]
    if key.field is None:
        return {member: {r.id: display_name(model, r) for r in found} for member, found in reached.items()}
    field = run.catalogue.field(key.field)
    if not key.field.startswith("hris/"):               # a person's field is asked about with the figures
        check_fields(run, [key.field], each_once(r for found in reached.values() for r in found))
    return {
        member: dict(_labelled(run, key, v, field.name, said) for r in found for v in values(run, field, r)) for member, found in reached.items()
    }


def _labelled(run: Run, key: Key, value: Value, name: str, said: Mapping[tuple[str, str], str]) -> tuple[str, Label]:
    """(identity, label) of a value; spellings of one city are one, and what was listed is called as it was said."""
    if key.bucket is not None and isinstance(value, date):
        label: Label = _bucket(run, key, value)
    else:
        label = cell(value)
    return (city_key(str(label)) if name == "city" else str(label)), said.get((key.field or "", str(label)), label)


def _bucket(run: Run, key: Key, value: date) -> Label:
    """The day, week (by its Monday), month, quarter or year that a time lies in, by the company's calendar."""
    assert key.bucket is not None and key.field is not None
    day = day_of(run, run.catalogue.field(key.field), value)
    if key.bucket in _FISCAL:
        return _fiscal_bucket(run, _FISCAL[key.bucket], day)
    first, _ = Calendar(day).whole(key.bucket, day)  # type: ignore[arg-type]  # the others are grains
    names = {"month": f"{first:%Y-%m}", "quarter": f"{first.year} Q{(first.month + 2) // 3}", "year": f"{first.year}"}
    return names.get(key.bucket, first)


_FISCAL: Mapping[str, Grain] = {"fiscal quarter": "quarter", "fiscal year": "year"}


def _fiscal_bucket(run: Run, grain: Grain, day: date) -> Label:
    """The fiscal quarter or year, called by the calendar year that the fiscal year begins in."""
    calendar = run.calendar()
    begins, _ = calendar.whole("year", day, fiscal=True)
    first, _ = calendar.whole(grain, day, fiscal=True)
    run.assume(f"A fiscal year is called by the calendar year in which it begins; it begins on {begins.day} {begins:%B}.")
    quarter = ((first.year - begins.year) * 12 + first.month - begins.month) // 3 + 1
    return f"FY{begins.year} Q{quarter}" if grain == "quarter" else f"FY{begins.year}"


def key_column(run: Run, key: Key, model: str) -> Column:
    """Called by the relation that leads there, or by the field."""
    if key.field is not None:
        field = run.catalogue.field(key.field)
        return Column(key.bucket or field.label, None, field.model, field.name)
    relation = run.catalogue.relation(key.path[-1].relation) if key.path and key.path[-1].relation != "hub" else None
    known = run.catalogue.models[model]
    label = relation.words[0] if relation is not None and relation.words and not key.path[-1].inverse else known.label
    return Column(label, None, model, "name")
