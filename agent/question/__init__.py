"""What one question carries on its way: who asks, the live reads, what was settled, its plan of tasks, and what was told so far."""
