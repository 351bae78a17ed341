"""Pages that are drawn on the server, without scripts: what Evergraph believes of a person, and what the graph holds of a thing."""
