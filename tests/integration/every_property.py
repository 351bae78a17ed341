"""Every property of every node and edge that a tenant has, read past all doors, as Neo4j Browser would."""

from pathlib import Path
from typing import Any

import neo4j

from tests.conftest import GraphServer

EVERYTHING = Path(__file__).with_suffix(".cypher").read_text("utf-8")


def everything(server: GraphServer, tenant: str) -> list[tuple[list[str], dict[str, Any]]]:
    """Labels or type, and properties, of each node and edge of the tenant."""
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        rows = driver.execute_query(EVERYTHING, prefix=f"{tenant}|").records
    nodes = [(list(row["labels"]), dict(row["held"])) for row in rows]
    return nodes + [([kind], dict(held)) for row in rows for kind, held in row["edges"]]
