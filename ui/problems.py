"""Errors as people and programs meet them: problem details with a next step, and what each kind means for a client."""

from typing import Any

from kg import errors
from ui.access import NotOperator, NotSignedIn, UnknownPerson


class NoSuchQuestion(errors.BadInput):
    """No open question of that id is yours."""


class AlreadyAnswered(errors.BadInput):
    """This question was answered before."""


class NoSuchRun(errors.BadInput):
    """No run of that id is yours, or it was too long ago."""


class OtherBody(errors.BadInput):
    """This Idempotency-Key came before, with another question."""


class TooManyWaiting(errors.BadInput):
    """Too many questions wait in this conversation."""


# The first row that fits, so the particular stands before the general: kind of error, HTTP status, next step.
PROBLEMS: tuple[tuple[type[Exception], int, str], ...] = (
    (NotSignedIn, 401, "Ask on the machine where Evergraph runs, as a person of a demo company."),
    (UnknownPerson, 403, "Name a person of the company by e-mail address."),
    (NotOperator, 403, "Ask somebody who has the role operator; roles stand in the company's file."),
    (NoSuchQuestion, 404, "Look for the question's id in the answer that asked it, or ask anew."),
    (AlreadyAnswered, 409, "Ask your question once more."),
    (NoSuchRun, 404, "Ask anew; an answer that was given stands in its conversation."),
    (OtherBody, 409, "Send a fresh key with each new question."),
    (TooManyWaiting, 429, "Wait for an answer, then ask again."),
    (errors.BadInput, 400, "Correct the input and try again."),
    (errors.Cancelled, 409, "Ask again when you like."),
    (errors.NotConnected, 503, "Connect an app of this kind, then ask again."),
    (errors.SourceUnavailable, 503, "Ask again in a moment."),
    (errors.GraphUnavailable, 503, "`evergraph status` says what runs; `evergraph up` starts it."),
    (errors.StoreUnavailable, 503, "`evergraph status` says what runs; `evergraph up` starts it."),
    (errors.EvergraphError, 500, "`evergraph doctor` looks for the cause."),
)
_UNEXPECTED = "Something unexpected happened; it was logged."


def status_of(error: Exception) -> int:
    """The HTTP status of an error."""
    return next((status for kind, status, _ in PROBLEMS if isinstance(error, kind)), 500)


def as_problem(error: Exception) -> dict[str, Any]:
    """Problem details. What an unexpected error says of itself stays in the log."""
    for kind, status, next_step in PROBLEMS:
        if isinstance(error, kind):
            title = (type(error).__doc__ or "").strip().splitlines()[0]
            return {"type": "about:blank", "title": title, "status": status, "detail": str(error), "next_step": next_step}
    return {"type": "about:blank", "title": "Unexpected error.", "status": 500, "detail": _UNEXPECTED,
            "next_step": "`evergraph doctor` looks for the cause."}
