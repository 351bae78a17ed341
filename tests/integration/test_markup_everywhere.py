"""Markup in whatever people, records and requests bring: no page of ours draws it, no route sends it as something to draw, no browser runs it.

The company's every text is hostile: names, titles, notes, names of files, places. The routes are those that the application has.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import Page, Route, expect

from ingest import merge_api
from ingest.sandbox import running
from kg.graph import Graph
from kg.hubs import join_due
from kg.schema import ensure_schema
from tests.cases import each_case
from tests.integration.asked_company import ANA, EVA, HOUSE, Office, opened, write_company
from tests.integration.chromium import PATIENCE, browser
from tests.integration.scripted import served
from tests.integration.scripted_operations import ScriptedOperations
from tests.integration.small_company import merge_id, row
from ui.api.table import ROUTES
from workers.settings import make_settings

__all__ = ["browser"]                   # a fixture
AS = "X-Forwarded-Email"
LET_OUT = "\"'></title></textarea></style><script>owned()</script><img src=x onerror=owned()> ![p](http://203.0.113.9/p) [a](javascript:owned())"
TALK = "\"'><img src=x onerror=owned()> [a](javascript:owned())"        # the name of a conversation: without a slash, which no path can hold
APPS = ("hris", "crm", "ticketing", "accounting", "filestorage")
DRAWN = ("text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/xml")
OWN_SCRIPT = ("GET", "/words.js")       # the interface's words; holds nothing of records or of the request
FIELDS = ("question", "session", "reply_to", "email", "title", "value", "answer", "comment", "text", "left", "right", "decision", "account", "mode",
          "category", "public_token", "version", "model", "messages", "q", "with", "words", "plan", "of",
          LET_OUT)
HERE = tuple(f"/entities/{model}/{merge_id(HOUSE, name)}" for model, name in (
    ("hris/Employee", "Ana Ruiz"), ("crm/Account", "Kenmore Freight"), ("crm/Contact", "Bill Ashworth"), ("crm/Engagement", "Renewal"),
    ("ticketing/Ticket", "ATL-1"), ("filestorage/File", "Plan")))
ASKED = ("Who is Bill Ashworth?", "Summarize my last conversation with Bill's company", "How many people are there by location?",
         "When I say Kenny I mean Kenmore Freight", f"Who is {LET_OUT}?")


class Drawn(HTMLParser):
    """What a browser would make of a page: whatever runs or leads away from us. A script of the page's own is known by its hash in the policy."""

    def __init__(self, page: str, policy: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self._policy, self._in_script = policy, False
        self.feed(page)

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script and b64encode(sha256(data.encode()).digest()).decode() not in self._policy:
            self.wrong.append(f"<script>{data[:80]}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        leads = [value or "" for name, value in attrs if name in ("href", "src", "action", "formaction", "xlink:href")]
        self._in_script = tag == "script"
        if tag in ("iframe", "object", "embed", "base") or (self._in_script and attrs) or any(name.startswith("on") for name, _ in attrs):
            self.wrong.append(f"<{tag}>")
        self.wrong += [lead for lead in leads if re.match(r"(?i)\s*(javascript|data|vbscript):|x$|http://203\.", lead)]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    """Signed in by a proxy on this machine; Eva is an operator."""
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url,
                             trusted_proxies="127.0.0.1", asks_per_minute=10_000, requests_per_minute=100_000)
    folder = write_company(tmp_path_factory.mktemp("markup") / HOUSE, APPS)
    spoil(folder)
    with running([]) as sandbox, opened(folder, f"markup-{home.parent.name}".lower()[:60], sandbox, settings) as stage:
        join_due(graph, stage.slug, run="test", now=datetime(2026, 11, 20, tzinfo=UTC))
        yield stage


def spoil(folder: Path) -> None:
    """Markup behind every text of every record, and in the company's own."""
    (folder / "filestorage").mkdir()
    plan = row(HOUSE, "filestorage/File", "Plan", name="Plan", description="Of it", permissions=[merge_id(HOUSE, "all")], drive=None)
    everybody = row(HOUSE, "filestorage/Permission", "all", type="COMPANY", roles=["READ"])
    (folder / "filestorage/files.json").write_text(json.dumps([plan | {"permissions": [everybody]}]), "utf-8")
    for (category, resource), model in merge_api.model_of_resource().items():
        file = folder / category / f"{resource}.json"
        if file.exists():
            free = {field.name for field in merge_api.models()[model].fields if field.type == "string"} - {"id", "remote_id"}
            rows = [{name: spoilt(name in free, value) for name, value in each.items()} for each in json.loads(file.read_text("utf-8"))]
            file.write_text(json.dumps(rows), "utf-8")
    company = json.loads((folder / "company.json").read_text("utf-8"))
    company["name"] += LET_OUT
    company["people"] = [each | {"roles": [*each["roles"], "operator"] if each["email"] == EVA else each["roles"]} for each in company["people"]]
    for account in company["linked_accounts"]:
        account["integration"] += LET_OUT
    (folder / "company.json").write_text(json.dumps(company), "utf-8")


def spoilt(is_free: bool, value: Any) -> Any:
    """A text with markup behind it; what is read by its form (addresses, ids, codes) as it was."""
    has_form = not isinstance(value, str) or re.search(r"@|://|\.example$|^[A-Z]{3}$|^[0-9a-f-]{36}$", value)
    return f"{value} {LET_OUT}" if is_free and not has_form else value


@pytest.fixture(scope="module")
def url(office: Office) -> Iterator[str]:
    with served(office.installation, operations=ScriptedOperations(), webhook=lambda *_: False) as address:
        yield address


@pytest.fixture(scope="module")
def api(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=60, headers={"Origin": url}) as client:
        yield client


@pytest.fixture(scope="module")
def turns(api: httpx.Client) -> dict[str, list[str]]:
    """What Ana and Eva asked, by person: the ids of the turns. Their conversation's name, title and comments are hostile too."""
    found: dict[str, list[str]] = {}
    for person in (ANA, EVA):
        for question in ASKED:
            answer = api.post("/api/ask", json={"question": question, "session": TALK}, headers={AS: person, "Accept": "application/json"})
            assert answer.status_code == 200, answer.text
        talk = f"/api/sessions/{quote(TALK, safe='')}"
        found[person] = [turn["id"] for turn in api.get(talk, headers={AS: person}).json()["turns"]]
        api.put(f"{talk}/title", json={"title": LET_OUT[:100]}, headers={AS: person})
        api.post(f"{talk}/turns/{found[person][0]}/feedback", json={"comment": LET_OUT}, headers={AS: person})
    return found


def check(answer: httpx.Response) -> None:
    """Nothing in it runs or leads away; what is no page says what it is, and is taken for nothing else."""
    kind, about = answer.headers.get("content-type", "").partition(";")[0], (answer.request.method, answer.request.url.path)
    assert answer.headers["x-content-type-options"] == "nosniff", about
    assert answer.status_code < 500 or answer.status_code == 503, (about, answer.text[:300])
    if kind in DRAWN:
        policy = answer.headers["content-security-policy"]
        assert Drawn(answer.text, policy).wrong == [] and "default-src 'none'" in policy, about
    elif about == OWN_SCRIPT:
        assert kind == "text/javascript" and "owned()" not in answer.text, about
    elif answer.content and kind not in ("application/json", "application/problem+json", "text/event-stream", "text/css"):
        assert kind == "text/plain" or answer.headers.get("content-disposition", "").startswith("attachment"), (about, kind)


def routes() -> list[tuple[str, APIRoute]]:
    found = [route for router in ROUTES for route in router.routes if isinstance(route, APIRoute)]
    return sorted(((method, route) for route in found for method in route.methods or ()), key=lambda each: (each[1].path, each[0]))


def test_what_records_hold_is_text_on_every_page(api: httpx.Client, turns: dict[str, list[str]]) -> None:
    talk = quote(TALK, safe="")
    for person in (ANA, EVA):
        own = [f"/answers/{talk}/{turn}{picture}" for turn in turns[person] for picture in ("", "/graph.svg")]
        files = [f"/api/sessions/{talk}/turns/{turn}/table.csv" for turn in turns[person]]
        lists = [route.path for method, route in routes() if method == "GET" and "{" not in route.path]
        forms = ((f"{HERE[0]}/way", {"with": "Kenmore"}), ("/entities", {"q": "Bill"}))
        bodies = (("/api/graph/find", {"text": "Bill"}), ("/api/sessions/search", {"text": "Kenmore"}))
        told = [api.get(path, headers={AS: person}) for path in (*HERE, *own, *files, *lists, f"/api/sessions/{talk}/export?form=markdown")]
        told += [api.post(path, data=form, headers={AS: person, "Origin": str(api.base_url)}) for path, form in forms]
        told += [api.post(path, json=body, headers={AS: person}) for path, body in bodies]
        for answer in told:
            check(answer)
        pages = " ".join(answer.text for answer in told if answer.headers.get("content-type", "").startswith("text/html"))
        assert pages.count("&lt;img src=x onerror=owned()&gt;") > 20, "what is looked at must hold what could do harm"


def test_what_a_request_brings_is_text_in_every_answer(api: httpx.Client, turns: dict[str, list[str]]) -> None:
    body = dict.fromkeys(FIELDS, LET_OUT)
    for method, route in routes():
        path = re.sub(r"\{[^}]+\}", quote(LET_OUT, safe=""), route.path)
        asked = {field.alias: LET_OUT for field in route.dependant.query_params} | {"done": LET_OUT, "with": LET_OUT}
        check(api.request(method, path, params=asked, json=body, headers={AS: EVA, "Last-Event-ID": "0", "Idempotency-Key": LET_OUT}))
        check(api.request(method, path, params=asked, data=body, headers={AS: EVA}))


@each_case("path", ["/", "/config", f"/?{quote(LET_OUT)}", f"/{quote(LET_OUT, safe='')}", "/?__theme=dark%22%3E%3Cscript%3E"])
def test_the_chat_page_holds_no_markup_of_whoever_asks_for_it(api: httpx.Client, path: str) -> None:
    clean = api.get("/", headers={AS: ANA}).text
    for headers in ({}, {"X-Forwarded-Host": LET_OUT}, {"X-Forwarded-Proto": LET_OUT}, {"Referer": LET_OUT}, {"Accept-Language": LET_OUT}):
        page = api.get(path, headers={AS: ANA} | headers)
        assert page.text.count("<script") <= clean.count("<script") and "owned()</script>" not in page.text and "<img src=x" not in page.text


def test_a_browser_runs_nothing_and_asks_nobody_else(browser: Any, url: str, office: Office, turns: dict[str, list[str]]) -> None:
    context = browser.new_context(extra_http_headers={AS: EVA})
    context.set_default_timeout(PATIENCE)
    context.add_init_script("window.owned = () => { document.documentElement.dataset.owned = 'yes'; };")
    elsewhere: list[str] = []

    def stop(route: Route) -> None:
        elsewhere.append(route.request.url)
        route.abort()

    context.route(lambda address: urlsplit(address).netloc not in (urlsplit(url).netloc, ""), stop)
    page = context.new_page()
    talk = quote(TALK, safe="")
    for path in ("/", *HERE[:3], f"/answers/{talk}/{turns[EVA][0]}", "/operator/connections"):
        page.goto(url + path)
        expect(page.get_by_text("onerror=owned()").first).to_be_attached()
        unharmed(page)
    page.goto(f"{url}/#write={quote(LET_OUT, safe='')}")
    expect(page.get_by_label("Your question")).to_have_value(LET_OUT[:500])
    unharmed(page)
    page.goto("about:blank")
    page.goto(f"{url}/#ask={quote(json.dumps([LET_OUT]), safe='')}")
    page.get_by_role("button", name="Ask it").click()
    expect(page.locator("#talk").get_by_role("button", name="Understood as").or_(page.locator("#talk").get_by_text("I "))).not_to_have_count(0)
    page.get_by_label("Search your chats").fill("onerror")
    expect(page.locator("#eg-list mark").first).to_be_visible()
    unharmed(page)
    context.close()
    assert elsewhere == []


def unharmed(page: Page) -> None:
    """Nothing ran, and nothing stands there that would lead a click astray. A link of ours may hold words for the chat's box."""
    assert page.evaluate("document.documentElement.dataset.owned || ''") == ""
    astray = page.locator("img[onerror], [href^='javascript'], [href*='203.0.113.9']:not([href^='/#write=']), [src*='203.0.113.9']")
    assert astray.evaluate_all("found => found.map(each => each.outerHTML)") == []
