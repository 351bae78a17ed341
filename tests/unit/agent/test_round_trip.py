"""What a plan is put into words as is read back as that plan, or not at all: of all plans of the tests' questions a share that must not fall."""

from dataclasses import replace
from typing import Any

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Names, Table
from agent.understand.grammar.canonical import canonical
from tests.unit.agent import test_alternatives, test_set_questions, test_yes_or_no
from tests.unit.agent.directory import read_question

GOALS = [goal for module in (test_set_questions, test_yes_or_no, test_alternatives) for goal, _ in module.READ.values()]
READ_BACK = 0.35                        # of them, at least; the rest is words that say keeps apart and nobody would write


def asked(said: str) -> str:
    """The words in the mouth of the person to whom they are said."""
    turned = {"you": "I", "your": "my", "are": "am"} if said.startswith("whether you") else {"you": "me", "your": "my"}
    return " ".join(turned.get(word, word) for word in said.split(" "))


def meant(goal: Any) -> Any:
    """A goal in one form, without the question's own word for rows."""
    return canonical(catalogue(), replace(goal, label="") if isinstance(goal, Names | Table) else goal)


def test_words_of_a_plan_are_read_as_that_plan_or_not_at_all():
    back = {said: [meant(g) for g in read_question(asked(said)).goals] for said in (say_goal(catalogue(), goal) for goal in GOALS)}
    goals = {say_goal(catalogue(), goal): meant(goal) for goal in GOALS}
    otherwise = [said for said, found in back.items() if found and goals[said] not in found]
    assert otherwise == []
    assert sum(found == [goals[said]] for said, found in back.items()) / len(back) >= READ_BACK
