"""Waits of tests that have an end: what takes longer fails where it was waited for, instead of holding up the run."""

from multiprocessing.process import BaseProcess
from threading import Event, Thread

SECONDS = 120.0         # far beyond what anything takes that is waited for so
PROGRAM_SECONDS = 300.0         # the same for a program that is started and runs to its end


def joined(*workers: Thread | BaseProcess) -> None:
    """Wait until these have ended. Raises AssertionError for one that does not."""
    for worker in workers:
        worker.join(SECONDS)
        assert not worker.is_alive(), f"{worker.name} has not ended within {SECONDS:.0f} seconds"


def happened(event: Event) -> None:
    """Wait until an event is set. Raises AssertionError where nobody sets it."""
    assert event.wait(SECONDS), f"not set within {SECONDS:.0f} seconds"
