"""A stored question taken up again by a reply: one option chosen, several, what is left asked about, or a new question instead."""

from collections.abc import Generator
from dataclasses import replace

from agent.answer import Clarification, Event, Reason
from agent.catalogue import Catalogue
from agent.dialogue.alternatives import take_up_alternative
from agent.dialogue.answering import checked_answer
from agent.dialogue.clarifications import Clarifications, asked_again, what_is_left
from agent.dialogue.requests import is_read
from agent.dialogue.stages import Ended, StageResult
from agent.errors import Declined, NeedsChoice
from agent.language.words import Utterance
from agent.question.turn import Turn
from agent.respond import Draft
from agent.understand.about import topics_asked
from agent.understand.preferences import CONFIRM
from agent.understand.reading import reads_by_model
from agent.understand.replies import Reply, drops_question, is_question, read_reply
from memory.questions import StoredQuestion

_DROPPED = "All right, I leave that question. Ask whenever you need something else."

Instead = Clarification | NeedsChoice | Draft       # what is said to a reply that settles nothing: the question once more, what is left of it, a word


def resume_question(catalogue: Catalogue, clarifications: Clarifications, turn: Turn) -> Generator[Event, None, StageResult]:
    """The question that this replies to, taken up again; where the reply settles nothing, the answer is what is said instead. Raises Declined."""
    if turn.ask.reply_to is None:
        return turn
    anew = take_up_alternative(turn)
    if anew is not None:
        return anew
    return (yield from _resume(catalogue, clarifications, turn, by_model=reads_by_model(turn)))


def resume_without_model(catalogue: Catalogue, clarifications: Clarifications, turn: Turn) -> Generator[Event, None, StageResult]:
    """Resumes the question for a reply that a language model was to read and did not; the question is not lost. Raises Declined."""
    is_left = turn.ask.reply_to is not None and reads_by_model(turn)
    question = clarifications.find(turn.context.person, str(turn.ask.reply_to)) if is_left else None
    if question is None or question.state["mention"] in turn.context.links.choices or turn.request.each:
        return turn                     # no question is open, or it was taken up
    return (yield from _resume(catalogue, clarifications, turn, by_model=False))


def _resume(catalogue: Catalogue, clarifications: Clarifications, turn: Turn, *, by_model: bool) -> Generator[Event, None, StageResult]:
    turn, instead = _resumed(catalogue, clarifications, turn, by_model=by_model)
    if isinstance(instead, NeedsChoice):
        instead = yield from clarifications.put(turn, instead)
    if isinstance(instead, Clarification):
        return Ended(turn, turn.clarify(instead))
    return checked_answer(turn, instead) if instead is not None else turn


def _resumed(catalogue: Catalogue, clarifications: Clarifications, turn: Turn, *, by_model: bool) -> tuple[Turn, Instead | None]:
    """The turn with its stored question, and what is said instead of answering that.

    None where it goes on: with what was chosen, or with words that are a question of their own.
    """
    question = clarifications.find(turn.context.person, str(turn.ask.reply_to))
    if question is None:
        raise Declined(Reason.NO_RECORD, "There is no open question of that id for you.")
    if drops_question(turn.ask.text) and not question.state["mention"].startswith(CONFIRM):
        clarifications.settle(turn.context.person, question, turn.ask.text)
        return turn, Draft(_DROPPED, None, (), (_DROPPED,))
    reply = read_reply(question, turn.ask.text)
    if _is_new(catalogue, turn, question, reply, by_model=by_model):
        return turn, None
    if reply is None or (len(reply.left) == len(question.options) and not (reply.one or reply.each)):
        return turn, asked_again(question, turn.ask.text)
    clarifications.settle(turn.context.person, question, reply.one["id"] if reply.one else turn.ask.text)
    if not reply.left:
        raise Declined(Reason.NO_RECORD, "Then I know nothing else that this could be. Please ask again with the full name, or in other words.")
    turn = _taken_up(turn, question)
    if not reply.one and not reply.each:
        return turn, what_is_left(question, reply)
    return _chosen(turn, question, reply), None


def _is_new(catalogue: Catalogue, turn: Turn, question: StoredQuestion, reply: Reply | None, *, by_model: bool) -> bool:
    """Is this no reply but said for itself? What was seen of the person can wait for their word.

    A language model reads what fits no option, and what says more than one.
    """
    if by_model and (reply is None or not reply.is_whole):
        return True
    if reply is None and (question.state["mention"].startswith(CONFIRM) or topics_asked(turn.text)):
        return True
    is_exact = reply is not None and reply.one is not None and turn.ask.text.strip() in (reply.one["id"], reply.one["label"])
    if reply is not None and (is_exact or not is_question(turn.text)):
        return False
    return is_read(catalogue, turn) or (reply is None and is_question(turn.text))


def _taken_up(turn: Turn, question: StoredQuestion) -> Turn:
    turn.context.links.choose(question.state["choices"])
    return replace(turn, text=Utterance(question.state["text"] or turn.text))


def _chosen(turn: Turn, question: StoredQuestion, reply: Reply) -> Turn:
    """One thing is chosen for the question, or it is asked for each of several."""
    mention = question.state["mention"]
    if reply.one is None:
        each = tuple((str(option["label"]), {mention: option["key"]}) for option in reply.left)
        return replace(turn, request=replace(turn.request, each=each))
    turn.context.links.choose({mention: reply.one["key"]})
    return turn
