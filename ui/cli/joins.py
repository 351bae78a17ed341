"""`evergraph joins`: which records were joined and why, which a person should look at, and what people decided."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg import hubs
from kg.errors import BadInput
from kg.graph import Graph
from kg.match.clusters import STATES
from workers import tasks
from workers.services.local import Services
from workers.settings import Settings, clock_of, read_settings
from workers.storage.tenant_registry import TenantRegistry

_OK, _NOT_FOUND = 0, 1
_PARTS = 4                              # of a key: company, category, model, id
_BY = "the command line"
_NONE = {"review": "Nothing waits for a decision: every pair is either clear or decided. `--state automatic` shows the pairs that were joined."}
T = TypeVar("T")


def queue(tenant: str | None, state: str, limit: int, *, as_json: bool) -> int:
    """Shows the pairs of records in a state, the likeliest first. Raises BadInput, WrongSetting, GraphUnavailable."""
    if state not in STATES:
        raise BadInput(f"{state!r} is no state of a pair. Write one of: {', '.join(STATES)}.")
    settings, slug = _place(tenant)
    found = _with_graph(settings, lambda graph: hubs.review(graph, slug, state=state, limit=limit))
    if as_json:
        sys.stdout.write(json.dumps([asdict(each) for each in found]) + "\n")
        return _OK
    table = _table("score", "which two, and why")
    for each in found:
        table.add_row(f"{each.score:.2f}", _lines(_who(each.left, slug), _who(each.right, slug), "; ".join(each.evidence)))
    _say(table if found else _NONE.get(state, f"No pair of {slug} is in state {state}."))
    return _OK


def decide(tenant: str | None, left: str, right: str, same: bool | None, *, as_json: bool) -> int:
    """Writes down what a person says of two records and carries it out. Raises BadInput, WrongSetting, GraphUnavailable."""
    settings, slug = _place(tenant)
    now = clock_of(settings, TenantRegistry(settings.home).get(slug).company)()

    def work(graph: Graph) -> str:
        return hubs.decide(graph, slug, _key(slug, left), _key(slug, right), same, by=_BY, now=now)

    try:
        state = _with_graph(settings, work)
    except ValueError as error:
        raise BadInput(f"{error}. `evergraph joins` shows the keys to use.") from error
    tasks.join_tenant(slug)                     # what was decided shall be seen now, not after the next sync
    if as_json:
        sys.stdout.write(json.dumps({"left": _key(slug, left), "right": _key(slug, right), "state": state}) + "\n")
    else:
        _say(f"{left} and {right}: {state or 'nothing decided'}. It is carried out, or will be once syncs that are under way have ended.")
    return _OK


def why(tenant: str | None, key: str, *, as_json: bool) -> int:
    """Shows who is joined with a record and why; 1 where it is joined with nobody. Raises BadInput for what is no key."""
    settings, slug = _place(tenant)
    if len(_key(slug, key).split("|")) != _PARTS:
        raise BadInput(f"{key!r} is no key. One looks like crm|Contact|id; `evergraph joins --state automatic` shows some.")
    hub = _with_graph(settings, lambda graph: hubs.why_joined(graph, slug, _key(slug, key)))
    if as_json:
        sys.stdout.write(json.dumps(asdict(hub) if hub else None) + "\n")
    elif hub is None:
        _say(f"{key} is joined with no other record.")
    else:
        table = _table("score", "record, by whom and when, and why")
        for join in hub.joins:
            by = f"by {join.decided_by or join.method}, since {join.since[:16]}"
            table.add_row(f"{join.score:.2f}", _lines(_who(join.member, slug), by, "; ".join(join.evidence)))
        _say(f"{hub.name}:")
        _say(table)
    return _OK if hub else _NOT_FOUND


def _place(tenant: str | None) -> tuple[Settings, str]:
    """The settings and the company meant; the only one where none is named."""
    settings = read_settings()
    registry = TenantRegistry(settings.home)
    slugs = list(registry.slugs())
    if tenant is None and len(slugs) != 1:
        named = f"Which company? Name one with --tenant: {', '.join(slugs)}."
        raise BadInput(named if slugs else "There is no company here yet. `evergraph demo` makes one.")
    return settings, registry.get(tenant or slugs[0]).slug


def _with_graph(settings: Settings, work: Callable[[Graph], T]) -> T:
    found = Services(settings).connections()
    with Graph(found.neo4j_uri, found.neo4j_user, found.neo4j_password, found.neo4j_database) as graph:
        return work(graph)


def _key(slug: str, text: str) -> str:
    """A key as people copy it, with or without the company in front."""
    return text if text.startswith(f"{slug}|") else f"{slug}|{text}"


def _who(member: hubs.Member, slug: str) -> str:
    """Name and key, the key on a line of its own: it is copied from here."""
    return f"{member.name or 'no name'}\n  {member.key.removeprefix(f'{slug}|')}"


def _lines(*parts: str) -> Text:
    return Text("\n".join(part for part in parts if part))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name, overflow="fold")             # a key that is cut is none
    return table


def _say(what: Table | str) -> None:
    Console(highlight=False).print(Text(what) if isinstance(what, str) else what)
