"""The graph as a LlamaIndex property graph store, so that `PropertyGraphIndex` and its retrievers work over it; one tenant each.

Stands on the class of llama-index-graph-stores-neo4j, of which no statement ever runs: it needs APOC, takes names for identity
and knows no tenant. Everything goes through our door and our named queries. Read-only unless given a `Writer`; then what
LlamaIndex extracts is kept under keys of its own, apart from records, and nothing but LlamaIndex sees it.
Slow to import (seconds): nothing else of `kg` may import it.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llama_index.core.graph_stores.types import ChunkNode, EntityNode, LabelledNode, Relation, Triplet
from llama_index.core.vector_stores.types import VectorStoreQuery
from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

from kg import queries, schema
from kg.directed_edges import Edge, edge_of_link, edge_of_row, in_turn
from kg.errors import GraphReadOnly
from kg.graph import Graph
from kg.names import name_key
from kg.ports import Clock
from kg.resolve import Candidate, by_email, by_key
from kg.retrieve import neighbours, subgraph
from kg.rows import check_tenant, iso
from kg.upsert import tombstone

_QUOTA = 50                                # edges per node, relation and direction; nodes per name
_DEEPEST = 2
_SECONDS = 20.0
_EXTRACTED = "extracted"                   # category of what LlamaIndex wrote
_SOURCE = "llamaindex"
_OF_SOURCE = ("triplet_source_id", "ref_doc_id")
_WRITES = frozenset(("SET", "MERGE", "CREATE", "DELETE", "REMOVE"))
_ASK_FOR_SOME = "Say which nodes: ids, names, or the properties name, email, triplet_source_id or ref_doc_id. The graph is never read as a whole."


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: provenance of what LlamaIndex extracts."""

    run: str
    clock: Clock
    source: str = _SOURCE


class RecordNode(EntityNode):
    """A record or hub. Its id is the key; a record whose name not everybody may see has the name ""."""

    key: str

    @property
    def id(self) -> str:
        """The key of the entity."""
        return self.key

    def __str__(self) -> str:
        return f"{self.name or self.label} ({self.properties})" if self.properties else self.name or self.label


class PropertyGraph(Neo4jPropertyGraphStore):  # type: ignore[misc]    # the package has no types
    """One tenant's graph. The constructor does no I/O; it raises ValueError for what cannot be a tenant.

    Methods raise GraphUnavailable, GraphTooSlow; those that write GraphReadOnly.
    """

    supports_structured_queries = False     # no planner emits Cypher
    supports_vector_queries = False

    def __init__(self, graph: Graph, tenant: str, *, writer: Writer | None = None) -> None:
        check_tenant(tenant)
        self._graph, self._tenant, self._writer = graph, tenant, writer
        self.structured_schema: dict[str, Any] = {
            "node_props": {label: [{"property": "name", "type": "STRING"}] for label in sorted(set(schema.LABELS.values()))},
            "rel_props": {relation: [] for relation in schema.RELATIONS}, "relationships": [], "metadata": {}}

    @property
    def client(self) -> Graph:
        """The door to the graph; not a driver."""
        return self._graph

    def get(self, properties: dict[str, Any] | None = None, ids: list[str] | None = None) -> list[LabelledNode]:
        """Nodes by id and property. An id is a key, an id of LlamaIndex's own, or else a name, as its retrievers have it.

        `properties` may hold name, email, triplet_source_id, ref_doc_id; others only narrow ids. Raises ValueError without either.
        """
        wanted = dict(properties or {})
        if not ids and not wanted:
            raise ValueError(_ASK_FOR_SOME)
        keys = self._keys_of_ids(ids) if ids else self._keys_of_properties(wanted)
        return [node for node in self._nodes(keys).values() if _fits(node, wanted)]

    def get_triplets(
        self, entity_names: list[str] | None = None, relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None, ids: list[str] | None = None,
    ) -> list[Triplet]:
        """The edges of nodes, at most 50 per node, relation and direction, each with its evidence. Raises ValueError where no node is named."""
        if not (entity_names or properties or ids):
            raise ValueError(_ASK_FOR_SOME)
        keys = self._keys_of_names(entity_names) if entity_names else [_key_of(self._tenant, node) for node in self.get(properties, ids)]
        around = neighbours(self._graph, self._tenant, keys, quota=_QUOTA)
        edges = [edge_of_link(link) for key in sorted(around) for link in around[key]] + self._extracted(keys)
        return self._triplets([edge for edge in edges if not relation_names or edge.label in relation_names])

    def get_rel_map(
        self, graph_nodes: list[LabelledNode], depth: int = 2, limit: int = 30, ignore_rels: list[str] | None = None,
    ) -> list[Triplet]:
        """At most `limit` edges around the nodes, nearer ones first, each relation in turn; farther than `depth` 2 is not looked.

        This is `kg.retrieve.subgraph` with its quotas, joins included: the cost is theirs, whatever the degree.
        """
        keys, deep = [_key_of(self._tenant, node) for node in graph_nodes], min(depth, _DEEPEST)
        if not keys or deep < 1 or limit < 1:
            return []
        found = subgraph(self._graph, self._tenant, keys, depth=deep)
        near = [edge_of_link(link) for link in found.links if found.hops[link.start] == 0] + self._extracted(keys)
        far = [edge_of_link(link) for link in found.links if found.hops[link.start] > 0]
        far += self._extracted(sorted({key for e in near for key in (e.start, e.end)} - set(keys))) if deep > 1 else []
        ignored = set(ignore_rels or ())
        ordered = [e for e in (*in_turn(near), *in_turn(far)) if e.label not in ignored]
        return self._triplets(list(dict.fromkeys(ordered)))[:limit]

    def structured_query(self, query: str, param_map: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        """Rows of one of our named queries that reads and is bound to a tenant: `query` is its name, never Cypher; ours is the tenant.

        Raises ValueError for anything else.
        """
        parameters = dict(param_map or {})
        known = queries.load(schema.RELATIONS).get(query)
        if known is None or "tenant" not in known.parameters or known.by_relation or _WRITES & set(known.text.split()):
            raise ValueError("This graph runs its own named queries only, by their names in cypher/, and those that read a tenant: no Cypher.")
        if parameters.get("tenant", self._tenant) != self._tenant:
            raise ValueError("This view of the graph is of one tenant; another one cannot be asked for.")
        return self._graph.read(query, seconds=_SECONDS, **(parameters | {"tenant": self._tenant}))

    def vector_query(self, query: VectorStoreQuery, **kwargs: Any) -> tuple[list[LabelledNode], list[float]]:
        """Nothing: the graph holds no vectors. A retriever that has vectors brings a vector store of its own."""
        return [], []

    def upsert_nodes(self, nodes: Sequence[LabelledNode]) -> None:
        """Keep nodes that LlamaIndex extracted. Those that stand for our records are left as they are."""
        writer = self._may_write()
        rows = {_key_of(self._tenant, node): _row(self._tenant, node, writer) for node in nodes if not isinstance(node, RecordNode)}
        self._write(writer, [rows[key] for key in sorted(rows)])

    def upsert_relations(self, relations: list[Relation]) -> None:
        """Keep relations between extracted nodes, or between those and records. An extracted end that is missing is made.

        Raises ValueError for a relation to a record that is not there.
        """
        writer = self._may_write()
        rows = [{"start": self._key(r.source_id), "end": self._key(r.target_id), "label": r.label,
                 "properties": {"held": _json(r.properties), "run": writer.run, "deleted_at": None}} for r in relations]
        ids = {self._key(id_): id_ for r in relations for id_ in (r.source_id, r.target_id)}
        missing = sorted(ids.keys() - by_key(self._graph, self._tenant, ids).keys())
        if unknown := [key for key in missing if not _is_extracted(self._tenant, key)]:
            raise ValueError(f"These records are not in the graph: {unknown}.")
        self._write(writer, [_row(self._tenant, EntityNode(name=ids[key]), writer) for key in missing])
        ordered = sorted(rows, key=lambda row: (row["start"], row["label"], row["end"]))
        self._graph.write("extracted_join", tenant=self._tenant, rows=ordered, seen_at=_now(writer))

    def delete(
        self, entity_names: list[str] | None = None, relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None, ids: list[str] | None = None,
    ) -> None:
        """Mark nodes of this tenant as gone. What the source still has comes back with its next sync.

        Raises ValueError for relation names: an edge ends with the record that says it.
        """
        writer = self._may_write()
        if relation_names:
            raise ValueError("Relations are not deleted by name: an edge ends with the record that says it.")
        keys = set(self._keys_of_names(entity_names)) if entity_names else set()
        keys |= {self._key(id_) for id_ in ids or ()}
        keys |= {_key_of(self._tenant, node) for node in self.get(properties)} if properties else set()
        tombstone(self._graph, self._tenant, keys, writer.clock(), writer.run)

    def get_schema(self, refresh: bool = False) -> dict[str, Any]:
        """Labels and relations that there may be. Known without reading the graph."""
        return dict(self.structured_schema)

    def get_schema_str(self, refresh: bool = False, exclude_types: Sequence[str] = (), include_types: Sequence[str] = ()) -> str:
        """The same as text: the labels, then the relations."""
        def wanted(name: str) -> bool:
            return name in include_types if include_types else name not in exclude_types

        labels = [label for label in self.structured_schema["node_props"] if wanted(label)]
        relations = [relation for relation in self.structured_schema["rel_props"] if wanted(relation)]
        return f"Nodes (each with a name): {', '.join(labels)}\nRelations: {', '.join(relations)}"

    def refresh_schema(self) -> None:
        """Nothing to do: the schema is a table of ours."""

    def verify_version(self) -> None:
        """The door has its own check."""

    def close(self) -> None:
        """Nothing to do: the door belongs to whoever opened it."""

    def _enhanced_schema_cypher(self, *args: Any, **kwargs: Any) -> str:
        raise ValueError("The graph is not profiled.")

    def _may_write(self) -> Writer:
        if self._writer is None:
            raise GraphReadOnly
        return self._writer

    def _write(self, writer: Writer, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._graph.write("extracted_write", tenant=self._tenant, rows=rows, seen_at=_now(writer))

    def _key(self, id_: str) -> str:
        """A key of this tenant stays one; any other text is an id of LlamaIndex's."""
        return id_ if id_.startswith(f"{self._tenant}|") else f"{self._tenant}|{_EXTRACTED}|Entity|{id_}"

    def _keys_of_ids(self, ids: Iterable[str]) -> list[str]:
        names = [id_ for id_ in ids if not id_.startswith(f"{self._tenant}|")]
        return [*map(self._key, ids), *self._keys_of_names(names)]

    def _keys_of_names(self, names: Sequence[str]) -> list[str]:
        asked = sorted({name_key(name) for name in names} - {""})
        rows = self._graph.read("keys_by_name_keys", tenant=self._tenant, name_keys=asked, limit=_QUOTA, seconds=_SECONDS) if asked else []
        return [*(row["key"] for row in rows), *map(self._key, names)]

    def _keys_of_properties(self, wanted: Mapping[str, Any]) -> list[str]:
        if "name" in wanted:
            return self._keys_of_names([str(wanted["name"])])
        if "email" in wanted:
            found = by_email(self._graph, self._tenant, [str(wanted["email"])])
            return [c.key for candidates in found.values() for c in candidates]
        sources = [str(wanted[name]) for name in _OF_SOURCE if name in wanted]
        if not sources:
            raise ValueError(_ASK_FOR_SOME)
        rows = self._graph.read("extracted_of_source", tenant=self._tenant, model=f"{_EXTRACTED}/Entity", source=sources[0], seconds=_SECONDS,
                                linked_account=self._writer.source if self._writer else _SOURCE)
        return [row["key"] for row in rows]

    def _nodes(self, keys: Iterable[str]) -> dict[str, LabelledNode]:
        held = by_key(self._graph, self._tenant, keys)
        return {key: _node(held[key]) for key in sorted(held)}

    def _extracted(self, keys: Sequence[str]) -> list[Edge]:
        rows = self._graph.read("extracted_links", tenant=self._tenant, keys=sorted(set(keys)), quota=_QUOTA, seconds=_SECONDS) if keys else []
        return sorted((edge_of_row(row) for row in rows), key=lambda e: (e.start, e.label, e.end))

    def _triplets(self, edges: Sequence[Edge]) -> list[Triplet]:
        nodes = self._nodes({key for e in edges for key in (e.start, e.end)})
        return [(nodes[e.start], _relation(e, nodes), nodes[e.end]) for e in dict.fromkeys(edges) if e.start in nodes and e.end in nodes]


def _in_thread(name: str) -> Any:
    """The asynchronous form of a method: the same in a thread."""
    async def call(self: PropertyGraph, *args: Any, **kwargs: Any) -> Any:
        method: Callable[..., Any] = getattr(self, name)
        return await asyncio.to_thread(method, *args, **kwargs)

    call.__name__, call.__doc__ = f"a{name}", f"`{name}`, in a thread."
    return call


for _name in ("get", "get_triplets", "get_rel_map", "get_llama_nodes", "upsert_nodes", "upsert_relations", "delete", "delete_llama_nodes",
              "structured_query", "vector_query", "get_schema", "get_schema_str"):
    setattr(PropertyGraph, f"a{_name}", _in_thread(_name))


def _is_extracted(tenant: str, key: str) -> bool:
    return key.startswith(f"{tenant}|{_EXTRACTED}|")


def _key_of(tenant: str, node: LabelledNode) -> str:
    return node.key if isinstance(node, RecordNode) else f"{tenant}|{_EXTRACTED}|Entity|{node.id}"


def _row(tenant: str, node: LabelledNode, writer: Writer) -> dict[str, Any]:
    """Every column, null included. Properties travel as one text, so that none can be taken for one of ours."""
    key = _key_of(tenant, node)
    sources = [str(node.properties[name]) for name in _OF_SOURCE if node.properties.get(name)]
    return {"key": key, "properties": {
        "model": f"{_EXTRACTED}/Entity", "category": _EXTRACTED, "merge_id": node.id, "linked_account": writer.source, "run": writer.run,
        "name": node.name if isinstance(node, EntityNode) else None, "text": node.text if isinstance(node, ChunkNode) else None,
        "label": node.label, "held": _json(node.properties), "sources": sources, "deleted_at": None, "stub": None}}


def _node(held: Candidate) -> LabelledNode:
    if held.model.startswith(f"{_EXTRACTED}/"):
        label, properties = held.properties["label"], json.loads(held.properties["held"])
        if (text := held.properties.get("text")) is not None:
            return ChunkNode(id_=held.merge_id, text=text, label=label, properties=properties)
        return EntityNode(name=held.merge_id, label=label, properties=properties)
    own = {"model": held.model, "linked_account": held.linked_account, "merge_id": held.merge_id, "email": held.email,
           "aliases": list(held.aliases), **held.properties}
    properties = {name: value for name, value in own.items() if value not in (None, "", [])}
    return RecordNode(key=held.key, name=held.name, label=schema.LABELS.get(held.model, "Entity"), properties=properties)


def _relation(edge: Edge, nodes: Mapping[str, LabelledNode]) -> Relation:
    return Relation(label=edge.label, source_id=nodes[edge.start].id, target_id=nodes[edge.end].id, properties=dict(edge.properties))


def _fits(node: LabelledNode, wanted: Mapping[str, Any]) -> bool:
    """Whether a node has the properties asked for. Names were compared by the index, which knows their spellings."""
    return all(node.properties.get(name) == value for name, value in wanted.items() if name not in ("name", "email", *_OF_SOURCE))


def _json(properties: Mapping[str, Any]) -> str:
    return json.dumps(dict(properties), ensure_ascii=False, default=str, sort_keys=True)


def _now(writer: Writer) -> str:
    return iso(writer.clock())
