"""What the workers do: bring linked accounts into the graph, apply what webhooks tell. Each task calls one function and may run twice.

No task returns anything: how far a sync is lies in the store, one entry per model and linked account (`ingest.facts`), and
`sync_progress` reads it.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from ingest import webhooks
from ingest.facts import Facts, write_facts
from ingest.gateway import Gateway
from ingest.gateway.errors import Refused, SwitchedOff
from ingest.sync import Sync
from kg.errors import BadInput, EvergraphError, WrongSetting
from workers import app as door
from workers.app import app, task
from workers.wiring import Installation, open_installation

__all__ = ["app"]                              # celery -A workers.tasks

APPLIED_KEPT_SECONDS = 3600.0                  # how long it is known that a delivery was applied
LOOK_EVERY_SECONDS = 0.1


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


@cache
def installation() -> Installation:
    """This process's installation, opened when it is first needed."""
    return open_installation()


def start_sync(tenant: str, mode: str = "full") -> None:
    """Have every model of every linked account of the tenant synced; `sync_progress` shows how far it is from now on.

    Raises BadInput for an unknown tenant or mode, StoreUnavailable.
    """
    here = installation()
    for facts in sync_progress(tenant).parts:
        write_facts(here.store, tenant, replace(facts, mode=mode, rows=0, done=False, given_up=False, error=None))
        sync_model.delay(tenant, facts.model, facts.linked_account, mode)


def check_way_in(tenant: str) -> None:
    """Asks Merge whether it knows us, so that nothing is queued in vain.

    Raises WrongSetting where it refuses every linked account: then the key is wrong. Anything else the syncs find out.
    """
    gateway = installation().gateway(tenant)
    if gateway.accounts and all(_is_refused(gateway, category) for category in gateway.categories()):
        raise WrongSetting(
            f"MERGE_API_KEY: Merge refuses the key, or every account token of {tenant}. Write the key that Merge's dashboard shows, "
            "and see that MERGE_BASE_URL is its region.")


def _is_refused(gateway: Gateway, category: str) -> bool:
    try:
        gateway.sync_states(category, fresh=True)
    except Refused:
        return True
    except EvergraphError:
        return False
    return False


def sync_progress(tenant: str) -> SyncProgress:
    """How far the tenant's syncs are. Raises BadInput for an unknown tenant, StoreUnavailable."""
    sync = installation().sync(tenant)
    return SyncProgress(tuple(sync.facts(*part) for part in sync.parts()))


def wait_for_sync(tenant: str, seconds: float, show: Callable[[SyncProgress], object] | None = None) -> SyncProgress:
    """Wait until the syncs of the tenant have ended, at most so long, showing how far they are; what was reached at the end."""
    until = time.monotonic() + seconds
    while True:
        progress = sync_progress(tenant)
        if show:
            show(progress)
        if progress.is_over or time.monotonic() > until:
            return progress
        time.sleep(LOOK_EVERY_SECONDS)


def is_applied(tenant: str, body: bytes) -> bool:
    """Whether the task of this webhook has ended. Raises StoreUnavailable."""
    return installation().store.get(_applied_key(tenant, body)) is not None


def give_up(tenant: str, model: str, account: str, mode: str) -> None:
    """Nobody tries this sync again by himself: say so where its progress is shown, unless the tenant or the store is gone."""
    with suppress(EvergraphError):
        here = installation()
        write_facts(here.store, tenant, replace(here.sync(tenant).facts(model, account), done=False, given_up=True))


@task(give_up)
def sync_model(tenant: str, model: str, account: str, mode: str) -> None:
    """Sync one model of one linked account: `full` or `delta`. A model that is switched off at the source is no failure."""
    here = installation()
    sync = here.sync(tenant)
    try:
        _run_of(sync, mode)(model, account)
    except SwitchedOff:
        write_facts(here.store, tenant, replace(sync.facts(model, account), done=True))


@task()
def sync_tenant(tenant: str, mode: str) -> None:
    """Sync every model of every linked account of one tenant, each as a task of its own."""
    start_sync(tenant, mode)


@task()
def sync_every_tenant() -> None:
    """Delta sync of every tenant; beat sends it. Left out are tenants whose clock stands still: nothing happens there by itself."""
    for tenant in installation().tenants.all():
        if tenant.company.now is None:
            for model, account in installation().sync(tenant.slug).parts():
                sync_model.apply_async((tenant.slug, model, account, "delta"), expires=door.SYNC_EVERY_MINUTES * 60)


@task()
def apply_webhook(tenant: str, body: str) -> None:
    """Apply what Merge told: write the record, or read again what was synced. The signature was checked before."""
    here = installation()
    told = here.sync(tenant).hear(body.encode())
    here.store.put(_applied_key(tenant, body.encode()), told.event.encode(), APPLIED_KEPT_SECONDS)


def _run_of(sync: Sync, mode: str) -> Callable[[str, str], object]:
    runs: dict[str, Callable[[str, str], object]] = {"full": sync.full, "delta": sync.delta}
    if mode not in runs:
        raise BadInput(f"{mode!r} is no way to sync. Write full or delta.")
    return runs[mode]


def _applied_key(tenant: str, body: bytes) -> str:
    return f"webhook:{tenant}:{webhooks.delivery_of(body)}"


def _begin() -> None:
    installation.cache_clear()                 # what the parent opened stays the parent's


def _end() -> None:
    if installation.cache_info().currsize:
        installation().close()


door.configure(lambda: installation().redis_url)
door.in_each_process(_begin, _end)
