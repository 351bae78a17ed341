"""Behaviour through public doors, on a real Neo4j, a real Valkey and a real browser. `architecture/` holds documents, queries and structure."""
