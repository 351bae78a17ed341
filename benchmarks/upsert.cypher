// The limit of benchmarks/upsert.py: the same rows, created without looking. __LABEL__ and __TYPE__ are filled in by the benchmark.

// name: nodes
UNWIND $rows AS row
CREATE (e:Entity:__LABEL__)
SET e = row

// name: edges
UNWIND $rows AS row
MATCH (a:Entity {key: row.start})
MATCH (b:Entity {key: row.end})
CREATE (a)-[r:__TYPE__]->(b)
SET r = row.held

// name: wipe
MATCH (n)
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS
