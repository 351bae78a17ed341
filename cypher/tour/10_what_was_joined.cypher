// What was joined? People and companies that are one across apps, those of most records first
// in: tenant text
// out: hub node, joins list, records list
MATCH (hub:Entity)
WHERE hub.key STARTS WITH $tenant + '|hub|' AND hub.tenant = $tenant AND hub.model <> 'hub/Block' AND hub.deleted_at IS NULL
WITH hub, COUNT { (hub)<-[:JOINED_IN]-() } AS size
ORDER BY size DESC, hub.key
LIMIT 25
MATCH (hub)<-[j:JOINED_IN]-(record:Entity)
WHERE j.deleted_at IS NULL AND record.tenant = $tenant
RETURN hub, collect(j) AS joins, collect(record) AS records
