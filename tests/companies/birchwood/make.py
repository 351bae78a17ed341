"""Birchwood Group, hauliers and facility people in England, Hamburg and Bangalore: all five apps, three currencies, house words for most things.

`python -m tests.companies.birchwood.make OUTDIR` writes the folder.
"""

import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from tests.companies import books, desk, hiring, staff, trade
from tests.companies.birchwood import cast, questions
from tests.companies.common import Company, Row, linked_accounts, write_folder

APPS = {"hris": "Personio", "ats": "Teamtailor", "crm": "HubSpot", "ticketing": "Freshdesk", "accounting": "Xero"}
ABOUT: Row = {
    "tenant": "birchwood",
    "name": "Birchwood Group",
    "domain": "birchwood-group.example",
    "timezone": "Europe/London",
    "currency": "GBP",
    "fiscal_year_start": "04-01",
    "now": "2026-10-15T08:30:00Z",
    "linked_accounts": linked_accounts("birchwood", "2026-10-15T01:00:00.000000Z", APPS, {"hris": ["Employee.ssn"]}),
    "definitions": {
        "priorities": {
            "Red": {"field": "priority_native", "equals": "1 - Critical"},
            "Amber": {"field": "priority_native", "equals": "2 - High"},
            "Green": {"field": "priority_native", "equals": "3 - Standard"},
        },
        "sla": {"by": "hours", "hours": {"Red": 12, "Amber": 72, "Green": 336}},
        "working_day_hours": 8,
        "hours_per_year": 2028,
        "customer_revenue": {"basis": "invoiced", "less_credit_notes": True, "in": "GBP"},
        "headcount_cost": {"people": "tree", "manager_included": False},
        "words": {
            "callout": "ticketing.Ticket",
            "contract": "ticketing.Collection",
            "shipper": "crm.Account",
            "crew": "hris.Team",
            "depot": "hris.Location",
            "shift pattern": "hris.Employee.shift_pattern",
        },
        "policy": {"managers_see_pay": "rows", "custom_fields": {"hris.Employee.shift_pattern": "A"}},
    },
}
ROLES = {
    "Alan Whitcombe": ["finance", "payroll"],
    "Rekha Iyer": ["finance"],
    "Sabine Kluge": ["finance"],
    "Peter Okoro": ["payroll"],
    "Helen Yardley": ["hr_partner"],
    "Svenja Ott": ["hr_partner", "recruiter"],
    "Meghna Rao": ["hr_partner"],
    "Dominic Shaw": ["recruiter"],
    "Ravi Chandran": ["operator"],
    "Marion Ashdown": ["pay_specialist"],
}
SCOPES: dict[str, Row] = {"Helen Yardley": {}, "Svenja Ott": {"location": "Hamburg"}, "Meghna Rao": {"location": "Bangalore"}}
SITES = {
    "HGV": "HGV Fleet",
    "LNH": "Line Haul Hamburg",
    "NGE": "Northgate Estates",
    "OAK": "Oakridge Campus",
    "DSP": "Dispatch Desk",
    "SYS": "Depot Systems",
}
PRIORITIES: dict[str, tuple[str, int, float]] = {"1 - Critical": ("URGENT", 2, 11), "2 - High": ("HIGH", 3, 70), "3 - Standard": ("NORMAL", 4, 260)}
SUBJECTS = [
    "Tail lift",
    "Roller door",
    "Chiller 2",
    "Handheld scanner",
    "Trailer brake",
    "Canteen heating",
    "Gate barrier",
    "Route sheet",
    "Fire panel",
    "Tachograph",
]
FAULTS = [
    "stuck halfway",
    "trips the breaker",
    "leaks on the left side",
    "does not sync",
    "beeps all night",
    "reported by the night shift",
    "needs a new seal",
    "out of calibration",
    "smells burnt",
    "failed inspection",
    "keeps rebooting",
    "too cold in the morning",
    "part on order",
    "wrong site printed",
    "damaged by a forklift",
    "loses signal",
    "due for service",
    "rattles when empty",
    "cannot be locked",
    "shows error 17",
    "missing a cover",
    "replaced twice already",
]
WANTED = [
    ("Asha Pillai", date(2026, 11, 2), 3),
    ("Divya Shetty", date(2026, 11, 9), 2),
    ("Nina Petersen", date(2026, 12, 21), 4),
    ("Colin Marsh", date(2026, 10, 26), 5),
    ("Katja Brüning", date(2026, 12, 28), 3),
    ("Elif Kaya", date(2026, 11, 23), 1),
    ("Maria Lopes", date(2026, 9, 7), 2),
    ("Lucy Hartmann", date(2026, 12, 7), 5),
]
TALKS = [  # (contact, month, day, hour, kind, subject, content), later than everything drawn
    (
        "Bill Tranter at Hadley Foods Ltd",
        10,
        14,
        10,
        "Phone Call",
        "Chilled lane",
        "Hadley wants 26 pallets a night on the chilled lane, at 38.75 each.",
    ),
    ("Judith Penn at Hadley Foods Ltd", 10, 12, 9, "E-mail", "Pallet count", "Judith counted 412 pallets at the year's end."),
    (
        "Jo Mainwaring at Severn Paper Ltd",
        10,
        13,
        13,
        "On-site Visit",
        "Reel damage",
        "Seven reels arrived torn; edge guards were promised by 2 November.",
    ),
    (
        "Neil Garside at Northgate Retail PLC",
        10,
        14,
        8,
        "Video Meeting",
        "Peak cover",
        "Peak starts on 9 November; 14 relief drivers and a second shunter.",
    ),
    ("Carys Morgan at Northgate Homes Ltd", 10, 9, 14, "Phone Call", "Show home", "The show home in Radford needs grounds work before 30 October."),
    (
        "Naomi Clegg at Mercian Hospitals Trust",
        10,
        13,
        9,
        "On-site Visit",
        "Linen routes",
        "Linen routes move to 04:15; infection control wants sealed cages.",
    ),
    ("Henrik Lührs at Elbe Kühlhaus GmbH", 10, 12, 7, "Phone Call", "Reefer slots", "Elbe asks for 9 reefer slots per week and a price of 1,180."),
    (
        "Ole Matthiesen at Alster Möbel GmbH & Co. KG",
        10,
        8,
        11,
        "Video Meeting",
        "Two-man delivery",
        "Two-man delivery from January; 55 drops a week.",
    ),
    (
        "Walter Sugden at Pennine Textiles Ltd",
        10,
        13,
        15,
        "Phone Call",
        "Fabric rolls",
        "Rolls of 3.2 metres do not fit; a curtain-sider on Wednesdays would do.",
    ),
    ("Bill Ackroyd at Aire Valley Brewing Ltd", 10, 14, 9, "On-site Visit", "Keg returns", "Keg returns are 140 short; stock check on 20 October."),
    ("Jo Sefton at Calder Pharma plc", 10, 7, 10, "E-mail", "Temperature logs", "Logs for August are missing two days; auditors come on 4 November."),
    ("Jo Whitaker at Pennine Textiles Ltd", 10, 6, 9, "E-mail", "Invoice query", "Jo asked for purchase order 7714 on every invoice."),
]


def build() -> Company:
    """All records of the company."""
    company = Company(dict(ABOUT))
    _people(company)
    _tracker(company)
    hiring.recruit(
        company,
        hiring.Hiring(
            cast.OPENINGS,
            ["Indeed", "Word of mouth", "Jobcentre", "Agency", "Careers page"],
            cast.FIRST,
            cast.LAST,
            64,
            date(2026, 1, 5),
            cast.HIRED,
            ["Colin Marsh", "Ramesh Gowda", "Katja Brüning", "Joanna Kowalczyk", "Beatriz Lopes", "Sabine Kluge", "Ines Brandt"],
        ),
    )
    _customers(company)
    return company


def _people(company: Company) -> None:
    """Staff with leavers, nicknames and shifts; leave, and requests that wait."""
    values: dict[str, Row] = {name: {"preferred_name": nick} for name, nick in cast.NICKNAMES.items()}
    for shift, people in (("Night", cast.NIGHTS), ("Early", cast.EARLIES), ("Late", cast.LATES)):
        for name in people:
            targets = {"organization_defined_targets": {"shift_pattern": shift}, "linked_account_defined_targets": {}}
            values[name] = values.get(name, {}) | {"field_mappings": targets}
    staff.found(
        company,
        staff.Staff(
            cast.PLACES,
            cast.TEAMS,
            date(2013, 5, 6),
            {"Nigel Prout": date(2026, 8, 31), "Lars Henning": date(2026, 6, 30), "Hazel Birkett": date(2025, 12, 19)},
            values,
            second_jobs={"Beatriz Lopes": "First Aid Trainer"},
            without_balance=["Tessa Quinn", "Jack Delaney", "Robert Finch"],
            women=cast.WOMEN,
        ),
    )
    staff.leave(company, 130)
    for n, (name, begin, days) in enumerate(WANTED):
        staff.ask_leave(
            company,
            f"wanted {n}",
            company.record("hris/Employee", name),
            begin,
            begin + timedelta(days=days - 1),
            status="REQUESTED",
            employee_note="family",
        )
    staff.give_roles(company, ROLES, SCOPES)


def _tracker(company: Company) -> None:
    """Callouts for the own fleet and for some shippers."""
    open_to = ["Transport", "Facilities", "Shared Services"]
    known = [(c.name, c.domain) for c in cast.CUSTOMERS[:9]]
    absent = ["Farhan Ali", "Chris Marsh", "Maria Lopes", "Peter Okoro", "Stefan Vogt"]
    kinds = ["Breakdown", "Breakdown", "Fault", "Fault", "Service Request", "Complaint"]
    company_desk = desk.Desk(
        SITES,
        kinds,
        PRIORITIES,
        SUBJECTS,
        FAULTS,
        210,
        date(2026, 2, 2),
        known,
        absent=absent,
        departments=open_to,
        due_for=["Complaint"],
        hours=(5, 21),
    )
    desk.open_desk(company, company_desk)


def _customers(company: Company) -> None:
    """The CRM and the books."""
    goods = ["Groupage", "Chilled haulage", "Warehousing", "Daily cleaning", "Planned maintenance"]
    sources = ["Trade fair", "Website", "Tender portal", "Referral"]
    trade.sell(
        company,
        trade.Selling(
            cast.SELLERS, cast.CUSTOMERS, cast.CONTACTS, cast.LEADS, sources, goods, deals=70, talks=96, first=date(2025, 4, 7), topics=cast.TOPICS
        ),
    )
    last = "2026-10-02T00:00:00.000000Z"  # what the drawn conversations may reach; the told ones are later
    for record in company.rows("crm/Engagement"):
        if last < record["start_time"] < "2026-10-16":
            moved = {f: _earlier(record[f]) for f in ("start_time", "end_time")}
            record |= moved | {"created_at": moved["start_time"], "modified_at": moved["start_time"]}
    for n, (contact, month, day, hour, kind, subject, content) in enumerate(TALKS):
        start = datetime(2026, month, day, hour, 15, tzinfo=UTC)
        trade.talk(company, f"told {n}", company.record("crm/Contact", contact), start, kind, (subject, content))
    books.keep_books(
        company,
        books.Books(
            cast.CUSTOMERS,
            goods,
            {"GBP": "1.0", "EUR": "0.86"},
            190,
            40,
            date(2025, 4, 7),
            [("Midland Tyres Ltd", "GBP"), ("Harbour Diesel GmbH", "EUR"), ("Aire Uniforms Ltd", "GBP"), ("Clearwash Supplies", "GBP")],
            (3, 31),
        ),
    )


def _earlier(moment: str) -> str:
    """The same moment four weeks before."""
    found = datetime.fromisoformat(moment.replace("Z", "+00:00")) - timedelta(days=28)
    return found.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def write(folder: Path) -> None:
    """Write the whole evaluation folder."""
    company = build()
    quiz = questions.ask(company)
    write_folder(company, quiz.halves, quiz.changes, folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
