"""Up, down, status: the local services of one installation, started side by side and remembered between commands.

Knows no service by name; PARTS does. Only processes that we started are ever ended.
"""

import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock, Timeout

from kg.errors import EvergraphError
from workers.services.connections import Connections, find_connections
from workers.services.doctor.findings import Finding, Row
from workers.services.errors import ServiceFailed, disk_errors
from workers.services.parts import PARTS, Part, Site, environment, log_of
from workers.services.processes import Child, end, is_alive, launch
from workers.services.state import Running, read_state, write_state
from workers.services.waiting import wait_until
from workers.settings import Settings, real_time
from workers.storage.secret_files import secret_file
from workers.storage.tenant_registry import TenantRegistry

ANOTHER_UP_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Step:
    """Something happened to a service. `what`: starting, fetching, ready, reused, elsewhere, stopping, stopped, note.

    Of fetching: `text` is the file, `received` the bytes since the last step, `total` the bytes of the file (0 and total: it begins).
    """

    service: str
    title: str
    what: str
    text: str = ""
    received: int = 0
    total: int = 0


Progress = Callable[[Step], None]
"""Told each step, from several threads."""


def _draw_nothing(step: Step) -> None:
    pass


class Services:
    """The local services under one home."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._home = settings.home
        self._writing = threading.Lock()

    def up(self, names: Collection[str] | None = None, progress: Progress = _draw_nothing) -> Connections:
        """Starts what is missing of the named services (all, and what they need) and returns when all of them answer.

        Safe to call twice at once. What already answers is left alone. Raises ServiceFailed with the end of a log,
        JarsUnusable, JavaMissing, PortTaken, DiskFull, HomeNotWritable, WrongSetting; what had started stays up.
        """
        with disk_errors(self._home), self._alone(progress):
            self._start_all(self._wanted(names, progress), progress)
        return find_connections(self._settings, read_state(self._home), whole=names is None)

    def down(self, names: Collection[str] | None = None, progress: Progress = _draw_nothing) -> None:
        """Stops the named services (all), those that need others first. Nothing happens to what does not run."""
        with disk_errors(self._home), self._alone(progress):
            running = read_state(self._home)
            chosen = [part for part in PARTS.values() if part.name in running and (names is None or part.name in names)]
            for level in ([part for part in chosen if part.after], [part for part in chosen if not part.after]):
                with ThreadPoolExecutor(len(PARTS)) as pool:
                    list(pool.map(lambda part: self._stop(part, running[part.name], progress), level))

    def restart_crashed(self, progress: Progress = _draw_nothing) -> tuple[str, ...]:
        """Starts anew what ended by itself, and waits on for what has never answered; the titles of what it tried to start.

        Call it again and again: where a part fails, or another one ends while a part is waited for, it tells that as a note and leaves the
        rest to the next call. What was stopped with `down` stays down.
        """
        if not self._unwell():
            return ()
        started: list[str] = []

        def told(step: Step) -> None:
            if step.what == "starting":
                started.append(step.title)
            progress(step)

        try:
            with disk_errors(self._home), self._alone(progress):
                unwell = self._unwell()         # once more: a `down` may have been at work until now
                self._start_all(self._wanted(unwell, _draw_nothing), told, {*read_state(self._home)}.difference(unwell))
        except EvergraphError as failed:
            progress(Step("", "", "note", str(failed)))
        return tuple(started)

    def _unwell(self) -> list[str]:
        return [name for name, running in self._known().items() if not (running.is_ready and _lives(running))]

    def _known(self) -> dict[str, Running]:
        return {name: running for name, running in read_state(self._home).items() if name in PARTS and PARTS[name].is_used(self._settings)}

    def status(self) -> list[Row]:
        """One row per service, and one per tenant whose file cannot be used."""
        known = read_state(self._home)
        with ThreadPoolExecutor(len(PARTS)) as pool:
            shown = [part for part in PARTS.values() if part.name in known or part.is_wanted(self._settings)]
            rows = list(pool.map(lambda part: self._row(part, known.get(part.name)), shown))
        out = TenantRegistry(self._home).damaged()
        return [*rows, *(Row(f"tenant {each.slug}", f"Company {each.slug}", "damaged", note=each.why) for each in out)]

    def doctor(self, audit: bool = False) -> list[Finding]:
        """What is wrong with this machine or these settings, and what to do about each; never raises for what it finds.

        With `audit` also whether anything in the graph lies outside its tenant, which takes as long as the graph is large.
        """
        from workers.services.doctor.doctor import CHECKS, audit_graph, examine  # noqa: PLC0415  the drivers that it tries take seconds to import

        return examine(self._settings, self.status(), (*CHECKS, audit_graph) if audit else CHECKS)

    def connections(self) -> Connections:
        """Where everything is: settings first, then what runs here. Raises GraphUnavailable, StoreUnavailable where nothing was started."""
        return find_connections(self._settings, read_state(self._home))

    def _wanted(self, names: Collection[str] | None, progress: Progress) -> list[Part]:
        wanted = set(PARTS) if names is None else set(names)
        for part in reversed(list(PARTS.values())):
            wanted |= {*part.after, *part.beside} if part.name in wanted else set()
        chosen = [part for part in PARTS.values() if part.name in wanted and part.is_wanted(self._settings)]
        for part in chosen:
            if replacement := part.replacement(self._settings):
                progress(Step(part.name, part.title, "elsewhere", f"{replacement} is set"))
        return [part for part in chosen if part.replacement(self._settings) is None]

    def _start_all(self, parts: list[Part], progress: Progress, others: Collection[str] = ()) -> None:
        """Starts parts side by side. `others`: parts that are up, and whose end is noticed too while somebody waits."""
        going = _Round(frozenset(others))
        begun = going.begun
        with ThreadPoolExecutor(max(1, len(parts))) as pool:
            for part in parts:
                needs = [begun[name].has_answered for name in part.after if name in begun]
                needs += [begun[name].is_launched for name in part.beside if name in begun]
                begun[part.name] = own = _Begun()
                own.done = pool.submit(self._start_after, needs, part, progress, going)
            try:
                outcomes = [one.done.exception() for one in begun.values()]
            except BaseException:           # Ctrl-C: let no thread wait on
                going.stop.set()
                raise
        failures = [error for error in outcomes if error and not isinstance(error, _NeedFailed)]
        if failures:
            raise min(failures, key=lambda error: isinstance(error, _OtherEnded))

    def _start_after(self, needs: list[Callable[[], bool]], part: Part, progress: Progress, going: "_Round") -> None:
        own = going.begun[part.name]
        try:
            if not all(need() for need in needs):
                raise _NeedFailed
            with disk_errors(self._home):
                if self._reuse(part, progress, going):
                    own.launched()
                else:
                    self._launch(part, progress, going)
        finally:
            own.over()

    def _reuse(self, part: Part, progress: Progress, going: "_Round") -> bool:
        running = read_state(self._home).get(part.name)
        if running is None:
            return False
        child = Child(running.pid, running.born)
        if _lives(running) and part.fits(self._site(part, progress), running.facts):
            try:
                self._wait(part, running, going)
            except _OtherEnded:
                raise
            except ServiceFailed:
                progress(Step(part.name, part.title, "note", "runs, but does not answer: started anew"))
            else:
                progress(Step(part.name, part.title, "reused", running.address))
                return True
        end(child, part.stop_seconds)       # also what a killed one has left behind
        return False

    def _launch(self, part: Part, progress: Progress, going: "_Round") -> None:
        progress(Step(part.name, part.title, "starting"))
        log = log_of(self._home, part.name)
        start = part.prepare(self._site(part, progress))
        child = launch(start.command, log, environment(self._settings))
        running = Running(part.name, child.pid, child.born, real_time().isoformat(timespec="seconds"), str(log), start.address, start.facts)
        try:
            self._remember(running)
            going.begun[part.name].launched()
            self._wait(part, running, going)
        except _OtherEnded:                 # it may only wait for that one: leave it to the next round
            raise
        except ServiceFailed as failed:
            end(child, part.stop_seconds)
            raise part.explains(failed, self._settings) from failed
        except (EvergraphError, OSError):
            end(child, part.stop_seconds)
            raise
        progress(Step(part.name, part.title, "ready", running.address))

    def _wait(self, part: Part, running: Running, going: "_Round") -> None:
        facts = dict(running.facts)

        def answered() -> bool:
            facts.update(part.learns(self._home, running.facts))
            if part.answers(self._home, facts, Path(running.log)):
                return True
            self._look_after_others(going)
            return False

        wait_until(answered, Child(running.pid, running.born), part.title, Path(running.log), part.start_seconds, going.stop)
        self._remember(replace(running, facts=facts, is_ready=True))

    def _look_after_others(self, going: "_Round") -> None:
        """Raises _OtherEnded where a running part has ended: a starting part may wait for it, and would wait until its time is over."""
        for name, running in self._known().items():
            if going.is_up(name) and not _lives(running):
                raise _OtherEnded(f"{PARTS[name].title} ended by itself while other services were starting. Its log: {running.log}")

    def _stop(self, part: Part, running: Running, progress: Progress) -> None:
        progress(Step(part.name, part.title, "stopping"))
        end(Child(running.pid, running.born), part.stop_seconds)
        self._forget(part.name)
        progress(Step(part.name, part.title, "stopped"))

    def _row(self, part: Part, running: Running | None) -> Row:
        if replacement := part.replacement(self._settings):
            return Row(part.name, part.title, "elsewhere", note=f"{replacement} is set")
        if running is None:
            return Row(part.name, part.title, "stopped")
        secret = secret_file(self._home, f"{part.name}-password")
        note = f"password in {secret}" if secret.is_file() else ""
        return Row(part.name, part.title, self._state(part, running), running.address, running.pid, running.since, running.log, note)

    def _state(self, part: Part, running: Running) -> str:
        if not _lives(running):
            return "crashed"
        try:
            return "up" if part.answers(self._home, running.facts, Path(running.log)) else "not answering"
        except EvergraphError:
            return "not answering"

    def _site(self, part: Part, progress: Progress) -> Site:
        return Site(
            self._settings, read_state(self._home),
            fetching=lambda file, received, total: progress(Step(part.name, part.title, "fetching", file, received, total)),
            told=lambda text: progress(Step(part.name, part.title, "note", text)),
        )

    def _remember(self, running: Running) -> None:
        with self._writing:
            write_state(self._home, read_state(self._home) | {running.name: running})

    def _forget(self, name: str) -> None:
        with self._writing:
            write_state(self._home, {known: running for known, running in read_state(self._home).items() if known != name})

    @contextmanager
    def _alone(self, progress: Progress) -> Iterator[None]:
        """One `up` or `down` at a time; the lock goes with its process, so a killed one blocks nobody."""
        folder = self._home / "run"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._home.chmod(0o700)
        lock = FileLock(folder / "up.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            progress(Step("", "", "note", "Another `evergraph up` or `down` is at work here: waiting for it."))
            _acquire(lock)
        try:
            yield
        finally:
            lock.release()


class _Begun:
    """The state of a starting part, on which dependent parts wait."""

    def __init__(self) -> None:
        self.done: Future[None] = Future()
        self._known, self._is_launched = threading.Event(), False

    def launched(self) -> None:
        """Its process runs and its address is known."""
        self._is_launched = True
        self._known.set()

    def over(self) -> None:
        """The start has ended, well or not: wake those that wait for the launch."""
        self._known.set()

    def is_launched(self) -> bool:
        """Waits until its address is known; False where it could not be launched."""
        self._known.wait()
        return self._is_launched

    def has_answered(self) -> bool:
        """Waits until it answers; False where it did not."""
        return self.done.exception() is None


class _Round:
    """One `up`: starts parts in parallel and records which are ready."""

    def __init__(self, others: frozenset[str]) -> None:
        self.stop, self.begun, self._others = threading.Event(), dict[str, _Begun](), others

    def is_up(self, name: str) -> bool:
        """Whether a part is up as far as this round knows; one that is on its way, or failed, is not."""
        begun = self.begun.get(name)
        return name in self._others if begun is None else begun.done.done() and begun.has_answered()


class _OtherEnded(ServiceFailed):
    """A service ended by itself while another one was waited for."""


class _NeedFailed(EvergraphError):
    """A service that this one needs did not start."""


def _acquire(lock: FileLock) -> None:
    try:
        lock.acquire(timeout=ANOTHER_UP_SECONDS)
    except Timeout as error:
        text = f"Another `evergraph up` or `down` has been at work for {ANOTHER_UP_SECONDS:.0f} seconds. End it first."
        raise ServiceFailed(text) from error


def _lives(running: Running) -> bool:
    return is_alive(Child(running.pid, running.born))
