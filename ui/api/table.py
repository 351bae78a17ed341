"""Every route, by its file, and what OpenAPI says of all of them."""

from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from ui.api import around, asking, operating, people, talks
from ui.api.refusals import PROBLEM
from ui.api.shapes import Problem

ROUTES: tuple[APIRouter, ...] = (asking.routes, talks.routes, people.routes, operating.routes, around.routes)     # `around` takes what is left
_SCHEMA = "#/components/schemas/{model}"


def describe(app: FastAPI) -> dict[str, Any]:
    """The API as OpenAPI has it: every route may answer with a problem, and with no other error."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schemas = found.setdefault("components", {}).setdefault("schemas", {})
        problem = Problem.model_json_schema(ref_template=_SCHEMA)
        schemas |= problem.pop("$defs") | {"Problem": problem}
        answer = {"description": "A problem.", "content": {PROBLEM: {"schema": {"$ref": _SCHEMA.format(model="Problem")}}}}
        for operation in (operation for path in found["paths"].values() for operation in path.values()):
            operation["responses"].pop("422", None)     # refused forms are problems too
            operation["responses"] |= {"4XX": answer, "5XX": answer}
        app.openapi_schema = found
    return app.openapi_schema
