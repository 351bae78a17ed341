"""Records turned into rows by the tables: no function here knows a model by name. Pure: no clock, no network, no graph."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from ingest import merge_api, readings
from ingest.projections.table import Projection
from ingest.projections.tables import TABLE
from ingest.projections.texts import pieces
from ingest.records import Record
from kg.match.keys import join_keys
from kg.rows import Edges, Node, Property, Provenance, record_key
from kg.schema import LABELS

BEFORE_EVERYTHING = datetime(1970, 1, 1, tzinfo=UTC)      # version of a record that does not say when it changed


def project(tenant: str, record: Record, secret: bytes = b"") -> tuple[Node, tuple[Edges, ...]]:
    """A record as a node and its edges, one Edges per relation, empty ones too, so that a cleared foreign key ends its edge.

    `secret` is what join keys are hashed with, the same for all records of an installation; without it there are none.
    Raises KeyError for a model that has no line in the tables.
    """
    row = TABLE[record.model]
    node = _node(tenant, record, row, secret) if is_visible(record, row) else _bare_node(tenant, record, row)
    return node, _edges(tenant, record, row)


def key_of(tenant: str, record: Record) -> str:
    """The key of a record's node."""
    return record_key(tenant, record.model, record.id)


def is_visible(record: Record, row: Projection) -> bool:
    """Whether the record itself does not say that only some may see it."""
    return all(seen.holds(record.values.get(name)) for name, seen in row.visible_when.items())


def is_whole(record: Record) -> bool:
    """Whether the record holds what its visibility hangs on, as records and not as ids. One that is not must be read again, expanded."""
    return all(isinstance(one, Mapping) for name in TABLE[record.model].expand for one in _each(record.values.get(name)))


def _node(tenant: str, record: Record, row: Projection, secret: bytes) -> Node:
    values = record.values
    name = _display_name(values, row.name)
    found: dict[str, Property] = {p: _first(read(values.get(f))) for p, (f, read) in row.search.items()}
    return Node(
        key_of(tenant, record), (LABELS[record.model],), name, _aliases(values, row, name),
        _first(row.email[1](values.get(row.email[0]))) if row.email else None,
        found | {"restricted": row.restricted}, _provenance(record),
        _join_keys(tenant, values, row, secret) if secret else (), _chunks(values, row),
    )


def _bare_node(tenant: str, record: Record, row: Projection) -> Node:
    nothing: dict[str, Property] = dict.fromkeys(row.search)
    return Node(key_of(tenant, record), (LABELS[record.model],), None, (), None, nothing | {"restricted": True}, _provenance(record),
                chunks=() if row.texts else None)


def _provenance(record: Record) -> Provenance:
    modified_at = record.modified_at or BEFORE_EVERYTHING
    return Provenance(record.linked_account, record.model, record.id, record.remote_id, modified_at, record.deleted)


def _display_name(values: Mapping[str, Any], wanted: tuple[str, ...]) -> str | None:
    return next((found for spec in wanted if (found := " ".join(_texts(values, spec)))), None)


def _aliases(values: Mapping[str, Any], row: Projection, name: str | None) -> tuple[str, ...]:
    complete = [" ".join(texts) for spec in row.aliases if len(texts := _texts(values, spec)) == len(spec.split())]
    keys = [found for name_of_field, read in row.keys.items() for found in read(values.get(name_of_field))]
    return tuple(alias for alias in dict.fromkeys([*complete, *keys]) if alias != name)


def _texts(values: Mapping[str, Any], spec: str) -> list[str]:
    return [found for part in spec.split() for found in readings.text(values.get(part))]


def _chunks(values: Mapping[str, Any], row: Projection) -> tuple[str, ...] | None:
    if not row.texts:
        return None
    return pieces("\n".join(value for name in row.texts if isinstance(value := values.get(name), str)))


def _join_keys(tenant: str, values: Mapping[str, Any], row: Projection, secret: bytes) -> tuple[str, ...]:
    found: dict[str, list[str]] = {}
    for name, (kind, read) in row.joins.items():
        found.setdefault(kind, []).extend(read(values.get(name)))
    return tuple(key for kind, texts in found.items() for key in join_keys(_of_tenant(secret, tenant), kind, texts))


@lru_cache
def _of_tenant(secret: bytes, tenant: str) -> bytes:
    """A secret per tenant, so that equal values give different hashes in two tenants and cannot be matched across them."""
    return blake2b(tenant.encode(), key=secret[:64], digest_size=32).digest()


def _first(found: tuple[str, ...]) -> str | None:
    return found[0] if found else None


def _edges(tenant: str, record: Record, row: Projection) -> tuple[Edges, ...]:
    ends: dict[str, list[str]] = {relation: [] for relation in row.edges.values()}
    for name, relation in row.edges.items():
        target = target_of(record.model, name)
        ends[relation].extend(record_key(tenant, target, one) for one in _ids(record.values.get(name)))
    start = key_of(tenant, record)
    return tuple(Edges(start, relation, tuple(dict.fromkeys(to))) for relation, to in ends.items())


def target_of(model: str, foreign_key: str) -> str:
    """The model that a foreign key points to: `hris/Employee`, `team` → `hris/Team`. Raises KeyError for a field that is none."""
    named = TABLE[model].targets.get(foreign_key) if model in TABLE else None
    if named is None:
        field_of_model = merge_api.models()[model].field(foreign_key)
        if field_of_model is None or field_of_model.target is None:
            raise KeyError(f"{model}.{foreign_key} is no foreign key")
        named = field_of_model.target
    return f"{model.partition('/')[0]}/{named}"


def _ids(value: Any) -> Iterator[str]:
    """The ids of a foreign key: one or a list, plain or expanded."""
    for one in _each(value):
        found = one.get("id") if isinstance(one, Mapping) else one
        if isinstance(found, str) and found:
            yield found


def _each(value: Any) -> tuple[Any, ...]:
    """One or several, without empty ones."""
    return tuple(one for one in (value if isinstance(value, list | tuple) else (value,)) if one is not None)
