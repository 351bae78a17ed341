"""Somebody who waits for a run's events: what is new at each look, how long until the next, and what is borne with on the way."""

import time
from typing import Any, Protocol

from agent.answer import Event
from kg.errors import StoreUnavailable
from ui.problems import NoSuchRun, as_problem

LAST = frozenset({"answer", "error"})   # kinds of events after which nothing comes
POKE_SECONDS = 2.0                      # without an event: then it is looked whether anybody works on the run
LOOK_SECONDS = 1.0                      # so often it is looked even where no news are known
AWAY_SECONDS = 120.0                    # so long the store may be away before who waits is told
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 0.2


class Told(Protocol):
    """What listening needs of the runs (ui/asking/runs.py)."""

    def events(self, run: Any, after: int) -> list[Event]: ...
    def is_told(self, run: Any, after: int) -> bool: ...
    def poke(self, run: Any) -> None: ...
    def has_news(self, run: Any, after: int) -> bool: ...


class Listening:
    """One listener of one run. `is_over`: nothing more will come."""

    def __init__(self, runs: Told, run: Any, after: int = 0) -> None:
        """`after`: the number of the event that was heard last."""
        self._runs, self._run, self._after = runs, run, after
        self._is_resumed, self.is_over = after > 0, False
        self._heard = self._poked = time.monotonic()
        self._looked = 0.0
        self._pause = _FIRST_PAUSE

    def is_due(self) -> bool:
        """Is a look worth while?"""
        return self._runs.has_news(self._run, self._after) or time.monotonic() - self._looked > LOOK_SECONDS

    def look(self) -> list[Event]:
        """What has happened since the last look; nothing while the store is away. Raises StoreUnavailable once it has been away for too long."""
        self._looked = time.monotonic()
        try:
            found = self._news()
        except NoSuchRun as error:      # it was deleted meanwhile
            found = [Event(self._after + 1, "error", as_problem(error))]
        except StoreUnavailable:
            if time.monotonic() - self._heard > AWAY_SECONDS:
                raise
            return []
        self._heard = time.monotonic()
        if found:
            self._after, self._pause, self._poked = found[-1].id, _FIRST_PAUSE, self._heard
            self.is_over = found[-1].kind in LAST
        return found

    def pause(self) -> float:
        """Seconds until the next look: short after an event, then longer."""
        self._pause = min(self._pause * 1.5, _LONGEST_PAUSE)
        return 0.0 if self.is_over else self._pause

    def _news(self) -> list[Event]:
        found = self._runs.events(self._run, self._after)
        if not found and self._is_resumed:
            self._is_resumed, self.is_over = False, self._runs.is_told(self._run, self._after)
        if not found and time.monotonic() - self._poked > POKE_SECONDS:
            self._poked = time.monotonic()
            self._runs.poke(self._run)
        return found
