// Mentions to entities. What is deleted, retired or only a stub is no entity. An entity comes as
// [key, name, aliases, email, linked account, properties]: those that are not `fixed`, as pairs. Whole nodes, and a row for each, take
// twice as long.

// name: entities_by
// Entities by normalised name, by e-mail address in lower case, by key, and those that hold all words of a mention; of each but the keys
// at most `limit`. One statement, so that a mention costs one message there and back. The tenant is a clause of each search as well,
// so that the limit comes after it.
// in: tenant text, name_keys [text], emails [text], keys [text], searches [{asked, search}], models [text], fixed [text], limit int
// out: by text, asked text, found [entity]
UNWIND $name_keys AS asked
CALL (asked) {
  MATCH (e:Entity)
  WHERE e.tenant = $tenant AND e.name_key = asked AND e.deleted_at IS NULL AND e.retired_at IS NULL
    AND (size($models) = 0 OR e.model IN $models)
  WITH e LIMIT $limit
  RETURN collect([e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]]) AS found
}
RETURN 'name' AS by, asked, found
UNION ALL
UNWIND $emails AS asked
CALL (asked) {
  MATCH (e:Entity)
  WHERE e.tenant = $tenant AND e.email = asked AND e.deleted_at IS NULL AND e.retired_at IS NULL
    AND (size($models) = 0 OR e.model IN $models)
  WITH e LIMIT $limit
  RETURN collect([e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]]) AS found
}
RETURN 'email' AS by, asked, found
UNION ALL
UNWIND $keys AS asked
MATCH (e:Entity {key: asked})
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL
RETURN 'key' AS by, asked, [[e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]]] AS found
UNION ALL
UNWIND $searches AS one
CALL (one) {
  CALL db.index.fulltext.queryNodes('entity_search', one.search, {limit: $limit}) YIELD node AS e
  WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
  RETURN collect([e.key, e.name, e.aliases, e.email, e.linked_account, [k IN keys(e) WHERE NOT k IN $fixed | [k, e[k]]]]) AS found
}
RETURN 'words' AS by, one.asked AS asked, found

// name: texts_by_words
// Pieces of text that hold words, best first, of live entities only.
// in: tenant text, search text, limit int
// out: entity text, name text, position int, text text, score float
CALL db.index.fulltext.queryNodes('chunk_words', $search, {limit: $limit}) YIELD node AS c, score
WHERE c.tenant = $tenant
MATCH (c)-[:CHUNK_OF]->(e:Entity)
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN e.key AS entity, e.name AS name, c.position AS position, c.text AS text, score
