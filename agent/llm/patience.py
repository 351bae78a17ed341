"""Waiting for a model no longer than one may, and how long until the next try."""

import random
import threading
from collections.abc import Callable
from queue import Empty, Queue
from typing import TypeVar

from agent.llm.port import ModelTooSlow

T = TypeVar("T")
FIRST_PAUSE, LONGEST_PAUSE = 0.4, 5.0


def within(seconds: float, work: Callable[[], T]) -> T:
    """What the work returns or raises, or ModelTooSlow after so many seconds; then nobody waits for its thread any more.

    A client's own time-out is between two bytes: a server that drips would hold a question for ever.
    """
    ended: Queue[tuple[T | None, BaseException | None]] = Queue(1)

    def run() -> None:
        try:
            ended.put((work(), None))
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            ended.put((None, error))

    threading.Thread(target=run, name="asks a model", daemon=True).start()
    try:
        result, error = ended.get(timeout=seconds)
    except Empty:
        raise ModelTooSlow from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]    # None only with an error


def pause_before(attempt: int, said: str | None) -> float:
    """Seconds until the next try: what the server said (Retry-After), else a random part of a doubling time. `attempt`: from 1."""
    if said is not None:
        try:
            return max(0.0, float(said))
        except ValueError:              # a date: who writes one means longer than a person waits
            return LONGEST_PAUSE
    return random.uniform(0.5, 1.0) * min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (attempt - 1))
