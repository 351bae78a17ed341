"""What the lower packages need from outside, as protocols: a clock and a small shared store."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

Clock = Callable[[], datetime]
"""The time now, aware and in UTC. `EVERGRAPH_NOW` or a tenant's pinned clock make it stand still."""


class Held(Protocol):
    """A lock that is held and renewed."""

    def check(self) -> None:
        """Raises StoreUnavailable when the lock was lost: somebody else may hold it now."""


class Store(Protocol):
    """A small shared memory between processes (Redis or Valkey behind it). Keys are text, values bytes."""

    def get(self, key: str) -> bytes | None:
        """The value, or None where there is none or its time is over."""

    def get_all(self, keys: Sequence[str]) -> list[bytes | None]:
        """The value of each key, in one go."""

    def put(self, key: str, value: bytes, seconds: float | None = None) -> None:
        """Keep a value, for `seconds` where given."""

    def delete(self, key: str) -> None:
        """Forget a value; nothing happens where there is none."""

    def claim(self, key: str, value: bytes, seconds: float) -> bool:
        """Keep a value for `seconds` unless there is one; whether the key now holds this value."""

    def lock(self, name: str, seconds: float, wait: float) -> AbstractContextManager[None]:
        """Hold a lock for at most `seconds`; raises Busy when it is not free within `wait` seconds."""

    def hold(self, name: str, seconds: float, wait: float) -> AbstractContextManager["Held"]:
        """Hold a lock for as long as it takes: it is renewed, and free `seconds` after its holder died. Raises Busy as `lock` does."""

    def admit(self, name: str, most: int, seconds: float) -> float:
        """Rate limit of `most` per `seconds` over all processes: 0 if admitted and counted, else the seconds to wait."""

    def pause(self, name: str, seconds: float) -> None:
        """Close a rate limit for `seconds`."""
