"""Limits of calls to Merge: deadlines, rate limit (pace) and concurrency (lanes) per linked account, and a circuit breaker.

Monotonic seconds only; nothing here knows HTTP or Merge. A pace keeps a reserve: who is in no hurry (a sync) leaves it to the
questions of people.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from kg.errors import Cancelled, StoreUnavailable
from kg.ports import Store

Monotonic = Callable[[], float]
MINUTE = 60.0
LONGEST_PAUSE = 900.0         # a server that asks for more is asked again after this
RESERVED = 0.1                # of a minute's requests, for those who wait for an answer


class Deadline:
    """A moment on the process's monotonic clock after which nobody waits for the answer any more; it has come as soon as `stop` is set."""

    __slots__ = ("_end", "_monotonic", "_stop")

    def __init__(self, end: float, monotonic: Monotonic = time.monotonic, stop: threading.Event | None = None) -> None:
        self._end = end
        self._monotonic = monotonic
        self._stop = stop

    @classmethod
    def after(cls, seconds: float, monotonic: Monotonic = time.monotonic, stop: threading.Event | None = None) -> "Deadline":
        """The deadline that many seconds from now."""
        return cls(monotonic() + seconds, monotonic, stop)

    @classmethod
    def never(cls) -> "Deadline":
        """A deadline that does not come."""
        return cls(float("inf"))

    def left(self) -> float:
        """Seconds left, at least 0."""
        return 0.0 if self._stop is not None and self._stop.is_set() else max(0.0, self._end - self._monotonic())

    @property
    def expired(self) -> bool:
        """Whether the moment has passed."""
        return self.left() <= 0

    def go_on(self) -> None:
        """Raises Cancelled where `stop` is set."""
        if self._stop is not None and self._stop.is_set():
            raise Cancelled

    def anew(self, seconds: float) -> "Deadline":
        """The deadline that many seconds from now, which the same `stop` lets come."""
        return Deadline.after(seconds, self._monotonic, self._stop)


class Paces(Protocol):
    """The pace of one linked account."""

    def take(self, in_a_hurry: bool = True) -> float:
        """Seconds to wait before asking again for leave; 0: go ahead, the request is counted."""

    def hold(self, seconds: float) -> None:
        """Close the rate limit for that many seconds, as the server asked."""


class Pace:
    """At most so many requests in any 60 seconds: what Merge counts per linked account.

    A window of the requests made instead of a bucket of tokens: a burst may use the whole minute at once, and no minute is ever exceeded.
    """

    def __init__(self, per_minute: int | None, monotonic: Monotonic = time.monotonic) -> None:
        self._per_minute = per_minute
        self._monotonic = monotonic
        self._made: deque[float] = deque()
        self._not_before = 0.0
        self._lock = threading.Lock()

    def take(self, in_a_hurry: bool = True) -> float:
        """Seconds to wait before asking again for leave; 0: go ahead, the request is counted."""
        with self._lock:
            now = self._monotonic()
            if now < self._not_before:
                return self._not_before - now
            return 0.0 if self._per_minute is None else self._take(now, allowed(self._per_minute, in_a_hurry))

    def hold(self, seconds: float) -> None:
        """Close the rate limit for that many seconds, as the server asked."""
        with self._lock:
            self._not_before = max(self._not_before, self._monotonic() + min(seconds, LONGEST_PAUSE))

    def _take(self, now: float, most: int) -> float:
        while self._made and self._made[0] <= now - MINUTE:
            self._made.popleft()
        if len(self._made) >= most:
            return self._made[len(self._made) - most] + MINUTE - now
        self._made.append(now)
        return 0.0


class SharedPace:
    """The same over all processes of an installation: workers, the web server, `ask`. While the store is away each keeps a pace of its own."""

    def __init__(self, store: Store, name: str, per_minute: int | None) -> None:
        self._store, self._name, self._per_minute = store, name, per_minute
        self._own = Pace(per_minute)

    def take(self, in_a_hurry: bool = True) -> float:
        """As Pace."""
        most = allowed(self._per_minute, in_a_hurry) if self._per_minute is not None else 1_000_000
        try:
            return self._store.admit(self._name, most, MINUTE)
        except StoreUnavailable:
            return self._own.take(in_a_hurry)

    def hold(self, seconds: float) -> None:
        """As Pace."""
        self._own.hold(seconds)
        with suppress(StoreUnavailable):
            self._store.pause(self._name, min(seconds, LONGEST_PAUSE))


def allowed(per_minute: int, in_a_hurry: bool) -> int:
    """How many requests a minute may hold when one more is asked for: all of them, or all but the reserve."""
    return per_minute if in_a_hurry else per_minute - int(per_minute * RESERVED)


class Lane:
    """One of the concurrent requests of an account, held from its first try to its last."""

    def __init__(self) -> None:
        self.is_shared = False          # was another request under way meanwhile?


class Lanes:
    """Concurrency limit of one linked account: several requests at once, but only one for a minute after a 429."""

    def __init__(self, most: int, monotonic: Monotonic = time.monotonic) -> None:
        self._most, self._monotonic = most, monotonic
        self._taken: set[Lane] = set()
        self._narrow_until = float("-inf")
        self._free = threading.Condition()

    def enter(self, seconds: float) -> Lane | None:
        """Take a lane, waiting at most so long; None if none came free. The caller must call `leave`."""
        with self._free:
            if not self._free.wait_for(self._has_room, None if seconds >= threading.TIMEOUT_MAX else seconds):
                return None
            lane = Lane()
            self._taken.add(lane)
            for one in self._taken if len(self._taken) > 1 else ():
                one.is_shared = True
            return lane

    def leave(self, lane: Lane) -> None:
        """The request is over."""
        with self._free:
            self._taken.remove(lane)
            self._free.notify_all()

    def narrow(self) -> None:
        """Allow one request at a time for a minute, after a 429."""
        self._narrow_until = self._monotonic() + MINUTE

    def _has_room(self) -> bool:
        return len(self._taken) < (1 if self._monotonic() < self._narrow_until else self._most)


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
