"""The world coming in: Merge's API behind one door, its sandbox, projections into the graph, sync, webhooks."""
