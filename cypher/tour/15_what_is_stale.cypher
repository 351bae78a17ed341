// What is stale? The records that no sync has seen for longest
// in: tenant text, stale_before text
// out: last_seen text, kind text, record text, account text, key text
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.linked_account IS NOT NULL AND e.model IS NOT NULL AND e.last_seen_at < $stale_before
  AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN e.last_seen_at AS last_seen, e.model AS kind, e.name AS record, e.linked_account AS account, e.key AS key
ORDER BY last_seen, key
LIMIT 100
