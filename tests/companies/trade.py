"""The CRM of an evaluation company: customers, contacts, leads, deals, conversations."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from tests.companies.common import Company, Row, midnight, slug, stamp

STAGES = ("Qualification", "Proposal", "Negotiation", "Closed Won", "Closed Lost")
KINDS = {"Phone Call": "CALL", "On-site Visit": "MEETING", "Video Meeting": "MEETING", "E-mail": "EMAIL"}


@dataclass(frozen=True)
class Customer:
    """A company that the CRM, the tracker or the books know; `currency` is that of its invoices."""

    name: str
    domain: str
    industry: str
    city: str
    currency: str
    employees: int | None = None


@dataclass(frozen=True)
class Selling:
    """How a company sells; people by name."""

    sellers: Sequence[str]
    customers: Sequence[Customer]
    contacts: Sequence[tuple[str, str]]  # (name, customer), in the order of the CRM
    leads: Sequence[tuple[str, str]]  # (name, company as text)
    lead_sources: Sequence[str]
    goods: Sequence[str]
    deals: int
    talks: int
    first: date
    topics: Sequence[tuple[str, str]]  # (subject, content)


def sell(company: Company, selling: Selling) -> None:
    """Make the CRM's records."""
    for name in selling.sellers:
        person = company.record("hris/Employee", name)
        company.add("crm/User", name, name=person["display_full_name"], email=person["work_email"], is_active=True)
    for stage in STAGES:
        company.add("crm/Stage", stage, name=stage)
    for kind, activity in KINDS.items():
        company.add("crm/EngagementType", kind, name=kind, activity_type=activity)
    _accounts(company, selling)
    for name, customer_name in selling.contacts:
        _contact(company, selling, name, customer_name)
    for name, text in selling.leads:
        _lead(company, selling, name, text)
    for n in range(selling.deals):
        _deal(company, selling, n)
    for n in range(selling.talks):
        _talk(company, selling, n)


def _accounts(company: Company, selling: Selling) -> None:
    """The customers, shared out among the sellers."""
    for n, customer in enumerate(selling.customers):
        owner = company.id_of("crm/User", selling.sellers[n % len(selling.sellers)])
        place = company.part("crm/Address", f"address of {customer.name}", city=customer.city, address_type="BILLING")
        company.add(
            "crm/Account",
            customer.name,
            name=customer.name,
            owner=owner,
            industry=customer.industry,
            website=f"https://www.{customer.domain}",
            number_of_employees=customer.employees,
            addresses=[place],
            remote_created_at=stamp(company.moment(selling.first, company.today)),
        )


def _contact(company: Company, selling: Selling, name: str, customer_name: str) -> None:
    customer, draw = next(c for c in selling.customers if c.name == customer_name), company.random
    first, last = name.split(" ", 1)
    phone = (
        [company.part("crm/PhoneNumber", f"phone of {name}", phone_number=f"+49 {draw.randrange(10**8, 10**9)}", phone_number_type="Work")]
        if draw.random() < 0.8
        else []
    )
    mail = company.part("crm/EmailAddress", f"mail of {name}", email_address=f"{slug(name)}@{customer.domain}", email_address_type="Work")
    company.add(
        "crm/Contact",
        f"{name} at {customer_name}",
        first_name=first,
        last_name=last,
        account=company.id_of("crm/Account", customer_name),
        owner=company.record("crm/Account", customer_name)["owner"],
        email_addresses=[mail],
        phone_numbers=phone,
        remote_created_at=stamp(company.moment(selling.first, company.today)),
    )


def _lead(company: Company, selling: Selling, name: str, text: str) -> None:
    """A lead; every third was met: its address is that of a contact, or it was converted to one."""
    draw, (first, last) = company.random, name.split(" ", 1)
    status = draw.choice(["OPEN", "OPEN", "OPEN", "QUALIFIED", "QUALIFIED", "UNQUALIFIED", "CLOSED"])
    address = f"{slug(name)}@{slug(text).replace('.', '-')}.example"
    met = draw.random() < 0.35
    contact = company.random.choice(company.rows("crm/Contact")) if met else None
    converted = contact is not None and draw.random() < 0.4
    if contact and not converted:
        address = contact["email_addresses"][0]["email_address"].upper()
    mails = (
        [company.part("crm/EmailAddress", f"mail of lead {name}", email_address=address, email_address_type="Work")]
        if draw.random() < 0.9 or met
        else []
    )
    made = company.moment(selling.first, company.today)
    company.add(
        "crm/Lead",
        name,
        first_name=first,
        last_name=last,
        company=text,
        title="Head of Operations",
        status="CLOSED" if converted else status,
        lead_source=draw.choice(list(selling.lead_sources)),
        owner=company.id_of("crm/User", draw.choice(list(selling.sellers))),
        email_addresses=mails,
        converted_contact=contact["id"] if contact and converted else None,
        converted_date=stamp(made + timedelta(days=2)) if converted else None,
        remote_created_at=stamp(made),
    )


def _deal(company: Company, selling: Selling, n: int) -> None:
    draw = company.random
    customer = draw.choice(list(selling.customers))
    status = draw.choice(["OPEN", "OPEN", "WON", "WON", "LOST"])
    close = (
        company.workday(selling.first, company.today - timedelta(days=2))
        if status != "OPEN"
        else company.workday(company.today + timedelta(days=3), company.today + timedelta(days=150))
    )
    stage = {"WON": "Closed Won", "LOST": "Closed Lost"}.get(status) or draw.choice(STAGES[:3])
    owner = company.record("crm/Account", customer.name)["owner"]
    company.add(
        "crm/Opportunity",
        f"deal {n}",
        name=f"{customer.name} - {draw.choice(list(selling.goods))} {n + 11}",
        amount=50 * draw.randrange(60, 4000),
        owner=owner,
        account=company.id_of("crm/Account", customer.name),
        stage=company.id_of("crm/Stage", stage),
        status=status,
        close_date=midnight(close),
        remote_created_at=stamp(company.moment(selling.first - timedelta(days=60), min(close, company.today) - timedelta(days=1))),
    )


def _talk(company: Company, selling: Selling, n: int) -> None:
    """A call, meeting or e-mail of an account's owner with its contacts; every tenth lies ahead."""
    draw = company.random
    contact = draw.choice(company.rows("crm/Contact"))
    subject, content = draw.choice(list(selling.topics))
    ahead = draw.random() < 0.1
    start = (
        datetime.combine(company.workday(company.today + timedelta(days=1), company.today + timedelta(days=30)), datetime.min.time(), UTC).replace(
            hour=9
        )
        if ahead
        else company.moment(selling.first, company.today)
    )
    talk(company, f"talk {n}", contact, start, draw.choice(list(KINDS)), (subject, content))


def talk(company: Company, called: str, contact: Row, start: datetime, kind: str, what: tuple[str, str]) -> str:
    """A conversation with one contact, owned by the contact's owner."""
    return company.add(
        "crm/Engagement",
        called,
        owner=contact["owner"],
        account=contact["account"],
        contacts=[contact["id"]],
        subject=what[0],
        content=what[1],
        direction=company.random.choice(["INBOUND", "OUTBOUND"]),
        engagement_type=company.id_of("crm/EngagementType", kind),
        start_time=stamp(start),
        end_time=stamp(start + timedelta(minutes=30)),
    )
