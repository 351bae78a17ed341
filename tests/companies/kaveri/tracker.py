"""The questions of Kaveri Consult about the tracker: defects by severity, deadlines by due date."""

from tests.companies import picks
from tests.companies import readings as r
from tests.companies.expect import Quiz, best, counts, counts2, listed, number, share, value


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookups, _absent_filter, _figures, _groups, _order_time, _derive_follow_up):
        part(quiz)


def _lookups(quiz: Quiz) -> None:
    keys = [
        t["remote_id"]
        for t in quiz.company.rows("ticketing/Ticket")
        if t["status"] in ("IN_PROGRESS", "ON_HOLD") and t["assignees"] and t["due_date"]
    ]
    first, second = (keys[0], keys[1])
    quiz.about("ticketing", "lookup")
    quiz.pair(
        r.status_of,
        ("Ravi Menon", f"What is the status of {first}?", first),
        ("Kevin Osei", f"{second} - where does it stand? status please", second),
    )
    quiz.pair(r.assignees, ("Arvind Rao", f"who is {first} assigned to", first), ("Grace Miller", f"Who works on {second}?", second))
    quiz.pair(r.due, ("Meena Iyer", f"due date {first}", first), ("Harpreet Singh", f"By when is {second} due?", second))
    quiz.pair(
        lambda f, me, k: value("assignment", f.ticket(k).project),
        ("Suresh Patel", f"Which assignment does {first} belong to?", first),
        ("Megan Doyle", f"assignment of {second}?", second),
    )
    quiz.pair(
        lambda f, me, k: value("type", f.ticket(k).kind),
        ("Dana Whitman", f"Is {first} a defect, a task or a change request? Tell me its type.", first),
        ("Nikhil Jain", f"ticket type of {second}", second),
    )


def _absent_filter(quiz: Quiz) -> None:
    quiz.about("ticketing", "absent")
    quiz.pair(r.nothing, ("Ravi Menon", "status of MET-9999"), ("Arvind Rao", "Who works on DAM-8888?"))
    quiz.pair(r.mine, ("Rahul Verma", "How many tickets are assigned to me?"), ("Emma Clark", "number of tickets assigned to me"))
    quiz.about("ticketing", "filter")
    quiz.pair(
        lambda f, me, p: r.ticket_names(r.tickets(f, kind="Defect", priority=p, is_open=True)),
        ("Arvind Rao", "Which Sev-1 defects are open?", "Sev-1"),
        ("Leela Krishnan", "open defects of severity Sev-2", "Sev-2"),
    )
    quiz.pair(
        lambda f, me, p: r.ticket_names(t for t in r.tickets(f, project=p, is_open=True) if t.due and t.due < f.today),
        ("Arvind Rao", "overdue tickets in Metro Line 4", "Metro Line 4"),
        ("Suresh Patel", "Which open tickets of Hydro Dam Retrofit are past their due date?", "Hydro Dam Retrofit"),
    )
    quiz.pair(
        r.unassigned_in,
        ("Arvind Rao", "tickets in Bridge Inspection without an assignee that are still open", "Bridge Inspection"),
        ("Ravi Menon", "Solar Park Kutch: open and unassigned tickets", "Solar Park Kutch"),
    )
    quiz.plain(r.my_open_names, (("Nikhil Jain", "Which tickets do I have open?"), ("Wade Foster", "my open tickets")))
    quiz.plain(
        r.my_late_tickets,
        (("Wade Foster", "which of my open tickets are overdue"), ("Nikhil Jain", "Tickets of mine that are past due and not closed")),
    )
    quiz.pair(
        r.open_for_customer,
        ("Grace Miller", "open tickets for Austin Transit", "Austin Transit"),
        ("Arvind Rao", "What open tickets does Deccan Hydro have?", "Deccan Hydro"),
    )
    quiz.pair(
        lambda f, me, a, b: r.ticket_names(t for t in f.tickets if t.due and a <= t.due <= b and t.is_open),
        ("Arvind Rao", "open tickets due between 15 August and 15 September 2026", "2026-08-15", "2026-09-15"),
        ("Leela Krishnan", "Which open tickets are due in August 2026?", "2026-08-01", "2026-08-31"),
    )


def _figures(quiz: Quiz) -> None:
    quiz.about("ticketing", "aggregate")
    for opened, sealed in SLA:
        quiz.pair(lambda f, me, p: r.sla_share(f, me, "Defect", p), opened, sealed)
    quiz.pair(
        lambda f, me, p, s: r.sla_share(f, me, "Defect", p, s),
        ("Arvind Rao", "fraction of Sev-3 defects fixed within SLA in Bridge Inspection", "Sev-3", "Bridge Inspection"),
        ("Arvind Rao", "Metro Line 4: share of Sev-3 defects fixed within SLA", "Sev-3", "Metro Line 4"),
    )
    quiz.pair(
        r.open_of_kind,
        ("Leela Krishnan", "how many defects are open?", "Defect"),
        ("Meena Iyer", "count of open change requests", "Change Request"),
    )
    quiz.plain(r.mine, (("Wade Foster", "how many tickets are assigned to me"), ("Gopal Varma", "number of my tickets")))
    quiz.pair(
        lambda f, me: number(t for t in f.tickets if t.is_open and t.due is None),
        ("Arvind Rao", "How many open tickets have no due date?"),
        ("Leela Krishnan", "open tickets without a due date, count"),
    )
    quiz.pair(
        lambda f, me: number(t for t in f.tickets if len(t.people) == 2),
        ("Ravi Menon", "How many tickets have two assignees?"),
        ("Arvind Rao", "number of tickets assigned to exactly two people"),
    )
    quiz.pair(
        lambda f, me, a, b: number(t for t in f.tickets if t.is_open and t.priority in (a, b)),
        ("Arvind Rao", "open tickets that are Sev-1 or Sev-2, how many", "Sev-1", "Sev-2"),
        ("Leela Krishnan", "How many tickets with Sev-2 or Sev-3 are open?", "Sev-2", "Sev-3"),
    )


def _groups(quiz: Quiz) -> None:
    quiz.about("ticketing", "group")
    quiz.same(
        lambda f, me: counts("assignment", [t.project for t in f.tickets if t.is_open]),
        "Leela Krishnan",
        "open tickets per assignment",
        "How many open tickets does every assignment have? Only those with any.",
    )
    quiz.same(
        lambda f, me: counts("priority", [t.priority for t in r.tickets(f, kind="Defect", is_open=True)]),
        "Arvind Rao",
        "open defects by Sev-1, Sev-2 and Sev-3",
        "How many open defects per severity (Sev-1, Sev-2, Sev-3)?",
    )
    quiz.same(
        lambda f, me: counts2("project|type", [(t.project, t.kind) for t in f.tickets if t.is_open]),
        "Arvind Rao",
        "open tickets by assignment and type",
        "number of open tickets per assignment and ticket type",
    )
    quiz.same(
        lambda f, me: counts("customer", [t.customer for t in f.tickets if t.is_open and t.customer]),
        "Leela Krishnan",
        "open tickets per customer, only tickets that have one",
        "Count open tickets by customer; skip those without a customer.",
    )
    quiz.pair(
        r.reports_tickets_each,
        ("Meena Iyer", "open tickets for each of my direct reports"),
        ("Carlos Ortega", "How many open tickets does each of my reports have?"),
    )
    quiz.same(
        lambda f, me: listed(
            "assignment", [p for p in dict.fromkeys(t.project for t in f.tickets) if sum(t.is_open for t in f.tickets if t.project == p) > 7]
        ),
        "Arvind Rao",
        "assignments with more than 7 open tickets",
        "Which assignments have over 7 open tickets?",
    )


def _order_time(quiz: Quiz) -> None:
    quiz.about("ticketing", "order")
    quiz.plain(
        r.busiest_report,
        (("Harpreet Singh", "Which of my reports has the most open tickets?"), ("Megan Doyle", "most open tickets among my direct reports: who?")),
    )
    quiz.pair(
        r.oldest_of_kind,
        ("Arvind Rao", "the four oldest open defects", "Defect", 4),
        ("Leela Krishnan", "oldest 2 open tasks", "Task", 2),
    )
    quiz.same(
        lambda f, me: best("assignment", [(p, sum(t.project == p for t in f.tickets)) for p in {t.project for t in f.tickets}]),
        "Leela Krishnan",
        "Which assignment has the most tickets overall?",
        "assignment with the largest number of tickets, open or closed",
    )
    quiz.about("ticketing", "time")
    quiz.same(
        lambda f, me: number(t for t in r.tickets(f, kind="Defect") if f.months(-1)[0] <= t.created <= f.months(-1)[1]),
        "Arvind Rao",
        "How many defects were reported last month?",
        "defects reported in July - number",
    )
    quiz.pair(
        lambda f, me, m: number(t for t in r.tickets(f, kind="Defect") if t.done and t.done[:7] == m),
        ("Arvind Rao", "defects fixed in June, how many?", "2026-06"),
        ("Meena Iyer", "number of defects closed in May 2026", "2026-05"),
    )
    quiz.same(
        lambda f, me: number(t for t in f.tickets if f.fiscal_year()[0] <= t.created),
        "Leela Krishnan",
        "How many tickets were created this fiscal year?",
        "tickets reported since the start of the fiscal year, count",
    )
    quiz.same(
        lambda f, me: number(t for t in f.tickets if f.quarter()[0] <= t.created),
        "Ravi Menon",
        "tickets created this quarter?",
        "How many tickets were reported in the current quarter?",
    )


def _derive_follow_up(quiz: Quiz) -> None:
    quiz.about("ticketing", "derive")
    quiz.pair(
        lambda f, me, p: value("hours", r.mean(t.hours for t in r.tickets(f, kind="Defect", priority=p) if t.hours is not None)),
        ("Arvind Rao", "average hours to close a Sev-1 defect", "Sev-1"),
        ("Leela Krishnan", "What is the mean time in hours to close a Sev-2 defect?", "Sev-2"),
    )
    quiz.same(
        lambda f, me: share(sum(t.kind == "Defect" for t in f.tickets), len(f.tickets)),
        "Leela Krishnan",
        "What share of all tickets are defects?",
        "defects as a percentage of all tickets",
    )
    quiz.pair(
        lambda f, me, k: value("days", r.days_since(f, str(f.ticket(k).due))),
        ("Arvind Rao", f"By how many days is {picks.late_tickets(quiz.company)[0]} overdue?", picks.late_tickets(quiz.company)[0]),
        ("Leela Krishnan", f"how many days overdue is {picks.late_tickets(quiz.company)[1]}", picks.late_tickets(quiz.company)[1]),
    )
    quiz.about("ticketing", "follow_up")
    quiz.pair(
        [
            lambda f, me, p: r.sla_share(f, me, "Defect", "Sev-1"),
            lambda f, me, p: r.sla_share(f, me, "Defect", "Sev-2"),
            lambda f, me, p: r.sla_share(f, me, "Defect", "Sev-3"),
        ],
        ("Arvind Rao", ["What fraction of Sev-1 defects was fixed within SLA?", "and Sev-2?", "Sev-3"], ""),
        ("Leela Krishnan", ["share of Sev-1 defects fixed in SLA", "Sev-2?", "what about Sev-3"], ""),
    )
    quiz.pair(
        [r.mine, r.my_open, r.my_open_names],
        ("Priyanka Das", ["How many tickets do I have?", "open ones?", "which are they"]),
        ("Luis Romero", ["count my tickets", "how many are open", "list these"]),
    )


SLA = [
    (
        ("Arvind Rao", "What fraction of Sev-1 defects in my organization has been fixed within SLA?", "Sev-1"),
        ("Leela Krishnan", "share of Sev-1 defects fixed within SLA in the whole company", "Sev-1"),
    ),
    (
        ("Leela Krishnan", "how many percent of Sev-2 defects were fixed in SLA", "Sev-2"),
        ("Arvind Rao", "Which fraction of Sev-2 defects did we fix inside the SLA?", "Sev-2"),
    ),
    (
        ("Meena Iyer", "Sev-3 defects: part fixed within SLA?", "Sev-3"),
        ("Ravi Menon", "For Sev-3 defects, what is the share that was fixed within SLA?", "Sev-3"),
    ),
]
