// What a sync wants to know of the graph before it writes or removes.

// name: next_account
// The linked accounts that a tenant's records are of, one after another: each is one seek into the index of what was seen.
// in: tenant text, after text
// out: account text
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account > $after AND e.model IS NOT NULL AND e.last_seen_at IS NOT NULL
RETURN e.linked_account AS account
ORDER BY e.tenant, e.linked_account LIMIT 1

// name: held_versions
// The versions of these entities; nothing for those that are not there.
// in: tenant text, keys [text]
// out: key text, version text
UNWIND $keys AS key
MATCH (e:Entity {key: key})
WHERE e.tenant = $tenant
RETURN e.key AS key, e.version AS version
