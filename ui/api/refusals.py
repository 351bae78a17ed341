"""What goes wrong, as problem details, and what every response says of itself."""

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.errors import BadInput, EvergraphError
from ui.problems import as_problem, status_of

_HEADERS = {
    "Content-Security-Policy": "img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def refuse_by_problems(app: FastAPI) -> None:
    """Have the app answer with problem details, whatever goes wrong."""
    app.add_exception_handler(EvergraphError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_form)


async def _refuse(request: Request, error: Exception) -> Response:
    return JSONResponse(as_problem(error), status_of(error), media_type="application/problem+json")


async def _refuse_form(request: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {}
    place = ".".join(str(part) for part in first.get("loc", ()))
    return await _refuse(request, BadInput(f"{place}: {first.get('msg', 'cannot be used')}."))


class Hardened:
    """Every response says what a page of ours may load: no picture from elsewhere, no frame around it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        async def send_hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_hardened if scope["type"] == "http" else send)
