// Reading. What is deleted, retired or only a stub is no entity; what is deleted is no edge. `held` is the map of a node's properties.

// name: entities_by_name_keys
// Entities whose normalised name is one of the given ones; at most `limit` for each.
// in: tenant text, name_keys [text], models [text], limit int
// out: asked text, held map
UNWIND $name_keys AS asked
CALL (asked) {
  MATCH (e:Entity)
  WHERE e.tenant = $tenant AND e.name_key = asked AND e.deleted_at IS NULL AND e.retired_at IS NULL
    AND (size($models) = 0 OR e.model IN $models)
  RETURN e LIMIT $limit
}
RETURN asked, properties(e) AS held

// name: entities_by_emails
// Entities with one of the given e-mail addresses, lower case.
// in: tenant text, emails [text], models [text], limit int
// out: asked text, held map
UNWIND $emails AS asked
CALL (asked) {
  MATCH (e:Entity)
  WHERE e.tenant = $tenant AND e.email = asked AND e.deleted_at IS NULL AND e.retired_at IS NULL
    AND (size($models) = 0 OR e.model IN $models)
  RETURN e LIMIT $limit
}
RETURN asked, properties(e) AS held

// name: entities_by_keys
// Entities by their keys.
// in: tenant text, keys [text]
// out: asked text, held map
UNWIND $keys AS asked
MATCH (e:Entity {key: asked})
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL
RETURN asked, properties(e) AS held

// name: entities_by_words
// Entities that hold all words of a mention, near words too. The tenant is a clause of each search as well, so that the limit comes after it.
// in: tenant text, searches [{asked, search}], limit int
// out: asked text, held map
UNWIND $searches AS one
CALL (one) {
  CALL db.index.fulltext.queryNodes('entity_words', one.search, {limit: $limit}) YIELD node AS e
  WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
  RETURN e
}
RETURN one.asked AS asked, properties(e) AS held

// name: links_out
// What the records' own foreign keys say. Few per record, whatever its fame.
// in: tenant text, keys [text], relations [text], limit int
// out: start text, relation text, end text, name text, model text, merge_id text
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
CALL (s) {
  MATCH (s)-[r]->(m:Entity)
  WHERE type(r) IN $relations AND r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN type(r) AS relation, m LIMIT $limit
}
RETURN s.key AS start, relation, m.key AS end, m.name AS name, m.model AS model, m.merge_id AS merge_id

// name: links_in
// What points to the records, of those to which not more than `few` edges lead.
// in: tenant text, keys [text], relations [text], few int
// out: start text, relation text, end text, name text, model text, merge_id text
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL AND COUNT { (s)<--() } <= $few
MATCH (s)<-[r]-(m:Entity)
WHERE type(r) IN $relations AND r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
RETURN s.key AS start, type(r) AS relation, m.key AS end, m.name AS name, m.model AS model, m.merge_id AS merge_id

// name: hubs
// Those of the records to which more than `few` edges lead, ended ones included, and by which relations. Reads the types of all
// their edges (20 ms for 50,000); that spares the statements of relations that do not occur, each of which has to be planned.
// in: tenant text, keys [text], relations [text], few int
// out: key text, relation text
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL AND COUNT { (s)<--() } > $few
MATCH (s)<-[r]-()
WHERE type(r) IN $relations
RETURN DISTINCT s.key AS key, type(r) AS relation

// name: links_in_of_hub
// What points to well-known records by one relation: at most `quota` each, before any ordering, so that the cost is the quota's
// and not the hub's. The relation stands in the text: one from a parameter would read all edges.
// in: tenant text, keys [text], quota int
// out: start text, relation text, end text, name text, model text, merge_id text
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
CALL (s) {
  MATCH (s)<-[r:__TYPE__]-(m:Entity)
  WHERE r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN m LIMIT $quota
}
RETURN s.key AS start, '__TYPE__' AS relation, m.key AS end, m.name AS name, m.model AS model, m.merge_id AS merge_id

// name: links_between
// Edges that leave one of the first records and lead to one of the second.
// in: tenant text, keys [text], ends [text]
// out: start text, relation text, end text
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
MATCH (s)-[r]->(m:Entity)
WHERE m.key IN $ends AND r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
RETURN s.key AS start, type(r) AS relation, m.key AS end
