"""The questions of Seeblick Kliniken that compare, nest and combine."""

from tests.companies import comparisons as c
from tests.companies.expect import Quiz


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    quiz.about("hris", "hop")
    quiz.same(c.in_largest_team, "Monika Egger", "Who is in the ward or team with the most people?", "List the members of our largest team")
    quiz.about("hris", "group")
    quiz.pair(
        c.groups_above,
        ("Regula Ammann", "Which departments have more than 10 people?", "department", 10),
        ("Heike Lorenz", "teams with more than five people", "team", 5),
    )
    quiz.pair(
        c.joiners_per_department,
        ("Monika Egger", "How many people of each department joined since January 2022?", "2022-01-01"),
        ("Monika Egger", "joiners since 1 January 2020 by department", "2020-01-01"),
    )
    quiz.about("hris", "aggregate")
    quiz.same(
        c.busy_managers,
        "Regula Ammann",
        "Which managers have more direct reports than the average manager?",
        "managers whose number of direct reports is above the average of all managers",
    )
    quiz.pair(
        c.larger_of,
        ("Regula Ammann", "Which department has more people, Nursing or IT?", "Nursing", "IT"),
        ("Monika Egger", "Medicine or IT: which of the two departments is bigger?", "Medicine", "IT"),
    )
    quiz.pair(
        c.two_sizes,
        ("Heike Lorenz", "How many people are in the Medicine department, and how many in the Partnerships department?", "Medicine", "Partnerships"),
        ("Regula Ammann", "number of people in the IT department and in the Nursing department", "IT", "Nursing"),
    )
    quiz.about("hris", "filter")
    quiz.pair(
        c.teams_without,
        ("Monika Egger", "Which teams have nobody in Zürich?", "Zurich"),
        ("Regula Ammann", "teams without anyone in Konstanz", "Konstanz"),
    )
    quiz.about("cross", "cross_app")
    quiz.pair(
        c.open_per_head,
        ("Stefan Huber", "average number of open tickets per person in the Service Desk team", "Service Desk"),
        ("Ruth Baumann", "On Ward South, how many open tickets does a person have on average?", "Ward South"),
    )
    quiz.about("ticketing", "aggregate")
    quiz.same(
        c.above_open_average,
        "Stefan Huber",
        "Which systems have more open tickets than the average system?",
        "systems whose number of open tickets is above the average per system",
    )
