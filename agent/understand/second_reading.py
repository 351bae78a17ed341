"""A second reading of a message: the grammar's, made while the model thinks, and where doubt is left a second plan of the model.

Both are held against the plan in canonical form (`agent/understand/verify/agreement.py`). A second plan is one call more; where it does not come,
all is as if none had been asked for.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import replace

from agent.answer import Event
from agent.catalogue import Catalogue
from agent.language.effort import TooComplex
from agent.llm.port import ModelFailed
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Goal
from agent.plan.periods import Calendar
from agent.question.dialogue import Listing
from agent.question.progress import SideTask
from agent.question.turn import Turn
from agent.understand.by_grammar import read_by_grammar
from agent.understand.goals import put_in_usual_words
from agent.understand.model import shape
from agent.understand.model.acts import AmbiguousAct, decode, goals_of
from agent.understand.model.planner import Planned
from agent.understand.verify import Agreement
from agent.understand.verify.agreement import are_same, is_same


def by_grammar(catalogue: Catalogue, turn: Turn) -> tuple[Goal, ...]:
    """What the grammar reads the message as, likeliest first; () where it reads nothing or too much is said, or the model alone is to read."""
    if turn.context.planner == "model":
        return ()
    with suppress(TooComplex):
        return read_by_grammar(catalogue, put_in_usual_words(replace(turn, context=turn.context.fresh()))).goals
    return ()


def agreement(catalogue: Catalogue, calendar: Calendar, goals: Sequence[Goal], by_grammar: Sequence[Goal]) -> frozenset[Agreement]:
    """Whether one of the grammar's readings is the plan's; nothing of a plan for several requests, or where there is no such reading."""
    if len(goals) != 1 or not by_grammar:
        return frozenset()
    is_read = any(is_same(catalogue, calendar, goals[0], each) for each in by_grammar)
    return frozenset({"same reading" if is_read else "other reading"})


def sampled(
    catalogue: Catalogue, turn: Turn, planned: Planned, again: Callable[[], Planned | None],
) -> Generator[Event, None, tuple[Planned | None, frozenset[Agreement]]]:
    """The second plan of the model, which is told as a step, and whether it is the same; (None, nothing) where there is none."""
    look = SideTask(f"{turn.prefix}w", "Does the language model read it so a second time?", "no second plan")

    def ask() -> tuple[Planned | None, frozenset[Agreement]]:
        try:
            other = again()
        except ModelFailed:
            return None, frozenset()
        goals = goals_of(other.acts) if other is not None else ()
        if not goals:
            return None, frozenset()
        is_again = are_same(catalogue, turn.context.calendar(), goals_of(planned.acts), goals)
        look.found = "yes" if is_again else f"as: {'; and '.join(say_goal(catalogue, goal) for goal in goals)}"
        return other, frozenset({"same sample" if is_again else "other sample"})

    return (yield from turn.progress.looked(look, ask))


def between(catalogue: Catalogue, one: Planned, other: Planned, listed: Sequence[Listing] = ()) -> tuple[shape.Message, AmbiguousAct] | None:
    """Two plans as the two readings of one question back; None where they are not one question each. `listed`: rows that they may point at."""
    options = [{"label": "", "act": act} for each in (one, other) for act in each.said.model_dump(by_alias=True, mode="json")["acts"]]
    if any(len(each.acts) != 1 or len(goals_of(each.acts)) != 1 for each in (one, other)):
        return None
    said = one.said.model_copy(update={"acts": [shape.AskBack.model_validate({"goal": "ask", "text": "", "options": options})]})
    acts, _ = decode(catalogue, said, listed)
    return (said, acts[0]) if acts and isinstance(acts[0], AmbiguousAct) else None
