"""The knowledge graph: schema, rows, writing, retrieving, resolving. Knows Neo4j (behind one door) and nothing of Merge."""
