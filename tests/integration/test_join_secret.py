"""The secret of join keys: one for all processes of an installation, readable by its owner only, and used when records are synced."""

import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ingest.gateway import values
from ingest.projections import project
from ingest.sandbox import Served, running
from kg.graph import Graph
from kg.remove import remove_tenant
from tests.conftest import GraphServer
from tests.integration.asked_company import opened, records, write_company
from tests.integration.every_property import everything
from workers.settings import make_settings
from workers.storage.secret_files import keep_secret, read_secret


@pytest.fixture
def served() -> Iterator[Served]:
    with running([]) as found:
        yield found


def test_a_sync_hashes_with_the_secret_of_the_home(
    tmp_path: Path, served: Served, graph: Graph, graph_server: GraphServer, redis_url: str, tenant: str,
) -> None:
    settings = make_settings(home=tmp_path / "home", neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    with opened(write_company(tmp_path / "company", ("hris",)), tenant, served, settings, ("hris/Employee",)) as office:
        secret_file = settings.home / "secrets" / "join-keys"
        secret = secret_file.read_text("utf-8").strip().encode()
        nodes = {held["merge_id"]: set(held.get("join_keys") or ()) for labels, held in everything(graph_server, tenant) if "Employee" in labels}
        known = [values.record("hris/Employee", "account", raw) for raw in records()["hris", "employees"]]
        expected = {record.id: set(project(office.slug, record, secret)[0].join_keys) for record in known if record}
    remove_tenant(graph, tenant)
    assert stat.S_IMODE(secret_file.stat().st_mode) == 0o600
    assert {merge_id: nodes[merge_id] for merge_id in expected} == expected
    assert sum(len(keys) for keys in expected.values()) > len(expected)


def test_concurrent_readers_get_the_same_join_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda _: keep_secret(tmp_path, "join-keys"), range(8)))
    assert len(set(made)) == 1
    assert made[0] == read_secret(tmp_path, "join-keys")
