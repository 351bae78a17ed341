"""Who asks: a key, the company's sign-in, a trusted proxy or this machine."""
