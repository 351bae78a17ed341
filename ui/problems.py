"""Errors as people and programs meet them: problem details with a next step, and what each kind means for a client."""

import math
from dataclasses import dataclass
from typing import Any

from agent.answer import Reason
from agent.errors import Declined, with_next_step
from kg import errors
from kg.leaving import shown
from ui.sign_in.access import NotOperator, NotSignedIn, UnknownPerson, UnnamedCompany
from ui.sign_in.provider import ProviderFailed
from ui.text.words import say


class NoSuchQuestion(errors.BadInput):
    """No open question of that id is yours."""


class AlreadyAnswered(errors.BadInput):
    """This question was answered before."""


class NoSuchRun(errors.BadInput):
    """No run of that id is yours, or it was too long ago."""


class NoSuchTalk(errors.BadInput):
    """No conversation or answer of that id is yours."""


class NotShared(errors.BadInput):
    """No answer is shared at this address, or it is shared no more."""


class GaveUp(errors.ShownToPerson):
    """The server stopped twice while it worked on this question, so it is not begun again. Please ask it in shorter or other words."""


class OtherBody(errors.BadInput):
    """This Idempotency-Key came before, with another question."""


class TooManyWaiting(errors.BadInput):
    """Too many questions wait in this conversation."""


class TooOften(errors.BadInput):
    """So many requests in a minute are more than one person may make."""

    def __init__(self, seconds: float) -> None:
        """`seconds`: until the next one is let in."""
        super().__init__(f"{type(self).__doc__} The next is let in after {math.ceil(seconds)} seconds.")
        self.seconds = seconds


class WrongSignature(errors.BadInput):
    """This webhook is not signed with a key that is known here, or for no company that is."""


class TooLarge(errors.BadInput):
    """What was sent is larger than it may be."""


class TooSlow(errors.BadInput):
    """What was announced did not come in time."""


class NoSuchRoute(errors.BadInput):
    """There is nothing at this address."""


class NotForMethod(NoSuchRoute):
    """What is at this address is not for this method."""


class Stopping(errors.EvergraphError):
    """Evergraph is being stopped, so the chat is not opened any more."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of error means for a client: HTTP status, exit class, next step; and the next step on a page, where it is another.

    `is_ours`: its own text names folders of the server and is not told; `memory/journal.py` logs it.
    """

    error: type[Exception]
    status: int
    reason: Reason
    next_step: str
    on_a_page: str = ""
    is_ours: bool = False


_SERVICES = "`evergraph status` says what runs; `evergraph up` starts it."
# The first row that fits, so the particular stands before the general.
PROBLEMS: tuple[Kind, ...] = (
    Kind(NotSignedIn, 401, Reason.NOT_PERMITTED, "Ask on the machine where Evergraph runs, as a person of a demo company.",
         "Sign in, and go on with what you opened."),
    Kind(WrongSignature, 401, Reason.NOT_PERMITTED, "Put the signing key of Merge's dashboard into the secret merge-webhook-key."),
    Kind(UnnamedCompany, 400, Reason.FAILED, "Name one of them as `tenant`.",
         "Sign in with another account, or ask whoever runs Evergraph to keep you in one company."),
    Kind(UnknownPerson, 403, Reason.NOT_PERMITTED, "Name a person of a company by e-mail address; `evergraph tenants` lists the companies.",
         "Sign in with another account, or ask whoever runs Evergraph to add you."),
    Kind(NotOperator, 403, Reason.NOT_PERMITTED, "Ask somebody who has the role operator; roles stand in the company's file."),
    Kind(ProviderFailed, 502, Reason.FAILED, "Sign in again at /sign-in; if it goes on, look at EVERGRAPH_OIDC_ISSUER and the client there.",
         "Try again. If it goes on, tell whoever runs Evergraph."),
    Kind(NoSuchQuestion, 404, Reason.NO_RECORD, "Look for the question's id in the answer that asked it, or ask anew."),
    Kind(NoSuchRun, 404, Reason.NO_RECORD, "Ask anew; an answer that was given stands in its conversation."),
    Kind(NoSuchTalk, 404, Reason.NO_RECORD, "`/api/sessions` lists your conversations.", "Look for it among your conversations, under Ask."),
    Kind(NotShared, 404, Reason.NO_RECORD, "Ask whoever gave you the address to share the answer anew."),
    Kind(NoSuchRoute, 404, Reason.NO_RECORD, "`/api/openapi.json` lists every address with its methods.",
         "Go on from one of the pages above."),
    Kind(AlreadyAnswered, 409, Reason.FAILED, "Ask your question once more."),
    Kind(GaveUp, 500, Reason.FAILED, "Ask in shorter or other words; `evergraph doctor` looks for the cause."),
    Kind(OtherBody, 409, Reason.FAILED, "Send a fresh key with each new question."),
    Kind(TooSlow, 408, Reason.FAILED, "Send the whole request at once."),
    Kind(TooLarge, 413, Reason.FAILED, "Send less at once."),
    Kind(TooManyWaiting, 429, Reason.FAILED, "Wait for an answer, then ask again."),
    Kind(TooOften, 429, Reason.FAILED, "Wait for as long as Retry-After says."),
    Kind(errors.BadInput, 400, Reason.FAILED, "Correct the input and try again."),
    Kind(errors.Cancelled, 409, Reason.FAILED, "Ask again when you like."),
    Kind(errors.NotConnected, 503, Reason.NOT_CONNECTED, "Connect an app of this kind, then ask again."),
    Kind(errors.SourceUnavailable, 503, Reason.FAILED, "Ask again in a moment."),
    Kind(errors.GraphUnavailable, 503, Reason.FAILED, _SERVICES),
    Kind(errors.StoreUnavailable, 503, Reason.FAILED, _SERVICES),
    Kind(errors.HistoryUnavailable, 503, Reason.FAILED, "Try again in a moment. If it goes on, tell whoever runs Evergraph.", is_ours=True),
    Kind(Stopping, 503, Reason.FAILED, _SERVICES, "Open this page again when Evergraph runs."),
    Kind(errors.EvergraphError, 500, Reason.FAILED, "`evergraph doctor` looks for the cause."),
)
_TOLD = ("title", "detail", "next_step")    # words for people
_NOT_NOW = (503, "This cannot be looked up now.", "Try again in a moment.")
_DECLINED = {
    Reason.NO_RECORD: (404, "There is no such record.", "Look for it by its name."),
    Reason.NOT_PERMITTED: (403, "This is not for you to see.", "Ask whoever it belongs to."),
}
_UNEXPECTED = {"type": "about:blank", "title": "Unexpected error.", "status": 500, "detail": "Something unexpected happened; it was logged.",
               "reason": Reason.FAILED, "next_step": "`evergraph doctor` looks for the cause."}


def as_shown(error: Exception) -> dict[str, Any]:
    """Problem details as a page tells them, in the language that is spoken, each thing once; what an error says of one record stays as it is."""
    problem = as_problem(error)
    kind = next((each for each in PROBLEMS if isinstance(error, each.error)), None)
    told = problem | {"next_step": kind.on_a_page} if kind is not None and kind.on_a_page else problem
    if told["detail"] == with_next_step(told["reason"], told["title"]):         # the page has a next step of its own
        told = told | {"detail": told["title"]}
    return told | {part: say(told[part]) for part in _TOLD}


def as_problem(error: Exception) -> dict[str, Any]:
    """Problem details. What an unexpected error says of itself stays in the log."""
    if isinstance(error, Declined):
        status, title, next_step = _DECLINED.get(error.reason, _NOT_NOW)
        return {"type": "about:blank", "title": title, "status": status, "detail": shown(str(error)), "reason": error.reason, "next_step": next_step}
    for kind in PROBLEMS:
        if isinstance(error, kind.error):
            title = (type(error).__doc__ or "").strip().splitlines()[0]
            return {"type": "about:blank", "title": title, "status": kind.status, "detail": title if kind.is_ours else shown(str(error)),
                    "reason": kind.reason, "next_step": kind.next_step}
    return dict(_UNEXPECTED)
