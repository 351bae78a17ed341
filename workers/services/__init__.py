"""Local services: Neo4j, Valkey, the sandbox, worker, beat and web server, for people without Docker, Java or Maven."""
