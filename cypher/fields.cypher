// name: retire_fields
// After a complete full run of one linked account and model: names of mapped fields, or values of fields, that none of its records carried. The prefix is
// that of their keys and holds the tenant.
// in: tenant text, prefix text, run text, run_started_at text
// out: retired int
MATCH (e:Entity)
WHERE e.key STARTS WITH $prefix AND e.tenant = $tenant AND e.last_seen_at < $run_started_at
  AND (e.retired_at IS NULL OR e.tenant_token IS NOT NULL)
SET e.retired_at = coalesce(e.retired_at, $run_started_at), e.gone_at = coalesce(e.gone_at, $run_started_at), e.run = $run, e.tenant_token = null
RETURN count(e) AS retired

// name: mapped_fields
// Names of the fields that a company has mapped at Merge, as the source writes them, with the model whose records carry them. The prefix is that of
// their keys and holds the tenant.
// in: tenant text, prefix text, limit int
// out: model text, name text
MATCH (e:Entity)
WHERE e.key STARTS WITH $prefix AND e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN DISTINCT e.of_model AS model, coalesce(e.aliases[0], e.name) AS name
ORDER BY model, name
LIMIT $limit

// name: values_of_field
// The values that records hold in one field of which the company has words of its own. The prefix is that of all values and holds the tenant.
// in: tenant text, prefix text, field text, limit int
// out: value text
MATCH (e:Entity)
WHERE e.key STARTS WITH $prefix AND e.tenant = $tenant AND e.field = $field AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN DISTINCT e.value AS value
ORDER BY value
LIMIT $limit
