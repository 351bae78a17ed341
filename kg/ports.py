"""What the lower packages need from outside, as protocols: a clock and a small shared store."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

Clock = Callable[[], datetime]
"""The time now, aware and in UTC. `EVERGRAPH_NOW` or a tenant's pinned clock make it stand still."""


class Store(Protocol):
    """A small shared memory between processes (Redis or Valkey behind it). Keys are text, values bytes."""

    def get(self, key: str) -> bytes | None:
        """The value, or None where there is none or its time is over."""

    def put(self, key: str, value: bytes, seconds: float | None = None) -> None:
        """Keep a value, for `seconds` where given."""

    def delete(self, key: str) -> None:
        """Forget a value; nothing happens where there is none."""

    def lock(self, name: str, seconds: float, wait: float) -> AbstractContextManager[None]:
        """Hold a lock for at most `seconds`; raises StoreUnavailable when it is not free within `wait` seconds."""
