"""What Neo4j Browser does when somebody has signed in: it takes our look, opens the guide beside the results, and shows an empty stream.

The look is written out in the command: fetched by address it would arrive after `clear`, and its text would stand among the results.
"""

import hashlib
import hmac
import json

from workers.services.neo4j.grass import rules


def greeting(web: int, password: str) -> str:
    """The commands, for the setting `browser.post_connect_cmd`. `web`: the port of our web server, which has the guide."""
    look = json.dumps(rules(), separators=(",", ":"))
    return f"style {look}; guide {guide_address(f'http://127.0.0.1:{web}', password)}; clear"


def guide_address(web_url: str, password: str, company: str = "") -> str:
    """Where the guide is, with the key that opens it; for a company, or the first that there is."""
    return f"{web_url}/tour?key={guide_key(password)}" + (f"&tenant={company}" if company else "")


def guide_key(password: str) -> str:
    """What who may sign in to Neo4j knows and nobody else: the guide names people of the graph. The password cannot be told from it."""
    return hmac.new(password.encode(), b"evergraph guide", hashlib.sha256).hexdigest()
