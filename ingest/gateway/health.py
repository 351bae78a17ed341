"""Whether a linked account can be believed: its status, the sync state of its models, what its scope switches off.

An empty page proves nothing by itself: a disabled scope, a first sync and a token of another category all look the
same. This module decides what such a page is worth; it reads no records.
"""

import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from ingest.gateway import values
from ingest.gateway.asking import Asking, Errand
from ingest.gateway.calls import platform_call
from ingest.gateway.errors import BrokenAnswer, NotThere, OutOfTime, Refused
from ingest.gateway.limits import Deadline, Monotonic
from ingest.gateway.names import model_of
from ingest.gateway.options import GatewayOptions
from ingest.gateway.pages import walk
from ingest.merge_api import models
from ingest.records import LinkedAccount, SyncState, Why

T = TypeVar("T")

BY_ACCOUNT = {"RELINK_NEEDED": Why.RELINK, "INCOMPLETE": Why.RELINK, "IDLE": Why.SYNC_FAILED}
BY_STATUS = {"DISABLED": Why.SWITCHED_OFF, "FAILED": Why.SYNC_FAILED, "PAUSED": Why.SYNC_FAILED, "PARTIALLY_SYNCED": Why.SYNC_FAILED}
BAD_RESULTS = frozenset({"FAILED", "PARTIALLY_SYNCED"})      # of the sync before the one that runs


@dataclass(frozen=True, slots=True)
class AccountHealth:
    """One linked account as Merge describes it."""

    account: LinkedAccount
    status: str                              # COMPLETE, INCOMPLETE, RELINK_NEEDED, IDLE; "" where Merge does not say
    category: str                            # the token's own; "" where Merge does not say
    states: Mapping[str, SyncState]          # by model

    def trouble(self, model: str) -> Why | None:
        """Why the records of a model are not all there; None where nothing speaks against them."""
        if self.category and self.category != self.account.category:
            return Why.NOT_LINKED            # such a token reads empty pages, without an error
        state = self.states.get(model)
        switched_off = state is not None and state.status == "DISABLED"
        by_account = None if switched_off else BY_ACCOUNT.get(self.status)
        return by_account or (trouble_of(state) if state else None)


@dataclass(frozen=True, slots=True)
class Scope:
    """What the linked account's scope switches off."""

    models: frozenset[str] = frozenset()
    fields: Mapping[str, frozenset[str]] = field(default_factory=dict)     # by model

    def off(self, model: str) -> frozenset[str]:
        """The switched-off fields; all of them where the model is."""
        if model in self.models:
            return frozenset(f.name for f in models()[model].fields)
        return self.fields.get(model, frozenset())


def trouble_of(state: SyncState) -> Why | None:
    """Why a model in that state is not fully there; None: it is as complete as Merge's copy gets."""
    if state.status == "DONE":
        return None
    if state.status != "SYNCING":
        return BY_STATUS.get(state.status, Why.SYNC_FAILED)
    if state.is_initial_sync or state.data_as_of is None:
        return Why.FIRST_SYNC
    return Why.SYNC_FAILED if state.last_result in BAD_RESULTS else None


class Health:
    """Reads and keeps, for some seconds, what Merge says about linked accounts. Threads may share it."""

    def __init__(self, asking: Asking, options: GatewayOptions) -> None:
        self._asking = asking
        self._healths: _Kept[AccountHealth] = _Kept(options.states_kept)
        self._scopes: _Kept[Scope] = _Kept(options.scopes_kept)

    def of(self, account: LinkedAccount, errand: Errand, *, fresh: bool = False) -> AccountHealth:
        """The account's health. Raises CouldNotRead."""
        with self._healths.entry(account, errand.deadline) as entry:
            if fresh or not entry.is_fresh:
                entry.put(self._read(account, errand))
            return entry.value

    def scope(self, account: LinkedAccount, errand: Errand) -> Scope:
        """The account's scope; an empty one where the plan has none. Raises CouldNotRead."""
        with self._scopes.entry(account, errand.deadline) as entry:
            if not entry.is_fresh:
                entry.put(self._read_scope(account, errand))
            return entry.value

    def _read(self, account: LinkedAccount, errand: Errand) -> AccountHealth:
        """Details and states side by side; a sync, which is in no hurry, asks one after the other."""
        if errand.waits:
            details, rows = self._details(account, errand), self._rows(account, errand)
        else:
            own = [replace(errand, calls=0), replace(errand, calls=0)]      # an errand belongs to one thread
            with ThreadPoolExecutor(2) as threads:
                asked, listed = threads.submit(self._details, account, own[0]), threads.submit(self._rows, account, own[1])
            errand.calls += sum(each.calls for each in own)
            details, rows = asked.result(), listed.result()         # why the account cannot be read goes before why its states cannot
        states = [s for s in (_state(account, row) for row in rows) if s is not None]
        status, category = str(details.get("status") or ""), str(details.get("category") or "").lower()
        return AccountHealth(account, status, category, {s.model: s for s in states})

    def _details(self, account: LinkedAccount, errand: Errand) -> Mapping[str, Any]:
        details = self._asking.json(account, platform_call(account.category, "account_details", "retrieve"), errand)
        if not isinstance(details, Mapping):
            raise BrokenAnswer(f"What Merge says about {account.integration} cannot be read.")
        return details

    def _rows(self, account: LinkedAccount, errand: Errand) -> list[Any]:
        call = platform_call(account.category, "sync_status", "list")
        return [row for page in walk(lambda c: self._asking.json(account, c, errand), call, max_pages=20) for row in page]

    def _read_scope(self, account: LinkedAccount, errand: Errand) -> Scope:
        try:
            body = self._asking.json(account, platform_call(account.category, "scopes", "linked_account_scopes_retrieve"), errand)
        except (NotThere, Refused):
            return Scope()
        return _scope(account.category, body)


def _state(account: LinkedAccount, row: Any) -> SyncState | None:
    if not isinstance(row, Mapping):
        return None
    model = model_of(str(row.get("model_id") or row.get("model_name") or ""), account.category)
    if model is None:
        return None
    status = str(row.get("status") or "")
    # Older answers lack data_fresh_as_of, which is the start of the last successful sync.
    as_of = values.moment(row.get("data_fresh_as_of") or (row.get("last_sync_start") if status == "DONE" else None))
    last = row.get("last_sync_result")
    return SyncState(
        model=model, linked_account=account.id, status=status, data_as_of=as_of if isinstance(as_of, datetime) else None,
        is_initial_sync=row.get("is_initial_sync") is True, last_result=last if isinstance(last, str) else None,
    )


def _scope(category: str, body: Any) -> Scope:
    rows = body.get("common_models") if isinstance(body, Mapping) else None
    known = {model_of(str(row.get("model_name") or ""), category): row for row in _rows(rows)}
    by_model = {model: row for model, row in known.items() if model is not None}
    return Scope(
        models=frozenset(model for model, row in by_model.items() if _at(row, "model_permissions", "READ", "is_enabled") is False),
        fields={model: _texts(_at(row, "field_permissions", "disabled_fields")) for model, row in by_model.items()},
    )


def _rows(given: Any) -> list[Mapping[str, Any]]:
    return [row for row in (given if isinstance(given, list) else [given]) if isinstance(row, Mapping)]


def _at(row: Any, *path: str) -> Any:
    for name in path:
        row = row.get(name) if isinstance(row, Mapping) else None
    return row


def _texts(given: Any) -> frozenset[str]:
    return frozenset(v for v in given if isinstance(v, str)) if isinstance(given, (list, tuple, Mapping)) else frozenset()


class _Entry(Generic[T]):
    """A cached value with its lock, so that several threads do not ask Merge for the same at once."""

    def __init__(self, seconds: float, monotonic: Monotonic) -> None:
        self._seconds, self._monotonic = seconds, monotonic
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._value: T | None = None

    @property
    def is_fresh(self) -> bool:
        return self._monotonic() < self._until

    @property
    def value(self) -> T:
        assert self._value is not None
        return self._value

    def put(self, value: T) -> None:
        self._value, self._until = value, self._monotonic() + self._seconds

    def hold(self, deadline: Deadline) -> "_Entry[T]":
        left = deadline.left()
        if not self._lock.acquire(timeout=left if left < threading.TIMEOUT_MAX else -1):
            raise OutOfTime
        return self

    def __enter__(self) -> "_Entry[T]":
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class _Kept(Generic[T]):
    """Cached values by linked account."""

    def __init__(self, seconds: float, monotonic: Monotonic = time.monotonic) -> None:
        self._seconds, self._monotonic = seconds, monotonic
        self._entries: dict[LinkedAccount, _Entry[T]] = {}
        self._lock = threading.Lock()

    def entry(self, account: LinkedAccount, deadline: Deadline) -> _Entry[T]:
        """The entry, held; to be used in a `with`. Raises OutOfTime when another thread holds it too long."""
        with self._lock:
            found = self._entries.setdefault(account, _Entry(self._seconds, self._monotonic))
        return found.hold(deadline)
