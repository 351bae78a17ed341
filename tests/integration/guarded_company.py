"""A company whose secrets are all different from each other, so that one that leaks is seen: who earns what, who was born when, who applied."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from agent.catalogue import catalogue
from agent.live.reads import LiveReads
from agent.question.context import QuestionContext
from ingest.gateway import Deadline
from ingest.records import Record
from tests.integration.asked_company import HOUSE, Office
from tests.integration.small_company import DATA_AS_OF, NOW, Row, account_id, merge_id, row
from workers.settings import clock_of

CATEGORIES = ("hris", "crm", "ticketing", "ats")
CHIEF, MARA, NILS = "Cora King", "Mara Lind", "Nils Holt"
MARAS = ("Ada Berg", "Bo Carr", "Cia Dahl", "Dan Ek", "Eli Fors", "Fia Gran", "Gus Hult", "Hal Ivar")
NILSES = ("Ida Jung", "Jon Kask", "Kim Lund", "Lea Moll", "Max Noor", "Nia Olin")
BERLIN, ALL, PAY, PAYROLL, FINANCE, RECRUITER, OPERATOR, AUDITOR = (
    "Hana Pohl",
    "Hugo Quist",
    "Pia Rask",
    "Paul Sand",
    "Fay Thorn",
    "Rita Ulm",
    "Otto Vang",
    "Aud Wirth",
)
STAFF = (BERLIN, ALL, PAY, PAYROLL, FINANCE, RECRUITER, OPERATOR, AUDITOR)
EVERYBODY = (CHIEF, MARA, NILS, *MARAS, *NILSES, *STAFF)
LEAVER, GHOST = "Zed Xander", "ghost@acme.example"  # who left; whom the tenant knows and HR does not
ROLES: Mapping[str, dict[str, Any]] = {
    BERLIN: {"roles": ["hr_partner"], "scope": {"location": "Berlin"}},
    ALL: {"roles": ["hr_partner"], "scope": {}},
    PAY: {"roles": ["pay_specialist"]},
    PAYROLL: {"roles": ["payroll"]},
    FINANCE: {"roles": ["finance"]},
    RECRUITER: {"roles": ["recruiter"]},
    OPERATOR: {"roles": ["operator"]},
    AUDITOR: {"roles": ["auditor"]},
}
MANAGER = {CHIEF: None, **dict.fromkeys((MARA, NILS, *STAFF), CHIEF), **dict.fromkeys(MARAS, MARA), **dict.fromkeys(NILSES, NILS), LEAVER: NILS}
IN_BERLIN = frozenset({MARA, *MARAS, BERLIN})
WOMEN = frozenset(name for i, name in enumerate(EVERYBODY) if i % 3 != 2)


def mail(name: str) -> str:
    """The work address of an employee."""
    return f"{name.replace(' ', '.')}@acme.example".lower()


def secrets_of(name: str) -> Mapping[str, str]:
    """What only some may know of an employee: field → the value as the source writes it."""
    number = (*EVERYBODY, LEAVER).index(name)
    return {
        "personal_email": f"{name.split()[0]}{number}@private.example".lower(),
        "mobile_phone_number": f"+49 170 55{number:02}7{number:02}",
        "date_of_birth": f"{1960 + number}-04-{number + 1:02}",
        "pay_rate": str(50017 + 1303 * number),
        "ssn": f"31{number:02}-88-{number:02}19",
    }


def _employee(name: str, /, **values: Any) -> Row:
    first, last = name.split()
    told = secrets_of(name)
    base = {
        "display_full_name": name,
        "first_name": first,
        "last_name": last,
        "work_email": mail(name),
        "employment_status": "ACTIVE",
        "manager": f"@{MANAGER[name]}" if MANAGER[name] else None,
        "work_location": f"@{'Berlin' if name in IN_BERLIN else 'Oslo'} Hall",
        "start_date": "2023-02-01T00:00:00.000000Z",
        "gender": "FEMALE" if name in WOMEN else "MALE",
        "personal_email": told["personal_email"],
        "mobile_phone_number": told["mobile_phone_number"],
        "date_of_birth": f"{told['date_of_birth']}T00:00:00.000000Z",
        "ssn": told["ssn"],
    }
    return row(HOUSE, "hris/Employee", name, **(base | values))


def _interview(number: int, application: str, status: str) -> Row:
    return row(HOUSE, "ats/ScheduledInterview", f"round {number} of {application}", application=f"@{application}", status=status)


def _hires(job: str, candidate: str, **values: Any) -> tuple[Row, Row]:
    name = f"{candidate} for {job}"
    first, last = candidate.split()
    address = {
        "value": secrets_of(candidate)["personal_email"] if candidate in EVERYBODY else f"{first}@home.example".lower(),
        "email_address_type": "PERSONAL",
    }
    return (
        row(
            HOUSE,
            "ats/Candidate",
            f"candidate {candidate}",
            first_name=first,
            last_name=last,
            email_addresses=[address],
            applications=[merge_id(HOUSE, name)],
            **values,
        ),
        row(HOUSE, "ats/Application", name, candidate=f"@candidate {candidate}", job=f"@{job}"),
    )


def records() -> Mapping[tuple[str, str], list[Row]]:
    """(category, resource) → its rows."""
    hired = [_hires("Fitter", "Ada Berg"), _hires("Fitter", "Vera Nox", is_private=True), _hires("Buyer", "Otis Pell"), _hires("Clerk", "Tove Ras"),
             _hires("Clerk", "Ida Noor")]
    return {
        ("hris", "employees"): [*map(_employee, EVERYBODY), _employee(LEAVER, employment_status="INACTIVE")],
        ("hris", "employments"): [
            row(
                HOUSE,
                "hris/Employment",
                f"job of {name}",
                employee=f"@{name}",
                job_title="Fitter",
                pay_rate=secrets_of(name)["pay_rate"],
                pay_currency="EUR",
                pay_period="YEAR",
                effective_date="2024-01-01T00:00:00.000000Z",
            )
            for name in EVERYBODY
        ],
        ("hris", "locations"): [row(HOUSE, "hris/Location", f"{c} Hall", name=f"{c} Hall", city=c, location_type="WORK") for c in ("Berlin", "Oslo")],
        ("crm", "users"): [
            row(HOUSE, "crm/User", f"crm {n}", name=n, email=mail(n).title(), is_active=True) for n in ("Ada Berg", "Bo Carr", "Ida Jung")
        ],
        ("crm", "accounts"): [row(HOUSE, "crm/Account", "Kenmore Freight", name="Kenmore Freight", owner="@crm Ada Berg")],
        ("crm", "contacts"): [
            row(
                HOUSE,
                "crm/Contact",
                "Kim there",
                first_name="Kim",
                last_name="Lund",
                account="@Kenmore Freight",
                email_addresses=[{"email_address": mail("Kim Lund"), "email_address_type": "Work"}],
            )
        ],
        ("crm", "opportunities"): [
            row(
                HOUSE,
                "crm/Opportunity",
                f"deal of {n}",
                name=f"deal of {n}",
                amount=70000 + i,
                owner=f"@crm {n}",
                account="@Kenmore Freight",
                status="OPEN",
            )
            for i, n in enumerate(("Ada Berg", "Bo Carr", "Ida Jung"))
        ],
        ("crm", "engagements"): [
            row(
                HOUSE,
                "crm/Engagement",
                f"talk of {n}",
                subject=f"talk of {n}",
                content="Forty trucks.",
                owner=f"@crm {n}",
                account="@Kenmore Freight",
                start_time="2026-11-12T10:00:00.000000Z",
                contacts=[merge_id(HOUSE, "Kim there")] if n == "Bo Carr" else [],
            )
            for n in ("Ada Berg", "Bo Carr")
        ],
        ("ticketing", "users"): [
            row(HOUSE, "ticketing/User", f"desk {n}", name=n, email_address=mail(n), roles=["role 7"] if n == "Cia Dahl" else [])
            for n in ("Ada Berg", "Bo Carr", "Cia Dahl", "Ida Jung")
        ],
        ("ticketing", "tickets"): [
            row(HOUSE, "ticketing/Ticket", "T-1", name="Open to all", access_level="COMPANY", creator="@desk Ada Berg"),
            row(
                HOUSE,
                "ticketing/Ticket",
                "T-2",
                name="Kept to two",
                access_level="PRIVATE",
                creator="@desk Ada Berg",
                assignees=[merge_id(HOUSE, "desk Bo Carr")],
            ),
            row(HOUSE, "ticketing/Ticket", "T-3", name="Kept to a role", access_level="PRIVATE", roles=["role 7"]),
            row(
                HOUSE,
                "ticketing/Ticket",
                "T-4",
                name="Kept to one",
                access_level="PRIVATE",
                permissions=[
                    {"effect": "ALLOW", "applied_to_users": [merge_id(HOUSE, "desk Ida Jung"), merge_id(HOUSE, "desk Bo Carr")]},
                    {"effect": "DENY", "applied_to_users": [merge_id(HOUSE, "desk Bo Carr")]},
                ],
            ),
        ],
        ("ticketing", "comments"): [
            row(HOUSE, "ticketing/Comment", f"note on {t}{' kept' if kept else ''}", body="Hm.", ticket=f"@{t}", is_private=kept)
            for t, kept in (("T-1", False), ("T-1", True), ("T-2", False))
        ],
        ("ats", "users"): [
            row(HOUSE, "ats/RemoteUser", f"hires {n}", first_name=n.split()[0], last_name=n.split()[1], email=mail(n)) for n in (MARA, NILS)
        ],
        ("ats", "jobs"): [
            row(HOUSE, "ats/Job", "Fitter", name="Fitter", status="OPEN", confidential=False, hiring_managers=[merge_id(HOUSE, f"hires {MARA}")]),
            row(HOUSE, "ats/Job", "Buyer", name="Buyer", status="OPEN", confidential=True, recruiters=[merge_id(HOUSE, f"hires {NILS}")]),
            row(HOUSE, "ats/Job", "Clerk", name="Clerk", status="OPEN", confidential=False),
        ],
        ("ats", "candidates"): [candidate for candidate, _ in hired],
        ("ats", "applications"): [application for _, application in hired],
        ("ats", "interviews"): [
            _interview(1, "Ada Berg for Fitter", "COMPLETE"),
            _interview(2, "Ada Berg for Fitter", "SCHEDULED"),
            _interview(1, "Tove Ras for Clerk", "COMPLETE"),
        ],
    }


def write_company(folder: Path) -> Path:
    """Write the company's folder and give its path."""
    accounts = [
        {"id": account_id(HOUSE, c), "category": c, "integration": f"{c} app", "token": f"token-{c}", "data_as_of": DATA_AS_OF} for c in CATEGORIES
    ]
    people = [{"email": mail(n), **ROLES.get(n, {"roles": []})} for n in (*EVERYBODY, LEAVER)]
    ghost = {"email": GHOST, "roles": ["hr_partner", "pay_specialist", "payroll", "finance", "recruiter"], "scope": {}}
    company = {"tenant": HOUSE, "name": "Acme", "domain": "acme.example", "now": NOW, "linked_accounts": accounts, "people": [*people, ghost]}
    folder.mkdir(parents=True)
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    for (category, resource), rows in records().items():
        (folder / category).mkdir(exist_ok=True)
        (folder / category / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    return folder


def run_as(office: Office, person: str, later: timedelta = timedelta(0), **policy: Any) -> QuestionContext:
    """A run of a question by that person; `policy`: the tenant's switches; `later`: so long after the company's own now."""
    known = office.installation.tenants.get(office.slug).company
    company = known.model_copy(
        update={"definitions": known.definitions.model_copy(update={"policy": known.definitions.policy.model_copy(update=policy)})}
    )
    clock = clock_of(office.settings, company)
    live = LiveReads(office.installation.gateway(office.slug), company, clock() + later, Deadline.after(30))
    email = person if "@" in person else mail(person)
    asker = company.person(email)
    assert asker is not None
    return QuestionContext(office.slug, company, asker, catalogue(), office.installation.graph, live, office.installation.sync(office.slug))


def those(run: QuestionContext, model: str, *names: str) -> tuple[Record, ...]:
    """The records of those names, as they are live; all of the model where none is named."""
    found = {r.id: r for r in run.live.records(model)}
    return tuple(found[merge_id(HOUSE, n)] for n in names) if names else tuple(found.values())


def called(records: tuple[Record, ...]) -> set[str]:
    """What records are called here: their remote ids."""
    return {str(r.remote_id) for r in records}


def without_values(run: QuestionContext) -> QuestionContext:
    """The same person's next question: nothing read yet, the totals that were given still known."""
    return replace(run, ledger=type(run.ledger)(run.ledger.totals))
