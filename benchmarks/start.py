"""Seconds from nothing to the first answer: cold (empty home, empty cache) and warm (the same home again), by part.

    uv run python benchmarks/start.py [--home FOLDER [--cold]] [--asks 5]

Fetches Neo4j's jars, runs `evergraph demo` as a person would and stamps its lines; then `evergraph ask`, whole processes.
Without a home a folder of its own is used and thrown away. With one that was used before, only the warm start is measured;
`--cold` empties that folder first, which must be one that this program made. Prints a table, and as the last line one JSON
object. Parts start side by side, so that they add up to more than the whole; `CPU` is that of all processes, `load` the machine's.
"""

import argparse
import json
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from ingest.demo import DEMO_PERSON
from workers.services.neo4j.jars import class_path
from workers.settings import child_environment, make_settings

EVERGRAPH = str(Path(sys.executable).with_name("evergraph"))
QUESTION = "How many vacation days do I have remaining?"
MARK = "made-by-benchmarks-start"
UP = "Ctrl-C ends the demo."
BEGUN, READY = re.compile(r"^(.+) starts$"), re.compile(r"^(.+) is ready:")


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Seconds to the first answer.")
    parser.add_argument("--home", type=Path, help="keep it; left out, a folder that is thrown away")
    parser.add_argument("--cold", action="store_true", help="empty that folder first")
    parser.add_argument("--asks", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="evergraph-start-") as scratch:
        home = given.home or Path(scratch)
        if given.cold and (home / MARK).is_file():
            shutil.rmtree(home)
        is_new = not home.is_dir() or not any(home.iterdir())
        home.mkdir(parents=True, exist_ok=True)
        (home / MARK).touch()
        figures = {name: measure(home, given.asks) for name in (("cold", "warm") if is_new else ("warm",))}
    show(figures)
    print(json.dumps({"benchmark": "start", **figures}))


def measure(home: Path, asks: int) -> dict[str, float]:
    """Seconds by part of one start, and of `asks` questions to what then runs."""
    settings = make_settings(home=home)
    environment, spent, begun = child_environment(settings), cpu(), time.perf_counter()
    class_path(settings.cache)
    fetched = time.perf_counter() - begun
    demo = subprocess.Popen([EVERGRAPH, "demo"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        figures = {"jars": fetched} | parts(stamped(demo, begun))
        if asks and "first answer" in figures:
            figures["ask, whole process"] = statistics.median(ask(environment) for _ in range(asks))
    finally:
        demo.send_signal(signal.SIGINT)
        demo.communicate(timeout=120)
    figures |= {"CPU, all processes": cpu() - spent, "load": os.getloadavg()[0]}
    return {name: round(seconds, 2) for name, seconds in figures.items()}


def stamped(demo: subprocess.Popen[str], begun: float) -> Iterator[tuple[float, str]]:
    """The demo's lines until it is up, each with its seconds."""
    assert demo.stdout is not None
    for line in demo.stdout:
        yield time.perf_counter() - begun, line.strip()
        if line.strip() == UP:
            return


def parts(lines: Iterator[tuple[float, str]]) -> dict[str, float]:
    """Seconds of each service from its start to its first answer, of the sync, and until the first answer."""
    started, figures, last_ready, asked = dict[str, float](), dict[str, float](), 0.0, 0.0
    for seconds, line in lines:
        if found := BEGUN.match(line):
            started[found[1]] = seconds
        elif found := READY.match(line):
            figures[found[1]], last_ready = seconds - started[found[1]], seconds
        elif line.startswith("> "):
            figures["projection"], asked = seconds - last_ready, seconds
        elif line == UP:
            figures["question"], figures["first answer"] = seconds - asked, seconds
    return figures


def cpu() -> float:
    """CPU seconds of the processes that have ended by now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(environment: Mapping[str, str]) -> float:
    """Seconds of one `evergraph ask`, from the process's start to its end."""
    begun = time.perf_counter()
    subprocess.run([EVERGRAPH, "ask", QUESTION, "--as", DEMO_PERSON, "--json"], env=dict(environment), capture_output=True, check=True)
    return time.perf_counter() - begun


def show(figures: Mapping[str, Mapping[str, float]]) -> None:
    """The table for people."""
    names = dict.fromkeys(name for column in figures.values() for name in column)
    print(f"{'seconds':<22}" + "".join(f"{column:>10}" for column in figures))
    for name in names:
        print(f"{name:<22}" + "".join(f"{column.get(name, float('nan')):>10.2f}" for column in figures.values()))


if __name__ == "__main__":
    main()
