"""Rows of the graph: what a projection hands to the writer. Plain data, no driver, no clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b

Scalar = str | int | float | bool | None
Property = Scalar | tuple[str, ...]

_FIXED_TEXT = """
    key tenant tenant_token model_token model category linked_account merge_id remote_id name name_key aliases words short_words email version
    source_modified_at deleted_at tombstoned_at stub run first_seen_at last_seen_at retired_at gone_at past join_keys join_due edges_due
    read_at join_taken join_context vector vector_of
"""
FIXED = frozenset(_FIXED_TEXT.split())              # columns of every node; a model's own may not have these names


def entity_key(tenant: str, category: str, model: str, merge_id: str) -> str:
    """The one unique key of a node: `tenant|category|Model|merge id`."""
    return f"{tenant}|{category}|{model}|{merge_id}"


def record_key(tenant: str, model: str, merge_id: str) -> str:
    """The key of a record of a Common Model, which is written "category/Model"."""
    category, _, name = model.partition("/")
    return entity_key(tenant, category, name, merge_id)


def check_tenant(tenant: str) -> None:
    """Raises ValueError for a tenant whose keys could be those of another: `a|hris|Employee` with id 1 and `a` with id `hris|Employee|1`."""
    if not tenant or "|" in tenant:
        raise ValueError(f"{tenant!r} cannot be a tenant's name: it must not be empty or hold a |.")


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a row came from. Times are aware and UTC."""

    linked_account: str      # its Merge id
    model: str               # "hris/Employee"
    merge_id: str
    remote_id: str | None
    modified_at: datetime    # Merge's copy changed; not the provider's own time
    deleted: bool = False    # the source says that it is gone: a tombstone is written


@dataclass(frozen=True, slots=True)
class Node:
    """One record as a node: identity and search keys, never facts."""

    key: str
    labels: tuple[str, ...]                  # beside Entity; from kg.schema
    name: str | None                         # display name; None for a record that not everybody may see
    aliases: tuple[str, ...]                 # other names, numbers and keys people use for it
    email: str | None                        # lower case
    properties: Mapping[str, Property]       # further class A properties (title, city, domain …), every column of the model, null included
    provenance: Provenance
    join_keys: tuple[str, ...] = ()          # keyed hashes of private addresses: only for joining records of one person, never shown
    chunks: tuple[str, ...] | None = None    # texts to search it by, in order; None where its model has no texts


@dataclass(frozen=True, slots=True)
class Edges:
    """All edges of one relation that leave one node; an empty `to` ends what was there."""

    start: str                               # key of the node whose record holds the foreign key
    relation: str                            # a relation of kg.schema, "REPORTS_TO"
    to: tuple[str, ...] = field(default=())  # keys


@cache
def tenant_token(tenant: str) -> str:
    """A tenant as one word of the full-text index, whatever its slug holds."""
    return "t" + blake2b(tenant.encode(), digest_size=8).hexdigest()


@cache
def model_token(model: str) -> str:
    """A model as one word of the full-text index: `hris/Employee` → `hris_employee`."""
    return model.replace("/", "_").lower()


def model_of(key: str) -> str:
    """The model of an entity's key: `acme|hris|Employee|e1` → `hris/Employee`. Empty for what is no key."""
    parts = key.split("|", 3)
    return f"{parts[1]}/{parts[2]}" if len(parts) == 4 else ""


def merge_id_of(key: str) -> str:
    """The record's id of an entity's key: `acme|hris|Employee|e1` → `e1`. Empty for what is no key."""
    parts = key.split("|", 3)
    return parts[3] if len(parts) == 4 else ""


def iso(moment: datetime) -> str:
    """A time as the graph holds it: UTC, six decimals, so that it sorts as text. Raises ValueError for a time without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
