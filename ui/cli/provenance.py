"""`evergraph graph why` and `graph as-of`: where something in the graph is from, and what the graph held at a moment of the past."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.errors import BadInput
from kg.graph import Graph
from kg.provenance import AsOf, NamePeriod, Why, as_of, why
from ui.cli.graph import graph_of, tenant_of
from ui.cli.services import WIDE
from workers.services.local import Services
from workers.settings import read_settings

T = TypeVar("T")
_OK, _NOT_FOUND = 0, 1
_SOURCE = ("linked_account", "merge_id", "remote_id", "source_modified_at", "first_seen_at", "last_seen_at", "run")


def show_why(key: str, *, as_json: bool) -> int:
    """Shows where a record is from, what it said before and why it is joined; 1 where the graph never had it. Raises BadInput."""
    tenant = tenant_of(key)
    found = _with_graph(lambda graph: why(graph, tenant, key))
    if found is None:
        sys.stderr.write(f"evergraph: The graph never had {key}.\n")
        return _NOT_FOUND
    _write(asdict(found), _why_tables(found), as_json)
    return _OK


def show_as_of(moment: str, key: str, *, as_json: bool) -> int:
    """Shows what the graph held of a record at a moment, and its links; 1 where it did not hold it. Raises BadInput."""
    tenant, then = tenant_of(key), _moment(moment)
    found = _with_graph(lambda graph: as_of(graph, tenant, [key], then))
    if key not in found.entities:
        sys.stderr.write(f"evergraph: At {found.moment} the graph did not hold {key}.\n")
        return _NOT_FOUND
    _write(asdict(found), _then_tables(found, key), as_json)
    return _OK


def _why_tables(found: Why) -> list[Table]:
    origin = _table("what", "where it is from")
    for name, value in [("record", found.key), ("state", found.state), *((name, getattr(found.source, name)) for name in _SOURCE)]:
        origin.add_row(name.replace("_", " "), Text(str(value or "")))
    said = _table("since", "until", "it said")
    for one in found.history:
        said.add_row(one.since, one.until or "", Text(_said(one)))
    joins = _table("joined in", "method", "score", "because", "decided by")
    for join in found.joins:
        joins.add_row(Text(join.end), join.method, f"{join.score or 0:.2f}", Text("; ".join(join.evidence)), Text(join.decided_by or ""))
    return [origin, said, *([joins] if found.joins else [])]


def _then_tables(found: AsOf, key: str) -> list[Table]:
    said = _table("record", f"as of {found.moment}")
    said.add_row(Text(key), Text(_said(found.entities[key])))
    links = _table("from", "relation", "to")
    for link in found.links:
        links.add_row(*(Text(part) for part in (_called(found, link.start), link.relation, _called(found, link.end))))
    return [said, *([links] if found.links else [])]


def _called(found: AsOf, key: str) -> str:
    return found.entities[key].name or key


def _said(one: NamePeriod) -> str:
    if one.gone:
        return "(gone)"
    told = {"name": one.name, "email": one.email, **one.properties}
    return ", ".join(f"{name}: {value}" for name, value in told.items() if value not in (None, "", []))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def _write(told: dict[str, Any], tables: Sequence[Table], as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    for table in tables:
        console.print(table, "")


def _with_graph(read: Callable[[Graph], T]) -> T:
    with graph_of(Services(read_settings()).connections()) as graph:
        return read(graph)


def _moment(said: str) -> datetime:
    try:
        found = datetime.fromisoformat(said)
    except ValueError as error:
        raise BadInput(f"{said!r} is no moment. Write one like 2026-11-20T09:00:00Z.") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
