"""Waiting until a started process answers, while watching that it lives."""

import time
from collections.abc import Callable
from pathlib import Path

from workers.services.errors import ServiceFailed
from workers.services.processes import Child, is_alive, tail

STEP_SECONDS = 0.1


def wait_until(ready: Callable[[], bool], child: Child, name: str, log: Path, seconds: float) -> None:
    """Returns when `ready` says so. Raises ServiceFailed, with the log's tail, when the process dies or the time is over."""
    end = time.monotonic() + seconds
    while not ready():
        if not is_alive(child):
            raise ServiceFailed(f"{name} stopped while starting. The end of its log ({log}):\n{tail(log)}")
        if time.monotonic() > end:
            raise ServiceFailed(f"{name} did not answer within {seconds:.0f} seconds. The end of its log ({log}):\n{tail(log)}")
        time.sleep(STEP_SECONDS)
