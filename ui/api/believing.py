"""Routes for what Evergraph believes of how a person wants things, and its correction."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict

from ui.actions.beliefs import Belief, Change, Use
from ui.api.callers import asker_of, beliefs_of, operator_of
from ui.sign_in.access import Asker

Deed = Literal["forgotten", "never", "allowed", "pinned", "unpinned", "off", "on", "accepted", "refused"]
routes = APIRouter(prefix="/api", tags=["preferences"])


class ValueBody(BaseModel):
    """The body of `PUT /api/preferences/{preference}`."""

    model_config = ConfigDict(extra="forbid")
    value: str


class ProposalBody(BaseModel):
    """The body of `POST /api/operator/preferences/{preference}/decide`."""

    model_config = ConfigDict(extra="forbid")
    decision: Literal["confirmed", "rejected"]


@dataclass(frozen=True, slots=True)
class Believed:
    """A preference: what it says, the words that it was learned from, when they were said, what became of it and how it was used.

    `words`, `session` and `turn` are those of the person who asks; of what others proposed they are None.
    """

    id: str
    says: str
    relation: str
    subject: str
    value: str
    values: tuple[str, ...]             # of which one may be chosen; empty: any words
    scope: Literal["person", "tenant"]
    words: str | None
    session: str | None
    turn: str | None
    said_at: datetime
    is_on: bool
    is_pinned: bool
    is_current: bool
    waits: bool                         # it was only seen, and decides nothing before the person's word
    confirmed_by: str | None
    uses: tuple[Use, ...]               # the last first


@dataclass(frozen=True, slots=True)
class Preferences:
    """All that a person may see of preferences."""

    now: list[Believed]
    before: list[Believed]
    barred: list[Believed]              # one of each kind that is never to be learned
    shared: list[Believed]              # proposed for everybody at the company; holds once an operator confirmed it
    changes: tuple[Change, ...]         # the last first
    undo: Change | None                 # what an undo would take back


@routes.get("/preferences")
def preferences(request: Request, tenant: str | None = None) -> Preferences:
    """What is believed of the person, from which words, since when, and how it was used."""
    person = asker_of(request, tenant, "history")
    found = beliefs_of(request).of(person)
    own = {one.kept.preference.id for one in (*found.now, *found.before)}
    now, before, barred, shared = (_shapes(some, own) for some in (found.now, found.before, found.barred, found.shared))
    return Preferences(now, before, barred, shared, found.changes, found.undo)


@routes.post("/preferences/undo", status_code=204)
def undo(request: Request, tenant: str | None = None) -> Response:
    """Take back the last change that the person made; nothing happens where there is none."""
    beliefs_of(request).undo(_person(request, tenant))
    return Response(status_code=204)


@routes.put("/preferences/{preference}", status_code=204)
def edit(preference: str, body: ValueBody, request: Request, tenant: str | None = None) -> Response:
    """Another value in its place."""
    beliefs_of(request).edit(_person(request, tenant), preference, body.value)
    return Response(status_code=204)


@routes.post("/preferences/{preference}/{deed}", status_code=204)
def change(preference: str, deed: Deed, request: Request, tenant: str | None = None) -> Response:
    """Forget it, pin it, turn it off; never learn one of its kind, or learn such again."""
    beliefs_of(request).change(_person(request, tenant), preference, deed)
    return Response(status_code=204)


@routes.post("/operator/preferences/{preference}/decide", status_code=204)
def decide_proposal(preference: str, body: ProposalBody, request: Request, tenant: str | None = None) -> Response:
    """For the role operator: what was proposed holds for everybody, or for nobody."""
    beliefs_of(request).decide(operator_of(request, tenant), preference, confirm=body.decision == "confirmed")
    return Response(status_code=204)


def _person(request: Request, tenant: str | None) -> Asker:
    return asker_of(request, tenant, "history")


def _shapes(found: Iterable[Belief], own: set[str]) -> list[Believed]:
    return [_shape(one, is_own=one.kept.preference.id in own) for one in found]


def _shape(one: Belief, *, is_own: bool) -> Believed:
    kept, said = one.kept, one.kept.preference
    words, session, turn = (said.source.words, said.source.session, said.source.message) if is_own else (None, None, None)
    return Believed(said.id, one.says, said.relation, said.subject, said.value, one.values, said.scope, words, session, turn, said.source.at,
                    kept.is_on, kept.is_pinned, kept.is_current, kept.waits, kept.confirmed_by, one.uses)
