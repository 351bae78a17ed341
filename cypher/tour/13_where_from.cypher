// Where is this from? Source, account, run and times of one record, and what it said before
// in: tenant text, person text
// out: record text, model text, linked_account text, merge_id text, remote_id text, source_modified_at text, first_seen_at text, last_seen_at text, run text, past list
MATCH (e:Entity {key: $person})
WHERE e.tenant = $tenant
RETURN e.name AS record, e.model AS model, e.linked_account AS linked_account, e.merge_id AS merge_id, e.remote_id AS remote_id,
  e.source_modified_at AS source_modified_at, e.first_seen_at AS first_seen_at, e.last_seen_at AS last_seen_at, e.run AS run, e.past AS past
