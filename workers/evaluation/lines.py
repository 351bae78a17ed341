"""Files of lines that are written while something runs."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from kg.errors import BadInput


@contextmanager
def lines_into(out: Path) -> Iterator[Callable[[str], None]]:
    """Takes lines one at a time, each flushed to `out`; what `out` held before stays until there is a first line, or none to come.

    Raises BadInput where it cannot be written, at the beginning or at a line. Not to be called from two threads at once.
    """
    file = _Lines(out)
    try:
        yield file.write
        file.take_place()
    finally:
        file.close()


class _Lines:
    """Lines in a draft beside their file, which takes the file's place with the first of them."""

    def __init__(self, out: Path) -> None:
        self._out = out
        is_special = out.exists() and not out.is_file()      # /dev/stdout, a pipe: nothing there to keep
        self._target = out if is_special else out.resolve()
        self._draft = None if is_special else self._target.with_name(f".{self._target.name}.{os.getpid()}.part")
        try:
            if self._draft and self._target.exists():
                self._target.open("a").close()
            self._file: IO[str] = (self._draft or self._target).open("w", encoding="utf-8")
        except OSError as error:
            raise self._refused(error) from error

    def write(self, line: str) -> None:
        """Writes and flushes a line."""
        try:
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as error:
            raise self._refused(error) from error
        self.take_place()

    def take_place(self) -> None:
        """From now on the lines are in the file itself."""
        if self._draft:
            self._draft.replace(self._target)
            self._draft = None

    def close(self) -> None:
        """Closes; a draft without a line goes away."""
        try:
            self._file.close()
        except OSError as error:                # what the last write could not put down, it tries again
            raise self._refused(error) from error
        finally:
            if self._draft:
                self._draft.unlink(missing_ok=True)

    def _refused(self, error: OSError) -> BadInput:
        return BadInput(f"{self._out} cannot be written: {error.strerror}. Make room there, or name another file with --out.")
