"""One row as a call wants to see it: switches for what is hidden, enums in the provider's words, relations expanded.

Expansion goes one level deep: a child comes as it stands by itself. What is not found stays an id.
"""

from collections.abc import Collection, Mapping
from typing import Any

from ingest.sandbox.answers import bad_filter
from ingest.sandbox.filters import Tables, target_model
from ingest.sandbox.queries import Query
from ingest.sandbox.shown import NATIVE, ShownRow

SENSITIVE = {"hris/Employee": ("ssn",), "hris/Dependent": ("ssn",)}
ON_REQUEST = {"remote_data": "include_remote_data", "remote_fields": "include_remote_fields"}


def check_expand(wanted: Collection[str], allowed: Collection[str]) -> None:
    """Raises Refused (400) for a relation that the endpoint does not expand."""
    unknown = sorted(set(wanted) - set(allowed))
    if unknown:
        raise bad_filter(f"expand: {unknown[0]!r} cannot be expanded here.")


def present(model: str, row: ShownRow, query: Query, tables: Tables) -> dict[str, Any]:
    """The row as JSON-ready values. Raises Refused (400) for a relation that cannot be expanded."""
    record = plain_record(model, row.record, query.flags)
    record |= {field: row.natives[field] for field in query.enum_origins & row.natives.keys()}
    if "show_native_enum_values" in query.flags:
        record |= {field + NATIVE: value for field, value in row.natives.items()}
    for path in query.expand:
        head, _, rest = path.partition(".")
        record[head] = _expand(model, head, rest, record.get(head), tables)
    return record


def plain_record(model: str, record: Mapping[str, Any], flags: Collection[str] = ()) -> dict[str, Any]:
    """The record without what is shown on request only."""
    hidden = [name for name, flag in ON_REQUEST.items() if name in record and flag not in flags]
    if "include_sensitive_fields" not in flags:
        hidden += SENSITIVE.get(model, ())
    return {**record, **dict.fromkeys(hidden)}


def _expand(model: str, field: str, rest: str, value: Any, tables: Tables) -> Any:
    if isinstance(value, list):
        return [_expand(model, field, rest, item, tables) for item in value]
    target = target_model(model, field)
    if target is None or value is None:
        return value
    if isinstance(value, dict):           # already embedded; only the second step of a dotted path is left to do
        return {**value, rest: _expand(target, rest, "", value.get(rest), tables)} if rest else value
    row = tables.table(target).by_id.get(value)
    return value if row is None or row.deleted else plain_record(target, row.record)
