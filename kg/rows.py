"""Rows of the graph: what a projection hands to the writer. Plain data, no driver, no clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

Scalar = str | int | float | bool | None
Property = Scalar | tuple[str, ...]


def entity_key(tenant: str, category: str, model: str, merge_id: str) -> str:
    """The one unique key of a node: `tenant|category|Model|merge id`."""
    return f"{tenant}|{category}|{model}|{merge_id}"


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
