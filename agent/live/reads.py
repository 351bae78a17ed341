"""Live reads for one question: every record read once, every reading's worth kept, nothing believed that could not be read.

`Live.records` gives records or raises Declined with the true reason; it never gives a part for the whole.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from agent.answer import Reason
from agent.catalogue import Model
from agent.errors import Declined
from agent.live.completeness import Completeness, KnownRecords, RequestedList
from agent.live.copies import Copies
from agent.live.long_lists import PAGE, LongLists
from agent.live.memo import Memo, side_by_side
from ingest import merge_api
from ingest.company import Company
from ingest.gateway import CouldNotRead, Deadline, Expected, Gateway
from ingest.records import Outcome, Reading, Record, Why

MOST_CALLS = 400                        # requests to Merge for one question: what a linked account may be asked in a minute
MANY = 1_000                            # records of a model that are too many to be read where a filter of the source's leaves few
LONG_LIST = 100                         # ids that one call takes at a time
FEW = 6                                 # records that are got one by one; for more the whole list is read, where it was not already

APPS = {"hris": "HR", "ats": "recruiting", "crm": "CRM", "ticketing": "ticketing", "accounting": "accounting", "filestorage": "file storage",
        "knowledgebase": "knowledge base"}

_WHY_NOT = {
    Why.NOT_LINKED: (Reason.NOT_CONNECTED, "no {app} app is connected for your company"),
    Why.SWITCHED_OFF: (Reason.NOT_CONNECTED, "the connected {app} app does not share this kind of record"),
    Why.RELINK: (Reason.FAILED, "the {app} app has to be linked again by whoever runs Evergraph"),
    Why.FIRST_SYNC: (Reason.FAILED, "the first sync of the {app} app is still running"),
    Why.SYNC_FAILED: (Reason.FAILED, "the last sync of the {app} app did not succeed"),
    Why.REFUSED: (Reason.FAILED, "the {app} app refused the reading"),
    Why.RATE_LIMITED: (Reason.FAILED, "the {app} app allows no more readings just now"),
    Why.TIMEOUT: (Reason.FAILED, "the {app} app did not answer in time"),
    Why.OUT_OF_TIME: (Reason.FAILED, "the time for this question was over before the {app} app was read"),
    Why.UNREACHABLE: (Reason.FAILED, "the {app} app could not be reached"),
    Why.BROKEN_ANSWER: (Reason.FAILED, "the {app} app gave an answer that could not be read"),
    Why.INCOMPLETE: (Reason.FAILED, "the {app} app gave a list that lacks records which are there"),
    Why.TRUNCATED: (Reason.FAILED, "there are more records than could be read in full"),
}


@dataclass(frozen=True, slots=True)
class NotShared:
    """The apps whose scope switches a field off, and whether these are all that were asked about."""

    apps: tuple[str, ...]
    by_none: bool


@dataclass
class LiveReads:
    """The gateway as one question sees it. Threads may share it."""

    gateway: Gateway
    company: Company
    now: datetime                       # the time of the question
    deadline: Deadline                  # of the run: come as soon as the person stops it
    copies: Copies | None = None        # what takes the place of full reads; None: everything is read in full
    known: KnownRecords | None = None          # what the graph takes for live; None: a list is held against a second reading of it
    calls: int = 0
    readings: list[Reading] = field(default_factory=list)
    long_lists: LongLists = field(default_factory=LongLists)
    _known: Memo[Reading] = field(default_factory=Memo)
    _ids: Memo[frozenset[str]] = field(default_factory=Memo)        # by model, what the graph takes for live
    _from: dict[int, Reading] = field(default_factory=dict)         # identity of a record → its reading, which keeps it alive
    _seen: dict[tuple[str, str], Record] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def records(self, model: str, filters: Mapping[str, object] | None = None, *, expand: Sequence[str] = ()) -> tuple[Record, ...]:
        """All live records of a model, or, as the source gives them, those that meet filters by which it finds single ones.

        Raises Declined where they could not be read in full. A set that filters only narrow is read by `narrowed`.
        """
        return self._listed(RequestedList(model, filters, expand), whole=not filters)

    def narrowed(self, model: str, filters: Mapping[str, object], *, expand: Sequence[str] = ()) -> tuple[Record, ...]:
        """The live records that meet the filters, and maybe others beside them, but none fewer. Raises Declined as `records`."""
        wanted = None if not filters or self.is_short(model) or self.has_list(model, expand) else filters
        return self._listed(RequestedList(model, wanted, expand), whole=True)

    def record(self, model: str, merge_id: str) -> Record | None:
        """One record as it is now; None where the source no longer has it. Raises Declined where one could not look.

        Only the linked account that it is known to be of is asked: each other one would answer 404, of which Merge bears few.
        """
        seen = self._seen.get((model, merge_id))
        if seen is not None:
            return seen
        key = ("retrieve", model, merge_id)
        reading = self._known.get(key, lambda: self._counted(lambda: self._one(model, merge_id)))
        found = _or_decline(reading).records
        return found[0] if found and not found[0].deleted else None

    def by_ids(self, model: str, ids: Iterable[str]) -> tuple[Record, ...]:
        """The records of those ids, in that order, each once; those that are gone are left out. Few are got one by one, many from the list."""
        wanted = tuple(dict.fromkeys(ids))
        if len(wanted) > self.few(model):
            listed = {r.id: r for r in self.records(model)}
            return tuple(listed[i] for i in wanted if i in listed)
        return tuple(r for r in side_by_side([partial(self.record, model, i) for i in wanted]) if r is not None)

    def few(self, model: str) -> int:
        """How many records of the model are better got one by one than from the whole list: none where the list was read already."""
        return 0 if self.has_list(model) else FEW

    def not_shared(self, model: str, name: str, records: Sequence[Record]) -> NotShared:
        """Which of the apps that the records are of, or that the model is read from, do not share the field.

        Raises Declined where one could not look.
        """
        ids = {r.linked_account for r in records}
        of = [a for a in self.gateway.accounts if (a.id in ids if ids else a.category == model.partition("/")[0])]
        try:
            off = [a for a in of if name in self.gateway.switched_off(model, a.id, deadline=self.deadline)]
        except CouldNotRead as error:
            raise decline_for(model, error.why) from error
        return NotShared(tuple(dict.fromkeys(a.integration for a in off)), bool(off) and len(off) == len(of))

    def as_of(self, models: frozenset[str]) -> datetime | None:
        """The age of the oldest copy among the readings of those models."""
        times = [r.data_as_of for r in self.readings if r.model in models and r.data_as_of is not None]
        return min(times, default=None)

    def reading_of(self, record: Record) -> Reading | None:
        """The reading that a record came from."""
        return self._from.get(id(record))

    def count(self, calls: int) -> None:
        """Requests were made for this question beside its own reads."""
        with self._lock:
            self.calls += calls

    def has_age_limit(self, model: str) -> bool:
        """Does the tenant limit how old the copy of the model may be?"""
        return model.replace("/", ".") in self.company.definitions.max_age_hours

    def too_old(self, model: str) -> timedelta | None:
        """How old the copy is, where that is more than the tenant allows for the model."""
        limit = self.company.definitions.max_age_hours.get(model.replace("/", "."))
        as_of = self.as_of(frozenset({model}))
        if limit is None or as_of is None or self.now - as_of <= timedelta(hours=limit):
            return None
        return self.now - as_of

    def has_list(self, model: str, expand: Sequence[str] = ()) -> bool:
        """Is the whole list at hand, so that a filter of the source's would only cost another call?"""
        return (self.copies is not None and self.copies.holds(model, expand)) or self._known.has((*_list_key(model, None, expand), True))

    def is_short(self, model: str) -> bool:
        """Does the graph know no more records of the model than one call reads? Then the whole list costs no more than a filtered one."""
        return 0 < len(self._completeness().held(model)) <= PAGE

    def is_long(self, model: str) -> bool:
        """Does the graph know so many records of the model that reading all of them takes long?"""
        return len(self._completeness().held(model)) > MANY

    def _one(self, model: str, merge_id: str) -> Reading:
        account = self.known.account(model, merge_id) if self.known is not None else None
        return self.gateway.retrieve(model, merge_id, account=account, deadline=self.deadline)

    def _listed(self, asked: RequestedList, *, whole: bool) -> tuple[Record, ...]:
        key = _list_key(asked.model, asked.filters, asked.expand)
        reading = self._known.get((*key, whole), lambda: self._completeness().whole(asked) if whole else self._first(asked))
        return tuple(r for r in _or_decline(reading).records if not r.deleted)

    def _first(self, asked: RequestedList, expected: Expected | None = None) -> Reading:
        return self._counted(lambda: self._read(asked, expected))

    def _completeness(self) -> Completeness:
        return Completeness(self.gateway, self.deadline, self._counted, self.record, self._first, self.known, self.copies, self._ids)

    def _read(self, asked: RequestedList, expected: Expected | None) -> Reading:
        if expected is None:
            return self._from_source(asked, None)
        with self.long_lists.reading(expected.count) as came:
            return self._from_source(asked, replace(expected, came=came))

    def _from_source(self, asked: RequestedList, expected: Expected | None) -> Reading:
        if asked.filters or self.copies is None:
            return self.gateway.read(asked.model, asked.filters, expand=asked.expand, deadline=self.deadline, expected=expected)
        try:
            return self.copies.read(self.gateway, asked.model, asked.expand, self.deadline, expected)
        except CouldNotRead as error:
            raise decline_for(asked.model, error.why) from error

    def _counted(self, read: Callable[[], Reading]) -> Reading:
        if self.calls >= MOST_CALLS:
            raise Declined(Reason.FAILED, f"This takes more than {MOST_CALLS} readings of the connected apps. Please ask for less at a time.")
        reading = read()
        with self._lock:
            self.readings.append(reading)
            self.calls += reading.calls
            self._from.update((id(record), reading) for record in reading.records)
            self._seen.update(((r.model, r.id), r) for r in reading.records if not r.deleted)
        return reading


def _list_key(model: str, filters: Mapping[str, object] | None, expand: Sequence[str]) -> tuple[Any, ...]:
    return "read", model, repr(sorted((filters or {}).items())), tuple(expand)


def accepts(model: str, parameter: str) -> bool:
    """Has the model's list call a filter of that name?"""
    endpoint = merge_api.list_endpoints().get(model)
    return endpoint is not None and endpoint.parameter(parameter) is not None


def app_of(model: Model) -> str:
    """The app that holds a model's records, in words: "CRM app"."""
    return f"{APPS.get(model.category, model.category)} app"


def decline_for(model: str, why: Why | None) -> Declined:
    """The decline that says truly why a model could not be read."""
    reason, words = _WHY_NOT[why or Why.UNREACHABLE]
    app = APPS.get(model.partition("/")[0], model.partition("/")[0])
    return Declined(reason, f"I could not look: {words.format(app=app)}.")


def _or_decline(reading: Reading) -> Reading:
    if reading.outcome is Outcome.UNKNOWN:
        raise decline_for(reading.model, reading.why)
    return reading
