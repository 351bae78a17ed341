"""The questions of Kaveri Consult about what happened at the source after the graph was built."""

import uuid

from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.common import midnight
from tests.companies.expect import Quiz, listed, status


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    _all(quiz)


def _all(quiz: Quiz) -> None:
    c = quiz.company
    moved = quiz.change(
        "update",
        "hris/Employee",
        c.record("hris/Employee", "Divya Menon"),
        manager=c.id_of("hris/Employee", "Meena Iyer"),
        team=c.id_of("hris/Team", "team Structures"),
        work_location=c.id_of("hris/Location", "place W"),
    )
    left = quiz.change(
        "update",
        "hris/Employee",
        c.record("hris/Employee", "Tom Nguyen"),
        employment_status="INACTIVE",
        termination_date=midnight("2026-08-10"),
        delivered=True,
    )
    asked = quiz.change(
        "create",
        "hris/TimeOff",
        c.record("hris/TimeOff", "wanted 0")
        | {
            "id": str(uuid.uuid5(uuid.NAMESPACE_DNS, "kaveri late request")),
            "remote_id": "late request",
            "employee": c.id_of("hris/Employee", "Pooja Shah"),
            "start_time": midnight("2026-10-05"),
            "end_time": midnight("2026-10-07"),
        },
    )
    key = next(
        t["remote_id"]
        for t in c.rows("ticketing/Ticket")
        if t["priority_native"] == "Sev-1" and t["ticket_type"] == "Defect" and (t["status"] != "CLOSED")
    )
    fixed = quiz.change(
        "update",
        "ticketing/Ticket",
        c.record("ticketing/Ticket", key),
        status="CLOSED",
        status_native="Done",
        completed_at="2026-08-11T12:00:00.000000Z",
    )
    gone = quiz.change("update", "ats/Job", c.record("ats/Job", "Transport Modeller"), status="CLOSED")
    due = next(x for x in c.rows("accounting/Invoice") if x["status"] == "PARTIALLY_PAID" and x["number"].startswith("INV"))
    paid = quiz.change("update", "accounting/Invoice", due, status="PAID", balance=0.0, delivered=True)
    quiz.about("hris", "stale")
    quiz.pair(
        r.manager,
        ("Farida Khan", "Who does Divya Menon report to?", "Divya Menon"),
        ("Gopal Varma", "manager of Divya Menon now?", "Divya Menon"),
        [moved],
    )
    quiz.pair(
        r.my_reports_in,
        ("Meena Iyer", "Which of my direct reports are in Bangalore?", "Bangalore"),
        ("Meena Iyer", "my reports in Bengaluru, list", "Bangalore"),
        [moved],
    )
    quiz.pair(r.my_reports, ("Megan Doyle", "Who reports to me?"), ("Megan Doyle", "list my direct reports"), [left])
    quiz.pair(
        lambda f, me: r.how_many_in(f, me, "Houston"),
        ("Nandini Bose", "how many people work in Houston?"),
        ("Leela Krishnan", "headcount Houston?"),
        [left],
    )
    quiz.pair(
        r.pending,
        ("Meena Iyer", "Tell me the pending time off requests for my team members in Bangalore", "Bangalore"),
        ("Meena Iyer", "pending leave requests, my Bengaluru team", "Bangalore"),
        [moved, asked],
    )
    quiz.about("ticketing", "stale")
    quiz.pair(
        lambda f, me: r.ticket_names(r.tickets(f, kind="Defect", priority="Sev-1", is_open=True)),
        ("Arvind Rao", "Which Sev-1 defects are open right now?"),
        ("Leela Krishnan", "open Sev-1 defects, list"),
        [fixed],
    )
    quiz.pair(lambda f, me: status(f.ticket(key)), ("Ravi Menon", f"status of {key}?"), ("Meena Iyer", f"What's the status of {key} now?"), [fixed])
    quiz.about("ats", "stale")
    quiz.pair(
        lambda f, me: listed("job", [j["name"] for j in f.rows("ats/Job") if j["status"] == "OPEN" and f.get(j["offices"][0])["name"] == "Gurgaon"]),
        ("Harpreet Singh", "Which vacancies are open in Gurgaon?"),
        ("Kavya Bhat", "open jobs in Gurgaon?"),
        [gone],
    )
    quiz.about("accounting", "stale")
    quiz.pair(
        rt.invoice_balance,
        ("Ellen Brooks", f"open balance of {due['number']}?", due["number"]),
        ("Farida Khan", f"How much is still to be paid on {due['number']}?", due["number"]),
        [paid],
    )
