"""The questions of Quillstack about leave and pay, and who may ask."""

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import Quiz, best, either, names, table, value
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookup_absent_filter, _time_derive_not_permitted, _group_derive, _order_not_permitted):
        part(quiz)


def _lookup_absent_filter(quiz: Quiz) -> None:
    quiz.about("hris", "lookup")
    quiz.plain(
        r.my_days,
        (("Caio Nunes", "How many vacation days do I have remaining?"), ("Lucia Mendes", "days of vacation left for me")),
        (("Theo Marsh", "vacation left? days"), ("Owen Bell", "what's my remaining vacation in days please")),
        (("sam.carter2", "Could you tell me how many vacation days I still have?"), ("sam.carter", "how much vacation is left for me, days")),
    )
    quiz.plain(r.my_sick, (("Joana Reis", "remaining sick leave?"), ("Hana Kim", "How much sick leave do I still have?")))
    quiz.plain(
        lambda f, me: r.my_hours(f, me), (("Grace Okoro", "vacation hours I have left"), ("Elizabeth Cole", "how many vacation hours are left"))
    )
    quiz.about("hris", "absent")
    quiz.pair(r.my_days, ("Ben Archer", "how many vacation days do I have?"), ("Leah Stone", "vacation days remaining for me?"))
    quiz.about("hris", "filter")
    quiz.plain(
        r.pending,
        (
            ("Samir Patel", "Tell me the pending time off requests for my team members in Lisbon", "Lisbon"),
            ("Rui Almeida", "undecided leave of my Lisbon people", "Lisbon"),
        ),
        (
            ("Rui Almeida", "pending leave requests from my people in Lisbon", "Lisbon"),
            ("Monica Reyes", "time off requests in my New York team that are still pending", "New York"),
        ),
        (
            ("Omar Haddad", "pending time off of my reports in Boston", "Boston"),
            ("Samir Patel", "which of my Boston folks have leave requests waiting? with dates", "Boston"),
        ),
        (("Monica Reyes", "all pending time off in my team", None), ("Jack Osborne", "leave requests of my team nobody decided yet", None)),
    )
    quiz.plain(
        r.pending_count,
        (("Rui Almeida", "How many leave requests are pending in my team?"), ("Omar Haddad", "pending leave requests of my reports: how many")),
    )


def _time_derive_not_permitted(quiz: Quiz) -> None:
    quiz.about("hris", "time")
    quiz.plain(
        r.team_off,
        (("Rui Almeida", "Who in my team is off next week?", 1), ("Omar Haddad", "anyone from my team away next week?", 1)),
        (("Samir Patel", "who of mine is off this week", 0), ("Samir Patel", "Is anybody in my team on leave this week? Who?", 0)),
    )
    quiz.plain(
        r.team_off_today,
        (("Samir Patel", "Who in my team is off today?"), ("Samir Patel", "my people on leave today")),
    )
    quiz.about("hris", "derive")
    quiz.plain(
        lambda f, me: value("days", sum((x["amount"] for _, _, _, x in f.leave(f.reports(me), "REQUESTED"))) / 8),
        (
            ("Rui Almeida", "total days of leave my reports have requested and that are not decided yet"),
            ("Monica Reyes", "How many days of pending leave do my reports have in total?"),
        ),
    )
    quiz.about("hris", "not_permitted")
    quiz.pair(r.refused, ("Gwen Foster", "Pending leave requests of Rui Almeida's team?"), ("Ada Lindgren", "when is Hana Kim's pending leave"))
    quiz.pair(r.refused, ("Samir Patel", "How many vacation days does Lucia Mendes have left?"), ("Owen Bell", "marta lima's vacation balance"))
    quiz.plain(
        r.their_days,
        (
            ("Nora Castell", "How many vacation days does Caio Nunes have left?", "Caio Nunes"),
            ("Nora Castell", "remaining vacation days of Ana Lima?", "Ana Lima"),
        ),
    )
    quiz.pair(
        r.refused, ("Nora Castell", "How many vacation days does Grace Okoro have left?"), ("Nora Castell", "vacation days left for Theo Marsh")
    )


def _group_derive(quiz: Quiz) -> None:
    quiz.about("hris", "group")
    quiz.same(
        r.cost_per_manager,
        "Ada Lindgren",
        "What is the total headcount cost for each of my managers?",
        "headcount cost by manager for those who report to me, with currency",
    )
    quiz.same(
        r.cost_per_manager, "Gwen Foster", "headcount cost for each manager reporting to me", "what do the people of each of my managers cost a year?"
    )
    quiz.same(
        r.cost_per_manager,
        "Gwen Foster",
        "please list my managers with the yearly cost of their people",
        "yearly headcount cost, one line per manager of mine and currency",
    )
    quiz.about("hris", "derive")
    quiz.plain(
        _yearly_pay,
        (("Yusuf Demir", "my yearly base pay? I'm on an hourly rate"), ("Theo Marsh", "What's my base pay per year?")),
        (
            ("Samir Patel", "What does William Novak earn per year in base pay?", "William Novak"),
            ("Jack Osborne", "yearly base pay of Bianca Rossi", "Bianca Rossi"),
        ),
        (
            ("Samir Patel", "Hana Kim's yearly base pay, all her jobs together", "Hana Kim"),
            ("Monica Reyes", "base pay per year of Peter Stone over both of his jobs", "Peter Stone"),
        ),
        (("Nora Castell", "yearly base pay of Caio Nunes?", "Caio Nunes"), ("Omar Haddad", "What is Owen Bell's base pay per year?", "Owen Bell")),
    )
    quiz.plain(
        r.cost_below,
        (
            ("Ada Lindgren", "headcount cost of Gwen Foster's people", "Gwen Foster"),
            ("Omar Haddad", "What is the headcount cost of Jack Osborne's people?", "Jack Osborne"),
        ),
    )
    quiz.pair(
        lambda f, me, n: names(p for p in f.reports(me) if sum((a for a, _ in p.pays)) > n and p.pays[0][1] == "USD"),
        ("Samir Patel", "Which of my direct reports paid in dollars earn more than 105,000 a year?", 105000),
        ("Jack Osborne", "direct reports of mine with dollar pay above 100,000 per year", 100000),
    )


def _order_not_permitted(quiz: Quiz) -> None:
    quiz.about("hris", "order")
    quiz.same(
        lambda f, me: best("name", [(p.name, sum((a for a, _ in p.pays))) for p in f.reports(me)]),
        "Ada Lindgren",
        "Which of my direct reports has the highest base pay?",
        "top earner among my direct reports by yearly base pay",
    )
    quiz.about("hris", "not_permitted")
    quiz.pair(r.refused, ("Katherine Bell", "What does Samir Patel earn?"), ("Rui Almeida", "pay of Lucia Mendes"))
    quiz.pair(r.refused, ("Lucia Mendes", "How much does Rui Almeida make?"), ("Leah Stone", "salary of Jack Osborne please"))
    quiz.pair(r.refused, ("Nora Castell", "yearly base pay of Omar Haddad"), ("Nora Castell", "What does Elizabeth Cole earn a year?"))
    quiz.pair(r.refused, ("Owen Bell", "average salary in the Editor squad"), ("Ben Archer", "Who earns more than 100,000 dollars a year?"))
    quiz.pair(r.refused, ("Samir Patel", "Hana Kim's private email address"), ("Gwen Foster", "How old is Theo Marsh?"))


def _yearly_pay(f: Facts, me: Person, who: str | None = None) -> Row:
    return _pay_of(f.person(who) if who else me)


def _pay_of(person: Person) -> Row:
    """A year's pay: together, or a line per job."""
    together = table("base pay", [[sum((a for a, _ in person.pays))]])
    return either(together, table("base pay", [[a] for a, _ in person.pays])) if len(person.pays) > 1 else together
