"""The questions of Seeblick Kliniken about the tracker: incidents by Critical, Major, Minor."""

from tests.companies import picks
from tests.companies import readings as r
from tests.companies.expect import Quiz, best, counts, listed, names, number, share, value


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookup_filter, _figures, _groups, _filter_order, _time_derive):
        part(quiz)


def _lookup_filter(quiz: Quiz) -> None:
    first, second = picks.being_worked_on(quiz.company)[:2]
    dated, other = picks.with_due_date(quiz.company)[:2]
    quiz.about("ticketing", "lookup")
    quiz.pair(
        r.status_of, ("Eva Hofer", f"status of {first}?", first), ("Peter Vogt", f"What state is {second} in?", second)
    )
    quiz.pair(r.assignees, ("Simon Arnold", f"Who is working on {first}?", first), ("Nina Caduff", f"assignee of {second}", second))
    quiz.pair(r.due, ("Stefan Huber", f"When is {dated} due?", dated), ("Tim Schuster", f"due date of {other} pls", other))
    quiz.pair(
        lambda f, me, k: value("project", f.ticket(k).project),
        ("Milan Novak", f"Which system does {first} belong to?", first),
        ("Jana Pfister", f"system of {second}", second),
    )
    quiz.about("ticketing", "filter")
    quiz.pair(
        lambda f, me, p: r.ticket_names(r.tickets(f, kind="Incident", priority=p, is_open=True)),
        ("Stefan Huber", "Which Critical incidents are still open?", "Critical"),
        ("Sandra Meier", "list the open major incidents", "Major"),
    )
    quiz.pair(
        r.unassigned_in,
        ("Reto Bühler", "Open tickets in Network that nobody is assigned to", "Network"),
        ("Sandra Meier", "unassigned tickets in Pharmacy Orders that are not closed", "Pharmacy Orders"),
    )
    quiz.plain(
        r.my_late_tickets,
        (("Anja Kessler", "my open tickets that are past their due date"), ("Yvonne Lutz", "Which of my tickets are overdue?")),
    )
    quiz.plain(r.my_open_names, (("Simon Arnold", "open tickets assigned to me"), ("Ulrike Voss", "What tickets do I still have open?")))
    quiz.pair(
        lambda f, me, s, p: r.ticket_names(r.tickets(f, status=s, project=p)),
        ("Stefan Huber", "tickets on hold in Network", "ON_HOLD", "Network"),
        ("Eva Hofer", "Which tickets in Radiology Images are in progress?", "IN_PROGRESS", "Radiology Images"),
    )
    quiz.plain(
        lambda f, me: r.ticket_names(t for t in f.tickets if t.creator == me.mail and t.is_open),
        (("Yvonne Lutz", "open tickets that I created"), ("Sophie Lang", "which of the tickets created by me are still open")),
    )


def _figures(quiz: Quiz) -> None:
    shares = [
        ("Stefan Huber", "What fraction of Critical incidents in my organization has been fixed within SLA?", "Critical"),
        ("Sandra Meier", "share of critical incidents fixed inside the SLA, whole company", "Critical"),
        ("Regula Ammann", "how good are we at fixing Critical incidents within SLA, as a share", "Critical"),
        ("Reto Bühler", "Critical incidents: fraction fixed in SLA?", "Critical"),
        ("Eva Hofer", "which part of the Major incidents did we fix within SLA", "Major"),
        ("Lukas Meier", "percentage of Major incidents that were fixed within the SLA", "Major"),
    ]
    quiz.about("ticketing", "aggregate")
    for a, b in zip(shares[::2], shares[1::2], strict=True):
        quiz.pair(lambda f, me, p: r.sla_share(f, me, "Incident", p), a, b)
    quiz.pair(
        lambda f, me, p, s: r.sla_share(f, me, "Incident", p, s),
        ("Stefan Huber", "share of minor incidents in Network fixed within SLA", "Minor", "Network"),
        ("Sandra Meier", "In Patient Records, what fraction of the Minor incidents has been fixed within SLA?", "Minor", "Patient Records"),
    )
    quiz.pair(
        r.open_of_kind,
        ("Nina Caduff", "How many incidents are open?", "Incident"),
        ("Oliver Roth", "number of open service requests", "Service Request"),
    )
    quiz.plain(r.mine, (("Thomas Graf", "How many tickets are assigned to me?"), ("Birgit Sommer", "tickets assigned to me, count")))
    quiz.pair(
        lambda f, me, a, b: number(t for t in f.tickets if t.priority in (a, b) and t.kind == "Incident" and t.is_open),
        ("Stefan Huber", "How many open incidents are Critical or Major?", "Critical", "Major"),
        ("Reto Bühler", "count open Major or Minor incidents", "Major", "Minor"),
    )
    quiz.pair(
        lambda f, me, k: number(t for t in f.tickets if t.kind != k and t.is_open),
        ("Milan Novak", "How many open tickets are not incidents?", "Incident"),
        ("Tim Schuster", "open tickets other than changes, how many", "Change"),
    )


def _groups(quiz: Quiz) -> None:
    quiz.about("ticketing", "group")
    quiz.same(
        lambda f, me: counts("project", [t.project for t in f.tickets if t.is_open]),
        "Stefan Huber",
        "Number of open tickets per system",
        "open tickets by project please",
    )
    quiz.same(
        lambda f, me: counts("priority", [t.priority for t in r.tickets(f, kind="Incident", is_open=True)]),
        "Sandra Meier",
        "Open incidents by Critical, Major and Minor",
        "count of open incidents per priority (Critical/Major/Minor)",
    )
    quiz.same(
        lambda f, me: counts("type", [t.kind for t in f.tickets if t.created >= "2026-01-01"]),
        "Reto Bühler",
        "tickets created this year per type",
        "How many tickets of each type were reported in 2026?",
    )
    quiz.same(
        lambda f, me: r.by_priority(f, r.tickets(f, kind="Incident", is_open=True), "project", lambda t: t.project),
        "Stefan Huber",
        "open incidents per project and priority",
        "Count the open incidents for each combination of system and priority",
    )
    quiz.pair(
        r.reports_tickets_each,
        ("Sandra Meier", "How many open tickets does each of my direct reports have?"),
        ("Lukas Meier", "open tickets for each of my reports"),
    )


def _filter_order(quiz: Quiz) -> None:
    quiz.about("ticketing", "filter")
    quiz.pair(
        lambda f, me, t: names(p for p in f.staff if p.team == t and f.in_tracker(p) and (not any(x.is_open for x in f.of(p)))),
        ("Claudia Steiner", "Who in the Cardiology team has no open ticket?", "Cardiology"),
        ("Ruth Baumann", "people on Ward North without an open ticket", "Ward North"),
    )
    quiz.pair(
        lambda f, me, n: listed(
            "project", [p for p in dict.fromkeys(t.project for t in f.tickets) if sum(t.is_open for t in f.tickets if t.project == p) > n]
        ),
        ("Stefan Huber", "Which systems have more than 9 open tickets?", 9),
        ("Reto Bühler", "projects with over 8 open tickets", 8),
    )
    quiz.about("ticketing", "order")
    quiz.plain(
        r.busiest_report,
        (("Sandra Meier", "Who of my direct reports has the most open tickets?"), ("Claudia Steiner", "which of my reports has most open tickets")),
    )
    quiz.pair(
        r.oldest_of_kind,
        ("Stefan Huber", "the 3 oldest open incidents", "Incident", 3),
        ("Sandra Meier", "Show the two oldest open service requests", "Service Request", 2),
    )
    quiz.same(
        lambda f, me: best("project", [(p, sum(t.project == p and t.is_open for t in f.tickets)) for p in {t.project for t in f.tickets}]),
        "Stefan Huber",
        "Which system has the most open tickets?",
        "project with the highest number of open tickets?",
    )


def _time_derive(quiz: Quiz) -> None:
    quiz.about("ticketing", "time")
    quiz.plain(
        lambda f, me: number(t for t in r.tickets(f, kind="Incident") if f.week(-1)[0] <= t.created <= f.week(-1)[1]),
        (("Stefan Huber", "How many incidents were reported last week?"), ("Eva Hofer", "incidents reported last week - count")),
    )
    quiz.pair(
        lambda f, me, m: number(t for t in r.tickets(f, kind="Incident") if t.done and t.done[:7] == m),
        ("Sandra Meier", "incidents fixed in August, how many?", "2026-08"),
        ("Nina Caduff", "How many incidents did we close in June?", "2026-06"),
    )
    quiz.pair(
        lambda f, me, n: number(t for t in f.tickets if t.created >= f.days_ago(n)),
        ("Reto Bühler", "tickets created in the last 30 days, count", 30),
        ("Stefan Huber", "How many tickets were reported in the last 14 days?", 14),
    )
    quiz.same(
        lambda f, me: number(t for t in f.tickets if f.quarter(-1)[0] <= t.created <= f.quarter(-1)[1]),
        "Stefan Huber",
        "How many tickets were created last quarter?",
        "number of tickets reported in the previous quarter",
    )
    quiz.about("ticketing", "derive")
    quiz.pair(
        lambda f, me, p: value("hours", r.mean([t.hours for t in r.tickets(f, kind="Incident", priority=p) if t.hours is not None])),
        ("Stefan Huber", "Average time to close a Critical incident, in hours", "Critical"),
        ("Sandra Meier", "mean hours until a Major incident is closed", "Major"),
    )
    quiz.pair(
        lambda f, me, p: share(sum(t.priority == p for t in r.tickets(f, kind="Incident")), len(r.tickets(f, kind="Incident"))),
        ("Regula Ammann", "What share of all incidents is Critical?", "Critical"),
        ("Stefan Huber", "percentage of incidents that are Minor", "Minor"),
    )
    quiz.pair(
        lambda f, me, a, b: counts("project", [t.project for t in f.tickets if t.is_open and t.project in (a, b)]),
        ("Reto Bühler", "Compare Network and Pharmacy Orders by number of open tickets", "Network", "Pharmacy Orders"),
        ("Milan Novak", "open tickets in Patient Records versus Radiology Images", "Patient Records", "Radiology Images"),
    )
