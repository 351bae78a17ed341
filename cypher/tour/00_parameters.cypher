// The parameters of the tour, with an example of each out of this company
// The person is one with the most links, of those that are joined across apps where there are such.
// Where nobody names the tenant, the guide puts this in place of $tenant:
// first: COLLECT { MATCH (e:Entity) WHERE e.key > '' RETURN e.tenant ORDER BY e.key LIMIT 1 }[0]
// in: tenant text
// out: tenant text, person text, other text, manager text, words text, email text, topic text, state text, since text, stale_before text
WITH $tenant AS tenant
WITH tenant, COLLECT {
  MATCH (hub:Entity)
  WHERE hub.key STARTS WITH tenant + '|hub|Person|' AND hub.tenant = tenant AND hub.deleted_at IS NULL
  WITH hub LIMIT 100
  MATCH (hub)<-[:JOINED_IN]-(e:Entity)
  WHERE e.tenant = tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.name IS NOT NULL
  RETURN e ORDER BY COUNT { (e)--() } DESC, e.key LIMIT 1
} + COLLECT {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH tenant + '|crm|Contact|' AND e.tenant = tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.name IS NOT NULL
  WITH e LIMIT 100
  RETURN e ORDER BY COUNT { (e)--() } DESC, e.key LIMIT 1
} AS people, COLLECT {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH tenant + '|hris|Employee|' AND e.tenant = tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
  WITH e LIMIT 1000
  RETURN e ORDER BY COUNT { (e)<-[:REPORTS_TO]-() } DESC, e.key LIMIT 1
} AS managers, COLLECT {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH tenant + '|crm|Account|' AND e.tenant = tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
  WITH e LIMIT 1000
  RETURN e ORDER BY COUNT { (e)--() } DESC, e.key LIMIT 1
} AS customers, COLLECT {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH tenant + '|knowledgebase|Article|' AND e.tenant = tenant AND e.deleted_at IS NULL AND e.name IS NOT NULL
  RETURN e ORDER BY e.key LIMIT 1
} AS articles
RETURN tenant, coalesce(people[0].key, '') AS person, coalesce(customers[0].key, managers[0].key, '') AS other, coalesce(managers[0].key, '') AS manager,
  toLower(coalesce(split(people[0].name, ' ')[0], 'bill')) AS words, coalesce(people[0].email, managers[0].email, '') AS email,
  toLower(coalesce(split(articles[0].name, ' ')[0], 'policy')) AS topic,
  'review' AS state, toString(datetime() - duration('P1D')) AS since, toString(datetime() - duration('P7D')) AS stale_before
