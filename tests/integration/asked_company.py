"""A company to be asked about: two Bills at two customers, people who deal with one, the other, both or neither. All in sight here."""

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from agent.answer import Ask, Event
from ingest.company import Company, read_company
from ingest.sandbox import Served, running
from ingest.sandbox.control_client import SandboxControl
from ingest.sync import Sync
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.integration.small_company import DATA_AS_OF, NOW, Row, account_id, change, merge_id, row
from workers.evaluation.stage import project
from workers.settings import Settings, make_settings
from workers.storage.tenant_registry import Tenant
from workers.wiring import Installation

HOUSE = "acme"                          # the folder's own slug: ids of records are made from it
LATER = "2026-11-20T05:00:00.000000Z"
ANA, BEN, CLEO, DEV, EVA = (f"{n}@acme.example" for n in ("ana.ruiz", "ben.cole", "cleo.diaz", "dev.patel", "eva.stone"))
FINN, GAIL = "finn.gray@acme.example", "gail.webb@acme.example"
PEOPLE = [{"email": e, "roles": []} for e in (ANA, BEN, CLEO, DEV, FINN)]
ROLES = [{"email": EVA, "roles": ["finance"]}, {"email": GAIL, "roles": ["hr_partner"], "scope": {"location": "Pune"}}]
BILL = "Summarize my last conversation with Bill's company"


def _employee(name: str, /, **values: Any) -> Row:
    first, last = name.split()
    base = {"display_full_name": name, "first_name": first, "last_name": last, "work_email": f"{first}.{last}@acme.example".lower(),
            "manager": "@Eva Stone", "team": "@Atlas", "work_location": "@Pune Hall", "employment_status": "ACTIVE",
            "start_date": "2023-02-01T00:00:00.000000Z", "employments": [merge_id(HOUSE, f"job of {name}")]}
    return row(HOUSE, "hris/Employee", name, **(base | values))


def _job(name: str, title: str, pay: str) -> Row:
    return row(HOUSE, "hris/Employment", f"job of {name}", employee=f"@{name}", job_title=title, pay_rate=pay, pay_currency="EUR", pay_period="YEAR",
               effective_date="2024-01-01T00:00:00.000000Z")


def _balance(name: str, number: int, hours: float, kind: str) -> Row:
    return row(HOUSE, "hris/TimeOffBalance", f"{kind} {number} of {name}", employee=f"@{name}", balance=hours, used=8.0, policy_type=kind)


def _contact(name: str, account: str, **values: Any) -> Row:
    first, last = name.split()
    address = {"email_address": f"{first}.{last}@customer.example".lower(), "email_address_type": "Work"}
    return row(HOUSE, "crm/Contact", name, first_name=first, last_name=last, account=f"@{account}", email_addresses=[address], **values)


def _talk(name: str, who: str, account: str, day: str, content: str, *contacts: str) -> Row:
    return row(HOUSE, "crm/Engagement", name, owner=f"@crm {who}", account=f"@{account}", subject=name, content=content, direction="OUTBOUND",
               engagement_type="@meeting", start_time=f"{day}T10:00:00.000000Z", end_time=f"{day}T11:00:00.000000Z",
               contacts=[merge_id(HOUSE, c) for c in contacts])


def records() -> Mapping[tuple[str, str], list[Row]]:
    """(category, resource) → its rows."""
    return {
        ("hris", "employees"): [
            _employee("Ana Ruiz", personal_email="ana@private.example", date_of_birth="1990-04-03T00:00:00.000000Z",
                      field_mappings={"organization_defined_targets": {"boot_size": 39}, "linked_account_defined_targets": {}}),
            _employee("Ben Cole"), _employee("Cleo Diaz", manager="@Ana Ruiz"), _employee("Dev Patel", work_location="@Oslo Hall"),
            _employee("Eva Stone", manager=None), _employee("Finn Gray", employment_status="INACTIVE"), _employee("Gail Webb"),
            _employee("Gail Moss", employment_status="INACTIVE"),
        ],
        ("hris", "employments"): [
            _job("Ana Ruiz", "Account Executive", "91000"), _job("Ben Cole", "Account Executive", "82000"), _job("Cleo Diaz", "Sales Engineer",
            "73000"),
            _job("Dev Patel", "Fitter", "54000"), _job("Eva Stone", "Chief Executive", "165000"), _job("Gail Webb", "HR Partner", "66000"),
        ],
        ("hris", "time_off_balances"): [
            _balance("Ana Ruiz", 1, 96.0, "VACATION"), _balance("Ana Ruiz", 1, 24.0, "SICK"),
            _balance("Ben Cole", 1, 40.0, "VACATION"), _balance("Ben Cole", 2, 24.0, "VACATION"), _balance("Dev Patel", 1, 20.0, "VACATION"),
            _balance("Gail Webb", 1, 48.0, "SICK"),
        ],
        ("hris", "teams"): [row(HOUSE, "hris/Team", name, name=name) for name in ("Atlas", "Harbour Crew")],
        ("ticketing", "teams"): [row(HOUSE, "ticketing/Team", "desk team", name="Harbour Crew")],
        ("hris", "locations"): [
            row(HOUSE, "hris/Location", f"{city} Hall", name=f"{city} Hall", city=city, location_type="WORK") for city in ("Pune", "Oslo")
        ],
        ("crm", "users"): [
            row(HOUSE, "crm/User", f"crm {first}", name=name, email=email, is_active=True)
            for first, name, email in (("Ana", "Ana Ruiz", ANA), ("Ben", "Ben Cole", BEN.title()), ("Cleo", "Cleo Diaz", CLEO),
            ("Dev", "Dev Patel", DEV))
        ],
        ("crm", "accounts"): [
            row(HOUSE, "crm/Account", "Kenmore Freight", name="Kenmore Freight", industry="Logistics", owner="@crm Ana", website="kenmore.example"),
            row(HOUSE, "crm/Account", "Foxglove Apparel", name="Foxglove Apparel", industry="Textiles", owner="@crm Ben"),
            row(HOUSE, "crm/Account", "Juniper Labs", name="Juniper Labs", industry="Medicine", owner="@crm Cleo"),
        ],
        ("crm", "contacts"): [
            _contact("Bill Ashworth", "Kenmore Freight"), _contact("Bill Tran", "Foxglove Apparel"), _contact("Greta Gilmore", "Kenmore Freight"),
        ],
        ("crm", "engagement_types"): [row(HOUSE, "crm/EngagementType", "meeting", name="Meeting", activity_type="MEETING")],
        ("crm", "engagements"): [
            _talk("Spare parts", "Ana", "Kenmore Freight", "2026-10-03", "They asked for brake pads.", "Bill Ashworth"),
            _talk("Renewal", "Ana", "Kenmore Freight", "2026-11-12", "Kenmore wants 40 trucks serviced. Greta decides in May.", "Greta Gilmore"),
            _talk("Planned visit", "Ana", "Kenmore Freight", "2026-12-01", "To be prepared.", "Bill Ashworth"),
            _talk("Autumn order", "Ben", "Foxglove Apparel", "2026-11-10", "Foxglove doubles its order to 700 coats.", "Bill Tran"),
            _talk("Insurance", "Cleo", "Kenmore Freight", "2026-11-15", "The insurance of the depot was renewed for 3 years.", "Bill Ashworth"),
            _talk("Sizes", "Cleo", "Foxglove Apparel", "2026-11-06", "Sizes run small, said Bill.", "Bill Tran"),
        ],
        ("ticketing", "users"): [
            row(HOUSE, "ticketing/User", f"desk {first}", name=name, email_address=email)
            for first, name, email in (("Ana", "Ana Ruiz", ANA), ("Ben", "Benny C.", BEN))
        ],
        ("ticketing", "tickets"): [
            row(HOUSE, "ticketing/Ticket", "ATL-1", name="Lidar drifts", status="OPEN", access_level="COMPANY", creator="@desk Ana",
                assignees=[merge_id(HOUSE, "desk Ben")], due_date="2026-12-04T00:00:00.000000Z"),
            row(HOUSE, "ticketing/Ticket", "ATL-3", name="Part of something", status="OPEN", access_level="COMPANY", parent_ticket="@ATL-2"),
            row(HOUSE, "ticketing/Ticket", "ATL-2", name="Severance of a fitter", status="OPEN", access_level="PRIVATE", creator="@desk Ana"),
        ],
        ("accounting", "contacts"): [row(HOUSE, "accounting/Contact", "Kenmore books", name="Kenmore Freight", is_customer=True)],
        ("accounting", "invoices"): [
            row(HOUSE, "accounting/Invoice", "INV-7", number="INV-7", contact="@Kenmore books", total_amount=1250.5, balance=250.25, currency="EUR",
                due_date="2026-12-11T00:00:00.000000Z", type="ACCOUNTS_RECEIVABLE", status="OPEN"),
        ],
    }


def write_company(folder: Path, categories: tuple[str, ...] = ("hris", "crm", "ticketing", "accounting")) -> Path:
    """Write the company's folder, with these apps linked, and give its path."""
    accounts = [
        {"id": account_id(HOUSE, c), "category": c, "integration": f"{c} app", "token": f"token-{c}", "data_as_of": DATA_AS_OF,
         "disabled": ["Employee.marital_status"] if c == "hris" else []}
        for c in categories
    ]
    company = {"tenant": HOUSE, "name": "Acme", "domain": "acme.example", "now": NOW, "linked_accounts": accounts, "people": [*PEOPLE, *ROLES]}
    folder.mkdir(parents=True)
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    for (category, resource), rows in records().items():
        (folder / category).mkdir(exist_ok=True)
        (folder / category / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    return folder


@dataclass
class Office:
    """The company under a slug of its own: served, projected, ready to be asked and to be changed."""

    slug: str
    settings: Settings
    control: SandboxControl
    installation: Installation

    def events(self, person: str, text: str, reply_to: str | None = None, session: str = "", about: str | None = None) -> list[Event]:
        """What happens on the way to an answer; without a session, nothing was said before. `about`: the record of the page."""
        return list(self.installation.assistant(self.slug).ask(Ask(person, text, session or uuid.uuid4().hex, reply_to, about=about)))

    def run_again(self, person: str, plan: Mapping[str, Any], text: str = "as before") -> list[Event]:
        """What happens on the way to the answer of a plan; of the words that come with it only what they call things by is used."""
        return list(self.installation.assistant(self.slug).ask(Ask(person, text, uuid.uuid4().hex, plan=json.dumps(plan))))

    def ask(self, person: str, text: str, reply_to: str | None = None, session: str = "", about: str | None = None) -> dict[str, Any]:
        """The Answer as JSON."""
        last = self.events(person, text, reply_to, session, about)[-1]
        assert last.kind == "answer"
        return dict(last.data)

    def change(self, category: str, resource: str, name: str, /, **values: Any) -> None:
        """A record is otherwise at the source, new if there is none of that name; nobody is told."""
        known = next((r for r in records()[category, resource] if r["remote_id"] == name), None)
        plain = {k: merge_id(HOUSE, v[1:]) if isinstance(v, str) and v.startswith("@") else v for k, v in values.items()}
        changed = {**(known or {}), "modified_at": LATER, **plain}
        self.control.apply(self.slug, change(category, resource, changed, LATER, "update" if known else "create"), deliver=False)

    def create(self, category: str, resource: str, record: Row) -> None:
        """A record is new at the source; nobody is told."""
        made = record | {"created_at": LATER, "modified_at": LATER}
        self.control.apply(self.slug, change(category, resource, made, LATER, "create"), deliver=False)

    def delete(self, category: str, resource: str, name: str) -> None:
        """A record is gone from the source; nobody is told."""
        self.control.apply(self.slug, change(category, resource, merge_id(HOUSE, name), LATER, "delete"), deliver=False)

    def fault(self, kind: str, **conditions: Any) -> None:
        self.control.fault(kind, tenant=self.slug, **conditions)


@contextmanager
def opened(folder: Path, slug: str, served: Served, settings: Settings, models: Sequence[str] = ()) -> Iterator[Office]:
    """The company served under the slug, in the registry and, with all models or these, in the graph."""
    with SandboxControl(served.control_url, served.control_key) as control:
        control.add_company(folder, slug)
        company = _as_served(read_company(folder), slug, control)
        installation = Installation(settings)
        try:
            key = SecretStr(served.api_key)
            installation.tenants.save(Tenant(company=company, source="merge", merge_base_url=served.base_url, merge_api_key=key))
            _project(installation.sync(slug), models)
            yield Office(slug, settings, control, installation)
        finally:
            installation.close()
            control.remove_company(slug)


@contextmanager
def opened_at(folder: Path, graph: Graph, **given: Any) -> Iterator[Office]:
    """The company in an empty folder, with a sandbox and a home of its own. `given`: settings."""
    ensure_schema(graph)
    settings = make_settings(home=folder / "home", **given)
    with running([]) as served, opened(write_company(folder / HOUSE), folder.name.lower()[:60], served, settings) as office:
        yield office


def _project(sync: Sync, models: Sequence[str]) -> None:
    accounts = {account: model for model, account in sync.parts()}
    for model in models:
        sync.full(model, next(a for a, known in accounts.items() if known.partition("/")[0] == model.partition("/")[0]))
    if not models:
        project(sync, lambda text: None)


def _as_served(company: Company, slug: str, control: SandboxControl) -> Company:
    served = zip(company.linked_accounts, control.companies()[slug], strict=True)        # in the order of company.json
    accounts = tuple(account.model_copy(update={"id": one.id, "token": one.token}) for account, one in served)
    return company.model_copy(update={"tenant": slug, "linked_accounts": accounts})
