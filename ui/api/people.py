"""Routes of signing in and out."""

import hmac

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict

from ui.api.callers import asker_of, caller_of, sign_in_of
from ui.api.wanted import own_path
from ui.problems import NoSuchRoute
from ui.sign_in.access import PERSON_COOKIE, NotLetIn, NotSignedIn
from ui.sign_in.browser_sessions import SIGNING_IN_SECONDS, STATE_COOKIE
from ui.sign_in.provider import ProviderFailed
from ui.sign_in.ways import BEGIN, CALLBACK

SIGNING_IN = "signing in"
_NOT_LET_IN = ("access_denied", "login_required", "interaction_required", "consent_required")       # what a provider says of the person, not of us
routes = APIRouter(tags=[SIGNING_IN])


class PersonBody(BaseModel):
    """The body of `POST /api/person`."""

    model_config = ConfigDict(extra="forbid")
    email: str


@routes.post("/api/person", status_code=204)
def choose_person(body: PersonBody, request: Request) -> Response:
    """Be one of the demo's people from now on, in this browser."""
    found = sign_in_of(request).choose(caller_of(request), body.email)
    response = Response(status_code=204)
    response.set_cookie(PERSON_COOKIE, found.email, httponly=True, samesite="strict")
    return response


@routes.get(BEGIN, status_code=303, response_class=RedirectResponse)
def begin(request: Request, then: str = "/", afresh: bool = False) -> Response:
    """Sign in with the company's own sign-in, and go to a page of ours afterwards. `afresh`: as somebody else than it knows already."""
    sign_in, request.state.then = sign_in_of(request), own_path(then)
    if sign_in.provider is None:
        raise NoSuchRoute("No company's sign-in is set here; EVERGRAPH_OIDC_ISSUER names one.")
    url, pending = sign_in.provider.begin(afresh=afresh)
    sign_in.sessions.remember(pending, request.state.then)
    response = RedirectResponse(url, 303)
    response.set_cookie(STATE_COOKIE, pending.state, int(SIGNING_IN_SECONDS), path=BEGIN, httponly=True, samesite="lax", secure=sign_in.is_secure)
    return response


@routes.get(CALLBACK, status_code=303, response_class=RedirectResponse)
def come_back(request: Request, state: str = "", code: str = "", error: str = "") -> Response:
    """Where the company's sign-in sends people back to."""
    sign_in, expected = sign_in_of(request), request.cookies.get(STATE_COOKIE, "")
    request.state.then = sign_in.sessions.wanted(expected)      # a sign-in that fails is begun again for the same page
    if error and sign_in.provider is not None:                  # signs nobody in, so it needs no proof; not every provider sends the state along
        raise NotLetIn() if error in _NOT_LET_IN else ProviderFailed()
    kept = sign_in.sessions.recall(state) if state and hmac.compare_digest(state.encode(), expected.encode()) else None
    if sign_in.provider is None or kept is None or not code:
        raise NotSignedIn("This sign-in was not begun in this browser, or too long ago.")
    pending, then = kept
    key = sign_in.sessions.open(sign_in.provider.finish(code, pending).strip().lower())
    response = RedirectResponse(then, 303)
    response.delete_cookie(STATE_COOKIE, path=BEGIN)
    response.set_cookie(sign_in.cookie, key, int(sign_in.sessions.seconds), httponly=True, samesite="lax", secure=sign_in.is_secure)
    return response


@routes.post("/api/sign-out", status_code=204)
def sign_out(request: Request, everywhere: bool = False) -> Response:
    """End this browser's session, or every one of the person's. Whose it is says the session: who left, or is of two companies, gets out as well."""
    sign_in = sign_in_of(request)
    sign_in.check_own_page(caller_of(request))
    key = request.cookies.get(sign_in.cookie, "")
    email = sign_in.sessions.email(key) or asker_of(request).email
    sign_in.sessions.close(key)
    if everywhere:
        sign_in.sessions.close_all(email)
    response = Response(status_code=204)
    for cookie in (sign_in.cookie, PERSON_COOKIE):
        response.delete_cookie(cookie, secure=sign_in.is_secure, httponly=True)
    return response
