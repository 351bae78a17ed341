// Mentions to entities. What is deleted, retired or only a stub is no entity. An entity comes as
// [key, name, aliases, email, linked account, properties]: those that are not `fixed`, as pairs. Whole nodes, and a row for each, take
// twice as long.

// name: entities_by_name_keys
// Entities whose normalised name is one of the given ones; at most `limit` for each.
// in: tenant text, name_keys [text], models [text], fixed [text], limit int
// out: asked text, found [entity]
UNWIND $name_keys AS asked
CALL (asked) {
  MATCH (e:Entity)
  WHERE e.tenant = $tenant AND e.name_key = asked AND e.deleted_at IS NULL AND e.retired_at IS NULL
    AND (size($models) = 0 OR e.model IN $models)
  WITH e LIMIT $limit
  RETURN collect([e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]]) AS found
}
RETURN asked, found

// name: entities_by_emails
// Entities with one of the given e-mail addresses, lower case.
// in: tenant text, emails [text], models [text], fixed [text], limit int
// out: asked text, found [entity]
UNWIND $emails AS asked
CALL (asked) {
  MATCH (e:Entity)
  WHERE e.tenant = $tenant AND e.email = asked AND e.deleted_at IS NULL AND e.retired_at IS NULL
    AND (size($models) = 0 OR e.model IN $models)
  WITH e LIMIT $limit
  RETURN collect([e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]]) AS found
}
RETURN asked, found

// name: entities_by_keys
// Entities by their keys.
// in: tenant text, keys [text], fixed [text]
// out: asked text, found [entity]
UNWIND $keys AS asked
MATCH (e:Entity {key: asked})
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL
WITH asked, [e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]] AS one
RETURN asked, [one] AS found

// name: entities_by_words
// Entities that hold all words of a mention. The tenant is a clause of each search as well, so that the limit comes after it.
// in: tenant text, searches [{asked, search}], fixed [text], limit int
// out: asked text, found [entity]
UNWIND $searches AS one
CALL (one) {
  CALL db.index.fulltext.queryNodes('entity_search', one.search, {limit: $limit}) YIELD node AS e
  WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
  RETURN collect([e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]]) AS found
}
RETURN one.asked AS asked, found

// name: texts_by_words
// Pieces of text that hold words, best first, of live entities only.
// in: tenant text, search text, limit int
// out: entity text, name text, position int, text text, score float
CALL db.index.fulltext.queryNodes('chunk_words', $search, {limit: $limit}) YIELD node AS c, score
WHERE c.tenant = $tenant
MATCH (c)-[:CHUNK_OF]->(e:Entity)
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN e.key AS entity, e.name AS name, c.position AS position, c.text AS text, score
