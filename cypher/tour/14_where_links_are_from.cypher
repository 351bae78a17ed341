// Where are its links from? Each edge with the record that says so, ended ones too
// in: tenant text, person text
// out: relation text, to text, kind text, says text, since text, ended text, run text
MATCH (e:Entity {key: $person})
WHERE e.tenant = $tenant
MATCH (e)-[r]-(m:Entity)
WHERE NOT type(r) IN ['IN_BLOCK', 'PAIRED_WITH'] AND m.tenant = $tenant
RETURN type(r) AS relation, m.name AS to, m.model AS kind, r.model AS says, r.first_seen_at AS since, r.deleted_at AS ended, r.run AS run
ORDER BY relation, to
LIMIT 100
