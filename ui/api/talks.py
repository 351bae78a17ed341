"""Routes for the person's own conversations."""

from typing import Any

from fastapi import APIRouter, Request

from ui.api.callers import asker_of, conversations_of

routes = APIRouter(prefix="/api", tags=["conversations"])


@routes.get("/sessions")
def sessions(request: Request, tenant: str | None = None) -> list[dict[str, str]]:
    """The person's sessions, the one that was used last at the end."""
    person = asker_of(request, tenant)
    return [{"id": each} for each in conversations_of(request).sessions(person)]


@routes.get("/sessions/{session}")
def session(session: str, request: Request, tenant: str | None = None) -> dict[str, Any]:
    """What was said in a session, and its questions that wait for an answer."""
    person, conversations = asker_of(request, tenant), conversations_of(request)
    waiting = [{"id": q.id, "prompt": q.prompt, "options": list(q.options), "asked_at": q.asked_at.isoformat()}
               for q in conversations.open_questions(person, session)]
    return {"id": session, "turns": conversations.turns(person, session), "open_questions": waiting}
