"""The tracker of an evaluation company: projects, users, customers and tickets in the company's own words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tests.companies.common import Company, Row, midnight, stamp

STATUS = {"OPEN": "To Do", "IN_PROGRESS": "In Progress", "ON_HOLD": "Waiting", "CLOSED": "Done"}


@dataclass(frozen=True)
class Desk:
    """How a company's tickets look. `kinds` and `priorities` are weighted by repetition or number."""

    projects: Mapping[str, str]  # key -> name
    kinds: Sequence[str]
    priorities: Mapping[str, tuple[str, int, float]]  # provider's word -> (Merge's word, weight, hours to fix on average)
    subjects: Sequence[str]
    faults: Sequence[str]
    count: int
    first: date
    customers: Sequence[tuple[str, str]] = ()  # (name, domain) of those that the tracker knows
    absent: Sequence[str] = ()  # people without a user, beside those of `only_departments`
    departments: Sequence[str] = ()
    due_for: Sequence[str] = ()  # kinds that always have a due date
    hours: tuple[int, int] = (7, 16)  # of the day, UTC, in which tickets are written


def open_desk(company: Company, desk: Desk) -> None:
    """Make users, projects, customers and tickets."""
    for key, name in desk.projects.items():
        company.add(
            "ticketing/Collection",
            key,
            name=name,
            description=f"Work of {name}",
            access_level="COMPANY",
            collection_type="PROJECT",
            remote_created_at=midnight(desk.first),
        )
    users = [_user(company, e) for e in company.rows("hris/Employee") if _works_with(company, desk, e)]
    for name, domain in desk.customers:
        account = company.add("ticketing/Account", name, name=name, domains=[domain])
        company.add("ticketing/Contact", f"desk of {name}", name=f"Service desk {name}", email_address=f"desk@{domain}", account=account)
    titles = [f"{s} {f}" for s in desk.subjects for f in desk.faults]
    company.random.shuffle(titles)
    keys = list(desk.projects)
    for n in range(desk.count):
        _ticket(company, desk, f"{company.random.choice(keys)}-{101 + n}", titles[n], users)


def _works_with(company: Company, desk: Desk, employee: Row) -> bool:
    names = {company.id_of("hris/Group", f"department {d}") for d in desk.departments}
    return employee["display_full_name"] not in desk.absent and bool(names & set(employee["groups"]))


def _user(company: Company, employee: Row) -> str:
    """A user; every fourth address is written with capitals."""
    mail = employee["work_email"]
    spelt = mail.title().replace("@" + company.domain.title(), "@" + company.domain) if company.random.random() < 0.25 else mail
    return company.add(
        "ticketing/User", f"user {mail}", name=employee["display_full_name"], email_address=spelt, is_active=employee["employment_status"] == "ACTIVE"
    )


def _ticket(company: Company, desk: Desk, key: str, title: str, users: Sequence[str]) -> None:
    draw = company.random
    kind = draw.choice(list(desk.kinds))
    native = draw.choices(list(desk.priorities), [w for _, w, _ in desk.priorities.values()])[0]
    word, _, usual = desk.priorities[native]
    created = company.moment(desk.first, company.today, desk.hours)
    done = created + timedelta(hours=round(draw.expovariate(1 / usual), 1), minutes=7)
    closed = done < company.now - timedelta(hours=9) and draw.random() < 0.86
    status = "CLOSED" if closed else draw.choice(["OPEN", "OPEN", "IN_PROGRESS", "ON_HOLD"])
    customer = draw.choice(list(desk.customers)) if desk.customers and draw.random() < 0.4 else None
    company.add(
        "ticketing/Ticket",
        key,
        name=title,
        description=f"Seen once: {title.lower()}. Please have a look.",
        ticket_type=kind,
        status=status,
        status_native=STATUS[status],
        priority=word,
        priority_native=native,
        assignees=draw.sample(list(users), draw.choice([0, 1, 1, 1, 1, 1, 1, 2])),
        creator=draw.choice(list(users)),
        collections=[company.id_of("ticketing/Collection", key.split("-")[0])],
        access_level="COMPANY",
        account=company.id_of("ticketing/Account", customer[0]) if customer else None,
        contact=company.id_of("ticketing/Contact", f"desk of {customer[0]}") if customer else None,
        due_date=_due(company, created.date(), done.date() if closed else None, kind in desk.due_for),
        remote_created_at=stamp(created),
        remote_updated_at=stamp(done if closed else created),
        completed_at=stamp(done) if closed else None,
        ticket_url=f"https://tickets.example/{key}",
    )


def _due(company: Company, created: date, done: date | None, always: bool) -> str | None:
    """A due date that is never the day of the fix nor today, so that nobody has to ask whether that day counts."""
    if not always and company.random.random() < 0.4:
        return None
    due = created + timedelta(days=company.random.randrange(3, 30))
    while due == done or due == company.today or (done and abs((due - done).days) < 2):
        due += timedelta(days=1)
    return midnight(due)


def say(company: Company, key: str, author: str, body: str, day: date) -> None:
    """A comment on a ticket by an employee."""
    company.add(
        "ticketing/Comment",
        f"{key} {author} {day}",
        user=company.id_of("ticketing/User", f"user {author}"),
        body=body,
        html_body=f"<p>{body}</p>",
        ticket=company.id_of("ticketing/Ticket", key),
        is_private=False,
        remote_created_at=stamp(company.now.replace(year=day.year, month=day.month, day=day.day)),
    )
