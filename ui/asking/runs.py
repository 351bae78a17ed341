"""Runs: questions under way, kept in the store, so that any process can tell their events, and one that died loses none.

The questions of a conversation wait in the order in which they came; whoever holds the conversation's ticket works off the first
(`workers/storage/streams.py`). A process renews its tickets; the run of one that died is begun anew by the next that looks.
What is told first, before any work, is that a run waits, and behind how many. A process works on few runs at once, so that each of them
gets on, and at most half as many are one person's.
A run does not need its asker to listen; its events are kept for a day (`ui/asking/kept_runs.py`).
"""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from threading import Event as Stop
from typing import Any, Protocol

from agent.answer import Answer, Answers, Ask, Event, Reason
from kg.errors import Busy, Cancelled, EvergraphError, HistoryUnavailable, StoreUnavailable
from memory.history import History
from ui.asking.kept_runs import AT_ONCE, KEPT_SECONDS, MOST_WAITING, KeptRun, KeptRuns, digest, key_of
from ui.asking.listening import Listening
from ui.asking.news import AGAIN_SECONDS, HEAR_SECONDS, News, Word
from ui.problems import GaveUp, NoSuchRun, OtherBody, TooManyWaiting, as_problem
from ui.sign_in.access import Asker
from workers.settings import Settings
from workers.storage.store import RedisStore
from workers.storage.streams import Ticket

MOST_TRIES = 2                          # of a run whose processes died: a third would take a third process with it
MOST_UNDER_WAY = 100                    # of a person's runs, how many a page can find again
QUIET_SECONDS = 15.0                    # without word of a run: then who follows it has a look all the same
ERASE_PATIENCE_SECONDS = 60.0           # so long who erases a person waits for what is worked on for them
STOPPED_SECONDS = 30.0                  # so long it is known that a run that was deleted is to stop

_BROKEN = Answer("declined", "This did not work. Something unexpected happened, and it was logged. Ask it again; if it goes on, tell whoever runs "
                             "Evergraph.", Reason.FAILED)

_log = logging.getLogger(__name__)


class Assistants(Protocol):
    """What runs need of the object graph (workers/wiring.py)."""

    @property
    def store(self) -> RedisStore: ...
    @property
    def history(self) -> History: ...
    @property
    def settings(self) -> Settings: ...
    def assistant(self, slug: str) -> Answers: ...
    def now(self, slug: str) -> datetime: ...


class Runs:
    """The runs of an installation, as this process sees them."""

    def __init__(self, installation: Assistants) -> None:
        """No I/O."""
        self._installation = installation
        self._kept = KeptRuns(installation.store, installation.settings.home)
        self._streams = self._kept.streams
        self._news = News(self._streams, self._on_word)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="run")
        self._here: dict[Ticket, Stop] = {}             # what is worked on in this process
        self._taking = threading.Lock()
        self._renewed = 0.0
        self._is_working, self._closing = False, Stop()

    def start(self) -> None:
        """Work on what waits, from now on; nothing happens where that was done."""
        self._is_working = True
        self._news.start()

    def begin(self, asker: Asker, ask: Ask, run_id: str, fingerprint: str = "") -> KeptRun:
        """Put a question into its conversation's line; the run of that id where there is one already.

        Raises OtherBody where that is another question, TooManyWaiting, StoreUnavailable.
        """
        self.start()
        run = self._kept.made(asker, ask, run_id, fingerprint)
        place = self._kept.enqueue(run)
        if place.state == "full":
            raise TooManyWaiting(f"{MOST_WAITING} questions wait in this conversation.")
        if place.state == "known":      # or it is ours, of which we had not heard that it was kept
            run = self.known(asker, run_id, fingerprint) or run
        self._store.keep(_under_way(asker.tenant, asker.email), run.id, b"", MOST_UNDER_WAY)
        if place.state == "new":
            others = place.tickets if len(self._here) >= AT_ONCE else 0
            self._tell(run, Event(0, "waiting", {"before": max(place.before, others)}))
        return run

    def known(self, asker: Asker, run_id: str, fingerprint: str) -> KeptRun | None:
        """The run of that id, if it is this question's. Raises OtherBody where it is another's, StoreUnavailable."""
        run = self._kept.load(run_id)
        if run is not None and ((run.tenant, run.person) != (asker.tenant, asker.email) or run.fingerprint != fingerprint):
            raise OtherBody()
        return run

    def find(self, asker: Asker, run_id: str) -> KeptRun:
        """The person's own run. Raises NoSuchRun, StoreUnavailable."""
        run = self._kept.load(run_id)
        if run is None or (run.tenant, run.person) != (asker.tenant, asker.email):
            raise NoSuchRun()
        return run

    def under_way(self, asker: Asker) -> list[KeptRun]:
        """The person's runs that are not over, the oldest first. Raises StoreUnavailable."""
        mine = _under_way(asker.tenant, asker.email)
        ids = list(self._store.kept(mine))
        ended = self._kept.have_ended(ids)
        self._store.drop(mine, *(each for each, is_over in zip(ids, ended, strict=True) if is_over))
        found = (self._kept.load(each) for each, is_over in zip(ids, ended, strict=True) if not is_over)
        return [run for run in found if run is not None]

    def events(self, run: KeptRun, after: int = 0) -> list[Event]:
        """What has happened since the event of that number; their ids rise by one. Raises StoreUnavailable."""
        return self._kept.told(run, after)

    def has_ended(self, run: KeptRun) -> bool:
        """Whether its last event was told. Raises StoreUnavailable."""
        return self._kept.have_ended([run.id])[0]

    def check(self, run: KeptRun) -> None:
        """Raises NoSuchRun where it was deleted, StoreUnavailable."""
        if self._kept.load(run.id) is None:
            raise NoSuchRun()

    def bell(self, run: KeptRun) -> AbstractContextManager[Future[None]]:
        """A future that is done once there is word of a run, for whoever looked at its events after this. There may be nothing new all the same."""
        self.start()
        return self._news.bell(run.job.key)

    def follow(self, run: KeptRun, after: int = 0) -> Iterator[Event]:
        """The events from that number on, as they happen, until the last. Raises StoreUnavailable."""
        for each in self.hear(run, after):
            if isinstance(each, Future):
                wait([each], QUIET_SECONDS)
            else:
                yield each

    def hear(self, run: KeptRun, after: int = 0) -> Iterator[Event | Future[None]]:
        """As `follow`, without a thread: where nothing is new, a bell to wait for, QUIET_SECONDS at most. Raises StoreUnavailable."""
        listening = Listening(self, run, after)
        while not listening.is_over:
            with self.bell(run) as bell:
                found = listening.look()
                if not found and not listening.is_over:
                    yield bell
            yield from found

    def cancel(self, run: KeptRun) -> None:
        """End a run: one that waits at once, one that has begun at its next step. Nothing happens to one that has ended. Raises StoreUnavailable."""
        if self._store.claim(key_of(run.id, "begun"), b"cancelled", KEPT_SECONDS):
            self._tell(run, Event(0, "error", as_problem(Cancelled())))
            return
        self._store.put(key_of(run.id, "stop"), b"1", KEPT_SECONDS)
        self._streams.tell("stop", run.job.key)

    def forget(self, tenant: str, person: str, session: str | None = None) -> None:
        """End a person's runs, of one session where named, and delete their words and events. Raises StoreUnavailable."""
        self._forget([run_id for run_id, run in self._kept.of(tenant, person) if session is None or (run is not None and run.session == session)])

    def erase(self, tenant: str, person: str, patience: float = ERASE_PATIENCE_SECONDS) -> None:
        """End all runs of a person and delete them; none is worked on any more, in any process, when this returns.

        Raises Busy where one does not end within `patience` seconds, StoreUnavailable; call it again then.
        """
        self.forget(tenant, person)
        self._store.clear(_under_way(tenant, person))
        owner, until = digest(tenant, person), time.monotonic() + patience
        while True:
            with self._news.bell(owner) as bell:
                if not self._streams.is_at_work(owner):
                    return
                if time.monotonic() > until:
                    raise Busy()
                wait([bell], HEAR_SECONDS)

    def close(self) -> None:
        """Work on nothing any more; what is not ended is begun anew by another process, or by the next."""
        with self._taking:
            self._closing.set()
        for stop in tuple(self._here.values()):
            stop.set()
        self._threads.shutdown(wait=True)
        self._news.close()

    @property
    def _store(self) -> Any:
        return self._installation.store

    def _tell(self, run: KeptRun, event: Event) -> None:
        self._kept.tell(run, event, self._kept.sealed(run, event))

    def _forget(self, run_ids: Sequence[str]) -> None:
        """Delete all before any is stopped: what ends makes room for the next in its conversation, which must not be there any more."""
        ended = self._kept.have_ended(run_ids) if run_ids else ()
        for run_id in run_ids:
            self._kept.delete(run_id)
        for run_id, is_over in zip(run_ids, ended, strict=True):
            if not is_over:
                self._store.put(key_of(run_id, "stop"), b"1", STOPPED_SECONDS)      # whoever works on it has to see it
            self._streams.tell("stop", key_of(run_id))

    def _on_word(self, word: Word | None) -> None:
        """Stop what somebody ended, keep what is worked on here, and begin what waits, here or with a process that died."""
        here = {ticket: stop for ticket, stop in tuple(self._here.items()) if word is None or ("stop", ticket.job.key) in word}
        for stop, said in zip(here.values(), self._store.get_all([f"{ticket.job.key}:stop" for ticket in here]), strict=True):
            if said is not None:
                stop.set()
        is_due = time.monotonic() - self._renewed >= HEAR_SECONDS
        if is_due:
            self._renewed = time.monotonic()
            self._streams.renew(tuple(self._here))
        if is_due or word is None or any(what == "line" for what, _ in word):
            self._take()

    def _take(self) -> None:
        with self._taking:
            free = AT_ONCE - len(self._here)
            if free <= 0 or self._closing.is_set() or not self._is_working:
                return
            for ticket in self._streams.take(free):
                if ticket not in self._here:            # else it is ours again, after it was lost for a moment
                    self._here[ticket] = Stop()
                    self._threads.submit(self._work_on, ticket)

    def _work_on(self, ticket: Ticket) -> None:
        """Work off the first run of a conversation, then begin what else waits; whatever is raised, such as the panic of a library, which is no
        Exception: a ticket that stayed here would be renewed for ever."""
        try:
            self._try_off(ticket)
        finally:
            with self._taking:
                del self._here[ticket]
            with suppress(StoreUnavailable):            # then the next word begins it
                self._take()

    def _try_off(self, ticket: Ticket) -> None:
        try:
            (self._streams.done if self._work_off(ticket) else self._streams.hand_back)(ticket)
        except Busy:
            _log.info("a run was lost to another process")
        except EvergraphError:
            _log.warning("a conversation cannot be worked on just now; it is taken up again", exc_info=True)
        except Exception:               # noqa: BLE001 - the edge of the thread: what broke is logged, and the ticket is taken up again
            _log.exception("a conversation broke; it is taken up again")

    def _work_off(self, ticket: Ticket) -> bool:
        """Whether the run is over."""
        if self._closing.is_set():
            return False
        run_id, stop = ticket.job.key.removeprefix(key_of("")), self._here[ticket]
        run = self._kept.load(run_id) if run_id else None
        if run is None or not self._store.claim(key_of(run_id, "begun"), b"begun", KEPT_SECONDS):
            return True
        tries = self._store.count(key_of(run_id, "tries"), KEPT_SECONDS)
        if tries > 1 and self._is_settled(run, tries, ticket):
            return True
        if self._store.get(key_of(run_id, "stop")) is not None:
            stop.set()
        return self._run(run, stop, ticket)

    def _is_settled(self, run: KeptRun, tries: int, ticket: Ticket) -> bool:
        """Whether a run whose process died is not to be begun anew: it has ended, or ends now."""
        if self.has_ended(run):
            return True
        end = self._found(run, tries)
        if end is not None:
            self._tell_patiently(run, end, ticket)
        return end is not None

    def _found(self, run: KeptRun, tries: int) -> Event | None:
        """How it ends: with the answer that stands in the history already, or because it was tried too often."""
        turns = self._installation.history.read(run.tenant, run.person, run.session)
        kept = next((turn for turn in turns if run.turn and turn.get("id") == run.turn), None)
        if kept is not None:
            return Event(0, "answer", kept["answer"])
        if tries <= MOST_TRIES:
            return None
        self._keep_broken(run)
        return Event(0, "error", as_problem(GaveUp()))

    def _run(self, run: KeptRun, stop: Stop, ticket: Ticket) -> bool:
        for event in self._happenings(run, stop):
            if self._closing.is_set():
                return False
            self._tell_patiently(run, event, ticket)
        return not self._closing.is_set()

    def _tell_patiently(self, run: KeptRun, event: Event, ticket: Ticket) -> None:
        """Tell an event, once the store is there. Raises Busy where another process works on the run by then, StoreUnavailable at the close."""
        sealed = self._kept.sealed(run, event)
        while True:
            try:
                number = self._kept.tell(run, event, sealed, ticket)
            except StoreUnavailable:
                if self._closing.wait(AGAIN_SECONDS):
                    raise
            else:
                if number < 0:
                    raise Busy()
                return

    def _happenings(self, run: KeptRun, stop: Stop) -> Iterator[Event]:
        ask = Ask(run.person, run.text, run.session, run.reply_to, run.turn, run.about, run.instead_of, run.plan)
        try:
            yield from self._installation.assistant(run.tenant).ask(ask, stop)
        except EvergraphError as error:
            yield Event(0, "error", as_problem(error))
        except Exception as error:      # noqa: BLE001 - the edge of the process: a run that breaks must end its stream, not hang it
            _log.exception("a run broke")
            self._keep_broken(run)
            yield Event(0, "error", as_problem(error))

    def _keep_broken(self, run: KeptRun) -> None:
        """Let a question that broke stand in its conversation, with that it did; one that stands there already is left as it is."""
        history = self._installation.history
        with suppress(HistoryUnavailable):
            talk = history.versions(run.tenant, run.person, run.session)
            if run.turn is None or run.turn in talk.turns:
                return
            turn = {"id": run.turn, "at": self._installation.now(run.tenant).isoformat(), "question": run.text, "reply_to": run.reply_to,
                    "follows": talk.before(run.instead_of)[1], "answer": _BROKEN.as_json()}
            history.append(run.tenant, run.person, run.session, turn)


def _under_way(tenant: str, person: str) -> str:
    return f"under way:{digest(tenant, person)}"
