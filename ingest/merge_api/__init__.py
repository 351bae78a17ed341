"""What Merge's Unified API offers, as data: endpoints, parameters, Common Models, enums.

Two files extracted from the official SDK (see docs/decisions/0010-merge-api-as-data.md): `catalogue.json` (every call) and `models.json`
(every model). Read-only and read once. A model is written `category/Model` ("hris/Employee") everywhere.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Parameter:
    """A query parameter of an endpoint. `type`: str, bool, int, datetime, enum, enum|list[enum], str|list[str], enum-field-list."""

    name: str
    type: str
    enum: tuple[str, ...]      # allowed values, () where free
    multi: bool                # takes a comma-separated list
    max: int | None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One call of the API. `path` is relative to the base URL: `/hris/v1/time-off/{id}`."""

    category: str
    resource: str              # time_off: the SDK's attribute and the file name in an evaluation folder
    group: str                 # data or platform
    kind: str                  # list, retrieve, create, sublist, meta, other …
    method: str                # the SDK's method: list, retrieve, …
    http_method: str
    path: str
    path_params: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    item_model: str | None     # "TimeOff": the row of a page
    response_model: str
    expand: tuple[str, ...]
    show_enum_origins: tuple[str, ...]
    needs_account_token: bool | None

    def parameter(self, name: str) -> Parameter | None:
        """The query parameter of that name, None where the endpoint has none."""
        return next((p for p in self.parameters if p.name == name), None)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a model. `type`: id, object, enum, string, integer, number, boolean, datetime, json, any, int|float."""

    name: str
    type: str
    target: str | None         # foreign key's, embedded model's or enum's name, local to the category
    is_list: bool
    is_foreign_key: bool       # soft ones (typed as plain text by the SDK) too


@dataclass(frozen=True, slots=True)
class Model:
    """A model of one category; `role` is common, nested, request, write_response, paginated or platform."""

    category: str
    name: str
    role: str
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field | None:
        """The field of that name, None where the model has none."""
        return next((f for f in self.fields if f.name == name), None)


@cache
def _read(name: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath(name).read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def endpoints() -> tuple[Endpoint, ...]:
    """Every endpoint of the catalogue, in its order."""
    return tuple(_endpoint(e) for e in _read("catalogue.json")["endpoints"])


@cache
def models() -> dict[str, Model]:
    """Every model by `category/Model`."""
    return {
        f"{category}/{name}": Model(category, name, m["role"], tuple(_field(f) for f in m["fields"]))
        for category, part in _read("models.json")["categories"].items()
        for name, m in part["models"].items()
    }


@cache
def enums() -> dict[str, tuple[str, ...]]:
    """Every enum's values by `category/Enum`."""
    return {
        f"{category}/{name}": tuple(values)
        for category, part in _read("models.json")["categories"].items()
        for name, values in part["enums"].items()
    }


@cache
def list_endpoints() -> dict[str, Endpoint]:
    """The list endpoint of each Common Model that has one of its own (no parent id in the path), by `category/Model`."""
    found = [e for e in endpoints() if e.group == "data" and e.kind == "list" and not e.path_params and e.item_model]
    return {f"{e.category}/{e.item_model}": e for e in found}


@cache
def retrieve_endpoints() -> dict[str, Endpoint]:
    """The retrieve endpoint of each Common Model that has one, by `category/Model`."""
    found = [e for e in endpoints() if e.group == "data" and e.kind == "retrieve" and e.path_params == ("id",)]
    return {f"{e.category}/{e.response_model}": e for e in found}


@cache
def model_of_resource() -> dict[tuple[str, str], str]:
    """(`hris`, `time_off`) → `hris/TimeOff`: the model that a resource's list endpoint gives."""
    return {(e.category, e.resource): model for model, e in list_endpoints().items()}


def _endpoint(e: dict[str, Any]) -> Endpoint:
    return Endpoint(
        category=e["category"], resource=e["resource"], group=e["group"], kind=e["kind"], method=e["method"],
        http_method=e["http_method"], path=e["path"], path_params=tuple(e["path_params"]),
        parameters=tuple(_parameter(p) for p in e["query_params"]),
        item_model=e.get("item_model"), response_model=e.get("response_model") or "",
        expand=tuple(e.get("expand") or ()), show_enum_origins=tuple(e.get("show_enum_origins") or ()),
        needs_account_token=e.get("spec_account_token_required"),
    )


def _parameter(p: dict[str, Any]) -> Parameter:
    return Parameter(p["name"], p["type"], tuple(p.get("enum") or ()), "multi" in p, p.get("max"))


def _field(f: dict[str, Any]) -> Field:
    target = f.get("fk") or f.get("model") or f.get("enum") or f.get("fk_soft")
    soft = bool(f.get("fk_soft"))
    return Field(
        name=f["name"], type=f["type"], target=target if isinstance(target, str) else None, is_list=bool(f.get("list")),
        is_foreign_key=f["type"] == "id" or soft,
    )
