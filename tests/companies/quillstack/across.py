"""The questions of Quillstack about questions that need two apps."""

from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.expect import Quiz, listed, number, table


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    _cross_app_absent(quiz)


def _cross_app_absent(quiz: Quiz) -> None:
    quiz.about("cross", "cross_app")
    for opened, sealed in ROUNDS:
        quiz.pair(r.tickets_and_rounds, opened, sealed)
    quiz.pair(
        r.rounds_of,
        ("Samir Patel", "How many interview rounds did Hana Kim have?", "Hana Kim"),
        ("Rui Almeida", "interview rounds of Elizabeth Cole?", "Elizabeth Cole"),
    )
    quiz.about("cross", "absent")
    quiz.pair(
        r.rounds_of,
        ("Rui Almeida", "How many interview rounds did Caio Nunes have?", "Caio Nunes"),
        ("Katherine Bell", "interview rounds that Owen Bell had", "Owen Bell"),
    )
    quiz.about("cross", "cross_app")
    quiz.pair(
        r.reports_without_tickets,
        ("Rui Almeida", "Which of my reports have no user in the issue tracker?"),
        ("Monica Reyes", "my reports that don't exist in the tracker"),
    )
    quiz.pair(
        r.team_tickets_each,
        ("Katherine Bell", "open tickets per person in the Product squad", "Product"),
        ("Gwen Foster", "How many open tickets does each person on the Platform squad have?", "Platform"),
    )
    quiz.pair(
        lambda f, me, c: number(t for t in r.assigned_to(f, (p for p in f.staff if p.city == c)) if t.kind == "Bug"),
        ("Gwen Foster", "open bugs assigned to people in Lisbon, how many?", "Lisbon"),
        ("Samir Patel", "How many open bugs are assigned to somebody in Boston?", "Boston"),
    )
    quiz.plain(
        lambda f, me: table(
            "account|tickets", [[a["name"], n] for a in f.accounts_of(me) if (n := sum(t.customer == a["name"] and t.is_open for t in f.tickets))]
        ),
        (
            ("Tom Whelan", "Which of my accounts have open tickets, and how many?"),
            ("sam.carter2", "open tickets at my accounts, per account, only those that have any"),
        ),
    )
    quiz.pair(
        rt.open_deals_of_city,
        ("Jack Osborne", "open deals owned by people who work in Lisbon, number", "Lisbon"),
        ("Ada Lindgren", "How many open deals belong to owners based in Boston?", "Boston"),
    )
    quiz.pair(
        rt.reports_with_start_and_deals,
        ("Jack Osborne", "each of my direct reports with start date and number of open deals"),
        ("Jack Osborne", "For every direct report of mine: start date, and how many open deals they own"),
    )
    quiz.same(
        lambda f, me: listed(
            "account",
            [
                a["name"]
                for a in f.rows("crm/Account")
                if any(d.account == a["name"] and d.status == "OPEN" for d in f.deals)
                and any(t.customer == a["name"] and t.is_open for t in f.tickets)
            ],
        ),
        "Jack Osborne",
        "Which accounts have both an open deal and an open ticket?",
        "accounts with open tickets that also have open deals",
    )
    quiz.same(
        lambda f, me: listed("name", [p.name for p in f.staff if p.team == "Sales" and (not f.in_crm(p))]),
        "Jack Osborne",
        "Who on the Sales squad is not a user of the CRM?",
        "people of the Sales squad that the CRM does not know",
    )
    quiz.pair(
        lambda f, me, t: number(v for v in f.interviews if v.status == "COMPLETE" and any(p.mail in v.interviewers for p in f.staff if p.team == t)),
        ("Ivy Tran", "How many completed interviews had somebody from the Editor squad as interviewer?", "Editor"),
        ("Miles Everett", "completed interviews with an interviewer from the Platform squad, number", "Platform"),
    )


ROUNDS = [
    (
        ("Samir Patel", "For my team in Lisbon, the count of tickets assigned to each and how many rounds of interview they each had", "Lisbon"),
        ("Rui Almeida", "tickets assigned and interview rounds per person for my Lisbon team", "Lisbon"),
    ),
    (
        ("Rui Almeida", "my people in Lisbon: assigned tickets and interview rounds for each", "Lisbon"),
        ("Samir Patel", "How many tickets is each of my Boston reports assigned, and how many interview rounds did each have?", "Boston"),
    ),
    (
        ("Monica Reyes", "number of tickets and number of interview rounds for each of my reports in Boston", "Boston"),
        ("Jack Osborne", "for each report of mine in Lisbon: tickets assigned, rounds of interview they went through", "Lisbon"),
    ),
]
