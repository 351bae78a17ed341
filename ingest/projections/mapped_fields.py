"""Which fields a company has mapped at Merge: their names can be searched, their values stay at the source.

Merge sends them inside every record of a model. A node stands for one name in one linked account and model; its row depends on
nothing else, so that whichever record brings it, it is the same.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from ingest.records import Record
from kg.rows import Node, Provenance, entity_key
from kg.schema import LABELS

_CATEGORY, _NAME = "merge", "MappedField"
MAPPED_FIELD = f"{_CATEGORY}/{_NAME}"
_TARGETS = ("organization_defined_targets", "linked_account_defined_targets")
_ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)                # a name has no time of its own
_LONGEST = 200
_PARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\W]+")


def mapped_fields(tenant: str, record: Record) -> tuple[Node, ...]:
    """A node for each field that is mapped in this record; () where there is none, and for a record that is gone."""
    if record.deleted:
        return ()
    return tuple(_node(tenant, record, name) for name in dict.fromkeys(_names(record.values.get("field_mappings"))))


def prefix_of(tenant: str, linked_account: str, model: str) -> str:
    """What the keys of a model's mapped fields begin with in one linked account."""
    return entity_key(tenant, _CATEGORY, _NAME, f"{linked_account}:{model}:")


def _names(field_mappings: object) -> Iterator[str]:
    for target in _TARGETS:
        given = field_mappings.get(target) if isinstance(field_mappings, Mapping) else None
        for name in given if isinstance(given, Mapping) else ():
            if isinstance(name, str) and name.strip():
                yield " ".join(name.split())[:_LONGEST]


def _node(tenant: str, record: Record, name: str) -> Node:
    merge_id = f"{record.linked_account}:{record.model}:{name}"
    spoken = " ".join(part for part in _PARTS.split(name) if part).lower() or name
    return Node(
        entity_key(tenant, _CATEGORY, _NAME, merge_id), (LABELS[MAPPED_FIELD],), spoken, (name,) if name != spoken else (), None,
        {"of_model": record.model, "restricted": False}, Provenance(record.linked_account, MAPPED_FIELD, merge_id, None, _ALWAYS))
