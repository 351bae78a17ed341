"""In which language a request is answered, and the words that the chat's page itself says."""

import json

from fastapi import APIRouter, Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.text.words import LANGUAGE_COOKIE, catalogue, language_of, speaking, spoken

routes = APIRouter(include_in_schema=False)


@routes.get("/words.js")
def words() -> Response:
    """What the page's script and its fixed parts say in the reader's language, by the English words; nothing in English."""
    told = f"window.evergraphLanguage = {json.dumps(spoken())};\nwindow.evergraphWords = {json.dumps(dict(catalogue(spoken())))};\n"
    return Response(told, media_type="text/javascript", headers={"Cache-Control": "no-store"})


class Speaking:
    """Middleware that has each request answered in the language of whoever sends it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        with speaking(language_of(request.headers.get("accept-language", ""), request.cookies.get(LANGUAGE_COOKIE, ""))):
            await self._app(scope, receive, send)
