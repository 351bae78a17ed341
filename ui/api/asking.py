"""Routes that ask: a question, its events (which any process can go on telling), its Answer, and its end."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from agent.answer import Event
from kg.errors import BadInput, StoreUnavailable
from ui.api.callers import asker_of, conversations_of
from ui.api.shapes import AnswerShape, EventShape, RunShape
from ui.asking.conversation import PersonMessage
from ui.asking.kept_runs import KeptRun
from ui.asking.listening import LAST, Listening
from ui.asking.runs import QUIET_SECONDS, Runs
from ui.problems import as_problem

_LIVE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_EVENTS = {"content": {"text/event-stream": {"schema": EventShape.model_json_schema()}}}
STREAMED: dict[int | str, dict[str, Any]] = {200: {"description": "The events, each as `id`, `event` and `data`.", **_EVENTS}}
TOLD: dict[int | str, dict[str, Any]] = {
    200: {"description": "The events, or the Answer alone.", "model": AnswerShape, **_EVENTS},
    202: {"description": "Where the run is.", "model": RunShape},
}
routes = APIRouter(tags=["asking"])
Key = Annotated[str | None, Header(min_length=1, max_length=200, description="The same question under the same key is the same run.")]


class AboutBody(BaseModel):
    """The record from whose page a question is asked: what "this ticket", "this" and "it" mean in it."""

    model_config = ConfigDict(extra="forbid")
    kind: str = Field(pattern=r"^[a-z]+/[A-Za-z]+$", description="Category and Common Model, such as `ticketing/Ticket`.")
    id: UUID = Field(description="The record's id, as references of answers give it.")


class AskBody(BaseModel):
    """The body of `POST /api/ask`."""

    model_config = ConfigDict(extra="forbid")
    question: str
    session: str | None = Field(default=None, min_length=1, max_length=60)     # None: a new conversation
    tenant: str | None = None           # only where the e-mail is known in several
    reply_to: str | None = Field(default=None, description="The id of a stored question, or of the alternatives that an answer offers.")
    about: AboutBody | None = Field(default=None, description="The record that the asker looks at. One that they may not see is refused.")
    instead_of: str | None = Field(default=None, min_length=1, max_length=60, description="The id of a turn of the session that this replaces.")
    plan: dict[str, Any] | None = Field(default=None, description="A message of the plan language, as the event `plan` tells it: run as it stands.")


@routes.post("/api/ask", responses=TOLD)
async def ask(body: AskBody, request: Request, idempotency_key: Key = None) -> Response:
    """Ask, or answer a stored question: a stream of events; with `Accept: application/json` the Answer alone, with
    `Prefer: respond-async` only where to find them."""
    person = await run_in_threadpool(asker_of, request, body.tenant)
    about = f"{body.about.kind}/{body.about.id}" if body.about else None
    plan = json.dumps(body.plan, ensure_ascii=False) if body.plan is not None else None
    said, conversations = PersonMessage(body.question, body.session, body.reply_to, about, body.instead_of, plan), conversations_of(request)
    run = await run_in_threadpool(conversations.begin, person, said, idempotency_key)
    return await told(request, run, conversations.runs)


@routes.get("/api/runs/{run}", responses={200: {"model": AnswerShape}, 202: {"model": RunShape}})
def answer(run: str, request: Request, tenant: str | None = None) -> Response:
    """The Answer of a run, the problem that it ended with, or (202) that it is not over."""
    runs = conversations_of(request).runs
    found = runs.find(asker_of(request, tenant), run)
    said = runs.events(found)
    if said and said[-1].kind in LAST:
        return _ended(said[-1], found)
    return _under_way(found, "running" if any(event.kind != "waiting" for event in said) else "waiting")


@routes.get("/api/runs/{run}/events", response_class=StreamingResponse, responses=STREAMED)
async def events(run: str, request: Request, last_event_id: Annotated[str, Header()] = "0", tenant: str | None = None) -> Response:
    """The events of a run; with `Last-Event-ID`, those after it."""
    if not last_event_id.isascii() or not last_event_id.isdigit():
        raise BadInput("Last-Event-ID is the number of an event, as the stream gave it.")
    person, runs = await run_in_threadpool(asker_of, request, tenant), conversations_of(request).runs
    found = await run_in_threadpool(runs.find, person, run)
    return _streamed(found, runs, int(last_event_id[:9]))


@routes.post("/api/runs/{run}/cancel", status_code=202, response_class=Response)
def cancel(run: str, request: Request, tenant: str | None = None) -> Response:
    """End a run at its next step, or take it out of the line. One that is over stays as it is."""
    runs = conversations_of(request).runs
    runs.cancel(runs.find(asker_of(request, tenant), run))
    return Response(status_code=202)


async def told(request: Request, run: KeptRun, runs: Runs) -> Response:
    """A run in the form that its asker prefers."""
    if "respond-async" in request.headers.get("prefer", ""):
        return _under_way(run, "waiting")
    if "application/json" not in request.headers.get("accept", ""):
        return _streamed(run, runs, 0)
    last = Event(0, "error", {})
    async for last in happening(run, runs):     # noqa: B007 - the last event is what is wanted
        pass
    return _ended(last, run)


async def happening(run: KeptRun, runs: Runs, after: int = 0) -> AsyncIterator[Event]:
    """The events from that number on, as they happen, until the last; events without id and data are heartbeats.

    A store that is away for too long ends them with an error, under the last number: who comes back with it is told the rest.
    """
    listening = Listening(runs, run, after)
    while not listening.is_over:
        is_quiet = False
        with runs.bell(run) as bell:
            try:
                found = await run_in_threadpool(listening.look)
            except StoreUnavailable as error:
                yield Event(listening.after, "error", as_problem(error))
                return
            if not found and not listening.is_over:
                is_quiet = not (await asyncio.wait([asyncio.wrap_future(bell)], timeout=QUIET_SECONDS))[0]
        for event in (Event(0, "text_delta", {}),) if is_quiet else found:
            yield event


def _streamed(run: KeptRun, runs: Runs, after: int) -> Response:
    return StreamingResponse(_lines(run, runs, after), media_type="text/event-stream", headers=_LIVE | _where(run))


async def _lines(run: KeptRun, runs: Runs, after: int) -> AsyncIterator[str]:
    async for event in happening(run, runs, after):
        data = json.dumps(event.data, ensure_ascii=False)
        yield f"id: {event.id}\nevent: {event.kind}\ndata: {data}\n\n" if event.id or event.data else ": still working\n\n"


def _under_way(run: KeptRun, state: str) -> Response:
    found: dict[str, Any] = {"run": run.id, "session": run.session, "state": state}
    return JSONResponse(found, 202, headers={"Retry-After": "1"} | _where(run))


def _ended(last: Event, run: KeptRun) -> Response:
    if last.kind == "answer":
        return JSONResponse(dict(last.data), headers=_where(run))
    return JSONResponse(dict(last.data), last.data.get("status", 500), _where(run), "application/problem+json")


def _where(run: KeptRun) -> dict[str, str]:
    return {"Location": f"/api/runs/{run.id}", "X-Evergraph-Run": run.id}
