"""Requests that no client of ours would send: none gets past a wall, and none keeps others from being answered."""

import http.client
import json
import re
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from hypothesis import given
from hypothesis import strategies as st
from starlette.routing import Mount

from kg.graph import Graph
from tests.cases import each_case
from tests.integration.scripted import ANA, BOB, HOSTILE, ScriptedInstallation, served
from tests.integration.scripted_operations import ScriptedOperations
from ui.api.wanted import own_path
from ui.chat import mount
from ui.web.narrowed import GRADIO, OPEN
from ui.web.server import create_app

AS_ANA, AS_BOB = {"X-Evergraph-Person": ANA}, {"X-Evergraph-Person": BOB}
CANARY = "qzxcanary"
BROKEN_LINE = "a\r\nX-Injected: yes\r\n\r\n<b>"
NOT_OURS = ("/login", "/logout", "/monitoring", "/monitoring/summary", "/openapi.json", "/pwa_icon", "/svelte/x")


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, redis_url: str, graph: Graph) -> ScriptedInstallation:
    return ScriptedInstallation(tmp_path_factory.mktemp("home"), redis_url, graph)


@pytest.fixture(scope="module")
def url(installation: ScriptedInstallation) -> Iterator[str]:
    with served(installation, operations=ScriptedOperations()) as address:
        yield address


def raw(url: str, method: str, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """Sent as it stands: no client tidies the path up."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read(200_000).decode("utf-8", "replace")
    finally:
        connection.close()


def gradios(installation: Any) -> list[tuple[str, str]]:
    """Method and path of each of Gradio's own addresses below GRADIO, in the version that is installed."""
    made = create_app(installation).state
    app = mount(FastAPI(), installation.tenants, made.conversations, made.sign_in, made.sharing)
    chats: list[Any] = [route.app for route in app.routes if isinstance(route, Mount)]
    found = [each for chat in chats for router in chat.routes for each in getattr(getattr(router, "original_router", None), "routes", ())]
    return sorted({(method, each.path) for each in found if isinstance(each, APIRoute) for method in each.methods or ()})


def test_of_gradios_own_addresses_only_those_are_there_that_the_page_calls(installation: ScriptedInstallation, api: httpx.Client) -> None:
    every = gradios(installation)
    closed = [(method, path) for method, path in every if not path.partition(GRADIO)[2].startswith(OPEN)]
    assert len(closed) > 40
    for method, path in [*closed, *(("GET", each) for each in NOT_OURS), ("GET", "/gradio_api/deep_link"), ("GET", "/gradio_api/mcp/sse")]:
        assert api.request(method, re.sub(r"\{[^}]+\}", "x", path), headers=AS_ANA).status_code == 404, path


def test_what_a_page_streams_is_for_its_own_person(api: httpx.Client) -> None:
    config = api.get("/config").json()
    load = next(each["id"] for each in config["dependencies"] if ["load"] in [target[1:] for target in each["targets"]])
    joined = {"data": [], "fn_index": load, "session_hash": "made-up-by-ana"}
    as_ana, as_bob = ({"evergraph_person": person} for person in (ANA, BOB))

    def send(cookies: dict[str, str], method: str, path: str, body: object = None) -> int:
        with httpx.Client(base_url=api.base_url, cookies=cookies, timeout=60) as client, client.stream(method, f"{GRADIO}{path}", json=body) as said:
            return said.status_code

    assert send(as_ana, "POST", "queue/join", joined) == 200
    assert send(as_bob, "GET", "queue/data?session_hash=made-up-by-ana") == 404
    assert send(as_bob, "POST", "queue/join", joined) == 404 and send(as_bob, "POST", "run/predict", joined) == 404
    assert send(as_bob, "GET", "heartbeat/made-up-by-ana") == 404
    assert send(as_ana, "GET", "queue/data?session_hash=made-up-by-ana") == 200


def on_page(api: httpx.Client, session: str, event: str = "load", **more: Any) -> dict[str, Any]:
    """What the page sends when it is opened, or something else in its place."""
    config = api.get("/config").json()
    number = next(each["id"] for each in config["dependencies"] if each["inputs"] and [event] in [target[1:] for target in each["targets"]])
    return {"data": [""], "fn_index": number, "session_hash": session} | more


@each_case("origin", ["http://evil.example", "null", "", "http://[", "http://127.0.0.1:1", "evil.example"])
@each_case("cookies", [{}, {"evergraph_person": ANA}])
def test_no_page_of_another_origin_calls_what_the_chat_page_calls(api: httpx.Client, origin: str, cookies: dict[str, str]) -> None:
    joined = on_page(api, f"from {origin} {len(cookies)}")
    with httpx.Client(base_url=api.base_url, cookies=cookies, timeout=60) as client:
        for path in ("queue/join", "run/predict"):
            refused = client.post(f"{GRADIO}{path}", json=joined, headers={"Origin": origin})
            assert (refused.status_code, refused.json()["reason"]) == (401, "not_permitted")
        assert client.get(f"{GRADIO}queue/data?session_hash=x", headers={"Origin": origin}).status_code == 401
        own = str(client.base_url).rstrip("/")
        assert client.post(f"{GRADIO}queue/join", json=joined, headers={"Origin": own}).status_code == 200


@pytest.mark.parametrize("unfit", [
    {"data": []}, {"data": [{"path": CANARY}]}, {"data": [[CANARY]]}, {"data": [None]}, {"data": CANARY}, {"data": None}, {"fn_index": 9_999},
    {"fn_index": CANARY}, {"fn_index": None}, {"fn_index": -1}, {"session_hash": None}, {"session_hash": [CANARY]}, {"event_data": CANARY},
    {"trigger_id": CANARY}, {"batched": True},
    {"event": "edit", "data": ["s", [CANARY]]}, {"event": "edit", "data": ["s", CANARY]}, {"event": "rate", "data": [CANARY]},
], ids=str)
def test_a_call_that_does_not_fit_the_page_leaves_no_traceback_and_no_value_in_the_log(
    api: httpx.Client, capfd: pytest.CaptureFixture[str], unfit: dict[str, Any],
) -> None:
    joined = on_page(api, f"unfit {unfit}", **unfit)
    answer = api.post(f"{GRADIO}queue/join", json=joined)
    assert answer.status_code < 500
    if answer.status_code == 200:
        told = api.get(f"{GRADIO}queue/data", params={"session_hash": joined["session_hash"]}).text
        assert "process_completed" in told
    logged = "".join(capfd.readouterr())
    assert "Traceback" not in logged and CANARY not in logged


@each_case("dots", ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "....//", "%252e%252e%252f", "/../"])
@each_case("below", ["/", "/assets/", "/static/", "/api/sessions/", "/gradio_api/file=", "/api/runs/"])
def test_no_path_leads_to_a_file_of_the_machine(installation: ScriptedInstallation, url: str, dots: str, below: str) -> None:
    for file in ("etc/passwd", f"{str(installation.settings.home)[1:]}/run/token"):
        status, _, text = raw(url, "GET", below + dots * 12 + file, **AS_ANA)
        assert "root:" not in text and (installation.settings.home / "run" / "token").read_text() not in text
        assert status < 500


def test_what_is_kept_comes_back_as_a_file_that_no_browser_draws(api: httpx.Client) -> None:
    session = quote(HOSTILE[:50], safe="")
    asked = api.post("/api/ask", json={"question": HOSTILE, "session": HOSTILE[:50]}, headers=AS_ANA | {"Accept": "application/json"})
    assert asked.status_code == 200
    turn = api.get(f"/api/sessions/{session}", headers=AS_ANA).json()["turns"][0]["id"]
    for path in (f"{session}/export?form=markdown", f"{session}/export", f"{session}/turns/{turn}/table.csv"):
        kept = api.get(f"/api/sessions/{path}", headers=AS_ANA)
        assert kept.headers["content-disposition"].startswith("attachment") and "html" not in kept.headers["content-type"]
        assert kept.headers["cache-control"] == "no-store" and kept.headers["x-content-type-options"] == "nosniff"


def test_no_value_of_a_request_becomes_a_header(api: httpx.Client, url: str) -> None:
    line = quote(BROKEN_LINE, safe="")
    for method, path in (("GET", f"/api/sessions/{line}"), ("GET", f"/api/sign-in?then={line}"), ("GET", f"/api/runs/{line}/events"),
                         ("GET", f"/preferences?done={line}"), ("POST", f"/preferences/{line}/forgotten"), ("GET", f"/operator?x={line}")):
        _, headers, _ = raw(url, method, path, **AS_ANA, Origin=url)
        assert "x-injected" not in headers, path
    asked = api.post("/api/ask", json={"question": "Hi", "session": BROKEN_LINE}, headers=AS_ANA | {"Idempotency-Key": "a" * 200})
    assert "x-injected" not in asked.headers and asked.status_code < 500


@given(st.text(alphabet="/\\\t\r\n.:@abc?#%1 é", max_size=12) | st.text(max_size=20))
def test_after_signing_in_one_comes_to_a_page_of_ours(then: str) -> None:
    going = own_path(then).replace("\\", "/")                        # as browsers read it, which also drop tabs and ends of lines
    assert going.startswith("/") and not going.startswith("//") and not urlsplit(re.sub(r"[\t\r\n]", "", going)).netloc


def test_a_client_that_never_ends_its_request_keeps_nobody_waiting(api: httpx.Client, url: str) -> None:
    place = urlsplit(url)
    slow = [socket.create_connection((str(place.hostname), int(place.port or 0))) for _ in range(60)]
    for each in slow:
        each.sendall(f"POST /api/ask HTTP/1.1\r\nHost: {place.netloc}\r\nX-Evergraph-Person: {ANA}\r\nContent-Length: 90000\r\n\r\n{{".encode())
    try:
        answered = api.post("/api/ask", json={"question": "Hi"}, headers=AS_BOB | {"Accept": "application/json"})
        assert answered.json()["status"] == "answered"
    finally:
        for each in slow:
            each.close()


@each_case("body", [b"", b"[]", b"null", b"{", b'{"question": NaN}', b"\xff\xfe", b'{"question": {"a": 1}}', b"[" * 100_000,
                                  json.dumps({"question": "x", "tenant": "\x00"}).encode()])
def test_a_body_that_is_none_is_a_problem_with_a_next_step(api: httpx.Client, body: bytes) -> None:
    for path in ("/api/ask", "/v1/chat/completions", "/api/person"):
        refused = api.post(path, content=body, headers=AS_ANA | {"Content-Type": "application/json"})
        assert refused.status_code in (400, 403) and "Traceback" not in refused.text, path


@each_case("body", [
    '{"question": "\\ud800"}', '{"question": "who", "session": "\\udfff"}', '{"\\ud800": 1}', '{"email": "\\ud800"}', '{"title": "\\udbff x"}',
    '{"messages": [{"role": "user", "content": "\\ud800"}]}', '{"text": "\\ud800", "name": "people.csv"}', '"\\ud800', '[["\\uD800"]]'])
def test_half_a_character_is_refused_wherever_it_comes(api: httpx.Client, body: str) -> None:
    for method, path in (("POST", "/api/ask"), ("POST", "/v1/chat/completions"), ("POST", "/api/person"), ("PUT", "/api/sessions/x/title"),
                         ("POST", "/api/sessions/x/files"), ("POST", "/api/questions/x/answer"), ("POST", "/api/runs/x/cancel")):
        refused = api.request(method, path, content=body, headers=AS_ANA | {"Content-Type": "application/json"})
        assert 400 <= refused.status_code < 500, path
    assert api.post("/api/ask", json={"question": "Hi 🙂"}, headers=AS_ANA | {"Accept": "application/json"}).status_code == 200
