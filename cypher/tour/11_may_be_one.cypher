// What may be one? Pairs that somebody should decide about, the likeliest first, with what speaks for and against
// Decide on the page for operators, under Duplicates. Instead of review the state may be automatic, confirmed, never or undone.
// in: tenant text, state text
// out: score float, left text, left_kind text, right text, right_kind text, evidence list, decided_by text, left_key text, right_key text
MATCH (a:Entity)-[r:PAIRED_WITH {tenant: $tenant, state: $state}]->(b:Entity)
WHERE a.tenant = $tenant AND b.tenant = $tenant
WITH a, r, b ORDER BY r.score DESC, a.key, b.key LIMIT 100
RETURN r.score AS score, a.name AS left, a.model AS left_kind, b.name AS right, b.model AS right_kind, r.evidence AS evidence,
  r.decided_by AS decided_by, a.key AS left_key, b.key AS right_key
