// What is most connected? The records to which most others lead
// in: tenant text
// out: links int, kind text, record text, key text
MATCH (e:Entity)
WHERE e.key STARTS WITH $tenant + '|' AND e.tenant = $tenant AND e.model <> 'hub/Block' AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN COUNT { (e)--() } AS links, e.model AS kind, e.name AS record, e.key AS key
ORDER BY links DESC, key
LIMIT 25
