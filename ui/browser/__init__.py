"""Neo4j Browser for who runs the installation: its style sheet, the guided tour, links into it, and whether it is offered."""
