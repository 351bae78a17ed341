"""Goals as plain JSON values and back, so that a conversation can be taken up again after a restart."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from agent.plan import algebra, periods

_KINDS: dict[str, Callable[..., Any]] = {
    kind.__name__: kind for module in (algebra, periods) for kind in vars(module).values() if isinstance(kind, type) and is_dataclass(kind)
}


def plain(thing: Any) -> Any:
    """A goal, or a part of one, as JSON values; sets in a fixed order."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return {"is": type(thing).__name__, **{f.name: plain(getattr(thing, f.name)) for f in fields(thing)}}
    if isinstance(thing, frozenset):
        return {"is": "set", "of": [plain(each) for each in sorted(thing, key=repr)]}
    if isinstance(thing, tuple):
        return [plain(each) for each in thing]
    if isinstance(thing, Decimal):
        return {"is": "number", "of": str(thing)}
    return {"is": "day", "of": thing.isoformat()} if isinstance(thing, date) else thing


def restored(value: Any) -> Any:
    """What `plain` made JSON of. Raises ValueError for anything else."""
    if isinstance(value, list):
        return tuple(restored(each) for each in value)
    if not isinstance(value, dict):
        return value
    kind, rest = value.get("is"), {k: v for k, v in value.items() if k != "is"}
    if not isinstance(kind, str) or kind not in _KINDS | _SIMPLE:
        raise ValueError(f"{kind!r} is no part of a goal; it was written by another version of Evergraph")
    try:
        return _SIMPLE[kind](rest.get("of")) if kind in _SIMPLE else _KINDS[kind](**{name: restored(each) for name, each in rest.items()})
    except (TypeError, ArithmeticError) as error:                  # a Decimal of no number is an ArithmeticError
        raise ValueError(f"{kind!r} has other parts than {sorted(rest)}; it was written by another version of Evergraph") from error


_SIMPLE: dict[str, Callable[[Any], Any]] = {
    "set": lambda of: frozenset(restored(each) for each in of), "number": Decimal, "day": date.fromisoformat,
}
