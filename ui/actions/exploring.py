"""The graph as a person may see it, for pages and the API; and Neo4j Browser, where that is offered."""

import hmac
from collections.abc import Iterator
from functools import cache

from agent.access.explore import Entity, Explorer, Sources
from agent.dialogue.entity_page import Sheet
from ingest.projections import MODELS, Projection
from kg.errors import GraphTooSlow, GraphUnavailable
from kg.rows import entity_key
from kg.tenants import tenants
from ui.asking.conversation import Installation
from ui.browser.tour import around, guide
from ui.browser.welcome import BrowserNotOffered, Door, check_offered
from ui.problems import NoSuchRoute
from ui.sign_in.access import Asker
from workers.services.neo4j.greeting import guide_address, guide_key

_ENOUGH_TO_NAME = 5                     # tenants


class Exploring:
    """The graph of an installation, for its people."""

    def __init__(self, installation: Installation) -> None:
        """No I/O."""
        self._installation = installation

    def explorer(self, who: Asker) -> Explorer:
        """What the person may see, for one look. Raises Declined for somebody who has left, BadInput, NotConnected."""
        return self._installation.assistant(who.tenant).explorer(who.email, sources())

    def sheet(self, who: Asker, key: str) -> tuple[Entity, Sheet]:
        """A thing, and what is read of it live, as the person may see it. Raises as `explorer`, Declined."""
        return self._installation.assistant(who.tenant).sheet(who.email, sources(), key)

    def key(self, who: Asker, category: str, model: str, merge_id: str) -> str:
        """The key of a record of the person's company."""
        return entity_key(who.tenant, category, model, merge_id)

    def browser(self, key: str) -> str | None:
        """Neo4j Browser with the record in its editor; None where it is not offered. Raises GraphUnavailable, GraphTooSlow."""
        door = self._door()
        return door.shows(around(key)) if door is not None else None

    def browser_home(self) -> str | None:
        """Neo4j Browser as it opens; None where it is not offered, or where the graph does not answer."""
        try:
            door = self._door()
        except (GraphUnavailable, GraphTooSlow):
            return None
        return door.address if door is not None else None

    def guide(self, key: str, company: str, web_url: str) -> str:
        """The guide for Neo4j Browser, with examples out of a company of the graph; the first where none is named, or one that is not there.

        It names people, so it is for whoever knows the key that the Browser is told. Raises NoSuchRoute for another, GraphUnavailable, GraphTooSlow.
        """
        password = self._neo4j_password()
        if password is None or not hmac.compare_digest(key.encode(), guide_key(password).encode()):
            raise NoSuchRoute()
        known = tenants(self._installation.graph)
        chosen = company or next(iter(known), "")
        examples = self._installation.graph.read("tour_examples", seconds=10.0, tenant=chosen)[0]
        return guide(examples, {each: guide_address(web_url, password, each) for each in known})

    def browser_password(self) -> str:
        """What one signs in to Neo4j Browser with. Raises NoSuchRoute where it is not offered, GraphUnavailable, GraphTooSlow."""
        password = self._neo4j_password() if self._door() is not None else None
        if password is None:
            raise NoSuchRoute()
        return password

    def _neo4j_password(self) -> str | None:
        return self._installation.connections.neo4j_password if self._installation.connections is not None else None

    def _door(self) -> Door | None:
        here = self._installation
        if here.browser_url is None or here.connections is None:
            return None
        try:
            check_offered(tenants(here.graph, _ENOUGH_TO_NAME), here.settings.browser_for_all_tenants)
        except BrowserNotOffered:
            return None
        found = here.connections
        return Door(here.browser_url, found.neo4j_uri, found.neo4j_user, found.neo4j_database)


@cache
def sources() -> Sources:
    """By model, the fields behind what the graph shows."""
    return {name: {column: tuple(fields) for column, fields in _grouped(model).items()} for name, model in MODELS.items()}


def _grouped(model: Projection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for column, field in _columns(model):
        found.setdefault(column, []).append(field)
    return found


def _columns(model: Projection) -> Iterator[tuple[str, str]]:
    yield "remote_id", "remote_id"
    yield from (("name", field) for spec in model.name for field in spec.split())
    yield from (("aliases", field) for spec in (*model.aliases, *model.keys) for field in spec.split())
    yield from ((relation, field) for field, relation in model.edges.items())
    yield from ((column, field) for column, (field, _) in model.search.items())
    if model.email is not None:
        yield "email", model.email[0]
