"""Merge page → graph through Celery, and webhook → graph: where the time goes, what a second worker brings, how soon one sees it.

    uv run python benchmarks/sync.py [--records 12000] [--events 500] [--per-second 50] [--repeats 2]

Starts Neo4j, Valkey, the sandbox, the web server and workers of its own in a home that is thrown away, all on this machine
(NEO4J_URI and REDIS_URL replace theirs; what it writes there is of a tenant of its own, and removed). Three
measurements: (1) one thread that reads, projects and writes, each step timed; (2) a full sync of the same records through
Celery into an empty graph, by one worker process and by two, in turns; (3) signed webhooks posted to the web server at an even
rate, each stamped when a reader sees its version in the graph. Prints tables, and as the last line one JSON object.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from ingest import merge_api
from ingest.company import read_company
from ingest.gateway import load
from ingest.projections import MODELS, project
from ingest.records import Record
from ingest.sandbox.webhooks import SIGNATURE_HEADER, sign
from kg.held import age, held_ages
from kg.hubs import join_due
from kg.remove import remove_tenant
from kg.upsert import write_rows
from workers import tasks
from workers.services import Services, processes
from workers.services.waiting import wait_until
from workers.settings import child_environment, make_settings, read_settings
from workers.storage.secret_files import keep_secret
from workers.storage.tenant_registry import Tenant, TenantRegistry

SLUG = "bench"
START = datetime(2026, 11, 1, tzinfo=UTC)
# resource -> share of the records, foreign keys; eight parts of like size, so that two workers have alike to do
SHAPE: dict[tuple[str, str], tuple[int, dict[str, str]]] = {
    ("crm", "accounts"): (1, {}), ("crm", "contacts"): (3, {"account": "accounts"}), ("crm", "opportunities"): (2, {"account": "accounts"}),
    ("ticketing", "tickets"): (3, {"creator": "users"}), ("ticketing", "users"): (1, {}),
    ("hris", "employees"): (2, {"manager": "employees"}), ("accounting", "contacts"): (2, {}),
    ("accounting", "invoices"): (2, {"contact": "contacts"}),
}
SECONDS = 600.0


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Merge page to graph, webhook to graph.")
    parser.add_argument("--records", type=int, default=12_000)
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--per-second", type=float, default=50.0)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        measure(given)
        return
    with tempfile.TemporaryDirectory(prefix="evergraph-sync-") as home:      # settings are read once, so they are set for a process of its own
        settings = make_settings(home=Path(home), cache_folder=read_settings().cache, merge_api_key=None)
        subprocess.run([sys.executable, *sys.argv, "--inside"], env=child_environment(settings), check=True)


def measure(given: argparse.Namespace) -> None:
    """Everything, on servers of this home."""
    settings = read_settings()
    folder = write_company(settings.home / "company", given.records)
    TenantRegistry(settings.home).save(Tenant(company=read_company(folder), folder=str(folder)))
    keep_secret(settings.home, "merge-webhook-key")
    services = Services(settings)
    try:
        services.up(("neo4j", "valkey", "sandbox", "web"))
        with workers(2):
            through_celery()                                 # the servers' first, slow time
        load({category for category, _ in SHAPE})            # as a worker does before it forks
        by_step()                                            # first times
        steps = by_step()
        turns = [(count, run_with(count)) for _ in range(given.repeats) for count in (1, 2)]
        with workers(2):
            through_celery()
            join_due(tasks.installation().graph, SLUG, run="bench", now=START)       # what the load left over is not the events' business
            seen = webhooks(given.events, given.per_second)
        remove_tenant(tasks.installation().graph, SLUG)
    finally:
        services.down()
    show(given, steps, {count: [t for c, t in turns if c == count] for count in (1, 2)}, seen)


def by_step() -> dict[str, float]:
    """Seconds of each step over all records, one thread; no Celery, no locks."""
    here = tasks.installation()
    gateway, spent = here.gateway(SLUG), {"read": 0.0, "project": 0.0, "write": 0.0}
    remove_tenant(here.graph, SLUG)
    for model, account in here.sync(SLUG).parts():
        records: list[Record] = timed(spent, "read", lambda m=model, a=account: [r for page in gateway.pages(m, account=a) for r in page])
        for start in range(0, len(records), 1_000):
            part = records[start:start + 1_000]
            rows = timed(spent, "project", lambda part=part: [project(SLUG, record) for record in part])
            nodes, edges = [node for node, _ in rows], [one for _, all_edges in rows for one in all_edges]
            timed(spent, "write", lambda n=nodes, e=edges: write_rows(here.graph, SLUG, n, e, run="r", seen_at=START))
    return spent


def timed(spent: dict[str, float], step: str, work: Callable[[], Any]) -> Any:
    """What the work gives; its seconds are added."""
    begun = time.perf_counter()
    result = work()
    spent[step] += time.perf_counter() - begun
    return result


def run_with(count: int) -> float:
    """Seconds of a full sync into an empty graph by so many processes."""
    with workers(count):
        return through_celery()


def through_celery() -> float:
    """Seconds from asking for a full sync until its last part has ended."""
    here = tasks.installation()
    remove_tenant(here.graph, SLUG)
    begun = time.perf_counter()
    tasks.start_sync(SLUG, "full")
    progress = tasks.wait_for_sync(SLUG, SECONDS)
    assert progress.is_over and not progress.failed, [part.error for part in progress.failed]
    return time.perf_counter() - begun


@contextmanager
def workers(count: int) -> Iterator[None]:
    """A Celery worker with so many processes."""
    settings = read_settings()
    log = settings.home / "logs" / f"bench-{uuid.uuid4().hex}.log"
    command = [sys.executable, "-m", "celery", "-A", "workers.tasks", "worker", "--concurrency", str(count), "--loglevel", "INFO"]
    child = processes.launch(command, log, child_environment(settings))
    try:
        wait_until(lambda: b"ready." in log.read_bytes(), child, "the worker", log, 120)
        yield
    finally:
        processes.end(child, patience=10)


def webhooks(events: int, per_second: float) -> dict[str, float]:
    """Milliseconds from posting an event until its version is in the graph, at an even rate."""
    here = tasks.installation()
    key = keep_secret(here.settings.home, "merge-webhook-key")
    url = f"{Services(here.settings).connections().web_url}/webhooks/merge/{SLUG}"
    account = next(a.id for a in here.tenants.get(SLUG).company.linked_accounts if a.category == "crm")
    bodies = [event(account, number) for number in range(events)]
    sent: dict[str, float] = {}
    seen: dict[str, float] = {}
    wanted = {node: version for node, version, _ in bodies}
    watching = threading.Thread(target=watch, args=(here.graph, wanted, sent, seen))
    watching.start()
    with httpx.Client(trust_env=False) as client, ThreadPoolExecutor(16) as threads:
        def post(node: str, body: bytes) -> None:
            sent[node] = time.perf_counter()
            client.post(url, content=body, headers={SIGNATURE_HEADER: sign(key, body)}).raise_for_status()

        begun = time.perf_counter()
        posts = []
        for number, (node, _, body) in enumerate(bodies):
            time.sleep(max(0.0, begun + number / per_second - time.perf_counter()))
            posts.append(threads.submit(post, node, body))
        for one in posts:
            one.result()
        rate = events / (time.perf_counter() - begun)
    watching.join()
    took = sorted((seen[node] - sent[node]) * 1000 for node in seen)
    return {"events": len(took), "lost": events - len(took), "per_second": rate, "p50_ms": took[len(took) // 2],
            "p95_ms": took[int(len(took) * 0.95)], "max_ms": took[-1]}


def watch(graph: Any, wanted: dict[str, str], sent: dict[str, float], seen: dict[str, float]) -> None:
    """Look every ten milliseconds which of those that were sent are in the graph in their new version."""
    until = time.monotonic() + 120.0
    while len(seen) < len(wanted) and time.monotonic() < until:
        open_ones = [node for node in list(sent) if node not in seen]
        held = held_ages(graph, SLUG, open_ones) if open_ones else {}
        now = time.perf_counter()
        seen.update({node: now for node in open_ones if held.get(node, "") >= wanted[node]})
        time.sleep(0.01)


def event(account: str, number: int) -> tuple[str, str, bytes]:
    """A changed contact: the key of its node, how new it will be, the bytes of the webhook."""
    modified_at = START + timedelta(days=1, milliseconds=number)
    row = record("crm", "contacts", number) | {"last_name": f"Renamed{number}", "modified_at": modified_at.isoformat()}
    body = {"hook": {"id": "h", "event": "CRMContact.changed"}, "linked_account": {"id": account, "category": "crm"}, "data": row}
    return f"{SLUG}|crm|Contact|{row['id']}", age(modified_at, False), json.dumps(body).encode()


def write_company(folder: Path, records: int) -> Path:
    """A company folder of about so many records."""
    whole = sum(share for share, _ in SHAPE.values())
    accounts = [{"id": made("account", category, 0), "category": category, "integration": category, "token": f"token-{category}",
                 "data_as_of": START.isoformat()} for category in dict.fromkeys(category for category, _ in SHAPE)]
    folder.mkdir(parents=True)
    company = {"tenant": SLUG, "name": "Bench", "domain": "bench.example", "now": "2026-11-20T09:00:00Z", "linked_accounts": accounts}
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    for (category, resource), (share, _) in SHAPE.items():
        (folder / category).mkdir(exist_ok=True)
        rows = [record(category, resource, number) for number in range(records * share // whole)]
        (folder / category / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    return folder


def record(category: str, resource: str, number: int) -> dict[str, Any]:
    """The record of that number, with every field of its model."""
    model = merge_api.model_of_resource()[category, resource]
    every: dict[str, Any] = {f.name: [] if f.is_list else None for f in merge_api.models()[model].fields}
    word = made(category, resource, number, "name")[:8]          # every name is another, so that joining finds little to compare
    names = {name: f"{word}{name[0]}" for name in ("name", "display_full_name", "first_name", "last_name", "number") if name in every}
    links = {field: made(category, target, number // 10) for field, target in SHAPE[category, resource][1].items()}
    at = (START - timedelta(days=30, seconds=number)).isoformat()
    return every | names | links | {"id": made(category, resource, number), "remote_id": f"{resource}-{number}", "created_at": at,
                                    "modified_at": at, "remote_was_deleted": False}


def made(*names: object) -> str:
    """A UUID that these names always have."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(map(str, names))))


def show(given: argparse.Namespace, steps: dict[str, float], turns: dict[int, list[float]], seen: dict[str, float]) -> None:
    """The tables, and the figures as JSON."""
    thousands = given.records / 1000
    whole = sum(steps.values())
    print(f"{len(MODELS)} models known, {given.records} records in {len(SHAPE)}\n\nmilliseconds per 1,000 records, one thread")
    for step, seconds in steps.items():
        print(f"  {step:<10}{seconds / thousands * 1000:>8.0f}{seconds / whole:>7.0%}")
    one, two = (statistics.median(turns[count]) for count in (1, 2))
    print("\nthrough Celery, seconds (records per second)")
    for count, seconds in ((1, one), (2, two)):
        print(f"  {count} process{'es' if count > 1 else '':<4}{seconds:>8.1f}{given.records / seconds:>10.0f}")
    print(f"  two are {one / two:.2f} times as fast as one; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("\nwebhook received → visible in the graph")
    print("  " + ", ".join(f"{name} {value:.0f}" for name, value in seen.items()))
    figures = {"per_thousand_ms": {step: round(seconds / thousands * 1000, 1) for step, seconds in steps.items()},
               "celery_seconds": turns, "speedup": round(one / two, 3), "webhook": {name: round(value, 1) for name, value in seen.items()}}
    print(json.dumps({"benchmark": "sync", "records": given.records, "cores": os.cpu_count(), **figures}))


if __name__ == "__main__":
    main()
