"""The questions of Quillstack that compare, nest and combine."""

from tests.companies import comparisons as c
from tests.companies.expect import Quiz

SIDES: c.Sides = {
    c.in_largest_team: (
        ("Ada Lindgren", "who is on the squad with the most people"),
        ("Ada Lindgren", "Name the people of our largest squad"),
    ),
    c.groups_above: (
        ("Ada Lindgren", "Which departments have more than four people?", "department", 4),
        ("Nora Castell", "squads that have over 4 people", "team", 4),
    ),
    c.joiners_per_department: (
        ("Ada Lindgren", "How many people of each department started since January 2021?", "2021-01-01"),
        ("Omar Haddad", "by department: people who joined since 1 July 2022", "2022-07-01"),
    ),
    c.busy_managers: (
        ("Ada Lindgren", "Which managers lead more direct reports than the average manager does?"),
        ("Ada Lindgren", "managers with an above-average number of direct reports"),
    ),
    c.larger_of: (
        ("Ada Lindgren", "Which department is larger, Product or Revenue?", "Product", "Revenue"),
        ("Omar Haddad", "Do we have more people in the Operations department or in the Engineering department?", "Operations", "Engineering"),
    ),
    c.two_sizes: (
        ("Ada Lindgren", "how many people are in the Engineering department and how many in the Revenue department?", "Engineering", "Revenue"),
        ("Nora Castell", "Number of people in Product and number of people in Operations, by department", "Product", "Operations"),
    ),
    c.teams_without: (
        ("Ada Lindgren", "squads without anybody in Boston", "Boston"),
        ("Gwen Foster", "Which squads have nobody in New York?", "New York"),
    ),
    c.open_per_head: (
        ("Samir Patel", "how many open tickets does a person of the Editor squad have on average?", "Editor"),
        ("Jack Osborne", "average number of open tickets per person on the Sales squad", "Sales"),
    ),
    c.above_open_average: (
        ("Gwen Foster", "Which repos have more open issues than the average repo?"),
        ("Gwen Foster", "repos whose count of open issues lies above the average"),
    ),
}


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    c.ask_all(quiz, SIDES)
