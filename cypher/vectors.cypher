// Vectors of names and of texts, only where an installation has a model for them. A vector stands on the node whose name or text it was made
// of, with `vector_of`: by which model, of which dimension. The index knows no tenants and no conditions: what it gives is held to them
// afterwards, so it is asked for more than is wanted.

// name: vectors_names_due
// The next records by key: the last of them, and those that have a name for everybody and no vector by this model.
// in: tenant text, after text, until text, made_by text, limit int
// out: last text, due [[key, text]]
MATCH (e:Entity)
WHERE e.key > $after AND e.key < $until AND e.tenant = $tenant
WITH e ORDER BY e.key LIMIT $limit
RETURN max(e.key) AS last, collect(CASE WHEN e.name IS NOT NULL AND coalesce(e.restricted, false) = false AND e.deleted_at IS NULL AND e.retired_at IS NULL
  AND (e.vector_of IS NULL OR e.vector_of <> $made_by) THEN [e.key, e.name] END) AS due

// name: vectors_texts_due
// The next pieces of text by key: the last of them, and those that have no vector by this model.
// in: tenant text, after text, until text, made_by text, limit int
// out: last text, due [[key, text]]
MATCH (c:Chunk)
WHERE c.key > $after AND c.key < $until AND c.tenant = $tenant
WITH c ORDER BY c.key LIMIT $limit
RETURN max(c.key) AS last, collect(CASE WHEN c.vector_of IS NULL OR c.vector_of <> $made_by THEN [c.key, c.text] END) AS due

// name: vectors_keep_names
// Vectors of names, unless a name has changed or is not for everybody any more; each record is locked before that is looked at.
// in: tenant text, rows [{key, text, vector}], made_by text
// out:
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
WHERE e.tenant = $tenant
SET e.vector_of = null
WITH e, row
WHERE e.name = row.text AND coalesce(e.restricted, false) = false
CALL db.create.setNodeVectorProperty(e, 'vector', row.vector)
SET e.vector_of = $made_by

// name: vectors_keep_texts
// Vectors of pieces of text, unless a piece has changed.
// in: tenant text, rows [{key, text, vector}], made_by text
// out:
UNWIND $rows AS row
MATCH (c:Chunk {key: row.key})
WHERE c.tenant = $tenant
SET c.vector_of = null
WITH c, row
WHERE c.text = row.text
CALL db.create.setNodeVectorProperty(c, 'vector', row.vector)
SET c.vector_of = $made_by

// name: vectors_near_names
// Live records whose names are nearest, among the `most` nearest of the whole index. `score`: half of one plus the cosine.
// in: tenant text, vector [float], made_by text, models [text], most int, limit int
// out: key text, score float
CALL db.index.vector.queryNodes('entity_vectors', $most, $vector) YIELD node AS e, score
WHERE e.tenant = $tenant AND e.vector_of = $made_by AND e.model IN $models AND coalesce(e.restricted, false) = false
  AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN e.key AS key, score ORDER BY score DESC, key LIMIT $limit

// name: vectors_near_texts
// The same for pieces of text of live records.
// in: tenant text, vector [float], made_by text, most int, limit int
// out: entity text, name text, position int, text text, score float
CALL db.index.vector.queryNodes('chunk_vectors', $most, $vector) YIELD node AS c, score
WHERE c.tenant = $tenant AND c.vector_of = $made_by
MATCH (c)-[:CHUNK_OF]->(e:Entity)
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN e.key AS entity, e.name AS name, c.position AS position, c.text AS text, score ORDER BY score DESC, entity, position LIMIT $limit

// name: vectors_usual
// How near names lie that nobody looked for: the first of each kind by key, against which what is near must stand out.
// in: tenant text, vector [float], made_by text, prefixes [text], limit int
// out: score float
UNWIND $prefixes AS prefix
CALL (prefix) {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH prefix AND e.tenant = $tenant
  WITH e ORDER BY e.key LIMIT $limit
  WHERE e.vector_of = $made_by AND size(e.vector) = size($vector)
  RETURN vector.similarity.cosine(e.vector, $vector) AS score
}
RETURN score
