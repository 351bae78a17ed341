// name: schema_identity
// One node per key; without it, MERGE makes duplicates under concurrency. The key holds the tenant.
// in:
// out:
CREATE CONSTRAINT entity_identity IF NOT EXISTS FOR (e:Entity) REQUIRE e.key IS UNIQUE

// name: schema_chunk_identity
// One node per piece of text. The key is its entity's and its position.
// in:
// out:
CREATE CONSTRAINT chunk_identity IF NOT EXISTS FOR (c:Chunk) REQUIRE c.key IS UNIQUE

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
// Words of names, aliases and addresses, folded by us, so that the analyzer only cuts at spaces; and what names are shortened to.
// Tenant and model are tokens inside the index: the limit then comes after them. What is gone has no token of its tenant.
// in:
// out:
CREATE FULLTEXT INDEX entity_search IF NOT EXISTS FOR (e:Entity) ON EACH [e.words, e.short_words, e.tenant_token, e.model_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}

// name: schema_chunk_words
// Words of texts, folded by us.
// in:
// out:
CREATE FULLTEXT INDEX chunk_words IF NOT EXISTS FOR (c:Chunk) ON EACH [c.words, c.tenant_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}

// name: schema_old_words
// What entity_search took the place of.
// in:
// out:
DROP INDEX entity_words IF EXISTS

// name: schema_join_due
// Records that have to be looked at for joining.
// in:
// out:
CREATE INDEX entity_join_due IF NOT EXISTS FOR (e:Entity) ON (e.tenant, e.join_due, e.model)

// name: schema_join_taken
// Records that were taken up for joining.
// in:
// out:
CREATE INDEX entity_join_taken IF NOT EXISTS FOR (e:Entity) ON (e.tenant, e.join_taken)

// name: schema_block_over
// Blocks that too many records share.
// in:
// out:
CREATE INDEX entity_block_over IF NOT EXISTS FOR (e:Entity) ON (e.tenant, e.is_over)

// name: schema_pair_state
// Pairs of records by what was found or decided about them.
// in:
// out:
CREATE INDEX pair_state IF NOT EXISTS FOR ()-[r:PAIRED_WITH]-() ON (r.tenant, r.state)

// name: schema_preferences
// A person's preferences.
// in:
// out:
CREATE INDEX preference_person IF NOT EXISTS FOR (p:Preference) ON (p.tenant, p.person)

// name: schema_messages
// A person's messages in which preferences were said.
// in:
// out:
CREATE INDEX message_person IF NOT EXISTS FOR (m:Message) ON (m.tenant, m.person)

// name: schema_mentions
// What a person's conversations named, by session.
// in:
// out:
CREATE INDEX mention_session IF NOT EXISTS FOR (m:Mention) ON (m.tenant, m.person, m.session)

// name: schema_name_vectors
// Vectors of names, of whatever dimension: only those of one dimension are compared. Only where an installation has a model for vectors.
// in:
// out:
CREATE VECTOR INDEX entity_vectors IF NOT EXISTS FOR (e:Entity) ON (e.vector)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}

// name: schema_text_vectors
// Vectors of pieces of text; the same.
// in:
// out:
CREATE VECTOR INDEX chunk_vectors IF NOT EXISTS FOR (c:Chunk) ON (c.vector)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}

// name: schema_ready
// Waits until every index is online.
// in:
// out:
CALL db.awaitIndexes(60)
