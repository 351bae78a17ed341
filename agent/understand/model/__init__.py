"""The model planner: a language model writes a plan in JSON, code decodes it into goals. It never sees a fact and never writes an answer."""
