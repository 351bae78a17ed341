"""Records as the gateway gives them, and what a reading of them is worth.

`found`, `none in a healthy model` and `could not look` are three different results; nobody may mix them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Protocol, TypeVar

# The fields of every record, whatever it is of.
_BASE = frozenset({"id", "remote_id", "created_at", "modified_at", "remote_was_deleted", "field_mappings", "remote_data"})


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """One connection of a tenant to one app through Merge."""

    id: str
    category: str                       # hris, ats, crm, ticketing, accounting …
    integration: str                    # "BambooHR", as people call it
    token: str = field(repr=False)      # the account token: never in logs or messages


@dataclass(frozen=True, slots=True)
class Record:
    """One Common Model object as Merge's API returned it, with values made plain.

    Numbers that are not whole are Decimal, times are aware and UTC, foreign keys are ids (or a mapping when expanded).
    """

    model: str                          # "hris/Employee"
    id: str
    linked_account: str
    values: Mapping[str, Any]           # every field, null included
    remote_id: str | None
    modified_at: datetime | None        # Merge's copy changed
    deleted: bool                       # remote_was_deleted


class Outcome(StrEnum):
    """What a reading is worth."""

    FOUND = "found"
    NONE = "none"                       # nothing there, in a healthy, fully synced model
    UNKNOWN = "unknown"                 # could not look: say so, never "none"


class Why(StrEnum):
    """Why one could not look."""

    NOT_LINKED = "not_linked"           # no linked account of that category
    SWITCHED_OFF = "switched_off"       # the linked account's scope switches the model off
    RELINK = "relink"                   # the account has to be linked again
    FIRST_SYNC = "first_sync"           # Merge's first sync of the model is still running
    SYNC_FAILED = "sync_failed"         # failed, paused or partial at Merge
    REFUSED = "refused"                 # 401, 403: key, token or plan
    RATE_LIMITED = "rate_limited"
    TIMEOUT = "timeout"
    OUT_OF_TIME = "out_of_time"         # our own deadline: the source was not asked, or given too little time to answer
    UNREACHABLE = "unreachable"
    BROKEN_ANSWER = "broken_answer"     # not JSON, or not in the promised form
    INCOMPLETE = "incomplete"           # the list lacks records that are there: its end was lost
    TRUNCATED = "truncated"             # more pages than we may read: a part is never a total


@dataclass(frozen=True, slots=True)
class Reading:
    """All records of one model that met the filters, over all linked accounts of the category.

    Accounts that do not share the model are left out where another does.
    With `outcome` unknown `records` may hold a part; it must not be counted, summed or called complete.
    """

    model: str
    outcome: Outcome
    records: tuple[Record, ...]
    fetched_at: datetime
    data_as_of: datetime | None         # the oldest `data_fresh_as_of` among the accounts read; None where Merge does not say
    why: Why | None = None
    integrations: tuple[str, ...] = ()  # the apps that were asked
    calls: int = 0                      # HTTP requests made
    windows: int = 0                    # of creation time that lists were cut into; 0: read page after page


@dataclass(frozen=True, slots=True)
class SyncState:
    """How fresh Merge's copy of one model is in one linked account."""

    model: str
    linked_account: str
    status: str                         # SYNCING, DONE, PARTIALLY_SYNCED, FAILED, DISABLED, PAUSED
    data_as_of: datetime | None         # start of the last successful sync: the provenance time to show
    is_initial_sync: bool
    last_result: str | None = None      # how the sync before ended, while another one runs


class OfOneAccount(Protocol):
    """What one linked account gave of a model."""

    @property
    def why(self) -> Why | None:
        """Why it is not everything."""


T = TypeVar("T", bound=OfOneAccount)


def that_share(read: Sequence[T]) -> Sequence[T]:
    """What the linked accounts gave that share the model: one that does not has nothing that could be missed. All of it where none does."""
    return [one for one in read if one.why is not Why.SWITCHED_OFF] or read


def values_at(record: Record, path: str) -> tuple[Any, ...]:
    """The values at a path of a record: `email_addresses[].email_address`. Nulls and empty texts are left out.

    Several ways are apart by |: what lies at any of them.
    """
    if "|" in path:
        return tuple(value for way in path.split("|") for value in values_at(record, way))
    values: list[Any] = [record.values]
    for part in path.split("."):
        name = part.removesuffix("[]")
        values = [v.get(name) for v in values if isinstance(v, Mapping)]
        values = [inner for v in values for inner in (v if isinstance(v, list | tuple) else [v])]
    return tuple(v for v in values if v not in (None, ""))


def times_at(record: Record, path: str) -> tuple[date, ...]:
    """The days and moments at a path. What is no time stays text when it is read, and is left out: 0000-00-00."""
    return tuple(v for v in values_at(record, path) if isinstance(v, date))


def ids_in(record: Record, name: str) -> tuple[str, ...]:
    """The ids in a foreign key, single or list, expanded or not."""
    return tuple(str(v["id"]) if isinstance(v, Mapping) else str(v) for v in values_at(record, name))


def is_empty(record: Record) -> bool:
    """A record that was emptied at the source: a full read leaves it out."""
    return not any(v not in (None, "", [], {}) for k, v in record.values.items() if k not in _BASE)


def each_once(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records in their order, each once."""
    return tuple({r.id: r for r in records}.values())
