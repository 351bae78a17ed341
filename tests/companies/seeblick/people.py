"""The questions of Seeblick Kliniken about people: who, where, since when, how many."""

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import Quiz, best, listed, names, number, share
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookups, _hop_derive, _filters, _aggregate_group, _ranks, _time):
        part(quiz)


def _lookups(quiz: Quiz) -> None:
    pager = r.attribute("pager", lambda f, p: p.record["field_mappings"]["linked_account_defined_targets"]["pager"])
    quiz.about("hris", "lookup")
    quiz.plain(
        r.manager,
        (
            ("Lena Brunner", "Who is Kai Neumann's manager?", "Kai Neumann"),
            ("Urs Wyss", "could you tell me who Yvonne Lutz reports to", "Yvonne Lutz"),
        ),
        (("Eva Hofer", "boss of Nina Caduff?", "Nina Caduff"), ("Tim Schuster", "Name the line manager of Corinne Aebi.", "Corinne Aebi")),
    )
    quiz.plain(
        r.title,
        (
            ("Dario Conti", "What does Milan Novak do here, job title wise?", "Milan Novak"),
            ("Nora Winkler", "job title Mirjam Stocker", "Mirjam Stocker"),
        ),
    )
    quiz.plain(
        r.work_mail,
        (
            ("Petra Kunz", "I need Florian Beck's work email please", "Florian Beck"),
            ("Kai Neumann", "under which address can I mail Heike Lorenz at work", "Heike Lorenz"),
        ),
    )
    quiz.plain(
        r.start,
        (
            ("Peter Vogt", "When did Patrick Odermatt join us?", "Patrick Odermatt"),
            ("Livia Sutter", "Since when has Jörg Weiß been working for us?", "Jörg Weiß"),
        ),
    )
    quiz.plain(
        r.team,
        (
            ("Silvia Rossi", "Which team does Miriam Seiler belong to?", "Miriam Seiler"),
            ("Andreas Hess", "what ward is Birgit Sommer on", "Birgit Sommer"),
        ),
    )
    quiz.plain(
        r.department,
        (("Jana Pfister", "department of Yvonne Lutz", "Yvonne Lutz"), ("Sophie Lang", "Which department is Michael Sturm in?", "Michael Sturm")),
    )
    quiz.plain(
        r.city,
        (
            ("Oliver Roth", "Where does Anna Gerber work? City is enough.", "Anna Gerber"),
            ("Beatrice Moser", "In which city is Patrick Odermatt based?", "Patrick Odermatt"),
        ),
    )
    quiz.plain(
        pager, (("Simon Arnold", "What's Ines Hartmann's pager?", "Ines Hartmann"), ("Eva Hofer", "pager of Dario Conti please", "Dario Conti"))
    )


def _hop_derive(quiz: Quiz) -> None:
    quiz.about("hris", "hop")
    quiz.plain(
        r.second_manager,
        (
            ("Claudia Steiner", "Who is the manager of Simon Arnold's manager?", "Simon Arnold"),
            ("Karin Schmid", "the boss of Marco Fuchs's boss is who?", "Marco Fuchs"),
        ),
    )
    quiz.pair(
        lambda f, me, who: r.team(f, me, f.boss(f.person(who)).name),
        ("Urs Wyss", "Which team is Ulrike Voss's manager in?", "Ulrike Voss"),
        ("Laura Bianchi", "what team does the boss of Tim Schuster sit in", "Tim Schuster"),
    )
    quiz.pair(
        _above_me,
        ("Corinne Aebi", "Who is above me in the reporting line, up to the top?"),
        ("Marco Fuchs", "list everybody in my management chain up to the CEO"),
    )
    quiz.pair(
        r.line_of,
        ("Eva Hofer", "Who works under Stefan Huber, directly or indirectly?", "Stefan Huber"),
        ("Nina Caduff", "everyone below Lukas Meier in the org chart", "Lukas Meier"),
    )
    quiz.about("hris", "derive")
    quiz.plain(
        r.full_years,
        (
            ("Regula Ammann", "For how many full years has Daniel Fischer been with us?", "Daniel Fischer"),
            ("Monika Egger", "how many complete years of service does Lena Brunner have", "Lena Brunner"),
        ),
    )
    quiz.pair(
        lambda f, me: share(sum(p.place == "Remote" for p in f.staff), len(f.staff)),
        ("Heike Lorenz", "What percentage of our staff works remotely?"),
        ("Regula Ammann", "share of our people who are remote"),
    )
    quiz.pair(
        lambda f, me, a, b: share(sum(p.city == b for p in f.staff if p.department == a), sum(p.department == a for p in f.staff)),
        ("Ruth Baumann", "What share of the Nursing department works in Konstanz?", "Nursing", "Konstanz"),
        ("Stefan Huber", "fraction of the IT department that sits in Zurich", "IT", "Zurich"),
    )


def _filters(quiz: Quiz) -> None:
    quiz.about("hris", "filter")
    quiz.plain(
        r.my_reports_in,
        (("Matthias Keller", "Which of my direct reports work in Zürich?", "Zurich"), ("Stefan Huber", "my reports in Konstanz", "Konstanz")),
        (
            ("Lukas Meier", "who of my people sits in Konstanz?", "Konstanz"),
            ("Sandra Meier", "Please list the folks reporting to me that are based in Zurich", "Zurich"),
        ),
    )
    quiz.pair(
        r.members, ("Ruth Baumann", "Show everyone on Ward South", "Ward South"), ("Anja Kessler", "people of ward north, please", "Ward North")
    )
    quiz.pair(
        r.working_remotely,
        ("Monika Egger", "Who works remotely?"),
        ("Reto Bühler", "list all remote employees"),
    )
    quiz.pair(
        r.of_title,
        ("Beatrice Moser", "Show me everybody whose job title is Senior Nurse.", "Senior Nurse"),
        ("Karin Schmid", "who are our senior physicians", "Senior Physician"),
    )
    quiz.pair(
        lambda f, me, d, c: names(p for p in f.staff if p.department == d and p.city != c),
        ("Monika Egger", "people in the Nursing department who are not in Zurich", "Nursing", "Zurich"),
        ("Regula Ammann", "Which colleagues of the IT department work outside Zürich?", "IT", "Zurich"),
    )
    quiz.pair(
        lambda f, me, a, b: names(p for p in f.staff if p.city in (a, b)),
        ("Heike Lorenz", "List employees in Freiburg or St. Gallen", "Freiburg", "St. Gallen"),
        ("Silvia Rossi", "who works in St. Gallen or in Freiburg?", "St. Gallen", "Freiburg"),
    )
    quiz.pair(
        lambda f, me, day: names(p for p in f.staff if p.start < day),
        ("Monika Egger", "Which employees started before 2017?", "2017-01-01"),
        ("Beatrice Moser", "anybody who joined before 1 June 2016?", "2016-06-01"),
    )
    quiz.pair(
        lambda f, me: names(p for p in f.staff if not f.in_tracker(p) and p.department == "IT"),
        ("Stefan Huber", "Who in the IT department has no user in the ticketing system?"),
        ("Reto Bühler", "people of the IT department without an account in our tracker"),
    )
    quiz.pair(
        lambda f, me: names(f.all_managers()),
        ("Monika Egger", "Who is a manager at Seeblick?"),
        ("Regula Ammann", "Give me all people who have at least one direct report"),
    )
    quiz.pair(
        lambda f, me, n: names(p for p in f.all_managers() if len(f.reports(p)) > n),
        ("Heike Lorenz", "Managers with more than four direct reports", 4),
        ("Monika Egger", "which managers have more than 5 people reporting to them directly", 5),
    )


def _aggregate_group(quiz: Quiz) -> None:
    quiz.about("hris", "aggregate")
    quiz.pair(r.headcount, ("Regula Ammann", "How many people work at Seeblick Kliniken?"), ("Laura Bianchi", "current headcount?"))
    quiz.plain(
        r.how_many_in,
        (("Anna Gerber", "How many colleagues do we have in Konstanz?", "Konstanz"), ("Julia Brandt", "number of employees in Freiburg", "Freiburg")),
        (("Peter Vogt", "staff count Zurich", "Zurich"), ("Miriam Seiler", "headcount in Zürich?", "Zurich")),
    )
    quiz.plain(
        r.size,
        (
            ("Nora Winkler", "How many people are in the Medicine department?", "Medicine"),
            ("Thomas Graf", "how big is the Nursing department", "Nursing"),
        ),
    )
    quiz.pair(
        lambda f, me: number(f.all_managers()),
        ("Monika Egger", "how many managers are there"),
        ("Karin Schmid", "Count of people who manage somebody"),
    )
    quiz.about("hris", "group")
    quiz.same(r.per_department, "Monika Egger", "Headcount by department, please", "how many employees does each department have")
    quiz.same(r.per_city, "Regula Ammann", "number of people per city", "staff by location city, counts only")
    quiz.pair(
        r.per_team, ("Ruth Baumann", "headcount per team in the Nursing department", "Nursing"), ("Stefan Huber", "people per team within IT", "IT")
    )
    quiz.same(
        lambda f, me: r.report_counts(f, me, "Nursing"),
        "Ruth Baumann",
        "For every manager in the Nursing department: number of direct reports",
        "how many direct reports does each manager of the Nursing department have?",
    )
    quiz.same(
        r.people_by_department_and_city,
        "Heike Lorenz",
        "headcount by department and city, only people with a city",
        "Count our people who have a work city, grouped by department and by city",
    )


def _ranks(quiz: Quiz) -> None:
    quiz.about("hris", "order")
    quiz.same(
        lambda f, me: listed("name", [p.name for p in sorted(f.staff, key=lambda p: p.start)[-3:]]),
        "Monika Egger",
        "Who are our three newest employees?",
        "the 3 most recent joiners",
    )
    quiz.same(
        lambda f, me: listed("name", [min(f.staff, key=lambda p: p.start).name]),
        "Karin Schmid",
        "Who has been with us the longest?",
        "our longest-serving colleague is who?",
    )
    quiz.pair(
        r.reports_by_start,
        ("Beat Zimmermann", "My team by start date, longest serving first"),
        ("Anja Kessler", "sort my direct reports by when they started, earliest on top"),
    )
    quiz.same(
        lambda f, me: best("department", [(d, sum(p.department == d for p in f.staff)) for d in {p.department for p in f.staff}]),
        "Regula Ammann",
        "Which department has the most people?",
        "biggest department by headcount?",
    )
    quiz.same(
        lambda f, me: best("manager", [(p.name, len(f.reports(p))) for p in f.all_managers()]),
        "Monika Egger",
        "Which manager has the most direct reports?",
        "who leads the largest number of direct reports",
    )


def _time(quiz: Quiz) -> None:
    quiz.about("hris", "time")
    quiz.same(lambda f, me: r.joined(f, me, *f.months(1 - 9, 12)), "Monika Egger", "Who joined this year?", "new colleagues in 2026")
    quiz.same(
        lambda f, me: r.joined_count(f, me, "2023-01-01", "2023-12-31"),
        "Heike Lorenz",
        "How many of us started in 2023?",
        "number of people hired with a start date in 2023",
    )
    quiz.same(
        lambda f, me: r.joined(f, me, "2025-01-01"),
        "Regula Ammann",
        "everyone who started since January 2025",
        "Who has joined since the beginning of 2025?",
    )
    quiz.same(
        lambda f, me: number(p for p in f.everybody if p.end and p.end >= "2026-01-01"),
        "Monika Egger",
        "How many people left us this year?",
        "number of leavers in 2026",
    )
    quiz.same(
        lambda f, me: names(p for p in f.everybody if p.end and "2026-08-01" <= p.end <= "2026-08-31"),
        "Monika Egger",
        "Who left in August?",
        "which colleagues departed last month",
    )


def _above_me(f: Facts, me: Person) -> Row:
    return names(p for p in f.staff if p.name in ("Beat Zimmermann", "Ruth Baumann", "Regula Ammann"))
