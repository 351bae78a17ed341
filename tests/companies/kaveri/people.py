"""The questions of Kaveri Consult about people: who, where, since when, how many."""

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import Quiz, best, counts, counts2, either, listed, names, number, share, table, value
from tests.companies.truth import Facts


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookups, _hop_derive, _filters, _aggregate_group, _order_time):
        part(quiz)


def _lookups(quiz: Quiz) -> None:
    quiz.about("hris", "lookup")
    quiz.plain(
        r.manager,
        (("Deepa Nair", "Whom does Hannah Lee report to?", "Hannah Lee"), ("Kevin Osei", "Manager of Sunita Rao?", "Sunita Rao")),
        (
            ("Pooja Shah", "name of Imran Qureshi's supervisor please", "Imran Qureshi"),
            ("Sneha Kulkarni", "who does Dana Whitman work for", "Dana Whitman"),
        ),
    )
    quiz.plain(
        r.title,
        (
            ("Tom Nguyen", "What is Vikram Desai's role? I mean the job title", "Vikram Desai"),
            ("Emma Clark", "Tell me the job title of Shweta Kapoor.", "Shweta Kapoor"),
        ),
    )
    quiz.plain(
        r.work_mail,
        (
            ("Nikhil Jain", "work mail address of Priya Iyer", "Priya Iyer"),
            ("Luis Romero", "what is the work email for Lakshmi Pillai?", "Lakshmi Pillai"),
        ),
    )
    quiz.plain(
        r.start,
        (("Joan Price", "start date for Megan Doyle", "Megan Doyle"), ("Arjun Das", "On which day did Kavya Bhat join Kaveri?", "Kavya Bhat")),
    )
    quiz.plain(
        r.team, (("Gopal Varma", "Which practice is Tom Nguyen part of?", "Tom Nguyen"), ("Wade Foster", "team of Anjali Gupta?", "Anjali Gupta"))
    )
    quiz.pair(
        lambda f, me, p: _either_city(f.person(p).city),
        ("Hannah Lee", "Which city does Nikhil Jain work in?", "Nikhil Jain"),
        ("Carlos Ortega", "city where Karthik Reddy is based", "Karthik Reddy"),
    )


def _hop_derive(quiz: Quiz) -> None:
    quiz.about("hris", "hop")
    quiz.plain(
        r.second_manager,
        (
            ("Priyanka Das", "Who is Divya Menon's manager's manager?", "Divya Menon"),
            ("Rahul Verma", "skip-level manager, i.e. the manager of the manager, of Emma Clark", "Emma Clark"),
        ),
    )
    quiz.pair(
        lambda f, me, p: r.department(f, me, f.boss(f.person(p)).name),
        ("Farida Khan", "department of Hannah Lee's manager?", "Hannah Lee"),
        ("Deepa Nair", "In which department is the boss of Arjun Das?", "Arjun Das"),
    )
    quiz.pair(
        lambda f, me, p: number(f.tree(f.person(p))),
        ("Leela Krishnan", "How many people are below Arvind Rao in total, over all levels?", "Arvind Rao"),
        ("Nandini Bose", "size of Grace Miller's whole organisation below her, all levels", "Grace Miller"),
    )
    quiz.pair(
        lambda f, me: names(p for p in f.staff if f.boss(p) and f.boss(p).city == "Gurgaon"),
        ("Arvind Rao", "Who reports to a manager based in Gurgaon?"),
        ("Harpreet Singh", "people whose manager sits in Gurugram"),
    )
    quiz.about("hris", "derive")
    quiz.plain(
        r.full_years,
        (
            ("Leela Krishnan", "How many full years has Arvind Rao worked here?", "Arvind Rao"),
            ("Joan Price", "completed years of service of Grace Miller", "Grace Miller"),
        ),
    )
    quiz.pair(
        lambda f, me, c: share(sum(p.city == c for p in f.staff), len(f.staff)),
        ("Nandini Bose", "What share of all employees works in Bangalore?", "Bangalore"),
        ("Leela Krishnan", "percentage of our people based in Gurugram", "Gurgaon"),
    )
    quiz.pair(
        lambda f, me: share(sum(p.start >= "2024-04-01" for p in f.staff), len(f.staff)),
        ("Nandini Bose", "What fraction of us joined on or after 1 April 2024?"),
        ("Joan Price", "share of staff whose start date is 2024-04-01 or later"),
    )


def _filters(quiz: Quiz) -> None:
    quiz.about("hris", "filter")
    quiz.plain(
        r.my_reports_in,
        (("Meena Iyer", "List my direct reports in Bengaluru", "Bangalore"), ("Suresh Patel", "who in my team works in Bangalore", "Bangalore")),
        (("Harpreet Singh", "Which of my reports are in Gurugram?", "Gurgaon"), ("Meena Iyer", "my reports based in Pune", "Pune")),
    )
    quiz.plain(
        r.people_in,
        (("Carlos Ortega", "everybody in Houston", "Houston"), ("Emma Clark", "Show all colleagues located in Pune", "Pune")),
        (("Nandini Bose", "People in Gurgaon, please", "Gurgaon"), ("Grace Miller", "who works out of Austin", "Austin")),
    )
    quiz.plain(
        r.members, (("Arvind Rao", "Who is in the Transport practice?", "Transport"), ("Grace Miller", "members of the energy practice", "Energy"))
    )
    quiz.pair(
        r.working_remotely, ("Grace Miller", "who is remote?"), ("Wade Foster", "all our remote workers")
    )
    quiz.pair(
        lambda f, me, t: names(p for p in f.staff if any(t in x for x in p.titles)),
        ("Arvind Rao", "Who has the job title Principal Engineer?", "Principal Engineer"),
        ("Harpreet Singh", "everyone titled Senior Transport Planner", "Senior Transport Planner"),
    )
    quiz.pair(
        lambda f, me, d, c: names(p for p in f.staff if p.department == d and p.city and (p.city != c)),
        ("Nandini Bose", "people of the Delivery department outside Bangalore", "Delivery", "Bangalore"),
        ("Leela Krishnan", "Delivery colleagues who don't work in Bengaluru", "Delivery", "Bangalore"),
    )
    quiz.pair(
        r.started_between,
        ("Nandini Bose", "Who started between January 2024 and December 2025?", "2024-01-01", "2025-12-31"),
        ("Joan Price", "employees with a start date from 2016-01-01 to 2016-12-31", "2016-01-01", "2016-12-31"),
    )
    quiz.pair(
        lambda f, me, d: names(p for p in f.staff if p.department == d and (not f.reports(p))),
        ("Arvind Rao", "People in the Americas department who manage nobody", "Americas"),
        ("Nandini Bose", "who in the Corporate department has no direct reports", "Corporate"),
    )
    quiz.pair(
        lambda f, me, n: names(m for m in f.all_managers() if len(f.reports(m)) < n),
        ("Nandini Bose", "managers with fewer than four direct reports", 4),
        ("Leela Krishnan", "Which managers have less than 5 direct reports?", 5),
    )


def _aggregate_group(quiz: Quiz) -> None:
    quiz.about("hris", "aggregate")
    quiz.same(r.headcount, "Leela Krishnan", "Total number of employees?", "how many of us are there at Kaveri right now")
    quiz.plain(
        r.how_many_in,
        (("Arjun Das", "How many people work in Bengaluru?", "Bangalore"), ("Farida Khan", "headcount bangalore", "Bangalore")),
        (("Imran Qureshi", "how many sit in Gurgaon", "Gurgaon"), ("Kavya Bhat", "number of colleagues in Gurugram", "Gurgaon")),
    )
    quiz.plain(
        r.size,
        (
            ("Ravi Menon", "How many people does the Americas department have?", "Americas"),
            ("Deepa Nair", "strength of the Structures practice", "Structures"),
        ),
    )
    quiz.pair(
        lambda f, me, a, b: number(p for p in f.staff if p.city in (a, b)),
        ("Leela Krishnan", "headcount of Austin and Houston together", "Austin", "Houston"),
        ("Nandini Bose", "How many employees are in Pune or Gurgaon?", "Pune", "Gurgaon"),
    )
    quiz.about("hris", "group")
    quiz.same(r.per_department, "Nandini Bose", "employees per department", "Break the headcount down by department.")
    quiz.same(lambda f, me: _cities(f), "Nandini Bose", "How many people do we have in each city?", "headcount by work city")
    quiz.pair(
        r.per_team,
        ("Arvind Rao", "team sizes in the Delivery department", "Delivery"),
        ("Grace Miller", "For the Americas department: number of people in each team", "Americas"),
    )
    quiz.same(
        lambda f, me: counts("year", [p.start[:4] for p in f.staff if p.start >= "2020-01-01"]),
        "Nandini Bose",
        "How many people started in each year since 2020?",
        "joiners per year from 2020 on",
    )
    quiz.same(
        lambda f, me: counts2("department|team", [(p.department, p.team) for p in f.staff]),
        "Leela Krishnan",
        "headcount by department and team",
        "number of employees for every department and team",
    )


def _order_time(quiz: Quiz) -> None:
    quiz.about("hris", "order")
    quiz.same(
        lambda f, me: listed("name", [p.name for p in sorted(f.staff, key=lambda p: p.start)[:3]]),
        "Nandini Bose",
        "Which three people have been here the longest?",
        "the 3 longest-serving employees",
    )
    quiz.same(
        lambda f, me: listed("name", [max(f.staff, key=lambda p: p.start).name]),
        "Leela Krishnan",
        "Who is our newest employee?",
        "most recent joiner?",
    )
    quiz.pair(
        lambda f, me: table("name|start", [[p.name, p.start] for p in sorted(f.reports(me), key=lambda p: p.start, reverse=True)], True),
        ("Suresh Patel", "my direct reports, newest first, with start dates"),
        ("Megan Doyle", "Sort my team from the latest start date to the earliest"),
    )
    quiz.same(
        lambda f, me: best("team", [(t, sum(p.team == t for p in f.staff)) for t in {p.team for p in f.staff}]),
        "Leela Krishnan",
        "What is the largest team?",
        "team with the most people",
    )
    quiz.about("hris", "time")
    quiz.same(
        r.joined_last_year,
        "Nandini Bose",
        "Who joined in the last fiscal year?",
        "new people of the previous fiscal year",
    )
    quiz.same(
        lambda f, me: r.joined_count(f, me, "2025-01-01", "2025-12-31"), "Joan Price", "How many people joined last year?", "joiners in 2025, number"
    )
    quiz.same(
        lambda f, me: r.joined_count(f, me, f.days_ago(365)),
        "Leela Krishnan",
        "number of people who started in the last 365 days",
        "How many joined us within the last 365 days?",
    )


def _either_city(city: str | None) -> Row:
    """A city in either of its spellings."""
    other = {"Bangalore": "Bengaluru", "Gurgaon": "Gurugram"}.get(city or "")
    return either(value("city", city), value("city", other)) if other else value("city", city)


def _cities(f: Facts) -> Row:
    """Headcount by city, in either spelling, with or without those who have none."""
    readings = []
    for names_of in ({}, {"Bangalore": "Bengaluru"}, {"Gurgaon": "Gurugram"}, {"Bangalore": "Bengaluru", "Gurgaon": "Gurugram"}):
        cities = [names_of.get(p.city, p.city) for p in f.staff if p.city]
        table_of = [[c, cities.count(c)] for c in dict.fromkeys(cities)]
        readings += [table("city|count", table_of), table("city|count", [*table_of, [None, sum(p.city is None for p in f.staff)]])]
    return either(*readings)
