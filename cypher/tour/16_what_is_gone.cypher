// What is gone? Records deleted at the source, or not seen by a complete run any more
// in: tenant text
// out: gone text, how text, kind text, record text, key text
MATCH (e:Entity)
WHERE e.key STARTS WITH $tenant + '|' AND e.tenant = $tenant AND NOT e.model STARTS WITH 'hub/'
  AND (e.deleted_at IS NOT NULL OR e.retired_at IS NOT NULL)
RETURN coalesce(e.deleted_at, e.retired_at) AS gone, CASE WHEN e.deleted_at IS NULL THEN 'not seen any more' ELSE 'deleted' END AS how,
  e.model AS kind, e.name AS record, e.key AS key
ORDER BY gone DESC, key
LIMIT 100
