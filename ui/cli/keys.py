"""`evergraph key`: keys of persons for programs, by hand."""

import json
import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ui.sign_in.access import asker
from workers.settings import read_settings, real_time
from workers.storage.api_keys import Key, Keys
from workers.storage.tenant_registry import TenantRegistry


def make(person: str, tenant: str | None, scopes: list[str], days: int, label: str) -> None:
    """Print a new key, the only time that it can be seen. Raises BadInput."""
    settings = read_settings()
    owner = asker(TenantRegistry(settings.home), person, tenant)
    key, text = Keys(settings.home).make((owner.tenant, owner.email), frozenset(scopes), real_time(), days, label)
    sys.stderr.write(f"Key {key.id} for {owner.email} at {owner.tenant}, until {key.ends_at:%Y-%m-%d}. It is shown this once:\n")
    sys.stdout.write(text + "\n")


def show(as_json: bool) -> None:
    """Every key, without what opens the door."""
    keys = Keys(read_settings().home).all()
    if as_json:
        sys.stdout.write(json.dumps([key.model_dump(mode="json", exclude={"hash"}) for key in keys]) + "\n")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("id", "person", "company", "for", "until", "label"):
        table.add_column(name, overflow="fold")
    for key in keys:
        table.add_row(*map(Text, _row(key)))
    Console(highlight=False).print(table if keys else "There is no key.")


def revoke(key_id: str) -> None:
    """The key opens nothing from now on. Raises BadInput."""
    Keys(read_settings().home).revoke(key_id)


def _row(key: Key) -> tuple[str, ...]:
    return key.id, key.person, key.tenant, ", ".join(sorted(key.scopes)), f"{key.ends_at:%Y-%m-%d}", key.label
