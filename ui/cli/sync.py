"""`evergraph sync`: bring the graph up to date with the source, and how far that is."""

import json
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text

from ingest.facts import Facts, as_json
from workers import tasks
from workers.settings import read_settings
from workers.tenants import TenantRegistry

_OK, _FAILED = 0, 1
_PATIENCE_SECONDS = 3600.0


def run(tenant: str | None, mode: str, *, only_status: bool, as_json: bool) -> int:
    """Syncs the tenants (or the one named) and shows how far they are; 1 where a part was given up. Raises BadInput, WrongSetting."""
    registry = TenantRegistry(read_settings().home)
    slugs = [registry.get(tenant).slug] if tenant else list(registry.slugs())
    if not only_status:
        for slug in slugs:
            tasks.check_way_in(slug)
            sync_with_bar(slug, mode)
    found = {slug: tasks.sync_progress(slug) for slug in slugs}
    _show({slug: progress.parts for slug, progress in found.items()}, as_json)
    return _FAILED if any(progress.failed for progress in found.values()) else _OK


def sync_with_bar(slug: str, mode: str, seconds: float = _PATIENCE_SECONDS) -> tasks.SyncProgress:
    """Syncs one tenant, a bar showing how many of its models are done. Raises BadInput, StoreUnavailable."""
    told = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rows]} records")
    with Progress(SpinnerColumn(), *told, console=Console(stderr=True, highlight=False), transient=True) as bars:
        bar = bars.add_task(f"Projecting {slug} into the graph", total=None, rows=0)
        tasks.start_sync(slug, mode)
        return tasks.wait_for_sync(
            slug, seconds, lambda now: bars.update(bar, total=len(now.parts), completed=now.ended, rows=now.rows))


def _show(found: dict[str, Sequence[Facts]], in_json: bool) -> None:
    if in_json:
        sys.stdout.write(json.dumps({slug: [as_json(part) for part in parts] for slug, parts in found.items()}) + "\n")
        return
    table = Table("company", "model", "state", "records", "as of", "reason", box=None, pad_edge=False)
    for slug, parts in found.items():
        for part in parts:
            table.add_row(slug, part.model, _state(part), str(part.rows), f"{part.data_as_of or ''}"[:16], Text(part.error or ""))
    Console(highlight=False).print(table)


def _state(part: Facts) -> str:
    if part.given_up:
        return "given up"
    return "done" if part.done else "under way" if part.run_started_at else "not begun"
