// The parameters of the tour, with an example of each out of this company
// The person is a customer's contact or an employee, joined across apps where there are such, with links enough to see and few enough to read.
// The other is who or what stands two steps from there; "since" is a day before the newest change.
// The guide comes with them filled in. Where these queries are run without it, set what this one returns by `:param`.
// in: tenant text
// out: tenant text, person text, other text, manager text, words text, email text, topic text, state text, since text, stale_before text
WITH $tenant AS tenant
WITH tenant, COLLECT {
  MATCH (hub:Entity)
  WHERE hub.key STARTS WITH tenant + '|hub|Person|' AND hub.tenant = tenant AND hub.deleted_at IS NULL
  WITH hub LIMIT 500
  MATCH (hub)<-[j:JOINED_IN]-(e:Entity)
  WHERE j.deleted_at IS NULL AND e.tenant = tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.name IS NOT NULL
  WITH e, COUNT { (e)--() } AS links
  RETURN e ORDER BY e:CrmContact DESC, e:Employee DESC, CASE WHEN links <= 40 THEN links ELSE -links END DESC, e.key LIMIT 1
} + COLLECT {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH tenant + '|crm|Contact|' AND e.tenant = tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.name IS NOT NULL
  WITH e, COUNT { (e)--() } AS links LIMIT 100
  RETURN e ORDER BY CASE WHEN links <= 40 THEN links ELSE -links END DESC, e.key LIMIT 1
} AS people, COLLECT {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH tenant + '|hris|Employee|' AND e.tenant = tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
  WITH e LIMIT 1000
  RETURN e ORDER BY COUNT { (e)<-[:REPORTS_TO]-() } DESC, e.key LIMIT 1
} AS managers, COLLECT {
  MATCH (e:Entity)
  WHERE e.key STARTS WITH tenant + '|knowledgebase|Article|' AND e.tenant = tenant AND e.deleted_at IS NULL AND e.name IS NOT NULL
  RETURN e ORDER BY e.key LIMIT 1
} AS articles, COLLECT {
  UNWIND ['accounting', 'ats', 'crm', 'filestorage', 'hris', 'knowledgebase', 'ticketing'] AS app
  CALL (tenant, app) {
    MATCH (e:Entity)
    WHERE e.key STARTS WITH tenant + '|' + app + '|' AND e.tenant = tenant
    WITH e LIMIT 2000
    RETURN max(e.source_modified_at) AS newest
  }
  RETURN max(newest)
} AS changes
WITH *, coalesce(people[0], managers[0]) AS one, managers[0] AS manager
WITH *, COLLECT {
  MATCH (one)-[r]-(thing:Entity)
  WHERE NOT type(r) IN ['IN_BLOCK', 'PAIRED_WITH', 'JOINED_IN'] AND r.deleted_at IS NULL
    AND thing.tenant = tenant AND thing.deleted_at IS NULL AND thing.retired_at IS NULL
  WITH thing LIMIT 40
  MATCH (thing)-[s]-(far:Entity)
  WHERE NOT type(s) IN ['IN_BLOCK', 'PAIRED_WITH', 'JOINED_IN'] AND s.deleted_at IS NULL
    AND far.tenant = tenant AND far.deleted_at IS NULL AND far.retired_at IS NULL AND far.name IS NOT NULL AND far <> one
  WITH far LIMIT 400
  RETURN far.key ORDER BY far:CrmAccount DESC, far:CrmUser OR far:Employee DESC, far.key LIMIT 1
} + COLLECT {
  MATCH (one)-[r]-(thing:Entity)
  WHERE NOT type(r) IN ['IN_BLOCK', 'PAIRED_WITH'] AND r.deleted_at IS NULL AND thing.tenant = tenant AND thing.deleted_at IS NULL AND thing.retired_at IS NULL
  RETURN thing.key LIMIT 1
} AS others
RETURN tenant, coalesce(one.key, '') AS person, coalesce(others[0], manager.key, '') AS other, coalesce(manager.key, '') AS manager,
  toLower(coalesce(split(one.name, ' ')[0], 'bill')) AS words, coalesce(one.email, manager.email, '') AS email,
  toLower(coalesce(split(articles[0].name, ' ')[0], 'policy')) AS topic,
  'review' AS state, toString(coalesce(datetime(changes[0]), datetime()) - duration('P1D')) AS since,
  toString(datetime()) AS stale_before
