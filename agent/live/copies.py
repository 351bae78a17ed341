"""Verified copies of large lists: kept in memory, brought up to the moment of a question by what changed since, deletions included.

A copy takes the place of a full read only where it was seen to be as good as one: of this model in this linked account a deletion was
seen to move `modified_at`, and the copy with the changes applied equalled a full read made at the same time. That is looked at again
and again. Never holds a field of class E, and nothing of it is written anywhere: it ends with the process, with the tenant's gateway, or
after some minutes in which nobody asked.
"""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from agent.catalogue import Catalogue
from ingest.gateway import Deadline, Expected, Gateway
from ingest.records import Outcome, Reading, Record, is_empty, that_share

WORTH = 200                             # records from which a copy saves calls: less are two pages
MOST = 100_000                          # records of one copy
OVERLAP = timedelta(minutes=10)         # the cursor lies so far behind Merge's own freshness, as that of a sync does
ENOUGH = 2                              # deletions that were seen to move their time before a copy is trusted
CHECK_EVERY = 20                        # uses after which a copy is held against a full read again
KEPT = 900.0                            # seconds that a copy is kept unused

Monotonic = Callable[[], float]
Place = tuple[str, str, tuple[str, ...]]        # linked account, model, what is expanded


@dataclass
class _Copy:
    """The records of one model in one linked account as they were at the last reading."""

    scope: frozenset[str]               # switched-off fields: with another scope the same records look otherwise
    records: dict[str, Record]
    cursor: datetime
    seen: int = 0                       # deletions that came with the changes and moved their time
    uses: int = 0
    used_at: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_trusted(self) -> bool:
        """May it take the place of a full read?"""
        return self.seen >= ENOUGH


class Copies:
    """The copies of one tenant. Threads may share it."""

    def __init__(self, catalogue: Catalogue, worth: int = WORTH, monotonic: Monotonic = time.monotonic) -> None:
        """`worth`: records from which a list is kept."""
        self._never = {m.id: frozenset(f.path.partition(".")[0] for f in m.fields.values() if f.privacy == "E") for m in catalogue.models.values()}
        self._worth, self._monotonic = worth, monotonic
        self._copies: dict[Place, _Copy] = {}
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def read(self, gateway: Gateway, model: str, expand: Sequence[str], deadline: Deadline, expected: Expected | None = None) -> Reading:
        """All live records of a model, as a full read gives them now, over every linked account of its category.

        `expected` as for the gateway. Where what was read turns out to lack something, the caller has it forgotten.
        """
        self._forget_unused()
        accounts = [a for a in gateway.accounts if a.category == model.partition("/")[0]]
        if not accounts:
            return gateway.read(model, expand=expand, deadline=deadline, expected=expected)
        return _united([self._of_account(_Asked(gateway, account.id, model, tuple(expand), deadline, expected)) for account in accounts])

    def holds(self, model: str, expand: Sequence[str]) -> bool:
        """Is there a copy that takes the place of full reads? Then the source's own filters save nothing."""
        with self._lock:
            return any(copy.is_trusted for (_, *known), copy in self._copies.items() if known == [model, tuple(expand)])

    def forget(self, model: str | None = None) -> None:
        """Nothing is held any more, or nothing of a model."""
        with self._lock:
            self._copies = {place: copy for place, copy in self._copies.items() if model not in (None, place[1])}

    def _of_account(self, asked: "_Asked") -> Reading:
        with self._lock:
            copy = self._copies.get(asked.place)
        if copy is None:
            return self._begun(asked)
        with copy.lock:
            copy.used_at, copy.uses = self._monotonic(), copy.uses + 1
            if copy.scope != asked.scope():
                return self._begun(asked)
            if copy.is_trusted and copy.uses % CHECK_EVERY:
                return self._followed(asked, copy)
            return self._held_against(asked, copy)

    def _begun(self, asked: "_Asked") -> Reading:
        """A full read, kept where that is worth it."""
        scope, read = asked.scope(), asked.full()
        self._keep(asked, read, scope)
        return read

    def _keep(self, asked: "_Asked", read: Reading, scope: frozenset[str], seen: int = 0) -> None:
        whole = read.outcome is Outcome.FOUND and read.data_as_of is not None and all(r.modified_at for r in read.records)
        with self._lock:
            if not whole or not self._worth < len(read.records) <= MOST:
                self._copies.pop(asked.place, None)
                return
            assert read.data_as_of is not None
            held = {r.id: self._without_secrets(r) for r in read.records}
            self._copies[asked.place] = _Copy(scope, held, read.data_as_of - OVERLAP, seen, used_at=self._monotonic())
            self._look_again()

    def _followed(self, asked: "_Asked", copy: _Copy) -> Reading:
        """The copy with what changed since; unknown where that could not be read."""
        changed = asked.changes(copy.cursor)
        if changed.outcome is Outcome.UNKNOWN:
            return changed
        copy.records = self._applied(copy.records, changed.records)
        if changed.data_as_of is not None:
            copy.cursor = max(copy.cursor, changed.data_as_of - OVERLAP)
        records = tuple(copy.records.values())
        return replace(changed, outcome=Outcome.FOUND if records else Outcome.NONE, records=records)

    def _held_against(self, asked: "_Asked", copy: _Copy) -> Reading:
        """A full read, which also tells what the copy with the changes would have been worth."""
        read, changed = asked.full(), asked.changes(copy.cursor)
        read = replace(read, calls=read.calls + changed.calls)
        if Outcome.UNKNOWN in (read.outcome, changed.outcome):
            return read
        is_same = _versions(self._applied(copy.records, changed.records).values()) == _versions(read.records)
        moved = sum(self._has_moved(r, copy.records[r.id], copy.cursor) for r in changed.records if r.deleted and r.id in copy.records)
        self._keep(asked, read, copy.scope, copy.seen + moved if is_same else 0)
        return read

    def _has_moved(self, deleted: Record, known: Record, cursor: datetime) -> bool:
        """Did the deletion itself move `modified_at`? A record that was edited too may have come with the edit, and the next may not come."""
        is_old = known.modified_at is not None and known.modified_at < cursor
        return is_old and _matter(self._without_secrets(deleted)) == _matter(known)

    def _applied(self, known: Mapping[str, Record], changed: Iterable[Record]) -> dict[str, Record]:
        """The records with the changes; what was deleted or emptied is gone."""
        records = dict(known)
        for record in changed:
            if record.deleted or is_empty(record):
                records.pop(record.id, None)
            else:
                records[record.id] = self._without_secrets(record)
        return records

    def _without_secrets(self, record: Record) -> Record:
        never = self._never.get(record.model, ())
        return replace(record, values={k: None if k in never else v for k, v in record.values.items()}) if never else record

    def _forget_unused(self) -> None:
        with self._lock:
            since = self._monotonic() - KEPT
            self._copies = {place: copy for place, copy in self._copies.items() if copy.used_at >= since}

    def _look_again(self) -> None:
        """Copies of which nobody asks any more go too, those of a tenant that was removed among them. The lock is held."""
        if self._timer is None or not self._timer.is_alive():
            self._timer = threading.Timer(KEPT, self._timed)
            self._timer.daemon = True
            self._timer.start()

    def _timed(self) -> None:
        self._forget_unused()
        with self._lock:
            self._timer = None
            if self._copies:
                self._look_again()


@dataclass(frozen=True, slots=True)
class _Asked:
    """One model of one linked account, as a question asks for it."""

    gateway: Gateway
    account: str
    model: str
    expand: tuple[str, ...]
    deadline: Deadline
    expected: Expected | None

    @property
    def place(self) -> Place:
        """What a copy of it is kept under."""
        return self.account, self.model, self.expand

    def scope(self) -> frozenset[str]:
        """The switched-off fields. Raises CouldNotRead."""
        return self.gateway.switched_off(self.model, self.account, deadline=self.deadline)

    def full(self) -> Reading:
        """Everything that is live."""
        return self.gateway.read(self.model, expand=self.expand, deadline=self.deadline, account=self.account, expected=self.expected)

    def changes(self, since: datetime) -> Reading:
        """What changed, deletions included."""
        return self.gateway.changes(self.model, since, expand=self.expand, deadline=self.deadline, account=self.account)


def _matter(record: Record) -> dict[str, object]:
    """The values without those that a deletion sets."""
    return {k: v for k, v in record.values.items() if k not in ("modified_at", "remote_was_deleted")}


def _versions(records: Iterable[Record]) -> dict[str, datetime | None]:
    return {r.id: r.modified_at for r in records}


def _united(readings: Sequence[Reading]) -> Reading:
    """Several linked accounts as one: unknown if one of them is that shares the model, as old as the oldest."""
    calls, readings = sum(r.calls for r in readings), that_share(readings)
    if len(readings) == 1:
        return replace(readings[0], calls=calls)
    unknown = next((r for r in readings if r.outcome is Outcome.UNKNOWN), None)
    records = tuple(record for r in readings for record in r.records)
    ages = [r.data_as_of for r in readings]
    return replace(
        readings[0], outcome=Outcome.UNKNOWN if unknown else Outcome.FOUND if records else Outcome.NONE, records=records,
        data_as_of=None if None in ages else min(a for a in ages if a), why=unknown.why if unknown else None,
        integrations=tuple(i for r in readings for i in r.integrations), calls=calls,
        windows=sum(r.windows for r in readings),
    )
