"""What nested, compared and combined questions ask for, as functions of (facts, asker, words): shared by the companies."""

from collections import Counter
from collections.abc import Mapping

from tests.companies.common import Row
from tests.companies.expect import Expected, Quiz, Side, best, counts, either, listed, names, table, value
from tests.companies.readings import mean
from tests.companies.truth import Facts, Person

Sides = Mapping[Expected, tuple[Side, Side]]
"""Who asks for each of them in which words, in the open half and in the sealed one."""


def largest_team(f: Facts) -> str:
    """The team with the most people."""
    sizes = Counter(p.team for p in f.staff)
    return max(sizes, key=lambda t: sizes[t])


def in_largest_team(f: Facts, me: Person) -> Row:
    """Who is in it."""
    return names(p for p in f.staff if p.team == largest_team(f))


def groups_above(f: Facts, me: Person, column: str, least: int) -> Row:
    """Teams or departments with more people than that."""
    sizes = Counter(getattr(p, column) for p in f.staff)
    return listed(column, [g for g, n in sizes.items() if n > least])


def busy_managers(f: Facts, me: Person) -> Row:
    """Managers with more direct reports than managers have on average."""
    usual = mean(len(f.reports(m)) for m in f.all_managers())
    return names(m for m in f.all_managers() if len(f.reports(m)) > usual)


def teams_without(f: Facts, me: Person, where: str) -> Row:
    """Teams that have nobody in a city."""
    return listed("team", [t for t in dict.fromkeys(p.team for p in f.staff) if not any(p.team == t and p.city == where for p in f.staff)])


def larger_of(f: Facts, me: Person, first: str, second: str) -> Row:
    """Which of two departments has more people: the one, or both with their counts."""
    sizes = [(d, sum(p.department == d for p in f.staff)) for d in (first, second)]
    return either(best("department", sizes), table("department|count", sizes))


def two_sizes(f: Facts, me: Person, first: str, second: str) -> Row:
    """How many people two departments have, asked in one sentence."""
    sizes = [sum(p.department == d for p in f.staff) for d in (first, second)]
    return either(table(f"{first}|{second}", [sizes]), table("department|count", [[first, sizes[0]], [second, sizes[1]]]))


def joiners_per_department(f: Facts, me: Person, since: str) -> Row:
    """How many of each department's people started since a day."""
    return counts("department", [p.department for p in f.staff if p.start >= since])


def open_per_head(f: Facts, me: Person, group: str) -> Row:
    """The average number of open tickets of a team's people."""
    return value("average", mean(sum(t.is_open for t in f.of(p)) for p in f.staff if p.team == group))


def above_open_average(f: Facts, me: Person) -> Row:
    """Projects with more open tickets than projects have on average."""
    sizes = Counter(t.project for t in f.tickets if t.is_open)
    return listed("project", [p for p, n in sizes.items() if n > mean(sizes.values())])


PARTS: tuple[tuple[str, str, tuple[Expected, ...]], ...] = (
    ("hris", "hop", (in_largest_team,)),
    ("hris", "group", (groups_above, joiners_per_department)),
    ("hris", "aggregate", (busy_managers, larger_of, two_sizes)),
    ("hris", "filter", (teams_without,)),
    ("cross", "cross_app", (open_per_head,)),
    ("ticketing", "aggregate", (above_open_average,)),
)
"""Group, skill, and what is asked for, in the order of the questions."""


def ask_all(quiz: Quiz, sides: Sides) -> None:
    """Both halves of what compares, nests and combines."""
    for group, skill, readings in PARTS:
        quiz.about(group, skill)
        for reading in readings:
            quiz.pair(reading, *sides[reading])
