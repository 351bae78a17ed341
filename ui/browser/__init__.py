"""Neo4j Browser for whoever runs the installation: the guide, links into it, and whether it is offered."""
