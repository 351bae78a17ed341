"""The projection of preferences into the graph: which records and choices they lead to, in which message they were said, whose they are,
what took their place, on both axes of time. Never words.

The journal is the truth: drawing the picture any number of times, or after it was lost, gives the same nodes and edges.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from kg.graph import Graph, Step
from kg.resolve import by_email
from kg.rows import entity_key, iso
from memory.preferences.state import Event, PreferenceRecord

LISTED = frozenset({"unit", "currency", "calendar", "form", "language", "metric_basis"})       # whose values are choices of a list
_EMPLOYEE = "hris/Employee"
_BATCH = 1_000
_SECONDS = 30.0


def project(
    graph: Graph, tenant: str, person: str, kept: Sequence[PreferenceRecord], events: Sequence[Event] = (), name_of: Callable[[str], str] = str,
) -> int:
    """Make the graph hold these preferences of the person and no others; how many. `events`: of their journal, which tell what replaced what.

    `name_of`: how the graph calls a session. The person may have chosen its id, and a graph's log of transactions forgets nothing.
    Raises GraphUnavailable, GraphTooSlow; call it again then.
    """
    who = person.strip().lower()
    key, said = partial(_key, tenant, who), partial(_said, who, name_of)
    message = partial(_message, tenant, said)
    rows = {key(one): {"key": key(one), "properties": _properties(said(one), one)} for one in kept}
    _drop(graph, tenant, who, [*rows])
    if rows:
        own = by_email(graph, tenant, [who], models=(_EMPLOYEE,))[who]
        links = {
            "preferences_link": [{"key": key(one), "of": each} for one in kept for each in one.preference.keys],
            "preferences_about": [{"key": key(one), "of": each.key} for one in kept for each in own],
            "preferences_messages": [{"key": message(one), "properties": _message_of(said(one), one)} for one in kept],
            "preferences_stated": [{"key": key(one), "of": message(one), **_place(one)} for one in kept],
            "preferences_retired": list(_retired({one.preference.id: key(one) for one in kept}, kept, events)),
        }
        graph.write_all([
            Step("preferences_write", {"tenant": tenant, "rows": list(rows.values())}),
            Step("preferences_loosen", {"tenant": tenant, "person": who}),
            *(Step(name, {"tenant": tenant, "rows": made}) for name, made in links.items()),
        ], seconds=_SECONDS)
    _batches(graph, "preferences_messages_drop", tenant=tenant, person=who)
    return len(rows)


def projected(graph: Graph, tenant: str, person: str) -> list[Mapping[str, Any]]:
    """What the graph holds of a person's preferences, in the order of their keys: properties, and the keys that their edges lead to."""
    rows = graph.read("preferences_of", seconds=_SECONDS, tenant=tenant, person=person.strip().lower())
    edges = ("objects", "stated_in", "about", "replaced_by")
    return sorted((row["properties"] | {name: row[name] for name in edges} for row in rows), key=lambda row: str(row["key"]))


def forget(graph: Graph, tenant: str, person: str) -> None:
    """Delete a person's preferences from the graph. Raises GraphUnavailable, GraphTooSlow; call it again then."""
    who = person.strip().lower()
    _drop(graph, tenant, who, [])
    _batches(graph, "preferences_messages_drop", tenant=tenant, person=who)


def _drop(graph: Graph, tenant: str, person: str, keep: Sequence[str]) -> None:
    _batches(graph, "preferences_drop", tenant=tenant, person=person, keep=keep)


def _batches(graph: Graph, statement: str, **parameters: Any) -> None:
    while graph.write(statement, seconds=_SECONDS, limit=_BATCH, **parameters)[0]["removed"]:
        pass


def _retired(keys: Mapping[str, str], kept: Sequence[PreferenceRecord], events: Sequence[Event]) -> Iterator[Mapping[str, str]]:
    """What was replaced, with what replaced it: named by the event that brought it, or by itself. `keys`: by id."""
    brought = {event.id: event.preference.id for event in events if event.preference is not None}
    for one in kept:
        by = keys.get(brought.get(one.retired_by or "", one.retired_by or ""))
        if by is not None:
            yield {"key": keys[one.preference.id], "of": by}


def _message(tenant: str, said: Callable[[PreferenceRecord], Mapping[str, str]], one: PreferenceRecord) -> str:
    told = said(one)
    return entity_key(tenant, "memory", "Message", f"{told['person']}:{told['session']}:{told['turn']}")


def _said(person: str, name_of: Callable[[str], str], one: PreferenceRecord) -> dict[str, str]:
    source = one.preference.source
    return {"person": person, "session": name_of(source.session), "turn": source.message}


def _message_of(said: Mapping[str, str], one: PreferenceRecord) -> dict[str, Any]:
    return {"model": "memory/Message", "category": "memory", **said, "at": iso(one.preference.source.at)}


def _place(one: PreferenceRecord) -> dict[str, int]:
    return {"first": one.preference.source.first, "last": one.preference.source.last}


def _key(tenant: str, person: str, one: PreferenceRecord) -> str:
    return entity_key(tenant, "memory", "Preference", f"{person}:{one.preference.id}")


def _properties(said: Mapping[str, str], one: PreferenceRecord) -> dict[str, Any]:
    held, source = one.preference, one.preference.source
    return {
        "model": "memory/Preference", "category": "memory", **said, "relation": held.relation,
        "value": held.value if held.relation in LISTED else None, "scope": held.scope, "authority": held.authority, "confidence": held.confidence,
        "first": source.first, "last": source.last,
        "true_from": iso(one.true_from), "true_until": iso(one.true_until) if one.true_until else None,
        "known_from": iso(one.known_from), "known_until": iso(one.known_until) if one.known_until else None,
        "retired_by": one.retired_by, "is_pinned": one.is_pinned, "is_on": one.is_on, "confirmed_by": one.confirmed_by,
    }
