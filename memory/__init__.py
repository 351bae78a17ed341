"""Memory: what is kept of conversations (history, questions back, preferences, the stream of mentions). Decides defaults and context, never facts."""
