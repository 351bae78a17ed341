"""One linked account's records of one model brought into the graph: get, transform, load, clean up.

Knows the gateway (pages of records), the projections (records to rows) and the writer of the graph; knows no model by
name and nothing of processes. Everything may run twice, and be killed at any point: writing is idempotent and ordered by
version, a cursor only ever lags behind what was written, and only a complete full run retires what it did not see.

- **A list loses its end** without a word: Merge gives no count. A full run that missed more than a fifth of what is known, or
  something that the source has when asked by id, reads again, cut into other pages. What is missed still is not retired before a later full
  run comes to the same, both readings of it alike, and the source has none of some of it.

- **Killed while it writes** (worker, Valkey or Neo4j): a batch is one transaction, so it is there or not; the cursor is where
  it was; the next run reads the same again and changes nothing of what is there.
- **The store forgets** (a second of it, or all): a cursor that is too old, or none, reads more than is needed. A lost lock lets
  two runs of one part go side by side, which costs time only; a run that notices ends and is tried again.
- **A message is lost**: the next delta finds the change, since it starts before the last one's freshness. A deletion that moved
  no time is found by the next full run.
- **An account is removed while it is written**: who writes looks before and after whether it is still linked. Before: nothing is
  written. After: whoever removed it may have been faster than the write, so the writer removes again. Between the two looks a
  process may be killed: the next beat finds records of an account that is not linked, and removes them. Linked again
  while it is removed, an account is read in full afterwards (`workers.tasks`).

What is known about a sync lies in the store (`ingest.facts`); how one run goes, `ingest.run` says.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from uuid import uuid4

from ingest import merge_api, webhooks
from ingest.facts import Doubt, Facts, forget_facts, read_facts, read_request, write_facts
from ingest.gateway import Deadline, First, Gateway
from ingest.gateway.errors import NeedsRelink, SwitchedOff, SyncFailed
from ingest.linked import leave, parts_of
from ingest.projections import MODELS, field_values, is_whole, key_of, mapped_fields, prefix_of, project, value_prefix
from ingest.records import LinkedAccount, Outcome, Reading, Record, SyncState, Why, that_share
from ingest.run import OVERLAP, TICK, Progress, SyncResult, SyncRun, batches, is_healthy, since
from ingest.webhooks import WebhookEvent
from kg.errors import EvergraphError, NotConnected
from kg.fields import retire_fields
from kg.graph import Graph
from kg.held import Unseen, age, held_ages, unseen_by
from kg.ports import Clock, Store
from kg.rows import Edges, Node
from kg.upsert import retire_unseen, write_rows

__all__ = ["OVERLAP", "Refreshed", "Sync", "SyncOptions", "SyncResult"]

RUN_SECONDS = 10.0                    # a run whose process died blocks its part for no longer
RUN_WAIT = 600.0                      # for who has nothing better to do than to wait for the run before
LOAD_SECONDS = 30.0                   # a batch takes a fraction of a second
TURN_SECONDS = 300.0                  # for its turn, behind the first loads of an account's other models on a graph that has only just begun
FEW = 50                              # rows that need not wait their turn: they lock little, and soon let go
THREADS = 8
BELIEVED_FALL = 0.2                   # the part of the known records that may be missed by a full run without a doubt
LOOKED_AT = 8                         # records that a run did not see, of which the source is asked whether it has them


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """What a sync is told beside its parts.

    `join_secret` keys the hashes of private addresses; the same for every process of an installation, else they match nothing.
    `is_linked` says whether a linked account still belongs to the tenant.
    """

    join_secret: bytes = b""
    is_linked: Callable[[str], bool] = lambda account: True


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

    def __init__(self, graph: Graph, gateway: Gateway, store: Store, tenant: str, clock: Clock, options: SyncOptions | None = None) -> None:
        self._graph, self._gateway, self._store, self._tenant, self._clock = graph, gateway, store, tenant, clock
        self._options = options or SyncOptions()

    def full(self, model: str, account_id: str, progress: Progress | None = None, *, wait: float = RUN_WAIT) -> SyncResult:
        """Everything that Merge holds of the model in one linked account; what was not seen is retired if the run was complete and is believed.

        One run of a part at a time: it waits at most so many seconds for another to end. Raises SourceUnavailable when a page
        cannot be read (what was read stays, nothing is retired, the cursor stays), Busy, NotConnected, GraphUnavailable,
        StoreUnavailable.
        """
        with self._run("full", Facts(model, account_id), progress, wait) as run:
            state = self._state(run)
            for read_at, records in self._get(run, None):
                self._load(run, read_at, records)
            is_well = is_healthy(state) and is_healthy(self._state(run, fresh=True))
            doubt = self._doubt(run) if is_well else run.facts.doubt
            complete = is_well and doubt is None
            retired = self._clean_up(run) if complete else 0
            return run.end(state, complete, retired, doubt)

    def delta(self, model: str, account_id: str, progress: Progress | None = None, *, wait: float = RUN_WAIT) -> SyncResult:
        """What changed since the cursor, deletions included; everything where there is no cursor yet. Retires nothing.

        Waits and raises as `full` does.
        """
        with self._run("delta", Facts(model, account_id), progress, wait) as run:
            state = self._state(run)
            for read_at, records in self._get(run, since(run.facts)):
                self._load(run, read_at, records)
            return run.end(state, is_healthy(state))

    def refresh(self, models: Collection[str], deadline: Deadline | None = None) -> dict[str, Refreshed]:
        """The models brought up to this moment, for a question that waits: one `changes` reading per model and linked account.

        The cursor is not advanced, so nothing depends on a question having been asked. Never raises for the source: a
        model that could not be read has outcome unknown and says why. Raises GraphUnavailable, StoreUnavailable.
        """
        wanted = [(m, a) for m in sorted(set(models)) if m in MODELS for a in self._accounts_of(m)]
        with ThreadPoolExecutor(max(1, min(THREADS, len(wanted)))) as threads:
            read = [self._applied(one) for one in threads.map(lambda one: self._changes(one[0], one[1], deadline), wanted)]
        return {m: _refreshed(m, [r for r in read if r.model == m]) for m in sorted(set(models))}

    def apply(self, records: Iterable[Record]) -> int:
        """Write single records, as a webhook or a delta read brings them; records of models that are left out are ignored.

        So are those that do not hold what their visibility hangs on: a delta has to read them.
        Returns how many were written or known already. Raises NotConnected, GraphUnavailable, StoreUnavailable.
        """
        known = sorted((r for r in records if r.model in MODELS and is_whole(r)), key=_place)
        for (model, account_id), group in groupby(known, key=_place):
            self._write(account_id, list(group), uuid4().hex, self._now_or_later(self.facts(model, account_id)))
        return len(known)

    def hear(self, body: bytes) -> WebhookEvent:
        """Take in what a webhook tells, its signature checked before: what it carries, and a delta of what it names.

        Raises as `delta` does.
        """
        told = webhooks.parse(body, self.accounts)
        self.take_in([told])
        for model, account in self.named_by(told):
            self.delta(model, account)
        return told

    def take_in(self, told: Iterable[WebhookEvent]) -> None:
        """Write the records that events carry, together, where they are news; remove linked accounts that were deleted.

        News is what is newer than what the graph holds. Merge's webhooks carry no time of sending, so an old one sent again cannot
        be told from a late one: neither brings an older state back, nor what was retired or found gone since. Of an account that
        left meanwhile nothing is written. Raises GraphUnavailable, GraphTooSlow, StoreUnavailable.
        """
        records: dict[str, list[Record]] = defaultdict(list)
        for one in told:
            if one.kind == "deleted" and one.linked_account:
                self.leave(one.linked_account)
            for record in one.records:
                records[record.linked_account].append(record)
        for of_account in records.values():
            with suppress(NotConnected):
                self.apply(self._news([record for record in of_account if record.model in MODELS]))

    def named_by(self, told: WebhookEvent) -> tuple[tuple[str, str], ...]:
        """Every (model, linked account id) that an event says was synced, or of which it carries a record that has to be read again."""
        again = {*told.models, *(r.model for r in told.records if r.model in MODELS and not is_whole(r))}
        return tuple((model, account) for model, account in self.parts() if account == told.linked_account and model in again)

    def leave(self, account_id: str) -> int:
        """As `ingest.linked.leave`."""
        return leave(self._graph, self._store, self._tenant, account_id)

    def facts(self, model: str, account_id: str) -> Facts:
        """What is known about the sync of a model in a linked account. Raises StoreUnavailable."""
        return read_facts(self._store, self._tenant, model, account_id)

    def whole_until(self, model: str, account_ids: Collection[str]) -> datetime | None:
        """Everything that Merge's copies of a model held at that time in these linked accounts was taken in.

        None before a believed full run of every one. Raises StoreUnavailable.
        """
        known = [self.facts(model, one) for one in account_ids]
        cursors = [f.cursor for f in known if f.cursor is not None and f.complete_at is not None and f.doubt is None]
        return min(cursors, default=None) if len(cursors) == len(known) else None

    @property
    def accounts(self) -> tuple[LinkedAccount, ...]:
        """The tenant's linked accounts."""
        return self._gateway.accounts

    def parts(self) -> tuple[tuple[str, str], ...]:
        """As `ingest.linked.parts_of` the tenant's linked accounts."""
        return parts_of(self._gateway.accounts)

    @contextmanager
    def _run(self, mode: str, part: Facts, progress: Progress | None, wait: float) -> Iterator[SyncRun]:
        place = self._tenant, part.model, part.linked_account
        with self._store.hold(f"run:{':'.join(place)}", RUN_SECONDS, wait) as held:
            before, asked = read_facts(self._store, *place), read_request(self._store, *place)
            request = asked.id if asked and asked.is_answered_by(mode) else before.request
            begun = replace(before, mode=mode, rows=0, done=False, error=None, partial=False, given_up=False, waited=0.0, waits_until=None,
                            request=request, run_started_at=self._now_or_later(before, TICK))
            run = SyncRun(uuid4().hex, begun, partial(self._note, progress), self._clock, held)
            try:
                run.note()
                yield run
            except EvergraphError as error:
                run.note(error=str(error), waits_until=None, partial=isinstance(error, NeedsRelink | SyncFailed),
                         done=isinstance(error, SwitchedOff))       # that is no failure
                raise
            finally:
                if not self._options.is_linked(part.linked_account):       # after the last note: else who links it anew would
                    forget_facts(self._store, *place)                      # read on from a cursor of records that are gone

    def _get(self, run: SyncRun, start: datetime | None) -> Iterator[tuple[datetime, list[Record]]]:
        model = run.facts.model
        pages = self._gateway.pages(model, account=run.facts.linked_account, since=start, expand=MODELS[model].expand, waits=run.waits)
        return batches(pages, self._clock)

    def _doubt(self, run: SyncRun) -> Doubt | None:
        """Why the run is not believed to have seen everything; None where it is."""
        unseen = self._unseen(run)
        if unseen.count <= unseen.held * BELIEVED_FALL and not self._is_any_there(run, unseen):
            return None
        first, again = run.first, 0
        for read_at, records in self._get_again(run, first):
            self._load(run, read_at, records)
            again += len(records)
        still, before = self._unseen(run), run.facts.doubt
        is_same = before is not None and still.count <= before.unseen and (still.count, again) == (unseen.count, first.seen)
        if not still.count or (is_same and not self._is_any_there(run, still)):
            return None
        return Doubt(still.count, still.held, run.started_at)

    def _unseen(self, run: SyncRun) -> Unseen:
        return unseen_by(self._graph, self._tenant, run.facts.model, run.facts.linked_account, run.started_at, LOOKED_AT)

    def _is_any_there(self, run: SyncRun, unseen: Unseen) -> bool:
        """Does the source still have one of those that the list did not give?"""
        model = run.facts.model
        readable = unseen.some if model in merge_api.retrieve_endpoints() else ()
        return any(self._gateway.retrieve(model, i, account=run.facts.linked_account).outcome is Outcome.FOUND for i in readable)

    def _get_again(self, run: SyncRun, first: First) -> Iterator[tuple[datetime, list[Record]]]:
        model = run.facts.model
        pages = self._gateway.pages_again(model, first, account=run.facts.linked_account, expand=MODELS[model].expand, waits=run.waits)
        return batches(pages, self._clock)

    def _load(self, run: SyncRun, read_at: datetime, records: Sequence[Record]) -> None:
        """Write what was read then: never before the run's beginning, for then it would be retired as not seen by it."""
        run.check()
        self._write(run.facts.linked_account, records, run.id, max(read_at, run.started_at))
        run.saw(records)

    def _clean_up(self, run: SyncRun) -> int:
        run.check()
        account, model = run.facts.linked_account, run.facts.model
        for prefix in (prefix_of(self._tenant, account, model), value_prefix(self._tenant, account, model)):
            retire_fields(self._graph, self._tenant, prefix, run=run.id, run_started_at=run.started_at)
        return retire_unseen(self._graph, self._tenant, linked_account=account, model=model, run=run.id, run_started_at=run.started_at)

    def _write(self, account_id: str, records: Sequence[Record], run: str, seen_at: datetime) -> None:
        nodes, edges = _rows(self._tenant, records, self._options.join_secret)
        self._check_linked(account_id)
        with self._turn(account_id, len(nodes)):
            write_rows(self._graph, self._tenant, nodes, edges, run=run, seen_at=seen_at)
        try:
            self._check_linked(account_id)
        except NotConnected:
            self.leave(account_id)          # it was removed while we wrote: what we wrote may have come after
            raise

    def _check_linked(self, account_id: str) -> None:
        if not self._options.is_linked(account_id):
            raise NotConnected("This linked account is not connected any more; nothing of it is written.")

    def _turn(self, account_id: str, rows: int) -> AbstractContextManager[None]:
        """Serialise large writes of an account: they lock each other's end nodes, and Neo4j aborts one of two in a deadlock.

        Those of two accounts have no ends in common: a foreign key leads to records of its own account.
        """
        return nullcontext() if rows <= FEW else self._store.lock(f"load:{self._tenant}:{account_id}", LOAD_SECONDS, TURN_SECONDS)

    def _news(self, records: Sequence[Record]) -> list[Record]:
        held = held_ages(self._graph, self._tenant, [key_of(self._tenant, r) for r in records]) if records else {}
        return [r for r in records if r.modified_at is None or held.get(key_of(self._tenant, r), "") < age(r.modified_at, r.deleted)]

    def _note(self, progress: Progress | None, facts: Facts) -> None:
        write_facts(self._store, self._tenant, facts)
        if progress:
            progress(facts)

    def _now_or_later(self, facts: Facts, tick: timedelta = timedelta(0)) -> datetime:
        """Now, but always later than the last run's beginning: with a pinned clock, runs must stay in order.

        Else a second full run could retire nothing, and a run that is on its way would retire what came meanwhile.
        """
        return max(self._clock(), facts.run_started_at + tick) if facts.run_started_at else self._clock()

    def _state(self, run: SyncRun, fresh: bool = False) -> SyncState | None:
        model, account = run.facts.model, run.facts.linked_account
        states = self._gateway.sync_states(model.partition("/")[0], account=account, fresh=fresh, waits=run.waits).get(model, ())
        return next(iter(states), None)

    def _changes(self, model: str, account: LinkedAccount, deadline: Deadline | None) -> Reading:
        return self._gateway.changes(model, since(self.facts(model, account.id)), account=account.id, deadline=deadline,
                                     expand=MODELS[model].expand)

    def _applied(self, read: Reading) -> Reading:
        """The reading, its records written; unknown where its account left meanwhile."""
        try:
            self.apply(read.records)
        except NotConnected:
            return replace(read, outcome=Outcome.UNKNOWN, why=Why.NOT_LINKED, records=())
        return read

    def _accounts_of(self, model: str) -> list[LinkedAccount]:
        return [a for a in self._gateway.accounts if a.category == model.partition("/")[0]]


def _rows(tenant: str, records: Sequence[Record], join_secret: bytes) -> tuple[list[Node], list[Edges]]:
    """Nodes and edges of records, names of mapped fields, values of the tenant's own; of several versions of one record in a batch the newest."""
    newest: dict[str, Record] = {}
    for record in records:
        known = newest.get(record.id)
        if known is None or _version(record) >= _version(known):
            newest[record.id] = record
    projected = [project(tenant, record, join_secret) for record in newest.values()]
    fields = {node.key: node for record in newest.values() for node in (*mapped_fields(tenant, record), *field_values(tenant, record))}
    return [*(node for node, _ in projected), *fields.values()], [edges for _, all_edges in projected for edges in all_edges]


def _version(record: Record) -> tuple[float, bool]:
    return (record.modified_at.timestamp() if record.modified_at else 0.0, record.deleted)


def _place(record: Record) -> tuple[str, str]:
    return record.model, record.linked_account


def _refreshed(model: str, read: Sequence[Reading]) -> Refreshed:
    """Several linked accounts as one: unknown if one of them could not be read that shares the model, as old as the oldest."""
    if not read:
        return Refreshed(model, Outcome.UNKNOWN, Why.NOT_LINKED, None, 0)
    calls, read = sum(r.calls for r in read), that_share(read)
    broken = next((r for r in read if r.outcome is Outcome.UNKNOWN), None)
    changed = sum(len(r.records) for r in read)
    outcome = Outcome.UNKNOWN if broken else Outcome.FOUND if changed else Outcome.NONE
    ages = [r.data_as_of for r in read]
    as_of = None if None in ages else min(a for a in ages if a)
    return Refreshed(model, outcome, broken.why if broken else None, as_of, changed, calls)
