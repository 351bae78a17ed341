"""One number for all that is live of a tenant: equal where two graphs say the same, whatever way they came to it.

It covers entities with their properties, edges, searchable texts, hubs and who is joined in them. It leaves out what depends on
when and how often something was read (times of seeing, runs, history, what waits to be joined), and the tenant itself: the same
source under two tenants has the same digest. Of join keys, whose hashes differ from tenant to tenant, only the number counts, of the
tenant's word in the search index only that it is there.
The vocabulary is left out too: a word that no record says any more goes with the next full run, and finds nothing until then.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any

from kg.graph import Graph
from kg.schema import HUBS

ENTITIES = 500                  # per read: a hub brings all its members with it
_SECONDS = 30.0
_BYTES = 16
_END_OF_PREFIX = chr(ord("|") + 1)
# What finds pairs, the vocabulary, and what people said: no records.
_SAYS_NOTHING = frozenset({"hub/Block", "catalogue/Value", "merge/MappedField", "memory/Mention", "memory/Preference", "memory/Message"})
_OF_HUBS = ("JOINED_IN", "IN_BLOCK")

_OF_TENANT = frozenset({"key", "tenant", "version"})      # a version holds a hash of the join keys
_OF_READING = frozenset({
    "run", "first_seen_at", "last_seen_at", "gone_at", "ended_at", "past", "tombstoned_at", "read_at", "join_due", "join_taken", "join_context",
    "decided_at", "vector", "vector_of",
})
_LEFT_OUT = _OF_TENANT | _OF_READING
_OF_HUB = _LEFT_OUT | {"merge_id"}                                        # made of the members' keys


@dataclass(frozen=True, slots=True)
class Digest:
    """What is live of a tenant, in short."""

    value: str          # hexadecimal
    entities: int       # hubs not among them
    edges: int          # joins not among them
    hubs: int
    texts: int


def digest(graph: Graph, tenant: str, *, entities: int = ENTITIES) -> Digest:
    """The digest of a tenant, `entities` read at a time by the index of keys. Takes as long as the tenant is large.

    Whoever wants one state and not a mixture sees to it that nobody writes meanwhile. Raises GraphUnavailable, GraphTooSlow.
    """
    total, count = 0, {"entities": 0, "edges": 0, "hubs": 0, "texts": 0}
    for row in _rows(graph, tenant, entities):
        for name, text in _lines(tenant, row):
            count[name] += 1
            total += int.from_bytes(blake2b(f"{name} {text}".encode(), digest_size=_BYTES).digest(), "big")
    return Digest(f"{total % 2 ** (8 * _BYTES):0{2 * _BYTES}x}", **count)      # a sum: hubs are in another order in another tenant


def lines(graph: Graph, tenant: str, *, entities: int = ENTITIES) -> Iterator[str]:
    """What the digest is made of, a line for each entity, edge, hub and text: to find out where two graphs differ. Raises as `digest`."""
    for row in _rows(graph, tenant, entities):
        for name, text in _lines(tenant, row):
            yield f"{name} {text}"


def _rows(graph: Graph, tenant: str, entities: int) -> Iterator[Mapping[str, Any]]:
    after, until = f"{tenant}|", tenant + _END_OF_PREFIX
    while rows := graph.read("digest_entities", seconds=_SECONDS, tenant=tenant, after=after, until=until, limit=entities):
        yield from rows
        after = rows[-1]["key"]


def _lines(tenant: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    model, own = row["properties"]["model"], partial(_without, f"{tenant}|")
    if model in HUBS:
        members = sorted([own(m["start"]), _kept(own, m["properties"])] for m in row["members"])
        yield "hubs", _text([sorted(row["labels"]), _kept(own, row["properties"], _OF_HUB), members])
        return
    if model in _SAYS_NOTHING:
        return
    key = own(row["key"])
    yield "entities", _text([key, sorted(row["labels"]), _kept(own, row["properties"])])
    for edge in row["edges"]:
        if edge["relation"] not in _OF_HUBS:
            yield "edges", _text([key, edge["relation"], own(edge["end"]), _kept(own, edge["properties"])])
    for one in row["texts"]:
        yield "texts", _text([key, _kept(own, one)])


def _kept(own: Callable[[Any], Any], properties: Mapping[str, Any], left_out: frozenset[str] = _LEFT_OUT) -> str:
    kept = {name: own(value) for name, value in properties.items() if name not in left_out}
    if "join_keys" in kept:
        kept["join_keys"] = len(kept["join_keys"])
    if "tenant_token" in kept:
        kept["tenant_token"] = True           # without one no search finds it
    return _text(kept)


def _without(prefix: str, value: Any) -> Any:
    return value.removeprefix(prefix) if isinstance(value, str) else value


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
