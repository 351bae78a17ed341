// name: retire_fields
// After a complete full run of one linked account and model: names of mapped fields, or values of fields, that none of its records carried. The prefix is
// that of their keys and holds the tenant.
// in: tenant text, prefix text, run text, run_started_at text
// out: retired int
MATCH (e:Entity)
WHERE e.key STARTS WITH $prefix AND e.tenant = $tenant AND e.last_seen_at < $run_started_at AND e.retired_at IS NULL
SET e.retired_at = $run_started_at, e.gone_at = $run_started_at, e.run = $run
RETURN count(e) AS retired
