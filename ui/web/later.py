"""A part of the application that is loaded once the server answers: no question waits for what only the part needs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from ui.api.refusals import refuse
from ui.problems import Stopping

SOON_SECONDS = 15.0                     # after the start, when the first question was asked; a request loads it at once


class Later:
    """An ASGI application that makes itself at the first request, or a while after the start. Who comes meanwhile waits."""

    def __init__(self, make: Callable[[], Awaitable[Starlette]]) -> None:
        """Makes nothing yet."""
        self._make = make
        self._living: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[Starlette] | None = None
        self._closing = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it. Raises what making it raised."""
        try:
            app = await self._made()
        except asyncio.CancelledError:      # the server stops: it has waited for its requests, and now ends them
            await (await refuse(Request(scope), Stopping()))(scope, receive, send)
            return
        await app(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """While the server runs; what was made ends with it."""
        soon = asyncio.get_running_loop().call_later(SOON_SECONDS, self._begin)
        try:
            yield
        finally:
            soon.cancel()
            self._closing.set()
            if self._living is not None:
                await asyncio.wait((self._living,))

    async def _made(self) -> Starlette:
        living, ready = self._begin()
        await asyncio.wait((living, ready), return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            living.result()
        return ready.result()

    def _begin(self) -> tuple[asyncio.Task[None], asyncio.Future[Starlette]]:
        if self._living is None or self._ready is None:
            self._ready = asyncio.get_running_loop().create_future()
            self._living = asyncio.create_task(self._live(self._ready), name="later")
        return self._living, self._ready

    async def _live(self, ready: "asyncio.Future[Starlette]") -> None:
        app = await self._make()
        async with app.router.lifespan_context(app):
            ready.set_result(app)
            await self._closing.wait()
