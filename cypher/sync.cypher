// What a sync wants to know of the graph before it writes or removes.

// name: next_account
// The linked accounts that a tenant's records are of, one after another: each is one seek into the index of what was seen.
// in: tenant text, after text
// out: account text
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account > $after AND e.model IS NOT NULL AND e.last_seen_at IS NOT NULL
RETURN e.linked_account AS account
ORDER BY e.tenant, e.linked_account LIMIT 1

// name: live_ids
// The Merge ids of the live records of a model in some linked accounts.
// in: tenant text, linked_accounts [text], model text
// out: id text
UNWIND $linked_accounts AS account
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = account AND e.model = $model AND e.last_seen_at IS NOT NULL
  AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL
RETURN e.merge_id AS id

// name: accounts_of
// The linked accounts that these entities are of; nothing for those that are not there, or known as the end of an edge only.
// in: tenant text, keys [text]
// out: key text, account text
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant AND e.linked_account IS NOT NULL
RETURN e.key AS key, e.linked_account AS account

// name: count_unseen
// Of the live records of a model in a linked account that were there before a run: how many there are, and how many it has not seen, and some of
// these: all where they are no more than were asked for, else as many from all over them.
// in: tenant text, linked_account text, model text, run_started_at text, some int
// out: held int, unseen int, ids [text]
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account = $linked_account AND e.model = $model AND e.last_seen_at IS NOT NULL
  AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL AND e.first_seen_at < $run_started_at
WITH count(e) AS held, collect(CASE WHEN e.last_seen_at < $run_started_at THEN e.merge_id END) AS missed
WITH held, missed, CASE WHEN size(missed) < $some THEN size(missed) ELSE $some END AS told
RETURN held, size(missed) AS unseen, [i IN range(0, told - 1) | missed[i * size(missed) / told]] AS ids

// name: held_versions
// The versions of these entities; nothing for those that are not there.
// in: tenant text, keys [text]
// out: key text, version text
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
RETURN e.key AS key, e.version AS version
