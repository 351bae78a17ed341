"""How often and how long one may ask: deadlines, the pace of a linked account, a breaker for failing streaks.

Monotonic seconds only; nothing here knows HTTP or Merge.
"""

import threading
import time
from collections import deque
from collections.abc import Callable

Monotonic = Callable[[], float]


class Deadline:
    """A moment on the process's monotonic clock after which nobody waits for the answer any more."""

    __slots__ = ("_end", "_monotonic")

    def __init__(self, end: float, monotonic: Monotonic = time.monotonic) -> None:
        self._end = end
        self._monotonic = monotonic

    @classmethod
    def after(cls, seconds: float, monotonic: Monotonic = time.monotonic) -> "Deadline":
        """The deadline that many seconds from now."""
        return cls(monotonic() + seconds, monotonic)

    @classmethod
    def never(cls) -> "Deadline":
        """A deadline that does not come."""
        return cls(float("inf"))

    def left(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self._end - self._monotonic())

    @property
    def expired(self) -> bool:
        """Whether the moment has passed."""
        return self.left() <= 0


class Pace:
    """At most so many requests in any 60 seconds: what Merge counts per linked account.

    A window of the requests made instead of a bucket of tokens: a burst may use the whole minute at once, and no minute is ever exceeded.
    """

    WINDOW = 60.0

    def __init__(self, per_minute: int | None, monotonic: Monotonic = time.monotonic) -> None:
        self._per_minute = per_minute
        self._monotonic = monotonic
        self._made: deque[float] = deque()
        self._not_before = 0.0
        self._lock = threading.Lock()

    def take(self) -> float:
        """Seconds to wait before asking again for leave; 0: go ahead, the request is counted."""
        with self._lock:
            now = self._monotonic()
            if now < self._not_before:
                return self._not_before - now
            return self._take(now)

    def hold(self, seconds: float) -> None:
        """No request for that long: the server said so."""
        with self._lock:
            self._not_before = max(self._not_before, self._monotonic() + seconds)

    def _take(self, now: float) -> float:
        if self._per_minute is None:
            return 0.0
        while self._made and self._made[0] <= now - self.WINDOW:
            self._made.popleft()
        if len(self._made) >= self._per_minute:
            return self._made[0] + self.WINDOW - now
        self._made.append(now)
        return 0.0


class Breaker:
    """Stops asking for a while after too many failures in a short window.

    Successes in between do not count against failures: Merge's own guard does not subtract them either.
    """

    def __init__(self, failures: int, window: float, open_for: float, monotonic: Monotonic = time.monotonic) -> None:
        self._limit = failures
        self._window = window
        self._open_for = open_for
        self._monotonic = monotonic
        self._failed_at: deque[float] = deque()
        self._opens_until = 0.0
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether nothing may be asked now."""
        with self._lock:
            return self._monotonic() < self._opens_until

    def failed(self) -> None:
        """Count one failed request."""
        with self._lock:
            now = self._monotonic()
            self._failed_at.append(now)
            while self._failed_at[0] <= now - self._window:
                self._failed_at.popleft()
            if len(self._failed_at) >= self._limit:
                self._opens_until = now + self._open_for
                self._failed_at.clear()
