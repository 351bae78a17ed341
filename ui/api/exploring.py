"""Routes for looking around in the graph, and at what a person's conversations were about."""

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request

from memory.entities import Remembered, Theme, has_shifted, remembered, themes
from memory.stream import named
from ui.api.callers import asker_of, installation_of, surroundings_of
from ui.surroundings import Around, Origin, Thing, Way

Key = Annotated[str, Query(min_length=1, max_length=500, description="company|category|Model|id, as the routes give it.")]
routes = APIRouter(prefix="/api", tags=["looking around"])


@dataclass(frozen=True, slots=True)
class Memory:
    """What conversations were about: entities by rank, kinds of things by count, and whether these changed of late."""

    entities: list[Remembered]
    themes: list[Theme]
    has_shifted: bool


@routes.get("/graph/find")
def find(request: Request, text: Annotated[str, Query(min_length=1, max_length=200)], tenant: str | None = None) -> list[Thing]:
    """Who or what is called so, the likeliest first."""
    return surroundings_of(request).find(asker_of(request, tenant), text)


@routes.get("/graph/around")
def around(request: Request, key: Key, depth: Annotated[int, Query(ge=1, le=2)] = 1, tenant: str | None = None) -> Around:
    """What is linked with a record, in one step or two."""
    return surroundings_of(request).around(asker_of(request, tenant), key, depth)


@routes.get("/graph/path")
def path(request: Request, start: Key, end: Key, tenant: str | None = None) -> Way:
    """The shortest way between two records; empty where none is seen."""
    return surroundings_of(request).way(asker_of(request, tenant), start, end)


@routes.get("/graph/why")
def why(request: Request, key: Key, tenant: str | None = None) -> Origin:
    """Where a record is from, what it said before, and which other records are the same person or company."""
    return surroundings_of(request).origin(asker_of(request, tenant), key)


@routes.get("/memory")
def memory(request: Request, speaker: Literal["person", "assistant"] = "person", tenant: str | None = None) -> Memory:
    """What the person (or the assistant, to them) named in their conversations, as of the last minute."""
    person, here = asker_of(request, tenant, "history"), installation_of(request)
    stream, now = named(here.graph, person.tenant, person.email, speaker), here.now(person.tenant)
    return Memory(remembered(stream, now), themes(stream, now), has_shifted(stream, now))
