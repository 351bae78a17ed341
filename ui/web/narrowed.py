"""Which of Gradio's own addresses are open, and to whom: those that our page calls, to no page of another origin, and of one page only to the
person whose page it is.

Gradio binds what it streams to a name that the browser makes up. Whoever knew it could read along, so the first who uses it owns it.
"""

import json
from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.errors import EvergraphError
from ui.api.refusals import refuse
from ui.problems import NoSuchRoute
from ui.sign_in.access import Caller, NotSignedIn
from ui.sign_in.ways import SignIn

GRADIO = "/gradio_api/"
OPEN = ("queue/join", "queue/data", "run/predict", "heartbeat/", "startup-events",        # below it; all else is closed
        "app_id")                       # by which a page that lost the server learns that it is back, and opens itself anew
CLOSED = ("/login", "/logout", "/monitoring", "/openapi.json", "/pwa_icon", "/svelte/")     # what Gradio has beside it and our page has no use for
_FOREIGN = "Another site's page calls this one; that is not let in."
MOST_PAGES = 10_000                     # that are remembered; the oldest are forgotten


class Narrowed:
    """Refuses what the chat's page does not need, as if it were not there."""

    def __init__(self, app: ASGIApp, sign_in: SignIn) -> None:
        """`sign_in` tells whose page it is."""
        self._app, self._sign_in = app, sign_in
        self._public = urlsplit(sign_in.public_url).netloc or None
        self._owners: OrderedDict[str, str] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _for_own_pages(send)
        if not _is_gradios(scope["path"]):
            await self._app(scope, receive, send)
            return
        request, sent = Request(scope, receive), b""
        if self._is_foreign(request):
            await (await refuse(request, NotSignedIn(_FOREIGN)))(scope, receive, send)
            return
        is_open = scope["path"].partition(GRADIO)[2].startswith(OPEN)
        if is_open and scope["method"] == "POST":
            sent = await request.body()
        if not is_open or not await self._is_own(request, _page_of(request, sent)):
            await (await refuse(request, NoSuchRoute()))(scope, receive, send)
            return
        await self._app(scope, _again(sent, receive) if scope["method"] == "POST" else receive, send)

    def _is_foreign(self, request: Request) -> bool:
        """Whether another site's page sends this. A browser says where a page is from; who is none may leave it out."""
        origin = request.headers.get("origin")
        return origin is not None and (origin.partition("://")[2] or origin) not in (self._public, request.headers.get("host"))

    async def _is_own(self, request: Request, page: str | None) -> bool:
        """Whether the page is the person's; one that nobody has used yet becomes theirs."""
        if page is None:
            return True
        person = await run_in_threadpool(self._person, request)
        self._owners.setdefault(page, person)
        if len(self._owners) > MOST_PAGES:
            self._owners.popitem(last=False)
        return self._owners.get(page) == person

    def _person(self, request: Request) -> str:
        caller = Caller.of(request.client.host if request.client else "", request.headers.items(), request.cookies)
        try:
            found = self._sign_in.on_page(caller)
        except EvergraphError:          # nobody, to whom the page says what to do
            return ""
        return f"{found.tenant}|{found.email}"


def _for_own_pages(send: Send) -> Send:
    """Without the leave that Gradio gives pages of any origin to read along with a person's cookies."""
    async def send_to_own(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name, value) for name, value in message.get("headers", ()) if not name.lower().startswith(b"access-control-")]
            message = {**message, "headers": headers}
        await send(message)

    return send_to_own


def _is_gradios(path: str) -> bool:
    return GRADIO in path or path.startswith(CLOSED)


def _page_of(request: Request, sent: bytes) -> str | None:
    """The name that the browser made up for its page."""
    beats = request.url.path.partition(f"{GRADIO}heartbeat/")[2]
    asked = beats or request.query_params.get("session_hash")
    if asked is not None or not sent:
        return asked
    try:
        told: Any = json.loads(sent)
    except ValueError:
        return None                     # Gradio will refuse it
    return str(told["session_hash"]) if isinstance(told, dict) and told.get("session_hash") else None


def _again(sent: bytes, receive: Receive) -> Receive:
    """The body once more, for whoever comes next; then what the client goes on to say."""
    is_told = False

    async def receive_again() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": sent, "more_body": False}

    return receive_again
