"""Kaveri Consult, engineers in India and the United States: two spellings of cities, rupees and dollars, defects with due dates, no CRM.

`python -m tests.companies.kaveri.make OUTDIR` writes the folder.
"""

import sys
from datetime import date, timedelta
from pathlib import Path

from tests.companies import books, desk, hiring, staff
from tests.companies.common import Company, Row, linked_accounts, write_folder
from tests.companies.kaveri import questions
from tests.companies.kaveri.cast import CUSTOMERS, FIRST, HIRED, LAST, OPENINGS, PLACES, TEAMS, WOMEN

APPS = {"hris": "BambooHR", "ats": "Lever", "ticketing": "Linear", "accounting": "QuickBooks Online"}
ABOUT: Row = {
    "tenant": "kaveri",
    "name": "Kaveri Consult",
    "domain": "kaveri-consult.example",
    "timezone": "Asia/Kolkata",
    "currency": "USD",
    "fiscal_year_start": "04-01",
    "now": "2026-08-12T06:00:00Z",
    "linked_accounts": linked_accounts("kaveri", "2026-08-11T22:00:00.000000Z", APPS, {"hris": ["Employee.ssn"]}),
    "definitions": {
        "sla": {"by": "due_date"},
        "working_day_hours": 7.5,
        "hours_per_year": 1950,
        "customer_revenue": {"basis": "paid", "less_credit_notes": False, "in": "USD"},
        "headcount_cost": {"people": "tree", "manager_included": False},
        "words": {"assignment": "ticketing.Collection", "practice": "hris.Team", "vacancy": "ats.Job"},
        "policy": {"managers_see_pay": "totals", "custom_fields": {}},
    },
}
ROLES = {
    "Farida Khan": ["finance"],
    "Ellen Brooks": ["finance", "payroll"],
    "Nandini Bose": ["hr_partner"],
    "Joan Price": ["hr_partner"],
    "Kiran Joshi": ["recruiter"],
    "Tessa Boyd": ["recruiter"],
    "Ravi Menon": ["operator"],
    "Gopal Varma": ["pay_specialist"],
}
SCOPES: dict[str, Row] = {"Nandini Bose": {"location": "Bangalore"}, "Joan Price": {"department": "Americas"}}


def build() -> Company:
    """All records of the company."""
    company = Company(dict(ABOUT))
    staff.found(
        company,
        staff.Staff(
            PLACES,
            TEAMS,
            date(2015, 3, 1),
            {"Anil Kumar": date(2026, 4, 30), "Manoj Kumar": date(2025, 11, 28)},
            without_balance=["Pavithra Raj", "Tom Nguyen"],
            women=WOMEN,
        ),
    )
    staff.leave(company, 120)
    for n, (name, begin, days) in enumerate(
        [
            ("Amit Kulkarni", date(2026, 8, 24), 3),
            ("Sunita Rao", date(2026, 9, 14), 5),
            ("Neha Sinha", date(2026, 6, 8), 2),
            ("Kavya Bhat", date(2026, 8, 31), 2),
            ("Luis Romero", date(2026, 9, 7), 4),
        ]
    ):
        staff.ask_leave(
            company,
            f"wanted {n}",
            company.record("hris/Employee", name),
            begin,
            begin + timedelta(days=days - 1),
            status="REQUESTED",
            employee_note="Wedding in Mysuru",
        )
    staff.give_roles(company, ROLES, SCOPES)
    desk.open_desk(
        company,
        desk.Desk(
            {"MET": "Metro Line 4", "DAM": "Hydro Dam Retrofit", "SOL": "Solar Park Kutch", "BRI": "Bridge Inspection", "INT": "Internal Tools"},
            ["Defect", "Defect", "Task", "Change Request"],
            {"Sev-1": ("URGENT", 2, 150), "Sev-2": ("HIGH", 3, 260), "Sev-3": ("NORMAL", 4, 420)},
            [
                "Load model",
                "Survey grid",
                "Pile schedule",
                "Traffic count",
                "Flow gauge",
                "Cable route",
                "Rebar drawing",
                "Noise map",
                "Slope sensor",
                "Cost sheet",
            ],
            [
                "uses the old code",
                "has a wrong datum",
                "misses two sheets",
                "does not open in the viewer",
                "shows negative values",
                "needs a second check",
                "was sent to the wrong address",
                "lacks the north arrow",
                "is out of date",
                "mixes feet and metres",
                "fails the clash test",
                "has no revision",
                "prints in grey",
                "loses its layers",
                "breaks the link",
                "skips the last span",
                "rounds too early",
                "doubles the dead load",
                "overlaps the gas main",
                "cannot be signed",
                "asks for a password",
                "has the wrong scale",
            ],
            200,
            date(2026, 1, 5),
            customers=[(c.name, c.domain) for c in CUSTOMERS[:6]],
            absent=["Rahul Verma", "Emma Clark", "Rohit Shetty"],
            departments=["Delivery", "Americas", "Corporate"],
            due_for=["Defect"],
            hours=(0, 24),
        ),
    )
    hiring.recruit(
        company,
        hiring.Hiring(
            OPENINGS,
            ["Referral", "Campus", "Careers page", "Agency"],
            FIRST,
            LAST,
            60,
            date(2025, 11, 3),
            HIRED,
            ["Meena Iyer", "Suresh Patel", "Harpreet Singh", "Carlos Ortega", "Megan Doyle", "Vikram Desai", "Kevin Osei"],
        ),
    )
    books.keep_books(
        company,
        books.Books(
            CUSTOMERS,
            ["Design review", "Site survey", "Load study", "Training"],
            {"USD": "1.0", "INR": "0.012"},
            150,
            25,
            date(2025, 4, 2),
            [("Drone Survey Co", "USD"), ("Soil Lab Hubli", "INR")],
            (3, 31),
            {"INR": 60},
        ),
    )
    return company


def write(folder: Path) -> None:
    """Write the whole evaluation folder."""
    company = build()
    quiz = questions.ask(company)
    write_folder(company, quiz.halves, quiz.changes, folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
