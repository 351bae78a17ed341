"""The way in where people sign in with their company's own sign-in: the page that says so, and the chat, which nobody sees before."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.api.callers import caller_of, sign_in_of
from ui.api.pages import PageRoute
from ui.api.refusals import sign_in_shown
from ui.api.wanted import own_path, to_sign_in
from ui.problems import NoSuchRoute
from ui.sign_in.access import NotSignedIn, UnknownPerson
from ui.sign_in.ways import PAGE, SignIn

routes = APIRouter(route_class=PageRoute, include_in_schema=False)


@routes.get(PAGE)
def sign_in_here(request: Request, then: str = "/") -> Response:
    """The sign-in page; who is signed in goes on to what they want."""
    wanted = own_path(then)
    if sign_in_of(request).provider is None:
        raise NoSuchRoute("Nobody signs in here; EVERGRAPH_OIDC_ISSUER names a company's sign-in.")
    try:
        sign_in_of(request).on_page(caller_of(request))
    except UnknownPerson as error:
        return sign_in_shown(request, wanted, error)
    except NotSignedIn:
        return sign_in_shown(request, wanted)
    return RedirectResponse(wanted, 303)


class Entrance:
    """Middleware that sends who opens the chat, and is nobody here, to the sign-in page: Gradio, which draws the chat, asks nobody who they are."""

    def __init__(self, app: ASGIApp, sign_in: SignIn) -> None:
        """`sign_in` tells who calls."""
        self._app, self._sign_in = app, sign_in

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        is_chat = scope["type"] == "http" and (scope["method"], scope["path"]) == ("GET", "/")
        if is_chat and self._sign_in.provider is not None and await run_in_threadpool(self._is_nobody, scope):
            await RedirectResponse(to_sign_in(Request(scope)), 303)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_nobody(self, scope: Scope) -> bool:
        try:
            self._sign_in.on_page(caller_of(Request(scope)))
        except (NotSignedIn, UnknownPerson):
            return True
        return False
