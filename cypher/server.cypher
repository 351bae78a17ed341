// name: server_version
// Which server this is.
// in:
// out: version text
CALL dbms.components() YIELD name, versions
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version

// name: server_next_tenant
// The tenant of the first key after the given one, for who runs the installation: it is asked of everybody's records by intent.
// in: after text
// out: tenant text, prefix text
MATCH (e:Entity)
WHERE e.key > $after
WITH e ORDER BY e.key LIMIT 1
RETURN e.tenant AS tenant, split(e.key, '|')[0] AS prefix
