"""What a question would come to if it were meant so: tried by the same rights, without a language model, and told to nobody.

Neither its notes and steps nor its totals are kept.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from agent.answer import Answer, Event, Reason, Result
from agent.dialogue.stages import Ended, ended
from agent.errors import Declined, NeedsChoice
from agent.plan.algebra import Figures, Goal, Groups, Names, Table
from agent.query.operations import StaleGraph
from agent.question.ledger import TotalsInMemory
from agent.question.links import Choices
from agent.question.progress import Progress
from agent.question.turn import Turn

Answering = Callable[[Turn], Generator[Event, None, Ended]]
MOST = 3                                # meanings that are tried


def tried(turn: Turn, answering: Answering, choices: Choices | None = None) -> Answer | None:
    """The answer to the turn, also with these choices; None where there is none, or it cannot be told."""
    context = turn.context.fresh({**turn.context.links.choices, **(choices or {})})
    context = replace(context, model=None, ledger=replace(context.ledger, totals=TotalsInMemory()))
    try:
        answer = ended(answering(replace(turn.unread(context), progress=Progress()))).answer
    except Declined as declined:
        return turn.declined(declined.reason, "") if declined.reason is Reason.NO_RECORD else None
    except (NeedsChoice, StaleGraph):
        return None
    return answer if answer.status == "answered" or answer.reason is Reason.NO_RECORD else None


def tried_as(turn: Turn, goal: Goal, answering: Answering) -> Answer | None:
    """The answer to another goal in the turn's place."""
    return tried(replace(turn, read=replace(turn.read, goal=goal)), answering)


def tells_something(result: Result | None) -> bool:
    """Is there anything in it but none, no and 0?"""
    return result is not None and any(cell for row in result.rows for cell in row)


def tried_each(turn: Turn, goals: Sequence[Goal], answering: Answering) -> list[Answer | None]:
    """The answers to a few goals in the turn's place; none to many."""
    return [tried_as(turn, goal, answering) for goal in goals] if len(goals) <= MOST else []


def all_tell_none(answers: Sequence[Answer | None]) -> bool:
    """Are there answers, and does each tell that there is none? One of them is then as true as the other."""
    return bool(answers) and all(answer is not None and answer.status == "answered" and _tells_none(answer.result) for answer in answers)


def _tells_none(result: Result | None) -> bool:
    return result is not None and not tells_something(result)


def one_with_result(goals: Sequence[Goal], answers: Sequence[Answer | None]) -> Goal | None:
    """The one of several goals that finds something where the others find nothing; None where several do, or one may not be answered.

    A yes and a no are both answers, and what one thing does not hold is no less what was asked for.
    """
    if len(answers) < len(goals) or not all(isinstance(goal, Names | Table | Figures | Groups) for goal in goals):
        return None
    if any(answer is None or (answer.status == "answered" and answer.result is None) for answer in answers):
        return None
    found = [goal for goal, answer in zip(goals, answers, strict=True) if answer is not None and tells_something(answer.result)]
    return found[0] if len(found) == 1 else None
