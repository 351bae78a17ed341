// Preferences: what decides a person's defaults, and what did. Never words: a value stands here only where it is a choice of a list, else
// the edge leads to the record. An entity of the model memory/Preference, so that it goes with its tenant.

// name: preferences_write
// Preferences of one person as they are now.
// in: tenant text, rows [{key, properties}]
// out:
UNWIND $rows AS row
MERGE (p:Entity {key: row.key, tenant: $tenant})
SET p:Preference, p += row.properties

// name: preferences_link
// Each preference with the records that its value stands for, where the graph has them.
// in: tenant text, rows [{key, of}]
// out:
UNWIND $rows AS row
MATCH (p:Entity {key: row.key})
WHERE p.tenant = $tenant
MATCH (e:Entity {key: row.of})
WHERE e.tenant = $tenant AND NOT EXISTS { (p)-[:OBJECT]->(e) }
CREATE (p)-[:OBJECT]->(e)

// name: preferences_messages
// The messages in which preferences were said, as nodes without words.
// in: tenant text, rows [{key, properties}]
// out:
UNWIND $rows AS row
MERGE (m:Entity {key: row.key, tenant: $tenant})
SET m:Message, m += row.properties

// name: preferences_stated
// Each preference with the message that it was said in, and the place of its words there.
// in: tenant text, rows [{key, of, first, last}]
// out:
UNWIND $rows AS row
MATCH (p:Entity {key: row.key})
WHERE p.tenant = $tenant
MATCH (m:Entity {key: row.of})
WHERE m.tenant = $tenant AND NOT EXISTS { (p)-[:STATED_IN]->(m) }
CREATE (p)-[:STATED_IN {first: row.first, last: row.last}]->(m)

// name: preferences_about
// Each preference with the HR record of the person whose defaults it decides, where the graph has it.
// in: tenant text, rows [{key, of}]
// out:
UNWIND $rows AS row
MATCH (p:Entity {key: row.key})
WHERE p.tenant = $tenant
MATCH (e:Entity {key: row.of})
WHERE e.tenant = $tenant AND NOT EXISTS { (p)-[:ABOUT]->(e) }
CREATE (p)-[:ABOUT]->(e)

// name: preferences_loosen
// Nothing is retired: what retired a preference may have been taken back.
// in: tenant text, person text
// out:
MATCH (p:Preference)
USING INDEX p:Preference(tenant, person)
WHERE p.tenant = $tenant AND p.person = $person
MATCH (p)-[r:RETIRED_BY]->(by:Preference)
WHERE by.tenant = $tenant
DELETE r

// name: preferences_retired
// Each preference with the one that took its place.
// in: tenant text, rows [{key, of}]
// out:
UNWIND $rows AS row
MATCH (p:Entity {key: row.key})
WHERE p.tenant = $tenant
MATCH (by:Entity {key: row.of})
WHERE by.tenant = $tenant AND NOT EXISTS { (p)-[:RETIRED_BY]->(by) }
CREATE (p)-[:RETIRED_BY]->(by)

// name: preferences_messages_drop
// A batch of a person's messages in which nothing that is kept was said.
// in: tenant text, person text, limit int
// out: removed int
MATCH (m:Message)
USING INDEX m:Message(tenant, person)
WHERE m.tenant = $tenant AND m.person = $person AND NOT EXISTS { (m)<-[:STATED_IN]-() }
WITH m LIMIT $limit
DETACH DELETE m
RETURN count(*) AS removed

// name: preferences_drop
// A batch of a person's preferences, but those that are kept.
// in: tenant text, person text, keep [text], limit int
// out: removed int
MATCH (p:Preference)
USING INDEX p:Preference(tenant, person)
WHERE p.tenant = $tenant AND p.person = $person AND NOT p.key IN $keep
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS removed

// name: preferences_of
// What the graph holds of a person's preferences, with the keys of the records that they stand for, of the message, of who it is about, and of
// what took its place.
// in: tenant text, person text
// out: properties map, objects [text], stated_in [text], about [text], replaced_by [text]
MATCH (p:Preference)
USING INDEX p:Preference(tenant, person)
WHERE p.tenant = $tenant AND p.person = $person
RETURN properties(p) AS properties,
  COLLECT { MATCH (p)-[:OBJECT]->(e:Entity) WHERE e.tenant = $tenant RETURN e.key ORDER BY e.key } AS objects,
  COLLECT { MATCH (p)-[:STATED_IN]->(e:Entity) WHERE e.tenant = $tenant RETURN e.key ORDER BY e.key } AS stated_in,
  COLLECT { MATCH (p)-[:ABOUT]->(e:Entity) WHERE e.tenant = $tenant RETURN e.key ORDER BY e.key } AS about,
  COLLECT { MATCH (p)-[:RETIRED_BY]->(e:Entity) WHERE e.tenant = $tenant RETURN e.key ORDER BY e.key } AS replaced_by
