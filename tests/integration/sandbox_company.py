"""A company of every app and every resource of the catalogue, made by rule: some records each, every field of the model there."""

import json
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ingest import merge_api
from ingest.merge_api import Field

NOW = "2026-11-20T09:00:00Z"
ROWS = 5
CATEGORIES = tuple(sorted({e.category for e in merge_api.list_endpoints().values()}))

Row = dict[str, Any]


def record_id(tenant: str, model: str, number: int) -> str:
    """A UUID that this record always has."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{tenant}/{model}/{number}"))


def record(tenant: str, model: str, number: int) -> Row:
    """The n-th record of a model. Rows differ in every field that has more than one value."""
    return {f.name: _value(tenant, model.split("/")[0], f, number) for f in merge_api.models()[model].fields} | _base(tenant, model, number)


def company(tenant: str) -> dict[str, Any]:
    """company.json: one linked account of every category."""
    accounts = [
        {"id": record_id(tenant, f"account/{c}", 0), "category": c, "integration": c.title(), "token": f"tok_{tenant}_{c}",
         "data_as_of": "2026-11-20T02:00:00.000000Z", "disabled": [], "status": "COMPLETE"}
        for c in CATEGORIES
    ]
    return {"tenant": tenant, "name": tenant.title(), "domain": f"{tenant}.example", "now": NOW, "linked_accounts": accounts}


def write_company(folder: Path, tenant: str, changed: Mapping[str, Any] | None = None) -> Path:
    """The folder on disk; `changed` replaces keys of company.json."""
    folder.mkdir(parents=True)
    (folder / "company.json").write_text(json.dumps(company(tenant) | dict(changed or {})), "utf-8")
    for (category, resource), model in merge_api.model_of_resource().items():
        path = folder / category / f"{resource}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps([record(tenant, model, n) for n in range(ROWS)]), "utf-8")
    return folder


def _base(tenant: str, model: str, number: int) -> Row:
    made = {
        "id": record_id(tenant, model, number), "remote_id": f"R-{number}", "created_at": f"2026-01-0{number + 1}T08:00:00.000001Z",
        "modified_at": f"2026-02-0{number + 1}T08:00:00.000001Z", "remote_was_deleted": False, "field_mappings": None, "remote_data": None,
    }
    return {name: value for name, value in made.items() if merge_api.models()[model].field(name)}


def _value(tenant: str, category: str, field: Field, number: int) -> Any:
    value = _single(tenant, category, field, number)
    return ([] if value is None else [value]) if field.is_list else value


def _single(tenant: str, category: str, field: Field, number: int) -> Any:
    target = f"{category}/{field.target}"
    if target in merge_api.list_endpoints() or field.is_foreign_key:
        return record_id(tenant, target, number)
    if field.type == "enum":
        return merge_api.enums()[target][number % len(merge_api.enums()[target])] if merge_api.enums().get(target) else None
    if field.type == "object" and field.name in ("email_addresses", "phone_numbers"):
        names = [f.name for f in merge_api.models()[target].fields if f.type == "string" and not f.name.endswith("_type")]
        return {name: f"{name}{number}@private.example" for name in names}
    plain = {"string": f"{field.name} {number}", "integer": number, "number": number + 0.5, "boolean": number % 2 == 0,
             "datetime": f"2026-03-0{number + 1}T08:00:00.000000Z", "int|float": number}
    return plain.get(field.type)
