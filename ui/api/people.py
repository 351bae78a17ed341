"""Routes of signing in."""

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict

from ui.access import PERSON_COOKIE, asker, check_operator
from ui.api.callers import caller_of, installation_of

routes = APIRouter(tags=["signing in"])


class PersonBody(BaseModel):
    """The body of `POST /api/person`."""

    model_config = ConfigDict(extra="forbid")
    email: str


@routes.post("/api/person", status_code=204)
def choose_person(body: PersonBody, request: Request) -> Response:
    """Be one of the demo's people from now on, in this browser."""
    tenants = installation_of(request).tenants
    check_operator(caller_of(request), tenants, request.app.state.token)
    response = Response(status_code=204)
    response.set_cookie(PERSON_COOKIE, asker(tenants, body.email).email, httponly=True, samesite="strict")
    return response
