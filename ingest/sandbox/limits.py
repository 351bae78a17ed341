"""Merge's two guards: calls per minute and account, and failures in ten seconds per client. Both are off unless set."""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

from ingest.sandbox.answers import Refused, detail

MINUTE = 60.0
FAILURE_WINDOW = 10.0


@dataclass(slots=True)
class Limits:
    """Sliding windows over a clock of seconds."""

    seconds: Callable[[], float]
    per_minute: int | None = None
    failures: int | None = None           # more than this many in ten seconds: blocked
    _calls: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _failed: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def admit(self, token: str) -> None:
        """Count a call of an account. Raises Refused (429) where it is one too many."""
        if self.per_minute is not None:
            calls = self._within(self._calls[token], MINUTE)
            if len(calls) >= self.per_minute:
                raise _throttled(MINUTE - (self.seconds() - calls[0]) if calls else MINUTE)
            calls.append(self.seconds())

    def guard(self, client: str) -> None:
        """Raises Refused (429) for a client that has failed too often."""
        if self.failures is not None:
            failed = self._within(self._failed[client], FAILURE_WINDOW)
            if len(failed) > self.failures:
                raise _throttled(FAILURE_WINDOW - (self.seconds() - failed[0]))

    def note(self, client: str, status: int) -> None:
        """Remember how a call ended; being throttled is no failure."""
        if self.failures is not None and status >= 400 and status != 429:
            self._failed[client].append(self.seconds())

    def forget(self) -> None:
        """Start counting anew."""
        self._calls.clear()
        self._failed.clear()

    def _within(self, times: deque[float], window: float) -> deque[float]:
        while times and self.seconds() - times[0] >= window:
            times.popleft()
        return times


def _throttled(seconds: float) -> Refused:
    wait = max(1, ceil(seconds))
    return detail(429, f"Request was throttled. Expected available in {wait} seconds.", **{"Retry-After": str(wait)})
