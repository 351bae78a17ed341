"""Raw JSON of Merge, turned into plain values and records. Pure: no network, no clock.

The SDK's own parsing is not used: it truncates fractions and changes a field's type with its neighbours on the page.
Here a field's type is the catalogue's, a number keeps every digit, and a value that does not fit its type stays as it came.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache, partial
from typing import Any

from ingest.merge_api import Field, models
from ingest.records import Record
from kg.leaving import whole

_HALF = re.compile(rb"\\u[dD][89a-fA-F]")        # of a character that JSON writes in two; a half may stand alone
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*")
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_NUMERIC = frozenset({"number", "integer", "int|float"})


def parse(content: bytes) -> Any:
    """The JSON of an answer. Fractions are Decimal; NaN and Infinity, which JSON lacks, stay text; half a character is U+FFFD. Raises ValueError."""
    try:
        body = json.loads(content, parse_float=Decimal, parse_constant=str)
        return _whole(body) if _HALF.search(content) else body
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return {whole(name): _whole(each) for name, each in value.items()} if isinstance(value, dict) else value


def record(model: str, linked_account: str, raw: object) -> Record | None:
    """One row as a record; None where it is no object or has no id."""
    if not isinstance(raw, Mapping):
        return None
    values = plain(model, raw)
    own_id = _id(model, values)
    if own_id is None:
        return None
    remote_id, modified_at = values.get("remote_id"), values.get("modified_at")
    return Record(
        model=model, id=own_id, linked_account=linked_account, values=values,
        remote_id=remote_id if isinstance(remote_id, str) else None,
        modified_at=modified_at if isinstance(modified_at, datetime) else None,
        deleted=values.get("remote_was_deleted") is True,
    )


def plain(model: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row: every field of the model, None where the row lacks it, and whatever else the row holds."""
    types = _types(model)
    return dict.fromkeys(_names(model)) | {
        name: types[name](value) if name in types and value is not None else value for name, value in raw.items()
    }


def moment(value: object) -> Any:
    """A timestamp as an aware datetime in UTC, a day as a date, anything else as it came. A time without a zone is UTC, as Merge says."""
    if not isinstance(value, str):
        return value
    try:
        if _DAY.fullmatch(value):
            return date.fromisoformat(value)
        if not _MOMENT.fullmatch(value):
            return value
        parsed = datetime.fromisoformat(value)
        return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        return value


def number(value: object) -> Any:
    """A number that came as text, as Decimal; anything else as it came."""
    return Decimal(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value


@cache
def _names(model: str) -> tuple[str, ...]:
    return tuple(f.name for f in models()[model].fields)


@cache
def _types(model: str) -> dict[str, Callable[[Any], Any]]:
    """What to do with the fields whose JSON is not yet the plain value."""
    category = model.partition("/")[0]
    found = {f.name: _type(category, f) for f in models()[model].fields}
    return {name: partial(_each, convert) for name, convert in found.items() if convert is not None}


def _type(category: str, field: Field) -> Callable[[Any], Any] | None:
    if field.type == "datetime":
        return moment
    if field.type in _NUMERIC:
        return number
    target = f"{category}/{field.target}"
    return partial(_embedded, target) if target in models() else None


def _each(convert: Callable[[Any], Any], value: Any) -> Any:
    return [convert(v) for v in value] if isinstance(value, list) else convert(value)


def _embedded(model: str, value: Any) -> Any:
    """An embedded object or an expanded foreign key; an id stays an id."""
    return plain(model, value) if isinstance(value, Mapping) else value


def _id(model: str, values: Mapping[str, Any]) -> str | None:
    """The row's id. A model without ids of its own (ats/Tag) goes by the provider's, else by its name."""
    keys = ("id",) if "id" in _names(model) else ("remote_id", "name")
    return next((v for v in map(values.get, keys) if isinstance(v, str) and v), None)
