"""A share of the server for everybody: of one caller's requests only a few are worked on at once, the others wait without a thread.

Pages and tables are made in threads, of which a process has few. Without shares, who opens forty pages at once has all of them, and everybody
else waits. A caller is known by what they sign in with, before anybody has looked whether it is good: a wrong one only gets a line of its own.
"""

import asyncio
from dataclasses import dataclass, field
from hashlib import blake2b

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_ONCE = 4                             # requests of one caller; a page is one, and what it loads comes from caches
# What waits for questions holds no thread while it does, and must not make its asker's pages wait.
_FREE = ("/api/ask", "/api/runs", "/v1/", "/api/health", "/api/ready", "/webhooks/", "/gradio_api/")
_NAMES = ("authorization", "cookie", "x-evergraph-person", "x-forwarded-email")


@dataclass(slots=True)
class _Line:
    """The requests of one caller."""

    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    requests: int = 0


class Shares:
    """Middleware that lets few requests of a caller through at once, until each begins to answer."""

    def __init__(self, app: ASGIApp, proxy_header: str = "") -> None:
        """`proxy_header`: in which a proxy says who asks."""
        self._app = app
        self._names = (*_NAMES, *([proxy_header.lower()] if proxy_header else []))
        self._lines: dict[bytes, _Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] != "http" or scope["path"].startswith(_FREE):
            await self._app(scope, receive, send)
            return
        caller = self._caller(scope)
        line = self._lines.setdefault(caller, _Line())
        line.requests += 1
        try:
            await _in_turn(line, self._app, scope, receive, send)
        finally:
            line.requests -= 1
            if not line.requests:
                del self._lines[caller]

    def _caller(self, scope: Scope) -> bytes:
        headers = Headers(scope=scope)
        host = (scope.get("client") or ("",))[0]
        said = "\0".join((host, *(headers.get(name, "") for name in self._names)))
        return blake2b(said.encode("utf-8", "surrogateescape"), digest_size=16).digest()


async def _in_turn(line: _Line, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await line.turns.acquire()
    is_held = True

    async def answering(message: Message) -> None:
        nonlocal is_held
        if is_held and message["type"] == "http.response.start":
            is_held = False
            line.turns.release()
        await send(message)

    try:
        await app(scope, receive, answering)
    finally:
        if is_held:
            line.turns.release()
