// How are these two connected? The shortest ways between them, at most four steps long
// in: tenant text, person text, other text
// out: path path
MATCH (a:Entity {key: $person})
WHERE a.tenant = $tenant
MATCH (b:Entity {key: $other})
WHERE b.tenant = $tenant AND b <> a
MATCH path = allShortestPaths((a)-[*..4]-(b))
WHERE all(r IN relationships(path) WHERE r.deleted_at IS NULL AND NOT type(r) IN ['IN_BLOCK', 'PAIRED_WITH'])
  AND all(n IN nodes(path) WHERE n.tenant = $tenant AND n.deleted_at IS NULL AND n.retired_at IS NULL)
RETURN path
LIMIT 10
