"""What the statements of `cypher/write.cypher` are given: records as maps of plain values, and what a change leaves to history."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from kg import schema
from kg.names import name_key, short_words, words
from kg.rows import FIXED, Node, merge_id_of, model_of, model_token, tenant_token
from kg.versions import NO_VERSION, Record

Map = dict[str, Any]
End = tuple[str, str]            # relation, key of the end

PAST = 20                        # entries of history of a node or edge
_LONGEST_INDEXED = 4_000         # bytes of a name or address that is looked up as a whole: Neo4j refuses a transaction with more than about 8,000
_OF_VECTOR = ("vector", "vector_of")      # of a name: they go with it
_TOLD = frozenset(("name", "email", "aliases"))      # what history keeps beside a model's own properties


def node_row(tenant: str, record: Record, run: str, seen_at: str) -> Map:
    """A record for write_nodes, as if there were nothing yet."""
    node, where = record.node, record.node.provenance
    changed_at = record.changed_at
    held = {
        **_identity(tenant, where.model, where.merge_id), **node.properties,
        "linked_account": where.linked_account, "remote_id": where.remote_id, "name": node.name,
        "name_key": _indexed(name_key(node.name or "")), "aliases": list(node.aliases), "email": _indexed(node.email), "words": _words(node),
        "short_words": _short_words(node),
        "join_keys": list(node.join_keys) or None, "version": record.version, "read_at": seen_at, "source_modified_at": changed_at,
        "run": run,
        "deleted_at": changed_at if where.deleted else None, "gone_at": seen_at if where.deleted else None,
        "tombstoned_at": None, "stub": None, "edges_due": None, **dict.fromkeys(_OF_VECTOR)}
    if where.deleted:
        held["tenant_token"] = None       # no search meets it
    if where.model in schema.HUB_KINDS:
        held["join_due"] = True
    return {"key": node.key, "version": record.version, "labels": [schema.LABELS[where.model]], "properties": held, "held": None, "past": None}


def changed(row: Map, held: Mapping[str, Any], seen_at: str) -> Map:
    """The same for a record of which `held` is there: with its history, and without losing since when it is gone."""
    properties = row["properties"]
    if properties["gone_at"] and held.get("gone_at"):
        properties = properties | {"gone_at": held["gone_at"]}
    if held.get("vector_of") and properties["name"] == held.get("name") and not properties.get("restricted"):
        properties = {name: value for name, value in properties.items() if name not in _OF_VECTOR}      # its name is as it was: the vector stays
    return row | {"held": held["version"], "past": _past(held, row, seen_at), "properties": properties}


def _past(held: Mapping[str, Any], row: Map, seen_at: str) -> list[str] | None:
    past = list(held.get("past") or ())
    if row["properties"].get("restricted") and row["properties"]["name"] is None:      # not for everybody now: nor is what it was called
        past = [text for text in past if json.loads(text).get("gone")]
    elif NO_VERSION < held["version"] != row["version"]:
        before = [entry["until"] for entry in map(json.loads, past) if not entry.get("gone")]
        said = {k: v for k, v in held.items() if k not in FIXED or k in _TOLD}
        past.append(_text({"from": before[-1] if before else held["first_seen_at"], "until": seen_at} | said))
    if held.get("gone_at") and not row["properties"]["deleted_at"]:
        past.append(_text({"from": held["gone_at"], "until": seen_at, "gone": True}))
    return past[-PAST:] or None


def _text(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False)


def _indexed(text: str | None) -> str | None:
    """A text that an index holds as a whole; None for one that it cannot hold, which nobody says as a whole."""
    return text if text and len(text.encode()) <= _LONGEST_INDEXED else None


def _words(node: Node) -> str | None:
    """Everything an entity is found by. Of an address only the part before the @: the other is the same for everybody."""
    return _distinct((node.name or "", *node.aliases, (node.email or "").partition("@")[0]))


def _short_words(node: Node) -> str | None:
    """What its names are shortened to: J. Smith, IBM."""
    kind = schema.HUB_KINDS.get(node.provenance.model, "")
    found = [word for text in (node.name or "", *node.aliases) for word in short_words(text, kind)]
    return " ".join(dict.fromkeys(found)) or None


def _distinct(texts: Sequence[str]) -> str | None:
    return " ".join(dict.fromkeys(word for text in texts for word in words(text))) or None


def _identity(tenant: str, model: str, merge_id: str) -> Map:
    return {"tenant": tenant, "tenant_token": tenant_token(tenant), "model": model, "model_token": model_token(model),
            "category": model.partition("/")[0], "merge_id": merge_id}


def stub_row(tenant: str, key: str, run: str) -> Map:
    """An end of edges whose record has not come yet."""
    model = model_of(key)
    waits = {"version": NO_VERSION, "stub": f"{schema.in_words(model)}, not read yet", "run": run}
    return {"key": key, "labels": [schema.LABELS[model]], "properties": _identity(tenant, model, merge_id_of(key)) | waits}


def ends(record: Record) -> list[End]:
    """Every edge that a record's version has."""
    return sorted({(edges.relation, key) for edges in record.edges for key in edges.to})


def edges_row(record: Record, missing: Sequence[End]) -> Map:
    """A record for create_edges, with those of its edges that are not there."""
    where = record.node.provenance
    return {"start": record.node.key, "version": record.version, "modified_at": record.changed_at, "account": where.linked_account,
            "model": where.model, "id": where.merge_id, "ends": [{"relation": relation, "key": key} for relation, key in missing]}


def held_edge(record: Record, held: Mapping[str, Any], is_wanted: bool, run: str, seen_at: str) -> Map | None:
    """What is to be set on an edge that is there; None where it ended before and stays so."""
    if not is_wanted:
        return None if held.get("deleted_at") else {"deleted_at": record.changed_at, "ended_at": seen_at, "run": run}
    said = {"version": record.version, "source_modified_at": record.changed_at, "linked_account": record.node.provenance.linked_account}
    if not held.get("deleted_at"):
        return said
    life = f"{held.get('first_seen_at')}|{held.get('ended_at') or held['deleted_at']}"
    return said | {"deleted_at": None, "ended_at": None, "run": run, "first_seen_at": seen_at, "past": [*(held.get("past") or ()), life][-PAST:]}


def chunk_rows(tenant: str, records: Collection[Record]) -> Iterator[Map]:
    """The texts of those records that are not deleted."""
    for record in records:
        if not record.node.provenance.deleted:
            for i, text in enumerate(record.node.chunks or ()):
                yield {"entity": record.node.key, "version": record.version, "key": f"{record.node.key}#{i}",
                       "tenant_token": tenant_token(tenant), "position": i, "text": text, "words": _distinct([text])}
