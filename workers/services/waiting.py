"""Waiting until a started process answers, while watching that it lives."""

import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

from kg.errors import Cancelled
from workers.services.errors import DiskFull, ServiceFailed
from workers.services.processes import Child, exit_code, is_alive, tail

STEP_SECONDS = 0.1
FULL_DISK = "No space left on device", "File too large", "Disk quota exceeded"


def wait_until(ready: Callable[[], bool], child: Child, name: str, log: Path, seconds: float,
               stop: threading.Event | None = None) -> None:
    """Returns when `ready` says so.

    Raises ServiceFailed, with the log's tail, when the process dies or the time is over; DiskFull where that is why;
    Cancelled once `stop` is set.
    """
    end, stop = time.monotonic() + seconds, stop or threading.Event()
    while not ready():
        if not is_alive(child):
            raise _why_it_died(child, name, log)
        if time.monotonic() > end:
            raise ServiceFailed(f"{name} did not answer within {seconds:.0f} seconds. The end of its log ({log}):\n{tail(log)}")
        if stop.wait(STEP_SECONDS):
            raise Cancelled


def _why_it_died(child: Child, name: str, log: Path) -> Exception:
    said = tail(log)
    if exit_code(child) == -signal.SIGXFSZ or any(phrase in said for phrase in FULL_DISK):
        return DiskFull(
            f"{name} stopped while starting: the disk is full, or a limit on the size of files was reached. Make room, "
            f"or set EVERGRAPH_HOME to another disk. Nothing is lost. Its log: {log}"
        )
    return ServiceFailed(f"{name} stopped while starting. The end of its log ({log}):\n{said}")
