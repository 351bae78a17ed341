"""The questions of Seeblick Kliniken about what happened at the source after the graph was built, most of it without a word to us."""

import uuid

from tests.companies import picks
from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.common import midnight
from tests.companies.expect import Quiz, status


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    _all(quiz)


def _all(quiz: Quiz) -> None:
    c = quiz.company
    moved = quiz.change(
        "update",
        "hris/Employee",
        c.record("hris/Employee", "Dario Conti"),
        manager=c.id_of("hris/Employee", "Anja Kessler"),
        work_location=c.id_of("hris/Location", "place K"),
    )
    old = c.record("hris/Employee", "Simon Arnold")
    fresh = {
        "id": str(uuid.uuid5(uuid.NAMESPACE_DNS, "seeblick newcomer")),
        "remote_id": "Nadja Huber",
        "first_name": "Nadja",
        "last_name": "Huber",
        "display_full_name": "Nadja Huber",
        "work_email": f"nadja.huber@{c.domain}",
        "personal_email": "nadja@post.example",
        "username": "nadja.huber",
        "employee_number": "2999",
        "employments": [],
        "start_date": midnight("2026-09-15"),
        "hire_date": midnight("2026-09-15"),
    }
    came = quiz.change("create", "hris/Employee", old | fresh, delivered=True)
    decided = quiz.change("update", "hris/TimeOff", c.record("hris/TimeOff", "wanted 0"), status="APPROVED")
    first = picks.being_worked_on(c)[0]
    closed = quiz.change(
        "update",
        "ticketing/Ticket",
        c.record("ticketing/Ticket", first),
        status="CLOSED",
        status_native="Done",
        completed_at="2026-09-15T15:00:00.000000Z",
    )
    gone = quiz.change("delete", "crm/Contact", c.record("crm/Contact", "Edith Zünd at Rheintal Labor"))
    owner = quiz.change("update", "crm/Account", c.record("crm/Account", "Alpina Sports"), owner=c.id_of("crm/User", "Julia Brandt"), delivered=True)
    lead = quiz.change("update", "crm/Lead", c.record("crm/Lead", "Nelly Fink"), status="UNQUALIFIED")
    late = picks.late_invoices(c)[0]
    paid = quiz.change("update", "accounting/Invoice", late, status="PAID", balance=0.0)
    quiz.about("hris", "stale")
    quiz.pair(
        r.manager, ("Eva Hofer", "Who is Dario Conti's manager?", "Dario Conti"), ("Urs Wyss", "dario conti reports to whom?", "Dario Conti"), [moved]
    )
    quiz.pair(r.my_reports, ("Anja Kessler", "Who are my direct reports?"), ("Beat Zimmermann", "list my direct reports"), [moved])
    quiz.pair(
        r.start, ("Sandra Meier", "When did Nadja Huber start?", "Nadja Huber"), ("Stefan Huber", "start date of Nadja Huber", "Nadja Huber"), [came]
    )
    quiz.pair(
        lambda f, me: r.size(f, me, "Service Desk"),
        ("Stefan Huber", "How many people are in the Service Desk team?"),
        ("Sandra Meier", "size of the Service Desk team"),
        [came],
    )
    quiz.pair(
        r.pending,
        ("Beat Zimmermann", "Tell me the pending time off requests for my team members in Zurich", "Zurich"),
        ("Beat Zimmermann", "undecided leave requests of my Zürich people", "Zurich"),
        [decided],
    )
    quiz.about("ticketing", "stale")
    quiz.pair(
        lambda f, me: status(f.ticket(first)), ("Eva Hofer", f"what is the status of {first} now?"), ("Stefan Huber", f"{first} status?"), [closed]
    )
    quiz.about("crm", "stale")
    quiz.pair(r.nothing, ("Daniel Fischer", "What is Edith Zünd's email address?"), ("Regula Ammann", "email of Edith Zünd?"), [gone])
    quiz.pair(
        r.account_owner,
        ("Regula Ammann", "Who owns Alpina Sports?", "Alpina Sports"),
        ("Karin Schmid", "Alpina Sports - owner?", "Alpina Sports"),
        [owner],
    )
    quiz.pair(
        r.my_leads_not_met,
        ("Julia Brandt", "How many of my leads have we not met yet?"),
        ("Julia Brandt", "number of my leads not met so far"),
        [lead],
    )
    quiz.about("accounting", "stale")
    quiz.pair(
        rt.invoice_balance,
        ("Karin Schmid", f"How much is still to be paid on {late['number']}?", late["number"]),
        ("Urs Wyss", f"open balance of invoice {late['number']}", late["number"]),
        [paid],
    )
