"""What OpenAPI says and what the routes answer are one: every route of the description is called, every answer held against its schema."""

import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest

from kg.graph import Graph
from memory.preferences import Preference, Source
from tests.integration.scripted import ANA, BOB, NOW, OLA, ScriptedInstallation, served
from tests.integration.scripted_operations import PAIR, ScriptedOperations
from ui.api.refusals import LARGEST

TYPES: Mapping[str, Any] = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
AS_ANA, AS_OLA, AS_JSON = {"X-Evergraph-Person": ANA}, {"X-Evergraph-Person": OLA}, {"Accept": "application/json"}
ASKED = {"question": "How many days?", "session": "s"}
DECIDED = {"left": PAIR.left.key, "right": PAIR.right.key, "decision": "same"}

# A call for each route that answers with something, by its path as OpenAPI has it; a path in it may name a run that is over.
CALLS: Mapping[tuple[str, str], tuple[str, Any, dict[str, str]]] = {
    ("post", "/api/ask"): ("/api/ask", ASKED, AS_ANA | AS_JSON),
    ("get", "/api/runs/{run}"): ("/api/runs/RUN", None, AS_ANA),
    ("get", "/api/runs/{run}/events"): ("/api/runs/RUN/events", None, AS_ANA),
    ("post", "/api/runs/{run}/cancel"): ("/api/runs/RUN/cancel", None, AS_ANA),
    ("post", "/v1/chat/completions"): ("/v1/chat/completions", {"messages": [{"role": "user", "content": "How many days?"}]}, AS_ANA),
    ("get", "/v1/models"): ("/v1/models", None, AS_ANA),
    ("get", "/v1/models/{model}"): ("/v1/models/evergraph", None, AS_ANA),
    ("get", "/api/sessions"): ("/api/sessions", None, AS_ANA),
    ("post", "/api/sessions/search"): ("/api/sessions/search", {"text": "days"}, AS_ANA),
    ("get", "/api/sessions/{session}"): ("/api/sessions/bills", None, AS_ANA),
    ("get", "/api/sessions/{session}/export"): ("/api/sessions/bills/export?form=markdown", None, AS_ANA),
    ("get", "/api/sessions/{session}/turns/{turn}/table.csv"): ("/api/sessions/s/turns/TURN/table.csv", None, AS_ANA),
    ("get", "/api/sessions/{session}/turns/{turn}/table.xlsx"): ("/api/sessions/s/turns/TURN/table.xlsx", None, AS_ANA),
    ("get", "/api/sessions/{session}/turns/{turn}/chart.png"): ("/api/sessions/s/turns/DRAWN/chart.png", None, AS_ANA),
    ("put", "/api/sessions/{session}/pin"): ("/api/sessions/bills/pin", {"pinned": True}, AS_ANA),
    ("put", "/api/sessions/{session}/folder"): ("/api/sessions/bills/folder", {"folder": "Bills"}, AS_ANA),
    ("put", "/api/sessions/{session}/shown"): ("/api/sessions/s/shown", {"turn": "TURN"}, AS_ANA),
    ("put", "/api/sessions/{session}/title"): ("/api/sessions/bills/title", {"title": "Which one?"}, AS_ANA),
    ("post", "/api/sessions/{session}/turns/{turn}/feedback"): ("/api/sessions/s/turns/TURN/feedback", {"rating": "down", "comment": "no"}, AS_ANA),
    ("delete", "/api/sessions/{session}/turns/{turn}/comment"): ("/api/sessions/s/turns/TURN/comment", None, AS_ANA),
    ("post", "/api/sessions/{session}/files"): ("/api/sessions/bills/files", {"name": "team.txt", "text": "Ana Ruiz"}, AS_ANA),
    ("get", "/api/sessions/{session}/files"): ("/api/sessions/bills/files", None, AS_ANA),
    ("get", "/api/questions"): ("/api/questions", None, AS_ANA),
    ("post", "/api/questions/{question}/answer"): ("/api/questions/q-bills/answer", {"answer": "bill-a"}, AS_ANA | AS_JSON),
    ("get", "/api/preferences"): ("/api/preferences", None, AS_ANA),
    ("put", "/api/preferences/{preference}"): ("/api/preferences/PREFERENCE", {"value": "days"}, AS_ANA),
    ("post", "/api/preferences/undo"): ("/api/preferences/undo", None, AS_ANA),
    ("post", "/api/preferences/{preference}/{deed}"): ("/api/preferences/PREFERENCE/pinned", None, AS_ANA),
    ("post", "/api/operator/preferences/{preference}/decide"): ("/api/operator/preferences/SHARED/decide", {"decision": "confirmed"}, AS_OLA),
    ("get", "/api/memory"): ("/api/memory", None, AS_ANA),
    ("post", "/api/shares"): ("/api/shares", {"session": "s", "turn": "TURN", "days": 7}, AS_ANA),
    ("get", "/api/shares"): ("/api/shares", None, AS_ANA),
    ("get", "/api/shares/{shared}"): ("/api/shares/ANSWER", None, {"X-Evergraph-Person": BOB}),
    ("delete", "/api/shares/{shared}"): ("/api/shares/ANSWER", None, AS_ANA),
    ("delete", "/api/sessions/{session}"): ("/api/sessions/bills", None, AS_ANA),
    ("post", "/api/person"): ("/api/person", {"email": ANA}, {}),
    ("post", "/api/sign-out"): ("/api/sign-out", None, AS_ANA),
    ("get", "/api/operator/sync"): ("/api/operator/sync", None, AS_OLA),
    ("post", "/api/operator/sync"): ("/api/operator/sync", {}, AS_OLA),
    ("post", "/api/operator/parked/{message}/rerun"): ("/api/operator/parked/m1/rerun", None, AS_OLA),
    ("get", "/api/operator/joins"): ("/api/operator/joins", None, AS_OLA),
    ("post", "/api/operator/joins/decide"): ("/api/operator/joins/decide", DECIDED, AS_OLA),
    ("get", "/api/health"): ("/api/health", None, {}),
    ("get", "/api/ready"): ("/api/ready", None, {}),
    ("get", "/graph.grass"): ("/graph.grass", None, {}),
    ("post", "/webhooks/merge/{tenant}"): ("/webhooks/merge/acme", {}, {}),
}

ELSEWHERE = {
    ("get", "/tour"),                                                           # tests/integration/test_graph_browser.py, with the key
    ("get", "/api/sign-in"), ("get", "/api/sign-in/callback"),                  # tests/integration/test_sign_in.py plays them with a provider
    ("post", "/api/graph/find"),                                                # tests/integration/test_explored_graph.py, with a company
    *(("get", f"/api/graph/{what}") for what in ("around", "path", "why")),
}


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, redis_url: str, graph: Graph) -> ScriptedInstallation:
    slug = f"t{uuid.uuid4().hex[:12]}"
    return ScriptedInstallation(tmp_path_factory.mktemp("home"), redis_url, graph, slugs=(slug, f"{slug}-other"))


@pytest.fixture(scope="module")
def api(installation: ScriptedInstallation) -> Iterator[httpx.Client]:
    with served(installation, operations=ScriptedOperations(), webhook=lambda *_: True) as url, httpx.Client(base_url=url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def told(api: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = api.get("/api/openapi.json").json()
    return found


def misfits(value: Any, schema: Mapping[str, Any], told: Mapping[str, Any], place: str = "") -> list[str]:
    """Where a value is not as its schema says."""
    if "$ref" in schema:
        return misfits(value, told["components"]["schemas"][schema["$ref"].rpartition("/")[2]], told, place)
    if "anyOf" in schema:
        tried = [misfits(value, each, told, place) for each in schema["anyOf"]]
        return [] if [] in tried else min(tried, key=len)
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or (isinstance(value, bool) and schema["type"] in ("integer", "number"))):
        return [f"{place}: {value!r} is no {schema['type']}"]
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        return [f"{place}: {value!r} is not allowed"]
    return [*_in_object(value, schema, told, place), *_in_array(value, schema, told, place)]


def _in_object(value: Any, schema: Mapping[str, Any], told: Mapping[str, Any], place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        return
    known = schema.get("properties", {})
    yield from (f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in value)
    for name, part in value.items():
        if name in known:
            yield from misfits(part, known[name], told, f"{place}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{place}: {name} is not told of"


def _in_array(value: Any, schema: Mapping[str, Any], told: Mapping[str, Any], place: str) -> Iterator[str]:
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from misfits(part, schema.get("items", {}), told, f"{place}[{number}]")


def schema_of(response: httpx.Response, operation: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the description says of such a response; None where it tells of no body."""
    answers = operation["responses"]
    answer = answers[str(response.status_code) if str(response.status_code) in answers else f"{response.status_code // 100}XX"]
    kind = response.headers.get("content-type", "").partition(";")[0]
    if "content" not in answer or not response.content:
        assert not response.content, "a body that is not told of"
        return None
    found: Mapping[str, Any] = answer["content"][kind]["schema"]
    return found


def prepared(installation: ScriptedInstallation) -> dict[str, str]:
    """What the calls name: preferences that there are."""
    slug, source = installation.slugs[0], Source("s", "m", "leave in hours", NOW)
    own = installation.preferences.learn(slug, ANA, Preference("unit", "", "hours", source), NOW)
    shared = installation.preferences.learn(slug, BOB, Preference("currency", "", "EUR", source, scope="tenant"), NOW)
    assert own and shared
    return {"PREFERENCE": own.preference.id, "SHARED": shared.preference.id}


def test_every_route_answers_as_it_is_described(installation: ScriptedInstallation, api: httpx.Client, told: dict[str, Any]) -> None:
    api.post("/api/ask", json={"question": "Which Bill?", "session": "bills"}, headers=AS_ANA | AS_JSON)
    run = api.post("/api/ask", json=ASKED, headers=AS_ANA).headers["x-evergraph-run"]
    api.post("/api/ask", json={"question": "Deals, drawn", "session": "s"}, headers=AS_ANA | AS_JSON)
    turns = [turn["id"] for turn in api.get("/api/sessions/s", headers=AS_ANA).json()["turns"]]
    named = {"RUN": run, "TURN": turns[0], "DRAWN": turns[-1], **prepared(installation)}
    named["ANSWER"] = api.post("/api/shares", json={"session": "s", "turn": named["TURN"]}, headers=AS_ANA).json()["id"]
    described = {(method, path) for path, methods in told["paths"].items() for method in methods}
    assert described - ELSEWHERE == set(CALLS)
    for (method, path), (address, body, headers) in CALLS.items():
        sent = {name: named.get(str(value), value) for name, value in body.items()} if body is not None else None
        response = api.request(method, re.sub("|".join(named), lambda found: named[found[0]], address), json=sent, headers=headers)
        assert response.is_success, (path, response.text)
        schema = schema_of(response, told["paths"][path][method])
        if schema and response.headers["content-type"] == "application/json":
            assert schema != {} and misfits(response.json(), schema, told) == [], path


def test_whatever_a_route_refuses_is_a_problem_as_described(api: httpx.Client, told: dict[str, Any]) -> None:
    for method, path in CALLS:
        if path in ("/api/health", "/api/ready", "/graph.grass", "/tour", "/webhooks/merge/{tenant}"):
            continue
        refused = api.request(method, re.sub(r"\{\w+\}", "x", path), json={"question": 1}, headers={"X-Evergraph-Person": "nobody@acme.test"})
        kind = "application/json" if path.startswith("/v1/") else "application/problem+json"
        assert refused.status_code in (400, 401, 403) and refused.headers["content-type"] == kind
        assert misfits(refused.json(), schema_of(refused, told["paths"][path][method]) or {}, told) == [], path


def test_addresses_that_are_none_and_methods_that_do_not_fit_are_problems(api: httpx.Client) -> None:
    for method, path in (("GET", "/api/ask"), ("DELETE", "/api/health"), ("GET", "/api/nothing"), ("GET", "/api/runs/%2e%2e/%2e%2e/etc/passwd")):
        refused = api.request(method, path)
        assert (refused.status_code, refused.json()["reason"]) == (404, "no_record"), path


def test_oversized_body_is_refused_with_or_without_content_length(api: httpx.Client) -> None:
    large = b'{"question": "' + b"x" * LARGEST + b'"}'
    as_json = AS_ANA | {"Content-Type": "application/json"}
    assert api.post("/api/ask", content=large, headers=as_json).status_code == 413
    piecewise = api.post("/api/ask", content=(large[start:start + 65_536] for start in range(0, len(large), 65_536)), headers=as_json)
    assert (piecewise.status_code, piecewise.json()["next_step"]) == (413, "Send less at once.")


def test_rate_limited_caller_gets_retry_after_and_others_do_not_wait(installation: ScriptedInstallation, api: httpx.Client) -> None:
    installation.settings.asks_per_minute = 3
    try:
        asked = [api.post("/api/ask", json=ASKED, headers={"X-Evergraph-Person": OLA} | AS_JSON) for _ in range(4)]
        other = api.get("/api/sessions", headers=AS_OLA)
    finally:
        installation.settings.asks_per_minute = 1_000_000
    assert [each.status_code for each in asked] == [200, 200, 200, 429]
    assert 1 <= int(asked[-1].headers["retry-after"]) <= 60 and other.status_code == 200
    assert api.post("/api/ask", json=ASKED, headers=AS_ANA | AS_JSON).status_code == 200
