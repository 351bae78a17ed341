"""Records as an account shows them: every field there, scope applied, native values aside. Built once per change of a table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ingest import merge_api
from ingest.sandbox.times import moment_of

NATIVE = "_native"
BASE_FIELDS = frozenset({
    "id", "remote_id", "created_at", "modified_at", "remote_was_deleted", "field_mappings", "remote_data", "remote_fields",
})

SortKey = tuple[bool, int, str]
"""(has no time, microseconds, id): the order of lists, rows without the time last."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One record as it may be shown; `natives` are the provider's words for its enums, by field."""

    key: SortKey
    id: str
    record: Mapping[str, Any]
    natives: Mapping[str, Any]
    deleted: bool
    shell: bool                # holds nothing but its base fields


@dataclass(frozen=True, slots=True)
class ShownTable:
    """All rows of one model in the default order (created first comes first), and by id."""

    rows: tuple[ShownRow, ...]
    by_id: Mapping[str, ShownRow]



def show_table(model: str, records: Mapping[str, Mapping[str, Any]], hidden: frozenset[str]) -> ShownTable:
    """The table of a model; `hidden` fields come back as null."""
    rows = sorted((_show(model, key, record, hidden) for key, record in records.items()), key=lambda row: row.key)
    return ShownTable(tuple(rows), {row.id: row for row in rows})


def sort_key(record: Mapping[str, Any], row_id: str, field: str, descending: bool = False) -> SortKey:
    """Where a record stands in a list ordered by a time."""
    time = moment_of(record.get(field))
    micros = 0 if time is None else int(time.timestamp()) * 1_000_000 + time.microsecond
    return (time is None, -micros if descending else micros, row_id)


@cache
def field_names(model: str) -> tuple[str, ...]:
    """The fields of a model, in the order of the SDK."""
    return tuple(f.name for f in merge_api.models()[model].fields)


def _show(model: str, row_id: str, record: Mapping[str, Any], hidden: frozenset[str]) -> ShownRow:
    names = field_names(model)
    natives = {k.removesuffix(NATIVE): v for k, v in record.items() if k.endswith(NATIVE) and k.removesuffix(NATIVE) in names}
    shown = {name: None if name in hidden else record.get(name) for name in names}
    shown |= {k: v for k, v in record.items() if k not in shown and k.removesuffix(NATIVE) not in natives}
    return ShownRow(
        sort_key(record, row_id, "created_at"), row_id, shown, {k: v for k, v in natives.items() if k not in hidden},
        deleted=bool(record.get("remote_was_deleted")), shell=_is_empty(v for k, v in shown.items() if k not in BASE_FIELDS),
    )


def _is_empty(values: Iterable[Any]) -> bool:
    return all(value is None or value == [] or value == {} for value in values)
