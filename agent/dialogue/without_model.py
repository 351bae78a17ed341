"""Whether a message is read without a language model, so that a small one, which reads worse than the grammar and slowly, is not asked."""

from dataclasses import replace

from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.dialogue.requests import is_read
from agent.language.deeds import is_deed
from agent.question.turn import Turn
from agent.understand.about import topics_asked
from agent.understand.goals import put_in_usual_words
from agent.understand.model.unclassified import mapped
from agent.understand.preferences import is_said
from agent.understand.refusal import Unread, not_understood

_CERTAIN = (Reason.NOT_PERMITTED, Reason.NOT_CONNECTED)


def is_read_without_model(catalogue: Catalogue, turn: Turn) -> bool:
    """By the grammar, or as one of the fixed forms; or it is refused for a reason that its words tell."""
    if is_said(turn.ask.text) or topics_asked(turn.text) or is_deed(turn.words):
        return True
    own = put_in_usual_words(replace(turn, context=turn.context.fresh()))
    return is_read(catalogue, own) or _refused(own) in _CERTAIN


def _refused(turn: Turn) -> Reason:
    return not_understood(turn.context, turn.words, Unread(unclassified=mapped(turn.context).unclassified)).reason
