"""How fast rows get into the graph: 20,000 nodes and 60,000 edges, beside the limit (bare CREATE) and one peer.

    uv run python benchmarks/upsert.py [--on empty|million|both] [--rounds N] [--no-peer]

Into an empty graph and into one of a million nodes (benchmarks/million.py), the same indexes in both. The limit creates the very
nodes and edges that we write, its rows made before the clock starts; ours is `kg.upsert.write_rows` as a sync calls it, from
projected rows to the commit, and once more with nothing changed. The peer is LlamaIndex's Neo4j store in a process of its own.
Everything runs warm; medians, of the peer one round. The last line is one JSON object.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import neo4j

from benchmarks.million import running, serving
from benchmarks.upsert_rows import NODES, SEEN, START, edge_held, rows
from kg import parameters, versions
from kg.graph import Graph, RunQuery
from kg.schema import ensure_schema
from kg.upsert import write_rows

ROWS = 4 * NODES
BATCH = 5_000
WARM = 2                        # rounds before the clock counts: the first is many times slower
HEAP, PAGECACHE = "2g", "1g"
LOCK = threading.Lock()
T = TypeVar("T")
Figures = dict[str, float]


class Watched(Graph):
    """The door, with where the time goes."""

    def __init__(self, uri: str) -> None:
        super().__init__(uri, "neo4j", "none-needed")
        self._here = threading.local()
        self.watch()

    def watch(self) -> None:
        """From now on; `spent` is seconds by what was done, of all threads together."""
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._begun = time.perf_counter()

    def transaction(self, work: Callable[[RunQuery], T], *, seconds: float = 30.0) -> T:
        """As the door's, timing each query, what lies between them (waiting for one's turn too) and the rest: beginning and commit."""
        with LOCK:
            self.spent.setdefault("versions", time.perf_counter() - self._begun)

        def watched(send: RunQuery) -> T:
            def sent(name: str, /, **given: Any) -> list[dict[str, Any]]:
                return self._timed(name, lambda: send(name, **given))

            return self._timed("making rows", lambda: work(sent))

        return self._timed("commit", lambda: super(Watched, self).transaction(watched, seconds=seconds))

    def _timed(self, name: str, what: Callable[[], T]) -> T:
        """Adds the time without that of what it calls; several threads may be at it."""
        before, self._here.inside = getattr(self._here, "inside", 0.0), 0.0
        begun = time.perf_counter()
        try:
            return what()
        finally:
            taken = time.perf_counter() - begun
            with LOCK:
                self.spent[name] += taken - self._here.inside
            self._here.inside = before + taken


def main() -> None:
    """The command at the head of this file."""
    ask = argparse.ArgumentParser(description="Writing to the graph, beside the limit and a peer.")
    ask.add_argument("--on", choices=("empty", "million", "both"), default="both")
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--no-peer", action="store_true")
    asked = ask.parse_args()
    figures = {}
    for name in ("empty", "million") if asked.on == "both" else (asked.on,):
        with SERVERS[name]() as uri:
            figures[name] = measure(uri, name == "empty", asked.rounds, not asked.no_peer)
        show(name, figures[name])
    print(json.dumps(figures))


@contextmanager
def empty() -> Iterator[str]:
    """A server with nothing in it."""
    with tempfile.TemporaryDirectory(prefix="upsert-") as folder, running(Path(folder) / "neo4j", HEAP, PAGECACHE) as shape:
        yield shape.uri


@contextmanager
def million() -> Iterator[str]:
    """A server with a million nodes and three million edges."""
    with serving() as server:
        yield server.uri


SERVERS = {"empty": empty, "million": million}


def measure(uri: str, is_emptied: bool, rounds: int, with_peer: bool) -> Figures:
    """Medians of seconds, by what was done."""
    taken: defaultdict[str, list[float]] = defaultdict(list)
    graph = Watched(uri)
    with graph, neo4j.GraphDatabase.driver(uri, auth=None, notifications_min_severity="OFF") as driver:
        ensure_schema(graph)
        numbers = count()
        for turn in range(WARM + rounds):
            for does in (limit, None, ours, peer if with_peer and turn == WARM + rounds - 1 else None, None):
                found = does(driver, graph, uri, f"bench{next(numbers)}") if does else _wipe(driver, is_emptied)
                if told := [f"{name} {seconds:.2f} s" for name, seconds in found.items() if ": " not in name]:
                    print("measured" if turn >= WARM else "warming", *told, flush=True)
                for name, seconds in found.items() if turn >= WARM else ():
                    taken[name].append(seconds)
    return {name: median(values) for name, values in taken.items()}


def limit(driver: neo4j.Driver, graph: Watched, uri: str, tenant: str) -> Figures:
    """Seconds of creating the same nodes and edges without looking."""
    nodes: defaultdict[str, list[Any]] = defaultdict(list)
    edges: defaultdict[str, list[Any]] = defaultdict(list)
    for record in versions.newest(tenant, *rows(tenant)):
        row = parameters.node_row(tenant, record, "run", SEEN)
        held = {name: value for name, value in row["properties"].items() if value is not None}
        nodes[row["labels"][0]].append(held | {"key": row["key"], "first_seen_at": SEEN, "last_seen_at": SEEN})
        edge = parameters.edges_row(record, parameters.ends(record))
        for end in edge["ends"]:
            edges[end["relation"]].append({"start": edge["start"], "end": end["key"], "held": edge_held(edge)})
    begun = time.perf_counter()
    with driver.session() as session:
        for part, place, name in ((nodes, "__LABEL__", "nodes"), (edges, "__TYPE__", "edges")):
            for word, made in part.items():
                for i in range(0, len(made), BATCH):
                    session.run(_statement(name).replace(place, word), rows=made[i:i + BATCH]).consume()
    return {"limit": time.perf_counter() - begun}


def ours(driver: neo4j.Driver, graph: Watched, uri: str, tenant: str) -> Figures:
    """Seconds of writing, of writing again, and of the parts of both: of two batches at once, so they are more than the whole."""
    nodes, edges = rows(tenant)
    taken: Figures = {}
    for name, run in (("load", 1), ("replay", 2)):
        graph.watch()
        begun = time.perf_counter()
        write_rows(graph, tenant, nodes, edges, run=str(run), seen_at=START + timedelta(days=300 + run))
        taken[name] = time.perf_counter() - begun
        taken |= {f"{name}: {part}": seconds for part, seconds in graph.spent.items()}
    return taken


def peer(driver: neo4j.Driver, graph: Watched, uri: str, tenant: str) -> Figures:
    """Seconds that the peer takes for the same rows, and again."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.upsert_peer", uri, tenant], capture_output=True, text=True, check=False,
                          cwd=Path(__file__).parents[1])
    if done.returncode:
        raise SystemExit(f"the peer failed:\n{done.stderr[-2000:]}")
    load, replay = json.loads(done.stdout.splitlines()[-1])
    return {"peer load": load, "peer replay": replay}


def _wipe(driver: neo4j.Driver, is_emptied: bool) -> Figures:
    """Not before the peer: with no edge in the graph its statement would be planned to read all of them for every row."""
    if is_emptied:
        with driver.session() as session:
            session.run(_statement("wipe")).consume()
    return {}


def _statement(name: str) -> str:
    text = Path(__file__).with_suffix(".cypher").read_text("utf-8")
    return text.partition(f"// name: {name}\n")[2].partition("// name:")[0].strip()


def show(name: str, figures: Figures) -> None:
    """A table for people; adds the ratios to the figures."""
    load, replay, bare = figures["load"], figures["replay"], figures["limit"]
    figures |= {"of the limit": bare / load, "replay faster": load / replay}
    print(f"\n{NODES:,} nodes and {3 * NODES:,} edges, {name} graph                 s    rows/s   of the limit")
    for line in ("limit", "load", "peer load", "replay", "peer replay"):
        if line in figures:
            print(f"  {line:44} {figures[line]:8.2f} {ROWS / figures[line]:9,.0f} {bare / figures[line]:10.2f}")
    print(f"  replay {load / replay:.1f} times as fast as load; where the time goes:")
    for part, seconds in figures.items():
        if ": " in part:
            print(f"    {part:42} {seconds:8.2f}")


if __name__ == "__main__":
    main()
