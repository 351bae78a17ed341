"""`evergraph reads`: who read private data of whom, and why it was allowed; for a company's auditors. No values are kept."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.errors import BadInput
from memory.reads import Reads
from ui.sign_in.access import asker
from workers.settings import read_settings
from workers.storage.tenant_registry import TenantRegistry

_OK = 0
_SHOWN = 3                              # ids of a line; all of them with --json
_WIDE = 200                             # columns where nobody says how many there are


def show(person: str, tenant: str | None, by: str | None, *, as_json: bool) -> int:
    """Shows the log of the auditor's company, oldest first; `by`: only what that person read. Raises BadInput, HistoryUnavailable."""
    settings = read_settings()
    registry = TenantRegistry(settings.home)
    who = asker(registry, person, tenant)
    known = registry.get(who.tenant).company.person(who.email)
    if known is None or "auditor" not in known.roles:
        raise BadInput(f"{who.email} does not have the role auditor at {who.tenant}. `evergraph tenants update` takes in roles of company.json.")
    entries = Reads((settings.home / "history").as_uri()).of(who.tenant, by)
    if as_json:
        sys.stdout.write(json.dumps(entries, ensure_ascii=False) + "\n")
        return _OK
    table = Table(box=None, pad_edge=False)
    for name in ("when", "who", "class", "allowed as", "how", "of whom", "question"):
        table.add_column(name, overflow="fold")
    for entry in entries:
        table.add_row(*(Text(cell) for cell in _row(entry)))
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)
    console.print(table if entries else "Nobody has read anything private yet.")
    return _OK


def _row(entry: Mapping[str, Any]) -> tuple[str, ...]:
    whom = entry["whom"]
    more = f" and {len(whom) - _SHOWN} more" if len(whom) > _SHOWN else ""
    said = ", ".join(whom[:_SHOWN]) + more
    return str(entry["at"])[:16], entry["who"], entry["class"], entry["grant"].replace("_", " "), entry["how"], said, entry["question"]
