// What points to nothing yet? Records that others name and that have not come
// Many of one kind: that model is not synced, not shared by the account, or not linked.
// in: tenant text
// out: kind text, awaited int, example text, named_by text
MATCH (e:Entity)
WHERE e.key STARTS WITH $tenant + '|' AND e.tenant = $tenant AND e.stub IS NOT NULL
WITH e.model AS kind, count(e) AS awaited, collect(e)[0] AS example
CALL (example) {
  MATCH (example)<--(m:Entity)
  WHERE m.tenant = $tenant
  RETURN m LIMIT 1
}
RETURN kind, awaited, example.key AS example, m.key AS named_by
ORDER BY awaited DESC, kind
