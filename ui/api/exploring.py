"""Routes for looking around in the graph, and at what a person's conversations were about."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from agent.access.explore import Entity, Explorer, Thing, Tie
from memory.entities import Remembered, Theme, has_shifted, remembered, themes
from memory.stream import named
from ui.actions.remembered import insights_of
from ui.api.callers import asker_of, exploring_of, installation_of

Key = Annotated[str, Query(min_length=1, max_length=500, description="company|category|Model|id, as the routes give it.")]
routes = APIRouter(prefix="/api", tags=["looking around"])


class FindBody(BaseModel):
    """The body of `POST /api/graph/find`: a name, which is in no address, since addresses are written into logs."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field(min_length=1, max_length=200)


@dataclass(frozen=True, slots=True)
class Cited:
    """A line of the person's own that something rests on."""

    session: str
    turn: str
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Insight:
    """What several lines say together, and these lines, oldest first."""

    says: str
    lines: list[Cited]


@dataclass(frozen=True, slots=True)
class Memory:
    """What conversations were about: entities by rank, kinds of things by count, whether these changed of late, and what comes up again."""

    entities: list[Remembered]
    themes: list[Theme]
    has_shifted: bool
    insights: list[Insight]


@routes.post("/graph/find")
def find(body: FindBody, request: Request, tenant: str | None = None) -> list[Thing]:
    """Who or what is called so, the likeliest first, as far as the person may know of it."""
    return list(_explorer(request, tenant).find(body.text))


@routes.get("/graph/around")
def around(request: Request, key: Key, tenant: str | None = None) -> list[Tie]:
    """The ties of a record, and of those that are one with it; none for a record that the person may not know of."""
    return list(_explorer(request, tenant).around([key]))


@routes.get("/graph/path")
def path(request: Request, start: Key, end: Key, tenant: str | None = None) -> list[Tie] | None:
    """What joins two records; null where there is no way that the person may see."""
    found = _explorer(request, tenant).way(start, end)
    return None if found is None else list(found)


@routes.get("/graph/why")
def why(request: Request, key: Key, tenant: str | None = None) -> Entity:
    """A record: what it is called, where it is from, what happened to it, and which other records are the same and why."""
    return _explorer(request, tenant).entity(key)


@routes.get("/memory")
def memory(request: Request, speaker: Literal["person", "assistant"] = "person", tenant: str | None = None) -> Memory:
    """What the person (or the assistant, to them) named in their conversations, as of the last minute."""
    person, here = asker_of(request, tenant, "history"), installation_of(request)
    stream, now = named(here.graph, person.tenant, person.email, speaker), here.now(person.tenant)
    insights = [Insight(one.text, [Cited(line.session, line.id.rpartition(":")[0], line.time, line.text) for line in one.lines])
                for one in insights_of(here, person)]
    return Memory(remembered(stream, now), themes(stream, now), has_shifted(stream, now), insights)


def _explorer(request: Request, tenant: str | None) -> Explorer:
    return exploring_of(request).explorer(asker_of(request, tenant))
