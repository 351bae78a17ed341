"""Runs: questions under way, kept in the store, so that any process can tell their events, and one that died loses none.

The questions of a conversation wait in a line in the order in which they came; who holds the line's lock works off the
first, and it leaves the line when it has ended. A run whose process died is first still: whoever looks next begins it anew.
What is told first, before any work, is that a run waits, and behind how many. A process works on few runs at once, so that each of them
gets on, and takes them person by person.
A run does not need its asker to listen; its events are kept for a day (`ui/asking/kept_runs.py`).
"""

import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Stop
from typing import Any, Protocol

from agent.answer import Ask, Event
from kg.errors import Busy, Cancelled, EvergraphError, StoreUnavailable
from memory.history import History
from ui.asking.fair import Fair
from ui.asking.kept_runs import KEPT_SECONDS, MOST_WAITING, KeptRuns, Run, digest, key_of, log_of
from ui.asking.listening import Listening
from ui.asking.news import News
from ui.problems import GaveUp, NoSuchRun, OtherBody, TooManyWaiting, as_problem
from ui.sign_in.access import Asker

AT_ONCE = 8                             # runs that a process works on; the others wait, which takes less time than all of them together
OF_ONE = 4                              # of them, how many may be one person's
MOST_TRIES = 2                          # of a run whose processes died: a third would take a third process with it
LEASE_SECONDS = 10.0                    # a conversation is free so long after its process died
STOP_LOOK_SECONDS = 0.2                 # how often it is looked whether a run is to stop
MOST_UNDER_WAY = 100                    # of a person's runs, how many a page can find again
TELL_AGAIN_SECONDS = 0.2               # the store is away: then it is tried again
ERASE_PATIENCE_SECONDS = 60.0           # so long who erases a person waits for what is worked on for them
STOPPED_SECONDS = 30.0                  # so long it is known that a run that was deleted is to stop

_log = logging.getLogger(__name__)


class Assistants(Protocol):
    """What runs need of the object graph (workers/wiring.py)."""

    @property
    def store(self) -> Any: ...
    @property
    def history(self) -> History: ...
    @property
    def settings(self) -> Any: ...
    def assistant(self, slug: str) -> Any: ...


class Runs:
    """The runs of an installation, as this process sees them."""

    def __init__(self, installation: Assistants) -> None:
        """No I/O."""
        self._installation = installation
        self._kept = KeptRuns(installation.store, installation.settings.home)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="run")
        self._here: dict[str, Stop] = {}                # the runs that are worked on in this process
        self._waiting = Fair(OF_ONE)                    # lines that a thread will look at
        self._news = News(self._counts)
        self._closing = Stop()
        self._watching = threading.Lock()

    def begin(self, asker: Asker, ask: Ask, run_id: str, fingerprint: str = "") -> Run:
        """Put a question into its conversation's line; the run of that id where there is one already.

        Raises OtherBody where that is another question, TooManyWaiting, StoreUnavailable.
        """
        run = self._kept.made(asker, ask, run_id, fingerprint)
        done, place = self._kept.enqueue(run)
        if done == "full":
            raise TooManyWaiting(f"{MOST_WAITING} questions wait in this conversation.")
        if done == "known":             # or it is ours, of which we had not heard that it was kept
            run = self.known(asker, run_id, fingerprint) or run
        self._store.keep(_under_way(asker.tenant, asker.email), run.id, b"", MOST_UNDER_WAY)
        if done == "new":
            self._tell(run, Event(0, "waiting", {"before": max(place - 1, self._ahead(), self._waiting.ahead_of(_owner(run)))}))
        self._submit(run.line, _owner(run))
        return run

    def known(self, asker: Asker, run_id: str, fingerprint: str) -> Run | None:
        """The run of that id, if it is this question's. Raises OtherBody where it is another's, StoreUnavailable."""
        run = self._kept.load(run_id)
        if run is not None and ((run.tenant, run.person) != (asker.tenant, asker.email) or run.fingerprint != fingerprint):
            raise OtherBody()
        return run

    def find(self, asker: Asker, run_id: str) -> Run:
        """The person's own run. Raises NoSuchRun, StoreUnavailable."""
        run = self._kept.load(run_id)
        if run is None or (run.tenant, run.person) != (asker.tenant, asker.email):
            raise NoSuchRun()
        return run

    def under_way(self, asker: Asker) -> list[Run]:
        """The person's runs that are not over, the oldest first. Raises StoreUnavailable."""
        mine = _under_way(asker.tenant, asker.email)
        ids = list(self._store.kept(mine))
        ended = self._store.get_all([f"{log_of(each)}:end" for each in ids])
        self._store.drop(mine, *(each for each, end in zip(ids, ended, strict=True) if end is not None))
        found = (self._kept.load(each) for each, end in zip(ids, ended, strict=True) if end is None)
        return [run for run in found if run is not None]

    def events(self, run: Run, after: int = 0) -> list[Event]:
        """What has happened since the event of that number; their ids rise by one. Raises StoreUnavailable."""
        return self._kept.told(run, after)

    def is_told(self, run: Run, after: int) -> bool:
        """Whether nothing comes after the event of that number. Raises StoreUnavailable."""
        end = self._store.get(f"{log_of(run.id)}:end")
        return end is not None and int(end) <= after

    def poke(self, run: Run) -> None:
        """Have somebody work on the run, should nobody do so. Raises NoSuchRun where it was deleted, StoreUnavailable."""
        if self._kept.load(run.id) is None:
            raise NoSuchRun()
        self._submit(run.line, _owner(run))

    def has_news(self, run: Run, after: int) -> bool:
        """Has more been told than the event of that number, as far as this process knows? It may learn of it a little later."""
        return self._news.has(run.id, after)

    def follow(self, run: Run, after: int = 0) -> Iterator[Event]:
        """The events from that number on, as they happen, until the last. Raises StoreUnavailable."""
        listening = Listening(self, run, after)
        while not listening.is_over:
            if listening.is_due():
                yield from listening.look()
            time.sleep(listening.pause())

    def cancel(self, run: Run) -> None:
        """End a run: one that waits at once, one that has begun at its next step. Nothing happens to one that has ended. Raises StoreUnavailable."""
        if self._store.claim(key_of(run.id, "begun"), b"cancelled", KEPT_SECONDS):
            self._tell(run, Event(0, "error", as_problem(Cancelled())))
            return
        self._store.put(key_of(run.id, "stop"), b"1", KEPT_SECONDS)
        if run.id in self._here:
            self._here[run.id].set()

    def forget(self, tenant: str, person: str, session: str | None = None) -> frozenset[str]:
        """End a person's runs, of one session where named, and delete their words and events; in which lines they were. Raises StoreUnavailable."""
        lines = set()
        for run_id, run in self._kept.of(tenant, person):
            if session is None or (run is not None and run.session == session):
                lines |= {run.line} if run is not None else set()
                self._forget(run_id, run)
        return frozenset(lines)

    def erase(self, tenant: str, person: str, patience: float = ERASE_PATIENCE_SECONDS) -> None:
        """End all runs of a person and delete them; none is worked on any more, in any process, when this returns.

        Raises Busy where one does not end within `patience` seconds, StoreUnavailable; call it again then.
        """
        lines = self.forget(tenant, person)
        self._store.clear(_under_way(tenant, person))
        for line in sorted(lines):
            with self._store.hold(f"line:{line}", LEASE_SECONDS, patience):
                pass

    def close(self) -> None:
        """Work on nothing any more; what is not ended is begun anew by another process, or by the next."""
        self._closing.set()
        for stop in tuple(self._here.values()):
            stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._news.close()

    @property
    def _store(self) -> Any:
        return self._installation.store

    def _tell(self, run: Run, event: Event) -> None:
        self._add(run, event, self._kept.sealed(run, event))

    def _add(self, run: Run, event: Event, sealed: bytes) -> None:
        self._news.tell(run.id, self._kept.tell(run, event, sealed))

    def _forget(self, run_id: str, run: Run | None) -> None:
        if run is not None:
            self.cancel(run)
            self._store.leave(run.line, key_of(run_id))
        is_over = self._store.get(f"{log_of(run_id)}:end") is not None
        self._kept.delete(run_id)
        if not is_over:
            self._store.put(key_of(run_id, "stop"), b"1", STOPPED_SECONDS)      # whoever works on it has to see it

    def _ahead(self) -> int:
        """How many runs somebody who comes now waits for, in this process."""
        return len(self._here) + len(self._waiting) if len(self._here) >= AT_ONCE else 0

    def _counts(self, runs: Sequence[str]) -> Sequence[int]:
        return list(self._store.lengths([log_of(run) for run in runs]))

    def _submit(self, line: str, person: str) -> None:
        if not self._closing.is_set() and self._waiting.put(person, line):
            self._threads.submit(self._drive)

    def _drive(self) -> None:
        """Work off one line of those that wait, if it is anybody's turn: who has their share under way goes on when one of them has ended."""
        try:
            person, line = self._waiting.take()
        except LookupError:
            return
        try:
            self._work_on(person, line)
        finally:
            if self._waiting.done(person) and not self._closing.is_set():
                self._threads.submit(self._drive)

    def _work_on(self, person: str, line: str) -> None:
        """Work off the first of a line. Who finds it held may go: its holder looks again after letting it go."""
        try:
            with self._store.hold(f"line:{line}", LEASE_SECONDS, 0.0) as held:
                first = self._store.first(line)
                if first is not None and self._work_off(first.removeprefix(key_of("")), held):
                    self._store.leave(line, first)
            if self._store.first(line) is not None:
                self._submit(line, person)
        except Busy:
            return
        except EvergraphError:
            _log.warning("a conversation cannot be worked on just now; who waits for it tries again", exc_info=True)

    def _work_off(self, run_id: str, held: Any) -> bool:
        """Whether the run is over."""
        run = self._kept.load(run_id)
        if run is None or not self._store.claim(key_of(run_id, "begun"), b"begun", KEPT_SECONDS):
            return True
        tries = self._store.count(key_of(run_id, "tries"), KEPT_SECONDS)
        if tries > 1 and (end := self._found(run, tries)) is not None:
            self._tell(run, end)
            return True
        stop = self._here[run_id] = Stop()
        self._watch()
        try:
            return self._run(run, stop, held)
        finally:
            del self._here[run_id]

    def _found(self, run: Run, tries: int) -> Event | None:
        """How a run ends whose process died: with the answer that stands in the history already, or because it was tried too often."""
        turns = self._installation.history.read(run.tenant, run.person, run.session)
        kept = next((turn for turn in turns if run.turn and turn.get("id") == run.turn), None)
        if kept is not None:
            return Event(0, "answer", kept["answer"])
        return Event(0, "error", as_problem(GaveUp())) if tries > MOST_TRIES else None

    def _run(self, run: Run, stop: Stop, held: Any) -> bool:
        for event in self._happenings(run, stop):
            if self._closing.is_set():
                return False
            self._tell_patiently(run, event, held)
        return not self._closing.is_set()

    def _tell_patiently(self, run: Run, event: Event, held: Any) -> None:
        """Tell an event, once the store is there; for as long as the conversation is ours."""
        sealed = self._kept.sealed(run, event)
        while True:
            held.check()
            try:
                self._add(run, event, sealed)
                return
            except StoreUnavailable:
                if self._closing.wait(TELL_AGAIN_SECONDS):
                    raise

    def _happenings(self, run: Run, stop: Stop) -> Iterator[Event]:
        ask = Ask(run.person, run.text, run.session, run.reply_to, run.turn, run.about, run.instead_of)
        try:
            yield from self._installation.assistant(run.tenant).ask(ask, stop)
        except EvergraphError as error:
            yield Event(0, "error", as_problem(error))
        except Exception as error:      # noqa: BLE001 - the edge of the process: a run that breaks must end its stream, not hang it
            _log.exception("a run broke")
            yield Event(0, "error", as_problem(error))

    def _watch(self) -> None:
        """One thread looks for all runs of this process whether somebody wants them to stop, and goes when there are none."""
        if self._watching.acquire(blocking=False):
            threading.Thread(target=self._look_for_stops, name="stops", daemon=True).start()

    def _look_for_stops(self) -> None:
        try:
            while self._here and not self._closing.wait(STOP_LOOK_SECONDS):
                here = dict(self._here)
                for stop, said in zip(here.values(), self._said_stop(here), strict=True):
                    if said is not None:
                        stop.set()
        finally:
            self._watching.release()
        if self._here and not self._closing.is_set():   # one came while this went
            self._watch()

    def _said_stop(self, runs: Mapping[str, Stop]) -> list[bytes | None]:
        try:
            return list(self._store.get_all([key_of(run, "stop") for run in runs]))
        except EvergraphError:          # away for a moment
            return [None] * len(runs)


def _owner(run: Run) -> str:
    return digest(run.tenant, run.person)


def _under_way(tenant: str, person: str) -> str:
    return f"under way:{digest(tenant, person)}"
