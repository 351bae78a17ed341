// Removing. Bounded by nodes and edges per transaction, so that a hub of 100,000 edges fits into the memory a transaction may
// take and others' writes go on. The nodes of a batch are the first by index: the same ones in each statement of a transaction.

// name: remove_edges
// The first nodes of a tenant: some of their edges, wherever they lead.
// in: tenant text, prefix text, nodes int, edges int
// out: removed int
MATCH (e:Entity)
WHERE e.key STARTS WITH $prefix AND e.tenant = $tenant
WITH e ORDER BY e.key LIMIT $nodes
MATCH (e)-[r]-()
WITH DISTINCT r LIMIT $edges
DELETE r
RETURN count(*) AS removed

// name: remove_nodes
// The first nodes of a tenant: those without edges.
// in: tenant text, prefix text, nodes int
// out: removed int
MATCH (e:Entity)
WHERE e.key STARTS WITH $prefix AND e.tenant = $tenant
WITH e ORDER BY e.key LIMIT $nodes
WHERE COUNT { (e)--() } = 0
DETACH DELETE e
RETURN count(*) AS removed

// name: remove_chunks
// A batch of a tenant's searchable texts.
// in: tenant text, prefix text, nodes int
// out: removed int
MATCH (e:Chunk)
WHERE e.key STARTS WITH $prefix AND e.tenant = $tenant
WITH e ORDER BY e.key LIMIT $nodes
DETACH DELETE e
RETURN count(*) AS removed

// name: remove_account_mark
// The first records of a linked account: who is joined or paired with them has to be joined anew. The records are locked first (by a
// value that changes nothing): a pair that somebody joining made after this statement would go unmarked with its record.
// in: tenant text, linked_account text, nodes int
// out: marked int
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model IS NOT NULL AND e.last_seen_at IS NOT NULL
WITH e ORDER BY e.tenant, e.linked_account, e.model, e.last_seen_at LIMIT $nodes
SET e.run = e.run
WITH e
CALL (e) {
  MATCH (e)-[:PAIRED_WITH]-(m:Entity)
  WHERE m.tenant = $tenant AND m.linked_account <> $linked_account
  RETURN m
  UNION
  MATCH (e)-[:JOINED_IN]->(h:Entity)<-[:JOINED_IN]-(m:Entity)
  WHERE h.tenant = $tenant AND m.tenant = $tenant AND m.linked_account <> $linked_account
  RETURN m
}
WITH DISTINCT m
SET m.join_due = true
RETURN count(m) AS marked

// name: remove_account_blocks
// Blocks of the first records of a linked account that are left out because they are too large: they may not be any more, so one
// of those that stay has to be joined anew, and with it the block is counted.
// in: tenant text, linked_account text, nodes int
// out: marked int
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model IS NOT NULL AND e.last_seen_at IS NOT NULL
WITH e ORDER BY e.tenant, e.linked_account, e.model, e.last_seen_at LIMIT $nodes
MATCH (e)-[:IN_BLOCK]->(b:Entity)
WHERE b.tenant = $tenant AND b.is_over = true
WITH DISTINCT b
CALL (b) {
  MATCH (b)<-[:IN_BLOCK]-(m:Entity)
  WHERE m.tenant = $tenant AND m.linked_account <> $linked_account
  RETURN m LIMIT 1
}
SET m.join_due = true
RETURN count(m) AS marked

// name: remove_account_edges
// The first records of a linked account: some of their edges, and what only these edges held: stubs, texts, hubs, blocks.
// in: tenant text, linked_account text, nodes int, edges int
// out: removed int
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model IS NOT NULL AND e.last_seen_at IS NOT NULL
WITH e ORDER BY e.tenant, e.linked_account, e.model, e.last_seen_at LIMIT $nodes
MATCH (e)-[r]-(m)
WITH DISTINCT r, m LIMIT $edges
DELETE r
WITH collect(DISTINCT m) AS ends, count(*) AS removed
CALL (ends) {
  UNWIND ends AS m
  WITH m
  WHERE m.tenant = $tenant AND (m.stub IS NOT NULL OR m:Chunk OR m.model STARTS WITH 'hub/') AND COUNT { (m)--() } = 0
  DELETE m
}
RETURN removed

// name: remove_account_nodes
// The first records of a linked account: those without edges.
// in: tenant text, linked_account text, nodes int
// out: removed int
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model IS NOT NULL AND e.last_seen_at IS NOT NULL
WITH e ORDER BY e.tenant, e.linked_account, e.model, e.last_seen_at LIMIT $nodes
WHERE COUNT { (e)--() } = 0
DETACH DELETE e
RETURN count(*) AS removed

// name: audit_nodes
// The next nodes by key: how many there are, whose key is not their tenant's, and which of their own edges lead to another tenant.
// The only statement that looks at several tenants; it returns counts and a key to go on from.
// in: after text, until text, nodes int
// out: last text, nodes int, without_tenant int, misplaced int, crossing int
MATCH (e:Entity)
WHERE e.key > $after AND e.key < $until
WITH e ORDER BY e.key LIMIT $nodes
WITH e, CASE WHEN e.tenant IS NULL THEN 1 ELSE 0 END AS without_tenant,
  CASE WHEN e.key STARTS WITH e.tenant + '|' THEN 0 ELSE 1 END AS misplaced,
  COUNT { MATCH (e)-->(m) WHERE m.tenant IS NULL OR m.tenant <> e.tenant }
    + COUNT { MATCH (e)<-[:CHUNK_OF]-(m) WHERE m.tenant IS NULL OR m.tenant <> e.tenant } AS crossing
RETURN max(e.key) AS last, count(e) AS nodes, sum(without_tenant) AS without_tenant, sum(misplaced) AS misplaced, sum(crossing) AS crossing

// name: audit_totals
// How many nodes there are, from the counts that the server keeps.
// in:
// out: kind text, nodes int
MATCH (e:Entity) WITH count(e) AS nodes
RETURN 'Entity' AS kind, nodes
UNION ALL
MATCH (c:Chunk) WITH count(c) AS nodes
RETURN 'Chunk' AS kind, nodes
UNION ALL
MATCH (n) WITH count(n) AS nodes
RETURN 'any' AS kind, nodes
