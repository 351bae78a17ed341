"""Two things held against each other: side by side, whether the first is more, and by how much; and what only looks like it."""

import pytest

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.unit.agent.directory import read_question

DEFECTS = "the number of tickets that are reported in {month} 2026 and with type “Defect”"
OPEN = "the number of open tickets {of}"
ATLAS, SEAWALL = OPEN.format(of="in project “Lighthouse”"), OPEN.format(of="in project “Seawall”")
ANA, BEN = OPEN.format(of="of employee “Ana Ruiz”"), OPEN.format(of="of employee “Ben Cole”")
HIRED = [f"the number of employees that are joined in {year}" for year in (2026, 2025)]
RATES = [f"the share of those that are won among the opportunities that are decided in {year}" for year in (2026, 2025)]
REVENUE = [f"the total revenue of the revenue with date in {year}" for year in (2026, 2025)]


def both(*of: str) -> str:
    """Figures side by side, as they are said."""
    return ", and ".join(f"({each})" for each in of)


@pytest.mark.parametrize("question, said", [
    ("number of defects reported in October versus September", both(DEFECTS.format(month="October"), DEFECTS.format(month="September"))),
    ("open tickets in Lighthouse vs Seawall", both(ATLAS, SEAWALL)),
    ("compare the number of open tickets of Ana Ruiz and Ben Cole", both(ANA, BEN)),
    ("Compare open tickets in Lighthouse with those in Seawall", both(ATLAS, SEAWALL)),
    ("win rate this year vs. last year", both(*RATES)),
    ("how does our win rate this year compare to last year?", both(*RATES)),
    ("What was our revenue this year, compared to last year?", both(*REVENUE)),
    ("how many Sev1 versus Sev2 defects are open?", both(*(OPEN.format(of=f"with priority “{p}” and with type “Defect”") for p in ("Sev1", "Sev2")))),
    ("open vs closed tickets in project Seawall", both(SEAWALL, "the number of closed tickets in project “Seawall”")),
    ("start date of Ana Ruiz versus Ben Cole", "for each of employee “Ana Ruiz” together with employee “Ben Cole”: the start date"),
    ("did we hire more people this year than last year?", f"whether the first is more: {both(*HIRED)}"),
    ("Is our revenue lower this year than last year?", f"whether the first is less: {both(*REVENUE)}"),
    ("are there more open tickets in Lighthouse than in Seawall?", f"whether the first is more: {both(ATLAS, SEAWALL)}"),
    ("how many more people did we hire this year than last year?", f"by how much the first is more: {both(*HIRED)}"),
    ("how many fewer open tickets does Ana Ruiz have than Ben Cole?", f"by how much the first is less: {both(ANA, BEN)}"),
    ("by how much is our revenue higher this year than last year?", f"by how much the first is more: {both(*REVENUE)}"),
    ("how much higher is our win rate this year than last year?", f"by how much the first is more: {both(*RATES)}"),
])
def test_two_things_are_told_together(question: str, said: str) -> None:
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [said]


def test_more_of_what_is_paid_for_is_more_money() -> None:
    (goal,) = read_question("did we invoice more this year than last year?").goals
    assert "the overall total of the invoices" in say_goal(catalogue(), goal)


@pytest.mark.parametrize("question", [
    "open tickets in Lighthouse vs deals of Kenmore Freight", "open defects in Lighthouse versus overdue tickets in Seawall",
    "win rate this year vs revenue last year", "who reports to Ana Ruiz vs Ben Cole", "is Ana Ruiz more senior than Ben Cole?",
    "overdue invoices against Kenmore Freight", "open tickets versus", "versus Seawall",
])
def test_what_differs_in_more_than_one_place_is_no_comparison(question: str) -> None:
    assert read_question(question).goals == ()


@pytest.mark.parametrize("follow_up", ["compared to last year?", "and versus last year", "how does that compare with last year?"])
def test_a_last_figure_is_held_against_another(follow_up: str) -> None:
    (last,) = read_question("what is our win rate this year?").goals
    assert [say_goal(catalogue(), goal) for goal in read_question(follow_up, last=last).goals] == [both(*RATES)]
