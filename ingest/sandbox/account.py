"""One linked account: the provider's records, Merge's copy of them, and how fresh the copy is.

Records are replaced, never changed in place, so that both layers may share them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

from ingest.company import Account, Company
from ingest.sandbox import shown
from ingest.sandbox.folder import Row
from ingest.sandbox.names import internal_name, model_named, models_of
from ingest.sandbox.times import written
from kg.errors import BadInput

Detection = Literal["native", "three_day", "none"]
Kind = Literal["added", "changed", "removed"]
SCAN_EVERY = timedelta(days=3)
MERGES_OWN = frozenset({"created_at", "modified_at", "remote_was_deleted"})     # what a provider does not know


@dataclass(frozen=True, slots=True)
class Event:
    """Something a webhook tells: `Employee.changed` and its object."""

    account: str            # the linked account's id
    name: str
    data: Any


@dataclass(slots=True)
class LinkedAccountState:
    """A linked account and its two layers: model → id → record."""

    company: Company
    account: Account
    provider: dict[str, dict[str, Row]]
    copy: dict[str, dict[str, Row]]
    status: str
    disabled: tuple[str, ...]
    fresh: dict[str, datetime] = field(default_factory=dict)
    synced_at: dict[str, datetime] = field(default_factory=dict)
    scanned_at: dict[str, datetime] = field(default_factory=dict)
    detection: dict[str, Detection] = field(default_factory=dict)
    deletion_moves_modified_at: bool = True
    _shown: dict[str, shown.ShownTable] = field(default_factory=dict)

    @property
    def tenant(self) -> str:
        """The tenant's slug."""
        return self.company.tenant

    @property
    def category(self) -> str:
        """The account's category."""
        return self.account.category

    def table(self, model: str) -> shown.ShownTable:
        """Merge's copy of a model as it is shown; empty for a disabled model and for one of another category."""
        table = self._shown.get(model)
        if table is None:
            records = {} if self.is_disabled(model) else self.copy.get(model, {})
            table = self._shown[model] = shown.show_table(model, records, self.hidden_fields(model))
        return table

    def is_disabled(self, model: str) -> bool:
        """Whether the scope switches the whole model off."""
        return any(model_named(self.category, name) == model for name in self.disabled)

    def hidden_fields(self, model: str) -> frozenset[str]:
        """The fields that the scope switches off."""
        parts = (name.partition(".") for name in self.disabled)
        return frozenset(rest for head, _, rest in parts if rest and model_named(self.category, head) == model)

    def set_scope(self, disabled: tuple[str, ...]) -> None:
        """Switch these off, and nothing else. Raises BadInput for a model or field that does not exist."""
        check_scope(self.category, disabled)
        self.disabled = disabled
        self._shown.clear()

    def data_fresh_as_of(self, model: str) -> datetime | None:
        """The start of the last successful sync of the model."""
        return self.fresh.get(model, self.account.data_as_of or self.company.now)

    def put(self, model: str, record: Row, key: str, at: datetime) -> Kind:
        """A record changes at the source and in Merge's copy at one time."""
        kind: Kind = "changed" if key in self.copy.get(model, {}) else "added"
        changed = {**self.copy.get(model, {}).get(key, {}), **record, "modified_at": written(at)}
        self._store(model, key, changed)
        self.provider.setdefault(model, {})[key] = changed
        return kind

    def remove(self, model: str, key: str, at: datetime) -> None:
        """A record disappears at the source, and Merge notices at once. Raises BadInput where there is none."""
        if key not in self.copy.get(model, {}):
            raise BadInput(f"{model} has no record {key}.")
        self.provider.get(model, {}).pop(key, None)
        self._store(model, key, self._as_deleted(self.copy[model][key], at))

    def is_fresh_at(self, model: str, at: datetime) -> None:
        """The model's data is as of `at`, unless it is fresher already."""
        known = self.data_fresh_as_of(model)
        self.fresh[model] = at if known is None else max(at, known)

    def edit_provider(self, model: str, key: str, record: Row | None) -> None:
        """An edit at the source that Merge has not seen yet; None removes."""
        rows = self.provider.setdefault(model, {})
        if record is None:
            rows.pop(key, None)
        else:
            rows[key] = {**rows.get(key, {}), **record}

    def sync(self, model: str, now: datetime) -> list[tuple[Kind, Row]]:
        """Take the provider's records over; what came out. Disabled models are not synced."""
        if self.is_disabled(model):
            return []
        provider, copy = self.provider.get(model, {}), self.copy.get(model, {})
        news = [self._take(model, key, record, copy.get(key), now) for key, record in provider.items()]
        gone = [key for key, record in copy.items() if key not in provider and not record.get("remote_was_deleted")]
        if gone and self._notices_deletions(model, now):
            news += [("removed", self._store(model, key, self._as_deleted(copy[key], now))) for key in gone]
        self.is_fresh_at(model, now)
        self.synced_at[model] = now
        return [n for n in news if n is not None]

    def _take(self, model: str, key: str, record: Row, known: Row | None, now: datetime) -> tuple[Kind, Row] | None:
        if known is not None and (known is record or (_matter(known) == _matter(record) and not known.get("remote_was_deleted"))):
            return None
        created = (known or {}).get("created_at") or written(now)
        row = {**record, "created_at": created, "modified_at": written(now), "remote_was_deleted": False}
        return "changed" if known is not None else "added", self._store(model, key, row)

    def _notices_deletions(self, model: str, now: datetime) -> bool:
        kind = self.detection.get(model, "native")
        if kind == "three_day":
            last = self.scanned_at.setdefault(model, self.data_fresh_as_of(model) or now)
            if now - last < SCAN_EVERY:
                return False
            self.scanned_at[model] = now
        return kind != "none"

    def _as_deleted(self, record: Row, at: datetime) -> Row:
        moved = {"modified_at": written(at)} if self.deletion_moves_modified_at else {}
        return {**record, "remote_was_deleted": True, **moved}

    def _store(self, model: str, key: str, record: Row) -> Row:
        self.copy.setdefault(model, {})[key] = record
        self._shown.pop(model, None)
        return record


def check_scope(category: str, disabled: tuple[str, ...]) -> None:
    """Raises BadInput for a name that is neither `Model` nor `Model.field` of the category."""
    for name in disabled:
        head, _, rest = name.partition(".")
        model = model_named(category, head)
        if model is None or (rest and rest not in _fields(model)):
            raise BadInput(f"disabled: {category} has no {name!r}. Write Model or Model.field, like Employee.ssn.")


def link(company: Company, account: Account, records: Mapping[str, Mapping[str, Row]]) -> LinkedAccountState:
    """The state of an account at the start: both layers hold the records of its folder."""
    check_scope(account.category, account.disabled)
    own = {model: dict(rows) for model, rows in records.items()}
    provider = {m: {k: r for k, r in rows.items() if not r.get("remote_was_deleted")} for m, rows in own.items()}
    return LinkedAccountState(company, account, provider, own, account.status, account.disabled)


def sync_status(state: LinkedAccountState, model: str) -> dict[str, Any]:
    """The row of a model in the sync-status list."""
    disabled, relink = state.is_disabled(model), state.status == "RELINK_NEEDED"
    fresh = None if disabled else state.data_fresh_as_of(model)
    status = "DISABLED" if disabled else "FAILED" if relink else "DONE"
    return {
        "model_name": model.split("/")[1], "model_id": f"{state.category}.{internal_name(model)}",
        "last_sync_start": written(fresh), "next_sync_start": None if fresh is None else written(fresh + timedelta(days=1)),
        "last_sync_result": status, "last_sync_finished": written(state.synced_at.get(model, fresh)), "data_fresh_as_of": written(fresh),
        "historical_data_since": None, "status": status, "sync_status_reason": None, "is_initial_sync": False,
        "selective_sync_configurations_usage": None,
    }


def all_sync_status(state: LinkedAccountState) -> list[dict[str, Any]]:
    """The sync status of every model of the account's category."""
    return [sync_status(state, model) for model in models_of(state.category)]


def _matter(record: Row) -> Row:
    return {k: v for k, v in record.items() if k not in MERGES_OWN}


def _fields(model: str) -> frozenset[str]:
    return frozenset(shown.field_names(model))
