"""Small companies drawn at random whose records often agree, lack values and state amounts in several currencies and units.

The first employee is above everybody, HR partner of all and of finance: all that the plans of `tests/reference/plans.py` ask is in this sight.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.integration.drawn_company import Drawn

HOUSE: dict[str, Any] = {"timezone": "Asia/Kolkata", "currency": "EUR"}
NAMES = ("Ana Ruiz", "Ben Cole", "Cleo Diaz", "Dev Patel", "Eva Stone", "Finn Gray", "Gil Okoye")
COMPANIES = ("Kenmore", "Foxglove", "Juniper")
CITIES = ("Bengaluru", "Bangalore", "Berlin")
TITLES = ("Fitter", "Senior Fitter", "Welder")
TYPES, TAGS, INDUSTRIES = ("Bug", "Task"), ("urgent", "hull", "paint"), ("Freight", "Retail")
AMOUNTS, BALANCES, SIZES = (100, 250.5, 250.5, 900), (0, 8, 16, 40), (9, 10, 10, 250)
DAYS = ("2024-02-29", "2026-03-01", "2026-10-01", "2026-10-31", "2026-11-19", "2026-11-20", "2026-11-21", "2027-01-01")
TIMES = ("00:00:00", "00:00:00", "08:30:00", "18:29:59", "18:30:00", "23:59:59")        # midnight of Kolkata is half past six in the evening


ROLES: tuple[dict[str, Any], ...] = ({"roles": []}, {"roles": ["finance"]}, {"roles": ["hr_partner"], "scope": {"location": CITIES[0]}})


def company(seed: int, *, in_part: bool = False) -> Drawn:
    """The company of that number. `in_part`: with rights of others than the first employee, and with tickets that some may not see."""
    drawn = Drawn(Random(seed), house=HOUSE)
    for make in (_places, _staff, _leave, _desk, _sales, _books):
        make(drawn)
    for ticket in drawn.rows["ticketing/Ticket"] if in_part else ():
        ticket["access_level"] = drawn.chance.choice(("COMPANY", "PRIVATE"))
    others = [drawn.chance.choice(ROLES) if in_part else ROLES[0] for _ in NAMES[1:]]
    roles = [{"roles": ["hr_partner", "finance"], "scope": {}}, *others]
    drawn.people = [{"email": p["work_email"], **each} for p, each in zip(drawn.rows["hris/Employee"], roles, strict=True)]
    return drawn


def maybe(drawn: Drawn, values: Sequence[Any], missing: float = 0.2) -> Any:
    """One of the values, or nothing."""
    return None if drawn.chance.random() < missing else drawn.chance.choice(values)


def _day(drawn: Drawn, missing: float = 0.2) -> str | None:
    day = maybe(drawn, DAYS, missing)
    return day and f"{day}T00:00:00.000000Z"


def _moment(drawn: Drawn, missing: float = 0.2) -> str | None:
    day = maybe(drawn, DAYS, missing)
    return day and f"{day}T{drawn.chance.choice(TIMES)}.000000Z"


def _places(drawn: Drawn) -> None:
    for city in CITIES:
        drawn.add("hris/Location", name=f"{city} site", city=maybe(drawn, CITIES), location_type="WORK", country=maybe(drawn, ("IN", "DE")))
    for name in ("Hull", "Deck"):
        drawn.add("hris/Team", name=name)
    for name, kind in (("Yard", "DEPARTMENT"), ("Office", "DEPARTMENT"), ("Choir", "GROUP")):
        drawn.add("hris/Group", name=name, type=kind)


def _staff(drawn: Drawn) -> None:
    for number, name in enumerate(NAMES):
        first, last = name.split()
        person = drawn.add(
            "hris/Employee", display_full_name=name, first_name=first, last_name=last, work_email=f"{first}.{last}@acme.example".lower(),
            manager=drawn.one("hris/Employee") if number else None, start_date=_day(drawn), team=maybe(drawn, drawn.ids("hris/Team")),
            groups=drawn.some("hris/Group"), work_location=maybe(drawn, drawn.ids("hris/Location")), date_of_birth=_day(drawn),
            employment_status=drawn.chance.choice(("ACTIVE", "ACTIVE", "ACTIVE", "INACTIVE", "PENDING")) if number else "ACTIVE",
        )
        for _ in range(drawn.chance.randint(0, 2)):
            drawn.add("hris/Employment", employee=person, job_title=maybe(drawn, TITLES), effective_date=_day(drawn),
                      employment_type=maybe(drawn, ("FULL_TIME", "CONTRACTOR")))


def _leave(drawn: Drawn) -> None:
    for _ in range(6):
        drawn.add("hris/TimeOffBalance", employee=drawn.one("hris/Employee"), balance=maybe(drawn, BALANCES), used=maybe(drawn, BALANCES),
                  policy_type=maybe(drawn, ("VACATION", "SICK")))
        drawn.add("hris/TimeOff", employee=drawn.one("hris/Employee"), approver=maybe(drawn, drawn.ids("hris/Employee")),
                  amount=maybe(drawn, (1, 2, 8)), status=drawn.chance.choice(("APPROVED", "REQUESTED", "DECLINED")),
                  units=maybe(drawn, ("DAYS", "HOURS")), request_type=maybe(drawn, ("VACATION", "SICK")),
                  start_time=_day(drawn), end_time=_day(drawn))


def _users(drawn: Drawn, model: str, mail: str) -> None:
    """Of each app some of the staff, and somebody whom HR does not know."""
    for person in drawn.chance.sample(drawn.rows["hris/Employee"], 5):
        drawn.add(model, name=person["display_full_name"], **{mail: person["work_email"].upper()})
    drawn.add(model, name="Zoe Quist", **{mail: "zoe.quist@acme.example"})


def _desk(drawn: Drawn) -> None:
    _users(drawn, "ticketing/User", "email_address")
    for name in ("Repairs", "Requests"):
        drawn.add("ticketing/Collection", name=name, access_level="COMPANY")
    for number in range(8):
        parent = maybe(drawn, drawn.ids("ticketing/Ticket"), 0.6) if number else None
        drawn.add("ticketing/Ticket", name=f"Fault {number}", remote_id=f"T-{number}", access_level="COMPANY", ticket_type=maybe(drawn, TYPES),
                  tags=drawn.chance.sample(TAGS, drawn.chance.randint(0, 2)), assignees=drawn.some("ticketing/User"), parent_ticket=parent,
                  creator=maybe(drawn, drawn.ids("ticketing/User")), collections=drawn.some("ticketing/Collection"), due_date=_day(drawn),
                  status=maybe(drawn, ("OPEN", "CLOSED", "IN_PROGRESS")), priority=maybe(drawn, ("HIGH", "LOW")),
                  remote_created_at=_moment(drawn), completed_at=_moment(drawn, 0.5))


def _sales(drawn: Drawn) -> None:
    _users(drawn, "crm/User", "email")
    sellers = [u["id"] for u in drawn.rows["crm/User"][:-1]]
    for name in COMPANIES:
        drawn.add("crm/Account", name=name, industry=maybe(drawn, INDUSTRIES), number_of_employees=maybe(drawn, SIZES), owner=maybe(drawn, sellers),
                  remote_created_at=_moment(drawn))
    for number in range(7):
        drawn.add("crm/Opportunity", name=f"Deal {number}", amount=maybe(drawn, AMOUNTS), owner=drawn.chance.choice(sellers),
                  account=maybe(drawn, drawn.ids("crm/Account")), status=maybe(drawn, ("OPEN", "WON", "LOST")), close_date=_day(drawn),
                  remote_created_at=_moment(drawn))


def _books(drawn: Drawn) -> None:
    for name in (*COMPANIES[:2], "Larch"):
        drawn.add("accounting/Contact", name=name, is_customer=True, email_address=None)
    for number in range(8):
        currency = drawn.chance.choice(("EUR", "EUR", "USD", None))
        drawn.add("accounting/Invoice", number=f"I-{number}", remote_id=f"I-{number}", contact=maybe(drawn, drawn.ids("accounting/Contact")),
                  type=drawn.chance.choice(("ACCOUNTS_RECEIVABLE", "ACCOUNTS_RECEIVABLE", "ACCOUNTS_PAYABLE")), currency=currency,
                  status=maybe(drawn, ("OPEN", "PAID", "PARTIALLY_PAID", "DRAFT", "VOID"), 0.1), total_amount=maybe(drawn, AMOUNTS),
                  balance=maybe(drawn, (0, *AMOUNTS)), exchange_rate="1" if currency == "EUR" else maybe(drawn, ("0.5", "0.9"), 0.3),
                  issue_date=_day(drawn), due_date=_day(drawn), paid_on_date=_day(drawn))
