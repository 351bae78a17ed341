"""What models may cost: calls, tokens, money and time for one question, and tokens and money for a tenant's day.

A call is paid for before it is made, by an estimate, and settled afterwards by what the server says. Where a server says nothing, the estimate
stands.
"""

import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

LEAST_SECONDS = 0.25                    # with less left, nothing is begun
LETTERS_PER_TOKEN = 3.0                 # English has about four; the estimate may be too high, never much too low


class OutOfTime(Protocol):
    """A moment after which nobody waits (ingest.gateway.Deadline)."""

    def left(self) -> float:
        """Seconds left, at least 0."""


class NoDeadline:
    """No moment at all: for work that nobody waits for."""

    def left(self) -> float:
        """Always more."""
        return math.inf


class EarlierDeadline:
    """A moment that comes before another one, or with it."""

    def __init__(self, latest: OutOfTime, seconds: float) -> None:
        """So many seconds from now, but never after `latest`."""
        self._latest, self._end = latest, time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left, at least 0."""
        return min(self._latest.left(), max(0.0, self._end - time.monotonic()))


@dataclass(frozen=True, slots=True)
class Tokens:
    """What went in and what came out."""

    sent: int = 0
    received: int = 0

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(self.sent + other.sent, self.received + other.received)

    @property
    def all(self) -> int:
        """Both."""
        return self.sent + self.received


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    sent: float = 0.0
    received: float = 0.0

    def of(self, tokens: Tokens) -> float:
        """What these cost."""
        return (tokens.sent * self.sent + tokens.received * self.received) / 1e6


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one question may use. 0 calls: no model."""

    calls: int = 8
    tokens: int = 60_000
    dollars: float = 0.50


class Meter(Protocol):
    """What a tenant has used today, over all processes."""

    def is_used_up(self) -> bool:
        """Has the day's budget been used?"""

    def add(self, tokens: int, dollars: float) -> None:
        """So much more was used."""


class Unmetered:
    """No limit by the day."""

    def is_used_up(self) -> bool:
        """Never."""
        return False

    def add(self, tokens: int, dollars: float) -> None:
        """Nothing is counted."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call as the trace shows it; what may not be shown of its messages is masked."""

    role: str
    model: str
    server: str                         # the host, and the port where one is named
    prompt: str                         # name@version
    messages: tuple[Mapping[str, str], ...]
    tokens: Tokens
    seconds: float
    ended: str                          # "answered", or the name of the error


@dataclass
class Used:
    """What the models have used for one question."""

    calls: int = 0
    tokens: Tokens = Tokens()
    dollars: float = 0.0
    made: list[Call] = field(default_factory=list)


@dataclass(frozen=True)
class Budget:
    """What the models have used for one question, and may still use: nothing, where no limits are given. Safe to use from threads."""

    limits: Limits = Limits(0, 0, 0.0)
    deadline: OutOfTime = field(default_factory=NoDeadline)
    meter: Meter = field(default_factory=Unmetered)
    used: Used = field(default_factory=Used)
    _lock: Any = field(default_factory=threading.Lock, repr=False)

    def sooner(self, seconds: float) -> "Budget":
        """A view of this budget that starts no call after so many seconds. What is used through it counts here."""
        return replace(self, deadline=EarlierDeadline(self.deadline, seconds))

    def allows(self, estimate: Tokens, price: Price) -> bool:
        """Is there enough left for one more call of that size? Then it counts as made."""
        if self.meter.is_used_up():
            return False
        with self._lock:
            fits = (self.used.calls < self.limits.calls and self.used.tokens.all + estimate.all <= self.limits.tokens
                    and self.used.dollars + price.of(estimate) <= self.limits.dollars)
            self.used.calls += fits
            return fits

    def give_back(self) -> None:
        """The last call was turned away for its form: it does not count."""
        with self._lock:
            self.used.calls -= 1

    def settle(self, tokens: Tokens, price: Price) -> None:
        """What a call used in the end."""
        dollars = price.of(tokens)
        with self._lock:
            self.used.tokens, self.used.dollars = self.used.tokens + tokens, self.used.dollars + dollars
        self.meter.add(tokens.all, dollars)

    def seconds(self, most: float = math.inf) -> float:
        """How long a call may take: what is left of the question, and never more than `most`."""
        return min(self.deadline.left(), most)


def estimated(text: str) -> int:
    """About how many tokens a text has; letters outside ASCII count as one each."""
    wide = sum(ord(letter) > 127 for letter in text)
    return math.ceil((len(text) - wide) / LETTERS_PER_TOKEN) + wide
