"""Questions about the last answer and about the assistant itself: recognised by patterns, answered from what was kept, from status and policy."""

from agent.about.last import Entry, about_last
from agent.about.patterns import asked
from agent.about.status import about_assistant
from agent.synthesis import Draft
from agent.turn import Turn

__all__ = ["Entry", "about"]


def about(turn: Turn, last: Entry | None) -> Draft | None:
    """The answer to a question about the last answer or the assistant; None for every other question.

    `last`: the turn of this session that "that" means, as the history holds it; None where nothing was said yet.
    Raises Declined where the records of the last answer may not be seen any more or cannot be read.
    """
    for one in asked(turn.text):
        if one.of_last:
            draft = about_last(turn.run, one.kind, one.about, last) if last is not None else None
        else:
            draft = about_assistant(turn.run, one.kind, one.about)
        if draft is not None:
            return draft
    return None
