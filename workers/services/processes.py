"""Child processes that outlive the command that started them: start, watch, end. Knows no service by name.

A process is known by its number and its time of birth, because the system gives numbers out again.
"""

import atexit
import os
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from workers.services.errors import PortTaken

_OURS: dict[int, subprocess.Popen[bytes]] = {}     # children of this very process: they must be reaped here


@dataclass(frozen=True, slots=True)
class Child:
    """A process that we started. `born`: seconds since 1970, as the system counts them."""

    pid: int
    born: float


def launch(command: Sequence[str], log: Path, environment: Mapping[str, str] | None = None) -> Child:
    """Starts a command in a session of its own (Ctrl-C does not reach it), its output appended to `log`. Raises OSError."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        started = subprocess.Popen(
            list(command), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment, start_new_session=True,
        )
    _OURS[started.pid] = started
    try:
        return Child(started.pid, psutil.Process(started.pid).create_time())
    except psutil.NoSuchProcess:
        return Child(started.pid, 0.0)


@atexit.register
def _reap() -> None:
    """Those of ours that others ended are taken note of, else Python reports them as running at its end."""
    for ours in _OURS.values():
        ours.poll()


def is_alive(child: Child) -> bool:
    """Whether that process, and not a later one of the same number, still runs."""
    ours = _OURS.get(child.pid)
    if ours is not None and ours.poll() is not None:
        return False
    return _process(child) is not None


def end(child: Child, patience: float = 30.0) -> None:
    """Asks the process to stop, waits, then kills what is left of its session (a worker's own children too)."""
    process = _process(child)
    family = _session(child)
    if process is not None:
        _signal(process, signal.SIGTERM)
        _, family = psutil.wait_procs(family, timeout=patience)
    for left in family:
        _signal(left, signal.SIGKILL)
    psutil.wait_procs(family, timeout=10)
    ours = _OURS.pop(child.pid, None)
    if ours is not None:
        ours.wait(10)


def exit_code(child: Child) -> int | None:
    """How a process of ours ended: below zero, the signal. None while it runs, and for those that others started."""
    ours = _OURS.get(child.pid)
    return ours.poll() if ours is not None else None


def tail(log: Path, lines: int = 20) -> str:
    """The last lines of a log, empty where there is none."""
    try:
        with log.open("rb") as stream:
            stream.seek(max(0, log.stat().st_size - 20_000))
            text = stream.read().decode("utf-8", "replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-lines:])


def says(log: Path, words: str) -> bool:
    """Whether a log holds these words in its beginning (the first megabyte)."""
    try:
        with log.open("rb") as stream:
            return words.encode() in stream.read(1_000_000)
    except OSError:
        return False


def free_port(preferred: int | None = None) -> int:
    """A free port of 127.0.0.1: the preferred one if nobody has it."""
    if preferred and is_free(preferred):
        return preferred
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_free(port: int) -> bool:
    """Whether a server could listen on that port of 127.0.0.1 now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)     # a port that lingers after a crash is free
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def wanted_port(setting: str, port: int | None, preferred: int | None = None) -> int:
    """The port that a setting asks for, else a free one. Raises PortTaken, naming the setting."""
    if port is None:
        return free_port(preferred)
    if not is_free(port):
        raise PortTaken(f"Port {port} ({setting}) is in use by another program. Set {setting} to another, or leave it out for a free one.")
    return port


def _process(child: Child) -> psutil.Process | None:
    try:
        process = psutil.Process(child.pid)
        if abs(process.create_time() - child.born) > 1 or process.status() == psutil.STATUS_ZOMBIE:
            return None
    except psutil.Error:
        return None
    return process


def _session(child: Child) -> list[psutil.Process]:
    """Everybody in the session that the process leads or led; nobody, where its number has gone to another process."""
    if psutil.pid_exists(child.pid) and _process(child) is None and not _is_zombie(child.pid):
        return []
    return [process for process in psutil.process_iter() if _session_of(process) == child.pid]


def _is_zombie(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _session_of(process: psutil.Process) -> int | None:
    try:
        return os.getsid(process.pid)
    except OSError:
        return None


def _signal(process: psutil.Process, number: int) -> None:
    try:
        os.kill(process.pid, number) if process.is_running() else None
    except (ProcessLookupError, psutil.Error):
        return
