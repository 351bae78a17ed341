"""The questions of Seeblick Kliniken that compare, nest and combine."""

from tests.companies import comparisons as c
from tests.companies.expect import Quiz

SIDES: c.Sides = {
    c.in_largest_team: (
        ("Monika Egger", "Who is in the ward or team with the most people?"),
        ("Monika Egger", "List the members of our largest team"),
    ),
    c.groups_above: (
        ("Regula Ammann", "Which departments have more than 10 people?", "department", 10),
        ("Heike Lorenz", "teams with more than five people", "team", 5),
    ),
    c.joiners_per_department: (
        ("Monika Egger", "How many people of each department joined since January 2022?", "2022-01-01"),
        ("Monika Egger", "joiners since 1 January 2020 by department", "2020-01-01"),
    ),
    c.busy_managers: (
        ("Regula Ammann", "Which managers have more direct reports than the average manager?"),
        ("Regula Ammann", "managers whose number of direct reports is above the average of all managers"),
    ),
    c.larger_of: (
        ("Regula Ammann", "Which department has more people, Nursing or IT?", "Nursing", "IT"),
        ("Monika Egger", "Medicine or IT: which of the two departments is bigger?", "Medicine", "IT"),
    ),
    c.two_sizes: (
        ("Heike Lorenz", "How many people are in the Medicine department, and how many in the Partnerships department?", "Medicine", "Partnerships"),
        ("Regula Ammann", "number of people in the IT department and in the Nursing department", "IT", "Nursing"),
    ),
    c.teams_without: (
        ("Monika Egger", "Which teams have nobody in Zürich?", "Zurich"),
        ("Regula Ammann", "teams without anyone in Konstanz", "Konstanz"),
    ),
    c.open_per_head: (
        ("Stefan Huber", "average number of open tickets per person in the Service Desk team", "Service Desk"),
        ("Ruth Baumann", "On Ward South, how many open tickets does a person have on average?", "Ward South"),
    ),
    c.above_open_average: (
        ("Stefan Huber", "Which systems have more open tickets than the average system?"),
        ("Stefan Huber", "systems whose number of open tickets is above the average per system"),
    ),
}


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    c.ask_all(quiz, SIDES)
