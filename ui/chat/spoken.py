"""The chat's handlers as Gradio runs them: in the language of whoever calls them, and in a thread only while they have something to do.

Gradio's threads know nothing of the request's language. They are few and serve all else, too, so none of them waits for a run.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from concurrent.futures import Future
from functools import wraps
from inspect import isgeneratorfunction
from typing import Any

import gradio as gr
from starlette.concurrency import run_in_threadpool

from ui.asking.runs import QUIET_SECONDS
from ui.text.words import LANGUAGE_COOKIE, language_of, speaking

Handler = Callable[..., Any]
_END = object()


def in_their_language(handler: Handler) -> Handler:
    """The handler, which takes the request last, speaking the language of whoever sent it. Gradio takes it for the handler itself.

    One that draws may yield a future between its drawings: the next is made once that is done.
    """
    @wraps(handler)
    def answer(*values: Any) -> Any:
        with speaking(_language_of(values[-1])):
            return handler(*values)

    @wraps(handler)
    async def draw(*values: Any) -> AsyncIterator[Any]:
        drawings, language = handler(*values), _language_of(values[-1])
        try:
            while (drawing := await run_in_threadpool(_next, drawings, language)) is not _END:
                if isinstance(drawing, Future):
                    await asyncio.wait([asyncio.wrap_future(drawing)], timeout=QUIET_SECONDS)
                else:
                    yield drawing
        finally:
            drawings.close()

    return draw if isgeneratorfunction(handler) else answer


def _next(drawings: Generator[Any], language: str) -> Any:
    """The next drawing. Each is made by itself, since each may be asked for in another thread."""
    with speaking(language):
        return next(drawings, _END)


def _language_of(request: gr.Request) -> str:
    return language_of(request.headers.get("accept-language", ""), request.cookies.get(LANGUAGE_COOKIE, ""))
