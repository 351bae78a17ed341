"""Plans with one mistake each, such as a language model may make: something dropped, turned round, or exchanged for something like it.

A mistake is a row of one of the tables below: what it is called, where it can be made, what it makes of the part.
"""

import copy
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from agent.catalogue import Catalogue

Path = tuple[str | int, ...]
_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "!=", "!=": "=", "empty": "filled", "filled": "empty"}
_OTHER_FIGURE = {"sum": "average", "average": "sum", "max": "min", "min": "max", "median": "average", "distinct": "count"}
_OTHER_CONTRAST = {"more": "less", "less": "more", "more by": "less by", "less by": "more by", "which more": "which less", "which less": "which more"}
_OTHER_BUCKET = {"day": "week", "week": "month", "month": "quarter", "quarter": "year", "year": "month", "fiscal quarter": "quarter",
                 "fiscal year": "year"}
_NO_QUESTIONS = frozenset({"learn", "forget", "about", "change", "decline", "ask"})
_A_YEAR = timedelta(days=365)
_GONE = object()
_ME: dict[str, Any] = {"me": True}
_REPORTS: dict[str, Any] = {"set": "hris/Employee", "where": [{"rel": "hris/Employee.manager", "of": _ME}]}
Change = Callable[[Any], Any]


@dataclass(frozen=True)
class Pool:
    """What is put in the place of something else: names by model and values by field, of the plans themselves; ids of the catalogue."""

    catalogue: Catalogue
    names: Mapping[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    values: Mapping[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, catalogue: Catalogue, plans: Iterable[Any]) -> "Pool":
        """All that plans hold."""
        pool = cls(catalogue)
        for part in (each for plan in plans for _, each in _walk(plan) if isinstance(each, dict)):
            if "name" in part and "model" in part:
                pool.names[part["model"]].append(part["name"])
            if isinstance(part.get("value"), str) and "field" in part:
                pool.values[part["field"]].append(part["value"])
        return pool

    def other_field(self, one: str) -> str | None:
        """The next field of the same model and kind; None where there is none."""
        model, _, name = one.partition(".")
        known = self.catalogue.models[model].fields if model in self.catalogue.models else {}
        return _next(one, [each.id for each in known.values() if name in known and each.kind == known[name].kind])

    def other_relation(self, one: str) -> str | None:
        """The next relation between the same two models."""
        return _next(one, [r.id for r in self._relations(one) if r.to == self.catalogue.relation(one).to])

    def other_way(self, one: str) -> str | None:
        """The next relation of the same model, wherever it leads."""
        return _next(one, [r.id for r in self._relations(one) if r.id == one or r.to != self.catalogue.relation(one).to])

    def other_condition(self, one: str) -> str | None:
        """The next named condition of the same model."""
        model = self.catalogue.models.get(one.partition(".")[0])
        return _next(one, [p.id for p in model.predicates.values()] if model is not None else [])

    def _relations(self, one: str) -> Iterable[Any]:
        model, _, name = one.partition(".")
        known = self.catalogue.models[model].relations if model in self.catalogue.models else {}
        return known.values() if name in known else ()


def _next(one: str, of: list[str]) -> str | None:
    return of[(of.index(one) + 1) % len(of)] if one in of and len(of) > 1 else None


def mistakes(plan: dict[str, Any], pool: Pool) -> Iterator[tuple[str, dict[str, Any]]]:
    """(kind of mistake, the plan with it), each once."""
    seen = {json.dumps(plan)}
    for number, act in enumerate(plan.get("acts", ())):
        for path, part in _walk(act, ("acts", number)) if act.get("goal") not in _NO_QUESTIONS else ():
            for kind, change in _changes(plan, path, part, pool):
                made = _with(plan, path, change)
                if (text := json.dumps(made)) not in seen:
                    seen.add(text)
                    yield kind, made


def _changes(plan: dict[str, Any], path: Path, part: Any, pool: Pool) -> Iterator[tuple[str, Change]]:
    key, around = path[-1], _at(plan, path[:-1])
    if isinstance(part, dict):
        yield from _of_part(path, part)
    if isinstance(part, str):
        yield from ((kind, _to(other)) for kind, other in _exchanged(key, path, part, around, pool) if other is not None)
    yield from ((kind, change) for kind, names, holds, change in _OF_VALUES if key in names and holds(part))
    if path[-2] in ("union", "any", "columns", "measures", "keys", "acts") and len(around) > 1:
        yield f"drop one of {path[-2]}", _drop
    if _is_period(part):
        yield "change a time", _a_year_before
        yield "drop a time", _drop


def _exchanged(key: str | int, path: Path, part: str, around: Any, pool: Pool) -> Iterator[tuple[str, str | None]]:
    """A text for another one of its kind."""
    held = around if isinstance(around, dict) else {}
    others = pool.names[held.get("model", "")] if key == "name" else pool.values[held.get("field", "")] if key == "value" else []
    yield f"change a {key}", next((each for each in others if each != part), None)
    if key == "field":
        yield ("change a group key" if "keys" in path else "change a field"), pool.other_field(part)
    if key == "asked":
        yield "change an answer", ""
    if key == "is":
        yield "change a condition", pool.other_condition(part)
    if key == "rel" or path[-2] == "path":
        yield "change a relation", pool.other_relation(part)
    if path[-2] == "path" and "keys" in path:
        yield "change a group key", pool.other_way(part)


def _to(value: Any) -> Change:
    return lambda _: value


def _drop(_: Any) -> Any:
    return _GONE


_OF_VALUES: tuple[tuple[str, Collection[str], Callable[[Any], bool], Change], ...] = (
    ("or for and", ("where",), lambda value: isinstance(value, list) and len(value) > 1, lambda value: [{"any": value}]),
    ("drop newest", ("newest",), lambda value: value is True, _to(False)),
    ("drop a limit", ("first",), lambda value: isinstance(value, int), _drop),
    ("change a limit", ("first",), lambda value: isinstance(value, int), lambda value: value + 2),
    ("turn a comparison", ("op",), lambda value: value in _TURNED, lambda value: _TURNED[value]),
    ("change a figure", ("how",), lambda value: value in _OTHER_FIGURE, lambda value: _OTHER_FIGURE[value]),
    ("turn a contrast", ("contrast",), lambda value: value in _OTHER_CONTRAST, lambda value: _OTHER_CONTRAST[value]),
    ("change a bucket", ("bucket",), lambda value: value in _OTHER_BUCKET, lambda value: _OTHER_BUCKET[value]),
    ("change a number", ("number", "value"), lambda value: type(value) in (int, float), lambda value: value + 7),
    ("drop per each", ("per",), lambda value: isinstance(value, dict), _drop),
    ("change a row", ("rows",), lambda value: isinstance(value, list) and bool(value), lambda value: [*value[:-1], _next_row(value[-1])]),
    ("drop a row", ("rows",), lambda value: isinstance(value, list) and len(value) > 1, lambda value: value[:-1]),
    ("all rows for some", ("rows",), lambda value: isinstance(value, list), _to("all")),
    ("one row for all", ("rows",), lambda value: value == "all", _to([1])),
    ("asker for team", ("of", "from", "node", "same"), lambda value: value == _REPORTS, _to(_ME)),
    ("team for asker", ("of", "from", "node", "same"), lambda value: value == _ME, _to(_REPORTS)),
    ("turn an order", ("order", "ranked"), lambda value: isinstance(value, dict), lambda order: order | {"desc": not order.get("desc", True)}),
    ("drop an order", ("order", "ranked"), lambda value: isinstance(value, dict), _drop),
)


def _next_row(place: int) -> int:
    return place + 1 if place > 0 else place - 1


def _of_part(path: Path, part: dict[str, Any]) -> Iterator[tuple[str, Change]]:
    if path[-2] in ("where", "part"):
        yield "drop a condition", _drop
        yield ("drop a not", lambda each: each["not"]) if "not" in part else ("negate a condition", lambda each: {"not": each})
    if "rel" in part and ("of" in part) != ("from" in part):
        yield "swap a relation", lambda each: {{"of": "from", "from": "of"}.get(name, name): value for name, value in each.items()}
    if part.get("goal") == "groups":
        yield "drop the groups", lambda act: {"goal": "figures", "measures": act["measures"]}
    if part.get("goal") == "names":
        yield "count for names", lambda act: {"goal": "figures", "measures": [{"how": "count", "of": act["node"]}]}
    if part.get("goal") == "figures" and [each.get("how") for each in part["measures"]] == ["count"]:
        yield "names for count", lambda act: {"goal": "names", "node": act["measures"][0]["of"]}


def _walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, value
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _walk(each, (*path, key))


def _at(plan: Any, path: Path) -> Any:
    for key in path:
        plan = plan[key]
    return plan


def _with(plan: dict[str, Any], path: Path, change: Change) -> dict[str, Any]:
    made = copy.deepcopy(plan)
    holder = _at(made, path[:-1])
    changed = change(holder[path[-1]])
    if changed is _GONE:
        del holder[path[-1]]
    else:
        holder[path[-1]] = changed
    return made


def _is_period(value: Any) -> bool:
    if not (isinstance(value, list) and len(value) == 2 and any(value)):
        return False
    with suppress(TypeError, ValueError):
        return all(end is None or date.fromisoformat(end) for end in value)
    return False


def _a_year_before(period: list[str | None]) -> list[str | None]:
    return [end and (date.fromisoformat(end) - _A_YEAR).isoformat() for end in period]
