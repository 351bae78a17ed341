// What changed since then? Records that the source changed, newest first
// "learnt" is when the graph was told.
// in: tenant text, since text
// out: changed text, kind text, record text, what text, learnt text, key text
MATCH (e:Entity)
WHERE e.key STARTS WITH $tenant + '|' AND e.tenant = $tenant AND e.source_modified_at >= $since
RETURN e.source_modified_at AS changed, e.model AS kind, e.name AS record,
  CASE WHEN e.deleted_at IS NOT NULL THEN 'deleted' WHEN e.first_seen_at >= $since THEN 'new' ELSE 'changed' END AS what,
  e.last_seen_at AS learnt, e.key AS key
ORDER BY changed DESC, key
LIMIT 100
