"""What a person's own words mean, as a vector, where the installation has a model for vectors: whatever is near is a proposal."""

from agent.llm.patience import within
from agent.llm.port import ModelFailed, Role
from agent.question.context import QuestionContext
from kg.vectors import Meaning, meaning

SECONDS = 3.0                           # of a question's time that a vector is worth


def meaning_of(context: QuestionContext, text: str) -> Meaning | None:
    """The vector of the person's own words; None where there is no model for it, or it does not answer in time."""
    model = context.model
    if model is None or Role.EMBED not in model.names:
        return None
    try:
        vector = within(SECONDS, lambda: model.embed([text], context.budget.sooner(SECONDS), frozenset()))[0]
    except ModelFailed:
        return None
    return meaning(model.names[Role.EMBED], vector)
