// Hubs: the same person or company in several apps. Blocks (records that may be the same), pairs (how alike two are, what was
// decided) and joins (record to hub). A record that has to be looked at carries `join_due`; taken up, `join_taken` until done.

// name: hubs_take
// Takes up records that are due, of the models given.
// in: tenant text, models [text], limit int
// out: taken int
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.join_due = true AND e.model IN $models
WITH e LIMIT $limit
SET e.join_taken = true
REMOVE e.join_due
RETURN count(e) AS taken

// name: hubs_taken
// What was taken up and is not done.
// in: tenant text, limit int
// out: key text
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.join_taken = true
RETURN e.key AS key LIMIT $limit

// name: hubs_records
// Live records with what their company is called, and what they became.
// in: tenant text, keys [text]
// out: held map, context [text], links [text]
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL
RETURN e {.*, vector: null} AS held,
  reduce(texts = [], found IN COLLECT {
    MATCH (e)-[r:WORKS_FOR|EMPLOYED_BY]->(c:Entity)
    WHERE r.deleted_at IS NULL AND c.tenant = $tenant AND c.deleted_at IS NULL AND c.retired_at IS NULL
    RETURN [text IN [c.name, c.domain] + coalesce(c.aliases, []) WHERE text IS NOT NULL] AS texts ORDER BY c.key
  } | texts + found) AS context,
  COLLECT {
    MATCH (e)-[r:CONVERTED_TO]->(c:Entity) WHERE r.deleted_at IS NULL AND c.tenant = $tenant RETURN c.key ORDER BY c.key
  } AS links

// name: hubs_pass_on
// Companies whose name or site is another than when they were last looked at: who works for them is due as well.
// in: tenant text, rows [{key, context}]
// out: passed int
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
WHERE e.tenant = $tenant AND coalesce(e.join_context, '') <> row.context
SET e.join_context = row.context
WITH e
MATCH (e)<-[r:WORKS_FOR|EMPLOYED_BY]-(m:Entity)
WHERE m.tenant = $tenant AND m.join_taken IS NULL
SET m.join_due = true
RETURN count(m) AS passed

// name: hubs_leave_blocks
// Takes records out of the blocks that are not theirs any more.
// in: tenant text, rows [{key, blocks}]
// out: block text
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})-[r:IN_BLOCK]->(b:Entity)
WHERE e.tenant = $tenant AND b.tenant = $tenant AND NOT b.key IN row.blocks
DELETE r
RETURN DISTINCT b.key AS block

// name: hubs_enter_blocks
// Puts records into their blocks.
// in: tenant text, rows [{key, block}]
// out:
UNWIND $rows AS row
MERGE (b:Entity {key: row.block})
  ON CREATE SET b:JoinBlock, b.tenant = $tenant, b.model = 'hub/Block'
WITH row, b
MATCH (e:Entity {key: row.key})
WHERE e.tenant = $tenant
MERGE (e)-[:IN_BLOCK]->(b)

// name: hubs_check_blocks
// Blocks whose members changed: empty ones go; in one that grew too large, or is not any more, all members are due.
// in: tenant text, keys [text], limit int
// out: crossed int
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.model = 'hub/Block'
WITH e, COUNT { (e)<-[:IN_BLOCK]-() } AS size
CALL (e, size) {
  WITH e, size WHERE size = 0
  DELETE e
}
WITH e, size WHERE size > 0 AND (size > $limit) <> coalesce(e.is_over, false)
SET e.is_over = CASE WHEN size > $limit THEN true END
WITH e
MATCH (e)<-[:IN_BLOCK]-(m:Entity)
WHERE m.tenant = $tenant AND m.join_taken IS NULL
SET m.join_due = true
RETURN count(m) AS crossed

// name: hubs_partners
// Who shares a block with a record that is not too large.
// in: tenant text, keys [text]
// out: key text, partners [text]
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
MATCH (e)-[:IN_BLOCK]->(b:Entity)
WHERE b.tenant = $tenant AND b.is_over IS NULL
MATCH (b)<-[:IN_BLOCK]-(m:Entity)
WHERE m.tenant = $tenant AND m.key <> key
RETURN key AS key, collect(DISTINCT m.key) AS partners

// name: hubs_too_large
// Blocks that are left out because too many records share them.
// in: tenant text
// out: blocks int
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.is_over = true
RETURN count(e) AS blocks

// name: hubs_pairs
// The pairs of records, with what was found and decided.
// in: tenant text, keys [text]
// out: left text, right text, held map
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
MATCH (e)-[r:PAIRED_WITH]-(m:Entity)
WHERE m.tenant = $tenant
RETURN startNode(r).key AS left, endNode(r).key AS right, properties(r) AS held

// name: hubs_write_pairs
// How alike two records are. What was decided stays.
// in: tenant text, rows [{left, right, found}], run text
// out:
UNWIND $rows AS row
MATCH (e:Entity {key: row.left}) WHERE e.tenant = $tenant
MATCH (m:Entity {key: row.right}) WHERE m.tenant = $tenant
MERGE (e)-[r:PAIRED_WITH]->(m)
SET r += row.found, r.tenant = $tenant, r.state = coalesce(r.decision, row.found.found), r.run = $run

// name: hubs_drop_pairs
// Pairs that are none any more. One that was decided about stays, for the records may come back.
// in: tenant text, rows [{left, right}]
// out:
UNWIND $rows AS row
MATCH (e:Entity {key: row.left}) WHERE e.tenant = $tenant
MATCH (e)-[r:PAIRED_WITH]->(m:Entity {key: row.right})
WHERE m.tenant = $tenant
WITH r, r.decision IS NOT NULL AS is_decided
FOREACH (kept IN CASE WHEN is_decided THEN [r] ELSE [] END | SET kept.found = '', kept.score = 0.0, kept.evidence = [])
FOREACH (gone IN CASE WHEN is_decided THEN [] ELSE [r] END | DELETE gone)

// name: hubs_decide
// What a person decided about two records; both are due. Null takes a decision back.
// in: tenant text, left text, right text, decision text, by text, at text, kind text
// out: state text
MATCH (e:Entity {key: $left}) WHERE e.tenant = $tenant
MATCH (m:Entity {key: $right}) WHERE m.tenant = $tenant
MERGE (e)-[r:PAIRED_WITH]->(m)
  ON CREATE SET r.found = '', r.score = 0.0, r.kind = $kind, r.evidence = [], r.tenant = $tenant
SET r.decision = $decision, r.decided_by = $by, r.decided_at = $at, r.state = coalesce($decision, r.found), e.join_due = true, m.join_due = true
RETURN r.state AS state

// name: hubs_review
// Pairs in a state, of one tenant.
// in: tenant text, state text, limit int
// out: left map, right map, held map
MATCH (e:Entity)-[r:PAIRED_WITH]->(m:Entity)
USING INDEX SEEK r:PAIRED_WITH(tenant, state)
WHERE r.tenant = $tenant AND r.state = $state AND e.tenant = $tenant AND m.tenant = $tenant
WITH e, r, m ORDER BY r.score DESC, e.key, m.key LIMIT $limit
RETURN e {.key, .name, .model, .merge_id} AS left, m {.key, .name, .model, .merge_id} AS right, properties(r) AS held

// name: hubs_joins
// The live joins of records, and of who is joined with them.
// in: tenant text, keys [text]
// out: hub text, member text
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
MATCH (e)-[r:JOINED_IN]->(h:Entity)
WHERE h.tenant = $tenant AND r.deleted_at IS NULL
MATCH (h)<-[r2:JOINED_IN]-(m:Entity)
WHERE m.tenant = $tenant AND r2.deleted_at IS NULL
RETURN DISTINCT h.key AS hub, m.key AS member

// name: hubs_write
// Hubs, made or brought back.
// in: tenant text, rows [{key, labels, properties}], run text, now text
// out:
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
  ON CREATE SET e:$(row.labels), e.tenant = $tenant, e.first_seen_at = $now
SET e += row.properties, e.last_seen_at = $now, e.run = $run, e.deleted_at = null, e.gone_at = null

// name: hubs_join
// Joins of records to their hub. One that was there keeps when it was first made; what was ended before is kept as its past.
// in: tenant text, rows [{key, hub, properties}], run text, now text
// out:
UNWIND $rows AS row
MATCH (e:Entity {key: row.key}) WHERE e.tenant = $tenant
MATCH (h:Entity {key: row.hub}) WHERE h.tenant = $tenant
MERGE (e)-[r:JOINED_IN]->(h)
  ON CREATE SET r.first_seen_at = $now
SET r.past = CASE WHEN r.ended_at IS NULL THEN r.past ELSE (coalesce(r.past, []) + [r.first_seen_at + '|' + r.ended_at])[-20..] END,
    r.first_seen_at = CASE WHEN r.ended_at IS NULL THEN r.first_seen_at ELSE $now END,
    r += row.properties, r.tenant = $tenant, r.last_seen_at = $now, r.run = $run, r.deleted_at = null, r.ended_at = null

// name: hubs_unjoin
// Ends joins.
// in: tenant text, rows [{key, hub}], run text, now text
// out:
UNWIND $rows AS row
MATCH (e:Entity {key: row.key}) WHERE e.tenant = $tenant
MATCH (e)-[r:JOINED_IN]->(h:Entity {key: row.hub})
WHERE h.tenant = $tenant AND r.deleted_at IS NULL
SET r.deleted_at = $now, r.ended_at = $now, r.run = $run

// name: hubs_end
// Hubs that nobody is joined in any more.
// in: tenant text, keys [text], run text, now text
// out:
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND NOT EXISTS { MATCH (e)<-[r:JOINED_IN]-(m:Entity) WHERE m.tenant = $tenant AND r.deleted_at IS NULL }
SET e.deleted_at = $now, e.gone_at = $now, e.run = $run

// name: hubs_done
// Records that were looked at.
// in: tenant text, keys [text]
// out:
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
REMOVE e.join_taken

// name: hubs_why
// Who is joined in hubs, with the reason of each.
// in: tenant text, keys [text]
// out: hub text, name text, member map, held map
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
MATCH (e)<-[r:JOINED_IN]-(m:Entity)
WHERE m.tenant = $tenant AND r.deleted_at IS NULL
RETURN e.key AS hub, e.name AS name, m {.key, .name, .model, .merge_id} AS member, properties(r) AS held
