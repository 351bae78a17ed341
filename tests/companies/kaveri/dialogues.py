"""The questions of Kaveri Consult that go on, need a choice, or state a preference."""

from tests.companies import readings as r
from tests.companies.expect import Quiz, clarify, names, said


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_follow_up, _ambiguous_preference):
        part(quiz)


def _follow_up(quiz: Quiz) -> None:
    quiz.about("hris", "follow_up")
    quiz.pair(
        [r.my_days, lambda f, me: r.my_hours(f, me), r.my_sick],
        ("Sunita Rao", ["vacation days left?", "in hours", "and sick leave"]),
        ("Priyanka Das", ["How many vacation days have I got?", "how many hours is that", "sick leave too please"]),
    )
    quiz.pair(
        [lambda f, me: r.how_many_in(f, me, "Bangalore"), lambda f, me: r.how_many_in(f, me, "Gurgaon"), lambda f, me: r.people_in(f, me, "Gurgaon")],
        ("Leela Krishnan", ["How many people work in Bangalore?", "and in Gurugram?", "who?"]),
        ("Joan Price", ["headcount in Bengaluru", "Gurgaon?", "names please"]),
    )
    quiz.pair(
        [lambda f, me: r.pending(f, me), lambda f, me: r.pending(f, me, "Bangalore"), lambda f, me: r.pending_count(f, me, "Bangalore")],
        ("Meena Iyer", ["pending time off in my team", "only Bengaluru", "how many?"]),
        ("Suresh Patel", ["Which leave requests of my team are pending?", "just those in Bangalore", "count"]),
    )
    quiz.pair(
        [r.my_reports, lambda f, me: names(p for p in f.reports(me) if p.start >= "2020-01-01")],
        ("Suresh Patel", ["who reports to me?", "only those who started in 2020 or later"]),
        ("Megan Doyle", ["my direct reports", "just the ones that joined since 2020"]),
    )
    quiz.pair(
        [lambda f, me: r.manager(f, me, "Kevin Osei"), lambda f, me: r.start(f, me, "Megan Doyle")],
        ("Priya Iyer", ["Who is Kevin Osei's manager?", "and when did she start?"]),
        ("Hannah Lee", ["kevin osei's manager?", "when did she join"]),
    )
    quiz.pair(
        [lambda f, me: r.size(f, me, "Structures"), lambda f, me: r.size(f, me, "Geotechnics"), lambda f, me: r.members(f, me, "Geotechnics")],
        ("Arvind Rao", ["How many people are in Structures?", "Geotechnics?", "list them"]),
        ("Nandini Bose", ["size of the Structures practice", "and Geotechnics", "who are they"]),
    )


def _ambiguous_preference(quiz: Quiz) -> None:
    quiz.about("hris", "ambiguous")
    quiz.pair(
        [lambda f, me: clarify("Sunita Rao", "Arvind Rao"), lambda f, me, who: r.start(f, me, who)],
        ("Ellen Brooks", ["When did Rao start?", "Sunita"], "Sunita Rao"),
        ("Tessa Boyd", ["start date of Rao", "Arvind Rao"], "Arvind Rao"),
    )
    quiz.pair(
        [lambda f, me: clarify("Meena Iyer", "Priya Iyer"), lambda f, me, who: r.title(f, me, who)],
        ("Ravi Menon", ["What is Iyer's job title?", "Priya Iyer"], "Priya Iyer"),
        ("Farida Khan", ["job title Iyer", "the one in Bengaluru"], "Meena Iyer"),
    )
    quiz.pair(
        [lambda f, me: clarify("Amit Kulkarni", "Sneha Kulkarni"), lambda f, me, who: r.manager(f, me, who)],
        ("Tessa Boyd", ["who is Kulkarni's boss", "Sneha Kulkarni"], "Sneha Kulkarni"),
        ("Joan Price", ["Who does Kulkarni report to?", "Amit"], "Amit Kulkarni"),
    )
    quiz.pair(
        [lambda f, me: clarify("Ravi Menon", "Divya Menon"), lambda f, me, who: r.team(f, me, who)],
        ("Kevin Osei", ["Which practice is Menon in?", "Divya"], "Divya Menon"),
        ("Luis Romero", ["team of Menon?", "Ravi Menon"], "Ravi Menon"),
    )
    quiz.about("hris", "preference")
    quiz.pair(
        [lambda f, me: said("Sneha Kulkarni"), lambda f, me: r.manager(f, me, "Sneha Kulkarni")],
        ("Arjun Das", ["If I say Kulkarni I mean Sneha Kulkarni.", "Who is Kulkarni's manager?"]),
        ("Pavithra Raj", ["Kulkarni is Sneha Kulkarni for me", "kulkarni's manager?"]),
    )
    quiz.pair(
        [lambda f, me: said("hours"), lambda f, me: r.my_hours(f, me)],
        ("Vikram Desai", ["From now on show leave in hours.", "What vacation do I have left?"]),
        ("Divya Menon", ["I want time off in hours, not days", "remaining vacation"]),
    )
