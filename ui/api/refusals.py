"""What goes wrong, as problem details; what is too large, and what every response says of itself."""

import asyncio
import json
import math
import re
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.errors import BadInput, EvergraphError
from kg.leaving import is_whole
from ui.api.callers import sign_in_of
from ui.api.wanted import wanted
from ui.pages.layout import HEADERS as PAGE_HEADERS
from ui.pages.layout import problem_page
from ui.pages.sign_in import HEADERS as SIGN_IN_HEADERS
from ui.pages.sign_in import sign_in_page
from ui.problems import NoSuchRoute, NotForMethod, TooLarge, TooOften, TooSlow, as_problem, as_shown
from ui.sign_in.access import NotSignedIn, UnknownPerson
from ui.sign_in.provider import ProviderFailed
from ui.sign_in.ways import BEGIN

LARGEST = 1_000_000                     # bytes of a body
LARGEST_WEBHOOK = 10_000_000
BODY_SECONDS = 30.0
CHAT_PATH = "/v1/"                      # there errors are as OpenAI's API has them
PROBLEM = "application/problem+json"
_HEADERS = {
    "Content-Security-Policy": "img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_SIGN_IN_HELPS = (NotSignedIn, UnknownPerson, ProviderFailed)
_PRIVATE = ("text/html", "application/json", PROBLEM, "text/event-stream")     # what may hold somebody's data; styles and scripts are everybody's
_UNCHANGED = 304                        # has no type, and what is kept may be kept on
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")      # of a character that JSON writes in two
_AS_OURS = {404: NoSuchRoute, 405: NotForMethod, 408: TooSlow, 413: TooLarge}


def refuse_by_problems(app: FastAPI) -> None:
    """Have the app answer with problem details, whatever goes wrong."""
    app.add_exception_handler(EvergraphError, refuse)
    app.add_exception_handler(RequestValidationError, _refuse_form)
    app.add_exception_handler(HTTPException, refuse_http)
    app.add_exception_handler(Exception, refuse)


async def check_text(request: Request) -> None:
    """Raises BadInput for a JSON body with half of a character in it: no encoding has that, so nothing of it could be kept or told again.

    Not for webhooks: Merge drops an event for good that is refused.
    """
    is_json = "json" in request.headers.get("content-type", "") and not request.url.path.startswith("/webhooks/")
    body = await request.body() if is_json else b""
    if _HALF.search(body) and not is_whole(_text_of(body)):
        raise BadInput("The body holds half of a character (a lone surrogate such as \\ud800). Send whole characters.")


def _text_of(body: bytes) -> str:
    """A JSON body with its characters written out; "" for what is none, which the route refuses."""
    try:
        return json.dumps(json.loads(body), ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


async def refuse(request: Request, error: Exception) -> Response:
    """An error as the client gets it; a page where somebody looks at it in a browser."""
    problem = as_problem(error)
    retry = {"Retry-After": str(math.ceil(error.seconds))} if isinstance(error, TooOften) else {}
    headers = {**_HEADERS, "Cache-Control": "no-store", **retry}         # what breaks is answered outside of Hardened
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        return problem_shown(request, error, retry)
    if request.url.path.startswith(CHAT_PATH):
        return JSONResponse(as_chat_error(problem), problem["status"], headers)
    return JSONResponse(problem, problem["status"], headers, PROBLEM)


def problem_shown(request: Request, error: Exception, headers: Mapping[str, str] | None = None) -> Response:
    """An error as a page, with the way to the sign-in where that is what to do."""
    problem = as_shown(error)
    is_for_sign_in = isinstance(error, _SIGN_IN_HELPS) or request.url.path.startswith(f"{BEGIN}/")
    if is_for_sign_in and sign_in_of(request).provider is not None:
        return sign_in_shown(request, wanted(request), error)
    return HTMLResponse(problem_page(problem), problem["status"], {**PAGE_HEADERS, **(headers or {})})


def sign_in_shown(request: Request, then: str, error: Exception | None = None) -> Response:
    """The sign-in page, which leads to `then`; with what went wrong before, where something did."""
    problem = as_shown(error) if error is not None else None
    begin = f"{BEGIN}?then={quote(then, safe='')}"
    return HTMLResponse(sign_in_page(sign_in_of(request).called, begin, problem, is_known=isinstance(error, UnknownPerson)),
                        problem["status"] if problem else 200, dict(SIGN_IN_HEADERS))


def as_chat_error(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Problem details as clients of OpenAI's API read them."""
    return {"error": {"message": f"{problem['detail']} {problem['next_step']}", "type": problem["reason"], "code": None, "param": None}}


async def refuse_http(request: Request, error: Exception) -> Response:
    """What a framework refuses by itself, as one of ours."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return await refuse(request, _AS_OURS.get(status, BadInput)())


async def _refuse_form(request: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {}
    place = ".".join(str(part) for part in first.get("loc", ()))
    return await refuse(request, BadInput(f"{place}: {first.get('msg', 'cannot be used')}."))


class Bounded:
    """A body larger than it may be is refused: by what it says of itself before it is read, else as soon as it is seen. One that takes too long
    to come is refused too."""

    def __init__(self, app: ASGIApp, seconds: float = BODY_SECONDS) -> None:
        """`seconds`: in which a body must have come."""
        self._app, self._seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = LARGEST_WEBHOOK if scope["path"].startswith("/webhooks/") else LARGEST
        said = Headers(scope=scope).get("content-length", "0")
        if not (said.isascii() and said.isdigit() and int(said) <= most):
            await (await refuse(Request(scope), TooLarge()))(scope, receive, send)
            return
        try:
            await self._app(scope, _at_most(most, self._seconds, receive), send)
        except HTTPException as error:      # of a body that was read outside of any route
            await (await refuse_http(Request(scope), error))(scope, receive, send)


def _at_most(most: int, seconds: float, receive: Receive) -> Receive:
    """What the client says; what is not a route's fault is an HTTPException, which FastAPI lets through."""
    got, is_whole, end = 0, False, 0.0

    async def receive_bounded() -> Message:
        nonlocal got, is_whole, end
        end = end or time.monotonic() + seconds         # from the first look: until then nobody waited for it
        try:
            message = await (receive() if is_whole else asyncio.wait_for(receive(), end - time.monotonic()))
        except TimeoutError as error:
            raise HTTPException(408) from error
        got, is_whole = got + len(message.get("body", b"")), not message.get("more_body", False)
        if got > most:
            raise HTTPException(413)
        return message

    return receive_bounded


class Hardened:
    """Every response says what a page of ours may load: no picture from elsewhere, no frame around it; and that what may be somebody's own
    is kept nowhere on the way. A page may say it more strictly."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        async def send_hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                kind = headers.get("content-type", "").partition(";")[0]
                if kind in _PRIVATE or not (kind or message["status"] == _UNCHANGED):
                    headers.setdefault("Cache-Control", "no-store")
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_hardened if scope["type"] == "http" else send)
