"""Every route, by its file, and what OpenAPI says of all of them."""

from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from ui.api import (
    around,
    asking,
    belief_pages,
    believing,
    completions,
    entrance,
    exploring,
    operating,
    operator_pages,
    pages,
    people,
    reading_pages,
    shared_pages,
    sharing,
    speaking,
    talks,
    who,
)
from ui.api.refusals import CHAT_PATH, PROBLEM
from ui.api.shapes import ChatError, Problem
from ui.sign_in.access import PERSON_HEADER

# `around` comes last, for it takes every address that is left.
ROUTES: tuple[APIRouter, ...] = (
    asking.routes, completions.routes, talks.routes, sharing.routes, believing.routes, exploring.routes, people.routes, operating.routes,
    operator_pages.routes, reading_pages.company, reading_pages.own, who.routes, speaking.routes, entrance.routes, belief_pages.routes, pages.routes,
    shared_pages.routes, around.routes,
)
OPEN = frozenset({around.MACHINES, people.SIGNING_IN})     # tags of routes that ask nobody who they are before
_SCHEMA = "#/components/schemas/{model}"
_WAYS_IN = {
    "key": {"type": "http", "scheme": "bearer", "description": "A person's key: `evergraph key make` makes one, for some scopes and with an end."},
    "person": {"type": "apiKey", "in": "header", "name": PERSON_HEADER, "description": "A person of a demo company; on its machine."},
}
_NOT_OURS = ("HTTPValidationError", "ValidationError")     # FastAPI's own refusals, which nobody gets
_RETRY = {"Retry-After": {"description": "Seconds to wait, where it was too often.", "schema": {"type": "integer"}}}


def describe(app: FastAPI) -> dict[str, Any]:
    """The API as OpenAPI has it: who may call, and that every route may answer with a problem, and with no other error."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, routes=app.routes)
        parts = found.setdefault("components", {})
        parts["securitySchemes"] = _WAYS_IN
        parts["schemas"] = {name: schema for name, schema in parts["schemas"].items() if name not in _NOT_OURS}
        for shape in (Problem, ChatError):
            schema = shape.model_json_schema(ref_template=_SCHEMA)
            parts["schemas"] |= schema.pop("$defs") | {shape.__name__: schema}
        for path, operation in ((path, each) for path, methods in found["paths"].items() for each in methods.values()):
            answer = _refusal("application/json", ChatError) if path.startswith(CHAT_PATH) else _refusal(PROBLEM, Problem)
            operation["responses"].pop("422", None)     # refused forms are problems too
            operation["responses"] |= {"4XX": answer | {"headers": _RETRY}, "5XX": answer}
            operation["security"] = [] if OPEN.intersection(operation["tags"]) else [{way: []} for way in _WAYS_IN]
        app.openapi_schema = found
    return app.openapi_schema


def _refusal(media_type: str, shape: type[BaseModel]) -> dict[str, Any]:
    return {"description": "A problem.", "content": {media_type: {"schema": {"$ref": _SCHEMA.format(model=shape.__name__)}}}}
