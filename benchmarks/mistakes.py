"""Plans with one mistake each: a condition dropped or negated, a direction swapped, a name, time, number, value, comparison or order changed."""

import copy
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

Path = tuple[str | int, ...]
_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "!=", "!=": "=", "empty": "filled", "filled": "empty"}
_OTHER_FIGURE = {"sum": "average", "average": "sum", "count": "share", "max": "min", "min": "max", "median": "average"}
_NO_QUESTIONS = frozenset({"learn", "forget", "about", "change", "decline", "ask"})
_A_YEAR = timedelta(days=365)
_GONE = object()


@dataclass(frozen=True)
class Pool:
    """Names by model and values by field, of which another one is taken."""

    names: Mapping[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    values: Mapping[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, plans: Iterable[Any]) -> "Pool":
        """All that plans hold."""
        pool = cls()
        for part in (each for plan in plans for _, each in _walk(plan) if isinstance(each, dict)):
            if "name" in part and "model" in part:
                pool.names[part["model"]].append(part["name"])
            if isinstance(part.get("value"), str) and "field" in part:
                pool.values[part["field"]].append(part["value"])
        return pool


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


def _changes(plan: dict[str, Any], path: Path, part: Any, pool: Pool) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    key, around = path[-1], _at(plan, path[:-1])
    if isinstance(part, dict):
        yield from _of_part(path, part)
    yield from ((kind, change) for kind, names, holds, change in _OF_VALUES if key in names and holds(part))
    if _is_period(part):
        yield "change a time", _a_year_before
    others = pool.names[around.get("model", "")] if key == "name" else pool.values[around.get("field", "")] if key == "value" else []
    if isinstance(part, str) and (other := next((each for each in others if each != part), None)):
        yield f"change a {key}", lambda _: other


_OF_VALUES: tuple[tuple[str, Collection[str], Callable[[Any], bool], Callable[[Any], Any]], ...] = (
    ("drop newest", ("newest",), lambda value: value is True, lambda _: False),
    ("drop first", ("first",), lambda value: isinstance(value, int), lambda _: _GONE),
    ("turn a comparison", ("op",), lambda value: value in _TURNED, lambda value: _TURNED[value]),
    ("change a figure", ("how",), lambda value: value in _OTHER_FIGURE, lambda value: _OTHER_FIGURE[value]),
    ("change a number", ("number", "value"), lambda value: type(value) in (int, float), lambda value: value + 7),
)


def _of_part(path: Path, part: dict[str, Any]) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    if path[-2] in ("where", "part"):
        yield "drop a condition", lambda _: _GONE
        yield ("drop a not", lambda each: each["not"]) if "not" in part else ("negate a condition", lambda each: {"not": each})
    if path[-1] in ("order", "ranked"):
        yield "drop an order", lambda _: _GONE
        yield "turn an order", lambda order: order | {"desc": not order.get("desc", True)}
    if "rel" in part and ("of" in part) != ("from" in part):
        yield "swap a relation", lambda each: {{"of": "from", "from": "of"}.get(name, name): value for name, value in each.items()}


def _walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, value
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _walk(each, (*path, key))


def _at(plan: Any, path: Path) -> Any:
    for key in path:
        plan = plan[key]
    return plan


def _with(plan: dict[str, Any], path: Path, change: Callable[[Any], Any]) -> dict[str, Any]:
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
