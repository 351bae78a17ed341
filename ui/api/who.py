"""Routes of the page on which somebody chooses who to be, in a demo. Where people sign in, there is none."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse

from kg.errors import ShownToPerson
from ui.api.callers import caller_of, installation_of, reader_of, sign_in_of
from ui.api.pages import Form, PageRoute, check_from_page, layout_reader, shown
from ui.pages.candidates import a_few, candidates, found
from ui.pages.layout import Reader
from ui.pages.who import CHOSEN, Candidate, who_page
from ui.problems import NoSuchRoute
from ui.sign_in.access import PERSON_COOKIE, check_operator
from ui.text.addresses import WHO

_LONGEST = 100                          # characters that are looked for
routes = APIRouter(route_class=PageRoute, include_in_schema=False)


def in_demo(request: Request) -> list[Candidate]:
    """Everybody who can be chosen. Raises NoSuchRoute where people sign in, NotSignedIn beside real data."""
    sign_in, tenants = sign_in_of(request), installation_of(request).tenants
    if not sign_in.has_demo:
        raise NoSuchRoute("Nobody is chosen by name here: people sign in.")
    check_operator(caller_of(request), tenants, sign_in.token)
    return candidates(tenants.all())


Everybody = Annotated[list[Candidate], Depends(in_demo)]


@routes.get(WHO)
def who(everybody: Everybody, request: Request) -> Response:
    """A few people as cards."""
    reader = _reader(request)
    return shown(who_page(reader, a_few(everybody, reader.email if reader else ""), len(everybody)))


@routes.post(WHO)
def who_is_called(everybody: Everybody, form: Form, request: Request) -> Response:
    """Those who are found by some words. They come as a form, since addresses are written into logs."""
    check_from_page(request)
    words = form.get("q", "")[:_LONGEST].strip()
    reader = _reader(request)
    chosen = found(everybody, words) if words else a_few(everybody, reader.email if reader else "")
    return shown(who_page(reader, chosen, len(everybody), words))


@routes.post(CHOSEN)
def choose(form: Form, request: Request) -> Response:
    """Be that person from now on, in this browser."""
    check_from_page(request)
    person = sign_in_of(request).choose(caller_of(request), form.get("email", ""))
    response = RedirectResponse("/", 303)
    response.set_cookie(PERSON_COOKIE, person.email, httponly=True, samesite="strict")
    return response


def _reader(request: Request) -> Reader | None:
    try:
        return layout_reader(request, reader_of(request))
    except ShownToPerson:               # whoever the browser says one is: here another is chosen
        return None
