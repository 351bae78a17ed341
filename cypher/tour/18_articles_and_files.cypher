// What is written about a word? Articles and files whose text holds it
// in: tenant text, topic text
// out: chunk node, part_of relationship, document node
CALL db.index.fulltext.queryNodes('chunk_words', 'words:(+' + replace(trim(toLower($topic)), ' ', ' +') + ')') YIELD node AS chunk, score
WHERE chunk.tenant = $tenant
MATCH (chunk)-[r:CHUNK_OF]->(document:Entity)
WHERE document.tenant = $tenant AND document.deleted_at IS NULL AND document.retired_at IS NULL
RETURN chunk, r AS part_of, document
ORDER BY score DESC, chunk.key
LIMIT 25
