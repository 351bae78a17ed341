"""Signals that end a command as Ctrl-C does, so that nothing which it started is left running: its parts are in sessions of their own."""

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within, the first of these signals is a KeyboardInterrupt, and no other is heard: a second one must not leave processes behind.

    SIGINT is one also where a shell has it ignored, as it does in the background; a hang-up that is ignored, as under nohup, stays so.
    """
    before = {number: signal.getsignal(number) for number in _ENDING}
    for number in _ENDING:
        if number != signal.SIGHUP or before[number] != signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


def hear_no_more() -> None:
    """Nothing breaks off what is ended from now on."""
    for number in _ENDING:
        signal.signal(number, lambda *_: None)          # not SIG_IGN, which children would inherit


def _interrupt(number: int, frame: FrameType | None) -> None:
    hear_no_more()
    if number == signal.SIGHUP:
        _leave_terminal()
    raise KeyboardInterrupt


def _leave_terminal() -> None:
    """Write nowhere instead: a terminal that has gone refuses it, which would break off the ending."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        with suppress(OSError):         # one that is closed
            if stat.S_ISCHR(os.fstat(output).st_mode):
                os.dup2(nowhere, output)
    os.close(nowhere)
