"""Runs: questions under way, kept in the store, so that any process can tell their events, and one that died loses none.

The questions of a conversation wait in a line in the order in which they came; who holds the line's lock works off the
first, and it leaves the line when it has ended. A run whose process died is first still: whoever looks next begins it anew.
What is told first, before any work, is that a run waits, and behind how many. A process works on few runs at once, so that each of them
gets on, and takes them person by person.
A run does not need its asker to listen; its events are kept for a day.
"""

import json
import logging
import secrets
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import blake2b
from threading import Event as Stop
from typing import Any, Protocol

from agent.answer import Ask, Event
from kg.errors import Busy, Cancelled, EvergraphError, StoreUnavailable
from memory.history import History
from ui.access import Asker
from ui.fair import Fair
from ui.listening import LAST, Listening
from ui.news import News
from ui.problems import GaveUp, NoSuchRun, OtherBody, TooManyWaiting, as_problem

KEPT_SECONDS = 86_400.0
AT_ONCE = 8                             # runs that a process works on; the others wait, which takes less time than all of them together
OF_ONE = 4                              # of them, how many may be one person's
MOST_WAITING = 100                      # in one conversation
MOST_TRIES = 2                          # of a run whose processes died: a third would take a third process with it
LEASE_SECONDS = 10.0                    # a conversation is free so long after its process died
STOP_LOOK_SECONDS = 0.2                 # how often it is looked whether a run is to stop
MOST_UNDER_WAY = 100                    # of a person's runs, how many a page can find again
TELL_AGAIN_SECONDS = 0.2               # the store is away: then it is tried again

_log = logging.getLogger(__name__)


class Assistants(Protocol):
    """What runs need of the object graph (workers/wiring.py)."""

    @property
    def store(self) -> Any: ...
    @property
    def history(self) -> History: ...
    def assistant(self, slug: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Run:
    """A question as it waits. `fingerprint` tells it from another one under the same key; by `turn` the history knows what came of it."""

    id: str
    tenant: str
    person: str
    session: str
    text: str
    reply_to: str | None
    fingerprint: str
    turn: str | None = None
    about: str | None = None

    @property
    def line(self) -> str:
        """The conversation that it waits in."""
        return digest(self.tenant, self.person, self.session)


class Runs:
    """The runs of an installation, as this process sees them."""

    def __init__(self, installation: Assistants) -> None:
        """No I/O."""
        self._installation = installation
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
        run = Run(run_id, asker.tenant, asker.email, ask.session, ask.text, ask.reply_to, fingerprint, secrets.token_hex(16), ask.about)
        done, place = self._store.enqueue(run.line, _key(run.id), json.dumps(asdict(run)).encode(), KEPT_SECONDS, MOST_WAITING)
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
        run = self._load(run_id)
        if run is not None and ((run.tenant, run.person) != (asker.tenant, asker.email) or run.fingerprint != fingerprint):
            raise OtherBody()
        return run

    def find(self, asker: Asker, run_id: str) -> Run:
        """The person's own run. Raises NoSuchRun, StoreUnavailable."""
        run = self._load(run_id)
        if run is None or (run.tenant, run.person) != (asker.tenant, asker.email):
            raise NoSuchRun()
        return run

    def under_way(self, asker: Asker) -> list[Run]:
        """The person's runs that are not over, the oldest first. Raises StoreUnavailable."""
        mine = _under_way(asker.tenant, asker.email)
        ids = list(self._store.kept(mine))
        ended = self._store.get_all([f"{_log_of(each)}:end" for each in ids])
        self._store.drop(mine, *(each for each, end in zip(ids, ended, strict=True) if end is not None))
        found = (self._load(each) for each, end in zip(ids, ended, strict=True) if end is None)
        return [run for run in found if run is not None]

    def events(self, run: Run, after: int = 0) -> list[Event]:
        """What has happened since the event of that number; their ids rise by one. Raises StoreUnavailable."""
        told = (json.loads(entry) for entry in self._store.entries(_log_of(run.id), after))
        return [Event(number, each["kind"], each["data"]) for number, each in enumerate(told, after + 1)]

    def is_told(self, run: Run, after: int) -> bool:
        """Whether nothing comes after the event of that number. Raises StoreUnavailable."""
        end = self._store.get(f"{_log_of(run.id)}:end")
        return end is not None and int(end) <= after

    def poke(self, run: Run) -> None:
        """Have somebody work on the run, should nobody do so. Raises NoSuchRun where it was deleted, StoreUnavailable."""
        if self._load(run.id) is None:
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
        if self._store.claim(_begun(run.id), b"cancelled", KEPT_SECONDS):
            self._tell(run, Event(0, "error", as_problem(Cancelled())))
            return
        self._store.put(_stop(run.id), b"1", KEPT_SECONDS)
        if run.id in self._here:
            self._here[run.id].set()

    def forget(self, tenant: str, person: str, session: str | None = None) -> None:
        """End a person's runs, of one session where named, and delete their words and events. Raises StoreUnavailable."""
        for key in self._store.names(_key("")):
            run_id, is_part, _ = key.removeprefix(_key("")).partition(":")
            run = None if is_part else self._load(run_id)
            if run is not None and (run.tenant, run.person) == (tenant, person) and session in (None, run.session):
                self.cancel(run)
                self._store.leave(run.line, key)
                self._store.delete(key, *self._store.names(f"{key}:"))

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

    def _load(self, run_id: str) -> Run | None:
        kept = self._store.get(_key(run_id))
        return Run(**json.loads(kept)) if kept is not None else None

    def _tell(self, run: Run, event: Event, once: str = "") -> None:
        """`once`: a name by which the store knows the event, should it be told again because nobody heard whether it was kept."""
        value = json.dumps({"kind": event.kind, "data": event.data, "once": once}, ensure_ascii=False, default=str).encode()
        number = self._store.append(_log_of(run.id), value, KEPT_SECONDS, is_first=event.kind == "waiting", is_last=event.kind in LAST)
        self._news.tell(run.id, number)

    def _ahead(self) -> int:
        """How many runs somebody who comes now waits for, in this process."""
        return len(self._here) + len(self._waiting) if len(self._here) >= AT_ONCE else 0

    def _counts(self, runs: Sequence[str]) -> Sequence[int]:
        return list(self._store.lengths([_log_of(run) for run in runs]))

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
                if first is not None and self._work_off(first.removeprefix(_key("")), held):
                    self._store.leave(line, first)
            if self._store.first(line) is not None:
                self._submit(line, person)
        except Busy:
            return
        except EvergraphError:
            _log.warning("a conversation cannot be worked on just now; who waits for it tries again", exc_info=True)

    def _work_off(self, run_id: str, held: Any) -> bool:
        """Whether the run is over."""
        run = self._load(run_id)
        if run is None or not self._store.claim(_begun(run_id), b"begun", KEPT_SECONDS):
            return True
        tries = self._store.count(f"{_key(run_id)}:tries", KEPT_SECONDS)
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
        once = secrets.token_hex(8)
        while True:
            held.check()
            try:
                self._tell(run, event, once)
                return
            except StoreUnavailable:
                if self._closing.wait(TELL_AGAIN_SECONDS):
                    raise

    def _happenings(self, run: Run, stop: Stop) -> Iterator[Event]:
        try:
            yield from self._installation.assistant(run.tenant).ask(Ask(run.person, run.text, run.session, run.reply_to, run.turn, run.about), stop)
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
            return list(self._store.get_all([_stop(run) for run in runs]))
        except EvergraphError:          # away for a moment
            return [None] * len(runs)


def digest(*parts: str) -> str:
    """A name for some texts; other texts have another."""
    return blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def _key(run_id: str) -> str:
    return f"run:{run_id}"


def _log_of(run_id: str) -> str:
    return f"run:{run_id}:events"


def _begun(run_id: str) -> str:
    return f"run:{run_id}:begun"


def _stop(run_id: str) -> str:
    return f"run:{run_id}:stop"


def _owner(run: Run) -> str:
    return digest(run.tenant, run.person)


def _under_way(tenant: str, person: str) -> str:
    return f"under way:{digest(tenant, person)}"
