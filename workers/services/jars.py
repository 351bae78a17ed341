"""Neo4j's jars: fetched by their Maven coordinates, checked against a committed list before every start.

The list pins every jar, so that a later day brings the same files. Knows nothing of processes. With every jar in the
cache no network is needed. `python -m workers.services.fetch --write-checksums` makes the list anew.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from workers.services.errors import JarsUnusable
from workers.services.pinned import Progress, no_progress, pinned, sha256

__all__ = ["Progress", "class_path", "damaged", "missing", "pinned"]


def class_path(cache: Path, progress: Progress = no_progress) -> list[Path]:
    """Every jar of Neo4j, present and checked; missing ones are fetched first.

    Raises JarsUnusable, naming the jar: tampered with or cut short, or neither in the cache nor to be had from the network.
    """
    wanted, folder = pinned(), cache / "jars"
    absent = missing(cache)
    if absent:
        from workers.services.fetch import fetch  # noqa: PLC0415  jgo takes most of a second to import, and is seldom needed

        fetch({path: wanted[path] for path in absent}, folder, progress)
    bad = damaged(cache)
    if bad:
        raise JarsUnusable(_refusal(folder / bad[0], len(bad)))
    return [folder / path for path in wanted]


def damaged(cache: Path, *, thorough: bool = False) -> list[str]:
    """Jars in the cache that are not the pinned ones.

    One whose size and time are those of its last check is not read again, unless `thorough`.
    """
    folder, stamp = cache / "jars", cache / "jars-checked.json"
    known = {} if thorough else _read_stamp(stamp)
    seen, bad = {}, []
    for path, digest in pinned().items():
        file = folder / path
        if not file.is_file():
            continue
        mark = [digest, file.stat().st_size, file.stat().st_mtime_ns]
        if known.get(path) == mark or sha256(file) == digest:
            seen[path] = mark
        else:
            bad.append(path)
    if seen != known:
        _write_stamp(stamp, seen)
    return bad


def missing(cache: Path) -> list[str]:
    """Pinned jars that the cache does not hold."""
    return [path for path in pinned() if not (cache / "jars" / path).is_file()]


def _refusal(jar: Path, count: int) -> str:
    others = f" (and {count - 1} more)" if count > 1 else ""
    return (
        f"{jar}{others} is not the jar we know: changed, or cut short. Neo4j is not started with it. "
        "Delete the file, and the next `evergraph up` fetches it again; `evergraph doctor` lists all of them."
    )


def _read_stamp(stamp: Path) -> dict[str, list[object]]:
    try:
        found = json.loads(stamp.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write_stamp(stamp: Path, seen: Mapping[str, list[object]]) -> None:
    draft = stamp.with_name(f"{stamp.name}.{os.getpid()}")
    draft.write_text(json.dumps(seen), "utf-8")
    draft.replace(stamp)
