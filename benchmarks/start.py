"""Seconds from nothing to the first answer: cold (empty home, empty cache) and warm (the same home again), by part.

    uv run python benchmarks/start.py [--home FOLDER] [--asks 5]

Runs `evergraph demo` as a person would and stamps its lines; then `evergraph ask`, whole processes. Prints a table, and as
the last line one JSON object.
"""

import argparse
import json
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from ingest.demo import DEMO_PERSON
from workers.settings import child_environment, make_settings

EVERGRAPH = str(Path(sys.executable).with_name("evergraph"))
QUESTION = "How many vacation days do I have remaining?"
UP = "Ctrl-C ends the demo."
BEGUN, READY = re.compile(r"^(.+) starts$"), re.compile(r"^(.+) is ready:")


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Seconds to the first answer.")
    parser.add_argument("--home", type=Path, help="keep it; left out, a folder that is thrown away")
    parser.add_argument("--asks", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="evergraph-start-") as scratch:
        home = given.home or Path(scratch)
        figures = {name: measure(home, given.asks) for name in ("cold", "warm")}
    show(figures)
    print(json.dumps({"benchmark": "start", **figures}))


def measure(home: Path, asks: int) -> dict[str, float]:
    """Seconds by part of one start, and of `asks` questions to what then runs."""
    environment = child_environment(make_settings(home=home))
    begun = time.perf_counter()
    demo = subprocess.Popen([EVERGRAPH, "demo"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        figures = parts(stamped(demo, begun))
        if asks and "first answer" in figures:
            figures["ask, whole process"] = statistics.median(ask(environment) for _ in range(asks))
    finally:
        demo.send_signal(signal.SIGINT)
        demo.communicate(timeout=120)
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
            figures["sync"], asked = seconds - last_ready, seconds
        elif line == UP:
            figures["question"], figures["first answer"] = seconds - asked, seconds
    return figures


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
