// Their company and their tickets: a person in every app, and what hangs on them
// The person's records in other apps are found through the hub that joins them.
// in: tenant text, person text
// out: path path
MATCH (p:Entity {key: $person})
WHERE p.tenant = $tenant
CALL (p) {
  RETURN p AS record
  UNION
  MATCH (p)-[mine:JOINED_IN]->(hub:Entity)<-[theirs:JOINED_IN]-(record:Entity)
  WHERE mine.deleted_at IS NULL AND theirs.deleted_at IS NULL AND hub.tenant = $tenant AND record.tenant = $tenant
  RETURN record
}
CALL (record) {
  MATCH path = (record)-[r:JOINED_IN|WORKS_FOR|WITH_ACCOUNT|WITH_CONTACT|CREATED_BY|ASSIGNED_TO|OWNED_BY|OF_COMPANY|EMPLOYED_BY|REPORTS_TO]-(m:Entity)
  WHERE r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN path LIMIT 40
}
RETURN path
LIMIT 200
