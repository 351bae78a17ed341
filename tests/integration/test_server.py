"""The HTTP API, over a real socket."""

import json

import httpx
import pytest

from tests.integration.scripted import ANA, BILLS, BOB, ScriptedInstallation, served
from ui.sign_in.access import local_token

AS_ANA, AS_JSON = {"X-Evergraph-Person": ANA}, {"Accept": "application/json"}


@pytest.fixture(scope="module")
def url(installation):
    def webhook(tenant, body, headers):
        return (tenant, body, headers.get("x-merge-webhook-signature")) == ("acme", b'{"hook":  {}}', "right")

    with served(installation, webhook=webhook) as address:
        yield address


@pytest.fixture
def api(url):
    with httpx.Client(base_url=url, timeout=30) as client:
        yield client


def events_of(response: httpx.Response) -> list[tuple[int, str, dict]]:
    blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in response.text.strip().split("\n\n")]
    return [(int(block["id"]), block["event"], json.loads(block["data"])) for block in blocks]


def test_an_address_that_nobody_has_is_refused_by_a_page_in_a_browser_and_by_problem_details_elsewhere(api):
    for address in ("/nowhere", "/assets/nowhere.js", "/api/nowhere"):
        shown = api.get(address, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert "Go on from one of the pages above." in shown.text and "default-src 'none'" in shown.headers["content-security-policy"]
        told = api.get(address, headers=AS_JSON)
        assert (told.status_code, told.json()["reason"]) == (404, "no_record")


def test_a_question_streams_its_events_in_order_and_ends_with_the_answer(api):
    response = api.post("/api/ask", json={"question": "How many days?", "session": "s1"}, headers=AS_ANA)
    events = events_of(response)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert [kind for _, kind, _ in events] == ["waiting", "plan", "step_started", "step_finished", "text_delta", "answer"]
    assert [number for number, _, _ in events] == [1, 2, 3, 4, 5, 6]
    assert events[0][2] == {"before": 0}
    assert events[-1][2]["status"] == "answered"


def test_the_answer_alone_comes_as_one_json(api):
    answer = api.post("/api/ask", json={"question": "How many days?", "session": "s1"}, headers=AS_ANA | AS_JSON).json()
    assert answer["result"]["rows"][0] == ["Vacation", 10]
    assert answer["references"][0]["data_as_of"] == "2026-11-20T09:00:00Z"


def test_a_question_may_come_from_the_page_of_a_record(api):
    page = {"kind": "crm/Account", "id": "6f1c9d3e-0f6b-4f8e-9c39-0a1b2c3d4e5f"}
    asked = {"question": "and this?", "session": "page", "about": page}
    answer = api.post("/api/ask", json=asked, headers=AS_ANA | AS_JSON).json()
    assert f"On the page of crm/Account/{page['id']}." in answer["text"]
    for wrong in ({"kind": "crm/Account", "id": "../x"}, {"kind": "Account", "id": page["id"]}, {"kind": "crm/Account"}):
        assert api.post("/api/ask", json=asked | {"about": wrong}, headers=AS_ANA | AS_JSON).status_code == 400


def test_a_question_may_come_with_its_plan_which_is_part_of_what_is_asked(api):
    asked = {"question": "How many days?", "session": "planned", "plan": {"acts": [{"goal": "show", "node": {"model": "hris/Employee"}}]}}
    key = AS_ANA | {"Idempotency-Key": "planned"}
    assert [data["plan"] for _, kind, data in events_of(api.post("/api/ask", json=asked, headers=key)) if kind == "plan"] == [asked["plan"]]
    assert api.post("/api/ask", json=asked | {"plan": {"acts": []}}, headers=key).status_code == 409
    refused = api.post("/api/ask", json=asked | {"plan": {"acts": []}}, headers=AS_ANA | AS_JSON)
    assert (refused.status_code, refused.json()["detail"]) == (400, 'The plan cannot be used. "acts" is empty')
    assert api.post("/api/ask", json=asked | {"plan": "show"}, headers=AS_ANA | AS_JSON).status_code == 400


def test_a_question_is_answered_by_id_from_another_session_and_only_once(api):
    asked = api.post("/api/ask", json={"question": "Which Bill?", "session": "monday"}, headers=AS_ANA | AS_JSON).json()
    assert asked["status"] == "clarify"
    waiting = api.get("/api/sessions/monday", headers=AS_ANA).json()["open_questions"]
    assert [(q["id"], [o["id"] for o in q["options"]]) for q in waiting] == [(asked["question"]["id"], [o.id for o in BILLS])]

    reply = {"question": "bill-s", "session": "friday", "reply_to": asked["question"]["id"]}
    assert "bill-s" in api.post("/api/ask", json=reply, headers=AS_ANA | AS_JSON).json()["text"]
    assert api.get("/api/sessions/monday", headers=AS_ANA).json()["open_questions"] == []
    assert api.post("/api/ask", json=reply, headers=AS_ANA | AS_JSON).status_code == 409


def test_somebody_elses_question_does_not_exist(api):
    asked = api.post("/api/ask", json={"question": "Which Bill?", "session": "private"}, headers=AS_ANA | AS_JSON).json()
    for person in (BOB, "zoe@bolt.test"):
        reply = {"question": "bill-s", "session": "private", "reply_to": asked["question"]["id"]}
        response = api.post("/api/ask", json=reply, headers={"X-Evergraph-Person": person})
        assert response.status_code == 404
        assert response.headers["content-type"] == "application/problem+json"
    assert len(api.get("/api/sessions/private", headers=AS_ANA).json()["open_questions"]) == 1
    assert api.get("/api/sessions/private", headers={"X-Evergraph-Person": BOB}).status_code == 404


def test_alternative_can_be_asked_repeatedly_by_id_and_only_by_its_person(api):
    asked = api.post("/api/ask", json={"question": "Which Bill?", "session": "meant"}, headers=AS_ANA | AS_JSON).json()
    reply = {"question": "bill-s", "reply_to": asked["question"]["id"]}
    offered = api.post("/api/ask", json=reply, headers=AS_ANA | AS_JSON).json()["alternatives"]
    instead = {"question": offered["options"][0]["id"], "reply_to": offered["id"]}
    for _ in range(2):
        assert "You said: bill-a" in api.post("/api/ask", json=instead, headers=AS_ANA | AS_JSON).json()["text"]
    assert len(api.get("/api/sessions/meant", headers=AS_ANA).json()["turns"]) == 4
    assert api.post("/api/ask", json=instead | {"session": "meant"}, headers={"X-Evergraph-Person": BOB}).status_code == 404


@pytest.mark.parametrize(("headers", "body", "status", "says"), [
    ({"X-Evergraph-Person": "nobody@acme.test"}, {"question": "Hi", "session": "s"}, 403, "nobody@acme.test"),
    (AS_ANA, {"question": "Hi", "session": "s", "tenant": "bolt"}, 403, "acme"),
    ({}, {"question": "Hi", "session": "s"}, 401, "Nobody is signed in"),
    (AS_ANA, {"question": "  ", "session": "s"}, 400, "Please write one"),
    (AS_ANA, {"question": "x" * 2_001, "session": "s"}, 400, "1 to 2,000 characters"),
    (AS_ANA, {"question": "Carlos " * 300, "session": "s"}, 400, "this one has 2,100. Please say it in fewer words"),
    (AS_ANA, {"session": "s"}, 400, "question"),
    (AS_ANA | {"Authorization": "Bearer wrong"}, {"question": "Hi", "session": "s"}, 401, "token"),
    (AS_ANA | {"Host": "evil.example"}, {"question": "Hi", "session": "s"}, 401, "own machine"),
    (AS_ANA | {"Origin": "https://evil.example"}, {"question": "Hi", "session": "s"}, 401, "own machine"),
    (AS_ANA | {"X-Forwarded-For": "203.0.113.9"}, {"question": "Hi", "session": "s"}, 401, "own machine"),
])
def test_what_cannot_be_used_is_refused_with_a_next_step(api, headers, body, status, says):
    response = api.post("/api/ask", json=body, headers=headers)
    problem = response.json()
    assert (response.status_code, problem["status"]) == (status, status)
    assert says in problem["detail"] and problem["next_step"]


def test_a_run_that_breaks_ends_with_an_error_and_tells_no_secret(api):
    stream = api.post("/api/ask", json={"question": "break", "session": "s"}, headers=AS_ANA)
    assert events_of(stream)[-1][1] == "error"
    whole = api.post("/api/ask", json={"question": "break", "session": "s"}, headers=AS_ANA | AS_JSON)
    assert whole.status_code == 500
    assert "secret-of-the-house" not in stream.text + whole.text


def test_sessions_are_listed_for_their_person_only(api):
    def listed(person: str) -> list[str]:
        return [each["id"] for each in api.get("/api/sessions", headers={"X-Evergraph-Person": person}).json()]

    api.post("/api/ask", json={"question": "Hi", "session": "mine"}, headers=AS_ANA)
    assert listed(ANA)[0] == "mine" and "mine" not in listed(BOB)


def test_the_picker_signs_in_by_cookie(api):
    assert api.post("/api/person", json={"email": "nobody@acme.test"}).status_code == 403
    assert api.post("/api/person", json={"email": ANA}).status_code == 204
    assert api.get("/api/sessions").status_code == 200


def test_beside_a_real_company_only_the_owners_token_lets_in(tmp_path, redis_url):
    installation = ScriptedInstallation(tmp_path, redis_url)
    installation.tenants.found[1].source = "merge"
    with served(installation) as url, httpx.Client(base_url=url) as api:
        assert api.get("/api/sessions", headers=AS_ANA).status_code == 401
        assert api.post("/api/person", json={"email": ANA}).status_code == 401
        token = local_token(tmp_path)
        assert api.get("/api/sessions", headers=AS_ANA | {"Authorization": f"Bearer {token}"}).status_code == 200
    assert (tmp_path / "run" / "token").stat().st_mode & 0o077 == 0


def test_readiness_is_a_query_and_says_what_to_do(api, installation):
    assert api.get("/api/health").json() == {"status": "ok"}
    assert api.get("/api/ready").json()["graph"] == "5.26.0"
    installation.graph.is_up = False
    try:
        response = api.get("/api/ready")
    finally:
        installation.graph.is_up = True
    assert response.status_code == 503 and "evergraph up" in response.json()["next_step"]


def test_a_webhook_is_judged_by_its_raw_bytes_and_refused_only_for_its_signature(api):
    right = {"X-Merge-Webhook-Signature": "right"}
    assert api.post("/webhooks/merge/acme", content=b'{"hook":  {}}', headers=right).status_code == 200
    assert api.post("/webhooks/merge/acme", content=b'{"hook":  {}}', headers={"X-Merge-Webhook-Signature": "wrong"}).status_code == 401
    assert api.post("/webhooks/merge/nobody", content=b'{"hook":  {}}', headers=right).status_code == 401


def test_the_page_may_load_no_picture_from_elsewhere_and_stands_in_no_frame(api):
    policy = api.get("/").headers["content-security-policy"]
    assert "img-src 'self' data: blob:" in policy and "frame-ancestors 'none'" in policy


def test_what_gradio_would_show_keep_or_send_is_off(api):
    config = api.get("/config").json()
    assert not config["analytics_enabled"] and not config["show_error"] and not config["footer_links"]
    assert api.get("/gradio_api/mcp/sse").status_code == 404
    assert all(not dependency["show_api"] if "show_api" in dependency else dependency["api_visibility"] == "private"
               for dependency in config["dependencies"])
    talk = next(part["props"] for part in config["components"] if part["type"] == "chatbot")
    assert talk["sanitize_html"] and not talk["allow_tags"]
