"""Where a plan, as JSON, holds what a message says: names, times, numbers, and values of fields that are the company's own words.

A plan is walked as it is written, so that whatever else it holds stays as it is.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from agent.catalogue import Catalogue
from agent.plan.periods import written_day

Json = Any
Kind = Literal["name", "time", "number", "text"]
_DAY = timedelta(days=1)
_NUMBERS = frozenset({"value", "number", "first"})


@dataclass(frozen=True, slots=True)
class Place:
    """A value in a plan. `about`: the model of a name, the field of a text; "" for others."""

    kind: Kind
    value: Json
    about: str = ""


Change = Callable[[Place], Json]


def changed(plan: Json, change: Change) -> Json:
    """The plan with each of its places as `change` gives it."""
    if isinstance(plan, list):
        return [changed(each, change) for each in plan]
    if not isinstance(plan, dict):
        return plan
    if "name" in plan and "model" in plan:
        return {**plan, "name": change(Place("name", plan["name"], str(plan["model"])))}
    return {key: _at(plan, key, value, change) for key, value in plan.items()}


def places(plan: Json) -> list[Place]:
    """All of them, in their order."""
    found = list[Place]()

    def note(place: Place) -> Json:
        found.append(place)
        return place.value

    changed(plan, note)
    return found


def _at(holder: Mapping[str, Json], key: str, value: Json, change: Change) -> Json:
    """What stands under a key, changed."""
    if key == "period" or (key == "value" and is_period(value)):
        return change(Place("time", value)) if value is not None else None
    if key in _NUMBERS and isinstance(value, int | float) and not isinstance(value, bool):
        return change(Place("number", value))
    if key == "value" and "field" in holder and isinstance(value, str):
        return change(_said(holder, value))
    if key == "value" and "field" in holder and isinstance(value, list):
        return [change(_said(holder, each)) if isinstance(each, str) else each for each in value]
    return changed(value, change)


def _said(holder: Mapping[str, Json], value: str) -> Place:
    return Place("time", value) if _day(value) is not None else Place("text", value, str(holder["field"]))


def is_period(value: Json) -> bool:
    """Is it [first day, first day after], either of them open?"""
    return isinstance(value, list) and len(value) == 2 and any(value) and all(each is None or _day(each) is not None for each in value)


def with_whole_periods(plan: Json) -> Json:
    """Comparisons with a day as the periods that they are decoded into, so that a stretch of time is written in one way only."""
    if isinstance(plan, list):
        return [with_whole_periods(each) for each in plan]
    if not isinstance(plan, dict):
        return plan
    at = _day(plan.get("value")) if "field" in plan else None
    ends = _ENDS.get(str(plan.get("op", "="))) if at is not None else None
    if at is not None and ends is not None:
        return {**plan, "op": "in", "value": [each.isoformat() if each is not None else None for each in ends(at)]}
    return {key: with_whole_periods(value) for key, value in plan.items()}


def is_of_company(catalogue: Catalogue, field: str) -> bool:
    """Are the values of a field the company's own words, which the graph knows?"""
    model, _, name = field.partition(".")
    known = catalogue.models[model].fields.get(name) if model in catalogue.models else None
    return known is not None and known.tenant_values


def texts(plan: Json) -> Iterator[str]:
    """Every text of a plan that is no key."""
    if isinstance(plan, str):
        yield plan
    for each in plan.values() if isinstance(plan, dict) else plan if isinstance(plan, list) else ():
        yield from texts(each)


def _day(value: Json) -> date | None:
    return written_day(value) if isinstance(value, str) else None


_ENDS: Mapping[str, Callable[[date], tuple[date | None, date | None]]] = {
    "=": lambda at: (at, at + _DAY), "in": lambda at: (at, at + _DAY), "<": lambda at: (None, at), "<=": lambda at: (None, at + _DAY),
    ">": lambda at: (at + _DAY, None), ">=": lambda at: (at, None),
}
