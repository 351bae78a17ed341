"""Neo4j's jars: fetched by their Maven coordinates, checked against a committed list before every start.

The list pins every jar, so that a later day brings the same files. Knows nothing of processes. With every jar in the
cache no network is needed. `python -m workers.services.neo4j.fetch --write-checksums` makes the list anew.
"""

from pathlib import Path

from workers.services.errors import JarsUnusable
from workers.services.neo4j.pinned import Progress, no_progress, pinned, sha256

__all__ = ["Progress", "class_path", "damaged", "missing", "pinned"]


def class_path(cache: Path, progress: Progress = no_progress) -> list[Path]:
    """Every jar of Neo4j, present and checked; missing ones are fetched first.

    Raises JarsUnusable, naming the jar: tampered with or cut short, or neither in the cache nor to be had from the network.
    """
    wanted, folder = pinned(), cache / "jars"
    absent = missing(cache)
    if absent:
        from workers.services.neo4j.fetch import fetch  # noqa: PLC0415  jgo takes most of a second to import, and is seldom needed

        fetch({path: wanted[path] for path in absent}, folder, progress)
    bad = damaged(cache)
    if bad:
        raise JarsUnusable(_refusal(folder / bad[0], len(bad)))
    return [folder / path for path in wanted]


def damaged(cache: Path) -> list[str]:
    """Jars in the cache that are not the pinned ones.

    Every byte is read, half a second for all: sizes and times can be kept while the content changes, so they prove nothing.
    """
    files = {path: cache / "jars" / path for path in pinned()}
    return [path for path, digest in pinned().items() if files[path].is_file() and sha256(files[path]) != digest]


def missing(cache: Path) -> list[str]:
    """Pinned jars that the cache does not hold."""
    return [path for path in pinned() if not (cache / "jars" / path).is_file()]


def _refusal(jar: Path, count: int) -> str:
    others = f" (and {count - 1} more)" if count > 1 else ""
    return (
        f"{jar}{others} is not the jar we know: changed, or cut short. Neo4j is not started with it. "
        "Delete the file, and the next `evergraph up` fetches it again; `evergraph doctor` lists all of them."
    )
