"""A company to be counted, summed and compared, all in sight here; and its goals run as a question runs them, on the sandbox's HTTP."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from threading import Event as Stop
from typing import Any

from agent.answer import Cell
from agent.catalogue import catalogue
from agent.live.copies import Copies
from agent.live.reads import LiveReads
from agent.plan.algebra import Condition, Goal, Link, Node, Set
from agent.query.execute import Done, execute
from agent.question.context import QuestionContext
from agent.question.tasks import compile_plan
from agent.respond import Draft, write
from ingest.company import Company, read_company
from ingest.gateway import Deadline, Gateway, GatewayOptions
from ingest.sandbox import Served
from ingest.sandbox.control_client import SandboxControl
from kg.graph import Graph
from tests.integration.small_company import DATA_AS_OF, NOW, Row, account_id, merge_id, row
from workers.evaluation.stage import _as_served

HOUSE = "counted"                       # the folder's own slug: ids of records are made from it
CATEGORIES = ("hris", "crm", "ticketing", "accounting", "ats")
ANA, PIA = "ana.ruiz@acme.example", "pia.lund@acme.example"
PEOPLE = [{"email": ANA, "roles": ["finance"]}, {"email": PIA, "roles": ["pay_specialist"]}, {"email": "ben.cole@acme.example", "roles": []}]


def _employee(name: str, manager: str | None, started: str, **values: Any) -> Row:
    first, last = name.split()
    address = f"{first}.{last}@acme.example".lower()
    return row(HOUSE, "hris/Employee", name, display_full_name=name, first_name=first, last_name=last, work_email=address,
               manager=f"@{manager}" if manager else None, start_date=f"{started}T00:00:00.000000Z", **{"employment_status": "ACTIVE", **values})


def _job(name: str, rate: float | None, period: str, currency: str, since: str = "2025-01-01") -> Row:
    return row(HOUSE, "hris/Employment", f"job of {name} since {since}", employee=f"@{name}", job_title="Fitter", pay_rate=rate, pay_period=period,
               pay_currency=currency, effective_date=f"{since}T00:00:00.000000Z")


def _leave(name: str, kind: str, status: str, first: str, last: str) -> Row:
    return row(HOUSE, "hris/TimeOff", f"{kind} of {name} from {first}", employee=f"@{name}", request_type=kind, status=status, units="DAYS", amount=1,
               start_time=f"{first}T00:00:00.000000Z", end_time=f"{last}T00:00:00.000000Z")


def _user(first: str, last: str) -> Row:
    return row(HOUSE, "ticketing/User", f"desk {first}", name=f"{first} {last}", email_address=f"{first}.{last}@ACME.example")


def _ticket(name: str, status: str, *assignees: str, due: str | None = None, closed: str | None = None) -> Row:
    return row(HOUSE, "ticketing/Ticket", name, name=f"Fault {name}", status=status, access_level="COMPANY", ticket_type="Bug",
               assignees=[merge_id(HOUSE, f"desk {a}") for a in assignees], due_date=due and f"{due}T00:00:00.000000Z",
               remote_created_at="2026-10-01T08:00:00.000000Z", completed_at=closed)


def _deal(name: str, amount: float | None, status: str = "OPEN", account: str = "Kenmore") -> Row:
    return row(HOUSE, "crm/Opportunity", name, name=name, amount=amount, status=status, account=f"@{account}", owner="@crm Ana",
               close_date="2026-06-30T00:00:00.000000Z")


def _invoice(number: str, amount: float, currency: str, rate: str | None, customer: str = "books Kenmore", **values: Any) -> Row:
    base = {"type": "ACCOUNTS_RECEIVABLE", "status": "OPEN", "balance": amount, "issue_date": "2026-05-04T00:00:00.000000Z"}
    return row(HOUSE, "accounting/Invoice", number, number=number, contact=f"@{customer}", total_amount=amount, currency=currency, exchange_rate=rate,
               **(base | values))


def records() -> Mapping[tuple[str, str], list[Row]]:
    """(category, resource) → its rows. Ana leads Ben, Cleo and Dev, and Finn until he left; Ben leads Eva. Dev has no ticketing user."""
    return {
        ("hris", "employees"): [
            _employee("Ana Ruiz", None, "2015-03-02"), _employee("Ben Cole", "Ana Ruiz", "2019-11-21"),
            _employee("Cleo Diaz", "Ana Ruiz", "2019-11-20"),
            _employee("Dev Patel", "Ana Ruiz", "2024-02-29"), _employee("Eva Stone", "Ben Cole", "2024-02-29"),
            _employee("Finn Gray", "Ana Ruiz", "2018-01-01", employment_status="INACTIVE"), _employee("Pia Lund", None, "2020-01-01"),
        ],
        ("hris", "employments"): [
            _job("Ben Cole", 5000, "MONTH", "EUR"), _job("Ben Cole", 100, "MONTH", "EUR", "2024-01-01"),
            _job("Ben Cole", 9999, "MONTH", "EUR", "2027-01-01"),
            _job("Cleo Diaz", 30, "HOUR", "USD"), _job("Dev Patel", None, "YEAR", "USD"), _job("Eva Stone", 40000, "YEAR", "EUR"),
            _job("Finn Gray", 1, "YEAR", "EUR"),
        ],
        ("hris", "time_off"): [
            _leave("Ben Cole", "VACATION", "APPROVED", "2026-09-28", "2026-10-02"),
            _leave("Cleo Diaz", "VACATION", "REQUESTED", "2026-10-05", "2026-10-06"),
            _leave("Dev Patel", "VACATION", "APPROVED", "2026-12-01", "2026-12-04"),
            _leave("Dev Patel", "SICK", "APPROVED", "2026-10-07", "2026-10-07"),
        ],
        ("ticketing", "users"): [_user("Ana", "Ruiz"), _user("Ben", "Cole"), _user("Cleo", "Diaz")],
        ("ticketing", "tickets"): [
            _ticket("T-1", "OPEN", "Ben", due="2026-11-19"), _ticket("T-2", "OPEN", "Ben", "Ana", due="2026-11-20"), _ticket("T-3", "OPEN", "Ana"),
            _ticket("T-4", "CLOSED", "Ana", due="2026-11-02", closed="2026-10-31T18:45:00.000000Z"),        # the first of November in Kolkata
            _ticket("T-5", "CLOSED", due="2026-10-05", closed="2026-10-12T08:00:00.000000Z"),
        ],
        ("crm", "users"): [row(HOUSE, "crm/User", "crm Ana", name="Ana Ruiz", email=ANA, is_active=True)],
        ("crm", "accounts"): [
            row(HOUSE, "crm/Account", "Kenmore", name="Kenmore Freight", website="https://kenmore.example", owner="@crm Ana", industry="Logistics"),
            row(HOUSE, "crm/Account", "Foxglove", name="Foxglove Apparel", website="https://foxglove.example", owner="@crm Ana"),
        ],
        ("crm", "opportunities"): [
            _deal("D1", 500), _deal("D2", 300), _deal("D3", 300), _deal("D4", 100.5), _deal("D5", None), _deal("D6", 900, "WON", "Foxglove"),
            _deal("D7", 50, "LOST"),
        ],
        ("accounting", "contacts"): [
            row(HOUSE, "accounting/Contact", "books Kenmore", name="Kenmore Freight Ltd", is_customer=True),
            row(HOUSE, "accounting/Contact", "books Juniper", name="Juniper Labs", is_customer=True),
        ],
        ("accounting", "invoices"): [
            _invoice("I-1", 1000, "EUR", "1.5"), _invoice("I-2", 200, "USD", "1.0"), _invoice("I-3", 70, "GBP", "2"),
            _invoice("I-4", 5000, "EUR", "1.5", status="DRAFT"), _invoice("I-5", 40, "USD", "1.0", "books Juniper"),
            _invoice("B-1", 999, "USD", "1.0", type="ACCOUNTS_PAYABLE"),
        ],
        ("accounting", "credit_notes"): [
            row(HOUSE, "accounting/CreditNote", "C-1", number="C-1", contact="@books Kenmore", total_amount=100, currency="EUR", exchange_rate="1.5",
                transaction_date="2026-05-10T00:00:00.000000Z", status="AUTHORIZED"),
        ],
    }


def write_company(folder: Path, **definitions: Any) -> Path:
    """Write the company's folder and give its path."""
    accounts = [
        {"id": account_id(HOUSE, c), "category": c, "integration": f"{c} app", "token": f"token-{c}", "data_as_of": DATA_AS_OF} for c in CATEGORIES
    ]
    company = {"tenant": HOUSE, "name": "Acme", "domain": "acme.example", "now": NOW, "timezone": "Asia/Kolkata", "linked_accounts": accounts,
               "people": PEOPLE, "definitions": definitions}
    folder.mkdir(parents=True)
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    for (category, resource), rows in records().items():
        (folder / category).mkdir(exist_ok=True)
        (folder / category / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    return folder


class Still:
    """The graph is not brought up to date here: nothing of these goals is settled by name."""

    def refresh(self, models: Any, deadline: Any = None) -> Mapping[str, Any]:
        return {}

    def apply(self, records: Any) -> int:
        return 0

    def whole_until(self, model: str, account_ids: object) -> None:
        return None


@dataclass
class Office:
    """The company served under a slug of its own, ready to be asked and to be changed."""

    slug: str
    company: Company
    control: SandboxControl
    gateway: Gateway
    graph: Graph
    copies: Copies | None = None

    def run(self, person: str = ANA, stop: Stop | None = None) -> QuestionContext:
        """A run of somebody's question."""
        who = self.company.person(person)
        assert who is not None
        stop = stop or Stop()
        live = LiveReads(self.gateway, self.company, self.now(), Deadline.after(60, stop=stop), self.copies)
        return QuestionContext(self.slug, self.company, who, catalogue(), self.graph, live, Still())

    def now(self) -> Any:
        """The company's pinned time."""
        return self.company.now

    def draft(self, goal: Goal, person: str = ANA, run: QuestionContext | None = None) -> Draft:
        """What a goal comes to. Raises Declined, Cancelled."""
        *_, last = execute(run or self.run(person), compile_plan(catalogue(), goal), write)
        assert isinstance(last, Done)
        return last.draft

    def rows(self, goal: Goal, person: str = ANA) -> list[tuple[Cell, ...]]:
        """The rows of a goal's result, numbers made plain."""
        result = self.draft(goal, person).result
        assert result is not None
        return [tuple(float(c) if isinstance(c, Decimal) else c for c in line) for line in result.rows]


@contextmanager
def opened(folder: Path, slug: str, served: Served, graph: Graph) -> Iterator[Office]:
    """The company of a folder, served under the slug."""
    with SandboxControl(served.control_url, served.control_key) as control:
        control.add_company(folder, slug)
        company = _as_served(read_company(folder), slug, control)
        options = GatewayOptions(requests_per_minute=None, states_kept=0, breaker_failures=10_000)
        gateway = Gateway(company.accounts, api_key=served.api_key, base_url=served.base_url, clock=lambda: company.now, options=options)
        try:
            yield Office(slug, company, control, gateway, graph)
        finally:
            gateway.close()
            control.remove_company(slug)


def the(model: str, *where: Condition, links: tuple[Link, ...] = ()) -> Set:
    """The records of a model that meet conditions and links."""
    return Set(model, frozenset(links), frozenset(where))


def of(relation: str, source: Node) -> Link:
    """The members' relation leads to the source."""
    return Link(relation, True, source)
