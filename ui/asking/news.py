"""Which runs have told something new: one thread looks for all who listen in this process, so that a listener costs nothing while nothing happens."""

import threading
import time
from collections.abc import Callable, Sequence

from kg.errors import StoreUnavailable

LOOK_SECONDS = 0.1                      # how often it is looked at what other processes told
LEFT_SECONDS = 5.0                      # who has not asked for so long does not listen any more


class News:
    """How many events each run has told, of the runs that somebody listens to. Usable from threads."""

    def __init__(self, counts: Callable[[Sequence[str]], Sequence[int]]) -> None:
        """`counts`: the events that runs have told by now; raises StoreUnavailable."""
        self._counts = counts
        self._asked: dict[str, float] = {}              # by run, when somebody asked last
        self._told: dict[str, int] = {}
        self._lock = threading.Lock()
        self._is_watched = False
        self._watcher: threading.Thread | None = None
        self._closing = threading.Event()

    def has(self, run: str, after: int) -> bool:
        """Has more been told than the event of that number, as far as is known here?"""
        with self._lock:
            self._asked[run] = time.monotonic()
            if not self._is_watched and not self._closing.is_set():
                self._is_watched = True
                self._watcher = threading.Thread(target=self._watch, name="news", daemon=True)
                self._watcher.start()
            return self._told.get(run, 0) > after

    def tell(self, run: str, number: int) -> None:
        """This process told the event of that number."""
        with self._lock:
            if run in self._asked:
                self._told[run] = max(number, self._told.get(run, 0))

    def close(self) -> None:
        """Look no more: whoever made it may close what `counts` reads."""
        self._closing.set()
        watcher = self._watcher
        if watcher is not None:
            watcher.join()

    def _watch(self) -> None:
        while not self._closing.is_set() and (runs := self._listened_to()):
            try:
                for run, number in zip(runs, self._counts(runs), strict=True):
                    self.tell(run, number)
            except StoreUnavailable:    # away for a moment; who listens looks from time to time and bears with it
                pass
            self._closing.wait(LOOK_SECONDS)

    def _listened_to(self) -> list[str]:
        now = time.monotonic()
        with self._lock:
            self._asked = {run: at for run, at in self._asked.items() if now - at < LEFT_SECONDS}
            self._told = {run: number for run, number in self._told.items() if run in self._asked}
            self._is_watched = bool(self._asked)
            return list(self._asked)
