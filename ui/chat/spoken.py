"""The chat's handlers in the language of who calls them: Gradio runs them in threads that know nothing of the request's own."""

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import isgeneratorfunction
from typing import Any

import gradio as gr

from ui.text.words import LANGUAGE_COOKIE, language_of, speaking

Handler = Callable[..., Any]
_END = object()


def in_their_language(handler: Handler) -> Handler:
    """The handler, which takes the request last, speaking the language of who sent it. Gradio takes it for the handler itself."""
    @wraps(handler)
    def answer(*values: Any) -> Any:
        with speaking(_language_of(values[-1])):
            return handler(*values)

    @wraps(handler)
    def draw(*values: Any) -> Iterator[Any]:
        drawings = handler(*values)
        while (drawing := _next(drawings, _language_of(values[-1]))) is not _END:
            yield drawing

    return draw if isgeneratorfunction(handler) else answer


def _next(drawings: Iterator[Any], language: str) -> Any:
    """The next drawing. Each is made by itself, since each may be asked for in another thread."""
    with speaking(language):
        return next(drawings, _END)


def _language_of(request: gr.Request) -> str:
    return language_of(request.headers.get("accept-language", ""), request.cookies.get(LANGUAGE_COOKIE, ""))
