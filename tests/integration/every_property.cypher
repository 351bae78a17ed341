// Every node of a tenant that any statement can have made, with its labels, properties and outgoing edges. For tests only.
CALL () {
  MATCH (n:Entity) WHERE n.key STARTS WITH $prefix RETURN n
  UNION ALL
  MATCH (n:Chunk) WHERE n.key STARTS WITH $prefix RETURN n
}
RETURN labels(n) AS labels, properties(n) AS held, [(n)-[r]->() | [type(r), properties(r)]] AS edges
