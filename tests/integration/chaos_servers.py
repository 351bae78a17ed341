"""Servers that may be killed: a Neo4j, a Valkey, a sandbox and Celery workers of a test's own, and what was killed when."""

import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.integration.chaos_worker import folder_of
from workers.services import processes, valkey_server
from workers.services.neo4j import java, neo4j_server
from workers.services.neo4j.jars import class_path
from workers.services.sandbox_facts import served_file
from workers.services.waiting import wait_until
from workers.settings import child_environment, make_settings, read_settings

SECONDS = 120.0
WORKERS, PROCESSES = 2, 3               # Celery workers, and the processes of each


@dataclass(frozen=True)
class Kill:
    """A SIGKILL that met somebody at work. `tenants`: whose messages were being worked off."""

    what: str
    tenants: frozenset[str]


@dataclass
class Servers:
    """All of them, under one home. Bring them up with `running`."""

    home: Path
    cache: Path
    random: random.Random
    kills: list[Kill] = field(default_factory=list)
    in_vain: int = 0                                     # kills that met nobody at work
    _children: dict[str, processes.Child] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ports = [processes.free_port() for _ in range(4)]
        self.shape = neo4j_server.Shape(
            self.home / "neo4j", ports[0], ports[1], auth=False, is_brief=True, heap="700m", pagecache="64m", replan="1h")
        self.redis_port, self.sandbox_port = ports[2], ports[3]
        self.settings = make_settings(
            home=self.home, neo4j_uri=self.shape.uri, neo4j_password="none-needed", redis_url=valkey_server.url(self.redis_port, None))
        self._neo4j_command = neo4j_server.command(self.shape, java.find_java(), class_path(self.cache))

    @contextmanager
    def running(self) -> Iterator["Servers"]:
        """Everything up; nothing of it outlives the block. The environment must name the settings before."""
        folder_of(self.home).mkdir(parents=True)
        neo4j_server.lay_out(self.shape)
        try:
            for start in (self._start_neo4j, self._start_valkey, self._start_sandbox):
                start()
            self.wait_for("valkey")
            for number in range(WORKERS):
                self._start_worker(number)
            self.wait_for("neo4j", "sandbox", *(f"worker-{number}" for number in range(WORKERS)))
            yield self
        finally:
            for child in self._children.values():
                _kill_family(child.pid)
                processes.end(child, patience=1)

    def served(self) -> dict[str, str]:
        """base_url, api_key, control_url and control_key of the sandbox."""
        return dict(json.loads(served_file(self.home).read_text("utf-8")))

    def wait_for(self, *names: str) -> None:
        """Until these answer."""
        ready: dict[str, Callable[[], bool]] = {
            "neo4j": lambda: neo4j_server.answers(self.shape.bolt, self.shape.http) and neo4j_server.commits(self.shape.http, ""),
            "valkey": lambda: valkey_server.answers(self.redis_port, None),
            "sandbox": served_file(self.home).exists,
        }
        for name in names:
            wait_until(ready.get(name, lambda name=name: self._worker_is_ready(name)), self._children[name], name, self._log(name), SECONDS)

    def busy(self) -> dict[int, tuple[str, str]]:
        """The worker processes that work on a message: number -> task, tenant."""
        found = {}
        for file in folder_of(self.home).iterdir():
            said = file.read_text("utf-8")
            if said and psutil.pid_exists(int(file.name)):
                task, tenant = json.loads(said)
                found[int(file.name)] = (task, tenant)
        return found

    def kill_process(self) -> bool:
        """SIGKILL for a worker process in the middle of a message; its Celery worker goes on and forks another."""
        found = self.busy()
        if not found:
            return False
        pid = self.random.choice(sorted(found))
        return self._kill("process", [pid])

    def kill_worker(self) -> bool:
        """SIGKILL for a whole Celery worker with messages in hand; a new one is started."""
        name = f"worker-{self.random.randrange(WORKERS)}"
        family = _family(self._children[name].pid)
        if not self._kill("worker", family):
            return False
        self._start_worker(int(name.rpartition("-")[2]))
        return True

    def kill_valkey(self, forget: bool) -> bool:
        """SIGKILL for Valkey; with `forget` what it had written down is gone too."""
        if not self._kill("valkey", [self._children["valkey"].pid], at_work=lambda: set(self.busy().values())):
            return False
        if forget:
            shutil.rmtree(self.home / "valkey")
        self._start_valkey()
        self.wait_for("valkey")
        return True

    def kill_neo4j(self) -> bool:
        """SIGKILL for Neo4j, up again since the last one; it comes back some seconds later."""
        self.wait_for("neo4j")
        if not self._kill("neo4j", [self._children["neo4j"].pid], at_work=lambda: set(self.busy().values())):
            return False
        self._start_neo4j()
        return True

    def _kill(self, what: str, family: list[int], at_work: Callable[[], set[tuple[str, str]]] | None = None) -> bool:
        """Counts only if somebody was at work: a server is let live until then, a worker process must have died over a message."""
        before = at_work() if at_work else set()
        if at_work and not before:
            return False
        for pid in family:
            _signal(pid)
        psutil.wait_procs([psutil.Process(pid) for pid in family if psutil.pid_exists(pid)], timeout=5)
        met = before if at_work else {said for pid in family if (said := self._left_behind(pid))}
        tenants = frozenset(tenant for _, tenant in met if tenant)
        if tenants:
            self.kills.append(Kill(what, tenants))
        else:
            self.in_vain += 1
        return bool(tenants) or what == "worker"

    def _left_behind(self, pid: int) -> tuple[str, str] | None:
        """What a process that is gone was working on."""
        file = folder_of(self.home) / str(pid)
        said = file.read_text("utf-8") if file.exists() else ""
        file.unlink(missing_ok=True)
        return tuple(json.loads(said)) if said else None

    def _start_neo4j(self) -> None:
        self._launch("neo4j", self._neo4j_command)

    def _start_valkey(self) -> None:
        configuration = valkey_server.lay_out(self.home / "valkey", self.redis_port, None)
        self._launch("valkey", valkey_server.command(configuration))

    def _start_sandbox(self) -> None:
        self._launch("sandbox", [sys.executable, "-m", "workers.services.sandbox_process", "--port", str(self.sandbox_port)])

    def _start_worker(self, number: int) -> None:
        name = f"worker-{number}"
        self._log(name).unlink(missing_ok=True)
        self._launch(name, [sys.executable, "-m", "celery", "-A", "tests.integration.chaos_worker", "worker", "--concurrency", str(PROCESSES),
                            "--loglevel", "INFO", "--hostname", f"{name}@chaos", "--without-gossip", "--without-mingle"])

    def _worker_is_ready(self, name: str) -> bool:
        log = self._log(name)
        return log.exists() and b" ready." in log.read_bytes()

    def _launch(self, name: str, command: list[str]) -> None:
        self._children[name] = processes.launch(command, self._log(name), child_environment(read_settings()))

    def _log(self, name: str) -> Path:
        return self.home / "logs" / f"{name}.log"


def wait_while(condition: Callable[[], bool], seconds: float, step: float = 0.01) -> bool:
    """Wait as long as something holds, at most so many seconds; whether it ended."""
    until = time.monotonic() + seconds
    while condition():
        if time.monotonic() > until:
            return False
        time.sleep(step)
    return True


def _family(pid: int) -> list[int]:
    try:
        parent = psutil.Process(pid)
        return [pid, *(child.pid for child in parent.children(recursive=True))]
    except psutil.NoSuchProcess:
        return [pid]


def _kill_family(pid: int) -> None:
    for one in _family(pid):
        _signal(one)


def _signal(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
