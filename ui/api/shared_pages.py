"""Routes of the pages of shared answers: one as its reader may see it, and the list of the reader's own."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from ui.api.callers import reader_of, sharing_of
from ui.api.pages import Own, PageRoute, shown, telling
from ui.pages.shared import shared_page, shares_page
from ui.text.addresses import SHARES, shared_at

routes = APIRouter(route_class=PageRoute, include_in_schema=False)


@routes.get(SHARES)
def shares_shown(request: Request, done: str = "") -> Response:
    """What the person shares."""
    person = reader_of(request)
    return shown(shares_page(telling(request, person), sharing_of(request).listed(person), is_revoked=done == "revoked"))


@routes.get(shared_at("{shared}"))
def shared_shown(shared: str, request: Request) -> Response:
    """A shared answer as the person may see it now."""
    person = reader_of(request)
    return shown(shared_page(telling(request, person), sharing_of(request).open(person, shared)))


@routes.post(shared_at("{shared}") + "/revoked")
def revoke_from_page(shared: str, person: Own, request: Request) -> Response:
    """Share an answer no more."""
    sharing_of(request).revoke(person, shared)
    return RedirectResponse(f"{SHARES}?done=revoked", 303)
