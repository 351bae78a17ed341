"""Where our own pages are, for every surface that leads to them."""

LOOK = "/look.css"
PREFERENCES, ENTITIES, OPERATOR, WHO = "/preferences", "/entities", "/operator", "/who"
RIGHTS = f"{OPERATOR}/rights"
