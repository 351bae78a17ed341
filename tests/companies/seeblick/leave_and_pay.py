"""The questions of Seeblick Kliniken about leave and pay, and who may ask."""

from typing import Any

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import (
    Quiz,
    either,
    money,
    said,
    table,
)
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookup_absent_filter, _time_derive, _group_derive, _not_permitted):
        part(quiz)


def _lookup_absent_filter(quiz: Quiz) -> None:
    quiz.about("hris", "lookup")
    quiz.plain(
        r.my_days,
        (("Corinne Aebi", "How many vacation days do I have remaining?"), ("Lena Brunner", "vacation days left?")),
        (("Jana Pfister", "hi, can you check how much holiday I have left, in days"), ("Peter Vogt", "Remaining vacation days for me, please.")),
        (("Tim Schuster", "what's my vacation balance in days"), ("Eva Hofer", "how many days of leave can I still take as vacation this year")),
    )
    quiz.plain(r.my_sick, (("Marco Fuchs", "How much sick leave do I have left?"), ("Nina Caduff", "my remaining sick leave")))
    quiz.plain(
        lambda f, me: r.my_hours(f, me),
        (("Dario Conti", "How many hours of vacation have I got left?"), ("Yvonne Lutz", "my vacation balance in hours pls")),
    )
    quiz.about("hris", "absent")
    quiz.pair(r.my_days, ("Milan Novak", "How many vacation days do I have left?"), ("Ulrike Voss", "remaining vacation days?"))
    quiz.about("hris", "filter")
    quiz.plain(
        r.pending,
        (
            ("Beat Zimmermann", "Tell me the pending time off requests for my team members in Zürich", "Zurich"),
            ("Matthias Keller", "pending leave requests of my people in Zurich", "Zurich"),
        ),
        (
            ("Sandra Meier", "which vacation requests of my Konstanz team are still undecided?", "Konstanz"),
            ("Lukas Meier", "time off waiting for approval, only my reports in Konstanz", "Konstanz"),
        ),
        (
            ("Anja Kessler", "open leave requests from my Konstanz folks - with dates", "Konstanz"),
            ("Daniel Fischer", "show requests for time off that nobody decided yet for my team in St. Gallen", "St. Gallen"),
        ),
        (("Daniel Fischer", "pending time off in my team", None), ("Beat Zimmermann", "Which leave requests of my team are still pending?", None)),
    )
    quiz.plain(
        r.pending_count,
        (
            ("Ruth Baumann", "How many requests for time off are waiting in my team?"),
            ("Claudia Steiner", "count of pending leave requests of my reports"),
        ),
    )


def _time_derive(quiz: Quiz) -> None:
    quiz.about("hris", "time")
    quiz.plain(
        r.team_off,
        (("Beat Zimmermann", "Who in my team is off next week?", 1), ("Lukas Meier", "who of mine is away next week", 1)),
        (("Daniel Fischer", "Which of my people are off this week?", 0), ("Karin Schmid", "anyone from my team on leave this week?", 0)),
    )
    quiz.plain(
        r.team_off_today,
        (("Karin Schmid", "Who of my team is off today?"), ("Daniel Fischer", "is anybody of my team on leave today? names please")),
    )
    quiz.plain(
        _my_leave,
        (
            ("Corinne Aebi", "Which approved leave do I have from today on? With dates, please."),
            ("Patrick Odermatt", "my approved time off from today on, with dates"),
        ),
    )
    quiz.about("hris", "derive")
    quiz.plain(
        _days_asked,
        (
            ("Beat Zimmermann", "How many days off in total do my direct reports have pending?"),
            ("Sandra Meier", "sum of pending time off of my reports, in days"),
        ),
    )


def _group_derive(quiz: Quiz) -> None:
    quiz.about("hris", "group")
    quiz.same(
        r.cost_per_manager,
        "Regula Ammann",
        "What is the total headcount cost for each of my managers?",
        "for every manager reporting to me: yearly headcount cost by currency",
    )
    quiz.same(
        r.cost_per_manager,
        "Regula Ammann",
        "headcount cost per manager under me",
        "What do the people of each of my managers cost per year? Split by currency, please.",
    )
    quiz.same(
        r.cost_per_manager,
        "Regula Ammann",
        "hi, could you break down yearly people cost for each manager who reports to me",
        "my managers and what their headcount costs us a year",
    )
    quiz.about("hris", "derive")
    quiz.plain(
        r.cost_below,
        (
            ("Monika Egger", "What is the headcount cost of Ruth Baumann's people?", "Ruth Baumann"),
            ("Karin Schmid", "yearly headcount cost below Stefan Huber", "Stefan Huber"),
        ),
    )
    quiz.plain(
        r.base_pay,
        (("Miriam Seiler", "What is my base pay per year? I am paid by the hour."), ("Yvonne Lutz", "my own yearly base pay")),
        (
            ("Karin Schmid", "yearly base pay of Petra Kunz?", "Petra Kunz"),
            ("Monika Egger", "What does Florian Beck earn per year, base pay?", "Florian Beck"),
        ),
    )
    quiz.plain(
        _average_pay,
        (
            ("Regula Ammann", "average yearly base pay on Ward North", "Ward North"),
            ("Karin Schmid", "mean annual base pay in the Clinical Systems team, per currency", "Clinical Systems"),
        ),
    )


def _not_permitted(quiz: Quiz) -> None:
    quiz.about("hris", "not_permitted")
    quiz.pair(
        r.refused,
        ("Ruth Baumann", "What is the total headcount cost for each of my managers?"),
        ("Stefan Huber", "headcount cost for each of the managers reporting to me"),
    )
    quiz.pair(r.refused, ("Beat Zimmermann", "What does Marco Fuchs earn?"), ("Sandra Meier", "salary of Eva Hofer"))
    quiz.pair(r.refused, ("Heike Lorenz", "yearly base pay of Corinne Aebi?"), ("Heike Lorenz", "how much does Simon Arnold make a year"))
    quiz.pair(r.refused, ("Lena Brunner", "Who in Orthopaedics earns more than 80,000 francs?"), ("Nina Caduff", "rank the Service Desk by salary"))
    quiz.pair(r.refused, ("Lukas Meier", "What is Florian Beck's date of birth?"), ("Anja Kessler", "private phone number of Kai Neumann"))
    quiz.pair(
        r.refused, ("Eva Hofer", "How many vacation days does Tim Schuster have left?"), ("Beat Zimmermann", "remaining vacation of Livia Sutter?")
    )
    quiz.plain(
        r.their_days,
        (
            ("Heike Lorenz", "How many vacation days does Peter Vogt have left?", "Peter Vogt"),
            ("Monika Egger", "vacation days left for Nina Caduff", "Nina Caduff"),
        ),
    )
    quiz.pair(
        r.refused,
        ("Beat Zimmermann", "What did Marco Fuchs write in his pending leave request?"),
        ("Matthias Keller", "which note did Jonas Frei put on his pending leave request"),
    )
    quiz.pair(
        lambda f, me: said("Familienfest"),
        ("Monika Egger", "What did Marco Fuchs write in his pending leave request?"),
        ("Monika Egger", "which note did Jonas Frei put on his pending leave request"),
    )
    quiz.pair(r.refused, ("Corinne Aebi", "what is the cost unit of Dario Conti"), ("Simon Arnold", "Ines Hartmann's cost unit?"))
    quiz.same(_genders_of, "Monika Egger", "How many women and how many men work for us?", "gender split of our staff, as counts")
    quiz.pair(r.refused, ("Stefan Huber", "how many women work in IT?"), ("Daniel Fischer", "How many men and women are there in the company?"))


def _my_leave(f: Facts, me: Person) -> Row:
    return table("from|to", [[a, b] for _, a, b, _ in f.leave([me], "APPROVED") if b >= f.today])


def _days_asked(f: Facts, me: Person) -> Row:
    return table("days", [[sum((x["amount"] for _, _, _, x in f.leave(f.reports(me), "REQUESTED"))) / 8]])




def _average_pay(f: Facts, me: Person, t: Any) -> Row:
    return money(
        {c: a / sum((1 for p in f.staff if p.team == t for _, d in p.pays if d == c)) for c, a in f.cost(p for p in f.staff if p.team == t).items()}
    )


def _genders_of(f: Facts, me: Person) -> Row:
    return _genders(f)


def _genders(f: Facts) -> Row:
    women = sum(p.record["gender"] == "FEMALE" for p in f.staff)
    men = len(f.staff) - women
    return either(
        table("gender|people", [["FEMALE", women], ["MALE", men]]),
        table("gender|people", [["women", women], ["men", men]]),
        table("women|men", [[women, men]]),
    )
