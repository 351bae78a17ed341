"""The HRIS of an evaluation company: people, jobs with their history, places, teams, leave.

A company's staff is a table of teams; everything that the table leaves open is drawn from the company's random source.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from tests.companies.common import Company, Row, midnight, slug

PERIODS = {"HOUR": 2080, "WEEK": 52, "EVERY_TWO_WEEKS": 26, "SEMIMONTHLY": 24, "MONTH": 12, "QUARTER": 4, "YEAR": 1}


@dataclass(frozen=True)
class Place:
    """A work location; what pay looks like there."""

    name: str
    city: str | None
    country: str | None
    currency: str
    period: str
    level: int  # a year's pay of a junior


@dataclass(frozen=True)
class Team:
    """A team with its lead; `members` are `Name@place` words parted by semicolons, `titles` go from junior to senior."""

    name: str
    department: str
    lead: str
    lead_title: str
    boss: str | None
    titles: Sequence[str]
    members: str


@dataclass
class Staff:
    """What the table leaves open: leavers, fixed starts, other titles, people without balances."""

    places: Mapping[str, Place]
    teams: Sequence[Team]
    first_start: date
    leavers: Mapping[str, date] = field(default_factory=dict)
    values: Mapping[str, Row] = field(default_factory=dict)  # name -> fields of the Employee record
    second_jobs: Mapping[str, str] = field(default_factory=dict)  # name -> title of a job held at once with the first
    without_balance: Sequence[str] = ()
    women: Sequence[str] = ()


def found(company: Company, staff: Staff) -> None:
    """Make the company's HR records."""
    legal = company.add("hris/Company", "company", legal_name=company.about["name"], display_name=company.about["name"])
    for key, place in staff.places.items():
        company.add("hris/Location", f"place {key}", name=place.name, city=place.city, country=place.country, location_type="WORK")
    for department in dict.fromkeys(t.department for t in staff.teams):
        company.add("hris/Group", f"department {department}", name=department, type="DEPARTMENT", is_commonly_used_as_team=False)
    for team in staff.teams:
        company.add("hris/Team", f"team {team.name}", name=team.name)
        _hire(company, staff, team, team.lead, team.lead_title, legal)
        for who in filter(None, (m.strip() for m in team.members.split(";"))):
            _hire(company, staff, team, who, company.random.choice(list(team.titles)), legal)


def _hire(company: Company, staff: Staff, team: Team, who: str, title: str, legal: str) -> None:
    """One person with employments, home, balances and leave; `who` is `Name@place`, or `Name#2@place` for a namesake."""
    called, key = who.split("@")
    name = called.split("#")[0]
    first, last = name.split(" ", 1)
    address = slug(called.replace("#", ""))
    boss = team.boss if who == team.lead else team.lead.split("@")[0]
    start = company.workday(staff.first_start, company.today - timedelta(days=12))
    left = staff.leavers.get(called)
    if left and start > left:
        start = left - timedelta(days=700)
    home = company.add(
        "hris/Location",
        f"home of {called}",
        name=f"Home of {name}",
        city=staff.places[key].city,
        country=staff.places[key].country,
        location_type="HOME",
    )
    values: Row = {
        "company": legal,
        "employee_number": str(2000 + len(company.rows("hris/Employee"))),
        "first_name": first,
        "last_name": last,
        "display_full_name": name,
        "username": address,
        "work_email": f"{address}@{company.domain}",
        "personal_email": f"{address.replace('.', '')}@post.example",
        "mobile_phone_number": f"+41 79 {company.random.randrange(10**6, 10**7)}",
        "home_location": home,
        "work_location": company.id_of("hris/Location", f"place {key}"),
        "team": company.id_of("hris/Team", f"team {team.name}"),
        "groups": [company.id_of("hris/Group", f"department {team.department}")],
        "manager": company.id_of("hris/Employee", boss) if boss else None,
        "gender": "FEMALE" if first in staff.women else "MALE",
        "date_of_birth": midnight(date(company.random.randrange(1966, 2001), company.random.randrange(1, 13), company.random.randrange(1, 29))),
        "start_date": midnight(start),
        "hire_date": midnight(start),
        "employment_status": "INACTIVE" if left else "ACTIVE",
        "termination_date": midnight(left) if left else None,
    }
    values |= staff.values.get(called, {})
    values["employments"] = _jobs(company, staff, called, title, key, values["start_date"][:10])
    company.add("hris/Employee", called, **values)
    if not left:
        _balances(company, staff, called)


def _jobs(company: Company, staff: Staff, called: str, title: str, key: str, start: str) -> list[str]:
    """The history of somebody's employments: first job, perhaps a rise, perhaps one that begins in the future."""
    place = staff.places[key]
    yearly = place.level * (1 + 0.06 * company.random.randrange(0, 9)) * (2 if "Head" in title or "Chief" in title or "Director" in title else 1)
    rate = round(yearly / PERIODS[place.period], 2 if place.period == "HOUR" else None)
    common: dict[str, Any] = {
        "employee": company.id_of("hris/Employee", called),
        "pay_currency": place.currency,
        "pay_period": place.period,
        "employment_type": "FULL_TIME",
        "job_title": title,
    }
    began = date.fromisoformat(start)
    jobs = [company.add("hris/Employment", f"{called} 1", **common, pay_rate=round(rate * 0.9, 2), effective_date=midnight(began))]
    middle = began + (company.today - began) * 2 // 3
    second = staff.second_jobs.get(called)
    if second or (middle - began).days > 200:
        jobs.append(company.add("hris/Employment", f"{called} 2", **common, pay_rate=rate, effective_date=midnight(middle)))
    if second:
        jobs.append(
            company.add(
                "hris/Employment",
                f"{called} 3",
                **(common | {"job_title": second, "pay_rate": round(rate / 4, 2), "employment_type": "PART_TIME"}),
                effective_date=midnight(middle),
            )
        )
    if company.random.random() < 0.12:
        soon = company.today + timedelta(days=company.random.randrange(20, 60))
        jobs.append(
            company.add(
                "hris/Employment",
                f"{called} 9",
                **(common | {"job_title": f"Principal {title}"}),
                pay_rate=round(rate * 1.2, 2),
                effective_date=midnight(soon),
            )
        )
    return jobs


def _balances(company: Company, staff: Staff, called: str) -> None:
    """Vacation and sick balances in hours; some people have two vacation policies."""
    if called in staff.without_balance:
        return
    employee, step = company.id_of("hris/Employee", called), company.about["definitions"]["working_day_hours"] / 4
    for kind, least, most in (("VACATION", 4, 90), ("SICK", 4, 40)):
        company.add(
            "hris/TimeOffBalance",
            f"{called} {kind}",
            employee=employee,
            policy_type=kind,
            balance=step * company.random.randrange(least, most),
            used=step * company.random.randrange(0, 30),
        )
    if company.random.random() < 0.25:
        company.add(
            "hris/TimeOffBalance",
            f"{called} VACATION carried over",
            employee=employee,
            policy_type="VACATION",
            balance=step * company.random.randrange(2, 20),
            used=0,
        )


def give_roles(company: Company, roles: Mapping[str, list[str]], scopes: Mapping[str, Row]) -> None:
    """Name the company's active people with their roles; a partner of HR comes with a scope."""
    active = [e for e in company.rows("hris/Employee") if e["employment_status"] == "ACTIVE"]
    company.about["people"] = [
        {"email": e["work_email"], "roles": roles.get(e["display_full_name"], [])}
        | ({"scope": scopes[e["display_full_name"]]} if e["display_full_name"] in scopes else {})
        for e in active
    ]


def leave(company: Company, count: int, reach: timedelta = timedelta(days=120)) -> None:
    """Time off of active people, before and after today; whoever is away, is away from a Monday on or for a day or two."""
    people = [e for e in company.rows("hris/Employee") if e["employment_status"] == "ACTIVE"]
    for n in range(count):
        who, kind = company.random.choice(people), company.random.choice(["VACATION"] * 4 + ["SICK", "PERSONAL"])
        begin = company.workday(company.today - reach, company.today + reach)
        length = company.random.choice([1, 2, 3, 5]) if begin.weekday() == 0 else 1
        status = company.random.choice(
            ["APPROVED", "APPROVED", "APPROVED", "DECLINED", "CANCELLED"]
            if begin < company.today
            else ["APPROVED", "APPROVED", "REQUESTED", "REQUESTED"]
        )
        ask_leave(company, f"leave {n}", who, begin, begin + timedelta(days=length - 1), status=status, request_type=kind)


def ask_leave(company: Company, called: str, who: Row, begin: date, end: date, **values: Any) -> str:
    """One request of leave over workdays, in hours."""
    workdays = sum((begin + timedelta(days=i)).weekday() < 5 for i in range((end - begin).days + 1))
    every: Row = {
        "status": "APPROVED",
        "request_type": "VACATION",
        "units": "HOURS",
        "amount": workdays * company.about["definitions"]["working_day_hours"],
    }
    return company.add(
        "hris/TimeOff", called, employee=who["id"], approver=who["manager"], start_time=midnight(begin), end_time=midnight(end), **(every | values)
    )
