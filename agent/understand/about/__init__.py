"""Questions about the last answer and about the assistant itself: recognised by patterns, answered from what was kept, from status and policy."""

from agent.question.dialogue import Entry
from agent.question.turn import Turn
from agent.respond import Draft
from agent.understand.about.last_answer import about_last
from agent.understand.about.patterns import topics_asked
from agent.understand.about.status import about_assistant

__all__ = ["about", "about_said", "topics_asked"]


def about(turn: Turn, last: Entry | None) -> Draft | None:
    """The answer to a question about the last answer or the assistant; None for every other question.

    `last`: the turn of this session that "that" means, as the history holds it; None where nothing was said yet.
    Raises Declined where the records of the last answer may not be seen any more or cannot be read.
    """
    for one in topics_asked(turn.text):
        draft = about_said(turn, one.kind, one.about, last) if one.of_last else about_assistant(turn.context, one.kind, one.about)
        if draft is not None:
            return draft
    return None


def about_said(turn: Turn, kind: str, about: str, last: Entry | None) -> Draft | None:
    """The answer to a question of a kind (a row of about.toml) about an earlier answer; None where there is none. Raises Declined."""
    if last is None:
        return None
    _ = turn.context.viewer()               # who has left is told nothing of what was said to them
    return about_last(turn.context, kind, about, last)
