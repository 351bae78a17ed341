// Writing. Keys hold the tenant. Times are ISO text in UTC with six decimals, so that they sort as text. A greater version wins,
// an equal one changes nothing, a smaller one is only a sighting.

// name: write_nodes
// Records as nodes. `properties` holds every column, null included, so that a cleared field goes. A sighting revives what was
// retired before it, and what was taken for gone although the same version is seen again later.
// in: rows [{key, properties, labels, version}], seen_at text
// out:
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
  ON CREATE SET e:$(row.labels), e += row.properties, e.first_seen_at = $seen_at, e.last_seen_at = $seen_at
  ON MATCH SET
    e.first_seen_at = CASE WHEN e.first_seen_at <= $seen_at THEN e.first_seen_at ELSE $seen_at END,
    e.last_seen_at = CASE WHEN e.last_seen_at >= $seen_at THEN e.last_seen_at ELSE $seen_at END,
    e.retired_at = CASE WHEN e.retired_at <= $seen_at THEN null ELSE e.retired_at END,
    e.deleted_at = CASE WHEN e.tombstoned_at < $seen_at AND e.version = row.version THEN row.properties.deleted_at ELSE e.deleted_at END,
    e.tombstoned_at = CASE WHEN e.tombstoned_at < $seen_at AND e.version = row.version THEN null ELSE e.tombstoned_at END,
    e += CASE WHEN e.version < row.version THEN row.properties ELSE {} END

// name: write_stubs
// Ends of edges whose record has not come yet: key and model only, with the smallest version there is.
// in: rows [{key, properties, labels}], seen_at text
// out:
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
  ON CREATE SET e:$(row.labels), e += row.properties, e.first_seen_at = $seen_at, e.last_seen_at = $seen_at

// name: write_edges
// Edges. Only the current version of the record that holds the foreign key may speak. `relation` is one of the schema's: the
// writer checks it. One statement for all of them: each costs a fresh server a quarter of a second of planning, and between
// two known nodes a type that is only known at run time costs nothing more.
// in: rows [{start, relation, end, version, properties}], seen_at text, run text
// out:
UNWIND $rows AS row
MATCH (a:Entity {key: row.start}) WHERE a.version = row.version
MATCH (b:Entity {key: row.end})
MERGE (a)-[r:$(row.relation)]->(b)
  ON CREATE SET r += row.properties, r.run = $run, r.first_seen_at = $seen_at, r.last_seen_at = $seen_at
  ON MATCH SET
    r.run = CASE WHEN r.version = row.version AND r.deleted_at IS NULL THEN r.run ELSE $run END,
    r.last_seen_at = CASE WHEN r.last_seen_at >= $seen_at THEN r.last_seen_at ELSE $seen_at END,
    r += row.properties

// name: end_edges
// Ends the edges that the current version of their record no longer holds.
// in: rows [{key, version, modified_at}], relations [text], run text
// out:
UNWIND $rows AS row
MATCH (a:Entity {key: row.key}) WHERE a.version = row.version
MATCH (a)-[r]->(:Entity)
WHERE type(r) IN $relations AND r.version < row.version AND r.deleted_at IS NULL
SET r.deleted_at = row.modified_at, r.run = $run

// name: retire_unseen
// After a complete full run of one linked account and model: what it did not see, a batch at a time.
// in: tenant text, linked_account text, model text, run text, run_started_at text, batch int
// out: retired int
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model = $model AND e.last_seen_at < $run_started_at
  AND e.retired_at IS NULL
WITH e LIMIT $batch
SET e.retired_at = $run_started_at, e.run = $run
RETURN count(e) AS retired

// name: tombstone
// What the source said is gone. A later sighting of the same version, or a newer version, brings it back.
// in: tenant text, keys [text], at text, run text
// out: gone int
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.deleted_at IS NULL
SET e.deleted_at = $at, e.tombstoned_at = $at, e.run = $run
RETURN count(e) AS gone
