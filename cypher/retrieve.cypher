// What surrounds entities. What is deleted or retired is no entity; what is deleted is no edge. Edges are read up to a number
// before anything is asked of them, so that the cost is that number's and not the degree's; of what was read, the newest first.
// An edge comes as [key, name, linked account, version, last seen, method, score, evidence]: the other end, and what it rests on.
// What is found of many entities comes in one row: a row for each takes the driver longer than all that is in it.

// name: links_around
// Edges that leave entities and that lead to them, by relation; with `joins`, those of as many records of the same person or
// company as well. Of an entity to which more than `few` edges lead, only those that leave it.
// in: tenant text, keys [text], relations [text], joins int, few int, most int, quota int
// out: around [[start, name, how many lead in, outgoing [[relation, found, ends]], incoming [[relation, found, ends]]]]
UNWIND $keys AS asked
MATCH (a:Entity {key: asked})
WHERE a.tenant = $tenant AND a.deleted_at IS NULL AND a.retired_at IS NULL
CALL (a) {
  RETURN a AS s
  UNION
  MATCH (a)<-[j:JOINED_IN]-(s:Entity)
  WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL AND j.deleted_at IS NULL
  RETURN s ORDER BY s.key LIMIT $joins
  UNION
  MATCH (a)-[i:JOINED_IN]->(h:Entity)
  WHERE h.tenant = $tenant AND i.deleted_at IS NULL AND $joins > 0
  MATCH (h)<-[j:JOINED_IN]-(s:Entity)
  WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL AND j.deleted_at IS NULL
  RETURN s ORDER BY s.key LIMIT $joins
}
WITH DISTINCT s
CALL (s) {
  MATCH (s)-[r]->(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $most
  WHERE type(r) IN $relations AND r.deleted_at IS NULL AND m.deleted_at IS NULL AND m.retired_at IS NULL
  WITH r, m ORDER BY r.version DESC, m.key
  WITH type(r) AS relation, collect([m.key, m.name, r.linked_account, r.version, s.last_seen_at, r.method, r.score, r.evidence]) AS ends
  RETURN collect([relation, size(ends), ends[..$quota]]) AS outgoing
}
CALL (s) {
  WITH s WHERE COUNT { (s)<--() } <= $few
  MATCH (s)<-[r]-(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $most
  WHERE type(r) IN $relations AND r.deleted_at IS NULL AND m.deleted_at IS NULL AND m.retired_at IS NULL
  WITH r, m ORDER BY r.version DESC, m.key
  WITH type(r) AS relation, collect([m.key, m.name, r.linked_account, r.version, m.last_seen_at, r.method, r.score, r.evidence]) AS ends
  RETURN collect([relation, size(ends), ends[..$quota]]) AS incoming
}
RETURN collect([s.key, s.name, COUNT { (s)<--() }, outgoing, incoming]) AS around

// name: degrees_in
// By which relations edges lead to well-known entities, and how many, ended ones included: counts that the server keeps, whatever they are.
// Apart from links_around, which every question asks: with it, that would take the server four times as long to plan.
// in: tenant text, keys [text]
// out: start text, degrees [[relation, edges]]
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
WITH s.key AS start, [ /*each*/ ['__TYPE__', COUNT { (s)<-[:__TYPE__]-() }] /*each*/ ] AS degrees
RETURN start, [one IN degrees WHERE one[1] > 0] AS degrees

// name: links_in_of_hub
// What points to well-known entities by some relations. These stand in the text: one from a parameter would read all edges.
// in: tenant text, keys [text], most int, quota int
// out: start text, incoming [[relation, ends]]
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
RETURN s.key AS start, [ /*some*/ ['__TYPE__', COLLECT {
  MATCH (s)<-[r:__TYPE__]-(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $most
  WHERE r.deleted_at IS NULL AND m.deleted_at IS NULL AND m.retired_at IS NULL
  WITH r, m ORDER BY r.version DESC, m.key LIMIT $quota
  RETURN [m.key, m.name, r.linked_account, r.version, m.last_seen_at, r.method, r.score, r.evidence]
}] /*some*/ ] AS incoming

// name: links_between
// Edges that leave one of the first entities and lead to one of the second.
// in: tenant text, keys [text], ends [text], relations [text], most int
// out: links [[start, name, relation, end]]
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
CALL (s) {
  MATCH (s)-[r]->(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $most
  WHERE m.key IN $ends AND type(r) IN $relations AND r.deleted_at IS NULL AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN type(r) AS relation, [m.key, m.name, r.linked_account, r.version, s.last_seen_at, r.method, r.score, r.evidence] AS end
}
RETURN collect([s.key, s.name, relation, end]) AS links

// name: keys_around
// What entities are linked with, in a short form: at most `out` edges that leave each, and `into` that lead to it.
// in: tenant text, keys [text], relations [text], out int, into int
// out: around [[start, outgoing [[relation, key]], incoming [[relation, key]]]]
UNWIND $keys AS key
MATCH (s:Entity {key: key})
WHERE s.tenant = $tenant AND s.deleted_at IS NULL AND s.retired_at IS NULL
CALL (s) {
  MATCH (s)-[r]->(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $out
  WHERE type(r) IN $relations AND r.deleted_at IS NULL AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN collect([type(r), m.key]) AS outgoing
}
CALL (s) {
  MATCH (s)<-[r]-(m:Entity)
  WHERE m.tenant = $tenant
  WITH r, m LIMIT $into
  WHERE type(r) IN $relations AND r.deleted_at IS NULL AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN collect([type(r), m.key]) AS incoming
}
RETURN collect([s.key, outgoing, incoming]) AS around
