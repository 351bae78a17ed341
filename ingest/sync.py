"""One linked account's records of one model brought into the graph: get, transform, load, clean up.

Knows the gateway (pages of records), the projections (records to rows) and the writer of the graph; knows no model by
name and nothing of processes. Everything may run twice, and at once: writing is idempotent and ordered by version, a
cursor only ever lags behind what was read, and only a complete full run retires what it did not see.

What is known about a sync lies in the store as JSON under `sync:<tenant>:<model>:<linked account id>` (see Facts).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any
from uuid import uuid4

from ingest import merge_api, webhooks
from ingest.facts import Facts, read_facts, write_facts
from ingest.gateway import Deadline, Gateway
from ingest.gateway.health import trouble_of
from ingest.projections import MODELS, is_whole, mapped_fields, prefix_of, project
from ingest.records import LinkedAccount, Outcome, Reading, Record, SyncState, Why
from ingest.webhooks import WebhookEvent
from kg.errors import EvergraphError
from kg.fields import retire_fields
from kg.graph import Graph
from kg.ports import Clock, Store
from kg.rows import Edges, Node
from kg.upsert import retire_unseen, write_rows

OVERLAP = timedelta(minutes=10)       # a cursor lies so far behind Merge's own freshness: clocks and its sync differ a little
TICK = timedelta(microseconds=1)      # keeps two runs apart under a clock that stands still
BATCH = 1_000                         # records written in one go
LOCK_SECONDS = 30.0                   # a batch takes a fraction of a second; a dead writer blocks nobody for longer
THREADS = 8

Progress = Callable[[Facts], None]


@dataclass(frozen=True, slots=True)
class SyncResult:
    """What a run did. `complete`: every page was read of a healthy model; only then `retired` can be above 0."""

    model: str
    linked_account: str
    mode: str                         # full or delta
    rows: int                         # records read and written
    retired: int
    complete: bool
    cursor: datetime | None


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a delta read on the question path found out about one model."""

    model: str
    outcome: Outcome                  # none: read in full, nothing changed since the last sync
    why: Why | None
    data_as_of: datetime | None
    changed: int                      # records that came, whether or not the graph knew them
    calls: int = 0


class Sync:
    """The way of one tenant's records into the graph."""

    def __init__(self, graph: Graph, gateway: Gateway, store: Store, tenant: str, clock: Clock, *, join_secret: bytes = b"") -> None:
        """`join_secret` keys the hashes of private addresses; the same for every process of an installation, else they match nothing."""
        self._join_secret = join_secret
        self._graph, self._gateway, self._store, self._tenant, self._clock = graph, gateway, store, tenant, clock

    def full(self, model: str, account_id: str, progress: Progress | None = None) -> SyncResult:
        """Everything that Merge holds of the model in one linked account; what was not seen is retired if the run was complete.

        Raises SourceUnavailable when a page cannot be read (what was read stays, nothing is retired, the cursor stays),
        NotConnected, GraphUnavailable, StoreUnavailable.
        """
        with self._run("full", model, account_id, progress) as run:
            state = self._state(model, account_id)
            for records in self._get(run, None):
                self._load(run, records)
            complete = _is_healthy(state) and _is_healthy(self._state(model, account_id, fresh=True))
            retired = self._clean_up(run) if complete else 0
            return run.end(state, complete, retired)

    def delta(self, model: str, account_id: str, progress: Progress | None = None) -> SyncResult:
        """What changed since the cursor, deletions included; everything where there is no cursor yet. Retires nothing.

        Raises as `full` does.
        """
        with self._run("delta", model, account_id, progress) as run:
            state = self._state(model, account_id)
            for records in self._get(run, _since(run.facts)):
                self._load(run, records)
            return run.end(state, _is_healthy(state))

    def refresh(self, models: Collection[str], deadline: Deadline | None = None) -> dict[str, Refreshed]:
        """The models brought up to this moment, for a question that waits: one `changes` reading per model and linked account.

        The cursor is not advanced, so nothing depends on a question having been asked. Never raises for the source: a
        model that could not be read has outcome unknown and says why. Raises GraphUnavailable, StoreUnavailable.
        """
        wanted = [(m, a) for m in sorted(set(models)) if m in MODELS for a in self._accounts_of(m)]
        with ThreadPoolExecutor(max(1, min(THREADS, len(wanted)))) as threads:
            read = list(threads.map(lambda one: self._changes(one[0], one[1], deadline), wanted))
        self.apply(record for reading in read for record in reading.records)
        return {m: _refreshed(m, [r for r in read if r.model == m]) for m in sorted(set(models))}

    def apply(self, records: Iterable[Record]) -> int:
        """Write single records, as a webhook or a delta read brings them; records of models that are left out are ignored.

        So are those that do not hold what their visibility hangs on: a delta has to read them.

        Returns how many were written or known already. Raises GraphUnavailable, StoreUnavailable.
        """
        known = sorted((r for r in records if r.model in MODELS and is_whole(r)), key=_place)
        for (model, account_id), group in groupby(known, key=_place):
            facts = self.facts(model, account_id)
            self._write(facts, list(group), uuid4().hex, self._now_or_later(facts))
        return len(known)

    def hear(self, body: bytes) -> WebhookEvent:
        """Take in what a webhook tells, its signature checked before: write its record, or read again what was synced.

        Raises as `delta` does.
        """
        told = webhooks.parse(body, self.accounts)
        self.apply(told.records)
        again = {*told.models, *(r.model for r in told.records if r.model in MODELS and not is_whole(r))}
        for model, account in self.parts():
            if account == told.linked_account and model in again:
                self.delta(model, account)
        return told

    def facts(self, model: str, account_id: str) -> Facts:
        """What is known about the sync of a model in a linked account. Raises StoreUnavailable."""
        return read_facts(self._store, self._tenant, model, account_id)

    @property
    def accounts(self) -> tuple[LinkedAccount, ...]:
        """The tenant's linked accounts."""
        return self._gateway.accounts

    def parts(self) -> tuple[tuple[str, str], ...]:
        """Every (model, linked account id) of the tenant that has a place in the graph."""
        return tuple((m, a.id) for a in self._gateway.accounts for m in MODELS if m.startswith(f"{a.category}/"))

    @contextmanager
    def _run(self, mode: str, model: str, account_id: str, progress: Progress | None) -> Iterator["_Run"]:
        before = self.facts(model, account_id)
        started_at = self._now_or_later(before, TICK)
        begun = replace(before, mode=mode, rows=0, done=False, error=None, given_up=False, run_started_at=started_at)
        run = _Run(uuid4().hex, started_at, begun, partial(self._note, progress))
        try:
            run.note()
            yield run
        except EvergraphError as error:
            run.note(error=str(error))
            raise

    def _get(self, run: "_Run", since: datetime | None) -> Iterator[list[Record]]:
        return _batches(self._gateway.pages(run.facts.model, account=run.facts.linked_account, since=since,
                                            expand=MODELS[run.facts.model].expand))

    def _load(self, run: "_Run", records: Sequence[Record]) -> None:
        self._write(run.facts, records, run.id, run.started_at)
        run.saw(records)

    def _clean_up(self, run: "_Run") -> int:
        with self._lock(run.facts):
            retire_fields(self._graph, self._tenant, prefix_of(self._tenant, run.facts.linked_account, run.facts.model),
                          run=run.id, run_started_at=run.started_at)
            return retire_unseen(self._graph, self._tenant, linked_account=run.facts.linked_account, model=run.facts.model,
                                 run=run.id, run_started_at=run.started_at)

    def _write(self, facts: Facts, records: Sequence[Record], run: str, seen_at: datetime) -> None:
        nodes, edges = _rows(self._tenant, records, self._join_secret)
        with self._lock(facts):
            write_rows(self._graph, self._tenant, nodes, edges, run=run, seen_at=seen_at)

    def _lock(self, facts: Facts) -> AbstractContextManager[None]:
        return self._store.lock(f"load:{self._tenant}:{facts.model}:{facts.linked_account}", LOCK_SECONDS, LOCK_SECONDS)

    def _note(self, progress: Progress | None, facts: Facts) -> None:
        write_facts(self._store, self._tenant, facts)
        if progress:
            progress(facts)

    def _now_or_later(self, facts: Facts, tick: timedelta = timedelta(0)) -> datetime:
        """Now, but never before the last run began: under a clock that stands still runs must stay in order.

        Else a second full run could retire nothing, and a run that is on its way would retire what came meanwhile.
        """
        return max(self._clock(), facts.run_started_at + tick) if facts.run_started_at else self._clock()

    def _state(self, model: str, account_id: str, fresh: bool = False) -> SyncState | None:
        states = self._gateway.sync_states(model.partition("/")[0], fresh=fresh).get(model, ())
        return next((s for s in states if s.linked_account == account_id), None)

    def _changes(self, model: str, account: LinkedAccount, deadline: Deadline | None) -> Reading:
        return self._gateway.changes(model, _since(self.facts(model, account.id)), account=account.id, deadline=deadline,
                                     expand=MODELS[model].expand)

    def _accounts_of(self, model: str) -> list[LinkedAccount]:
        return [a for a in self._gateway.accounts if a.category == model.partition("/")[0]]


class _Run:
    """One run over one model of one linked account, and what becomes known on the way."""

    def __init__(self, run_id: str, started_at: datetime, facts: Facts, keep: Progress) -> None:
        self.id, self.started_at, self.facts, self._keep = run_id, started_at, facts, keep
        self._newest: datetime | None = None

    def note(self, **known: Any) -> None:
        """Keep what has become known where everybody can read it, and tell whoever watches."""
        self.facts = replace(self.facts, **known)
        self._keep(self.facts)

    def saw(self, records: Sequence[Record]) -> None:
        """These records are in the graph."""
        times = [r.modified_at for r in records if r.modified_at]
        self._newest = max(times + ([self._newest] if self._newest else []), default=None)
        self.note(rows=self.facts.rows + len(records))

    def end(self, state: SyncState | None, complete: bool, retired: int = 0) -> SyncResult:
        """Every page was read and written."""
        fresh = (state.data_as_of if state else None) or self._newest
        cursor = fresh - OVERLAP if fresh and _can_be_continued(state) else self.facts.cursor
        last = {f"last_{self.facts.mode}_at": self.started_at}
        self.note(cursor=cursor, data_as_of=fresh, done=True, **last)
        f = self.facts
        return SyncResult(f.model, f.linked_account, f.mode, f.rows, retired, complete, cursor)


def _rows(tenant: str, records: Sequence[Record], join_secret: bytes) -> tuple[list[Node], list[Edges]]:
    """Nodes and edges of records, names of their mapped fields; of several versions of one record in a batch the newest."""
    newest: dict[str, Record] = {}
    for record in records:
        known = newest.get(record.id)
        if known is None or _version(record) >= _version(known):
            newest[record.id] = record
    projected = [project(tenant, record, join_secret) for record in newest.values()]
    fields = {node.key: node for record in newest.values() for node in mapped_fields(tenant, record)}
    return [*(node for node, _ in projected), *fields.values()], [edges for _, all_edges in projected for edges in all_edges]


def _version(record: Record) -> tuple[float, bool]:
    return (record.modified_at.timestamp() if record.modified_at else 0.0, record.deleted)


def _batches(pages: Iterator[tuple[Record, ...]]) -> Iterator[list[Record]]:
    batch: list[Record] = []
    for page in pages:
        batch.extend(page)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _is_healthy(state: SyncState | None) -> bool:
    """Whether what Merge does not show is not there: its first sync is over, and the model neither off nor broken."""
    return state is not None and not state.is_initial_sync and trouble_of(state) is None


def _can_be_continued(state: SyncState | None) -> bool:
    """Whether what Merge does not show yet will come with a later change: not so while it is switched off or not there at all."""
    return state is not None and not state.is_initial_sync and state.status != "DISABLED"


def _since(facts: Facts) -> datetime | None:
    """The cursor, but None for the few models that cannot be asked for what changed: they are read in full."""
    endpoint = merge_api.list_endpoints().get(facts.model)
    return facts.cursor if endpoint and endpoint.parameter("modified_after") else None


def _place(record: Record) -> tuple[str, str]:
    return record.model, record.linked_account


def _refreshed(model: str, read: Sequence[Reading]) -> Refreshed:
    """Several linked accounts as one: unknown if one of them could not be read, as old as the oldest."""
    if not read:
        return Refreshed(model, Outcome.UNKNOWN, Why.NOT_LINKED, None, 0)
    broken = next((r for r in read if r.outcome is Outcome.UNKNOWN), None)
    changed = sum(len(r.records) for r in read)
    outcome = Outcome.UNKNOWN if broken else Outcome.FOUND if changed else Outcome.NONE
    ages = [r.data_as_of for r in read]
    as_of = None if None in ages else min(a for a in ages if a)
    return Refreshed(model, outcome, broken.why if broken else None, as_of, changed, sum(r.calls for r in read))
