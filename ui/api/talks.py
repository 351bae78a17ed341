"""Routes for the person's own conversations, and the questions put to them."""

from typing import Any

from fastapi import APIRouter, Request, Response

from agent.answer import Option
from kg.errors import BadInput
from memory.questions import StoredQuestion
from ui.api.callers import asker_of, conversations_of
from ui.api.shapes import OpenQuestion, SessionName, Talk
from ui.tables import as_csv

_CSV: dict[int | str, dict[str, Any]] = {200: {"description": "The table.", "content": {"text/csv": {"schema": {"type": "string"}}}}}
routes = APIRouter(prefix="/api", tags=["conversations"])


@routes.get("/sessions")
def sessions(request: Request, tenant: str | None = None) -> list[SessionName]:
    """The person's sessions, the one that was used last at the end."""
    person = asker_of(request, tenant, "history")
    return [SessionName(id=each) for each in conversations_of(request).sessions(person)]


@routes.get("/sessions/{session}/turns/{turn}/table.csv", response_class=Response, responses=_CSV)
def table_file(session: str, turn: str, request: Request, tenant: str | None = None) -> Response:
    """The table of an answer as a file, all its rows."""
    found = conversations_of(request).table(asker_of(request, tenant, "history"), session, turn)
    if found is None:
        raise BadInput("There is no such table.")
    told = {"Content-Disposition": 'attachment; filename="table.csv"', "Cache-Control": "no-store"}
    return Response(as_csv(found), media_type="text/csv; charset=utf-8", headers=told)


@routes.get("/sessions/{session}")
def session(session: str, request: Request, tenant: str | None = None) -> Talk:
    """What was said in a session, and its questions that wait for an answer."""
    person, conversations = asker_of(request, tenant, "history"), conversations_of(request)
    waiting = [as_shape(question) for question in conversations.open_questions(person, session)]
    return Talk(id=session, turns=[dict(turn) for turn in conversations.turns(person, session)], open_questions=waiting)


def as_shape(question: StoredQuestion) -> OpenQuestion:
    """A stored question as its person may see it: of its options what is shown, and nothing of the plan's state."""
    options = [Option(each["id"], each["label"]) for each in question.options]
    return OpenQuestion(id=question.id, prompt=question.prompt, options=options, asked_at=question.asked_at, session=question.session)
