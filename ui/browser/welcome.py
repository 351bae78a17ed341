"""How people come to Neo4j Browser: whether it is offered, its address with all but the password, what it may read of our web server."""

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from kg.errors import EvergraphError

_ENDING = str.maketrans({"&": "\\u0026", "#": "\\u0023"})          # would end the argument, however often encoded; as Cypher the same
OWN_PAGES: Collection[str] = ("/graph.grass", "/tour")


class BrowserNotOffered(EvergraphError):
    """Neo4j Browser shows everything that the graph holds, and this graph holds several companies."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where the Browser is and who signs in there. No password: that is typed by hand."""

    browser_url: str            # "http://127.0.0.1:7474/browser/"
    neo4j_uri: str
    user: str
    database: str

    @property
    def address(self) -> str:
        """The Browser with server, user and database filled in."""
        return self._with({})

    def shows(self, statement: str) -> str:
        """The Browser with a statement in its editor; it runs when somebody presses the button. For whoever runs the installation."""
        return self._with({"cmd": "edit", "arg": statement.translate(_ENDING)})

    def _with(self, more: dict[str, str]) -> str:
        server = urlsplit(self.neo4j_uri)
        host = server.netloc.rpartition("@")[2]
        asked = {"dbms": f"{server.scheme}://{quote(self.user)}@{host}", "db": self.database, **more}
        return f"{self.browser_url}?{urlencode(asked, quote_via=quote)}"


def check_offered(tenants: Collection[str], for_all: bool) -> None:
    """Raises BrowserNotOffered where the graph holds several tenants and the installation has not said that this is meant."""
    if len(tenants) > 1 and not for_all:
        raise BrowserNotOffered(
            f"The graph holds several companies ({', '.join(tenants)}), and Neo4j Browser would show all of each to whoever opens it. "
            "Set EVERGRAPH_BROWSER_FOR_ALL_TENANTS=true if that is meant.")


class BrowserMayRead:
    """Lets the Browser's pages, which come from another port, read style sheet and tour (CORS): these two, and no other page may."""

    def __init__(self, app: ASGIApp, browser_url: str | None) -> None:
        found = urlsplit(browser_url or "")
        origins = [f"{found.scheme}://{found.netloc}"] if browser_url else []
        self._app = app
        self._shared = CORSMiddleware(app, allow_origins=origins, allow_methods=("GET",), allow_headers=("*",))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._shared if scope.get("path") in OWN_PAGES else self._app)(scope, receive, send)
