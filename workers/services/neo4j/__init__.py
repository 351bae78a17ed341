"""Neo4j on this machine: its pinned jars, the Java that runs them, its configuration and command."""
