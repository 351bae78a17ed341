"""Time and processes: settings, the object graph, local services, background tasks, what operators do, evaluation."""
