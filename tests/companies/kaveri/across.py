"""The questions of Kaveri Consult about questions that need two apps."""

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import Quiz, counts, listed, names, number, table
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    _cross_app_absent(quiz)


def _cross_app_absent(quiz: Quiz) -> None:
    quiz.about("cross", "cross_app")
    for opened, sealed in ROUNDS:
        quiz.pair(r.tickets_and_rounds, opened, sealed)
    quiz.pair(
        r.rounds_of,
        ("Meena Iyer", "How many interview rounds did Pooja Shah have?", "Pooja Shah"),
        ("Harpreet Singh", "rounds of interview that Kavya Bhat went through?", "Kavya Bhat"),
    )
    quiz.about("cross", "absent")
    quiz.pair(
        r.rounds_of,
        ("Meena Iyer", "How many interview rounds did Vikram Desai have?", "Vikram Desai"),
        ("Harpreet Singh", "interview rounds of Imran Qureshi?", "Imran Qureshi"),
    )
    quiz.about("cross", "cross_app")
    quiz.pair(
        r.team_tickets_each,
        ("Arvind Rao", "How many open tickets does each person in the Structures practice have?", "Structures"),
        ("Grace Miller", "open tickets per person for everybody in the Water team", "Water"),
    )
    quiz.pair(
        lambda f, me, c: number(r.assigned_to(f, (p for p in f.staff if p.city == c))),
        ("Arvind Rao", "How many open tickets are assigned to people in Gurgaon?", "Gurgaon"),
        ("Leela Krishnan", "open tickets assigned to somebody who works in Austin, count", "Austin"),
    )
    quiz.pair(
        r.reports_without_tickets,
        ("Meena Iyer", "Which of my reports are not in the ticketing system?"),
        ("Suresh Patel", "who of my people has no user in our tracker"),
    )
    quiz.pair(
        lambda f, me, d: number(t for t in r.assigned_to(f, (p for p in f.staff if p.department == d)) if t.kind == "Defect"),
        ("Arvind Rao", "open defects assigned to people of the Delivery department, how many?", "Delivery"),
        ("Grace Miller", "How many open defects are assigned to somebody in the Americas department?", "Americas"),
    )
    quiz.pair(
        lambda f, me: names(p for p in f.reports(me) if f.in_tracker(p) and (not any(t.is_open for t in f.of(p)))),
        ("Suresh Patel", "Which of my reports have a user in the tracker but no open ticket?"),
        ("Meena Iyer", "reports of mine that the tracker knows and that have no open ticket"),
    )
    quiz.same(
        lambda f, me: listed(
            "customer",
            [
                c["name"]
                for c in f.rows("ticketing/Account")
                if any(t.customer == c["name"] and t.is_open for t in f.tickets) and any(x.customer == c["name"] for x in f.overdue())
            ],
        ),
        "Ellen Brooks",
        "Which customers have both an open ticket and an overdue invoice?",
        "customers with overdue invoices that have open tickets as well",
    )
    quiz.pair(
        lambda f, me, c: table(
            "USD|tickets", [[sum(x.balance * x.rate for x in f.overdue() if x.customer == c), sum(t.customer == c and t.is_open for t in f.tickets)]]
        ),
        ("Ellen Brooks", "What does Austin Transit owe us on overdue invoices in USD, and how many open tickets do they have?", "Austin Transit"),
        ("Farida Khan", "Lone Star Water: amount overdue in USD and number of open tickets", "Lone Star Water"),
    )
    quiz.same(
        _sources_of,
        "Tessa Boyd",
        "How many of our current people in Bangalore came through each source, as far as the recruiting app knows?",
        "current employees in Bengaluru that recruiting knows, per source of application",
    )


def _sources_of(f: Facts, me: Person) -> Row:
    return _sources(f)


def _sources(f: Facts) -> Row:
    """Source of the applications of today's people in Bangalore."""
    found = []
    for p in f.staff:
        known = {p.mail, p.record["personal_email"]}
        found += [a.source for a in f.applications if p.city == "Bangalore" and known & set(a.mails)]
    return counts("source", found)


ROUNDS = [
    (
        ("Meena Iyer", "For my team in Bangalore, the count of tickets assigned to each and how many rounds of interview they each had", "Bangalore"),
        ("Suresh Patel", "tickets assigned and interview rounds for each of my people in Bengaluru", "Bangalore"),
    ),
    (
        ("Suresh Patel", "my Bengaluru reports: number of tickets each has, and interview rounds each went through", "Bangalore"),
        ("Meena Iyer", "Per person in my Bangalore team: assigned tickets and rounds of interviews as a candidate", "Bangalore"),
    ),
    (
        ("Harpreet Singh", "per member of my Gurgaon team: how many tickets assigned, how many interview rounds before joining", "Gurgaon"),
        ("Harpreet Singh", "For each of my reports in Gurugram I need the ticket count and the interview rounds they had", "Gurgaon"),
    ),
]
