"""Where our own pages are, for every surface that leads to them."""

LOOK = "/look.css"
PREFERENCES, ENTITIES, OPERATOR, WHO, SHARES = "/preferences", "/entities", "/operator", "/who", "/shared"
NAMES = f"{PREFERENCES}/names"
RIGHTS = f"{OPERATOR}/rights"


def shared_at(shared_id: str) -> str:
    """Where a shared answer is opened."""
    return f"{SHARES}/{shared_id}"
