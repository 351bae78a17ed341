"""Schedules played on real workers, side by side, while servers are killed; then what beat would do, and the verdict.

What must hold, and what is driven at the end for it, no more:

- A run that was asked for is done, whoever dies: its message is worked off, given out again, or beat sends another.
- A webhook that was lost, by the network or with Valkey's memory, is made good by the next **delta** of its part.
- What no delta can see (a deletion that moved no time, other content at the same time) is made good by the next **full** run.
- Nothing else is reloaded: where Valkey forgot a cursor, the delta itself reads everything.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from kombu.exceptions import OperationalError

from ingest.gateway import Gateway, GatewayOptions
from ingest.sandbox.control_client import SandboxControl
from ingest.sync import Sync, SyncOptions
from kg import digest
from kg.errors import StoreUnavailable
from kg.held import accounts_held
from kg.hubs import join_due
from kg.schema import ensure_schema
from tests.integration.chaos_schedules import AFTER_ALL, Delete, Leave, Put, Schedule, schedule_of
from tests.integration.chaos_schedules import Sync as Asked
from tests.integration.chaos_servers import SECONDS, Servers, wait_while
from tests.integration.chaos_source import Source
from tests.integration.queue_here import look_again
from workers import tasks
from workers.queues import QUEUES
from workers.settings import child_environment
from workers.storage.secret_files import keep_secret
from workers.storage.store import RedisStore
from workers.storage.tenant_registry import Tenant
from workers.tasks import inbox

BACKLOG = 100                       # messages that wait before more is done at the sources
PATIENCE = 300.0                    # seconds until nothing may be under way any more
TRIES = 6                           # of what failed while servers were away, as beat would send it again


@dataclass
class Play:
    """One schedule under way. `later`: webhooks on their way, with the step at which they arrive."""

    seed: int
    source: Source
    at: int = 0
    later: list[tuple[int, str]] = field(default_factory=list)

    @property
    def tenant(self) -> str:
        """Its slug."""
        return self.source.tenant

    @property
    def parts(self) -> list[tuple[str, str]]:
        """(model, linked account id) of what is in use and still linked."""
        linked = {a.place: a.id for a in self.source.company.linked_accounts}
        return [(model, linked[place]) for place, model in self.source.schedule.parts if place in linked]

    @property
    def is_played(self) -> bool:
        """Whether every step was done."""
        return self.at > len(self.source.schedule.steps)

    def step(self) -> None:
        """The next step, and the webhooks that arrive at it, the youngest first."""
        steps = self.source.schedule.steps
        if self.at < len(steps):
            self._do(steps[self.at])
        self.at += 1
        self.deliver(self.at)

    def deliver(self, until: int) -> None:
        """Hand over the webhooks that arrive by now; what Valkey cannot take arrives later, since the sender was told so."""
        due, self.later = [w for w in self.later if w[0] <= until], [w for w in self.later if w[0] > until]
        for when, body in reversed(due):
            if not _sent(lambda body=body: tasks.receive_webhook(self.tenant, body.encode())):
                self.later.append((when + 1, body))

    def begin(self) -> None:
        """What everything begins with."""
        for model, account in self.parts if self.source.schedule.first else ():
            self.ask(self.source.schedule.first, model, account)

    def finish(self) -> None:
        """What beat sends: a delta of each part, a full run where no delta can know."""
        unseen = {(model, self.source.account(place)) for place, model in self.source.books.unseen if self._is_linked(place)}
        for model, account in self.parts:
            self.ask("full" if (model, account) in unseen else "delta", model, account)
        self.deliver(2 * AFTER_ALL)

    def ask(self, mode: str, model: str, account: str) -> None:
        """Ask for a run as somebody at the command line would."""
        _sent(lambda: tasks.start_sync(self.tenant, mode, account, model))

    def unanswered(self) -> list[tuple[str, str, str, str | None]]:
        """Mode, model, account and error of the runs that were asked for and are not done."""
        found = [tasks.sync_progress(self.tenant, account, model).parts[0] for model, account in self.parts]
        return [(facts.mode, facts.model, facts.linked_account, facts.error) for facts in found if not facts.done]

    def clear_out(self) -> None:
        """What beat does for webhooks whose message was lost, and for accounts that left: away with what the graph still holds of them."""
        if inbox.oldest(tasks.installation().store, self.tenant):
            tasks.apply_webhooks.delay(self.tenant)
        linked = {a.id for a in self.source.company.linked_accounts}
        for account in accounts_held(tasks.installation().graph, self.tenant):
            if account not in linked:
                tasks.installation().tenants.unlink(self.tenant, account)       # its webhook may have been lost
                tasks.disconnect.delay(self.tenant, account)

    def _do(self, step: Put | Delete | Asked | Leave) -> None:
        if isinstance(step, Asked):
            if self._is_linked(step.place):
                self.ask(step.mode, step.model, self.source.account(step.place))
            return
        if isinstance(step, Put | Delete) and not self._is_linked(step.slot.place):
            return
        body = _CHANGES[type(step)](self.source, step)
        if body is not None:
            self.later += [(self.at + 1 + steps, body) for steps in step.told]

    def _is_linked(self, place: str) -> bool:
        return any(a.place == place for a in self.source.company.linked_accounts)


_CHANGES = {Put: Source.put, Delete: Source.delete, Leave: Source.leave}


@dataclass(frozen=True)
class Wrong:
    """A schedule whose graph is not that of a clean full load."""

    play: Play
    why: str
    differences: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"seed {self.play.seed}, tenant {self.play.tenant}: {self.why}", *self.differences, str(self.play.source.schedule)])


@dataclass
class Stage:
    """Where schedules are played: servers, the sandbox, an installation of the product in the environment."""

    servers: Servers
    control: SandboxControl
    folder: Path
    count: int = 0
    dropped: int = 0                # runs that were asked for at the end and never begun

    times: dict[str, float] = field(default_factory=dict)

    def open(self, seed: int, schedule: Schedule | None = None) -> Play:
        """A schedule ready to begin, under a tenant of its own."""
        self.count += 1
        tenant = f"c{self.count}s{seed}"
        source = Source.opened(self.control, tenant, schedule or schedule_of(seed), self.folder / tenant)
        served = self.servers.served()
        tasks.installation().tenants.save(Tenant(
            company=source.company, folder=str(source.folder), merge_base_url=served["base_url"], merge_api_key=served["api_key"]))
        return Play(seed, source)

    def play(self, plays: Sequence[Play], kills: Sequence[Callable[[], bool]], chance: random.Random) -> list[Wrong]:
        """Play them side by side, the kills spread over the time it takes; those that went wrong."""
        for play in plays:
            play.begin()
        left, total = [p for p in plays for _ in range(len(p.source.schedule.steps) + 1)], 0
        chance.shuffle(left)
        rest = list(kills)
        for number, play in enumerate(left):
            total = len(left)
            play.step()
            wait_while(lambda: self.waiting() > BACKLOG, SECONDS)
            if rest and number >= (len(kills) - len(rest) + 0.5) * total / len(kills) and rest[0]():
                rest.pop(0)
        for kill in rest:
            wait_while(lambda kill=kill: not kill(), 5.0)
        with self._timed("settle"):
            self.settle(plays)
        with self._timed("judge"):
            return self.judge(plays)

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.times[what] = round(self.times.get(what, 0.0) + time.monotonic() - began, 1)

    def shrunk(self, wrong: Wrong) -> Wrong:
        """The shortest schedule found that goes wrong without any kill; as it is where it takes one."""
        shortest, schedule = wrong, wrong.play.source.schedule
        found = self.play([self.open(wrong.play.seed, schedule)], [], random.Random(0))
        while found:
            shortest = min(found, key=lambda one: len(one.play.source.schedule.steps) + len(one.play.source.schedule.records))
            shorter = [self.open(wrong.play.seed, one) for one in shortest.play.source.schedule.shorter()]
            found = self.play(shorter, [], random.Random(0)) if shorter else []
        return shortest

    def settle(self, plays: Sequence[Play]) -> None:
        """Everything up again; drive what beat would drive until nothing is under way."""
        self.servers.wait_for("neo4j", "valkey", *(f"worker-{n}" for n in range(2)))
        self.wait_until_idle()
        for play in plays:
            play.finish()
            play.clear_out()
        self.wait_until_idle()
        self._drive(plays)
        for play in plays:
            tasks.join_tenant.delay(play.tenant)
        self.wait_until_idle()

    def _drive(self, plays: Sequence[Play]) -> None:
        """What failed while servers were away is sent again, as beat does."""
        for _ in range(TRIES):
            undone = [(play, part) for play in plays for part in play.unanswered()]
            self.dropped += sum(error is None for _, (*_, error) in undone)
            for play, (mode, model, account, _) in undone:
                play.ask(mode, model, account)
            if not undone:
                return
            self.wait_until_idle()

    def judge(self, plays: Sequence[Play]) -> list[Wrong]:
        """Each beside one clean full load of what its source holds now."""
        with ThreadPoolExecutor(3) as threads:
            return [wrong for wrong in threads.map(self._judged, plays) if wrong]

    def _judged(self, play: Play) -> Wrong | None:
        graph, clean = tasks.installation().graph, f"{play.tenant}-clean"
        if undone := play.unanswered():
            return Wrong(play, "runs that were asked for were never done", tuple(map(str, undone)))
        self._load(play, clean)
        ours, theirs = digest.digest(graph, play.tenant), digest.digest(graph, clean)
        if ours == theirs:
            return None
        held, wanted = set(digest.lines(graph, play.tenant)), set(digest.lines(graph, clean))
        differences = [f"  too much: {line}" for line in sorted(held - wanted)] + [f"  missing:  {line}" for line in sorted(wanted - held)]
        return Wrong(play, f"{ours} is not {theirs}", tuple(differences))

    def _load(self, play: Play, clean: str) -> None:
        served, here = self.servers.served(), tasks.installation()
        options = GatewayOptions(requests_per_minute=None)
        gateway = Gateway(play.source.company.accounts, api_key=served["api_key"], base_url=served["base_url"], clock=_now, options=options)
        secret = keep_secret(here.settings.home, "join-keys").encode()
        store = RedisStore(here.redis_url, "clean")
        try:
            sync = Sync(here.graph, gateway, store, clean, _now, SyncOptions(secret))
            parts = set(play.parts)
            for part in (part for part in sync.parts() if part in parts):
                sync.full(*part)
            join_due(here.graph, clean, run="clean", now=_now())
        finally:
            gateway.close()
            store.close()

    def waiting(self) -> int:
        """Messages in the queues; none where Valkey does not say."""
        return self._count(lambda client: sum(client.llen(queue) for queue in QUEUES))

    def wait_until_idle(self) -> None:
        """Until no message waits and none is in hand."""
        over = wait_while(lambda: bool(self._count(lambda c: sum(c.llen(queue) for queue in QUEUES) + c.hlen("unacked"))), PATIENCE, 0.05)
        assert over, "the workers did not come to an end"

    def _count(self, ask: Callable[..., int]) -> int:
        with suppress(*_connection_errors()), tasks.app.pool.acquire(block=True, timeout=2) as connection:
            return ask(connection.default_channel.client)
        return 0


@cache
def _connection_errors() -> tuple[type[Exception], ...]:
    with tasks.app.connection_for_read() as connection:
        return (*connection.connection_errors, *connection.channel_errors, OperationalError)


def _sent(send: Callable[[], object]) -> bool:
    try:
        send()
    except (StoreUnavailable, OperationalError):
        return False
    return True


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251  # the real time, as the workers' clock


@contextmanager
def stage(home: Path, cache: Path, seed: int) -> Iterator[Stage]:
    """Everything up, in a home of its own, and the environment naming it; nothing outlives the block."""
    servers = Servers(home / "home", cache, random.Random(seed))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in child_environment(servers.settings).items():
            patch.setenv(name, value)
        with servers.running():
            look_again()
            served = servers.served()
            ensure_schema(tasks.installation().graph)
            with SandboxControl(served["control_url"], served["control_key"]) as control:
                yield Stage(servers, control, home / "companies")
            tasks.installation().close()
        tasks.installation.cache_clear()


def plan(servers: Servers, rounds: int) -> Iterator[Callable[[], bool]]:
    """In each round: six worker processes, a whole Celery worker in every second, Valkey (in every second all it knew), Neo4j."""
    for number in range(rounds):
        yield from [servers.kill_process] * 3
        yield lambda forget=number % 2 == 1: servers.kill_valkey(forget)
        yield from [servers.kill_process] * 2
        if number % 2 == 0:
            yield servers.kill_worker
        yield servers.kill_neo4j
        yield servers.kill_process
