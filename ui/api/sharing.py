"""Routes of answers that people share: begun, listed and ended by whoever was answered, opened by anybody of the company as themselves."""

from datetime import datetime

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from agent.dialogue.shared_answer import Past
from memory.shared_answers import SharedAnswer
from ui.actions.sharing import DAYS, MOST_DAYS
from ui.api.callers import asker_of, sharing_of
from ui.api.shapes import AnswerShape, MoreReferences, ReferenceShape, ResultShape, Shape
from ui.text.addresses import shared_at

routes = APIRouter(prefix="/api", tags=["shared answers"])


class ShareBody(BaseModel):
    """The body of `POST /api/shares`: which answer of the person's, and for how many days."""

    model_config = ConfigDict(extra="forbid")
    session: str
    turn: str
    days: int = Field(default=DAYS, ge=1, le=MOST_DAYS)


class SharedShape(Shape):
    """An answer that the person shares. `link`: where others of the company open it, on this server."""

    id: str
    link: str
    session: str
    turn: str
    at: datetime
    until: datetime
    question: str | None = Field(default=None, description="What was asked; in the list.")


class PastShape(Shape):
    """An answer as it was."""

    at: str
    text: str = Field(description="Markdown")
    result: ResultShape | None = None
    references: list[ReferenceShape | MoreReferences]


class OpenedShape(Shape):
    """A shared answer as the caller may see it: what its plan comes to for them now, and the answer as it was where all of it is open to them."""

    by: str
    shared_at: datetime
    until: datetime
    question: str | None = Field(default=None, description="What was asked; absent where the caller may not know of what it names.")
    today: AnswerShape
    past: Past = Field(description="Is the answer as it was open to the caller? unsure: not all of what it rests on could be asked about.")
    before: PastShape | None = None


@routes.post("/shares", status_code=201)
def share(body: ShareBody, request: Request, tenant: str | None = None) -> SharedShape:
    """Share an answer: others of the company open it with their own rights, which are looked at anew each time."""
    return _as_shape(sharing_of(request).begin(asker_of(request, tenant, "history"), body.session, body.turn, body.days))


@routes.get("/shares")
def shares(request: Request, tenant: str | None = None) -> list[SharedShape]:
    """What the person shares, the newest first."""
    return [_as_shape(each.shared, each.question) for each in sharing_of(request).listed(asker_of(request, tenant, "history"))]


@routes.delete("/shares/{shared}", status_code=204)
def revoke(shared: str, request: Request, tenant: str | None = None) -> Response:
    """Share an answer no more."""
    sharing_of(request).revoke(asker_of(request, tenant, "history"), shared)
    return Response(status_code=204)


@routes.get("/shares/{shared}", response_model_exclude_none=True)
def open_shared(shared: str, request: Request, tenant: str | None = None) -> OpenedShape:
    """A shared answer as the caller may see it now."""
    opened = sharing_of(request).open(asker_of(request, tenant), shared)
    return OpenedShape(
        by=opened.shared.by, shared_at=opened.shared.at, until=opened.shared.until, past=opened.view.past,
        question=opened.question, today=AnswerShape.model_validate(opened.view.today.as_json()),
        before=PastShape.model_validate(opened.past) if opened.past is not None else None)


def _as_shape(shared: SharedAnswer, question: str | None = None) -> SharedShape:
    return SharedShape(id=shared.id, link=shared_at(shared.id), session=shared.session, turn=shared.turn, at=shared.at, until=shared.until,
                       question=question)
