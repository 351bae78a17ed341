"""Waits of tests that have an end: what takes longer fails where it was waited for, instead of holding up the run."""

import asyncio
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from threading import Event, Thread

import psutil

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


async def happened_here(event: asyncio.Event) -> None:
    """The same of an event of this loop. Raises TimeoutError where nobody sets it."""
    await asyncio.wait_for(event.wait(), SECONDS)


def killed(process: psutil.Process) -> None:
    """Kill a process and wait until it is gone. Raises psutil.TimeoutExpired for one that stays."""
    process.kill()
    process.wait(SECONDS)


def rounds(what: str) -> Iterator[None]:
    """Rounds of a wait that the caller leaves when it is over. Raises AssertionError, with what did not come, after `SECONDS`."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        yield
    raise AssertionError(f"{what}: not within {SECONDS:.0f} seconds")
