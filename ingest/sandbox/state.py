"""The whole sandbox as data: companies, their linked accounts, tokens, clock, faults, limits, log. No HTTP.

A company is served under its own tenant or under another one, with fresh tokens and account ids, so that the same folder
can be served several times side by side.
"""

import secrets
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ingest.company import Company
from ingest.records import LinkedAccount
from ingest.sandbox import folder as folders
from ingest.sandbox.account import Event, Kind, LinkedAccountState, all_sync_status, link, sync_status
from ingest.sandbox.expand import plain_record
from ingest.sandbox.faults import Faults
from ingest.sandbox.folder import Folder
from ingest.sandbox.limits import Limits
from ingest.sandbox.log import Log
from ingest.sandbox.names import internal_name
from ingest.sandbox.times import moment
from ingest.sandbox.webhooks import Target
from kg.errors import BadInput
from kg.ports import Clock

NAMESPACE = uuid.UUID("6f1d3a52-9c7e-4b7a-8a55-3f3c2f0b9a10")


def system_time() -> datetime:
    """The machine's time: the clock of companies without a pinned one, unless another is given."""
    return datetime.fromtimestamp(time.time(), UTC)


@dataclass(frozen=True, slots=True)
class Options:
    """How the sandbox behaves. Limits are off by default; keys are generated when not given."""

    api_key: str | None = field(default=None, repr=False)
    control_key: str | None = field(default=None, repr=False)
    clock: Clock = system_time
    strict: bool = True                      # unknown and malformed filters are refused with 400
    inclusive_borders: bool = False          # whether `*_after` and `*_before` take in the border itself
    newest_first: bool = False               # whether lists begin with what was created last; Merge documents no order
    per_minute: int | None = None            # calls per account; Merge's smallest plan has 100
    failures: int | None = None              # per client and ten seconds; Merge has 20
    latency_ms: float = 0.0


@dataclass(slots=True)
class CompanyState:
    """One company as it is served."""

    source: Folder
    company: Company
    accounts: dict[str, LinkedAccountState]       # by folder, which is named as the category where there is one of it
    now: datetime | None
    webhook: Target | None = None
    issues: list[dict[str, Any]] = field(default_factory=list)


class Sandbox:
    """The state of several companies. Not thread-safe: it lives in the server's event loop."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.api_key = options.api_key or f"test_{secrets.token_urlsafe(24)}"
        self.control_key = options.control_key or secrets.token_urlsafe(24)
        self.companies: dict[str, CompanyState] = {}
        self.tokens: dict[str, LinkedAccountState] = {}
        self.public_tokens: dict[str, LinkedAccountState] = {}
        self.receipts: dict[str, dict[str, Any]] = {}
        self.faults = Faults()
        self.log = Log()
        self.latency_ms = options.latency_ms
        self.limits = Limits(time.monotonic, options.per_minute, options.failures)

    def add_company(self, folder: Path, as_tenant: str | None = None) -> tuple[LinkedAccount, ...]:
        """Serve a folder, under another slug and with fresh tokens where one is given; its linked accounts.

        Raises BadInput for a folder that cannot be read, and for a tenant or token that is served already.
        """
        source = folders.read_folder(folder)
        company = source.company if as_tenant is None else _renamed(source.company, as_tenant)
        if company.tenant in self.companies:
            raise BadInput(f"{folder}: tenant {company.tenant} is served already.")
        if any(a.token in self.tokens for a in company.linked_accounts):
            raise BadInput(f"{folder}: an account token of {company.tenant} is in use by another company.")
        self._serve(_loaded(source, company))
        return company.accounts

    def remove_company(self, tenant: str) -> None:
        """Serve this company no longer."""
        self._forget_tokens(self.company(tenant))
        del self.companies[tenant]

    def reset(self, tenant: str) -> None:
        """Everything of a company as it was at the start: records, clock, scopes, webhooks; its faults and log are gone."""
        old = self.company(tenant)
        self._forget_tokens(old)
        self._serve(_loaded(old.source, old.company))
        self.faults.clear(tenant)
        self.log.forget(tenant)
        self.limits.forget()

    def company(self, tenant: str) -> CompanyState:
        """The state of a tenant. Raises BadInput for an unknown one."""
        if tenant not in self.companies:
            raise BadInput(f"No company {tenant!r} is served here. Served: {', '.join(sorted(self.companies)) or 'none'}.")
        return self.companies[tenant]

    def account(self, tenant: str, category: str) -> LinkedAccountState:
        """The linked account with that folder, which is named as its category unless it has another. Raises BadInput where there is none."""
        accounts = self.company(tenant).accounts
        if category not in accounts:
            raise BadInput(f"{tenant} has no linked account {category!r}. It has: {', '.join(accounts) or 'none'}.")
        return accounts[category]

    def unlink(self, tenant: str, category: str) -> tuple[Event, ...]:
        """The linked account is deleted at Merge: its token opens nothing any more. The event that tells so. Raises BadInput as `account`."""
        account = self.account(tenant, category)
        del self.company(tenant).accounts[category]
        del self.tokens[account.account.token]
        return (Event(account.account.id, "LinkedAccount.deleted", {}),)

    def now(self, tenant: str) -> datetime:
        """The time at a company: its pinned clock, else the sandbox's."""
        pinned = self.company(tenant).now
        return pinned if pinned is not None else self.options.clock()

    def apply(self, tenant: str, change: Mapping[str, Any]) -> tuple[Event, ...]:
        """One line of changes.jsonl, in the provider's records and in Merge's copy at once; the event it makes.

        Raises BadInput for a change that names no known operation, resource, record or time.
        """
        account, model = self._target(tenant, change)
        at = moment(str(change.get("at")))
        if at is None:
            raise BadInput(f"change {change.get('id')}: {change.get('at')!r} is no time.")
        key = _key_of(model, change)
        kind: Kind = "removed"
        if change.get("op") == "delete":
            account.remove(model, key, at)
        else:
            kind = account.put(model, change["record"], key, at)
        account.is_fresh_at(model, at)
        return () if account.is_disabled(model) else (self._event(account, model, kind, key),)

    def edit_provider(self, tenant: str, change: Mapping[str, Any]) -> None:
        """The same at the provider alone: Merge sees it at its next tick. Raises BadInput as `apply`."""
        account, model = self._target(tenant, change)
        account.edit_provider(model, _key_of(model, change), None if change.get("op") == "delete" else change["record"])

    def tick(self, tenant: str, category: str | None = None, models: Sequence[str] = ()) -> tuple[Event, ...]:
        """A sync of a company's accounts (or of a category's or folder's): Merge's copy takes over what the provider holds; its events."""
        accounts = self.company(tenant).accounts.values()
        return tuple(e for a in accounts if category in (None, a.category, a.account.place) for e in self._tick_account(a, models))

    def _tick_account(self, account: LinkedAccountState, models: Sequence[str]) -> list[Event]:
        now, events = self.now(account.tenant), []
        synced = [m for m in _syncable(account) if not models or m in models or m.split("/")[1] in models]
        for model in synced:
            news = account.sync(model, now)
            events += [self._event(account, model, kind, str(record[folders.record_key(model)])) for kind, record in news]
            if news:
                events.append(_synced_event(account, model))
        return [*events, _completed_event(account, synced)]

    def _event(self, account: LinkedAccountState, model: str, kind: Kind, key: str) -> Event:
        data = plain_record(model, account.table(model).by_id[key].record)
        return Event(account.account.id, f"{internal_name(model)}.{kind}", data)

    def _target(self, tenant: str, change: Mapping[str, Any]) -> tuple[LinkedAccountState, str]:
        where = f"change {change.get('id') or ''}".strip()
        if change.get("op") not in ("create", "update", "delete"):
            raise BadInput(f"{where}: op {change.get('op')!r} is none of create, update, delete.")
        place, known = str(change.get("account") or change.get("category")), self.company(tenant).accounts
        category = known[place].category if place in known else str(change.get("category"))
        model = folders.model_of_file(category, str(change.get("resource")), where)
        return self.account(tenant, place), model

    def _serve(self, state: CompanyState) -> None:
        self.companies[state.company.tenant] = state
        for account in state.accounts.values():
            self.tokens[account.account.token] = account

    def _forget_tokens(self, state: CompanyState) -> None:
        for account in state.accounts.values():
            self.tokens.pop(account.account.token, None)


def _loaded(source: Folder, company: Company) -> CompanyState:
    accounts = {a.place: link(company, a, source.records.get(a.place, {})) for a in company.linked_accounts}
    return CompanyState(source, company, accounts, company.now)


def _renamed(company: Company, tenant: str) -> Company:
    accounts = tuple(
        a.model_copy(update={"id": str(uuid.uuid5(NAMESPACE, f"{tenant}/{a.id}")), "token": secrets.token_urlsafe(24)})
        for a in company.linked_accounts
    )
    named = company.model_dump(by_alias=True) | {"tenant": tenant, "linked_accounts": [a.model_dump() for a in accounts]}
    try:
        return Company.model_validate(named)
    except ValueError as error:
        raise BadInput(f"{tenant!r} is no slug of a tenant.") from error


def _key_of(model: str, change: Mapping[str, Any]) -> str:
    record = change.get("record")
    key = change.get("record_id") or (record or {}).get(folders.record_key(model))
    if not key or (change.get("op") != "delete" and not isinstance(record, dict)):
        raise BadInput(f"change {change.get('id')}: names no record.")
    return str(key)


def _syncable(account: LinkedAccountState) -> list[str]:
    return sorted(m for m in {*account.provider, *account.copy} if not account.is_disabled(m))


def _synced_event(account: LinkedAccountState, model: str) -> Event:
    data = _integration(account) | {"synced_fields": [], "sync_status": sync_status(account, model)}
    return Event(account.account.id, f"{internal_name(model)}.synced", data)


def _completed_event(account: LinkedAccountState, models: Sequence[str]) -> Event:
    names = {f"{account.category}.{internal_name(m)}" for m in models}
    kept = ("last_sync_finished", "last_sync_result", "data_fresh_as_of", "sync_status_reason")
    status = {row["model_id"]: {k: row[k] for k in kept} for row in all_sync_status(account) if row["model_id"] in names}
    data = _integration(account) | {"is_initial_sync": False, "sync_status": status}
    return Event(account.account.id, "LinkedAccount.sync_completed", data)


def _integration(account: LinkedAccountState) -> dict[str, Any]:
    return {"integration_name": account.account.integration, "integration_id": account.account.integration.lower()}
