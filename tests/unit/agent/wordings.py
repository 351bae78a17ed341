"""One shape of test for a construction: wordings with the goal that each is read as, and near misses of which none is made."""

from collections.abc import Callable, Mapping, Sequence

from agent.plan.algebra import Goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

Read = Mapping[str, tuple[Goal, Sequence[str]]]     # by what is said: the goal, and its wordings


def reads(read: Read) -> Callable[[str, Goal], None]:
    """A test that each wording has its goal and no other."""
    wordings = [(question, goal) for goal, questions in read.values() for question in questions]

    @each_case("question, goal", wordings)
    def test(question, goal):
        assert read_question(question).goals == (goal,)

    return test


def reads_nothing(untold: Sequence[str]) -> Callable[[str], None]:
    """A test that none of the questions has a reading."""

    @each_case("question", untold)
    def test(question):
        assert read_question(question).goals == ()

    return test
