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
// What the graph holds of a person's preferences, with the keys of the records that they stand for.
// in: tenant text, person text
// out: properties map, objects [text]
MATCH (p:Preference)
USING INDEX p:Preference(tenant, person)
WHERE p.tenant = $tenant AND p.person = $person
RETURN properties(p) AS properties, COLLECT { MATCH (p)-[:OBJECT]->(e:Entity) WHERE e.tenant = $tenant RETURN e.key ORDER BY e.key } AS objects
