// What LlamaIndex writes through kg/property_graph.py: nodes under keys of their own (`tenant|extracted|…`), without words, so that
// no mention finds them, and edges of one type of their own, so that no other statement walks them.

// name: extracted_write
// Nodes. Keys hold the tenant; one that another tenant had would break the constraint. `properties` holds every column.
// in: tenant text, rows [{key, properties}], seen_at text
// out:
UNWIND $rows AS row
MERGE (e:Entity {key: row.key, tenant: $tenant})
  ON CREATE SET e:Extracted, e += row.properties, e.first_seen_at = $seen_at, e.last_seen_at = $seen_at
  ON MATCH SET e += row.properties, e.last_seen_at = $seen_at, e.tombstoned_at = null

// name: extracted_join
// Edges between nodes that are there.
// in: tenant text, rows [{start, end, label, properties}], seen_at text
// out: written int
UNWIND $rows AS row
MATCH (a:Entity {key: row.start}) WHERE a.tenant = $tenant
MATCH (b:Entity {key: row.end}) WHERE b.tenant = $tenant
MERGE (a)-[r:EXTRACTED {label: row.label}]->(b)
  ON CREATE SET r += row.properties, r.first_seen_at = $seen_at, r.last_seen_at = $seen_at
  ON MATCH SET r += row.properties, r.last_seen_at = $seen_at
RETURN count(r) AS written

// name: extracted_links
// Edges that LlamaIndex wrote at the nodes, at most `quota` each.
// in: tenant text, keys [text], quota int
// out: start text, label text, end text, outgoing bool, properties text, run text, last_seen_at text
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
CALL (s) {
  MATCH (s)-[r:EXTRACTED]-(m:Entity)
  WHERE r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN r, m LIMIT $quota
}
RETURN s.key AS start, r.label AS label, m.key AS end, startNode(r) = s AS outgoing, r.held AS properties, r.run AS run,
  r.last_seen_at AS last_seen_at

// name: extracted_of_source
// Nodes that LlamaIndex took from one of its texts or documents.
// in: tenant text, linked_account text, model text, source text
// out: key text
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model = $model AND e.last_seen_at IS NOT NULL
  AND $source IN e.sources AND e.deleted_at IS NULL
RETURN e.key AS key

// name: keys_by_name_keys
// Entities by their normalised names: ids as LlamaIndex's retrievers have them.
// in: tenant text, name_keys [text], limit int
// out: key text
UNWIND $name_keys AS asked
CALL (asked) {
  MATCH (e:Entity)
  WHERE e.tenant = $tenant AND e.name_key = asked AND e.deleted_at IS NULL AND e.retired_at IS NULL
  RETURN e.key AS key LIMIT $limit
}
RETURN key
