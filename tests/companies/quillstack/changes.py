"""The questions of Quillstack about what happened at the source after the graph was built."""

import uuid

from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.common import midnight
from tests.companies.expect import Quiz, clarify, listed


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    _all(quiz)


def _all(quiz: Quiz) -> None:
    c = quiz.company
    moved = quiz.change(
        "update",
        "hris/Employee",
        c.record("hris/Employee", "Caio Nunes"),
        manager=c.id_of("hris/Employee", "Samir Patel"),
        team=c.id_of("hris/Team", "team Editor"),
        work_location=c.id_of("hris/Location", "place B"),
    )
    third = c.record("hris/Employee", "Theo Marsh") | {
        "id": str(uuid.uuid5(uuid.NAMESPACE_DNS, "quillstack third Bell")),
        "remote_id": "Nina Bell",
        "first_name": "Nina",
        "last_name": "Bell",
        "display_full_name": "Nina Bell",
        "work_email": f"nina.bell@{c.domain}",
        "username": "nina.bell",
        "personal_email": "ninabell@post.example",
        "employee_number": "2999",
        "employments": [],
        "start_date": midnight("2026-10-01"),
        "hire_date": midnight("2026-10-01"),
        "manager": c.id_of("hris/Employee", "Monica Reyes"),
        "team": c.id_of("hris/Team", "team Success"),
        "groups": [c.id_of("hris/Group", "department Revenue")],
    }
    came = quiz.change("create", "hris/Employee", third)
    asked = quiz.change("update", "hris/TimeOff", c.record("hris/TimeOff", "wanted 1"), status="APPROVED", delivered=True)
    key = next(
        t["remote_id"]
        for t in c.rows("ticketing/Ticket")
        if t["priority_native"] == "serious" and t["ticket_type"] == "Bug" and (t["status"] != "CLOSED")
    )
    fixed = quiz.change(
        "update",
        "ticketing/Ticket",
        c.record("ticketing/Ticket", key),
        status="CLOSED",
        status_native="Done",
        completed_at="2026-10-04T12:00:00.000000Z",
    )
    gone = quiz.change("delete", "ticketing/Ticket", c.rows("ticketing/Ticket")[10])
    sold = quiz.change("update", "crm/Account", c.record("crm/Account", "Orchid Health"), owner=c.id_of("crm/User", "Bianca Rossi"))
    lead = quiz.change("update", "crm/Lead", c.record("crm/Lead", "Hal Ivers"), status="CLOSED", delivered=True)
    debt = next(x for x in c.rows("accounting/Invoice") if x["status"] == "OPEN" and x["number"].startswith("INV"))
    paid = quiz.change("update", "accounting/Invoice", debt, status="PAID", balance=0.0)
    closed = quiz.change("update", "ats/Job", c.record("ats/Job", "Senior Software Engineer"), status="CLOSED")
    quiz.about("hris", "stale")
    quiz.pair(r.manager, ("Tom Whelan", "Who is Caio Nunes's manager?", "Caio Nunes"), ("Petra Lund", "caio nunes, manager?", "Caio Nunes"), [moved])
    quiz.pair(
        r.my_reports_in,
        ("Samir Patel", "Which of my direct reports are in Boston?", "Boston"),
        ("Samir Patel", "my reports in Boston, names", "Boston"),
        [moved],
    )
    quiz.pair(r.start, ("Ada Lindgren", "When did Nina Bell start?", "Nina Bell"), ("Owen Bell", "start date of Nina Bell?", "Nina Bell"), [came])
    quiz.pair(
        lambda f, me: clarify("Katherine Bell", "Owen Bell", "Nina Bell"),
        ("Omar Haddad", "Who does Bell report to?"),
        ("Petra Lund", "what is Bell's start date"),
        [came],
    )
    quiz.pair(
        r.pending,
        ("Rui Almeida", "Tell me the pending time off requests for my team members in Lisbon", "Lisbon"),
        ("Rui Almeida", "pending leave, my Lisbon team", "Lisbon"),
        [moved, asked],
    )
    quiz.about("ticketing", "stale")
    quiz.pair(
        lambda f, me: r.ticket_names(r.tickets(f, kind="Bug", priority="P1", is_open=True)),
        ("Gwen Foster", "What P1 bugs are open right now?"),
        ("Theo Marsh", "P1 bugs still open: list"),
        [fixed],
    )
    quiz.pair(
        r.nothing,
        ("Gwen Foster", f"status of {c.rows('ticketing/Ticket')[10]['remote_id']}?"),
        ("Hana Kim", f"who works on {c.rows('ticketing/Ticket')[10]['remote_id']}"),
        [gone],
    )
    quiz.about("crm", "stale")
    quiz.pair(
        r.account_owner,
        ("Ada Lindgren", "Who owns Orchid Health now?", "Orchid Health"),
        ("Monica Reyes", "owner Orchid Health", "Orchid Health"),
        [sold],
    )
    quiz.pair(
        r.my_leads_not_met, ("Tom Whelan", "How many of my leads have we not met yet?"), ("Tom Whelan", "number of my leads we have not met"), [lead]
    )
    quiz.about("accounting", "stale")
    quiz.pair(
        rt.invoice_balance,
        ("Petra Lund", f"How much is still open on {debt['number']}?", debt["number"]),
        ("Omar Haddad", f"open balance of {debt['number']}", debt["number"]),
        [paid],
    )
    quiz.about("ats", "stale")
    quiz.pair(
        lambda f, me: listed("job", [j["name"] for j in f.rows("ats/Job") if j["status"] == "OPEN" and f.get(j["offices"][0])["name"] == "Lisbon"]),
        ("Bianca Rossi", "Which jobs are open in Lisbon?"),
        ("Ana Lima", "open openings in Lisbon?"),
        [closed],
    )
