// Reading everything that is live of a tenant, for its digest.

// name: digest_entities
// The next live entities by key, each with what hangs on it: its own edges that are not ended, its searchable texts, and, of a hub,
// who is joined in it. A stub says nothing by itself; the edge that leads to it does.
// in: tenant text, after text, until text, limit int
// out: key text, labels [text], properties map, edges [{relation, end, properties}], texts [map], members [{start, properties}]
MATCH (e:Entity)
WHERE e.key > $after AND e.key < $until AND e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL
WITH e ORDER BY e.key LIMIT $limit
RETURN e.key AS key, labels(e) AS labels, properties(e) AS properties,
  [(e)-[r]->(b:Entity) WHERE b.tenant = $tenant AND r.deleted_at IS NULL | {relation: type(r), end: b.key, properties: properties(r)}] AS edges,
  [(c:Chunk)-[:CHUNK_OF]->(e) WHERE c.tenant = $tenant | properties(c)] AS texts,
  [(m:Entity)-[j:JOINED_IN]->(e) WHERE m.tenant = $tenant AND j.deleted_at IS NULL | {start: m.key, properties: properties(j)}] AS members
