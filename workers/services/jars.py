"""Neo4j's jars: fetched by their Maven coordinates, checked against a committed list before every start.

The list pins every jar, so that a later day brings the same files. Knows nothing of processes. With every jar in the
cache no network is needed.

    python -m workers.services.jars --write-checksums     makes the list anew, after a change of COORDINATES
"""

import argparse
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from importlib import resources
from pathlib import Path

from jgo.env import EnvironmentBuilder
from jgo.maven import MavenContext, PythonResolver

from workers.services.errors import JarsUnusable

COORDINATES = "org.neo4j:neo4j:5.26.31+org.neo4j.app:neo4j-server:5.26.31+org.neo4j.client:neo4j-browser:5.24.0"
LIST = "neo4j-jars.sha256"
DOWNLOADS_AT_ONCE = 8
SECONDS_PER_REQUEST = 60

Progress = Callable[[str, int, int], None]
"""Told (file, bytes just received, bytes of the file), from several threads; (file, 0, total) when a file begins."""


def no_progress(file: str, received: int, total: int) -> None:
    """Draws nothing."""


def pinned() -> dict[str, str]:
    """SHA-256 by path inside the cache (a Maven repository's own layout)."""
    text = resources.files(__package__).joinpath(LIST).read_text("utf-8")
    pairs = (line.split() for line in text.splitlines() if line)
    return {path: digest for digest, path in pairs}


def class_path(cache: Path, progress: Progress = no_progress) -> list[Path]:
    """Every jar of Neo4j, present and checked; missing ones are fetched first.

    Raises JarsUnusable, naming the jar: tampered with or cut short, or neither in the cache nor to be had from the network.
    """
    wanted, folder = pinned(), cache / "jars"
    missing = [path for path in wanted if not (folder / path).is_file()]
    if missing:
        _fetch({path: wanted[path] for path in missing}, folder, progress)
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


def sha256(file: Path) -> str:
    """The SHA-256 of a file, as hexadecimal text."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _fetch(wanted: Mapping[str, str], folder: Path, progress: Progress) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix="fetch-", dir=folder.parent))    # a broken download never looks like a jar
    try:
        context = MavenContext(
            resolver=PythonResolver(progress_callback=_told_to(progress)), repo_cache=staging, timeout=SECONDS_PER_REQUEST,
        )
        with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
            list(pool.map(lambda path: _fetch_one(context, path, wanted[path], folder), wanted))
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _fetch_one(context: MavenContext, path: str, digest: str, folder: Path) -> None:
    *group, name, version, file = path.split("/")
    classifier = file.removeprefix(f"{name}-{version}").removesuffix(".jar").removeprefix("-")
    artifact = context.project(".".join(group), name).at_version(version).artifact(classifier, "jar")
    try:
        got = artifact.resolve()
    except (OSError, RuntimeError) as error:      # jgo's own errors are RuntimeErrors; those of the network and the disk are OSErrors
        raise JarsUnusable(
            f"Neo4j's {file} is not in the cache ({folder}) and could not be fetched: {_why(error)}. "
            "Check the network and the disk; the next start goes on from here."
        ) from error
    if sha256(got) != digest:
        raise JarsUnusable(f"What was fetched as {file} is not the file we know (its SHA-256 differs), so it is not used. Try again later.")
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    got.replace(folder / path)


def _told_to(progress: Progress) -> Callable[[str, int], AbstractContextManager[Callable[[int], None]]]:
    @contextmanager
    def one_file(file: str, total: int) -> Iterator[Callable[[int], None]]:
        progress(file, 0, total)
        yield lambda received: progress(file, received, total)
    return one_file


def _why(error: Exception) -> str:
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    return text if len(text) <= 200 else type(error).__name__


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


def write_checksums() -> int:
    """Resolves COORDINATES afresh and writes the list; the number of jars."""
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch) / "repository"
        context = MavenContext(repo_cache=repository, timeout=SECONDS_PER_REQUEST)
        EnvironmentBuilder(context=context, cache_dir=Path(scratch) / "environments").from_endpoint(COORDINATES)
        jars = sorted(repository.rglob("*.jar"))
        lines = [f"{sha256(jar)}  {jar.relative_to(repository).as_posix()}\n" for jar in jars]
    Path(__file__).with_name(LIST).write_text("".join(lines), "utf-8")
    return len(lines)


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Neo4j's pinned jars.")
    parser.add_argument("--write-checksums", action="store_true", required=True, help=f"resolve {COORDINATES} and write {LIST}")
    parser.parse_args()
    write_checksums()


if __name__ == "__main__":
    main()
