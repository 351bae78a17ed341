"""The instructions of the model planner, as a versioned file (see `agent/llm/prompts`)."""
