"""Entity linking: which record a name means, by how well it bears the name, what else the question says, and whom the asker deals with."""
