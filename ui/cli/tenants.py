"""`evergraph tenants`: the companies of this installation: which there are, one more, one changed, one less."""

import json
import sys
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ingest.company import read_company
from kg.errors import BadInput
from ui.sign_in.access import OWNER
from workers.settings import clock_of, read_settings
from workers.storage.tenant_registry import Tenant, TenantRegistry
from workers.tenants import removal
from workers.tenants.settings_editor import SettingsEditor
from workers.wiring import open_installation

_OK, _LEFT = 0, 1


def show(*, as_json: bool) -> int:
    """Every company with where it is read from and its linked accounts. Raises BadInput for a damaged file."""
    rows = [_row(tenant) for tenant in TenantRegistry(read_settings().home).all()]
    if as_json:
        sys.stdout.write(json.dumps(rows, ensure_ascii=False) + "\n")
        return _OK
    table = Table(box=None, pad_edge=False)
    for name in ("tenant", "name", "read from", "linked accounts", "people"):
        table.add_column(name, overflow="fold")             # a folder that is cut is none
    for row in rows:
        table.add_row(*map(Text, (row["tenant"], row["name"], row["source"], ", ".join(row["accounts"]), str(row["people"]))))
    Console(highlight=False).print(table if rows else "No company yet. `evergraph tenants add FOLDER` adds one, `evergraph demo` makes one up.")
    return _OK


def add(folder: Path, is_sandbox: bool) -> int:
    """Makes the company that `company.json` of the folder describes a tenant; with `is_sandbox` its records come from the folder too.

    Raises BadInput for a folder that holds none, or a tenant that is here already; OSError.
    """
    company = read_company(folder)
    registry = TenantRegistry(read_settings().home)
    if company.tenant in registry.slugs():
        raise BadInput(f"There is a tenant {company.tenant} already. `evergraph tenants update` takes in what changed in its company.json.")
    source = Tenant(company=company, source="sandbox", folder=str(folder.resolve())) if is_sandbox else Tenant(company=company, source="merge")
    registry.save(source)
    before = "`evergraph up` serves its folder" if is_sandbox else "Set MERGE_API_KEY, `evergraph up`"
    sys.stdout.write(f"{company.name} is tenant {company.tenant}, {len(company.linked_accounts)} linked accounts. {before}, then "
                     f"`evergraph sync --full --tenant {company.tenant}` reads it.\n")
    return _OK


def update(folder: Path) -> int:
    """Takes in what changed in the `company.json` of the folder: people, roles, definitions, linked accounts that came or left.

    Raises BadInput for a folder that holds none, or a tenant that is not here; HistoryUnavailable, OSError.
    """
    company, settings = read_company(folder), read_settings()
    entry = SettingsEditor(settings).take_in(company, folder, OWNER, clock_of(settings, company)())
    for told in entry["told"] if entry else ():
        sys.stdout.write(f"{told}\n")
    sys.stdout.write(f"{company.name} has {len(company.linked_accounts)} linked accounts now. `evergraph sync --tenant {company.tenant}` reads "
                     "those that are new; what is left of those that are not there any more goes with the next look of the schedule.\n")
    return _OK


def remove(slug: str, is_sure: bool) -> int:
    """Deletes all that is held of a company, after asking; the source keeps its own. 1 where the person does not want to.

    Raises BadInput for an unknown tenant, GraphUnavailable, GraphTooSlow, StoreUnavailable, OSError: call it again then.
    """
    tenant = TenantRegistry(read_settings().home).get(slug)
    if not is_sure and not typer.confirm(f"Delete all that is held of {tenant.company.name} ({slug}): graph, conversations, settings?"):
        return _LEFT
    here = open_installation()
    try:
        nodes = removal.remove(here, slug)
    finally:
        here.close()
    sys.stdout.write(f"{tenant.company.name} is gone: {nodes} nodes of the graph, its conversations, its file.\n")
    return _OK


def _row(tenant: Tenant) -> dict[str, Any]:
    company = tenant.company
    return {"tenant": tenant.slug, "name": company.name, "source": tenant.folder or "Merge",
            "accounts": [f"{one.integration} ({one.category})" for one in company.linked_accounts], "people": len(company.people)}
