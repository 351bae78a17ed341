"""The web application: the API that every surface uses, Merge's webhooks, and the chat mounted beside them.

Routes translate between HTTP and `ui.conversation`; no route decides anything about a question. The assistant is
synchronous, so its events are drawn in a thread.
"""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from threading import Event as Stop
from typing import Any, Literal

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agent.answer import Event
from ingest.webhooks import verify
from kg.errors import BadInput, EvergraphError
from ui import chat
from ui.access import PERSON_COOKIE, Asker, Caller, asker, check_operator, local_token, operator, sign_in
from ui.browser.grass import style_sheet
from ui.browser.tour import guide
from ui.browser.welcome import BrowserMayRead
from ui.conversation import Conversations, Installation
from ui.operations import Operations, OwnOperations
from ui.problems import as_problem, status_of
from workers import tasks
from workers.services.secret_files import read_secret
from workers.warm import warm_up_aside

_HEARTBEAT_SECONDS = 15.0
_LIVE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_HEADERS = {
    "Content-Security-Policy": "img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
api = APIRouter()

Webhook = Callable[[str, bytes, Mapping[str, str]], bool]
"""Takes in a webhook (tenant, raw body, headers) and says whether its signature was right."""


class AskBody(BaseModel):
    """The body of `POST /api/ask`."""

    model_config = ConfigDict(extra="forbid")
    question: str
    session: str = Field(default_factory=lambda: uuid.uuid4().hex, min_length=1, max_length=60)
    tenant: str | None = None           # only where the e-mail is known in several
    reply_to: str | None = None         # the id of a stored question


class SyncBody(BaseModel):
    """The body of `POST /api/operator/sync`: without account and model, everything."""

    model_config = ConfigDict(extra="forbid")
    mode: Literal["delta", "full"] = "delta"
    account: str | None = None
    model: str | None = None


class DecisionBody(BaseModel):
    """The body of `POST /api/operator/joins/decide`: the keys of two records, and what they are."""

    model_config = ConfigDict(extra="forbid")
    left: str
    right: str
    decision: Literal["same", "different", "undo"]


class PersonBody(BaseModel):
    """The body of `POST /api/person`."""

    model_config = ConfigDict(extra="forbid")
    email: str


def create_app(
    installation: Installation | None = None, webhook: Webhook | None = None, operations: Operations | None = None,
) -> FastAPI:
    """The application on an installation; without one (as uvicorn's factory calls it), on this process's own.

    `webhook` takes Merge's webhooks in, `operations` is what operators do. Raises WrongSetting, GraphUnavailable, StoreUnavailable.
    """
    if installation is None:
        installation = tasks.installation()
        warm_up_aside(installation.graph)
    app = FastAPI(title="Evergraph", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None)
    app.state.installation = installation
    app.state.conversations = Conversations(installation)
    app.state.token = local_token(installation.settings.home)
    app.state.operations = operations or OwnOperations(installation)
    app.state.webhook = webhook or partial(take_in, installation)
    app.include_router(api)
    app.add_exception_handler(EvergraphError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_form)
    app.add_middleware(BrowserMayRead, browser_url=installation.browser_url)
    app.add_middleware(_Hardened)
    mounted: FastAPI = chat.mount(app, installation.tenants, app.state.conversations, app.state.operations, app.state.token)
    return mounted


def take_in(installation: Installation, tenant: str, body: bytes, headers: Mapping[str, str]) -> bool:
    """Have a worker apply a webhook; False, and nothing happens, where its signature is wrong. Raises StoreUnavailable.

    The keys (two while one replaces the other) stand in the secret `merge-webhook-key`, as Merge's dashboard shows them.
    """
    keys = (read_secret(installation.settings.home, "merge-webhook-key") or "").split()
    is_known = tenant in {known.company.tenant for known in installation.tenants.all()}
    if not is_known or not verify(body, headers.get("x-merge-webhook-signature", ""), keys):
        return False
    tasks.receive_webhook(tenant, body)
    return True


@api.post("/api/ask")
def ask(body: AskBody, request: Request) -> Response:
    """Ask, or answer a stored question: a stream of events, or with `Accept: application/json` the Answer alone."""
    person = _asker(request, body.tenant)
    conversations: Conversations = request.app.state.conversations
    words = conversations.check(person, body.question, body.session, body.reply_to)
    stop = Stop()
    events = conversations.events(person, words, stop)
    if "application/json" in request.headers.get("accept", ""):
        return _whole(events)
    return StreamingResponse(_stream(events, stop), media_type="text/event-stream", headers=_LIVE)


@api.get("/api/health")
def health() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@api.get("/api/ready")
def ready(request: Request) -> dict[str, Any]:
    """The graph and the queue answer a query; else a problem with the next step."""
    installation = request.app.state.installation
    version = installation.graph.check()
    installation.store.get("evergraph:ready")
    return {"status": "ready", "graph": version, "tenants": len(installation.tenants.all())}


@api.get("/api/sessions")
def sessions(request: Request, tenant: str | None = None) -> list[dict[str, str]]:
    """The person's sessions, the one that was used last at the end."""
    person = _asker(request, tenant)
    return [{"id": each} for each in request.app.state.conversations.sessions(person)]


@api.get("/api/sessions/{session}")
def session(session: str, request: Request, tenant: str | None = None) -> dict[str, Any]:
    """What was said in a session, and its questions that wait for an answer."""
    person = _asker(request, tenant)
    conversations: Conversations = request.app.state.conversations
    waiting = [{"id": q.id, "prompt": q.prompt, "options": list(q.options), "asked_at": q.asked_at.isoformat()}
               for q in conversations.open_questions(person, session)]
    return {"id": session, "turns": conversations.turns(person, session), "open_questions": waiting}


@api.post("/api/person")
def choose_person(body: PersonBody, request: Request) -> Response:
    """Be one of the demo's people from now on, in this browser."""
    state = request.app.state
    check_operator(_caller(request), state.installation.tenants, state.token)
    found = asker(state.installation.tenants, body.email)
    response = Response(status_code=204)
    response.set_cookie(PERSON_COOKIE, found.email, httponly=True, samesite="strict")
    return response


@api.get("/api/operator/sync")
def syncs(request: Request, tenant: str | None = None) -> dict[str, Any]:
    """How far the syncs of a tenant are, and which messages are parked."""
    return _operations(request).syncs(_operator(request, tenant).tenant)


@api.post("/api/operator/sync")
def sync_now(body: SyncBody, request: Request, tenant: str | None = None) -> Response:
    """Have records read."""
    _operations(request).sync_now(_operator(request, tenant).tenant, body.mode, body.account, body.model)
    return Response(status_code=202)


@api.post("/api/operator/parked/{message}/rerun")
def rerun(message: str, request: Request, tenant: str | None = None) -> Response:
    """Have a worker try a parked message again."""
    _operations(request).rerun(_operator(request, tenant).tenant, message)
    return Response(status_code=202)


@api.get("/api/operator/joins")
def joins(request: Request, tenant: str | None = None) -> list[dict[str, Any]]:
    """Pairs of records that may be one, and those that somebody decided."""
    return [asdict(pair) for pair in _operations(request).joins(_operator(request, tenant).tenant)]


@api.post("/api/operator/joins/decide")
def decide(body: DecisionBody, request: Request, tenant: str | None = None) -> Response:
    """Say that two records are the same, never the same, or take back what was said."""
    _operations(request).decide(_operator(request, tenant), body.left, body.right, body.decision)
    return Response(status_code=204)


@api.get("/graph.grass")
def graph_style() -> Response:
    """Neo4j Browser's style sheet."""
    return PlainTextResponse(style_sheet())


@api.get("/tour")
def tour() -> Response:
    """The guided tour of the graph for Neo4j Browser. It holds nothing of anybody's data."""
    return HTMLResponse(guide())


@api.post("/webhooks/merge/{tenant}")
async def merge_webhook(tenant: str, request: Request) -> Response:
    """Merge says that something changed. Only a wrong signature is refused: Merge drops an event for good on a 4xx."""
    body = await request.body()
    is_right = await run_in_threadpool(request.app.state.webhook, tenant, body, request.headers)
    return Response(status_code=200 if is_right else 401)


def _caller(request: Request) -> Caller:
    return Caller(request.client.host if request.client else "", request.headers, request.cookies)


def _asker(request: Request, tenant: str | None) -> Asker:
    state = request.app.state
    return sign_in(_caller(request), state.installation.tenants, state.token, tenant)


def _operator(request: Request, tenant: str | None) -> Asker:
    state = request.app.state
    return operator(_caller(request), state.installation.tenants, state.token, tenant)


def _operations(request: Request) -> Operations:
    found: Operations = request.app.state.operations
    return found


def _whole(events: Iterator[Event]) -> Response:
    last = None
    for last in events:                 # noqa: B007 - the last event is what is wanted
        pass
    if last is None or last.kind != "answer":
        problem = dict(last.data) if last else as_problem(RuntimeError())
        return JSONResponse(problem, problem.get("status", 500), media_type="application/problem+json")
    return JSONResponse(last.data)


async def _stream(events: Iterator[Event], stop: Stop) -> AsyncIterator[str]:
    try:
        while True:
            step = asyncio.ensure_future(run_in_threadpool(next, events, None))
            while not (await asyncio.wait({step}, timeout=_HEARTBEAT_SECONDS))[0]:
                yield ": still working\n\n"
            event = step.result()
            if event is None:
                return
            yield f"id: {event.id}\nevent: {event.kind}\ndata: {json.dumps(event.data, ensure_ascii=False)}\n\n"
    finally:
        stop.set()                      # also when the client has gone: the run ends at its next step


async def _refuse(request: Request, error: Exception) -> Response:
    return JSONResponse(as_problem(error), status_of(error), media_type="application/problem+json")


async def _refuse_form(request: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {}
    place = ".".join(str(part) for part in first.get("loc", ()))
    return await _refuse(request, BadInput(f"{place}: {first.get('msg', 'cannot be used')}."))


class _Hardened:
    """Every response says what a page of ours may load: no picture from elsewhere, no frame around it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_hardened if scope["type"] == "http" else send)
