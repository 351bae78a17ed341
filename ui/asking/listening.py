"""Somebody who waits for a run's events: what is new at each look, and what is borne with on the way."""

import time
from typing import Any, Protocol

from agent.answer import Event
from kg.errors import StoreUnavailable
from ui.problems import NoSuchRun, as_problem

LAST = frozenset({"answer", "error"})   # kinds of events after which nothing comes
AWAY_SECONDS = 120.0                    # so long the store may be away before who waits is told


class RunEvents(Protocol):
    """What listening needs of the runs (ui/asking/runs.py)."""

    def events(self, run: Any, after: int) -> list[Event]: ...
    def has_ended(self, run: Any) -> bool: ...
    def check(self, run: Any) -> None: ...


class Listening:
    """One listener of one run. `is_over`: nothing more will come; `after`: the number of the event that was heard last."""

    def __init__(self, runs: RunEvents, run: Any, after: int = 0) -> None:
        """`after`: as it was for whoever comes back."""
        self._runs, self._run, self.after = runs, run, after
        self._is_resumed, self.is_over = after > 0, False
        self._heard = time.monotonic()

    def look(self) -> list[Event]:
        """What has happened since the last look; nothing while the store is away. Raises StoreUnavailable once it has been away for too long."""
        try:
            found = self._news()
        except NoSuchRun as error:      # it was deleted meanwhile
            found = [Event(self.after + 1, "error", as_problem(error))]
        except StoreUnavailable:
            if time.monotonic() - self._heard > AWAY_SECONDS:
                raise
            return []
        self._heard = time.monotonic()
        if found:
            self.after, self.is_over = found[-1].id, found[-1].kind in LAST
        return found

    def _news(self) -> list[Event]:
        has_ended = self._is_resumed and self._runs.has_ended(self._run)        # asked first: what is told then is in what is read next
        found = self._runs.events(self._run, self.after)
        if not found and not has_ended:
            self._runs.check(self._run)
        self._is_resumed, self.is_over = False, has_ended and not found
        return found
