"""Questions from their plan to their figures: milliseconds and calls per kind, side by side against one after another, copies against full reads.

A first count and a first filter over the largest list, of which there is no copy, are read in windows and in a row by turns.

    uv run python -m benchmarks.questions [--rounds 10] [--latency 150]

The demo company with its tickets, jobs, deals and absences twenty times over, served by the sandbox over HTTP, once at once and
once with so many milliseconds before every answer. Plans are given there, so that the graph is asked for joins across apps alone, of which an
empty one has none; wordings are read by themselves, without the look-up of names, which `benchmarks/retrieval.py` measures. Prints a table, and
as the last line one JSON object.
"""

import argparse
import json
import math
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx

import agent.live.memo
import agent.query.execute
from agent.catalogue import catalogue
from agent.live.copies import ENOUGH, Copies
from agent.live.reads import LiveReads
from agent.plan.algebra import Column, Exists, Figures, Goal, Groups, Is, Key, Link, Me, Measure, Order, Set, Show, Step, Table, Tally
from agent.plan.periods import Calendar
from agent.question.context import QuestionContext
from agent.question.tasks import compile_plan
from agent.respond import write
from agent.understand.grammar.evidence import Known
from agent.understand.grammar.planner import read
from benchmarks.million import running as running_graph
from ingest.company import Company, read_company
from ingest.demo import DEMO_PERSON
from ingest.demo.build import write_company
from ingest.gateway import Deadline, Gateway, GatewayOptions
from ingest.sandbox import running
from ingest.sandbox.control_client import SandboxControl
from kg.graph import Graph
from workers.evaluation.stage import _as_served
from workers.services.warm import keep_aside

TIMES = 20
MULTIPLIED = ("ticketing/tickets", "ats/jobs", "crm/opportunities", "hris/time_off")
FIRST = ("count", "filter")             # kinds whose first reading of a long list is held against one in a row
FIRST_SECONDS = 1.2
REPEATED = 6                            # times that the same figures are asked for over a copy
Figures_ = dict[str, Any]

TEAM = Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, Me())}))
OPEN = Set("ticketing/Ticket", where=frozenset({Is("ticketing/Ticket.open")}))
DEALS = Set("crm/Opportunity", where=frozenset({Is("crm/Opportunity.open")}))
HUB = Step("hub", "hris/Employee")
TICKETS = Tally(Measure(OPEN, "count"), (Step("ticketing/Ticket.assignees", "ticketing/User"), HUB))
OWNED = Tally(Measure(DEALS, "count"), (Step("crm/Opportunity.owner", "crm/User"), HUB))
HIRING = Tally(Measure(Set("ats/Job"), "count"), (Step("ats/Job.hiring_managers", "ats/RemoteUser"), HUB))
ABSENT = Tally(Measure(Set("hris/TimeOff"), "count"), (Step("hris/TimeOff.employee", "hris/Employee"),))
KINDS: Mapping[str, Goal] = {
    "lookup": Show(Me(), "hris/Employee.start_date"),
    "filter": Table(OPEN),
    "count": Figures((Measure(OPEN, "count"),)),
    "yes or no": Exists(Set("ticketing/Ticket", where=frozenset({Is("ticketing/Ticket.overdue")}))),
    "group": Groups((Measure(Set("hris/Employee"), "count"),), (Key((Step("hris/Employee.department", "hris/Group"),)),)),
    "top 5": Table(DEALS, (Column("crm/Opportunity.close_date"),), Order(Column("crm/Opportunity.close_date"), False, 5)),
    "share": Figures((Measure(Set("ticketing/Ticket", where=frozenset({Is("ticketing/Ticket.sla_decided")})), "share",
                              part=frozenset({Is("ticketing/Ticket.within_sla")})),)),
    "two sources": Table(TEAM, (TICKETS,)),
    "four sources": Table(TEAM, (TICKETS, OWNED, HIRING, ABSENT)),
}


PLANNED = (
    "How many vacation days do I have left?", "Who is my manager?", "my open tickets", "How many tickets are overdue?", "Which deals are open?",
    "How many people joined this year?", "headcount by department", "What is the average amount of open deals?", "top 5 open deals by amount",
    "Which of my reports are off today?", "How many tickets does each of my reports have?", "What share of tickets was closed this month?",
    "Who has the most open tickets?", "Are there overdue invoices?", "How many deals were won last quarter?", "Which jobs are open?",
    "Which accounts have no open deals?", "open tickets by priority", "Which of my accounts have overdue invoices and open tickets?",
    "Who joined in the last 90 days and has no manager?", "How many deals close this month, by owner?", "What is the total headcount cost per team?",
    "For each of my reports: tickets assigned, open deals owned and days off this year", "Which tickets created last month are still open?",
    "employees who manage more than five people", "How many open tickets are older than the average?", "What was our revenue last quarter?",
)
READINGS = (30.0, 100.0)                # milliseconds that reading a wording may take: p50, p95


class Counting(httpx.BaseTransport):
    """The network, and how many records came over it."""

    def __init__(self) -> None:
        self._inner, self.records = httpx.HTTPTransport(), 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """One request; rows of a page are counted."""
        response = self._inner.handle_request(request)
        body = json.loads(response.read() or b"null")
        rows = body.get("results") if isinstance(body, dict) else None
        self.records += len(rows) if isinstance(rows, list) and rows and "id" in rows[0] else 0
        return response


@dataclass
class Seen:
    """In the place of the graph: the ids of what the source held when it was first asked, all taken in a minute before now."""

    gateway: Gateway
    now: datetime
    held: dict[str, frozenset[str]] = field(default_factory=dict)

    def ids(self, model: str) -> frozenset[str]:
        """Those of a model."""
        if model not in self.held:
            self.held[model] = frozenset(r.id for r in self.gateway.read(model).records)
        return self.held[model]

    def until(self, model: str) -> datetime:
        """How far everything was taken in."""
        return self.now - timedelta(minutes=1)

    def gone(self, model: str, ids: Collection[str]) -> None:
        """The source no longer has these."""
        self.held[model] = self.ids(model) - frozenset(ids)


@dataclass
class Stage:
    """The company, served and ready to be asked."""

    company: Company
    control: SandboxControl
    gateway: Gateway
    network: Counting
    graph: Graph
    opened: Callable[[int], Gateway]
    calls: list[int] = field(default_factory=list)
    seen: Seen | None = None

    def ask(self, goal: Goal, copies: Copies | None = None, gateway: Gateway | None = None) -> float:
        """Seconds that a goal took; its calls are put down."""
        person = self.company.person(DEMO_PERSON)
        assert person is not None and self.company.now is not None
        self.seen = self.seen or Seen(self.gateway, self.company.now)
        live = LiveReads(gateway or self.gateway, self.company, self.company.now, Deadline.after(120), copies, self.seen)
        run = QuestionContext(self.company.tenant, self.company, person, catalogue(), self.graph, live, Still())
        began = time.perf_counter()
        for _ in agent.query.execute.execute(run, compile_plan(catalogue(), goal), write):
            pass
        self.calls.append(live.calls)
        return time.perf_counter() - began


class Still:
    """The graph is not asked, so it need not be brought up to date."""

    def refresh(self, models: Any, deadline: Any = None) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def apply(self, records: Any) -> int:
        """Nothing."""
        return 0


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Milliseconds and calls of questions.")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--latency", type=int, default=150, help="simulated milliseconds per call")
    given = parser.parse_args()
    planned = planning(given.rounds)
    with staged() as stage:
        at_once = by_kind(stage, given.rounds)
        stage.control.latency(given.latency)
        far = by_kind(stage, max(2, given.rounds // 3))
        together, apart = stage.ask(KINDS["four sources"]), one_after_another(lambda: stage.ask(KINDS["four sources"]))
        firsts = {kind: first_readings(stage, KINDS[kind], given.rounds) for kind in FIRST}
        stage.control.latency(0)
        copied = over_copies(stage)
    show(at_once, far, given.latency)
    print(f"\nfour sources, {given.latency} ms a call: side by side {together:.2f} s, one after another {apart:.2f} s, "
          f"{apart / together:.1f} times as long (aim 2)")
    for kind, first in firsts.items():
        print(f"a first {kind}, {given.latency} ms a call: in windows {first['windows']:.2f} s, {first['calls']} calls (aim {FIRST_SECONDS} s), "
              f"in a row {first['row']:.2f} s, {first['calls_row']} calls, {first['ratio']:.1f} times as long")
    print(f"{REPEATED} repeated figures: {copied['full']} records read in full, {copied['copy']} over a copy: "
          f"{copied['ratio']:.1f} times fewer (aim 5)")
    print(f"{len(PLANNED)} wordings read by the rules, {planned['read']} with a reading: p50 {planned['p50']} ms (aim {READINGS[0]:.0f}), "
          f"p95 {planned['p95']} ms (aim {READINGS[1]:.0f})")
    print(json.dumps({"benchmark": "questions", "latency_ms": given.latency, "planning": planned, "kinds": at_once, "kinds_far": far,
                      "parallel": round(apart / together, 2), "first": firsts, "copy": copied}))


def by_kind(stage: Stage, rounds: int) -> dict[str, Figures_]:
    """p50 and p95 milliseconds and the calls of each kind; each asked once unmeasured."""
    found = {}
    for kind, goal in KINDS.items():
        stage.ask(goal)
        taken = sorted(stage.ask(goal) * 1000 for _ in range(rounds))
        found[kind] = {**_middle(taken), "calls": stage.calls[-1]}
    return found


def planning(rounds: int) -> Figures_:
    """p50 and p95 milliseconds in which the rules read a wording, each read once unmeasured; and how many have a reading."""
    known = Known({}, Calendar(date(2026, 11, 20)), ("Acme", "acme.example"))
    has_reading = sum(bool(read(catalogue(), text, known).goals) for text in PLANNED)
    taken = sorted(_milliseconds(partial(read, catalogue(), text, known)) for _ in range(rounds) for text in PLANNED)
    return {**_middle(taken), "read": has_reading}


def _milliseconds(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return (time.perf_counter() - began) * 1000


def _middle(taken: Sequence[float]) -> Figures_:
    return {"p50": round(statistics.median(taken), 1), "p95": round(taken[math.ceil(0.95 * len(taken)) - 1], 1)}


def one_after_another(job: Callable[[], float]) -> float:
    """What the job gives where nothing is done side by side."""
    before = agent.query.execute.THREADS, agent.live.memo.THREADS
    agent.query.execute.THREADS = agent.live.memo.THREADS = 1
    try:
        return job()
    finally:
        agent.query.execute.THREADS, agent.live.memo.THREADS = before


def first_readings(stage: Stage, goal: Goal, rounds: int) -> Figures_:
    """Median seconds and the calls of a goal whose list nobody holds, in windows and in a row by turns; each asked once unmeasured."""
    ways: dict[int, list[float]] = {GatewayOptions().in_flight: [], 1: []}
    calls = {}
    with closing(stage.opened(1)) as row, closing(stage.opened(GatewayOptions().in_flight)) as windows:
        for _ in range(rounds + 1):
            for (in_flight, seconds), gateway in zip(ways.items(), (windows, row), strict=True):
                seconds.append(stage.ask(goal, gateway=gateway))
                calls[in_flight] = min(stage.calls[-1], calls.get(in_flight, stage.calls[-1]))
    (cut, whole), (called, called_whole) = (statistics.median(taken[1:]) for taken in ways.values()), calls.values()
    return {"windows": round(cut, 2), "row": round(whole, 2), "ratio": round(whole / cut, 2), "calls": called, "calls_row": called_whole}


def over_copies(stage: Stage) -> Figures_:
    """Records over the network for the same figures again and again, a ticket gone in between: in full, and with a copy."""
    goal, copies = KINDS["share"], Copies(catalogue())
    stage.ask(goal, copies)
    for _ in range(ENOUGH):             # a copy is trusted once deletions were seen to move their time
        _delete_a_ticket(stage)
    stage.ask(goal, copies)
    read = {}
    for name, used in (("full", None), ("copy", copies)):
        before = stage.network.records
        for _ in range(REPEATED):
            stage.ask(goal, used)
        read[name] = stage.network.records - before
    return {**read, "ratio": round(read["full"] / max(1, read["copy"]), 1)}


def _delete_a_ticket(stage: Stage) -> None:
    tickets = stage.gateway.read("ticketing/Ticket").records
    assert stage.company.now is not None
    at = (stage.company.now - timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%S.000000Z")
    stage.control.apply(stage.company.tenant, {"id": "gone", "at": at, "op": "delete", "category": "ticketing", "resource": "tickets",
                                               "record_id": tickets[-1].id})


@contextmanager
def staged() -> Iterator[Stage]:
    """The company, larger than it is, served."""
    with tempfile.TemporaryDirectory() as home, running([]) as served, SandboxControl(served.control_url, served.control_key) as control:
        folder = Path(home) / "company"
        write_company(folder)
        for place in MULTIPLIED:
            _multiply(folder / f"{place}.json")
        slug = read_company(folder).tenant
        control.add_company(folder, slug)
        company, network = _as_served(read_company(folder), slug, control), Counting()
        known = {"api_key": served.api_key, "base_url": served.base_url}

        def opened(in_flight: int) -> Gateway:
            options = GatewayOptions(requests_per_minute=None, transport=network, in_flight=in_flight)
            return Gateway(company.accounts, **known, clock=lambda: company.now or _never(), options=options)

        with running_graph(Path(home) / "neo4j", "1g", "256m") as shape, Graph(shape.uri, "neo4j", "none-needed") as graph:
            keep_aside()                # as the web server does
            yield Stage(company, control, opened(GatewayOptions().in_flight), network, graph, opened)
        network.close()


def _multiply(path: Path) -> None:
    rows = json.loads(path.read_text("utf-8"))
    more = [row | {"id": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{row['id']}{n}")), "remote_id": f"{row['remote_id']}-{n}"}
            for n in range(1, TIMES) for row in rows]
    path.write_text(json.dumps([*rows, *more]), "utf-8")


def _never() -> Any:
    raise ValueError("the demo company has a pinned clock")


def show(at_once: Mapping[str, Figures_], far: Mapping[str, Figures_], latency: int) -> None:
    """The table for people."""
    print(f"{'kind':14}{'calls':>7}{'p50 ms':>10}{'p95 ms':>10}{f'p50 at {latency} ms':>16}{f'p95 at {latency} ms':>16}")
    for kind, figures in at_once.items():
        there = far[kind]
        print(f"{kind:14}{figures['calls']:>7}{figures['p50']:>10}{figures['p95']:>10}{there['p50']:>16}{there['p95']:>16}")


if __name__ == "__main__":
    main()
