"""What is done with the acts of a message that are no questions about records: statements, questions about answers, wishes, refusals.

No word of the model reaches the person: each act is told in words of the product.
"""

from collections.abc import Callable, Mapping
from typing import Any

from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.errors import Choice, Declined, NeedsChoice
from agent.language.deeds import where_done
from agent.phrasing.goals import say_goal
from agent.policy.decision import whom_to_ask
from agent.question.links import MEANT, WHICH
from agent.question.turn import Turn
from agent.respond import Draft
from agent.understand.about import about_said
from agent.understand.about.patterns import app_in
from agent.understand.about.status import about_assistant
from agent.understand.model.acts import AboutAct, Act, AmbiguousAct, ChangeAct, ForgetAct, RefusalAct, StatementAct
from agent.understand.preferences import Learner
from agent.understand.refusal import CAN, INSTEAD, unlinked_app

_OF_LAST = frozenset({"how", "records", "left_out", "as_of", "assumed", "refused"})
_OF_PREFERENCES = frozenset({"believe", "undo"})
_NOTHING_SAID = "Nothing was answered in this conversation yet that I could say more about."
_NOT_REFUSED = "Your last question was answered, so there is no refusal to explain. How the answer came about is told by “how did you find that?”."
_REASONS: Mapping[str, tuple[Reason, str]] = {
    "not_connected": (Reason.NOT_CONNECTED, "That would be in an app of a kind that is not connected for your company."),
    "not_permitted": (Reason.NOT_PERMITTED, "You may not see that. Ask your HR partner or whoever runs the app that it is in."),
    "unclassified": (Reason.NOT_PERMITTED, f"You may not see that. Ask {whom_to_ask('X')}."),
    "out_of_scope": (Reason.OUT_OF_SCOPE, f"I can't tell that from your company's apps. {INSTEAD}"),
    "unsafe": (Reason.UNSAFE, "I don't answer this."),
}


def answer_message_act(catalogue: Catalogue, learner: Learner, turn: Turn, act: Act) -> Draft:
    """The answer to an act that is no question about records. Raises Declined, NeedsChoice."""
    return _ACTS[type(act)](catalogue, learner, turn, act)


def _stated(_: Catalogue, learner: Learner, turn: Turn, act: StatementAct) -> Draft:
    return learner.stated(turn, act)


def _forgotten(_: Catalogue, learner: Learner, turn: Turn, act: ForgetAct) -> Draft:
    return learner.forgotten(turn, act.subject)


def _about(_: Catalogue, learner: Learner, turn: Turn, act: AboutAct) -> Draft:
    if act.what in _OF_PREFERENCES:
        return learner.talked(turn, act.what)
    if act.what in _OF_LAST:
        found = about_said(turn, act.what, act.text, turn.dialogue.last_said)
    else:
        found = about_assistant(turn.context, act.what, act.text) or about_assistant(turn.context, act.what, "")
    if found is None:
        nothing = _NOT_REFUSED if act.what == "refused" and turn.dialogue.last_said is not None else _NOTHING_SAID
        raise Declined(Reason.OUT_OF_SCOPE, nothing if act.what in _OF_LAST else CAN)
    return found


def _deed(catalogue: Catalogue, _: Learner, turn: Turn, act: ChangeAct) -> Draft:
    model = catalogue.models.get(act.model)
    linked = {a.category: a.integration for a in turn.context.live.gateway.accounts}
    apps = [linked[model.category]] if model is not None and model.category in linked else []
    raise Declined(Reason.OUT_OF_SCOPE, where_done(apps))


def _refused(_: Catalogue, __: Learner, turn: Turn, act: RefusalAct) -> Draft:
    reason, text = _REASONS[act.reason]
    category = app_in(act.text.lower()) if act.reason == "not_connected" else None
    if category is not None and category not in turn.context.live.gateway.categories():
        text = unlinked_app(category)
    raise Declined(reason, text)


def chosen_act(catalogue: Catalogue, turn: Turn, act: Act) -> Act:
    """The reading that the person chose of one that leaves two open; every other act as it is.

    Raises NeedsChoice, and Declined where the person said that it is not meant so.
    """
    if turn.context.links.choices.get(MEANT) == "no":
        raise Declined(Reason.OUT_OF_SCOPE, "Then I did not understand it. Please say it in other words.")
    if not isinstance(act, AmbiguousAct):
        return act
    by_words = {say_goal(catalogue, one.goal): one for _, one in act.options}
    chosen = by_words.get(turn.context.links.choices.get(WHICH, ""))
    if chosen is None and len(by_words) > 1:
        raise NeedsChoice(WHICH, "How do you mean it?", tuple(Choice(words, words) for words in by_words))
    return chosen or act.options[0][1]


_ACTS: Mapping[type, Callable[[Catalogue, Learner, Turn, Any], Draft]] = {
    StatementAct: _stated, ForgetAct: _forgotten, AboutAct: _about, ChangeAct: _deed, RefusalAct: _refused,
}
