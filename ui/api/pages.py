"""Routes of the pages that are drawn on the server. What goes wrong is a page too, with what to do."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from fastapi.routing import APIRoute

from kg.errors import EvergraphError
from ui.pages import layout
from ui.problems import as_problem


class PageRoute(APIRoute):
    """A route whose refusals are pages."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """As FastAPI has it."""
        handle = super().get_route_handler()

        async def draw(request: Request) -> Response:
            try:
                return await handle(request)
            except EvergraphError as error:
                problem = as_problem(error)
                return shown(layout.problem_page(problem), problem["status"])

        return draw


routes = APIRouter(route_class=PageRoute, include_in_schema=False)


@routes.get(layout.LOOK, response_class=PlainTextResponse)
def look() -> Response:
    """The style sheet of all pages."""
    return PlainTextResponse(layout.look(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


def shown(page: str, status: int = 200) -> Response:
    """A page, which may load our style sheet and nothing else."""
    return HTMLResponse(page, status, dict(layout.HEADERS))
