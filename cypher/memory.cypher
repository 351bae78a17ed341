// The memory stream: who named what, when, in which turn; never the words. A mention is an entity of the model memory/Mention, so that it
// goes with its tenant. Its `of` is the key of what was named, which holds when that record goes and comes back. What is counted is
// counted here, so that every figure equals a recount.

// name: mentions_write
// Mentions of one session; one that is there already stays the same.
// in: tenant text, rows [{key, properties}]
// out:
UNWIND $rows AS row
MERGE (m:Entity {key: row.key, tenant: $tenant})
  ON CREATE SET m:Mention, m += row.properties

// name: mentions_link
// Each mention with the record that it names, where the graph has it.
// in: tenant text, rows [{key, of}]
// out:
UNWIND $rows AS row
MATCH (m:Entity {key: row.key})
WHERE m.tenant = $tenant
MATCH (e:Entity {key: row.of})
WHERE e.tenant = $tenant AND NOT EXISTS { (m)-[:MENTIONS]->(e) }
CREATE (m)-[:MENTIONS]->(e)

// name: mentions_people
// Whose conversations there are mentions of. Reads all mentions of the tenant.
// in: tenant text
// out: person text
MATCH (m:Mention)
USING INDEX m:Mention(tenant, person, session)
WHERE m.tenant = $tenant AND m.person IS NOT NULL AND m.session IS NOT NULL
RETURN DISTINCT m.person AS person

// name: mentions_sessions
// The sessions of which there are mentions of a person.
// in: tenant text, person text
// out: session text
MATCH (m:Mention)
USING INDEX m:Mention(tenant, person, session)
WHERE m.tenant = $tenant AND m.person = $person AND m.session IS NOT NULL
RETURN DISTINCT m.session AS session

// name: mentions_drop
// A batch of the mentions of one session, but those that are kept.
// in: tenant text, person text, session text, keep [text], limit int
// out: removed int
MATCH (m:Mention)
USING INDEX m:Mention(tenant, person, session)
WHERE m.tenant = $tenant AND m.person = $person AND m.session = $session AND NOT m.key IN $keep
WITH m LIMIT $limit
DETACH DELETE m
RETURN count(*) AS removed

// name: mentions_forget
// A batch of all mentions of a person.
// in: tenant text, person text, limit int
// out: removed int
MATCH (m:Mention)
USING INDEX m:Mention(tenant, person, session)
WHERE m.tenant = $tenant AND m.person = $person AND m.session IS NOT NULL
WITH m LIMIT $limit
DETACH DELETE m
RETURN count(*) AS removed

// name: mentions_of
// What a person's conversations named, by the person (`person`) or by the assistant (`assistant`): each thing with its times, oldest
// first, and the turns. The name is that of the record as the graph has it; none where it is gone or not for everybody.
// in: tenant text, person text, speaker text, since text
// out: entity text, name text, times [text], turns [text]
MATCH (m:Mention)
USING INDEX m:Mention(tenant, person, session)
WHERE m.tenant = $tenant AND m.person = $person AND m.session IS NOT NULL AND m.speaker = $speaker AND m.at >= $since
WITH m ORDER BY m.at, m.key
WITH m.of AS entity, collect(m.at) AS times, collect(m.turn) AS turns
CALL (entity) {
  OPTIONAL MATCH (e:Entity {key: entity})
  WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
  RETURN e.name AS name
}
RETURN entity, name, times, turns
