"""A Neo4j home with a million records and three million edges, made once into the cache by the offline importer, and run on copies.

    uv run python benchmarks/million.py [--serve]

Makes the home where it is missing (about two minutes, 3 GB) and says what is in it; `--serve` runs a server on a copy until
Ctrl-C. Other benchmarks call `serving()`. See benchmarks/company_rows.py for the companies in it.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock

from benchmarks import company_rows
from kg.errors import GraphTooSlow, GraphUnavailable
from kg.graph import Graph
from kg.schema import ensure_schema
from workers.services import processes
from workers.services.neo4j import java, neo4j_server
from workers.services.neo4j.jars import class_path
from workers.services.waiting import wait_until
from workers.settings import read_settings

EDITION = 4                     # raise it when the rows change
IMPORT_HEAP, HEAP, PAGECACHE = "4g", "2g", "3g"
INDEX_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Server:
    """A server over the million records; anybody may sign in. `records` and `hubs` as in company_rows.Sample."""

    uri: str
    http: int
    folder: Path
    records: dict[str, list[list[str]]]
    hubs: list[dict[str, Any]]
    nodes: int
    edges: int


def home() -> Path:
    """The folder of the pristine home, made where it is missing: never run a server in it."""
    place = read_settings().cache / "benchmarks" / f"million-{EDITION}"
    place.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{place}.lock"):
        if not (place / "sample.json").is_file():
            shutil.rmtree(place, ignore_errors=True)
            _make(place)
    return place


@contextmanager
def serving(heap: str = HEAP, pagecache: str = PAGECACHE) -> Iterator[Server]:
    """A server on a copy of the home, with the indexes of the present schema; both are gone afterwards."""
    pristine = home()
    sample = json.loads((pristine / "sample.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="million-", dir=pristine.parent) as scratch:
        folder = Path(scratch) / "neo4j"
        shutil.copytree(pristine / "neo4j", folder)
        with running(folder, heap, pagecache) as shape:
            yield Server(shape.uri, shape.http, folder, **sample)


def _make(place: Path) -> None:
    folder = place / "neo4j"
    neo4j_server.lay_out(neo4j_server.Shape(folder, 1, 2, auth=False))
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="rows-", dir=place) as scratch:
        sample = company_rows.write(Path(scratch))
        print(f"{sample.nodes:,} nodes and {sample.edges:,} edges written in {time.perf_counter() - begun:.0f} s")
        _import(folder, Path(scratch))
    print(f"imported after {time.perf_counter() - begun:.0f} s")
    with running(folder, HEAP, PAGECACHE):
        print(f"indexed after {time.perf_counter() - begun:.0f} s")
    company_rows.save(sample, place / "sample.json")


def _import(folder: Path, rows: Path) -> None:
    """The offline importer of the same jars: `neo4j-admin database import full`."""
    jars, runtime = class_path(read_settings().cache), java.find_java()
    nodes = [f"--nodes=Entity:{file.stem.removeprefix('nodes-')}={file}" for file in sorted(rows.glob("nodes-*.tsv"))]
    command = [
        str(runtime.command), f"-Xmx{IMPORT_HEAP}", "-cp", os.pathsep.join(map(str, jars)),
        "org.neo4j.cli.AdminTool", "database", "import", "full", "neo4j",
        *nodes, f"--nodes=Chunk={rows / 'chunks.tsv'}", f"--relationships={rows / 'edges.tsv'}", f"--relationships=CHUNK_OF={rows / 'pieces.tsv'}",
        "--id-type=integer", "--delimiter=TAB", "--array-delimiter=;", "--overwrite-destination=true", f"--report-file={rows / 'report'}",
    ]
    where = {"NEO4J_HOME": str(folder), "NEO4J_CONF": str(folder / "conf"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, env=where, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the import failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


@contextmanager
def running(folder: Path, heap: str, pagecache: str) -> Iterator[neo4j_server.Shape]:
    """A server in the folder, its indexes online. It ends with us, on SIGTERM too."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    shape = neo4j_server.Shape(folder, processes.free_port(), processes.free_port(), auth=False, heap=heap, pagecache=pagecache)
    neo4j_server.lay_out(shape)
    log = folder / "server.log"
    child = processes.launch(neo4j_server.command(shape, java.find_java(), class_path(read_settings().cache)), log)
    try:
        wait_until(lambda: neo4j_server.answers(shape.bolt, shape.http), child, "Neo4j", log, 180)
        with Graph(shape.uri, "neo4j", "none-needed") as graph:
            _index(graph)
        yield shape
    finally:
        processes.end(child, patience=60)


def _index(graph: Graph) -> None:
    """Patiently: a million names take longer than the product would wait."""
    end = time.monotonic() + INDEX_SECONDS
    while time.monotonic() < end:
        with suppress(GraphTooSlow, GraphUnavailable):
            return ensure_schema(graph)
    raise SystemExit(f"The indexes were not online after {INDEX_SECONDS} seconds.")


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="A million records to measure on.")
    parser.add_argument("--serve", action="store_true", help="run a server on a copy until Ctrl-C")
    if not parser.parse_args().serve:
        print(home())
        return
    with serving() as server, suppress(KeyboardInterrupt):
        print(json.dumps({"uri": server.uri, "http": server.http, "pid": os.getpid(), "nodes": server.nodes, "edges": server.edges}), flush=True)
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
