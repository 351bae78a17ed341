"""LlamaIndex's Neo4j store writing the rows of benchmarks/upsert.py, in a process of its own; its two APOC calls as plain Cypher.

    python benchmarks/upsert_peer.py BOLT-ADDRESS TENANT

Prints one JSON object: seconds to load, seconds to load the same again.
"""

import json
import sys
import time
from typing import Any

from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

from benchmarks.upsert_rows import SEEN, edge_held, rows
from kg import parameters, versions

PLAIN = {
    "SET e += apoc.map.clean(row.properties, [], [])": "SET e += row.properties",
    "CALL apoc.create.addLabels(e, [row.label])": "SET e:$(row.label)",
    "YIELD node\n": "\n",
    "CALL apoc.merge.relationship(source, row.label, {}, row.properties, target) YIELD rel":
        "MERGE (source)-[rel:$(row.label)]->(target) SET rel += row.properties",
}


class Plain(Neo4jPropertyGraphStore):
    """The store without APOC."""

    def structured_query(self, query: str, param_map: dict[str, Any] | None = None) -> Any:
        """Its own statements, two calls replaced."""
        for call, plain in PLAIN.items():
            query = query.replace(call, plain)
        return super().structured_query(query, param_map)


def main() -> None:
    """The command at the head of this file."""
    uri, tenant = sys.argv[1:]
    records = versions.newest(tenant, *rows(tenant))
    nodes, relations = [_entity(tenant, record) for record in records], [edge for record in records for edge in _relations(record)]
    store = Plain("neo4j", "none-needed", uri, refresh_schema=False)
    print(json.dumps([_seconds(store, nodes, relations) for _ in range(2)]))
    store.close()


def _entity(tenant: str, record: versions.Record) -> EntityNode:
    row = parameters.node_row(tenant, record, "run", SEEN)
    held = {name: value for name, value in row["properties"].items() if value is not None}
    return EntityNode(name=row["key"], label=row["labels"][0], properties=held | {"key": row["key"], "first_seen_at": SEEN, "last_seen_at": SEEN})


def _relations(record: versions.Record) -> list[Relation]:
    row = parameters.edges_row(record, parameters.ends(record))
    return [Relation(label=end["relation"], source_id=row["start"], target_id=end["key"], properties=edge_held(row)) for end in row["ends"]]


def _seconds(store: Plain, nodes: list[EntityNode], relations: list[Relation]) -> float:
    begun = time.perf_counter()
    store.upsert_nodes(nodes)
    store.upsert_relations(relations)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
