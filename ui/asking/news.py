"""Word from the store for whoever waits in this process: one thread blocks in a read there, and rings for those who wait for what it hears of."""

import logging
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress

from kg.errors import StoreUnavailable
from workers.storage.streams import LEASE_SECONDS, Streams

HEAR_SECONDS = LEASE_SECONDS / 3        # so long the thread blocks; then whoever made it has a look, too
AGAIN_SECONDS = 0.2                     # the store is away: then it is tried again
Word = Collection[tuple[str, str]]

_log = logging.getLogger(__name__)


class News:
    """What is heard of in this process. Usable from threads."""

    def __init__(self, streams: Streams, heard: Callable[[Word | None], None]) -> None:
        """`heard`: called at least every HEAR_SECONDS with what was heard; with None where some of it may have been missed. No I/O."""
        self._streams, self._heard = streams, heard
        self._bells: dict[str, set[Future[None]]] = {}
        self._lock, self._closing = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to listen; nothing happens where that was done."""
        with self._lock:
            if self._thread is None and not self._closing.is_set():
                self._thread = threading.Thread(target=self._listen, name="news", daemon=True)
                self._thread.start()

    @contextmanager
    def bell(self, name: str) -> Iterator[Future[None]]:
        """A future that is done once there is word of something, and when word may have been missed."""
        self.start()
        bell: Future[None] = Future()
        with self._lock:
            self._bells.setdefault(name, set()).add(bell)
        try:
            yield bell
        finally:
            with self._lock:
                self._bells[name].discard(bell)
                if not self._bells[name]:
                    del self._bells[name]

    def close(self) -> None:
        """Listen no more: whoever made it may close the store."""
        self._closing.set()
        with suppress(StoreUnavailable):
            self._streams.tell("closed", "")            # ends the read that the thread blocks in
        if self._thread is not None:
            self._thread.join()

    def _listen(self) -> None:
        after: dict[str, str] | None = None
        while not self._closing.is_set():
            try:
                if after is None:       # from now on; of what was before who waits has a look at the store
                    after, word = self._streams.join(), None
                else:
                    word = self._streams.hear(after, HEAR_SECONDS)
                self._heard(word)
            except StoreUnavailable:    # away for a moment
                after = None
                self._closing.wait(AGAIN_SECONDS)
            except Exception:           # noqa: BLE001 - the edge of the thread: without it nobody who waits would be woken any more
                _log.exception("word of a run was not understood")
                after = None
                self._closing.wait(AGAIN_SECONDS)
            else:
                self._ring(word)

    def _ring(self, word: Word | None) -> None:
        with self._lock:
            names = self._bells if word is None else {name for _, name in word} & self._bells.keys()
            bells = [bell for name in names for bell in self._bells[name]]
        for bell in bells:
            if not bell.done() and bell.set_running_or_notify_cancel():
                bell.set_result(None)
