"""Does a question say a goal that was read in other words? Only if a plan for it passes the check that every plan of a model must pass.

Nobody's trust is asked for: the words of the question must say each part of the goal, and the goal must hold each of the words.
"""

from dataclasses import replace

from agent.catalogue import Catalogue
from agent.language import holds, tokens
from agent.plan import Column, Figures, Goal, Groups, Show, Table
from agent.react.quotes import Unfounded
from agent.react.reading import Founded, read_plan
from agent.react.rendered import rendered
from agent.rules.canonical import canonical
from agent.rules.evidence import Known


def restated(catalogue: Catalogue, question: str, known: Known, goal: Goal) -> Founded | None:
    """The goal as the question's own words say it, without a doubt; None where they do not."""
    if _adds_up(question) and not isinstance(goal, Figures | Groups):
        return None                     # "in total" is one figure of all, never the total that each of them has
    wanted = in_one_form(catalogue, goal)
    for plan in rendered(catalogue, question, known, goal):
        try:
            found = read_plan(catalogue, question, known, plan)
        except Unfounded:
            continue
        if not (found.doubts or found.bindings) and in_one_form(catalogue, found.goal) == wanted:
            return found
    return None


def _adds_up(question: str) -> bool:
    said = tuple(token.plain for token in tokens(question))
    return any(holds(said, phrase) for phrase in _IN_TOTAL)


_IN_TOTAL = (("in", "total"), ("in", "all"), ("altogether",), ("all", "together"), ("in", "sum"))


def in_one_form(catalogue: Catalogue, goal: Goal) -> Goal:
    """What rows are called is no part of a goal, nor whether the one field of things has their names beside it."""
    if isinstance(goal, Show) and goal.unit is None:
        goal = Table(goal.node, (Column(goal.field),))
    same: Goal = canonical(catalogue, replace(goal, label="") if isinstance(goal, Table) else goal)
    return same
