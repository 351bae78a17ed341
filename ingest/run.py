"""One run over one model of one linked account: what becomes known on the way, and when its end may move the cursor.

Killed at any point, a run leaves facts from which the next one starts right: the cursor is written last, after the last record
is in the graph and what was not seen is retired; until then the facts hold the cursor of the run before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from ingest import merge_api
from ingest.facts import Doubt, Facts
from ingest.gateway import First
from ingest.gateway.health import trouble_of
from ingest.gateway.windows import created_at
from ingest.records import Record, SyncState
from kg.ports import Clock, Held

OVERLAP = timedelta(minutes=10)       # a cursor lies so far behind Merge's own freshness: clocks and its sync differ a little
TICK = timedelta(microseconds=1)      # keeps two runs apart under a clock that stands still
BATCH = 1_000                         # records written in one go
SPAN = timedelta(seconds=1)           # and read within so long: which of two readings was the last cannot be told any closer

Progress = Callable[[Facts], None]


@dataclass(frozen=True, slots=True)
class SyncResult:
    """What a run did. `complete`: every page was read of a healthy model, and what came is believed to be all; only then `retired` can be above 0."""

    model: str
    linked_account: str
    mode: str                         # full or delta
    rows: int                         # records read and written
    retired: int
    complete: bool
    cursor: datetime | None
    doubt: Doubt | None = None        # why a full run of a healthy model is not believed


class SyncRun:
    """A run that is under way, held by its lock."""

    def __init__(self, run_id: str, facts: Facts, keep: Progress, clock: Clock, held: Held) -> None:
        """`facts.run_started_at` is set. `keep` writes facts where everybody can read them, and tells whoever watches."""
        assert facts.run_started_at is not None
        self.id, self.started_at, self.facts = run_id, facts.run_started_at, facts
        self._keep, self._clock, self._held = keep, clock, held
        self._newest: datetime | None = None
        self._created: tuple[datetime, datetime] | None = None      # of what was seen: the first time and the last
        self._is_timed = True                                       # all that was seen bears such a time

    def note(self, **known: Any) -> None:
        """Keep what has become known. Raises StoreUnavailable."""
        self.facts = replace(self.facts, **known)
        self._keep(self.facts)

    def check(self) -> None:
        """Raises StoreUnavailable when the lock was lost: another run may have begun."""
        self._held.check()

    def waits(self, seconds: float) -> None:
        """The gateway waits so long for Merge's limits. Raises StoreUnavailable."""
        self.note(waited=round(self.facts.waited + seconds, 3), waits_until=self._clock() + timedelta(seconds=seconds))

    def saw(self, records: Sequence[Record]) -> None:
        """These records are in the graph. Raises StoreUnavailable."""
        times = [r.modified_at for r in records if r.modified_at]
        self._newest = max(times + ([self._newest] if self._newest else []), default=None)
        created = [t for r in records if (t := created_at(r)) is not None]
        self._is_timed = self._is_timed and len(created) == len(records)
        if created:
            known = (*created, *(self._created or ()))
            self._created = min(known), max(known)
        self.note(rows=self.facts.rows + len(records), waits_until=None)

    @property
    def first(self) -> First:
        """What was read so far, for a second reading that cuts the list in another way."""
        begun, ended = self._created or (None, None)
        return First(self.facts.rows, begun + (ended - begun) / 2 if begun and ended and self._is_timed else None)

    def end(self, state: SyncState | None, complete: bool, retired: int = 0, doubt: Doubt | None = None) -> SyncResult:
        """Every page was read and written; `doubt`: what a full run is doubted for. Raises StoreUnavailable."""
        self.check()
        fresh = (state.data_as_of if state else None) or self._newest
        cursor = fresh - OVERLAP if fresh and _can_be_continued(state) else self.facts.cursor
        is_full = self.facts.mode == "full"
        known = {"last_full_at": is_full, "complete_at": complete}
        self.note(doubt=doubt if is_full else self.facts.doubt, cursor=cursor, data_as_of=fresh or self.facts.data_as_of, done=True, waits_until=None,
                  **{name: self.started_at for name, holds in known.items() if holds})
        f = self.facts
        return SyncResult(f.model, f.linked_account, f.mode, f.rows, retired, complete, cursor, doubt)


def batches(pages: Iterator[tuple[Record, ...]], clock: Clock) -> Iterator[tuple[datetime, list[Record]]]:
    """Pages put together until they are worth a transaction, as long as they are read soon after each other; and when the first of them was."""
    read_at, batch = clock(), list[Record]()
    for page in pages:
        now = clock()
        if batch and now - read_at > SPAN:
            yield read_at, batch
            batch = []
        read_at, batch = read_at if batch else now, [*batch, *page]
        if len(batch) >= BATCH:
            yield read_at, batch
            batch = []
    if batch:
        yield read_at, batch


def is_healthy(state: SyncState | None) -> bool:
    """Whether what Merge does not show is not there: its first sync is over, and the model neither off nor broken."""
    return state is not None and not state.is_initial_sync and trouble_of(state) is None


def since(facts: Facts) -> datetime | None:
    """The cursor, but None for the few models that cannot be asked for what changed: they are read in full."""
    endpoint = merge_api.list_endpoints().get(facts.model)
    return facts.cursor if endpoint and endpoint.parameter("modified_after") else None


def _can_be_continued(state: SyncState | None) -> bool:
    """Whether a later delta will bring what Merge does not show yet; False while the model is switched off or unknown to the account."""
    return state is not None and not state.is_initial_sync and state.status != "DISABLED"
