"""The door to jgo: fetches pinned jars from Maven's public repository. Decides nothing about which.

    python -m workers.services.neo4j.fetch --write-checksums     makes the pinned list anew, after a change of COORDINATES
"""

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from jgo.env import EnvironmentBuilder
from jgo.maven import MavenContext, PythonResolver

from workers.services.errors import JarsUnusable
from workers.services.neo4j.pinned import LIST, Progress, sha256

COORDINATES = "org.neo4j:neo4j:5.26.31+org.neo4j.app:neo4j-server:5.26.31+org.neo4j.client:neo4j-browser:5.24.0"
DOWNLOADS_AT_ONCE = 8
SECONDS_PER_REQUEST = 60


def fetch(wanted: Mapping[str, str], folder: Path, progress: Progress) -> None:
    """Fetches jars (SHA-256 by path) into the folder, each moved there once it is whole and checked.

    Raises JarsUnusable, naming the jar, OSError for a full disk.
    """
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
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    return text if len(text) <= 200 else type(error).__name__


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
