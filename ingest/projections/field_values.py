"""Which values a company's own words have in fields that it fills as it likes: ticket types, job titles, sources. They make questions readable.

Merge sends them inside every record. A node stands for one value of one field in one linked account; its row depends on nothing else, so that
whichever record brings it, it is the same. What a record holds that not everybody may see gives none.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from ingest.projections.engine import is_visible
from ingest.projections.table import Projection
from ingest.projections.tables import TABLE
from ingest.records import Record
from kg.places import city_key, other_spellings
from kg.rows import Node, Provenance, entity_key
from kg.schema import LABELS

_CATEGORY, _NAME = "catalogue", "Value"
FIELD_VALUE = f"{_CATEGORY}/{_NAME}"
_ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)                # a word has no time of its own
_LONGEST = 100                                            # of a value that people say


def field_values(tenant: str, record: Record) -> tuple[Node, ...]:
    """A node for each value of the record's fields that are the tenant's own words; () for a record that is gone or not for everybody."""
    row = TABLE[record.model]
    if record.deleted or row.restricted or not is_visible(record, row):
        return ()
    return tuple(_node(tenant, record, field, value) for field, value in dict.fromkeys(_values(record, row)))


def value_prefix(tenant: str, linked_account: str, model: str) -> str:
    """What the keys of a model's field values begin with in one linked account."""
    return entity_key(tenant, _CATEGORY, _NAME, f"{linked_account}:{model}.")


def _values(record: Record, row: Projection) -> Iterator[tuple[str, str]]:
    """(field, value) of every value, the provider's own word where the record holds it beside Merge's; a place named as its city is a city."""
    said: set[str] = set()
    for field, (name, read) in row.values.items():
        native, normal = record.values.get(f"{name}_native"), record.values.get(name)
        given = native or normal
        if field in row.values_own and _is_same_word(native or normal, normal):
            continue
        found = [value for value in read(given) if len(value) <= _LONGEST and city_key(value) not in said]
        yield from ((field, value) for value in found)
        said.update(map(city_key, found))


def _is_same_word(native: object, normal: object) -> bool:
    """Does the provider call a value as Merge does: "In Progress" for IN_PROGRESS?"""
    return str(native).casefold().replace(" ", "_").replace("-", "_") == str(normal).casefold()


def _node(tenant: str, record: Record, field: str, value: str) -> Node:
    merge_id = f"{record.linked_account}:{record.model}.{field}:{value}"
    spellings = other_spellings(value) if field == "city" else ()
    meant = city_key(value).title() if spellings else value       # so that all spellings of a city are one value
    return Node(
        entity_key(tenant, _CATEGORY, _NAME, merge_id), (LABELS[FIELD_VALUE],), value, spellings, None,
        {"field": f"{record.model}.{field}", "value": meant, "restricted": False},
        Provenance(record.linked_account, FIELD_VALUE, merge_id, None, _ALWAYS))
