"""Where something in the graph is from (`why`), and what the graph held at a moment of the past (`as_of`).

History is what the writer keeps: what a record said before it was overwritten, when it was gone, earlier lives of an edge. It is
a log of arrival, not of the source: "then" means what Evergraph had been told by then. Facts are not in the graph, so not here.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from kg import schema
from kg.graph import Graph, Step
from kg.rows import FIXED, iso, merge_id_of, model_of

_SECONDS = 20.0                # of a first run on a busy machine, plans included; a warm one takes milliseconds
_MOST = 500                    # edges of one entity in one direction

State = Literal["live", "deleted", "retired", "expected"]


@dataclass(frozen=True, slots=True)
class Source:
    """The record that said it. Times are ISO, UTC."""

    linked_account: str | None
    model: str
    merge_id: str
    remote_id: str | None                # the app's own id
    version: str | None
    source_modified_at: str | None       # when Merge's copy changed
    first_seen_at: str | None            # when Evergraph first saw it; of an edge, in its present life
    last_seen_at: str | None
    run: str | None                      # that wrote it last


@dataclass(frozen=True, slots=True)
class NamePeriod:
    """What an entity was called in a time. Until is None for what still holds."""

    since: str
    until: str | None
    name: str | None
    email: str | None
    aliases: tuple[str, ...]
    properties: Mapping[str, Any]
    gone: bool = False                   # it was deleted or retired then


@dataclass(frozen=True, slots=True)
class WhyLinked:
    """An edge and what it rests on."""

    start: str                           # whose record holds the foreign key, or is joined
    relation: str
    end: str
    is_live: bool
    source: Source
    ended_at: str | None
    earlier: tuple[tuple[str, str], ...]     # from, until of earlier lives
    method: str | None = None            # of a join: how it was found
    score: float | None = None
    evidence: tuple[str, ...] = ()
    decided_by: str | None = None        # a person or the rules
    decided_at: str | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """An entity, where it is from, what it was before, and why it is one with records of other apps."""

    key: str
    name: str | None
    state: State                         # expected: a record points to it, but it has not come itself
    source: Source
    gone_at: str | None                  # when it was learnt that it is gone
    history: tuple[NamePeriod, ...]            # oldest first, the present last
    joins: tuple[WhyLinked, ...]


@dataclass(frozen=True, slots=True)
class ThenLink:
    """An edge that held at the moment."""

    start: str
    relation: str
    end: str


@dataclass(frozen=True, slots=True)
class AsOf:
    """What the graph held: entities that were there, by key, and the edges between them and their neighbours that held."""

    moment: str
    entities: Mapping[str, NamePeriod]
    links: tuple[ThenLink, ...]


def why(graph: Graph, tenant: str, key: str) -> Why | None:
    """Where an entity is from, live or not; None where the graph never had it. Raises GraphUnavailable, GraphTooSlow."""
    joined = {"tenant": tenant, "keys": [key], "relations": ["JOINED_IN"], "most": _MOST}
    rows, out, into = graph.read_all(
        [Step("held_entities", {"tenant": tenant, "keys": [key]}), Step("held_links_out", joined), Step("held_links_in", joined)], seconds=_SECONDS)
    if not rows:
        return None
    held = rows[0]["held"]
    return Why(key, held.get("name"), _state(held), _source(key, held), held.get("gone_at"), _history(held),
               tuple(_linked(row) for row in sorted([*out, *into], key=_row_order)))


def as_of(graph: Graph, tenant: str, keys: Iterable[str], moment: datetime) -> AsOf:
    """What the graph held at a moment: the entities, called as they were, what they were linked to, and what that was called.

    Of an entity at most 500 edges in each direction are looked at, of a hub the first that the server has stored. A record that
    was only pointed to before it came counts from then on; history goes back 20 changes. Raises ValueError for a time without
    a zone, GraphUnavailable, GraphTooSlow.
    """
    then, asked = iso(moment), sorted(set(keys))
    base = {"tenant": tenant, "keys": asked, "relations": list(schema.RELATIONS), "most": _MOST}
    out, into = graph.read_all([Step("held_links_out", base), Step("held_links_in", base)], seconds=_SECONDS) if asked else ([], [])
    ends = sorted({*asked, *(row[side] for row in (*out, *into) for side in ("start", "end"))})
    rows = graph.read("held_entities", tenant=tenant, keys=ends, seconds=_SECONDS) if ends else []
    entities = {row["key"]: said for row in rows if (said := _said_at(row["held"], then))}
    links = {ThenLink(row["start"], row["relation"], row["end"]) for row in (*out, *into)
             if row["start"] in entities and row["end"] in entities and _held_at(row["held"], then)}
    near = {key for link in links for key in (link.start, link.end)} | set(asked)
    return AsOf(then, {key: entities[key] for key in sorted(near & entities.keys())},
                tuple(sorted(links, key=lambda link: (link.start, link.relation, link.end))))


def _state(held: Mapping[str, Any]) -> State:
    if held.get("stub"):
        return "expected"
    return "deleted" if held.get("deleted_at") else "retired" if held.get("retired_at") else "live"


def _source(key: str, held: Mapping[str, Any]) -> Source:
    fields = ("remote_id", "version", "source_modified_at", "first_seen_at", "last_seen_at", "run")
    return Source(held.get("linked_account"), model_of(key), merge_id_of(key), *(held.get(field) for field in fields))


def _linked(row: Mapping[str, Any]) -> WhyLinked:
    held = row["held"]
    return WhyLinked(
        row["start"], row["relation"], row["end"], not held.get("deleted_at"), _source(row["start"], held), held.get("ended_at"),
        _lives(held), held.get("method"), held.get("score"), tuple(held.get("evidence") or ()), held.get("decided_by"), held.get("decided_at"))


def _lives(held: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    parts = [text.partition("|") for text in held.get("past") or ()]
    return tuple((since, until) for since, _, until in parts)


def _history(held: Mapping[str, Any]) -> tuple[NamePeriod, ...]:
    """Everything an entity said, and when it was gone; the present last, unless it is gone now."""
    past = [_said(entry, entry["from"], entry["until"]) for entry in map(json.loads, held.get("past") or ())]
    before = [one.until for one in past if one.until and not one.gone]
    now = _said(held, max(before, default=held.get("first_seen_at") or ""), None)
    gone = [_said({"gone": True}, held["gone_at"], None)] if held.get("gone_at") else []
    return tuple(sorted([*past, now, *gone], key=lambda one: (one.since, one.gone, one.until or "~")))


def _said(entry: Mapping[str, Any], since: str, until: str | None) -> NamePeriod:
    own = {name: value for name, value in entry.items() if name not in FIXED and name not in ("from", "until", "gone")}
    return NamePeriod(since, until, entry.get("name"), entry.get("email"), tuple(entry.get("aliases") or ()), own, bool(entry.get("gone")))


def _said_at(held: Mapping[str, Any], then: str) -> NamePeriod | None:
    """What an entity was called at a moment; None where it was not there, or nothing but pointed to."""
    history = _history(held)
    there = [one for one in history if one.since <= then and (one.until is None or then < one.until)]
    if held.get("stub") or any(one.gone for one in there):
        return None
    return next((one for one in there), None)


def _held_at(held: Mapping[str, Any], then: str) -> bool:
    ended = held.get("ended_at") or held.get("deleted_at")
    lives: Sequence[tuple[str, str | None]] = [*_lives(held), (held.get("first_seen_at") or held.get("decided_at") or "", ended)]
    return any(since <= then and (until is None or then < until) for since, until in lives)


def _row_order(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["start"], row["relation"], row["end"]
