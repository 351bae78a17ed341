"""How far the syncs of a tenant are: what its progress bar, `evergraph sync --status` and the operator's page show."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ingest.facts import Facts, facts_asked_for
from ingest.linked import parts_of
from ingest.records import LinkedAccount
from workers.settings import clock_of
from workers.tasks.parking import parked
from workers.tasks.process import installation

LOOK_EVERY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class SyncProgress:
    """How far the syncs of a tenant are, one part per model and linked account."""

    parts: tuple[Facts, ...]

    @property
    def rows(self) -> int:
        """Records written by the runs that are under way or were last."""
        return sum(part.rows for part in self.parts)

    @property
    def ended(self) -> int:
        """How many parts are done or given up."""
        return sum(part.ended for part in self.parts)

    @property
    def is_over(self) -> bool:
        """Whether nothing is under way."""
        return self.ended == len(self.parts)

    @property
    def failed(self) -> tuple[Facts, ...]:
        """Parts that were given up, the reason in `error`."""
        return tuple(part for part in self.parts if part.given_up)


@dataclass(frozen=True, slots=True)
class PartStatus:
    """The sync of one model in one linked account, for people. Times are aware and UTC."""

    model: str
    linked_account: str
    integration: str                  # "BambooHR"
    state: str                        # not begun, under way, waiting, done, given up
    mode: str                         # of the last run: full or delta
    complete_at: datetime | None      # when the last complete run began
    data_as_of: datetime | None       # how fresh Merge's copy was then
    lag_seconds: float | None         # now less data_as_of
    rows: int                         # records written by the last run
    error: str | None
    waited_seconds: float             # for Merge's limits, by the last run
    waits_until: datetime | None


@dataclass(frozen=True, slots=True)
class SyncOverview:
    """Everything that is known of a tenant's syncs."""

    tenant: str
    at: datetime
    parts: tuple[PartStatus, ...]
    parked: int                       # messages put aside; `evergraph sync --parked` shows them

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        parts = [{k: v.isoformat() if isinstance(v, datetime) else v for k, v in asdict(part).items()} for part in self.parts]
        return {"tenant": self.tenant, "at": self.at.isoformat(), "parked": self.parked, "parts": parts}


def sync_progress(tenant: str, account: str | None = None, model: str | None = None) -> SyncProgress:
    """How far the tenant's syncs are, or those of one linked account or model. Raises BadInput for an unknown tenant, StoreUnavailable."""
    here = installation()
    parts = chosen(here.tenants.get(tenant).company.accounts, account, model)
    return SyncProgress(facts_asked_for(here.store, tenant, parts))


def wait_for_sync(
    tenant: str, seconds: float, show: Callable[[SyncProgress], object] | None = None, *, account: str | None = None, model: str | None = None,
) -> SyncProgress:
    """Wait until the syncs of the tenant have ended, at most so long, showing how far they are; what was reached at the end."""
    until = time.monotonic() + seconds
    while True:
        progress = sync_progress(tenant, account, model)
        if show:
            show(progress)
        if progress.is_over or time.monotonic() > until:
            return progress
        time.sleep(LOOK_EVERY_SECONDS)


def sync_overview(tenant: str) -> SyncOverview:
    """Everything that is known of the tenant's syncs. Raises BadInput for an unknown tenant, StoreUnavailable."""
    here = installation()
    company = here.tenants.get(tenant).company
    now = clock_of(here.settings, company)()
    apps = {account.id: account.integration for account in company.linked_accounts}
    parts = tuple(_status(part, apps.get(part.linked_account, ""), now) for part in sync_progress(tenant).parts)
    return SyncOverview(tenant, now, parts, len(parked(here.store, tenant)))


def chosen(accounts: Sequence[LinkedAccount], account: str | None, model: str | None) -> tuple[tuple[str, str], ...]:
    """The (model, linked account id) pairs of a tenant's accounts, or of one linked account or model."""
    return tuple((m, a) for m, a in parts_of(accounts) if account in (None, a) and model in (None, m))


def _status(part: Facts, integration: str, now: datetime) -> PartStatus:
    waits = part.waits_until if part.waits_until and part.waits_until > now and not part.ended else None
    lag = (now - part.data_as_of).total_seconds() if part.data_as_of else None
    return PartStatus(part.model, part.linked_account, integration, _state(part, waits), part.mode, part.complete_at, part.data_as_of, lag,
                      part.rows, part.error or _doubted(part), part.waited, waits)


def _doubted(part: Facts) -> str | None:
    """What people are told of a full run that is not believed yet."""
    doubt = part.doubt
    return None if doubt is None else (
        f"The app's list lacked {doubt.unseen} of {doubt.held} known records, so nothing was retired; it is read again at the next sync.")


def _state(part: Facts, waits: datetime | None) -> str:
    if part.ended:
        return "given up" if part.given_up else "done"
    if part.run_started_at is None:
        return "not begun"
    return "waiting" if waits else "under way"
