"""Many people at once: how soon the first event comes, what fails, whether the order is kept, memory and CPU by process.

    uv run --group load python benchmarks/serve.py [--api 200] [--chat 50] [--seconds 60] [--latency 150] [--warm 20]

Starts `evergraph demo` in a folder of its own, with a Neo4j that is built for running and not for starting, has its sandbox answer after
`--latency` milliseconds, and plays people with locust (`benchmarks/serve_users.py`): some for `--warm` seconds that do not count, then over
the HTTP API, then through the chat's page. Prints a table for each, and as the last line one JSON object. Memory is resident, CPU is
seconds; both are those of a process with its children.
"""

import argparse
import json
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psutil

from ingest.sandbox.control_client import SandboxControl
from workers.services.local import Services
from workers.services.state import read_state
from workers.settings import Settings, child_environment, make_settings
from workers.storage.tenant_registry import TenantRegistry

EVERGRAPH = str(Path(sys.executable).with_name("evergraph"))
USERS = Path(__file__).with_name("serve_users.py")
UP = "Ctrl-C ends the demo."
WARMING = 30                            # people who play before it counts
ENDING_SECONDS = 40                     # for those who wait for an answer when the time is over
Usage = dict[str, tuple[float, float]]  # by process: megabytes, CPU seconds


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Many people at once.")
    parser.add_argument("--api", type=int, default=200, help="people over the HTTP API")
    parser.add_argument("--chat", type=int, default=50, help="people through the page")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--latency", type=float, default=150, help="milliseconds that Merge takes")
    parser.add_argument("--warm", type=int, default=20, help="seconds that are played before it counts")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)        # so that the demo ends with us
    with tempfile.TemporaryDirectory(prefix="evergraph-serve-") as scratch:
        settings = make_settings(home=Path(scratch), asks_per_minute=1_000_000, requests_per_minute=1_000_000, neo4j_quick_start=False)
        demo = subprocess.Popen([EVERGRAPH, "demo"], env=child_environment(settings), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            assert demo.stdout is not None
            said: list[str] = []
            if not any(line.strip() == UP for line in map(partial(_heard, said), demo.stdout)):
                raise SystemExit("The demo did not come up:\n" + "".join(said))
            if given.warm:
                played(settings, "Api", WARMING, given.latency, given.warm)
            found = {kind: played(settings, kind, people, given.latency, given.seconds)
                     for kind, people in (("Api", given.api), ("Chat", given.chat)) if people}
        finally:
            demo.send_signal(signal.SIGINT)
            demo.communicate(timeout=120)
    print(json.dumps({"benchmark": "serve", "latency_ms": given.latency, "seconds": given.seconds, **found}))


def _heard(said: list[str], line: str) -> str:
    """The line, which is also kept."""
    said.append(line)
    return line


def played(settings: Settings, kind: str, people: int, latency: float, seconds: int) -> dict[str, Any]:
    """So many people for so long; what they saw and what it took."""
    found, result = Services(settings).connections(), settings.home / f"{kind}.json"
    emails = ",".join(person.email for tenant in TenantRegistry(settings.home).all() for person in tenant.company.people)
    with SandboxControl(str(found.sandbox_control_url), str(found.sandbox_control_key)) as control:
        control.latency(latency)
    took = [usage(settings.home)]
    played_by = subprocess.Popen(
        [sys.executable, "-m", "locust", "-f", str(USERS), kind, "--headless", "-u", str(people), "-r", str(people), "-t", f"{seconds}s",
         "--stop-timeout", str(ENDING_SECONDS), "--host", str(found.web_url), "--only-summary", "--result", str(result), "--people", emails],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with suppress(subprocess.TimeoutExpired):
        played_by.wait(seconds / 2)
    took.append(usage(settings.home))
    played_by.wait()
    took.append(usage(settings.home))
    seen = json.loads(result.read_text())
    told = figures(seen) | {"people": people, "out_of_order": out_of_order(str(found.web_url), seen["talks"])}
    processes = {name: {"mb": [each[name][0] for each in took], "cpu": round(took[-1][name][1] - took[0][name][1], 1)} for name in took[0]}
    show(kind, told, processes)
    return told | {"processes": processes}


def figures(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Percentiles in seconds, errors and answers by kind."""
    quantiles = {name: statistics.quantiles(seen[name], n=100) if len(seen[name]) > 1 else [0.0] * 99 for name in ("first", "whole")}
    percentiles = {f"{name}_p{at}": round(quantiles[name][at - 1], 3) for name in quantiles for at in (50, 95, 99)}
    errors = seen["errors"]
    return {"asked": len(seen["whole"]) + len(errors), "errors": len(errors), "kinds_of_errors": Counter(errors).most_common(5),
            "answers": dict(Counter(seen["answers"])), **percentiles}


def out_of_order(url: str, talks: Mapping[str, Mapping[str, Any]]) -> int:
    """Conversations whose history is not what was asked, in that order; what was not answered when the time was over may be missing."""
    wrong = 0
    with httpx.Client(base_url=url, timeout=60) as client:
        for talk, told in talks.items():
            turns = client.get(f"/api/sessions/{talk}", headers={"X-Evergraph-Person": told["email"]}).json().get("turns", ())
            held = [turn["question"] for turn in turns]
            wrong += held != told["asked"][:len(held)] or len(held) < told["answered"]
    return wrong


def usage(home: Path) -> Usage:
    """What each service takes, with its children."""
    found: Usage = {}
    for name, service in read_state(home).items():
        family = [psutil.Process(service.pid), *psutil.Process(service.pid).children(recursive=True)]
        times = [each.cpu_times() for each in family]
        found[name] = (round(sum(each.memory_info().rss for each in family) / 1e6, 1), round(sum(each.user + each.system for each in times), 1))
    return found


def show(kind: str, told: Mapping[str, Any], processes: Mapping[str, Mapping[str, Any]]) -> None:
    """The table for people."""
    print(f"{told['people']} people, {kind}: {told['asked']} asked, {told['errors']} errors, {told['out_of_order']} conversations out of order")
    print(f"{'seconds':<14}{'p50':>8}{'p95':>8}{'p99':>8}")
    for name in ("first", "whole"):
        print(f"{name:<14}" + "".join(f"{told[f'{name}_p{at}']:>8.2f}" for at in (50, 95, 99)))
    print(f"{'process':<14}{'MB before':>12}{'half way':>12}{'after':>12}{'CPU s':>8}")
    for name, took in processes.items():
        print(f"{name:<14}" + "".join(f"{each:>12.1f}" for each in took["mb"]) + f"{took['cpu']:>8.1f}")
    print(f"answers: {told['answers']}; errors: {told['kinds_of_errors']}\n", flush=True)


if __name__ == "__main__":
    main()
