"""The questions of Kaveri Consult that compare, nest and combine."""

from tests.companies import comparisons as c
from tests.companies.expect import Quiz

SIDES: c.Sides = {
    c.in_largest_team: (
        ("Leela Krishnan", "Who belongs to the practice with the most people?"),
        ("Leela Krishnan", "people in our biggest practice"),
    ),
    c.groups_above: (
        ("Leela Krishnan", "departments that have over 10 employees", "department", 10),
        ("Nandini Bose", "Which practices have more than five people?", "team", 5),
    ),
    c.joiners_per_department: (
        ("Nandini Bose", "per department: how many of its people started since January 2020?", "2020-01-01"),
        ("Joan Price", "number of joiners since 1 April 2022 by department", "2022-04-01"),
    ),
    c.busy_managers: (
        ("Leela Krishnan", "managers with more direct reports than managers have on average"),
        ("Leela Krishnan", "Whose number of direct reports is above the average over all managers?"),
    ),
    c.larger_of: (
        ("Leela Krishnan", "Is Delivery or Americas the larger department by people?", "Delivery", "Americas"),
        ("Nandini Bose", "Which of the two departments has more people: Delivery or Corporate?", "Delivery", "Corporate"),
    ),
    c.two_sizes: (
        ("Nandini Bose", "how many people does the Delivery department have and how many the Corporate department", "Delivery", "Corporate"),
        ("Leela Krishnan", "people in the Americas department and people in the Leadership department, both numbers", "Americas", "Leadership"),
    ),
    c.teams_without: (
        ("Leela Krishnan", "practices with nobody in Bengaluru", "Bangalore"),
        ("Nandini Bose", "Which practices have nobody in Austin?", "Austin"),
    ),
    c.open_per_head: (
        ("Arvind Rao", "Average number of open tickets per person in the Transport practice?", "Transport"),
        ("Ravi Menon", "how many open tickets does a person in the Digital practice have on average", "Digital"),
    ),
    c.above_open_average: (
        ("Arvind Rao", "assignments with more open tickets than the average assignment"),
        ("Arvind Rao", "Which assignments have an above-average number of open tickets?"),
    ),
}


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    c.ask_all(quiz, SIDES)
