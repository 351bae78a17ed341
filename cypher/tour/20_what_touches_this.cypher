// What touches this? One record and everything one step around it
// `evergraph graph --around KEY` opens the Browser with this question about any record.
// in: tenant text, person text
// out: path path
MATCH (e:Entity {key: $person})
WHERE e.tenant = $tenant
CALL (e) {
  MATCH path = (e)-[r]-(m:Entity)
  WHERE NOT type(r) IN ['IN_BLOCK', 'PAIRED_WITH'] AND r.deleted_at IS NULL AND m.tenant = $tenant AND m.deleted_at IS NULL AND m.retired_at IS NULL
  RETURN path LIMIT 150
}
RETURN path
