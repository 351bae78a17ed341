// Whose address is this? Everybody with one business e-mail address, in every app
// in: tenant text, email text
// out: e node
MATCH (e:Entity)
WHERE e.tenant = $tenant AND e.email = toLower($email) AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN e
ORDER BY e.key
LIMIT 25
