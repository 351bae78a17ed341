"""A second look: a model that has not seen how a goal came about says what differs between the question and the goal in words.

It can only take away: an answer is never given because a model approves. Whether the words mean the goal is decided by `reading`.
"""

from collections.abc import Sequence

from agent.llm.budget import Budget
from agent.llm.port import Message, Model, Prompt, Role
from agent.react import shape
from agent.react.prompts import fenced, instructions


def differences(model: Model, budget: Budget, question: str, understood: str, notes: Sequence[str]) -> tuple[str, ...]:
    """What differs, () for nothing. `notes`: what was taken for granted, and what was asked before. Raises ModelFailed."""
    text, version = instructions("judge")
    asked = f"Question: {fenced(question)}\nUnderstood as: {fenced(understood)}\nNote: {fenced(' '.join(notes) or 'none')}"
    prompt = Prompt("react/judge", version, (Message("system", text), Message("user", asked, frozenset({"A"}))))
    return tuple(d for d in model.structured(Role.JUDGE, prompt, shape.Verdict, budget).data.differences if d.strip())
