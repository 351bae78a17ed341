"""The questions of Quillstack about the tracker: bugs by P0, P1, P2."""

from tests.companies import picks
from tests.companies import readings as r
from tests.companies.expect import Quiz, best, counts, counts2, names, number, said, share, value


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookups, _absent_filter, _figures, _groups, _order_time, _derive_follow_up_preference):
        part(quiz)


def _lookups(quiz: Quiz) -> None:
    dated = picks.with_due_date(quiz.company, only_open=True)
    first, second = picks.being_worked_on(quiz.company)[:2]
    talked = quiz.company.rows("ticketing/Ticket")[3]["remote_id"]
    quiz.about("ticketing", "lookup")
    quiz.pair(
        r.status_of,
        ("Gwen Foster", f"What's the status of {first}", first),
        ("Hana Kim", f"status of issue {second}?", second),
    )
    quiz.pair(r.assignees, ("Samir Patel", f"assignee(s) of {first}?", first), ("Rui Almeida", f"Who is {second} assigned to?", second))
    quiz.pair(r.due, ("Katherine Bell", f"When is {dated[0]} due?", dated[0]), ("Owen Bell", f"due date of issue {dated[1]}", dated[1]))
    quiz.pair(
        lambda f, me, k: value("repo", f.ticket(k).project),
        ("Caio Nunes", f"which repo is {first} in", first),
        ("Tiago Mendes", f"{second}: which repo?", second),
    )
    quiz.same(
        lambda f, me: names(f.person(n) for n in ("Hana Kim", "Rui Almeida")),
        "Gwen Foster",
        f"Who commented on {talked}?",
        f"everybody who wrote a comment on {talked}",
    )


def _absent_filter(quiz: Quiz) -> None:
    quiz.about("ticketing", "absent")
    quiz.pair(r.nothing, ("Hana Kim", "status of EDI-9999?"), ("Theo Marsh", "who is assigned to SYN-7070"))
    quiz.pair(r.mine, ("Joana Reis", "How many tickets are assigned to me?"), ("Yusuf Demir", "number of issues assigned to me"))
    quiz.about("ticketing", "filter")
    quiz.pair(
        lambda f, me, p: r.ticket_names(r.tickets(f, kind="Bug", priority=p, is_open=True)),
        ("Gwen Foster", "Which P1 bugs are still open?", "P1"),
        ("Theo Marsh", "open P2 bugs, please list", "P2"),
    )
    quiz.pair(
        lambda f, me, p: r.ticket_names(r.tickets(f, project=p, is_open=True)),
        ("Samir Patel", "all open issues in the repo quill-editor", "quill-editor"),
        ("Rui Almeida", "open issues of sync-engine", "sync-engine"),
    )
    quiz.plain(r.my_open_names, (("Ines Almeida", "my open issues"), ("Tiago Mendes", "Which tickets do I have open right now?")))
    quiz.plain(
        r.my_late_tickets,
        (("Rui Almeida", "open issues of mine that are overdue"), ("Leah Stone", "which of my open tickets are past their due date?")),
    )
    quiz.pair(
        r.open_for_customer,
        ("Tom Whelan", "open issues of the customer Tidewater Labs", "Tidewater Labs"),
        ("Monica Reyes", "Which tickets of Northgate Legal are open?", "Northgate Legal"),
    )
    quiz.pair(
        lambda f, me, k, p: r.ticket_names(t for t in f.tickets if t.kind == k and t.is_open and (t.project != p)),
        ("Gwen Foster", "open features outside the repo website", "Feature", "website"),
        ("Katherine Bell", "chores that are open in any repo but mobile-app", "Chore", "mobile-app"),
    )


def _figures(quiz: Quiz) -> None:
    quiz.about("ticketing", "aggregate")
    for opened, sealed in SLA:
        quiz.pair(lambda f, me, p: r.sla_share(f, me, "Bug", p), opened, sealed)
    quiz.pair(
        lambda f, me, p, s: r.sla_share(f, me, "Bug", p, s),
        ("Gwen Foster", "fraction of P1 bugs in website fixed within SLA", "P1", "website"),
        ("Samir Patel", "quill-editor: share of P2 bugs fixed within SLA", "P2", "quill-editor"),
    )
    quiz.pair(
        r.open_of_kind,
        ("Katherine Bell", "How many bugs are open?", "Bug"),
        ("Owen Bell", "open features, number", "Feature"),
    )
    quiz.plain(r.mine, (("Ben Archer", "how many issues are assigned to me"), ("Marta Lima", "count of tickets assigned to me")))
    quiz.pair(
        lambda f, me, p: number(t for t in r.tickets(f, kind="Bug", is_open=True) if t.priority != p),
        ("Gwen Foster", "How many open bugs are not P2?", "P2"),
        ("Theo Marsh", "number of open bugs other than P1", "P1"),
    )
    quiz.pair(
        lambda f, me: number(t for t in f.tickets if t.is_open and (not t.customer)),
        ("Monica Reyes", "open issues without a customer, how many?"),
        ("Gwen Foster", "How many open tickets have no customer?"),
    )


def _groups(quiz: Quiz) -> None:
    quiz.about("ticketing", "group")
    quiz.same(
        lambda f, me: counts("repo", [t.project for t in f.tickets if t.is_open]),
        "Gwen Foster",
        "open issues per repo",
        "How many tickets are open in each repo?",
    )
    quiz.same(
        lambda f, me: counts("priority", [t.priority for t in r.tickets(f, kind="Bug")]),
        "Gwen Foster",
        "all bugs by priority: P0, P1, P2",
        "Count every bug we have had per P-level (P0, P1, P2), open or closed",
    )
    quiz.same(
        lambda f, me: counts2("repo|type", [(t.project, t.kind) for t in f.tickets if t.is_open]),
        "Theo Marsh",
        "open issues by repo and type",
        "number of open tickets per repo and type",
    )
    quiz.pair(
        r.reports_tickets_each,
        ("Rui Almeida", "How many open tickets does each of my direct reports have?"),
        ("Katherine Bell", "number of open issues for each of my reports"),
    )
    quiz.same(
        lambda f, me: r.by_month(t.created for t in r.tickets(f, kind="Bug") if t.created >= "2026-06-01"),
        "Gwen Foster",
        "bugs reported per month since June",
        "For each month from June 2026 on: how many bugs were reported?",
    )


def _order_time(quiz: Quiz) -> None:
    quiz.about("ticketing", "order")
    quiz.plain(
        r.busiest_report,
        (("Rui Almeida", "Who of my reports has the most open tickets?"), ("Gwen Foster", "which of my direct reports has the most open issues?")),
    )
    quiz.pair(
        lambda f, me, n: r.ticket_names(sorted(r.tickets(f, kind="Bug", is_open=True), key=lambda t: t.record["remote_created_at"])[:n]),
        ("Theo Marsh", "five oldest open bugs", 5),
        ("Gwen Foster", "the 2 oldest bugs that are still open", 2),
    )
    quiz.same(
        lambda f, me: best("repo", [(p, sum(t.project == p for t in r.tickets(f, kind="Bug"))) for p in {t.project for t in f.tickets}]),
        "Gwen Foster",
        "Which repo has had the most bugs?",
        "repo with the largest number of bugs overall, open and closed",
    )
    quiz.about("ticketing", "time")
    quiz.same(
        lambda f, me: number(t for t in r.tickets(f, kind="Bug") if f.week(-1)[0] <= t.created <= f.week(-1)[1]),
        "Gwen Foster",
        "How many bugs were reported last week?",
        "bugs that came in last week, number",
    )
    quiz.pair(
        lambda f, me, m: number(t for t in r.tickets(f, kind="Bug") if t.done and t.done[:7] == m),
        ("Samir Patel", "bugs fixed in September?", "2026-09"),
        ("Rui Almeida", "How many bugs did we fix in August?", "2026-08"),
    )
    quiz.same(
        lambda f, me: number(t for t in f.tickets if t.created >= f.fiscal_year()[0]),
        "Gwen Foster",
        "issues created this fiscal year, count",
        "How many tickets were created since the fiscal year began?",
    )
    quiz.same(
        lambda f, me: number(t for t in r.tickets(f, kind="Bug") if f.quarter(-1)[0] <= t.created <= f.quarter(-1)[1]),
        "Theo Marsh",
        "number of bugs reported last quarter",
        "How many bugs were reported in the previous calendar quarter?",
    )


def _derive_follow_up_preference(quiz: Quiz) -> None:
    quiz.about("ticketing", "derive")
    quiz.pair(
        lambda f, me, p: value("hours", r.mean(t.hours for t in r.tickets(f, kind="Bug", priority=p) if t.hours is not None)),
        ("Gwen Foster", "average time in hours to close a P0 bug", "P0"),
        ("Theo Marsh", "P1 bugs: mean hours to close", "P1"),
    )
    quiz.same(
        lambda f, me: share(sum(t.kind == "Feature" for t in f.tickets), len(f.tickets)),
        "Katherine Bell",
        "What share of all issues are features?",
        "features as a percentage of all tickets",
    )
    quiz.about("ticketing", "follow_up")
    quiz.pair(
        [
            lambda f, me: r.sla_share(f, me, "Bug", "P0"),
            lambda f, me: r.sla_share(f, me, "Bug", "P1"),
            lambda f, me, p: r.sla_share(f, me, "Bug", "P1", p),
        ],
        ("Gwen Foster", ["What fraction of P0 bugs has been fixed within SLA?", "and P1?", "only in quill-editor"], "quill-editor"),
        ("Theo Marsh", ["share of P0 bugs fixed within SLA", "P1?", "just for website"], "website"),
    )
    quiz.pair(
        [r.mine, r.my_open, r.my_open_names],
        ("Ines Almeida", ["How many tickets are assigned to me?", "how many of those are open?", "which?"]),
        ("Tiago Mendes", ["number of my issues", "open ones only", "list them"]),
    )
    quiz.about("ticketing", "preference")
    quiz.pair(
        [lambda f, me: said("P0", "P1"), lambda f, me: number(t for t in r.tickets(f, kind="Bug", is_open=True) if t.priority in ("P0", "P1"))],
        ("Samir Patel", ["When I say severe bugs I mean P0 and P1 bugs.", "How many severe bugs are open?"]),
        ("Theo Marsh", ["severe bugs are P0 and P1 bugs for me", "number of open severe bugs?"]),
    )


SLA = [
    (
        ("Gwen Foster", "What fraction of P0 bugs in my organization has been fixed within SLA?", "P0"),
        ("Ada Lindgren", "P0 bugs - which share did we fix inside the SLA?", "P0"),
    ),
    (("Samir Patel", "of our P0 bugs, what part was fixed within the SLA", "P0"), ("Theo Marsh", "percentage of P0 bugs fixed within SLA", "P0")),
    (
        ("Katherine Bell", "how much of the P2 bugs did we fix within SLA, in percent", "P2"),
        ("Rui Almeida", "share of P1 bugs that were fixed in SLA", "P1"),
    ),
]
