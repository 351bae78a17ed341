"""The HTTP API: routes that translate between HTTP and what the surfaces share. No route decides anything about a question."""
