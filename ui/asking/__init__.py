"""Questions under way: one way to ask for every surface, runs kept in the store, whose turn it is, and who waits for their events."""
