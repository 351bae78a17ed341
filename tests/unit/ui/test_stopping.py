"""What ends a command ends what it started: a terminal that closes and a time limit as Ctrl-C does."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.waiting import PROGRAM_SECONDS

# Starts a part as services are started, says so, and takes it down at the end, saying that too. It opens its terminal, which is its own from then on,
# and hears when that closes, though whoever runs the tests may ignore it.
COMMAND = """
import os, signal, sys, time
from pathlib import Path
from ui.cli.stopping import ended_by_signals, hear_no_more
from workers.services.processes import end, launch
signal.signal(signal.SIGHUP, signal.SIG_DFL)
if os.isatty(0):
    os.close(os.open(os.ttyname(0), os.O_RDWR))
with ended_by_signals():
    child = launch([sys.executable, "-c", "import time; time.sleep(1000)"], Path(sys.argv[1]))
    try:
        print(child.pid, flush=True)
        time.sleep(1000)
    finally:
        hear_no_more()
        print("stopping", flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
        end(child)
"""


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Its two ends: where somebody sits, and what a command has for its own; the first is closed by the test."""
    sits, has = os.openpty()
    yield sits, has
    os.close(has)


def started(tmp_path: Path, **streams: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", COMMAND, str(tmp_path / "log")], start_new_session=True, **streams)


def test_a_terminal_that_closes_leaves_nothing_running(terminal: tuple[int, int], tmp_path: Path) -> None:
    sits, has = terminal
    command = started(tmp_path, stdin=has, stdout=has, stderr=has)
    part = psutil.Process(int(os.read(sits, 100)))
    os.close(sits)
    command.wait(PROGRAM_SECONDS)
    assert not part.is_running()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_asks_a_command_to_end_leaves_nothing_running(number: signal.Signals, tmp_path: Path) -> None:
    with started(tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as command:
        part = psutil.Process(int(command.stdout.readline()))
        command.send_signal(number)
        assert command.stdout.readline() == b"stopping\n"
        command.wait(PROGRAM_SECONDS)
    assert not part.is_running()


def test_a_hang_up_that_is_ignored_ends_nothing() -> None:
    code = ("import os, signal; from ui.cli.stopping import ended_by_signals\n"
            "with ended_by_signals(): os.kill(os.getpid(), signal.SIGHUP); print('on')")
    said = subprocess.run(["nohup", sys.executable, "-c", code], capture_output=True, timeout=PROGRAM_SECONDS, check=True, stdin=subprocess.DEVNULL)
    assert said.stdout == b"on\n"
