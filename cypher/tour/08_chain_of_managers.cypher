// Who leads whom? The managers above a person and the people below
// in: tenant text, manager text
// out: path path
MATCH (p:Entity {key: $manager})
WHERE p.tenant = $tenant
CALL (p) {
  MATCH path = (p)-[:REPORTS_TO*1..10]->(boss:Entity)
  WHERE boss.tenant = $tenant AND all(n IN nodes(path) WHERE n.tenant = $tenant) AND all(r IN relationships(path) WHERE r.deleted_at IS NULL)
  RETURN path LIMIT 20
  UNION ALL
  MATCH path = (p)<-[:REPORTS_TO*1..3]-(report:Entity)
  WHERE report.tenant = $tenant AND report.deleted_at IS NULL AND report.retired_at IS NULL AND all(n IN nodes(path) WHERE n.tenant = $tenant)
    AND all(r IN relationships(path) WHERE r.deleted_at IS NULL)
  RETURN path LIMIT 200
}
RETURN path
