"""The questions of Quillstack about people: who, where, since when, how many."""

from typing import Any

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import (
    Quiz,
    best,
    listed,
    names,
    number,
    share,
    table,
    value,
)
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookups, _absent_hop, _derive, _filters, _aggregate_group, _order_time):
        part(quiz)


def _lookups(quiz: Quiz) -> None:
    quiz.about("hris", "lookup")
    quiz.plain(
        r.manager,
        (("Owen Bell", "who manages Tiago Mendes?", "Tiago Mendes"), ("Tom Whelan", "Ben Archer's manager", "Ben Archer")),
        (("Caio Nunes", "tell me who Ivy Tran's boss is", "Ivy Tran"), ("Hana Kim", "Yusuf Demir reports to...?", "Yusuf Demir")),
    )
    quiz.plain(
        _titles,
        (("Gwen Foster", "Which job titles does Hana Kim hold?", "Hana Kim"), ("Tom Whelan", "What is Marta Lima's job title?", "Marta Lima")),
        (("Owen Bell", "job title of Theo Marsh?", "Theo Marsh"), ("Ana Lima", "what is Gwen Foster's job title", "Gwen Foster")),
    )
    quiz.plain(
        r.work_mail,
        (("Joana Reis", "What is the work email of Leah Stone?", "Leah Stone"), ("Lucia Mendes", "katherine bell work email", "Katherine Bell")),
    )
    quiz.plain(r.start, (("Ines Almeida", "When did Grace Okoro start?", "Grace Okoro"), ("Yusuf Demir", "Hana Kim - joined when?", "Hana Kim")))
    quiz.plain(r.team, (("Miles Everett", "Which squad is Caio Nunes on?", "Caio Nunes"), ("Ivy Tran", "squad of Peter Stone", "Peter Stone")))
    quiz.plain(r.city, (("Theo Marsh", "Where is Ana Lima based?", "Ana Lima"), ("Peter Stone", "which city is Elizabeth Cole in", "Elizabeth Cole")))
    quiz.plain(
        r.department,
        (
            ("Leah Stone", "Tell me Owen Bell's department.", "Owen Bell"),
            ("Grace Okoro", "Which department does Theo Marsh belong to?", "Theo Marsh"),
        ),
    )


def _absent_hop(quiz: Quiz) -> None:
    quiz.about("hris", "absent")
    quiz.pair(
        lambda f, me, who: r.city(f, me, who),
        ("Theo Marsh", "Which city is Leah Stone in?", "Leah Stone"),
        ("Hana Kim", "In what city does Yusuf Demir work?", "Yusuf Demir"),
    )
    quiz.about("hris", "hop")
    quiz.plain(
        r.second_manager,
        (
            ("Petra Lund", "Who is Lucia Mendes's manager's manager?", "Lucia Mendes"),
            ("Miles Everett", "the manager of Bianca Rossi's manager", "Bianca Rossi"),
        ),
    )
    quiz.pair(
        lambda f, me, who: value("city", f.boss(f.person(who)).city),
        ("Leah Stone", "In which city does Elizabeth Cole's manager work?", "Elizabeth Cole"),
        ("Ben Archer", "where is William Novak's boss based", "William Novak"),
    )
    quiz.pair(
        lambda f, me, who: names(p for p in f.staff if p.boss == f.person(who).boss and p.name != who),
        ("Theo Marsh", "Who has the same manager as Marta Lima? Without herself.", "Marta Lima"),
        ("Leah Stone", "colleagues who share a manager with Caio Nunes, not himself", "Caio Nunes"),
    )
    quiz.pair(
        r.line_of,
        ("Ada Lindgren", "everybody below Gwen Foster, directly or not", "Gwen Foster"),
        ("Owen Bell", "List all people under Monica Reyes on every level", "Monica Reyes"),
    )


def _derive(quiz: Quiz) -> None:
    quiz.about("hris", "derive")
    quiz.plain(
        r.full_years,
        (
            ("Ada Lindgren", "How many full years has Rui Almeida been here?", "Rui Almeida"),
            ("Nora Castell", "full years that Hana Kim has been with us", "Hana Kim"),
        ),
    )
    quiz.pair(
        lambda f, me, d: share(sum(p.department == d for p in f.staff), len(f.staff)),
        ("Ada Lindgren", "What share of our people is in Engineering?", "Engineering"),
        ("Omar Haddad", "Revenue department as a percentage of all employees", "Revenue"),
    )
    quiz.pair(
        lambda f, me, c: share(
            sum(p.city == c for p in f.staff if p.department == "Engineering"), sum(p.department == "Engineering" for p in f.staff)
        ),
        ("Gwen Foster", "Which fraction of the Engineering department sits in Lisbon?", "Lisbon"),
        ("Gwen Foster", "percentage of Engineering based in Boston", "Boston"),
    )


def _filters(quiz: Quiz) -> None:
    quiz.about("hris", "filter")
    quiz.plain(
        r.my_reports_in,
        (("Samir Patel", "Which of my direct reports are in Lisbon?", "Lisbon"), ("Jack Osborne", "my reports in New York", "New York")),
        (("Rui Almeida", "people reporting to me in Lisbon", "Lisbon"), ("Omar Haddad", "Who of my direct reports sits in Boston?", "Boston")),
    )
    quiz.plain(r.people_in, (("Ana Lima", "Who works in Lisbon?", "Lisbon"), ("Bianca Rossi", "all people in New York, please", "New York")))
    quiz.plain(
        r.members, (("Katherine Bell", "Who is on the Platform squad?", "Platform"), ("Theo Marsh", "members of the Success squad", "Success"))
    )
    quiz.pair(
        r.working_remotely,
        ("Ada Lindgren", "remote people?"),
        ("Monica Reyes", "Which employees work remotely?"),
    )
    quiz.pair(
        lambda f, me, d: names(p for p in f.staff if p.department == d and p.place == "Remote"),
        ("Gwen Foster", "remote people in Engineering", "Engineering"),
        ("Jack Osborne", "Who in the Revenue department works remotely?", "Revenue"),
    )
    quiz.pair(
        lambda f, me, a, b: names(p for p in f.staff if p.city == a and p.department != b),
        ("Ada Lindgren", "people in Lisbon who are not in Engineering", "Lisbon", "Engineering"),
        ("Omar Haddad", "everyone in Boston outside of the Operations department", "Boston", "Operations"),
    )
    quiz.pair(
        r.started_between,
        ("Nora Castell", "who joined between 2019-01-01 and 2019-12-31?", "2019-01-01", "2019-12-31"),
        ("Omar Haddad", "Employees who started in the first half of 2022", "2022-01-01", "2022-06-30"),
    )
    quiz.pair(
        lambda f, me, s: names(p for p in f.staff if p.name.endswith(" " + s)),
        ("Ada Lindgren", "Which employees have the last name Stone?", "Stone"),
        ("Owen Bell", "all employees called Mendes by last name", "Mendes"),
    )
    quiz.pair(
        r.of_title,
        ("Nora Castell", "Who works as a Site Reliability Engineer?", "Site Reliability Engineer"),
        ("Ada Lindgren", "list our Account Executives", "Account Executive"),
    )
    quiz.pair(
        lambda f, me, n: names(m for m in f.all_managers() if len(f.reports(m)) >= n),
        ("Ada Lindgren", "Managers with at least five direct reports", 5),
        ("Nora Castell", "which managers have 5 or more people directly under them?", 5),
    )


def _aggregate_group(quiz: Quiz) -> None:
    quiz.about("hris", "aggregate")
    quiz.same(r.headcount, "Ada Lindgren", "How many employees do we have?", "how many people are on staff today")
    quiz.plain(
        r.how_many_in, (("Ana Lima", "how many people are in Lisbon", "Lisbon"), ("Jack Osborne", "Number of people in New York?", "New York"))
    )
    quiz.plain(
        r.size,
        (
            ("Rui Almeida", "How many people are in the Engineering department?", "Engineering"),
            ("Marta Lima", "headcount of the Revenue department", "Revenue"),
        ),
    )
    quiz.pair(
        lambda f, me, d, c: number(p for p in f.staff if p.department == d and p.city == c),
        ("Gwen Foster", "how many of the Engineering people are in Lisbon?", "Engineering", "Lisbon"),
        ("Jack Osborne", "Revenue department: number of people in New York", "Revenue", "New York"),
    )
    quiz.about("hris", "group")
    quiz.same(r.per_department, "Ada Lindgren", "How many people per department?", "department sizes")
    quiz.same(r.per_city, "Nora Castell", "headcount for each city", "How many people work in each of our cities?")
    quiz.pair(
        r.per_team,
        ("Gwen Foster", "Engineering headcount by squad", "Engineering"),
        ("Monica Reyes", "squads of the Revenue department with the number of people in each", "Revenue"),
    )
    quiz.same(
        r.people_by_department_and_city,
        "Ada Lindgren",
        "headcount by department and city for people who have a city",
        "people per department and city, leaving out those without a city",
    )
    quiz.same(
        lambda f, me: table("manager|reports", [[p.name, len(f.reports(p))] for p in f.reports(me) if f.reports(p)]),
        "Ada Lindgren",
        "number of direct reports for each of my managers",
        "each manager that reports to me with the count of direct reports",
    )


def _order_time(quiz: Quiz) -> None:
    quiz.about("hris", "order")
    quiz.same(
        lambda f, me: listed("name", [p.name for p in sorted(f.staff, key=lambda p: p.start, reverse=True)[:4]]),
        "Ada Lindgren",
        "our four newest people",
        "Who are the 4 most recent joiners?",
    )
    quiz.pair(
        r.reports_by_start,
        ("Samir Patel", "my direct reports ordered by start date, oldest first"),
        ("Monica Reyes", "list my direct reports by how long they have been here, longest first, with the start date"),
    )
    quiz.same(
        lambda f, me: best("city", [(c, sum(p.city == c for p in f.staff)) for c in {p.city for p in f.staff if p.city}]),
        "Ada Lindgren",
        "Which city has the most people?",
        "city with the largest headcount?",
    )
    quiz.about("hris", "time")
    quiz.same(
        r.joined_last_year,
        "Ada Lindgren",
        "Who joined in the last fiscal year?",
        "joiners of the previous fiscal year",
    )
    quiz.same(
        lambda f, me: r.joined_count(f, me, "2020-01-01", "2020-12-31"),
        "Nora Castell",
        "how many of our people joined in 2020",
        "number of starts in 2020",
    )
    quiz.same(lambda f, me: r.joined(f, me, "2025-06-01"), "Omar Haddad", "everyone who joined since June 2025", "Who has started since 1 June 2025?")


def _titles(f: Facts, me: Person, who: Any) -> Row:
    return listed("job title", f.person(who).titles)
