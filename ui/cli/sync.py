"""`evergraph sync`: bring the graph up to date with the source, how far that is, what is parked, and letting an account go."""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text

from ingest.linked import parts_of
from kg.errors import BadInput
from workers import tasks
from workers.settings import read_settings
from workers.storage.tenant_registry import TenantRegistry
from workers.tasks import parking
from workers.tasks.source_access import check_way_in
from workers.tasks.sync_status import SyncOverview

_OK, _FAILED = 0, 1
_PATIENCE_SECONDS = 3600.0
_WIDE = 240                             # columns where nobody says how many there are
_UNITS = ((86_400.0, "d"), (3_600.0, "h"), (60.0, "min"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to sync, and what to do instead of syncing."""

    tenant: str | None = None
    account: str | None = None          # the id of a linked account
    model: str | None = None            # "crm/Contact"
    mode: str = "delta"
    status: bool = False
    parked: bool = False
    rerun: str | None = None            # the id of a parked message, or "all"
    forget: str | None = None           # the same
    disconnect: str | None = None       # the id of a linked account
    patience: float = _PATIENCE_SECONDS     # how long what is under way is waited for


def run(wanted: Wanted, *, as_json: bool) -> int:
    """Does what is wanted and shows the outcome; 1 where a part was given up or not done. Raises BadInput, WrongSetting, StoreUnavailable."""
    registry = TenantRegistry(read_settings().home)
    slugs = _tenants(registry, wanted)
    instead = next((do for value, do in (
        (wanted.disconnect, _disconnect), (wanted.rerun, _rerun), (wanted.forget, _forget), (wanted.parked, _show_parked)) if value), None)
    if instead:
        return instead(slugs, wanted, as_json)
    late = [slug for slug in (() if wanted.status else slugs) if not _sync(slug, wanted)]
    found = [_of(tasks.sync_overview(slug), wanted) for slug in slugs]
    _show(found, as_json)
    return _FAILED if late or any(part.state == "given up" for one in found for part in one.parts) else _OK


def _sync(slug: str, wanted: Wanted) -> bool:
    """Whether everything was read in time; if not, what is left is said."""
    check_way_in(slug)
    reached = sync_with_bar(slug, wanted.mode, wanted.patience, account=wanted.account, model=wanted.model)
    if not reached.is_over:
        left = f"{len(reached.parts) - reached.ended} of {len(reached.parts)} models of {slug} are not done after {wanted.patience:.0f} seconds."
        sys.stderr.write(f"{left} Workers go on with them; `evergraph sync --status` shows how far they are.\n")
    return reached.is_over


def sync_with_bar(
    slug: str, mode: str, seconds: float = _PATIENCE_SECONDS, *, account: str | None = None, model: str | None = None,
) -> tasks.SyncProgress:
    """Syncs one tenant, a bar showing how many of its models are done. Raises BadInput, StoreUnavailable."""
    told = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rows]} records")
    with Progress(SpinnerColumn(), *told, console=Console(stderr=True, highlight=False), transient=True) as bars:
        bar = bars.add_task(f"Projecting {slug} into the graph", total=None, rows=0)
        tasks.start_sync(slug, mode, account, model)
        return tasks.wait_for_sync(
            slug, seconds, lambda now: bars.update(bar, total=len(now.parts), completed=now.ended, rows=now.rows), account=account, model=model)


def _tenants(registry: TenantRegistry, wanted: Wanted) -> list[str]:
    """The tenants that are meant. Raises BadInput for a tenant, account or model that is not there, saying which are."""
    slugs = [registry.get(wanted.tenant).slug] if wanted.tenant else list(registry.slugs())
    account = wanted.account or wanted.disconnect
    if account:
        linked = [(slug, one) for slug in slugs for one in registry.get(slug).company.linked_accounts]
        slugs = [slug for slug, one in linked if one.id == account]
        if not slugs:
            known = _listed(f"{one.id} ({one.integration}, {one.category}, {slug})" for slug, one in linked)
            raise BadInput(f"There is no linked account {account!r}. Linked: {known}.")
    if wanted.model:
        known_models = sorted({model for slug in slugs for model, _ in parts_of(registry.get(slug).company.accounts)})
        if wanted.model not in known_models:
            raise BadInput(f"{wanted.model!r} is not synced for {_listed(slugs)}. Write one of: {_listed(known_models)}.")
    return slugs


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _disconnect(slugs: Sequence[str], wanted: Wanted, as_json: bool) -> int:
    for slug in slugs:
        tasks.let_go(slug, wanted.disconnect or "")
    told = "Its records, joins and copies are out of the graph; Merge itself was not told. `evergraph tenants update FOLDER` brings it back."
    _say({"disconnected": wanted.disconnect}, told, as_json)
    return _OK


def _rerun(slugs: Sequence[str], wanted: Wanted, as_json: bool) -> int:
    return _each(wanted.rerun or "", wanted, tasks.rerun, "run again", as_json)


def _forget(slugs: Sequence[str], wanted: Wanted, as_json: bool) -> int:
    return _each(wanted.forget or "", wanted, lambda one: parking.forget(tasks.installation().store, one), "thrown away", as_json)


def _each(which: str, wanted: Wanted, do: Callable[[parking.Parked], None], done: str, as_json: bool) -> int:
    found = parking.find_parked(tasks.installation().store, which, wanted.tenant)
    skipped = 0
    for one in found:
        if which == "all" and done == "run again" and not one.can_run:
            skipped += 1
            continue
        do(one)
    left = f" {skipped} cannot be read, and stay." if skipped else ""
    _say({done.replace(" ", "_"): len(found) - skipped, "left": skipped}, f"{len(found) - skipped} {done}.{left}", as_json)
    return _OK


def _show_parked(slugs: Sequence[str], wanted: Wanted, as_json: bool) -> int:
    rows = [one.as_json() for one in parking.parked(tasks.installation().store, wanted.tenant)]
    if as_json:
        sys.stdout.write(json.dumps(rows) + "\n")
        return _OK
    table = _table("id", "since", "company", "task", "about", "reason")
    for row in rows:
        table.add_row(row["id"], row["at"][:16], row["tenant"], row["task"], row["about"], row["reason"])
    _print(table if rows else Text("Nothing is parked."))
    return _OK


def _of(found: SyncOverview, wanted: Wanted) -> SyncOverview:
    """What is known of the account and model that were named."""
    parts = tuple(part for part in found.parts if wanted.account in (None, part.linked_account) and wanted.model in (None, part.model))
    return replace(found, parts=parts)


def _show(found: Sequence[SyncOverview], as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps([one.as_json() for one in found]) + "\n")
        return
    table = _table("company", "app", "model", "state", "last complete run", "lag", "records", "waited", "reason")
    for one in found:
        for part in one.parts:
            table.add_row(one.tenant, part.integration, part.model, part.state, _minute(part.complete_at), _span(part.lag_seconds),
                          str(part.rows), _span(part.waited_seconds or None), part.error or "")
    _print(table)
    parked = sum(one.parked for one in found)
    if parked:
        _print(Text(f"{parked} messages are parked: `evergraph sync --parked` shows why."))


def _table(*columns: str) -> Table:
    return Table(*columns, box=None, pad_edge=False)


def _say(data: dict[str, Any], words: str, as_json: bool) -> None:
    sys.stdout.write((json.dumps(data) if as_json else words) + "\n")


def _print(what: Table | Text) -> None:
    """Nothing of it is markup: names are from elsewhere, and may hold brackets."""
    Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _WIDE).print(what)


def _minute(moment: datetime | None) -> str:
    return f"{moment or ''}"[:16]


def _span(seconds: float | None) -> str:
    """So many days, hours or minutes; "" where it is not known."""
    if seconds is None:
        return ""
    return next((f"{seconds / size:.0f} {unit}" for size, unit in _UNITS if seconds >= size), f"{max(0.0, seconds):.0f} s")
