"""Neo4j Browser for who runs the installation: the guide, links into it, and whether it is offered."""
