"""What the workers do: bring linked accounts into the graph, apply what webhooks tell, let accounts go. Each task may run twice.

No task returns anything: how far a sync is lies in the store, one entry per model and linked account (`ingest.facts`), and
`sync_progress` reads it. What cannot be worked off is parked (`parking`). What the store forgets when it dies is driven
again by beat: it looks every minute what is due by the facts, and which accounts the graph holds that are not linked any more.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from logging import getLogger
from uuid import uuid4

from ingest import webhooks
from ingest.facts import ask, forget_facts, read_facts, read_request, write_facts
from ingest.gateway.errors import SwitchedOff
from ingest.linked import leave, parts_of
from ingest.sync import Sync, SyncResult
from kg.errors import BadInput, Busy, EvergraphError, NotConnected
from kg.held import accounts_held
from kg.hubs import join_due
from workers.queues import LOOK_EVERY_SECONDS
from workers.services.models.opening import has_vectors
from workers.settings import clock_of
from workers.storage.tenant_registry import Tenant
from workers.tasks import celery_app as door
from workers.tasks import inbox, parking
from workers.tasks.celery_app import app, task
from workers.tasks.concurrency import in_turns, joining, slot, waits, waits_no_longer
from workers.tasks.delivery import MessageRules
from workers.tasks.embedding import embed
from workers.tasks.memory_stream import remember
from workers.tasks.preferences import prefer
from workers.tasks.process import before_forking, begin, end, installation
from workers.tasks.schedule import PLANS, due
from workers.tasks.sync_status import PartStatus, SyncOverview, SyncProgress, chosen, sync_overview, sync_progress, wait_for_sync

__all__ = ["PartStatus", "SyncOverview", "SyncProgress", "app", "installation", "sync_overview", "sync_progress", "wait_for_sync"]    # celery -A

REPLAY_SECONDS = 3600.0                        # a delivery of the same bytes within this is taken, and not applied again
ACCOUNT_SLOTS = 4                              # runs at once over one linked account: more would only wait for its pace
SLOT_SECONDS = 15.0
WAITS_SECONDS = 60.0                           # how long it is known that a run waits for the one before it
JOIN_RECORDS = 200                             # in one step: it locks them, and a webhook's write waits so long
JOIN_SECONDS = 20.0                            # then the rest is left to another message
JOIN_PATIENCE_SECONDS, DAY = 300.0, 86_400.0
JOIN_SOON_SECONDS = 10.0
INBOX_SECONDS = 20.0                           # then what still comes is left to another message
INBOX_LOCK_SECONDS = 5.0
INBOX_TOLD_SECONDS = 60.0                      # how long it is known that a message for the inbox is on its way

log = getLogger(__name__)


def give_up(tenant: str, model: str, account: str, mode: str, reason: str = "") -> None:
    """Mark a sync as failed in its facts, where progress is shown: nobody tries it again before it is due. Raises BadInput, StoreUnavailable."""
    store = installation().store
    facts, asked = read_facts(store, tenant, model, account), read_request(store, tenant, model, account)
    request = asked.id if asked and asked.is_answered_by(mode) else facts.request
    error = reason or facts.error
    write_facts(store, tenant, replace(facts, done=False, given_up=True, mode=mode, error=error, request=request, waits_until=None))
    if not installation().tenants.is_linked(tenant, account):      # looked at last: it may leave in this moment
        forget_facts(store, tenant, model, account)


def _rules() -> door.Rules:
    return _RULES


def start_sync(tenant: str, mode: str = "full", account: str | None = None, model: str | None = None) -> None:
    """Have the tenant synced, every model of every linked account or those named; `sync_progress` shows how far it is from now on.

    Raises BadInput for an unknown tenant or mode, StoreUnavailable.
    """
    here = installation()
    _run_of(here.sync(tenant), mode)           # raises before anything is noted
    for name, one in in_turns(chosen(here.tenants.get(tenant).company.accounts, account, model)):
        ask(here.store, tenant, name, one, mode)
        sync_model.delay(tenant, name, one, mode)


def receive_webhook(tenant: str, body: bytes) -> None:
    """Have a worker apply a webhook whose signature was checked, unless the same bytes came a short while ago.

    What came is noted after it is kept: killed in between, the sender's second try is kept again, and only applied once.
    Raises StoreUnavailable: the sender shall try again.
    """
    store, key = installation().store, f"webhook-taken:{tenant}:{webhooks.delivery_of(body)}"
    if store.get(key) is None:
        inbox.put(store, tenant, body)
        _apply_soon(tenant)
        store.put(key, b"1", REPLAY_SECONDS)


def is_applied(tenant: str, body: bytes) -> bool:
    """Whether the task of this webhook has ended, not longer than REPLAY_SECONDS ago. Raises StoreUnavailable."""
    return installation().store.get(_applied_key(tenant, body)) is not None


@task(_rules)
def sync_model(tenant: str, model: str, account: str, mode: str) -> None:
    """Sync one model of one linked account: `full` or `delta`. A model that is switched off at the source is no failure.

    One run of a part at a time; of those that wait for it one of each mode stays, since it reads what the others would.
    """
    here, turn = installation(), f"{tenant}:{model}:{account}:{mode}"
    run = _run_of(here.sync(tenant), mode)
    if not here.tenants.is_linked(tenant, account):
        return
    waits_no_longer(here.store, turn)
    try:
        with slot(here.store, account, ACCOUNT_SLOTS, SLOT_SECONDS):
            run(model, account, wait=0.0)
    except SwitchedOff:
        return
    except NotConnected:                       # it left while it was read, and nothing of it stays
        _read_if_linked_again(tenant, account)
        return
    except Busy:
        if waits(here.store, turn, WAITS_SECONDS):
            raise
        return
    _join_soon(tenant)


@task(_rules)
def sync_tenant(tenant: str, mode: str) -> None:
    """Sync every model of every linked account of one tenant, each as a task of its own."""
    start_sync(tenant, mode)


@task(_rules)
def sync_every_tenant() -> None:
    """What is due, of every tenant; beat sends it every minute. Left out of syncing are tenants whose clock stands still."""
    for slug in installation().tenants.slugs():
        try:
            _look_after(slug)
        except EvergraphError as error:        # of one tenant, or a server is away: the next look is in a minute
            log.warning("what is due for %s could not be found out: %s", slug, error)


@task(_rules)
def apply_webhooks(tenant: str) -> None:
    """Apply the webhooks that wait for a tenant, many in one go, until none is left. One at a time per tenant.

    Whoever puts one into the inbox while this is at work sends no message for it; so it looks once more after it has said that it
    will end. Where it cannot go on now, nobody else tries before it does: its message waits, and what comes waits with it.
    """
    store, until = installation().store, time.monotonic() + INBOX_SECONDS
    try:
        with store.hold(f"inbox:{tenant}", INBOX_LOCK_SECONDS, 0.0) as held:
            while (waiting := inbox.oldest(store, tenant)) and time.monotonic() < until:
                held.check()
                _hear(tenant, list(waiting.values()))
                inbox.take_out(store, tenant, waiting)
    except door.WORTH_A_RETRY:
        store.put(f"inbox-told:{tenant}", b"waits", INBOX_TOLD_SECONDS)
        raise
    store.delete(f"inbox-told:{tenant}")
    if inbox.oldest(store, tenant):
        _apply_soon(tenant)


@task(_rules)
def apply_webhook(tenant: str, body: str) -> None:
    """Apply one webhook by itself: of those that could not be applied together, and of one that was parked."""
    _hear(tenant, [body.encode()])


def _hear(tenant: str, bodies: Sequence[bytes]) -> None:
    """Process webhook events: write records, remove accounts, read again what was synced. The signatures were checked before."""
    here = installation()
    sync = here.sync(tenant)
    new = [body for body in bodies if not is_applied(tenant, body)]
    told = [webhooks.parse(body, sync.accounts) for body in new]
    for account in {one.linked_account for one in told if one.kind == "deleted" and one.linked_account}:
        here.tenants.unlink(tenant, account)   # before the message, which may be lost: beat sends it again for what is linked no longer
        disconnect.delay(tenant, account)
    told = [one for one in told if one.kind != "deleted"]
    sync.take_in(told)
    for model, account in dict.fromkeys(part for one in told for part in sync.named_by(one)):
        sync_model.delay(tenant, model, account, "delta")
    if any(one.records for one in told):
        _join_soon(tenant)
    for body in new:
        here.store.put(_applied_key(tenant, body), b"1", REPLAY_SECONDS)


def _apply_soon(tenant: str) -> None:
    """Have the inbox worked off, by one message for all that comes until it is; beat looks too, should that message be lost."""
    if installation().store.claim(f"inbox-told:{tenant}", uuid4().bytes, INBOX_TOLD_SECONDS):
        apply_webhooks.delay(tenant)


def _one_by_one(tenant: str) -> None:
    """Each of the webhooks that were in hand as a message of its own: one that cannot be applied, or kills its process, stands alone then."""
    store = installation().store
    waiting = inbox.oldest(store, tenant)
    for body in waiting.values():
        apply_webhook.delay(tenant, body.decode("utf-8", "replace"))
    inbox.take_out(store, tenant, waiting)
    apply_webhooks.delay(tenant)


@task(_rules)
def disconnect(tenant: str, account: str) -> None:
    """Remove what a linked account that the tenant has no longer left: its records, joins and copies, and what was known of its syncs.

    The message may outlive its reason by far, parked or behind others of the same: an account that was linked again stays. One that was
    linked again while it was removed is read in full afterwards, for what was read meanwhile may have been removed with the rest.
    """
    here, mark = installation(), f"leaving:{tenant}:{account}"
    begun = here.store.get(mark) is not None             # by a process that died over it
    if not here.tenants.is_linked(tenant, account):
        here.store.put(mark, b"1", DAY)
        begun = True
        leave(here.graph, here.store, tenant, account)   # asks no source: it may be gone for good
        _join_soon(tenant)
    if begun:
        _read_if_linked_again(tenant, account)
        here.store.delete(mark)


@task(_rules)
def join_tenant(tenant: str) -> None:
    """Join what is due: records that may be the same person or company (`kg.hubs`). One at a time per tenant, in bounded steps."""
    here = installation()
    if tenant not in here.tenants.slugs():
        return                                 # it was removed meanwhile
    here.store.delete(f"join-soon:{tenant}")
    if _is_reading(tenant):
        return                                 # the last part to end asks again: half a company would be joined in vain
    now = clock_of(here.settings, here.tenants.get(tenant).company)()
    until = time.monotonic() + JOIN_SECONDS
    waits_no_longer(here.store, f"join:{tenant}")
    try:
        with joining(here.store, tenant, 0.0) as held:
            while not join_due(here.graph, tenant, run=uuid4().hex, now=now, limit=JOIN_RECORDS).is_done:
                held.check()
                if time.monotonic() > until:
                    _join_soon(tenant)         # the rest later: others wait for this process
                    return
    except Busy:
        if waits(here.store, f"join:{tenant}", WAITS_SECONDS):
            raise


@task(_rules)
def remember_tenant(tenant: str) -> None:
    """Bring memory stream and preferences up to what was said since (`memory_stream`, `preferences`). Two at once write the same."""
    if tenant in installation().tenants.slugs():
        remember(installation(), tenant)
        prefer(installation(), tenant)


@task(_rules)
def embed_tenant(tenant: str) -> None:
    """Bring vectors up to what is there, where a model for them is set (`embedding`); one at a time per tenant, in bounded steps."""
    with suppress(Busy):
        if tenant in installation().tenants.slugs():
            embed(installation(), tenant)


def _is_reading(tenant: str) -> bool:
    """Whether syncs that somebody asked for are under way; after some minutes that is no reason to wait any longer."""
    store, patience = installation().store, f"join-patience:{tenant}"
    if sync_progress(tenant).is_over:
        store.delete(patience)
        return False
    begun = time.time()
    store.claim(patience, f"{begun}".encode(), DAY)
    since = float(store.get(patience) or begun)
    return begun - since < JOIN_PATIENCE_SECONDS


def _join_soon(tenant: str) -> None:
    """Have what is due joined, once for all that is written in the next second. The graph remembers what is due, and beat asks again."""
    if installation().store.claim(f"join-soon:{tenant}", uuid4().bytes, JOIN_SOON_SECONDS):
        join_tenant.apply_async((tenant,), countdown=1.0)


def _read_if_linked_again(tenant: str, account: str) -> None:
    if installation().tenants.is_linked(tenant, account):
        start_sync(tenant, "full", account)


def let_go(tenant: str, account: str) -> None:
    """Let a linked account go, now: the tenant has it no longer, then `disconnect`. Raises BadInput for an unknown tenant, OSError."""
    installation().tenants.unlink(tenant, account)     # first: from now on nobody writes for it, or removes it again where he did
    disconnect(tenant, account)


def rerun(one: parking.Parked) -> None:
    """Have a worker try a parked message again. Raises BadInput for one that cannot be read, StoreUnavailable."""
    if not one.can_run:
        raise BadInput(f"{one.id} cannot be run again: {one.reason} `evergraph sync --forget {one.id}` throws it away.")
    message = parking.message_of(installation().store, one)
    door.send(message.task, message.args, message.kwargs)
    parking.forget(installation().store, one)


def _look_after(slug: str) -> None:
    here = installation()
    held = tuple(accounts_held(here.graph, slug))      # before the registry: what is linked in between is not taken for left
    tenant = here.tenants.get(slug)
    for account in set(held) - {account.id for account in tenant.company.linked_accounts}:
        disconnect.delay(slug, account)
    _join_soon(slug)
    remember_tenant.apply_async((slug,), expires=LOOK_EVERY_SECONDS)
    if has_vectors(here.models):
        embed_tenant.apply_async((slug,), expires=LOOK_EVERY_SECONDS)
    if inbox.oldest(here.store, slug):
        _apply_soon(slug)
    if tenant.company.now is None:
        _send_due(tenant, clock_of(here.settings, tenant.company)())


def _send_due(tenant: Tenant, now: datetime) -> None:
    """A message for each part that is due, unless one is on its way already."""
    here = installation()
    plans = {account.id: PLANS[account.plan] for account in tenant.company.linked_accounts}
    for model, account in parts_of(tenant.company.accounts):
        plan = plans[account]
        mode, seconds = due(read_facts(here.store, tenant.slug, model, account), plan, now), plan.delta.total_seconds()
        if mode and here.store.claim(f"due:{tenant.slug}:{model}:{account}", uuid4().bytes, seconds):
            sync_model.apply_async((tenant.slug, model, account, mode), expires=seconds)


def _run_of(sync: Sync, mode: str) -> Callable[..., SyncResult]:
    runs: dict[str, Callable[..., SyncResult]] = {"full": sync.full, "delta": sync.delta}
    if mode not in runs:
        raise BadInput(f"{mode!r} is no way to sync. Write full or delta.")
    return runs[mode]


def _applied_key(tenant: str, body: bytes) -> str:
    return f"webhook:{tenant}:{webhooks.delivery_of(body)}"


_RULES = MessageRules(
    {"sync_model": give_up}, {"apply_webhooks": _one_by_one},
    sent_again=frozenset({"sync_every_tenant", "join_tenant", "disconnect", "remember_tenant", "embed_tenant"}))

door.configure(lambda: installation().redis_url, lambda: installation().prefix)
door.in_each_process(begin, end, before_forking)
door.watch_unreadable(_rules)
