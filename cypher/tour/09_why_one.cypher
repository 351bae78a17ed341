// Why are these one? The records that are joined with this one, each with the evidence
// in: tenant text, person text
// out: joined_as text, record text, app text, method text, score float, evidence list, decided_by text, decided_at text
MATCH (p:Entity {key: $person})
WHERE p.tenant = $tenant
MATCH (p)-[mine:JOINED_IN]->(hub:Entity)
WHERE mine.deleted_at IS NULL AND hub.tenant = $tenant
MATCH (hub)<-[j:JOINED_IN]-(record:Entity)
WHERE j.deleted_at IS NULL AND record.tenant = $tenant
RETURN hub.name AS joined_as, record.name AS record, record.category AS app, j.method AS method, j.score AS score, j.evidence AS evidence,
  j.decided_by AS decided_by, j.decided_at AS decided_at
ORDER BY score DESC, app, record
