"""Append-only journals of JSON lines on any fsspec file system; knows nothing of what the entries mean.

On local files an entry is one write to a file opened for appending, so two writers lose nothing. It begins with a
newline of its own: a line that a crash left unfinished cannot swallow the next one. What cannot be read, or is of another shape than its reader
needs, is set aside and counted.
Object stores cannot append, so there each entry is a file; its name carries the time and orders it. A name that begins with a dot is a draft, and no
journal.
"""

import json
import logging
import os
import re
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import fsspec
from fsspec.implementations.local import LocalFileSystem

from kg.errors import BadInput, HistoryUnavailable

_LONGEST = 180                          # of an encoded name; file systems allow 255, the ending included
_PLAIN = re.compile(rb"[a-z0-9_@-]")

Entry = dict[str, Any]
Change = Callable[[Entry], Entry | None]
Shape = Callable[[Entry], object]       # raises ValueError, TypeError or KeyError for an entry of another shape

log = logging.getLogger(__name__)


class Journals:
    """All journals under one folder, each addressed by names (tenant, person, …) that may hold any text."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL (s3://bucket/prefix …); `options` go to its file system."""
        plain = unquote(url) if url.startswith("file://") else url      # a URI: fsspec would take its %20 for a name
        self._files, self._root = fsspec.core.url_to_fs(plain, **options)
        self._is_local = isinstance(self._files, LocalFileSystem)
        self.set_aside: dict[str, int] = {}     # by path of a journal: how many of its lines could not be used when it was last read

    def append(self, names: tuple[str, ...], entry: Mapping[str, Any]) -> None:
        """Add an entry. Raises BadInput for an unusable name, HistoryUnavailable when it cannot be kept."""
        line, path = _line(entry), self._path(names)
        with _our_errors(path):
            if self._is_local:
                _append_line(Path(path + ".jsonl"), line)
            else:
                self._files.pipe_file(f"{path}/{time.time_ns():020d}-{uuid.uuid4().hex}.json", line)

    def read(self, names: tuple[str, ...], shape: Shape = dict) -> list[Entry]:
        """The entries in the order they were added; empty where there is no such journal.

        Lines that are unfinished, or not of the shape, are set aside: `set_aside` counts them, and the log tells so once.
        """
        path = self._path(names)
        with _our_errors(path):
            lines = [line for line in self._lines(path) if line.strip()]
        found = [entry for line in lines if (entry := _entry(line, shape)) is not None]
        self._count(path, len(lines) - len(found))
        return found

    def change(self, names: tuple[str, ...], change: Change, shape: Shape = dict) -> None:
        """Put every entry through `change`; None drops it, and so goes what is set aside. Nothing of the others is lost on the way, whenever it ends:
        on local files all are replaced in one step, elsewhere each is. Raises HistoryUnavailable, with all as it was on local files.
        """
        path = self._path(names)
        with _our_errors(path):
            if self._is_local:
                _write_lines(Path(path + ".jsonl"), [new for line in self._lines(path) if (new := _changed(line, change, shape)) is not None])
                return
            for file in self._entry_files(path):
                old = self._files.cat_file(file)
                new = _changed(old, change, shape)
                if new is None:
                    self._files.rm(file)
                elif new != old:
                    self._files.pipe_file(file, new)

    def _count(self, path: str, count: int) -> None:
        if count > self.set_aside.get(path, 0):
            log.warning("%d lines of a journal of the history cannot be used and are left out: %s", count, Path(path).name)
        if count or path in self.set_aside:
            self.set_aside[path] = count

    def forget(self, names: tuple[str, ...]) -> None:
        """Delete the journal of these names and all below it; nothing happens where there is none."""
        path = self._path((names[0], *names[1:]))         # never all of them
        with _our_errors(path):
            for one in (path, f"{path}.jsonl"):
                if self._files.exists(one):
                    self._files.rm(one, recursive=True)
            for draft in _drafts(Path(f"{path}.jsonl")) if self._is_local else ():
                draft.unlink(missing_ok=True)

    def names(self, above: tuple[str, ...]) -> list[str]:
        """The names of the journals directly below, the one that changed last at the end."""
        return list(self.stamps(above))

    def stamps(self, above: tuple[str, ...]) -> dict[str, str]:
        """The journals directly below by name, each with a mark that changes with it; the one that changed last at the end."""
        path = self._path(above)
        with _our_errors(path):
            if not self._files.exists(path):
                return {}
            found = sorted((stamp, name) for name in self._files.ls(path, detail=False, refresh=True) if (stamp := self._stamp(name)) is not None)
        return {unquote(Path(name).name.removesuffix(".jsonl")): stamp for stamp, name in found}

    def _stamp(self, name: str) -> str | None:
        """A mark that changes with a journal; None for one that was deleted since it was listed, and for what is none."""
        if Path(name).name.startswith("."):
            return None
        try:
            if self._is_local:
                state = Path(name).stat()
                return f"{state.st_mtime_ns:020d}-{state.st_size}"
            return max((Path(entry).name for entry in self._files.ls(name, detail=False)), default="")
        except FileNotFoundError:
            return None

    def _lines(self, path: str) -> list[bytes]:
        if self._is_local:
            file = Path(path + ".jsonl")
            return file.read_bytes().split(b"\n") if file.exists() else []
        return [self._files.cat_file(file) for file in self._entry_files(path)]

    def _entry_files(self, path: str) -> list[str]:
        self._files.invalidate_cache()
        return sorted(self._files.ls(path, detail=False)) if self._files.exists(path) else []

    def _path(self, names: tuple[str, ...]) -> str:
        return "/".join((self._root, *map(encoded, names)))


def encoded(name: str) -> str:
    """A name as part of a path: never empty, never a step up, the same on file systems that ignore case.

    Raises BadInput for an empty or overlong name.
    """
    raw = name.encode("utf-8", "surrogatepass")
    text = "".join(chr(byte) if _PLAIN.match(bytes((byte,))) else f"%{byte:02X}" for byte in raw)
    if not 0 < len(text) <= _LONGEST:
        raise BadInput(f"A name of {len(name)} characters cannot be used. Write one of 1 to 60 characters.")
    return text


def _append_line(file: Path, line: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    data = b"\n" + line + b"\n"
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(handle, data) != len(data):
            raise OSError("the disk took only a part of the entry")
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_lines(file: Path, lines: Iterable[bytes]) -> None:
    """Replaces the file in one step; what fails leaves the old one."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")      # made owner-only
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.writelines(b"\n" + line + b"\n" for line in lines)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _drafts(file: Path) -> Iterator[Path]:
    """What processes left that were killed while they wrote the file."""
    yield from file.parent.glob(f".{file.name}.*")


def _changed(line: bytes, change: Change, shape: Shape) -> bytes | None:
    """The line of the entry that `change` makes of it; the same bytes where that is the same."""
    old = _entry(line, shape)
    new = change(old) if old is not None else None
    return line if new == old and new is not None else _line(new) if new is not None else None


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, default=_plain).encode()


def _entry(line: bytes, shape: Shape) -> Entry | None:
    try:
        entry = json.loads(line)
        if not isinstance(entry, dict):
            return None
        shape(entry)
    except (ValueError, TypeError, KeyError, RecursionError):       # left unfinished by a crash, or written by another version
        return None
    return entry


def _plain(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


@contextmanager
def _our_errors(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        log.warning("the history at %s cannot be used: %s", path, error)
        raise HistoryUnavailable(f"The history at {path} cannot be used: {error}.") from error
