"""Whether a list that was read is whole. Merge gives no count, and a list that lost its end says nothing of it.

A whole list is held against what the graph takes for live; what it lacks is looked for, by its id and by a second reading. A list that a filter
cut, or of a model that the graph does not know, is read a second time, cut into other pages. What cannot be told to be whole is not told.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Protocol

from agent.live.copies import Copies
from agent.live.memo import Memo, side_by_side
from ingest.gateway import Deadline, Expected, Gateway
from ingest.records import Outcome, Reading, Record, Why, is_empty
from kg.graph import Graph
from kg.held import account_of, live_ids
from kg.ports import Clock
from kg.rows import record_key
from kg.upsert import tombstone

MOST_VERIFIED = 8                       # missing records that are got one by one: more 404s in a row would have Merge block us
TRUSTED = 0.8                           # the part of a list that the graph must know, to tell what the list lacks


class KnownRecords(Protocol):
    """What is taken for live: ids of records by model, and what turned out to be gone."""

    def ids(self, model: str) -> frozenset[str]:
        """The Merge ids of the model's records, over the linked accounts that are read."""

    def until(self, model: str) -> datetime | None:
        """Everything that Merge's copies held at that time was taken in; None where that cannot be told of all linked accounts."""

    def account(self, model: str, merge_id: str) -> str | None:
        """The linked account that a record is of, one that is read; None where that is not known."""

    def gone(self, model: str, ids: Collection[str]) -> None:
        """The source no longer has these."""


@dataclass(frozen=True, slots=True)
class InGraph:
    """What the graph takes for live of one tenant, in the linked accounts that are read: it still holds what one shared before."""

    graph: Graph
    tenant: str
    sharing: Callable[[str], Collection[str]]           # by model, the linked accounts that it is read from
    clock: Clock
    whole_until: Callable[[str, Collection[str]], datetime | None]      # by model and linked accounts, how far the syncs have taken in everything

    def ids(self, model: str) -> frozenset[str]:
        """The Merge ids of the model's live records. Raises GraphUnavailable, GraphTooSlow."""
        return live_ids(self.graph, self.tenant, model, self.sharing(model))

    def until(self, model: str) -> datetime | None:
        """The time up to which everything was taken in. Raises StoreUnavailable."""
        return self.whole_until(model, self.sharing(model))

    def account(self, model: str, merge_id: str) -> str | None:
        """The linked account of a record; not asked of the graph where only one is read. Raises GraphUnavailable, GraphTooSlow."""
        read = self.sharing(model)
        found = account_of(self.graph, self.tenant, record_key(self.tenant, model, merge_id)) if len(read) > 1 else None
        return found if found in read else None

    def gone(self, model: str, ids: Collection[str]) -> None:
        """The source no longer has these: tombstones, which a later sighting takes away. Raises GraphUnavailable, GraphTooSlow."""
        if ids:
            tombstone(self.graph, self.tenant, [record_key(self.tenant, model, i) for i in ids], self.clock(), "verify-live")


@dataclass(frozen=True, slots=True)
class RequestedList:
    """A list as it was asked for."""

    model: str
    filters: Mapping[str, object] | None
    expand: Sequence[str]


@dataclass(frozen=True, slots=True)
class Completeness:
    """Holds readings of one question against what else is known. Threads may share it."""

    gateway: Gateway
    deadline: Deadline
    counted: Callable[[Callable[[], Reading]], Reading]         # makes a reading, and counts what it took
    record: Callable[[str, str], Record | None]                 # one record as it is now; None where the source has it no longer
    first: Callable[[RequestedList, Expected | None], Reading]  # the list as it is read at first, counted
    known: KnownRecords | None                                  # what the graph takes for live; None: there is nothing to hold against
    copies: Copies | None                                       # that a first reading may come from
    _ids: Memo[frozenset[str]] = field(default_factory=Memo)    # by model, what the graph takes for live

    def held(self, model: str) -> frozenset[str]:
        """What the graph takes for live of a model. Raises GraphUnavailable, GraphTooSlow."""
        known = self.known
        return frozenset() if known is None else self._ids.get(model, lambda: known.ids(model))

    def whole(self, asked: RequestedList) -> Reading:
        """The reading, where it is whole; unknown where that cannot be told."""
        was_copied = self.copies is not None and not asked.filters and self.copies.holds(asked.model, asked.expand)
        held = self.held(asked.model)
        first = self.first(asked, None if asked.filters else self._expected(asked.model, held))
        if first.windows and not _can_tell(held, first):
            first = self.first(asked, None)
        if first.outcome is Outcome.UNKNOWN:
            return first
        if asked.filters or self.known is None or not _can_tell(held, first):
            return first if was_copied else self._twice(asked, first)
        checked = self._against(asked, first, self.known)
        if first.windows and checked is not first and self.copies is not None:
            self.copies.forget(asked.model)
        return checked

    def _expected(self, model: str, held: frozenset[str]) -> Expected | None:
        """What the graph knows of a list; None where it cannot tell since when it may lack something."""
        until = self.known.until(model) if self.known is not None and held else None
        return Expected(len(held), until) if until is not None else None

    def _twice(self, asked: RequestedList, first: Reading) -> Reading:
        """The reading, if a second one comes to the same; else what two of three came to, or unknown."""
        again = self._again(asked, first)
        if again.outcome is Outcome.UNKNOWN or _ids(again) == _ids(first):
            return again if again.outcome is Outcome.UNKNOWN else first
        third = self._in_a_row(asked)
        return third if _ids(third) == _ids(again) else _incomplete(third)

    def _against(self, asked: RequestedList, first: Reading, known: KnownRecords) -> Reading:
        """The reading, with what it lacked of the known records; unknown where some are there and no reading gives them."""
        missing = known.ids(asked.model) - _ids(first)
        missing = self._still_there(asked.model, missing, known)
        if not missing:
            return first
        if first.windows:                                           # a record without a time of creation lies in no window
            in_a_row = self._in_a_row(asked)
            return in_a_row if in_a_row.outcome is Outcome.UNKNOWN else self._against(asked, in_a_row, known)
        again = self._again(asked, first, deleted=True)
        if again.outcome is Outcome.UNKNOWN:
            return again
        gone = {r.id for r in again.records if r.deleted}
        known.gone(asked.model, missing & gone)
        missing = self._still_there(asked.model, missing - _ids(again), known)
        live = {r.id: r for r in (*first.records, *again.records) if not r.deleted and not is_empty(r)}
        found = replace(first, outcome=Outcome.FOUND if live else Outcome.NONE, records=tuple(live.values()))
        return _incomplete(found) if missing else found

    def _still_there(self, model: str, missing: Collection[str], known: KnownRecords) -> frozenset[str]:
        """Those of a few that the source still has, got one by one; all of many. Raises Declined where one could not look."""
        if len(missing) > MOST_VERIFIED:
            return frozenset(missing)
        wanted = sorted(missing)
        found = dict(zip(wanted, side_by_side([partial(self.record, model, i) for i in wanted]), strict=True))
        known.gone(model, [i for i, record in found.items() if record is None])
        return frozenset(i for i, record in found.items() if record is not None and not is_empty(record))

    def _in_a_row(self, asked: RequestedList) -> Reading:
        return self.counted(partial(self.gateway.read, asked.model, asked.filters, expand=asked.expand, deadline=self.deadline))

    def _again(self, asked: RequestedList, first: Reading, *, deleted: bool = False) -> Reading:
        return self.counted(partial(self.gateway.read_again, first, asked.filters, expand=asked.expand, deadline=self.deadline, deleted=deleted))


def _can_tell(known: frozenset[str], first: Reading) -> bool:
    """Does the graph know enough of a list to tell what it lacks?"""
    return bool(known) and len(known) >= TRUSTED * len(first.records)


def _ids(reading: Reading) -> frozenset[str]:
    return frozenset(r.id for r in reading.records)


def _incomplete(reading: Reading) -> Reading:
    return replace(reading, outcome=Outcome.UNKNOWN, why=reading.why or Why.INCOMPLETE)
