"""`evergraph graph`: Neo4j Browser for whoever runs the installation."""

import json
import sys
import webbrowser
from importlib import resources

from kg.errors import BadInput
from kg.graph import Graph
from kg.tenants import tenants
from ui.browser.tour import around
from ui.browser.welcome import Door, check_offered
from workers.services.connections import Connections
from workers.services.local import Services
from workers.settings import Settings, read_settings
from workers.storage.secret_files import secret_file

_ENOUGH_TO_NAME = 5                     # tenants


def open_browser(show: bool, as_json: bool, key: str | None = None) -> None:
    """Says where the Browser is, who signs in and with what, and opens it. With `as_json` it opens nothing and shows no password.

    `key`: a record, which the Browser's editor then asks about.

    Raises BadInput for what is no key, BrowserNotOffered, GraphUnavailable, WrongSetting.
    """
    if key is not None:
        tenant_of(key)
    settings = read_settings()
    connections = Services(settings).connections()
    with graph_of(connections) as graph:
        check_offered(tenants(graph, _ENOUGH_TO_NAME), settings.browser_for_all_tenants)
    told, lines = _local(connections, settings, key) if connections.browser_url else _of_your_own(connections)
    if as_json:
        sys.stdout.write(json.dumps(told | {"queries": _queries(), "style": _style(connections)}) + "\n")
        return
    sys.stdout.write("\n".join(lines) + "\n")
    if show and told["address"]:
        webbrowser.open(told["address"])


def graph_of(connections: Connections) -> Graph:
    """The door to the graph, to be closed."""
    return Graph(connections.neo4j_uri, connections.neo4j_user, connections.neo4j_password, connections.neo4j_database)


def tenant_of(key: str) -> str:
    """The company of a record's key. Raises BadInput for what is no key."""
    parts = key.split("|", 3)
    if len(parts) != 4 or not all(parts):
        raise BadInput(f"{key!r} is no key. One looks like company|crm|Contact|id; the tour in Neo4j Browser shows them.")
    return parts[0]


def _local(found: Connections, settings: Settings, key: str | None) -> tuple[dict[str, str | None], list[str]]:
    file = secret_file(settings.home, "neo4j-password")
    door = Door(str(found.browser_url), found.neo4j_uri, found.neo4j_user, found.neo4j_database)
    address = door.shows(around(key)) if key else door.address
    return {"address": address, "user": found.neo4j_user, "password_file": str(file)}, [
        f"Neo4j Browser: {address}",
        f"User {found.neo4j_user}, password {found.neo4j_password} (kept in {file})",
        "Once you are in, a guide opens beside the results. Its queries, to drop into the Browser's saved ones, lie in",
        _queries(),
    ]


def _of_your_own(found: Connections) -> tuple[dict[str, str | None], list[str]]:
    return {"address": None, "user": found.neo4j_user, "password_file": None}, [
        f"The graph is your own server, {found.neo4j_uri}: open its Browser where its keeper offers it, and sign in as {found.neo4j_user}",
        f"to the database {found.neo4j_database}, with the password of NEO4J_PASSWORD. It does not know our guide. Drop into it the queries of",
        _queries(),
        f"and the style sheet from {_style(found) or '/graph.grass of our web server, which `evergraph up` starts'}",
    ]


def _queries() -> str:
    return str(resources.files("cypher").joinpath("tour"))


def _style(found: Connections) -> str | None:
    return f"{found.web_url}/graph.grass" if found.web_url else None
