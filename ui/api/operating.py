"""Routes for the role operator: syncs, what is parked, which records may be one."""

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict

from ui.actions.operations import Pair
from ui.api.callers import operations_of, operator_of
from ui.api.shapes import Syncs

routes = APIRouter(prefix="/api/operator", tags=["operating"])


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


@routes.get("/sync")
def syncs(request: Request, tenant: str | None = None) -> Syncs:
    """How far the syncs of a tenant are, and which messages are parked."""
    return Syncs.model_validate(operations_of(request).syncs(operator_of(request, tenant).tenant))


@routes.post("/sync", status_code=202, response_class=Response)
def sync_now(body: SyncBody, request: Request, tenant: str | None = None) -> Response:
    """Have records read."""
    operations_of(request).sync_now(operator_of(request, tenant).tenant, body.mode, body.account, body.model)
    return Response(status_code=202)


@routes.post("/parked/{message}/rerun", status_code=202, response_class=Response)
def rerun(message: str, request: Request, tenant: str | None = None) -> Response:
    """Have a worker try a parked message again."""
    operations_of(request).rerun(operator_of(request, tenant).tenant, message)
    return Response(status_code=202)


@routes.get("/joins")
def joins(request: Request, tenant: str | None = None) -> list[Pair]:
    """Pairs of records that may be one, and those that somebody decided."""
    return list(operations_of(request).joins(operator_of(request, tenant).tenant))


@routes.post("/joins/decide", status_code=204)
def decide(body: DecisionBody, request: Request, tenant: str | None = None) -> Response:
    """Say that two records are the same, never the same, or take back what was said."""
    operations_of(request).decide(operator_of(request, tenant), body.left, body.right, body.decision)
    return Response(status_code=204)
