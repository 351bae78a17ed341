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
