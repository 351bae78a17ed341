"""Cells of tables, expected and got, made comparable: numbers within a tolerance, days as days, words without case and accents."""

import json
import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

Key = tuple[Any, ...]                   # ("number", 12.5), or another kind with what must be equal

_HUNDREDTH = 0.01
_RELATIVE = 1e-6
_ROUNDING = 1e-9
_DAY = re.compile(r"\s*(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)?)?\s*")
_NUMBER = re.compile(r"\s*([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(%?)\s*")
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Kind:
    """What an expected column holds, so that the text "12" meets the number 12, and the number 1984 the text "1984"."""

    is_number: bool
    is_boolean: bool

    @classmethod
    def of(cls, values: Sequence[object]) -> "Kind":
        """The kind of a column of these values."""
        return cls(any(is_number(v) for v in values), any(isinstance(v, bool) for v in values))


def fold(text: object) -> str:
    """Words without case, accents and superfluous space."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", str(text)) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def is_number(value: object) -> bool:
    """A finite number; yes and no are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_near(expected: float, got: float) -> bool:
    """A whole number must be that number, a fraction within a hundredth, one below 1 within half of that."""
    is_strict = float(expected).is_integer() or abs(expected) < 1
    allowed = _HUNDREDTH / 2 if is_strict else max(_HUNDREDTH, _RELATIVE * abs(expected))
    return abs(expected - got) <= allowed + _ROUNDING


def key(value: Any, kind: Kind, scale: float = 1.0) -> Key:
    """A cell as something comparable. `scale`: 0.01 for a column of per cent."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return ("none",)
    if isinstance(value, list | tuple):
        return key(value[0], kind, scale) if len(value) == 1 else ("list", tuple(sorted(fold(v) for v in value)))
    if isinstance(value, bool):
        return ("bool", value) if kind.is_boolean else ("text", str(value).casefold())
    if is_number(value):
        return ("number", value * scale) if kind.is_number else ("text", _written(value))
    return _text_key(value, kind, scale)


def _text_key(value: Any, kind: Kind, scale: float) -> Key:
    read: Sequence[Callable[[], Key | None]] = (
        lambda: _as_number(value, scale) if kind.is_number else None,
        lambda: _as_day(value),
        lambda: _as_yes_no(value) if kind.is_boolean else None,
    )
    found = next((k for make in read if (k := make()) is not None), None)
    return found or ("text", fold(value if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False)))


def _as_number(value: Any, scale: float) -> Key | None:
    match = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return None
    return ("number", float(match[1].replace(",", "")) * (0.01 if match[2] else scale))


def _as_day(value: Any) -> Key | None:
    match = _DAY.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return None
    try:
        return ("day", date(*map(int, match.groups())).isoformat())
    except ValueError:                  # the 31st of February is no day
        return None


def _as_yes_no(value: Any) -> Key | None:
    said = _YES_NO.get(fold(value))
    return None if said is None else ("bool", said)


def _written(number: float) -> str:
    return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)
