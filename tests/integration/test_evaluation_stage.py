"""An evaluation's stage on the real stack: served, projected, changed at the source, and gone without a trace."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import redis

from ingest.demo import write_company
from kg.errors import BadInput
from kg.graph import Graph
from kg.resolve import find
from kg.retrieve import neighbours
from workers.evaluation.stage import staged
from workers.settings import Settings, make_settings

HR = ("employees", "employments", "teams", "groups", "locations", "companies", "pay_groups")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The people of the demo company, and nothing else of it."""
    whole, part = tmp_path_factory.mktemp("demo") / "whole", tmp_path_factory.mktemp("demo") / "part"
    write_company(whole)
    (part / "hris").mkdir(parents=True)
    for name in HR:
        shutil.copy(whole / "hris" / f"{name}.json", part / "hris")
    company = json.loads((whole / "company.json").read_text("utf-8"))
    company["linked_accounts"] = [a for a in company["linked_accounts"] if a["category"] == "hris"]
    (part / "company.json").write_text(json.dumps(company), "utf-8")
    shutil.copy(whole / "changes.jsonl", part)
    return part


@pytest.fixture
def settings(tmp_path: Path, graph_server: Any, redis_url: str) -> Settings:
    return make_settings(home=tmp_path / "home", neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)


def _change(folder: Path, key: str) -> dict[str, Any]:
    lines = (folder / "changes.jsonl").read_text("utf-8").splitlines()
    return next(change for change in map(json.loads, lines) if change["id"] == key)


def _managers(graph: Graph, slug: str, name: str) -> set[str | None]:
    person = find(graph, slug, [name], models=("hris/Employee",))[name][0]
    return {link.name for link in neighbours(graph, slug, [person.key], relations=("REPORTS_TO",))[person.key] if link.outgoing}


def test_a_folder_is_in_the_graph_under_a_name_of_its_own_and_gone_afterwards(
    folder: Path, settings: Settings, graph: Graph, redis_url: str
) -> None:
    with staged(folder, settings, lambda _: None) as stage:
        slug = stage.company.tenant
        assert slug.startswith("fennimore-eval-")
        assert _managers(graph, slug, "Harvir Gill") == {"Anouk Beaulieu"}
    assert find(graph, slug, ["Harvir Gill"])["Harvir Gill"] == ()
    assert not list(redis.Redis.from_url(redis_url).scan_iter(f"*{slug}*"))
    assert not (settings.home / "tenants").exists()


def test_the_graph_hears_of_a_delivered_change_and_of_no_other(folder: Path, settings: Settings, graph: Graph) -> None:
    with staged(folder, settings, lambda _: None) as stage:
        slug = stage.company.tenant
        stage.happen(_change(folder, "c01"))
        assert [c.name for c in find(graph, slug, ["Camille Rousseau"], models=("hris/Employee",))["Camille Rousseau"]][:1] == ["Camille Rousseau"]
        stage.happen(_change(folder, "c12"))
        assert _managers(graph, slug, "Harvir Gill") == {"Beatriz Carvalho"}


def test_a_change_that_cannot_be_made_says_which_and_leaves_no_tenant_behind(folder: Path, settings: Settings, graph: Graph) -> None:
    broken = _change(folder, "c01") | {"op": "explode"}
    slug = ""
    with pytest.raises(BadInput, match="c01"), staged(folder, settings, lambda _: None) as stage:
        slug = stage.company.tenant
        stage.happen(broken)
    assert find(graph, slug, ["Harvir Gill"])["Harvir Gill"] == ()
