// What is here? Every kind of record, how many, and how fresh
// "awaited" are records that others point to and that have not come yet; "gone" are those deleted or no longer seen at the source.
// in: tenant text
// out: kind text, here int, awaited int, gone int, last_seen text
MATCH (e:Entity)
WHERE e.key STARTS WITH $tenant + '|' AND e.tenant = $tenant AND e.model <> 'hub/Block'
WITH e.model AS kind, e.last_seen_at AS seen, e.stub IS NOT NULL AS awaited, e.deleted_at IS NOT NULL OR e.retired_at IS NOT NULL AS gone
RETURN kind, sum(CASE WHEN awaited OR gone THEN 0 ELSE 1 END) AS here, sum(CASE WHEN awaited AND NOT gone THEN 1 ELSE 0 END) AS awaited,
  sum(CASE WHEN gone THEN 1 ELSE 0 END) AS gone, max(seen) AS last_seen
ORDER BY here DESC, kind
