"""Work that is done once, whichever thread asks first, and work that is done side by side."""

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
THREADS = 8


@dataclass(eq=False)
class Memo(Generic[T]):
    """What was made, by its key. Who asks for what somebody else is making waits for it; what failed fails for all."""

    _made: dict[Hashable, Future[T]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of(cls, known: Mapping[Hashable, T]) -> "Memo[T]":
        """With what need not be made."""
        return cls({key: _done(made) for key, made in known.items()})

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made of that key, made now where nobody has. Raises what `make` raises."""
        with self._lock:
            known = self._made.get(key)
            mine = self._made.setdefault(key, Future()) if known is None else None
        if mine is None:
            assert known is not None
            return known.result()
        try:
            made = make()
        except BaseException as error:
            mine.set_exception(error)
            raise
        mine.set_result(made)
        return made

    def has(self, key: Hashable) -> bool:
        """Was it asked for?"""
        return key in self._made


def _done(made: T) -> Future[T]:
    future = Future[T]()
    future.set_result(made)
    return future


def side_by_side(jobs: Sequence[Callable[[], T]]) -> list[T]:
    """What the jobs give, in their order. Raises what the first of them in that order raises."""
    if len(jobs) < 2:
        return [job() for job in jobs]
    with ThreadPoolExecutor(min(THREADS, len(jobs))) as threads:
        return list(threads.map(lambda job: job(), jobs))
