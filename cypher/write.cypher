// Writing. Keys hold the tenant. Times are ISO text in UTC with six decimals, so that they sort as text. A greater version wins, an
// equal one changes nothing, a smaller one is only a sighting; of two that differ in what they say and not in their time, the one
// that was read last wins (`read_at`). A batch is one transaction of several of these, in this order: the
// sighting locks all keys in their order, those that are not there yet too, so that what is read after it stays true until the end.
//
// What is deleted or retired has no `tenant_token` and no texts: every search asks its index for the token of the tenant, so that what is
// gone takes no place among the rows that the index may give.
//
// Planned for an empty graph, a statement that looks for an edge between two known nodes reads all edges there are, for every
// row, while the graph fills: so edges are read from their start (`held_edges`) and created, never merged.
//
// History, a log that may depend on the order of arrival: `past` of a node, texts of JSON, at most 20, newest last: what it said
// `from` … `until`; one with `gone` says that it was gone then, whatever others say. `past` of an edge: "from|until" of earlier
// lives; `first_seen_at` and `ended_at` are those of the last. An edge of a live record was last seen when its start was.

// name: sight_nodes
// Records were seen. Revives what was retired before; what is not there yet is left out.
// in: tenant text, token text, rows [{key, version}], seen_at text, joined [text]
// out:
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
WHERE e.tenant = $tenant
SET e.last_seen_at = CASE WHEN e.last_seen_at >= $seen_at THEN e.last_seen_at ELSE $seen_at END,
  e.read_at = CASE WHEN e.version = row.version AND e.read_at < $seen_at THEN $seen_at ELSE e.read_at END,
  e.first_seen_at = CASE WHEN e.first_seen_at <= $seen_at THEN e.first_seen_at ELSE $seen_at END
FOREACH (_ IN CASE WHEN e.retired_at <= $seen_at THEN [1] ELSE [] END |
  SET e.past = CASE WHEN e.deleted_at IS NULL THEN (coalesce(e.past, []) +
      ('{"from": "' + coalesce(e.gone_at, e.retired_at) + '", "until": "' + $seen_at + '", "gone": true}'))[-20..] ELSE e.past END,
    e.gone_at = CASE WHEN e.deleted_at IS NULL THEN null ELSE e.gone_at END,
    e.join_due = CASE WHEN e.model IN $joined THEN true ELSE e.join_due END,
    e.tenant_token = CASE WHEN e.deleted_at IS NULL THEN $token ELSE null END,
    e.retired_at = null)

// name: known_nodes
// What is held of those records for which there may be something to write: missing ones as null. A row for each takes the driver longer than all
// else that is done with it.
// in: tenant text, rows [{key, version}]
// out: known [[key, held]]
UNWIND $rows AS row
OPTIONAL MATCH (e:Entity {key: row.key})
WHERE e.tenant = $tenant
WITH row, e
WHERE e.version IS NULL OR e.version <> row.version OR e.tombstoned_at IS NOT NULL OR e.edges_due
RETURN collect([row.key,
  CASE WHEN e.version <> row.version THEN e {.*, vector: null} ELSE e {.version, .tombstoned_at, .edges_due, .gone_at, .past} END]) AS known

// name: write_nodes
// Records that are missing, overruled (`held` is the version that was found, and is locked since), or were taken for gone and are
// seen again. `properties` holds every column, null included, so that a cleared field goes.
// in: rows [{key, labels, properties, version, held, past}], seen_at text
// out:
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
  ON CREATE SET e:$(row.labels), e += row.properties, e.first_seen_at = $seen_at, e.last_seen_at = $seen_at
  ON MATCH SET
    e.last_seen_at = CASE WHEN e.last_seen_at >= $seen_at THEN e.last_seen_at ELSE $seen_at END,
    e.past = CASE WHEN e.version = row.held THEN row.past ELSE e.past END,
    e += CASE WHEN e.version = row.held OR e.version < row.version THEN row.properties ELSE {} END

// name: write_stubs
// Ends of edges whose record has not come yet: key and model only, with the smallest version there is.
// in: rows [{key, properties, labels}], seen_at text
// out:
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
  ON CREATE SET e:$(row.labels), e += row.properties, e.first_seen_at = $seen_at, e.last_seen_at = $seen_at

// name: held_edges
// The edges that records of a new version had, ended ones too; from now on they are locked. Joins are not among `relations`.
// in: tenant text, rows [{start, version}], relations [text]
// out: start text, edges [[relation, end, id, held]]
UNWIND $rows AS row
MATCH (a:Entity {key: row.start})
WHERE a.tenant = $tenant AND a.version = row.version
SET a.edges_due = null
WITH a
MATCH (a)-[r]->(b:Entity)
WHERE type(r) IN $relations AND b.tenant = $tenant
RETURN a.key AS start, collect([type(r), b.key, elementId(r), properties(r)]) AS edges

// name: write_edges
// Edges that were there: kept, ended or brought back by the new version of their record.
// in: tenant text, ids [text], held {text: map}
// out:
UNWIND $ids AS id
MATCH (a:Entity)-[r]->(b:Entity)
WHERE elementId(r) = id AND a.tenant = $tenant AND b.tenant = $tenant
SET r += $held[id]

// name: create_edges
// Edges that were not there. `relation` is one of the schema's: the writer checks it. One statement for all of them: each costs a
// fresh server a quarter of a second of planning.
// in: tenant text, rows [{start, version, modified_at, account, model, id, ends}], seen_at text, run text
// out:
UNWIND $rows AS row
MATCH (a:Entity {key: row.start})
WHERE a.tenant = $tenant AND a.version = row.version
UNWIND row.ends AS end
MATCH (b:Entity {key: end.key})
WHERE b.tenant = $tenant
CREATE (a)-[:$(end.relation) {version: row.version, linked_account: row.account, model: row.model, merge_id: row.id,
  source_modified_at: row.modified_at, run: $run, first_seen_at: $seen_at}]->(b)

// name: held_chunks
// The texts of records that were changed or are gone.
// in: tenant text, keys [text]
// out: id text
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
MATCH (e)<-[:CHUNK_OF]-(c:Chunk)
WHERE c.tenant = $tenant
RETURN elementId(c) AS id

// name: drop_chunks
// These texts go.
// in: tenant text, ids [text]
// out:
MATCH (c:Chunk)
WHERE elementId(c) IN $ids AND c.tenant = $tenant
DETACH DELETE c

// name: create_chunks
// Texts that records are searched by, in pieces.
// in: tenant text, rows [{entity, version, key, position, tenant_token, text, words}]
// out:
UNWIND $rows AS row
MATCH (e:Entity {key: row.entity})
WHERE e.tenant = $tenant AND e.version = row.version
CREATE (e)<-[:CHUNK_OF]-(c:Chunk {key: row.key, tenant: $tenant, tenant_token: row.tenant_token, position: row.position, text: row.text, words: row.words})

// name: retire_unseen
// After a complete full run of one linked account and model: what it did not see, a batch at a time; and what was retired or deleted and can
// still be met by a search, as versions before this one left it.
// in: tenant text, linked_account text, model text, run text, run_started_at text, joined [text], batch int
// out: key text
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model = $model AND e.last_seen_at < $run_started_at
  AND (e.retired_at IS NULL OR e.tenant_token IS NOT NULL)
WITH e LIMIT $batch
WITH collect(e) AS found
UNWIND found AS e
SET e.retired_at = coalesce(e.retired_at, $run_started_at), e.gone_at = coalesce(e.gone_at, $run_started_at), e.run = $run, e.tenant_token = null,
  e.join_due = CASE WHEN e.model IN $joined THEN true ELSE e.join_due END
RETURN e.key AS key

// name: unretire_seen
// Those just retired that another transaction had seen meanwhile; they are locked now.
// in: tenant text, token text, keys [text], run_started_at text
// out: seen int
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.last_seen_at >= $run_started_at
SET e.retired_at = null, e.gone_at = CASE WHEN e.deleted_at IS NULL THEN null ELSE e.gone_at END,
  e.tenant_token = CASE WHEN e.deleted_at IS NULL THEN $token ELSE null END
RETURN count(e) AS seen

// name: texts_due
// Those just retired that have texts: these go, and have to be written again when the record is seen again.
// in: tenant text, keys [text]
// out: key text
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.retired_at IS NOT NULL AND EXISTS { MATCH (e)<-[:CHUNK_OF]-(c:Chunk) WHERE c.tenant = $tenant }
SET e.edges_due = true
RETURN e.key AS key

// name: tombstone
// What the source said is gone. A later sighting of the same version, or a newer version, brings it back.
// in: tenant text, keys [text], at text, run text, joined [text]
// out: key text
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.deleted_at IS NULL
WITH collect(e) AS found
UNWIND found AS e
SET e.deleted_at = $at, e.tombstoned_at = $at, e.gone_at = coalesce(e.gone_at, $at), e.run = $run, e.tenant_token = null,
  e.join_due = CASE WHEN e.model IN $joined THEN true ELSE e.join_due END
RETURN e.key AS key
