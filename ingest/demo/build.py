"""The demo company as an evaluation folder: put together, and written all at once or not at all."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ingest.company import Company, parse_company
from ingest.demo.changes import all_changes
from ingest.demo.conversations import add_conversations
from ingest.demo.customers import add_customers
from ingest.demo.hiring import add_hiring
from ingest.demo.ledger import add_ledger
from ingest.demo.library import add_library
from ingest.demo.payroll import add_payroll
from ingest.demo.people import COMPANY, DOMAIN, add_people, signed_in
from ingest.demo.questions import all_questions
from ingest.demo.register import NOW, SYNCED_AT, Register, identity, stamp
from ingest.demo.spending import add_spending
from ingest.demo.tickets import add_tickets

SLUG = "fennimore"
_APPS = {
    "hris": "HiBob", "ats": "Lever", "crm": "HubSpot", "ticketing": "Zendesk", "accounting": "QuickBooks Online", "filestorage": "Google Drive",
    "knowledgebase": "Confluence",
}
_NOW = f"{NOW:%Y-%m-%dT%H:%M:%SZ}"


def write_company(folder: Path) -> Company:
    """Write the demo company into `folder`, which it replaces; the same bytes every time.

    Written beside it first and then moved into place: a crash leaves the old folder or none, never half of one. Raises OSError.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        text = _write_into(fresh)
        fresh.chmod(0o755)
        _put_in_place(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return parse_company(text, str(folder / "company.json"))


def records() -> Register:
    """Every record of the demo company."""
    register = Register()
    for add in (add_people, add_payroll, add_hiring, add_customers, add_conversations, add_tickets, add_ledger, add_spending, add_library):
        add(register)
    return register


def _write_into(folder: Path) -> str:
    register = records()
    by_name = {f"{category}/{resource}": rows for (category, resource), rows in register.rows.items()}
    for name, rows in by_name.items():
        path = folder / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        _write(path, "[\n" + ",\n".join(map(_json, rows)) + "\n]\n")
    changes = all_changes(register)
    _write(folder / "changes.jsonl", _lines(changes))
    _write(folder / "questions.jsonl", _lines(all_questions(by_name, changes, _NOW)))
    text = json.dumps(_company(), ensure_ascii=False, indent=1) + "\n"
    _write(folder / "company.json", text)
    return text


def _put_in_place(fresh: Path, folder: Path) -> None:
    """Move the finished folder to its name; what stood there moves aside first and is removed after."""
    if not folder.exists():
        fresh.rename(folder)
        return
    aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
    folder.rename(aside / folder.name)
    fresh.rename(folder)
    shutil.rmtree(aside, ignore_errors=True)


def _write(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(values: Iterable[Any]) -> str:
    return "".join(_json(v) + "\n" for v in values)


def _company() -> dict[str, Any]:
    accounts = [
        {
            "id": identity("linked account", category),
            "category": category,
            "integration": app,
            "token": f"tok_{SLUG}_{category}",
            "data_as_of": stamp(SYNCED_AT),
            "disabled": ["Employee.ssn", "Dependent.ssn"] if category == "hris" else [],
            "status": "COMPLETE",
        }
        for category, app in _APPS.items()
    ]
    priorities = {p: {"field": "priority_native", "equals": p} for p in ("P0", "P1", "P2", "P3")}
    return {
        "tenant": SLUG,
        "name": COMPANY,
        "domain": DOMAIN,
        "timezone": "America/Toronto",
        "currency": "CAD",
        "fiscal_year_start": "01-01",
        "now": _NOW,
        "people": signed_in(),
        "linked_accounts": accounts,
        "definitions": {
            "policy": {"managers_see_pay": "off", "custom_fields": {}},
            "words": {"deal": "crm.Opportunity", "seller": "crm.User"},
            "priorities": priorities,
            "sla": {"by": "hours", "hours": {"P0": 24, "P1": 72}},
            "working_day_hours": 8,
            "hours_per_year": 2080,
            "customer_revenue": {"basis": "invoiced", "less_credit_notes": True, "in": "CAD"},
            "headcount_cost": {"people": "tree", "manager_included": False},
        },
    }
