"""The picture of preferences in the graph: which records and choices they lead to, from which message, on both axes of time. Never words.

The journal is the truth: drawing the picture any number of times, or after it was lost, gives the same nodes and edges.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kg.graph import Graph, Step
from kg.rows import entity_key, iso
from memory.preferences.state import Kept

LISTED = frozenset({"unit", "currency", "calendar", "form", "language", "metric_basis"})       # whose values are choices of a list
_BATCH = 1_000
_SECONDS = 30.0


def project(graph: Graph, tenant: str, person: str, kept: Sequence[Kept]) -> int:
    """Make the graph hold these preferences of the person and no others; how many. Raises GraphUnavailable, GraphTooSlow; call it again then."""
    who = person.strip().lower()
    rows = [{"key": _key(tenant, who, one), "properties": _properties(who, one)} for one in kept]
    links = [{"key": _key(tenant, who, one), "of": key} for one in kept for key in one.preference.keys]
    _drop(graph, tenant, who, [str(row["key"]) for row in rows])
    if rows:
        graph.write_all([
            Step("preferences_write", {"tenant": tenant, "rows": rows}), Step("preferences_link", {"tenant": tenant, "rows": links}),
        ], seconds=_SECONDS)
    return len(rows)


def projected(graph: Graph, tenant: str, person: str) -> list[Mapping[str, Any]]:
    """What the graph holds of a person's preferences, in the order of their keys: properties, and `objects`, the keys they lead to."""
    rows = graph.read("preferences_of", seconds=_SECONDS, tenant=tenant, person=person.strip().lower())
    return sorted((row["properties"] | {"objects": row["objects"]} for row in rows), key=lambda row: str(row["key"]))


def forget(graph: Graph, tenant: str, person: str) -> None:
    """Delete a person's preferences from the graph. Raises GraphUnavailable, GraphTooSlow; call it again then."""
    _drop(graph, tenant, person.strip().lower(), [])


def _drop(graph: Graph, tenant: str, person: str, keep: Sequence[str]) -> None:
    while graph.write("preferences_drop", seconds=_SECONDS, tenant=tenant, person=person, keep=keep, limit=_BATCH)[0]["removed"]:
        pass


def _key(tenant: str, person: str, one: Kept) -> str:
    return entity_key(tenant, "memory", "Preference", f"{person}:{one.preference.id}")


def _properties(person: str, one: Kept) -> dict[str, Any]:
    said, source = one.preference, one.preference.source
    return {
        "model": "memory/Preference", "category": "memory", "person": person, "relation": said.relation,
        "value": said.value if said.relation in LISTED else None, "scope": said.scope, "authority": said.authority, "confidence": said.confidence,
        "session": source.session, "turn": source.message, "first": source.first, "last": source.last,
        "true_from": iso(one.true_from), "true_until": iso(one.true_until) if one.true_until else None,
        "known_from": iso(one.known_from), "known_until": iso(one.known_until) if one.known_until else None,
        "retired_by": one.retired_by, "is_pinned": one.is_pinned, "is_on": one.is_on, "confirmed_by": one.confirmed_by,
    }
