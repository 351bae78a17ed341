"""The people of the demo company and what its HR app holds of them: jobs, places, balances, leave, pay.

The table at the top is the company; every other record is derived from it.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from ingest.demo.register import NOW, Register, fold, identity, moment, number, pick, table

DOMAIN = "fennimore-lighting.example"
COMPANY = "Fennimore Lighting"

# name | title | team | office | manager | started | yearly pay in thousands (0: paid by the hour) | remark
_TABLE = """
Odette Marchand      | Chief Executive Officer      | Leadership         | Hamilton  |                    | 2014-02-03 | 312 |
Desmond Achterberg   | VP Sales                     | Leadership         | Hamilton  | Odette Marchand    | 2016-05-09 | 228 |
Farida Qazi          | VP Engineering               | Leadership         | Hamilton  | Odette Marchand    | 2015-09-14 | 241 |
Leopold Grbić        | VP Operations                | Leadership         | Hamilton  | Odette Marchand    | 2017-01-16 | 216 |
Colleen Tavares      | Chief Financial Officer      | Leadership         | Hamilton  | Odette Marchand    | 2018-03-05 | 236 |
Ingeborg Falk        | Head of People               | Leadership         | Lisbon    | Odette Marchand    | 2019-08-19 | 128 |
# Sales
Marguerite Dunlop    | Key Accounts Lead            | Key Accounts       | Hamilton  | Desmond Achterberg | 2018-06-11 | 148 | demo
Theo Valcourt        | Senior Account Manager       | Key Accounts       | Hamilton  | Marguerite Dunlop  | 2019-04-01 | 112 | both
Priscilla Amoah      | Account Manager              | Key Accounts       | Remote    | Marguerite Dunlop  | 2021-02-15 | 94  |
Ewan Macleish        | Account Manager              | Key Accounts       | Hamilton  | Marguerite Dunlop  | 2022-09-06 | 88  |
Anouk Beaulieu       | Inside Sales Manager         | Inside Sales       | Hamilton  | Marguerite Dunlop  | 2020-01-13 | 98  |
Joaquín Etxeberria   | Inside Sales Representative  | Inside Sales       | Hamilton  | Anouk Beaulieu     | 2023-05-22 | 66  |
Siobhán Reilly       | Inside Sales Representative  | Inside Sales       | Remote    | Anouk Beaulieu     | 2024-03-04 | 64  |
Harvir Gill          | Inside Sales Representative  | Inside Sales       | Hamilton  | Anouk Beaulieu     | 2025-10-06 | 61  |
Beatriz Carvalho     | Regional Sales Manager       | Sales Europe       | Lisbon    | Desmond Achterberg | 2019-11-04 | 92  |
Tomáš Vondráček      | Account Manager              | Sales Europe       | Lisbon    | Beatriz Carvalho   | 2021-07-05 | 71  |
Giulia Santangelo    | Account Manager              | Sales Europe       | Lisbon    | Beatriz Carvalho   | 2023-01-09 | 68  |
Rui Espada           | Showroom Coordinator         | Sales Europe       | Lisbon    | Beatriz Carvalho   | 2024-06-17 | 44  | part
# Engineering
Meenakshi Sundaram   | Director of Controls         | Controls           | Bengaluru | Farida Qazi        | 2017-07-10 | 5200 |
Vasant Kamath        | Controls Engineer            | Controls           | Bengaluru | Meenakshi Sundaram | 2019-10-14 | 2650 |
Roopa Hegde          | Senior Controls Engineer     | Controls           | Bangalore | Meenakshi Sundaram | 2018-12-03 | 3350 |
Imtiaz Baig          | Controls Engineer            | Controls           | Bangalore | Meenakshi Sundaram | 2022-04-18 | 2380 |
Lavanya Murthy       | Test Engineer                | Controls           | Bengaluru | Meenakshi Sundaram | 2023-08-07 | 1720 |
Joseph Kuruvilla     | Technical Writer             | Controls           | Remote    | Meenakshi Sundaram | 2024-01-22 | 1580 |
Graham Oduya         | Firmware Manager             | Firmware           | Hamilton  | Farida Qazi        | 2018-10-01 | 156 |
Shreya Banerjee      | Firmware Engineer            | Firmware           | Bangalore | Graham Oduya       | 2021-11-15 | 2480 |
Dmitri Halloran      | Senior Firmware Engineer     | Firmware           | Hamilton  | Graham Oduya       | 2019-02-25 | 131 |
Camille Rousseau     | Firmware Engineer            | Firmware           | Hamilton  | Graham Oduya       | 2022-05-30 | 108 |
Wen-Li Chao          | Optics Lead                  | Optics             | Hamilton  | Farida Qazi        | 2016-08-22 | 149 |
Theo Lindgren        | Optical Engineer             | Optics             | Hamilton  | Wen-Li Chao        | 2021-03-08 | 109 |
Zawadi Mbeki         | Optical Engineer             | Optics             | Hamilton  | Wen-Li Chao        | 2023-09-18 | 101 |
Pascal Thibodeau     | Prototype Technician         | Optics             | Hamilton  | Wen-Li Chao        | 2020-06-15 | 0   | hourly
# Operations
Radmila Petrović     | Workshop Manager             | Workshop           | Hamilton  | Leopold Grbić      | 2015-04-20 | 104 |
Curtis Nakashima     | Glassblower                  | Workshop           | Hamilton  | Radmila Petrović   | 2017-11-06 | 0   | hourly
Lucille Fontaine     | Metal Finisher               | Workshop           | Hamilton  | Radmila Petrović   | 2018-08-13 | 0   | hourly
Obinna Eze           | Assembler                    | Workshop           | Hamilton  | Radmila Petrović   | 2021-05-10 | 0   | hourly
Teagan Wolfe         | Assembler                    | Workshop           | Hamilton  | Radmila Petrović   | 2024-09-03 | 0   | hourly
Aurelio Bastos       | Assembler                    | Workshop           | Hamilton  | Radmila Petrović   | 2026-02-09 | 0   | hourly
Hildegard Prinz      | Quality Manager              | Quality            | Hamilton  | Leopold Grbić      | 2017-03-27 | 112 |
Nikhil Bhattacharya  | Quality Inspector            | Quality            | Hamilton  | Hildegard Prinz    | 2020-10-19 | 74  |
Saoirse Devlin       | Compliance Specialist        | Quality            | Remote    | Hildegard Prinz    | 2022-01-31 | 83  |
Mustafa Erdem        | Purchasing Manager           | Purchasing         | Hamilton  | Leopold Grbić      | 2016-11-14 | 107 |
Yolanda Pretorius    | Buyer                        | Purchasing         | Hamilton  | Mustafa Erdem      | 2023-03-20 | 71  |
# Customer care and marketing
Philippa Ravensworth | Customer Care Manager        | Customer Care      | Hamilton  | Desmond Achterberg | 2018-01-08 | 97  |
Kofi Asante          | Field Service Technician     | Customer Care      | Hamilton  | Philippa Ravensworth | 2020-02-24 | 69 |
Deepika Rajan        | Support Engineer             | Customer Care      | Bengaluru | Philippa Ravensworth | 2022-06-20 | 1450 |
Lars Bjørnstad       | Support Engineer             | Customer Care      | Lisbon    | Philippa Ravensworth | 2021-09-13 | 52 |
Marisol Quintana     | Support Engineer             | Customer Care      | Remote    | Philippa Ravensworth | 2025-01-13 | 63 |
Genevieve Stroud     | Marketing Manager            | Marketing          | Hamilton  | Desmond Achterberg | 2019-06-24 | 101 |
Bram Hoogland        | Visual Designer              | Marketing          | Lisbon    | Genevieve Stroud   | 2022-10-10 | 49  |
Keziah Morrow        | Content Editor               | Marketing          | Remote    | Genevieve Stroud   | 2023-11-27 | 62  |
# Finance and people
Winifred Osei        | Financial Controller         | Finance            | Hamilton  | Colleen Tavares    | 2017-09-18 | 124 |
Arvid Sundqvist      | Accounts Receivable Clerk    | Finance            | Hamilton  | Winifred Osei      | 2021-04-12 | 68  |
Noor Al-Hashimi      | Payroll Specialist           | Finance            | Hamilton  | Winifred Osei      | 2020-11-30 | 76  |
Catarina Lobo        | Accountant                   | Finance            | Lisbon    | Winifred Osei      | 2022-02-14 | 47  |
Barnaby Quill        | Recruiter                    | People             | Hamilton  | Ingeborg Falk      | 2021-08-23 | 78  |
Sumitra Gowda        | HR Partner India             | People             | Bengaluru | Ingeborg Falk      | 2020-07-06 | 1980 |
Eleanor Whitcombe    | HR Partner Canada            | People             | Hamilton  | Ingeborg Falk      | 2018-04-16 | 92  |
Yannick Dufresne     | IT Administrator             | Workplace Systems  | Hamilton  | Leopold Grbić      | 2019-05-27 | 86  |
# Gone, and not yet there
Rosalind Pym         | Account Manager            | Key Accounts       | Hamilton  | Marguerite Dunlop  | 2019-09-02 | 91 | left 2026-08-28
Casimir Nowak        | Assembler                  | Workshop           | Hamilton  | Radmila Petrović   | 2022-03-14 | 0  | left 2026-03-31
Delphine Ayotte      | Optical Engineer             | Optics             | Hamilton  | Wen-Li Chao        | 2026-12-07 | 99  | pending
"""

_DEPARTMENTS = {
    "Leadership": "Leadership",
    "Key Accounts": "Sales",
    "Inside Sales": "Sales",
    "Sales Europe": "Sales",
    "Controls": "Engineering",
    "Firmware": "Engineering",
    "Optics": "Engineering",
    "Workshop": "Operations",
    "Quality": "Operations",
    "Purchasing": "Operations",
    "Customer Care": "Sales",
    "Marketing": "Marketing",
    "Finance": "Finance",
    "People": "People",
    "Workplace Systems": "Operations",
}
OFFICES = {  # office in the table: name, city as the app spells it, region, country, currency
    "Hamilton": ("Hamilton Works", "Hamilton", "Ontario", "CA", "CAD"),
    "Bengaluru": ("Bengaluru Studio", "Bengaluru", "Karnataka", "IN", "INR"),
    "Bangalore": ("Bangalore Lab", "Bangalore", "Karnataka", "IN", "INR"),
    "Lisbon": ("Lisbon Showroom", "Lisbon", None, "PT", "EUR"),
    "Remote": ("Remote", None, None, None, "CAD"),
}
_ROLES = {
    "Colleen Tavares": "finance payroll",
    "Winifred Osei": "finance",
    "Arvid Sundqvist": "finance",
    "Catarina Lobo": "finance",
    "Noor Al-Hashimi": "payroll",
    "Barnaby Quill": "recruiter",
    "Sumitra Gowda": "hr_partner",
    "Eleanor Whitcombe": "hr_partner",
    "Ingeborg Falk": "pay_specialist",
    "Yannick Dufresne": "operator",
}
_SCOPES = {"Sumitra Gowda": {"location": "Bangalore"}, "Eleanor Whitcombe": {"location": "Hamilton"}}
_INDIANS_PAID_AT_HOME = frozenset({"Joseph Kuruvilla"})


@dataclass(frozen=True, slots=True)
class Colleague:
    """One line of the table."""

    name: str
    title: str
    team: str
    office: str
    manager: str
    started: str
    pay: int
    remark: str

    @property
    def key(self) -> str:
        return fold(self.name)

    @property
    def email(self) -> str:
        return f"{self.key}@{DOMAIN}"

    @property
    def status(self) -> str:
        return "INACTIVE" if self.remark.startswith("left") else "PENDING" if self.remark == "pending" else "ACTIVE"

    @property
    def left(self) -> str | None:
        return self.remark.removeprefix("left ") if self.remark.startswith("left") else None

    @property
    def currency(self) -> str:
        return "INR" if self.name in _INDIANS_PAID_AT_HOME else OFFICES[self.office][4]


def _colleague(cells: tuple[str, ...]) -> Colleague:
    name, title, team, office, manager, started, pay, *rest = cells
    return Colleague(name, title, team, office, manager, started, int(pay), rest[0] if rest else "")


COLLEAGUES = tuple(_colleague(cells) for cells in table(_TABLE))
DEMO_PERSON = next(c.email for c in COLLEAGUES if c.remark == "demo")


def signed_in() -> list[dict[str, object]]:
    """The `people` of company.json: everybody active, with their roles; the demo person comes first, as the page proposes the first."""
    people: list[dict[str, object]] = []
    for c in sorted(COLLEAGUES, key=lambda c: c.remark != "demo"):
        if c.status == "ACTIVE":
            scope = {"scope": _SCOPES[c.name]} if c.name in _SCOPES else {}
            people.append({"email": c.email, "roles": _ROLES.get(c.name, "").split(), **scope})
    return people


def employee_id(name: str) -> str:
    """The HR app's id of a colleague."""
    return identity("hris/Employee", fold(name))


def add_people(register: Register) -> None:
    """Everything that the HR app holds, but pay runs and benefits."""
    _add_structure(register)
    for place, colleague in enumerate(COLLEAGUES):
        _add_employee(register, colleague, 1001 + place)
        _add_employments(register, colleague)
        _add_balances(register, colleague)
        _add_leave(register, colleague)


def _add_structure(register: Register) -> None:
    register.add("hris/Company", "fennimore", "2014-02-03", legal_name="Fennimore Lighting Inc.", display_name=COMPANY)
    for group in ("Salaried", "Hourly", "India", "Portugal"):
        register.add("hris/PayGroup", group, "2018-01-01", pay_group_name=group)
    for office, (name, city, state, country, _) in OFFICES.items():
        register.add("hris/Location", office, "2018-01-01", name=name, city=city, state=state, country=country, location_type="WORK")
    for department in dict.fromkeys(_DEPARTMENTS.values()):
        register.add(
            "hris/Group", f"department {department}", "2018-01-01", name=department, type="DEPARTMENT", is_commonly_used_as_team=False
        )
    for team, department in _DEPARTMENTS.items():
        register.add("hris/Team", team, "2018-01-01", name=team)
        register.add(
            "hris/Group",
            f"team {team}",
            "2018-01-01",
            name=team,
            type="TEAM",
            is_commonly_used_as_team=True,
            parent_group=identity("hris/Group", f"department {department}"),
        )


def _pay_group(c: Colleague) -> str:
    by_currency = {"INR": "India", "EUR": "Portugal"}
    return identity("hris/PayGroup", by_currency.get(c.currency, "Hourly" if c.remark == "hourly" else "Salaried"))


def _add_employee(register: Register, c: Colleague, badge: int) -> None:
    first, last = c.name.split(" ", 1)
    home = _add_home(register, c)
    email = c.email if c.key != "ewan.macleish" else f"Ewan.MacLeish@{DOMAIN}"  # as he typed it himself
    register.add(
        "hris/Employee",
        c.key,
        moment(c.started) - timedelta(days=45),
        moment("2026-02-02") + timedelta(days=number(c.key, "edit", high=280)),
        employee_number=str(badge),
        company=identity("hris/Company", "fennimore"),
        first_name=first,
        last_name=last,
        preferred_name=None,
        display_full_name=c.name,
        username=c.key,
        work_email=email,
        personal_email=f"{c.key.replace('.', '')}@mail.example",
        mobile_phone_number=f"+1 905 555 {number(c.key, 'mobile', low=1000, high=9999)}",
        groups=[identity("hris/Group", f"department {_DEPARTMENTS[c.team]}"), identity("hris/Group", f"team {c.team}")],
        team=identity("hris/Team", c.team),
        manager=employee_id(c.manager) if c.manager else None,
        employments=[identity("hris/Employment", f"{c.key} {n}") for n in range(len(_jobs(c)))],
        home_location=home,
        work_location=identity("hris/Location", c.office),
        pay_group=_pay_group(c),
        date_of_birth=date(1964, 1, 1) + timedelta(days=number(c.key, "born", high=13_000)),
        hire_date=moment(c.started),
        start_date=moment(c.started),
        remote_created_at=min(moment(c.started) - timedelta(days=45), NOW),
        employment_status=c.status,
        termination_date=moment(c.left) if c.left else None,
    )


def _add_home(register: Register, c: Colleague) -> str:
    return register.add(
        "hris/Location",
        f"home {c.key}",
        c.started,
        name=f"Home of {c.name}",
        street_1=f"{number(c.key, 'street', low=2, high=180)} Maple Lane",
        city=OFFICES[c.office][1] or "Guelph",
        country=OFFICES[c.office][3] or "CA",
        location_type="HOME",
    )


def _jobs(c: Colleague) -> list[tuple[str, str, float]]:
    """(effective date, title, share of today's pay), oldest first; the last may lie ahead."""
    started = date.fromisoformat(c.started)
    jobs = [(c.started, c.title, 1.0)]
    if started < date(2021, 1, 1) and c.manager:
        before = c.title.removeprefix("Senior ") if c.title.startswith("Senior ") else f"Junior {c.title}" if " " in c.title else c.title
        jobs = [(c.started, before, 0.82), ("2023-04-01", c.title, 0.94), ("2026-01-01", c.title, 1.0)]
    if c.name == "Priscilla Amoah":  # agreed, and not in force yet
        jobs.append(("2027-01-01", "Senior Account Manager", 1.12))
    return jobs


def _add_employments(register: Register, c: Colleague) -> None:
    for n, (since, title, share) in enumerate(_jobs(c)):
        period, frequency, parts = ("HOUR", "BIWEEKLY", 0) if c.remark == "hourly" else ("MONTH", "MONTHLY", 12)
        rate: float = round(c.pay * 1000 * share / parts, 2) if parts else round(24 + number(c.key, "hour", high=14) * share, 2)
        register.add(
            "hris/Employment",
            f"{c.key} {n}",
            min(moment(since), moment("2026-11-02")),
            employee=employee_id(c.name),
            job_title=title,
            pay_rate=rate,
            pay_period=period,
            pay_frequency=frequency,
            pay_currency=c.currency,
            pay_group=_pay_group(c),
            flsa_status="NONEXEMPT" if c.remark == "hourly" else "EXEMPT",
            effective_date=moment(since),
            employment_type="PART_TIME" if c.remark == "part" else "FULL_TIME",
        )


# Merge counts balances in hours, though the HR app counts days; these people are in nobody's head but the table's.
_BALANCES = {
    "Marguerite Dunlop": [("VACATION", 76.0, 84.0), ("VACATION", 24.0, 0.0), ("SICK", 40.0, 24.0)],  # this year's, and carried over
    "Theo Valcourt": [("VACATION", 60.0, 100.0), ("SICK", 56.0, 8.0)],
    "Vasant Kamath": [("VACATION", 36.0, 108.0), ("SICK", 20.0, 44.0), ("PERSONAL", 16.0, 0.0)],
    "Ingeborg Falk": [("SICK", 72.0, 8.0)],  # no vacation policy in the app
    "Marisol Quintana": [],  # the app has nothing of her
}


def _add_balances(register: Register, c: Colleague) -> None:
    usual = [
        ("VACATION", 4.0 * number(c.key, "left", low=2, high=40), 4.0 * number(c.key, "used", high=30)),
        ("SICK", 8.0 * number(c.key, "sick", low=1, high=9), 8.0 * number(c.key, "ill", high=5)),
    ]
    for n, (policy, balance, used) in enumerate(_BALANCES.get(c.name, usual if c.status == "ACTIVE" else [])):
        register.add(
            "hris/TimeOffBalance",
            f"{c.key} {n}",
            "2026-01-02",
            "2026-11-16",
            employee=employee_id(c.name),
            policy_type=policy,
            balance=balance,
            used=used,
        )


# name | kind | from | to | days | status | note; hours for people paid by the hour
_LEAVE = """
Marguerite Dunlop  | VACATION | 2026-12-21 | 2026-12-24 | 4 | APPROVED  | Christmas in Cape Breton
Marguerite Dunlop  | VACATION | 2027-02-15 | 2027-02-19 | 5 | REQUESTED |
Theo Valcourt      | VACATION | 2026-12-28 | 2026-12-31 | 4 | REQUESTED | Skiing with the children
Ewan Macleish      | VACATION | 2026-11-30 | 2026-12-02 | 3 | REQUESTED |
Priscilla Amoah    | PERSONAL | 2026-11-25 | 2026-11-25 | 1 | REQUESTED | Moving house
Anouk Beaulieu     | VACATION | 2026-12-14 | 2026-12-18 | 5 | APPROVED  |
Vasant Kamath      | VACATION | 2026-12-07 | 2026-12-11 | 5 | REQUESTED | Sister's wedding in Mangaluru
Roopa Hegde        | VACATION | 2026-11-23 | 2026-11-24 | 2 | REQUESTED |
Imtiaz Baig        | SICK     | 2026-11-16 | 2026-11-17 | 2 | APPROVED  |
Lavanya Murthy     | VACATION | 2026-12-24 | 2026-12-31 | 6 | REQUESTED |
Joseph Kuruvilla   | VACATION | 2026-12-21 | 2026-12-31 | 9 | REQUESTED |
Shreya Banerjee    | VOLUNTEER | 2026-12-04 | 2026-12-04 | 1 | REQUESTED | Lake clean-up
Curtis Nakashima   | VACATION | 2026-12-10 | 2026-12-11 | 2 | REQUESTED |
Obinna Eze         | PERSONAL | 2026-11-20 | 2026-11-20 | 0.5 | APPROVED | Dentist
Pascal Thibodeau   | VACATION | 2026-10-13 | 2026-10-16 | 4 | DECLINED  |
Lars Bjørnstad     | VACATION | 2026-11-16 | 2026-11-27 | 10 | APPROVED | Northern lights
Harvir Gill        | BEREAVEMENT | 2026-09-09 | 2026-09-11 | 3 | APPROVED |
Giulia Santangelo  | VACATION | 2026-12-28 | 2027-01-02 | 4 | CANCELLED |
"""


def _add_leave(register: Register, c: Colleague) -> None:
    mine = [row[1:] for row in table(_LEAVE) if row[0] == c.name]
    if c.status == "ACTIVE" and c.started < "2026-01-01":
        monday = date(2026, 6, 29) + timedelta(weeks=number(c.key, "summer", high=8))
        mine.append(("VACATION", monday.isoformat(), (monday + timedelta(days=4)).isoformat(), "5", "APPROVED", ""))
    for n, (kind, start, end, days, status, note) in enumerate(mine):
        hours = c.remark == "hourly"
        asked = min(moment(start) - timedelta(days=number(c.key, n, "ahead", low=12, high=50)), moment("2026-11-18 13:00"))
        register.add(
            "hris/TimeOff",
            f"{c.key} {n}",
            asked,
            asked + timedelta(days=1 if status != "REQUESTED" else 0),
            employee=employee_id(c.name),
            approver=employee_id(c.manager) if c.manager and pick((True, True, False), c.key, n, "approver") else None,
            status=status,
            employee_note=note or None,
            units="HOURS" if hours else "DAYS",
            amount=float(days) * (8 if hours else 1),
            request_type=kind,
            start_time=moment(start),
            end_time=moment(end),
        )
