"""The questions of Kaveri Consult about leave and pay, and who may ask."""

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import Quiz, money, names, table, value
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookup_absent_filter, _time_derive_not_permitted, _group_aggregate, _derive_not_permitted):
        part(quiz)


def _lookup_absent_filter(quiz: Quiz) -> None:
    quiz.about("hris", "lookup")
    quiz.plain(
        r.my_days,
        (("Amit Kulkarni", "How many vacation days do I have remaining?"), ("Neha Sinha", "how many days of vacation are left for me")),
        (("Dana Whitman", "vacation balance, days"), ("Priya Iyer", "Please tell me my remaining vacation days")),
        (("Nikhil Jain", "do i still have vacation days? how many"), ("Sanjay Patil", "What is left of my vacation, in days?")),
    )
    quiz.plain(r.my_sick, (("Shweta Kapoor", "what sick leave have I left"), ("Kevin Osei", "my sick leave balance?")))
    quiz.plain(
        lambda f, me: r.my_hours(f, me), (("Luis Romero", "vacation hours left"), ("Imran Qureshi", "how many hours of vacation remain for me?"))
    )
    quiz.about("hris", "absent")
    quiz.pair(r.my_days, ("Pavithra Raj", "How many vacation days do I have remaining?"), ("Tom Nguyen", "my vacation days left?"))
    quiz.about("hris", "filter")
    quiz.plain(
        r.pending,
        (
            ("Meena Iyer", "Tell me the pending time off requests for my team members in Bangalore", "Bangalore"),
            ("Suresh Patel", "Any leave requests pending from my Bengaluru team? with dates", "Bangalore"),
        ),
        (
            ("Suresh Patel", "pending leave of my people in Bengaluru", "Bangalore"),
            ("Meena Iyer", "which requests for time off from my reports in Bangalore still wait for an answer", "Bangalore"),
        ),
        (
            ("Harpreet Singh", "undecided time off requests of my Gurgaon team", "Gurgaon"),
            ("Harpreet Singh", "Show me the leave that my folks in Gurugram asked for and that is not decided", "Gurgaon"),
        ),
        (("Carlos Ortega", "pending time off in my team", None), ("Megan Doyle", "open leave requests of my direct reports", None)),
    )
    quiz.plain(
        r.pending_count,
        (("Meena Iyer", "how many leave requests are pending in my team"), ("Harpreet Singh", "number of undecided time off requests of my reports")),
    )


def _time_derive_not_permitted(quiz: Quiz) -> None:
    quiz.about("hris", "time")
    quiz.plain(
        r.team_off,
        (("Meena Iyer", "Who in my team is off next week?", 1), ("Meena Iyer", "which of my reports are away next week?", 1)),
        (("Harpreet Singh", "who of my team is on leave this week", 0), ("Harpreet Singh", "anyone of mine off this week?", 0)),
    )
    quiz.about("hris", "derive")
    quiz.plain(
        lambda f, me: value("days", sum((x["amount"] for _, _, _, x in f.leave(f.reports(me), "REQUESTED"))) / 7.5),
        (
            ("Meena Iyer", "How many working days of leave have my direct reports requested that are not decided?"),
            ("Suresh Patel", "total days of pending time off in my team"),
        ),
    )
    quiz.about("hris", "not_permitted")
    quiz.pair(
        r.refused,
        ("Arvind Rao", "Show the pending time off requests of Meena Iyer's team"),
        ("Grace Miller", "When is Luis Romero's next approved leave?"),
    )
    quiz.pair(r.refused, ("Meena Iyer", "How many vacation days does Amit Kulkarni have left?"), ("Kavya Bhat", "vacation balance of Nikhil Jain?"))
    quiz.plain(
        r.their_days,
        (
            ("Nandini Bose", "How many vacation days does Amit Kulkarni have left?", "Amit Kulkarni"),
            ("Joan Price", "remaining vacation days of Kevin Osei", "Kevin Osei"),
        ),
    )
    quiz.pair(r.refused, ("Joan Price", "vacation days left for Sunita Rao"), ("Nandini Bose", "How many vacation days does Megan Doyle have?"))


def _group_aggregate(quiz: Quiz) -> None:
    quiz.about("hris", "group")
    quiz.same(
        r.cost_per_manager,
        "Arvind Rao",
        "What is the total headcount cost for each of my managers?",
        "yearly headcount cost of each manager under me, please",
    )
    quiz.same(
        r.cost_per_manager,
        "Arvind Rao",
        "headcount cost per manager reporting to me",
        "For every one of my managers: what do their people cost per year?",
    )
    quiz.same(
        r.cost_per_manager,
        "Arvind Rao",
        "my managers - what does each one's headcount cost us in a year?",
        "cost of people by manager for the managers who report to me",
    )
    quiz.about("hris", "aggregate")
    quiz.plain(
        _average_pay,
        (
            ("Harpreet Singh", "average yearly base pay of my direct reports"),
            ("Suresh Patel", "What is the mean base pay per year in my team of direct reports?"),
        ),
    )
    quiz.same(
        lambda f, me: money(f.cost(f.tree(me))),
        "Meena Iyer",
        "What do all the people below me cost per year in base pay?",
        "total headcount cost of my people",
    )


def _derive_not_permitted(quiz: Quiz) -> None:
    quiz.about("hris", "derive")
    quiz.plain(
        r.base_pay,
        (
            ("Dana Whitman", "What is my yearly base pay? I get an hourly rate."),
            ("Emma Clark", "my base pay per year please, I am paid every two weeks"),
        ),
        (("Kavya Bhat", "my annual base pay"), ("Wade Foster", "what do I earn a year, base")),
        (
            ("Ellen Brooks", "base pay per year of Imran Qureshi", "Imran Qureshi"),
            ("Gopal Varma", "What is Hannah Lee's yearly base pay?", "Hannah Lee"),
        ),
    )
    quiz.plain(
        r.cost_below,
        (
            ("Ellen Brooks", "headcount cost of Grace Miller's organisation", "Grace Miller"),
            ("Gopal Varma", "What is the headcount cost of everyone below Suresh Patel?", "Suresh Patel"),
        ),
    )
    quiz.pair(
        lambda f, me, t: names(p for p in f.staff if p.team == t and p.pays[0][0] > r.mean(x.pays[0][0] for x in f.staff if x.team == t)),
        ("Gopal Varma", "Who in the Structures practice earns more than the average base pay of that practice?", "Structures"),
        ("Ellen Brooks", "people in Transport whose yearly base pay is above the practice's average", "Transport"),
    )
    quiz.about("hris", "not_permitted")
    quiz.pair(
        r.refused,
        ("Grace Miller", "What is the total headcount cost for each of my managers?"),
        ("Leela Krishnan", "headcount cost for each manager reporting to me"),
    )
    quiz.pair(r.refused, ("Meena Iyer", "What does Vikram Desai earn?"), ("Arvind Rao", "salary of Harpreet Singh?"))
    quiz.pair(r.refused, ("Megan Doyle", "average yearly base pay of my direct reports"), ("Carlos Ortega", "total yearly pay of my team"))
    quiz.pair(r.refused, ("Meena Iyer", "Which of my reports earns the most?"), ("Suresh Patel", "rank my team by base pay"))
    quiz.pair(r.refused, ("Nandini Bose", "yearly base pay of Leela Krishnan"), ("Nandini Bose", "what is the base pay of Tom Nguyen"))
    quiz.pair(r.refused, ("Kavya Bhat", "When is Shweta Kapoor's birthday, including the year?"), ("Pooja Shah", "home address of Amit Kulkarni"))
    quiz.pair(
        lambda f, me, who: r.base_pay(f, me, who),
        ("Nandini Bose", "yearly base pay of Amit Kulkarni?", "Amit Kulkarni"),
        ("Joan Price", "base pay per year, Kevin Osei", "Kevin Osei"),
    )


def _average_pay(f: Facts, me: Person) -> Row:
    return table("currency|average", [[c, a / len(f.reports(me))] for c, a in f.cost(f.reports(me)).items()])
