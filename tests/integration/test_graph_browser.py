"""Neo4j Browser as who runs an installation meets it: refused or offered, signed in to, with the tour and our colours."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from kg.schema import ensure_schema
from kg.tenants import tenants
from tests.integration.chromium import PATIENCE, browser
from tests.integration.kg_rows import employee, write
from tests.integration.scripted import OLA, ScriptedInstallation, served
from tests.integration.toured_company import load
from ui.browser.welcome import Door
from workers.services.connections import Connections
from workers.services.neo4j.grass import PAINTS
from workers.services.neo4j.greeting import guide_address
from workers.services.state import Running, write_state
from workers.settings import child_environment, make_settings

__all__ = ["browser"]                   # a fixture
FROM_AN_ANSWER = "MATCH (e:Entity {key: 'acme|crm|Contact|bill'}) RETURN e // 100% & more"


@pytest.fixture
def door(graph_server) -> Door:
    return Door(graph_server.browser_url, graph_server.uri, graph_server.user, "neo4j")


@pytest.fixture
def web(graph, graph_server, redis_url, tmp_path) -> Iterator[str]:
    """Our web server where the Browser was told that it would be."""
    if graph_server.web_port is None:
        pytest.skip("This Neo4j was not told where our web server is.")
    known = Connections(graph_server.uri, graph_server.user, graph_server.password, "neo4j", redis_url, None, None)
    installation = ScriptedInstallation(tmp_path, redis_url, graph, browser_url=graph_server.browser_url, connections=known)
    with served(installation, port=graph_server.web_port) as url:
        yield url


@pytest.fixture
def page(browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def run_what_is_in_the_editor(page: Page) -> None:
    page.get_by_test_id("editor-Run").click()


def test_signing_in_brings_the_guide_beside_an_empty_stream_and_its_query_draws_nodes_in_our_colours(page, door, web, graph, graph_server, tenant):
    load(graph, tenant)
    page.goto(door.shows(FROM_AN_ANSWER))
    expect(page.locator(".monaco-editor .view-lines").first).to_contain_text(r"// 100% \u0026 more")
    expect(page.get_by_test_id("username")).to_have_value(graph_server.user)
    page.get_by_test_id("password").fill(graph_server.password)
    page.get_by_test_id("connect").click()
    expect(page.get_by_role("heading", name="The graph in 20 questions").first).to_be_visible()
    expect(page.get_by_test_id("frame")).to_have_count(0)
    page.locator(".monaco-editor").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.type(f":guide {guide_address(web, graph_server.password, tenant)}")       # of this company: tests of others share the graph
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"The company is {tenant}")).to_be_visible()
    while not page.locator("pre.runnable", has_text="A first look").is_visible():
        page.get_by_text("Next", exact=True).click()
    page.locator("pre.runnable", has_text="A first look").click()
    run_what_is_in_the_editor(page)
    nodes = page.locator("svg circle.b-outline")
    expect(nodes.first).to_be_visible()
    assert {node.get_attribute("fill") for node in nodes.all()} <= {PAINTS["crm"].fill, PAINTS["hub"].fill}
    expect(page.get_by_test_id("frame")).to_have_count(1)
    expect(page.locator("pre.runnable", has_text="A first look")).to_be_visible()


def test_an_operator_copies_the_password_that_is_in_no_page(page, web, graph_server):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=web)
    page.context.add_cookies([{"name": "evergraph_person", "value": OLA, "url": web}])
    page.goto(f"{web}/operator/connections")
    assert graph_server.password not in page.content()
    page.get_by_role("button", name="Copy its password").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == graph_server.password


def test_only_who_knows_the_key_reads_the_guide(web, graph, graph_server, tenant):
    load(graph, tenant)
    with httpx.Client() as api:
        mine = api.get(guide_address(web, graph_server.password, tenant))
        assert mine.status_code == 200 and f"The company is <b>{tenant}</b>" in mine.text and "bill.ashworth@kenmore.example" in mine.text
        refused = [api.get(f"{web}/tour{asked}") for asked in ("", "?key=", "?key=%C3%A9", f"?key={'0' * 64}", f"?key={tenant}&tenant={tenant}")]
    assert {answer.status_code for answer in refused} == {404}
    assert [answer.text for answer in refused if tenant in answer.text] == []


def test_only_the_browsers_page_may_read_them_from_another_address(tmp_path, redis_url):
    with served(ScriptedInstallation(tmp_path, redis_url, browser_url="http://127.0.0.1:7474/browser/")) as url, httpx.Client(base_url=url) as api:
        def may_read(path: str, origin: str) -> str | None:
            return api.get(path, headers={"Origin": origin}).headers.get("access-control-allow-origin")

        own, foreign = "http://127.0.0.1:7474", "https://evil.example"
        assert [may_read(path, own) for path in ("/graph.grass", "/tour")] == [own, own]
        assert [may_read(path, foreign) for path in ("/graph.grass", "/tour")] == [None, None]
        assert may_read("/api/health", own) is None
        asked = {"Origin": own, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "cache-control,pragma"}
        assert api.options("/tour", headers=asked).status_code == 200


@pytest.fixture
def command(graph, graph_server, redis_url, tenant, tmp_path):
    """`evergraph graph` on a home where this Neo4j was started, with two companies in it."""
    ensure_schema(graph)
    for slug in (tenant, f"{tenant}-2"):
        write(graph, slug, [employee(slug, "ana", "Ana Ruiz")])
    facts = {"uri": graph_server.uri, "user": graph_server.user, "password": graph_server.password, "browser_url": graph_server.browser_url}
    write_state(tmp_path, {"neo4j": Running("neo4j", 1, 0.0, "", "", "", facts)})

    def run(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
        environment = child_environment(make_settings(home=tmp_path, neo4j_uri=None, redis_url=redis_url, **settings))
        code = "import sys; sys.argv[0] = 'evergraph'; from ui.cli import main; main()"
        command = [sys.executable, "-c", code, "graph", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)

    return run


def test_graph_of_several_companies_needs_the_setting_to_be_shown(command, graph, graph_server, tenant):
    assert {tenant, f"{tenant}-2"} <= set(tenants(graph, 10_000))
    refused = command("--no-open")
    assert refused.returncode == 1
    assert "several companies" in refused.stderr and "EVERGRAPH_BROWSER_FOR_ALL_TENANTS" in refused.stderr
    assert graph_server.password not in refused.stdout + refused.stderr
    offered = command("--no-open", browser_for_all_tenants=True)
    assert offered.returncode == 0, offered.stderr
    assert f"?dbms=bolt%3A%2F%2F{graph_server.user}%40" in offered.stdout and graph_server.password in offered.stdout


def test_the_browser_can_be_opened_on_one_record(command, tenant):
    told = command("--json", "--around", f"{tenant}|hris|Employee|ana", browser_for_all_tenants=True)
    (statement,) = parse_qs(urlsplit(json.loads(told.stdout)["address"]).query)["arg"]
    assert f'{{key: "{tenant}|hris|Employee|ana"}}' in statement


def test_json_output_names_the_password_file_and_not_the_password(command, graph_server, tmp_path):
    told = command("--json", browser_for_all_tenants=True)
    assert json.loads(told.stdout)["password_file"] == str(tmp_path / "secrets" / "neo4j-password")
    assert graph_server.password not in told.stdout
    assert any(Path(json.loads(told.stdout)["queries"]).glob("*.cypher"))
