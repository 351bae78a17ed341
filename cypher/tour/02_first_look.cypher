// A first look: a few customers and everything that touches them
// Double-click a node to see more of it. Colours are apps; the big ones are hubs, which join one person or company across apps.
// in: tenant text
// out: path path
MATCH (e:Entity)
WHERE e.key STARTS WITH $tenant + '|crm|Account|' AND e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL AND e.stub IS NULL
WITH e LIMIT 4
CALL (e) {
  MATCH path = (e)-[r]-(m:Entity)
  WHERE NOT type(r) IN ['IN_BLOCK', 'PAIRED_WITH'] AND r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN path LIMIT 25
}
RETURN path
