"""Whether the servers that the settings name let us in, asked before anything is started that would wait for them in vain."""

from contextlib import closing

from kg.errors import GraphTooSlow
from kg.graph import Graph
from workers.services.connections import graph_of
from workers.settings import Settings
from workers.storage.store import RedisStore


def check_own_servers(settings: Settings) -> None:
    """Signs in to NEO4J_URI and REDIS_URL, where they are set.

    Raises WrongSetting for a password that is missing or refused and for a server too old, GraphUnavailable, StoreUnavailable.
    """
    if settings.redis_url is not None:
        with closing(RedisStore(settings.redis_url)) as store:
            store.check()
    if settings.neo4j_uri is not None:
        _check_graph(settings)


def _check_graph(settings: Settings) -> None:
    found = graph_of(settings, None)
    with Graph(found["neo4j_uri"], found["neo4j_user"], found["neo4j_password"], found["neo4j_database"]) as graph:
        try:
            graph.check()
        except GraphTooSlow:        # busy, or just started: it answers
            return
