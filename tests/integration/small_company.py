"""A company small enough to be counted on one's fingers, written as an evaluation folder."""

import json
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ingest import merge_api

NOW = "2026-11-20T09:00:00Z"
DATA_AS_OF = "2026-11-20T02:00:00.000000Z"
LONG_AGO = "2026-01-05T08:00:00.000000Z"
CATEGORIES = ("hris", "crm", "ticketing")

Row = dict[str, Any]


def merge_id(tenant: str, name: str) -> str:
    """A UUID that a name of this tenant always has."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{tenant}.{name}"))


def account_id(tenant: str, category: str) -> str:
    """The id of a tenant's linked account."""
    return merge_id(tenant, f"account of {category}")


def key(tenant: str, model: str, name: str) -> str:
    """The key of a record's node."""
    return f"{tenant}|{model.replace('/', '|')}|{merge_id(tenant, name)}"


def row(tenant: str, model: str, called: str, /, **values: Any) -> Row:
    """The record called so, with every field of its model; a value `@name` is the id of the record of that name."""
    every: Row = dict.fromkeys(f.name for f in merge_api.models()[model].fields)
    every |= {f.name: [] for f in merge_api.models()[model].fields if f.is_list}
    base = {"id": merge_id(tenant, called), "remote_id": called, "created_at": LONG_AGO, "modified_at": LONG_AGO, "remote_was_deleted": False}
    return every | base | {k: _with_ids(tenant, v) for k, v in values.items()}


def records(tenant: str) -> Mapping[tuple[str, str], list[Row]]:
    """(category, resource) → its rows: three employees, two companies with three contacts, four tickets."""
    def employee(name: str, **values: Any) -> Row:
        first, last = name.split()
        return row(tenant, "hris/Employee", name, display_full_name=name, first_name=first, last_name=last, **values)

    def contact(name: str, **values: Any) -> Row:
        first, last = name.split()
        return row(tenant, "crm/Contact", name, first_name=first, last_name=last, **values)

    return {
        ("hris", "employees"): [
            employee("Ana Ruiz", work_email="ana.ruiz@acme.example", personal_email="ana@private.example"),
            employee("Ben Cole", work_email="ben.cole@acme.example", manager="@Ana Ruiz"),
            employee("Cleo Diaz", work_email="cleo.diaz@acme.example", manager="@Ben Cole", work_location="@Bengaluru Hall"),
        ],
        ("hris", "locations"): [
            row(tenant, "hris/Location", "Bengaluru Hall", name="Bengaluru Hall", city="Bengaluru", location_type="WORK"),
        ],
        ("crm", "users"): [row(tenant, "crm/User", "crm Ana", name="Ana Ruiz", email="ana.ruiz@acme.example", is_active=True)],
        ("crm", "accounts"): [
            row(tenant, "crm/Account", "Kenmore", name="Kenmore Freight", website="https://www.kenmore.example", owner="@crm Ana"),
            row(tenant, "crm/Account", "Foxglove", name="Foxglove Apparel", website="https://foxglove.example"),
        ],
        ("crm", "contacts"): [
            contact("Bill Ashworth", account="@Kenmore", owner="@crm Ana"), contact("Bill Tran", account="@Foxglove"),
            contact("Greta Gilmore", account="@Kenmore"),
        ],
        ("ticketing", "tickets"): [
            row(tenant, "ticketing/Ticket", f"ATL-{n}", name=f"Lidar fault {n}", access_level="PRIVATE" if n == 4 else "COMPANY")
            for n in range(1, 5)
        ],
    }


def write_company(folder: Path, tenant: str) -> Path:
    """Write the company's folder and give its path."""
    accounts = [
        {"id": account_id(tenant, c), "category": c, "integration": f"{c} app", "token": f"token-{tenant}-{c}", "data_as_of": DATA_AS_OF}
        for c in CATEGORIES
    ]
    company = {"tenant": tenant, "name": "Acme", "domain": "acme.example", "now": NOW, "linked_accounts": accounts,
               "people": [{"email": "ana.ruiz@acme.example", "roles": []}]}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    for (category, resource), rows in records(tenant).items():
        (folder / category).mkdir(exist_ok=True)
        (folder / category / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    return folder


def change(category: str, resource: str, record: Row | str, at: str, op: str = "update") -> dict[str, Any]:
    """A line of changes.jsonl; a record, or the id of the one to delete."""
    what = {"record_id": record} if isinstance(record, str) else {"record": record}
    return {"id": f"{op} at {at}", "at": at, "op": op, "category": category, "resource": resource, **what}


def _with_ids(tenant: str, value: Any) -> Any:
    return merge_id(tenant, value[1:]) if isinstance(value, str) and value.startswith("@") else value
