// Where something in the graph is from, and what was there before. These see what is deleted or retired too.

// name: held_entities
// Entities as they are held, whether live or not.
// in: tenant text, keys [text]
// out: key text, held map
UNWIND $keys AS asked
MATCH (e:Entity {key: asked})
WHERE e.tenant = $tenant
RETURN e.key AS key, e {.*, vector: null} AS held

// name: held_links_out
// Edges that leave entities, ended ones too, at most `most` of each.
// in: tenant text, keys [text], relations [text], most int
// out: start text, relation text, end text, held map
UNWIND $keys AS asked
MATCH (s:Entity {key: asked})
WHERE s.tenant = $tenant
CALL (s) {
  MATCH (s)-[r]->(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $most
  WHERE type(r) IN $relations
  RETURN r, m
}
RETURN s.key AS start, type(r) AS relation, m.key AS end, properties(r) AS held

// name: held_links_in
// Edges that lead to entities, ended ones too, at most `most` of each.
// in: tenant text, keys [text], relations [text], most int
// out: start text, relation text, end text, held map
UNWIND $keys AS asked
MATCH (s:Entity {key: asked})
WHERE s.tenant = $tenant
CALL (s) {
  MATCH (s)<-[r]-(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $most
  WHERE type(r) IN $relations
  RETURN r, m
}
RETURN m.key AS start, type(r) AS relation, s.key AS end, properties(r) AS held
