// name: schema_identity
// One node per key; without it, MERGE makes duplicates under concurrency. The key holds the tenant.
// in:
// out:
CREATE CONSTRAINT entity_identity IF NOT EXISTS FOR (e:Entity) REQUIRE e.key IS UNIQUE

// name: schema_name_key
// Names as people say them.
// in:
// out:
CREATE INDEX entity_name_key IF NOT EXISTS FOR (e:Entity) ON (e.tenant, e.name_key)

// name: schema_email
// E-mail addresses, lower case.
// in:
// out:
CREATE INDEX entity_email IF NOT EXISTS FOR (e:Entity) ON (e.tenant, e.email)

// name: schema_seen
// What a complete full run did not see.
// in:
// out:
CREATE INDEX entity_seen IF NOT EXISTS FOR (e:Entity) ON (e.tenant, e.linked_account, e.model, e.last_seen_at)

// name: schema_words
// Words of names, aliases and addresses, folded by us, so that the analyzer only cuts at spaces. Tenant and model are tokens
// inside the index: the limit then comes after them.
// in:
// out:
CREATE FULLTEXT INDEX entity_words IF NOT EXISTS FOR (e:Entity) ON EACH [e.words, e.tenant_token, e.model_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}

// name: schema_ready
// Waits until every index is online.
// in:
// out:
CALL db.awaitIndexes(60)
