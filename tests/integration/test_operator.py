"""The operator's view: who is let in, what it shows and does; the routes over a socket, the page in a real browser."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.integration.chromium import browser
from tests.integration.scripted import ANA, OLA, ScriptedInstallation, served
from tests.integration.scripted_operations import PAIR, ScriptedOperations
from ui.access import OWNER, local_token

__all__ = ["browser"]                   # a fixture
NARROW = {"width": 360, "height": 740}
AS_OLA = {"X-Evergraph-Person": OLA}
DECIDED = {"left": PAIR.left.key, "right": PAIR.right.key, "decision": "different"}
ROUTES = (("GET", "/api/operator/sync", None), ("POST", "/api/operator/sync", {}), ("POST", "/api/operator/parked/m1/rerun", None),
          ("GET", "/api/operator/joins", None), ("POST", "/api/operator/joins/decide", DECIDED))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def played() -> ScriptedOperations:
    return ScriptedOperations()


@pytest.fixture(scope="module")
def url(played, home, redis_url) -> Iterator[str]:
    with served(ScriptedInstallation(home, redis_url), operations=played) as address:
        yield address


@pytest.fixture(autouse=True)
def operations(played) -> ScriptedOperations:
    """As if nothing had been done yet."""
    vars(played).update(vars(ScriptedOperations()))
    return played


@pytest.fixture
def api(url) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=30) as client:
        yield client


def test_nobody_without_the_role_gets_anything_or_does_anything(api, operations):
    for method, path, body in ROUTES:
        refused = [api.request(method, path, json=body, headers=headers) for headers in (
            {}, {"X-Evergraph-Person": ANA}, {"X-Evergraph-Person": "zoe@bolt.test"}, AS_OLA | {"Authorization": "Bearer wrong"},
            AS_OLA | {"Origin": "https://evil.example"})]
        assert [each.status_code for each in refused] == [401, 403, 403, 401, 401], path
        assert all(each.json()["next_step"] for each in refused)
        other = api.request(method, path, json=body, headers=AS_OLA, params={"tenant": "bolt"})
        assert other.status_code == 403, path
    assert operations.done == []


def test_operators_read_and_act_through_the_routes(api, operations):
    told = api.get("/api/operator/sync", headers=AS_OLA).json()
    assert ([part["state"] for part in told["parts"]], [one["id"] for one in told["parked"]]) == (["done", "given up"], ["m1"])
    assert api.post("/api/operator/sync", json={"mode": "full", "account": "a2"}, headers=AS_OLA).status_code == 202
    assert api.post("/api/operator/parked/m1/rerun", headers=AS_OLA).status_code == 202
    assert api.post("/api/operator/parked/m1/rerun", headers=AS_OLA).status_code == 400
    assert [pair["score"] for pair in api.get("/api/operator/joins", headers=AS_OLA).json()] == [0.74]
    assert api.post("/api/operator/joins/decide", json=DECIDED, headers=AS_OLA).status_code == 204
    assert operations.done == [("sync", "acme", "full", "a2", None), ("rerun", "acme", "m1"),
                               ("decide", OLA, PAIR.left.key, PAIR.right.key, "different")]


def test_the_owner_of_the_installation_operates_every_company(api, operations, home):
    owner = {"Authorization": f"Bearer {local_token(home)}"}
    assert api.get("/api/operator/sync", headers=owner).status_code == 400
    assert api.get("/api/operator/sync", headers=owner, params={"tenant": "bolt"}).json()["tenant"] == "bolt"
    api.post("/api/operator/joins/decide", json=DECIDED, headers=owner, params={"tenant": "acme"})
    assert operations.done[-1][1] == OWNER


def test_what_gradio_would_show_keep_or_send_is_off_here_too(api):
    config = api.get("/operator/config").json()
    assert not config["analytics_enabled"] and not config["show_error"] and not config["footer_links"]
    assert all(each["api_visibility"] == "private" for each in config["dependencies"] if each["api_name"])


@pytest.fixture
def page(browser, url) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    context.set_default_timeout(20_000)
    expect.set_options(timeout=20_000)
    context.add_cookies([{"name": "evergraph_person", "value": OLA, "url": url}])
    page = context.new_page()
    page.goto(f"{url}/operator")
    expect(page.get_by_label("You are")).to_have_value(OLA)
    yield page
    context.close()


def test_the_page_shows_trouble_first_runs_again_and_settles_by_keyboard(page, operations):
    rows = page.locator("#syncs tbody tr")
    expect(rows.first).to_contain_text("given up")
    expect(rows.first).to_contain_text("Merge refuses the key.")
    expect(page.get_by_text("the names are a letter apart: +2.1")).to_be_visible()
    page.get_by_role("button", name="Never the same").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.get_by_role("button", name="Run it again").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing is parked.")).to_be_visible()
    assert [what for what, *_ in operations.done] == ["decide", "rerun"]
    assert page.title() == "Evergraph: operators"           # text of a record ran nothing
    assert page.locator("#pair img, #syncs img[src*='203.0.113.9'], a[href^='javascript']").count() == 0


@pytest.mark.parametrize("size", [NARROW, {"width": 1200, "height": 900}])
def test_the_tables_lie_wholly_in_sight_and_no_button_breaks_its_words(page, size):
    page.set_viewport_size(size)
    expect(page.locator("#syncs tbody tr").first).to_be_visible()
    for table in ("#syncs", "#parked"):
        assert page.evaluate(f"(e => e.scrollWidth - e.clientWidth)(document.querySelector('{table}'))") <= 0, table
    row = page.locator("#syncs tbody tr").first
    for cell in ("HubSpot (CRM): Contact", "given up: Merge refuses the key."):
        expect(row.locator("td", has_text=cell)).to_be_in_viewport()
    heights = {name: page.get_by_role("button", name=name).bounding_box()["height"] for name in ("Sync now", "Read all anew", "Refresh")}
    assert len(set(heights.values())) == 1, heights


def test_a_narrow_screen_needs_no_sideways_scrolling_and_others_are_told_why_they_see_nothing(page, url):
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.context.add_cookies([{"name": "evergraph_person", "value": ANA, "url": url}])
    page.reload()
    expect(page.get_by_text("does not have the role operator")).to_be_visible()
    expect(page.get_by_text("BambooHR")).to_have_count(0)
