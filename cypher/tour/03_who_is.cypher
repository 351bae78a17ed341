// Who is Bill? Everybody and everything called so
// Every word must occur in a name, an alias or an address. A word may end in ~ (a slip of the hand) or * (only its beginning).
// in: tenant text, words text
// out: e node
CALL db.index.fulltext.queryNodes('entity_search', 'words:(+' + replace(trim(toLower($words)), ' ', ' +') + ')') YIELD node AS e, score
WHERE e.tenant = $tenant AND e.deleted_at IS NULL AND e.retired_at IS NULL
RETURN e
ORDER BY score DESC, e.key
LIMIT 25
