"""Thinking: what a question means, what may be seen, what has to be read, whether the answer holds."""
