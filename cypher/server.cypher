// name: server_version
// Which server this is.
// in:
// out: version text
CALL dbms.components() YIELD name, versions
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version
