"""Routes for machines: health and readiness, Merge's webhooks, what Neo4j Browser fetches. None is anybody's own."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from starlette.concurrency import run_in_threadpool

from ui.api.callers import exploring_of, installation_of
from ui.api.shapes import Health, Ready
from ui.pages.layout import ALONE
from ui.problems import NoSuchRoute, WrongSignature
from workers.services.neo4j.grass import style_sheet

MACHINES = "machines"
routes = APIRouter(tags=[MACHINES])


@routes.get("/api/health")
def health() -> Health:
    """The process answers."""
    return Health(status="ok")


@routes.get("/api/ready")
def ready(request: Request) -> Ready:
    """The graph and the queue answer a query; else a problem with the next step."""
    installation = installation_of(request)
    version = installation.graph.check()
    installation.store.get("evergraph:ready")
    return Ready(status="ready", graph=version, tenants=len(installation.tenants.all()))


@routes.get("/graph.grass", response_class=PlainTextResponse)
def graph_style() -> Response:
    """Neo4j Browser's style sheet, for a server of one's own."""
    return PlainTextResponse(style_sheet())


@routes.get("/tour", response_class=HTMLResponse)
def tour(request: Request, key: str = "", tenant: str = "") -> Response:
    """The guided tour of the graph for Neo4j Browser, which is told the key where somebody signs in to it."""
    told = exploring_of(request).guide(key, tenant, str(request.base_url).rstrip("/"))
    return HTMLResponse(told, headers={"Content-Security-Policy": ALONE, "Cache-Control": "no-store"})


@routes.post("/webhooks/merge/{tenant}", response_class=Response)
async def merge_webhook(tenant: str, request: Request) -> Response:
    """Merge says that something changed. Only a wrong signature is refused: Merge drops an event for good on a 4xx."""
    body = await request.body()
    if not await run_in_threadpool(request.app.state.webhook, tenant, body, request.headers):
        raise WrongSignature()
    return Response()


@routes.api_route("/api/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
def nothing_here(rest: str) -> Response:
    """Else the chat's page, which holds every other path, would answer."""
    raise NoSuchRoute()
