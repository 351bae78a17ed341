"""Where an installation keeps things: the store that processes share (Redis), owner-only files of the home, secrets and what is sealed with them."""
