"""A person's own conversations over HTTP: found, renamed, taken along, judged, deleted; to everybody else they do not exist."""

import csv
import io
import re
import struct

import httpx
import pytest

from tests.integration.scripted import ANA, BOB, HOSTILE, ScriptedInstallation

AS_ANA, AS_JSON = {"X-Evergraph-Person": ANA}, {"Accept": "application/json"}


@pytest.fixture
def turn(api: httpx.Client) -> str:
    """The path of the one answer in the conversation "own"."""
    api.delete("/api/sessions/own", headers=AS_ANA)
    api.post("/api/ask", json={"question": "How many lanterns?", "session": "own"}, headers=AS_ANA | AS_JSON)
    turns = api.get("/api/sessions/own", headers=AS_ANA).json()["turns"]
    assert len(turns) == 1
    return f"/api/sessions/own/turns/{turns[0]['id']}"


def test_a_conversation_is_found_renamed_taken_along_and_deleted(api: httpx.Client, turn: str) -> None:
    assert api.put("/api/sessions/own/title", json={"title": "Lanterns"}, headers=AS_ANA).status_code == 204
    assert [each["title"] for each in api.get("/api/sessions", headers=AS_ANA).json() if each["id"] == "own"] == ["Lanterns"]
    assert "own" in {each["session"] for each in api.post("/api/sessions/search", json={"text": "lanterns"}, headers=AS_ANA).json()}
    assert api.get("/api/sessions/own/export", headers=AS_ANA).json()["title"] == "Lanterns"
    for pinned in (True, False):
        assert api.put("/api/sessions/own/pin", json={"pinned": pinned}, headers=AS_ANA).status_code == 204
        own = next(each for each in api.get("/api/sessions", headers=AS_ANA).json() if each["id"] == "own")
        assert (own["title"], own["pinned"]) == ("Lanterns", pinned)
    for folder, kept in ((" Night  work ", "Night work"), ("x" * 61, "Night work"), ("", "")):
        api.put("/api/sessions/own/folder", json={"folder": folder}, headers=AS_ANA)
        own = next(each for each in api.get("/api/sessions", headers=AS_ANA).json() if each["id"] == "own")
        assert (own["title"], own["folder"]) == ("Lanterns", kept)
    assert api.get("/api/sessions/own/export", params={"form": "markdown"}, headers=AS_ANA).text.startswith("# Lanterns")
    paper = api.get("/api/sessions/own/export", params={"form": "pdf"}, headers=AS_ANA)
    assert (paper.headers["content-type"], paper.content[:5]) == ("application/pdf", b"%PDF-")
    assert api.get(f"{turn}/table.csv", headers=AS_ANA | {"Accept-Language": "de-DE"}).text.splitlines()[:2] == ["Policy;Left (days)", "Vacation;10"]
    table = api.get(f"{turn}/table.csv", headers=AS_ANA)
    asked = api.get("/api/sessions/own", headers=AS_ANA).json()["turns"][0]
    assert f"How%20many%20lanterns%20{asked['at'][:10]}.csv" in table.headers["content-disposition"]
    rows = list(csv.reader(io.StringIO(table.text)))
    assert rows == [["Policy", "Left (days)"], ["Vacation", "10"], [HOSTILE, "2"]]
    assert api.delete("/api/sessions/own", headers=AS_ANA).status_code == 204
    assert api.get("/api/sessions/own/export", headers=AS_ANA).status_code == 404


def test_the_chart_of_an_answer_is_a_picture_of_its_own_size_twice_and_others_have_none(api: httpx.Client, turn: str) -> None:
    answer = api.post("/api/ask", json={"question": "Deals, drawn", "session": "own"}, headers=AS_ANA | AS_JSON).json()
    width, height = (int(found) for found in re.findall(r'(?:width|height)="(\d+)"', answer["elements"][0]["data"])[:2])
    drawn = api.get("/api/sessions/own", headers=AS_ANA).json()["turns"][-1]["id"]
    picture = api.get(f"/api/sessions/own/turns/{drawn}/chart.png", headers=AS_ANA)
    assert (picture.status_code, picture.headers["content-type"], picture.content[:8]) == (200, "image/png", b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture.content[16:24]) == (2 * width, 2 * height)
    assert api.get(f"{turn}/chart.png", headers=AS_ANA).status_code == 404


def test_what_somebody_thinks_of_an_answer_is_kept_with_its_turn_only(api: httpx.Client, installation: ScriptedInstallation, turn: str) -> None:
    for said in ({"rating": "up"}, {"comment": " too few "}):
        assert api.post(f"{turn}/feedback", json=said, headers=AS_ANA).status_code == 204
    assert api.post(f"{turn}/feedback", json={}, headers=AS_ANA).status_code == 400
    kept = installation.feedback.of("acme", ANA)[-2:]
    assert [(each["rating"], each["comment"]) for each in kept] == [("up", None), (None, "too few")]
    assert {(each["session"], each["turn"]) for each in kept} == {("own", turn.rpartition("/")[2])} and "answer" not in kept[0]


def test_a_turn_that_is_replaced_is_kept_with_what_came_after_it_and_shown_when_it_is_chosen(api: httpx.Client) -> None:
    def ask(text: str, **more: str) -> httpx.Response:
        return api.post("/api/ask", json={"question": text, "session": "versions", **more}, headers=AS_ANA | AS_JSON)

    def talk() -> tuple[list[str], list[str], list[list[str]]]:
        told = api.get("/api/sessions/versions", headers=AS_ANA).json()
        return [each["question"] for each in told["turns"]], [each["question"] for each in told["replaced"]], list(told["versions"].values())

    for text in ("One?", "Two?", "Which Bill?"):
        ask(text)
    first, second, _ = (each["id"] for each in api.get("/api/sessions/versions", headers=AS_ANA).json()["turns"])
    assert ask("Two, but shorter?", instead_of=second).status_code == 200
    shown, replaced, [[old, new]] = talk()
    assert (shown, replaced, old) == (["One?", "Two, but shorter?"], ["Two?", "Which Bill?"], second)
    assert api.get("/api/sessions/versions", headers=AS_ANA).json()["open_questions"] == []
    assert api.put("/api/sessions/versions/shown", json={"turn": old}, headers=AS_ANA).status_code == 204
    assert talk() == (["One?", "Two?", "Which Bill?"], ["Two, but shorter?"], [[old, new]])
    assert len(api.get("/api/sessions/versions", headers=AS_ANA).json()["open_questions"]) == 1
    ask("Three?")
    assert talk()[0] == ["One?", "Two?", "Which Bill?", "Three?"]
    exported = api.get("/api/sessions/versions/export", headers=AS_ANA).json()
    assert (len(exported["turns"]), len(exported["shown"])) == (5, 4)
    assert "shorter" not in api.get("/api/sessions/versions/export", params={"form": "markdown"}, headers=AS_ANA).text
    assert api.post(f"/api/sessions/versions/turns/{new}/feedback", json={"rating": "up"}, headers=AS_ANA).status_code == 204
    assert [ask("Two?", instead_of="nothing").status_code, ask("Two?", instead_of=first, reply_to="q-versions").status_code] == [404, 400]
    assert [api.put("/api/sessions/versions/shown", json={"turn": turn}, headers={"X-Evergraph-Person": who}).status_code
            for turn, who in (("nothing", ANA), (old, BOB))] == [404, 404]
    api.delete("/api/sessions/versions", headers=AS_ANA)


def test_of_a_deleted_conversation_nothing_stays(api: httpx.Client, installation: ScriptedInstallation) -> None:
    asked = api.post("/api/ask", json={"question": "Where are the zyzzyva papers?", "session": "gone"}, headers=AS_ANA | AS_JSON)
    turn = api.get("/api/sessions/gone", headers=AS_ANA).json()["turns"][0]["id"]
    api.post(f"/api/sessions/gone/turns/{turn}/feedback", json={"comment": "no zyzzyva"}, headers=AS_ANA)
    assert api.delete("/api/sessions/gone", headers=AS_ANA).status_code == 204
    assert [file for file in installation.home.rglob("*") if file.is_file() and b"zyzzyva" in file.read_bytes()] == []
    assert installation.store.names(f"run:{asked.headers['x-evergraph-run']}") == []


def test_a_question_is_answered_by_its_own_route(api: httpx.Client) -> None:
    api.post("/api/ask", json={"question": "Which Bill?", "session": "bills"}, headers=AS_ANA | AS_JSON)
    assert [each["id"] for each in api.get("/api/questions", headers=AS_ANA).json()] == ["q-bills"]
    assert api.post("/api/questions/q-bills/answer", json={"answer": "bill-s"}, headers={"X-Evergraph-Person": BOB}).status_code == 404
    assert "bill-s" in api.post("/api/questions/q-bills/answer", json={"answer": "bill-s"}, headers=AS_ANA | AS_JSON).json()["text"]
    assert api.get("/api/questions", headers=AS_ANA).json() == []


def test_to_anybody_else_it_does_not_exist(api: httpx.Client, turn: str) -> None:
    for person in (BOB, "zoe@bolt.test"):
        calls = (
            ("GET", "/api/sessions/own/export", None), ("DELETE", "/api/sessions/own", None), ("GET", "/api/sessions/own", None),
            ("PUT", "/api/sessions/own/title", {"title": "Mine"}), ("PUT", "/api/sessions/own/pin", {"pinned": True}),
            ("PUT", "/api/sessions/own/folder", {"folder": "Mine"}),
            ("GET", f"{turn}/table.csv", None), ("POST", f"{turn}/feedback", {"rating": "up"}),
        )
        refused = [api.request(method, path, json=body, headers={"X-Evergraph-Person": person}) for method, path, body in calls]
        assert [each.status_code for each in refused] == [404] * len(calls), person
        assert api.post("/api/sessions/search", json={"text": "lanterns"}, headers={"X-Evergraph-Person": person}).json() == []
    assert api.get(f"{turn}/table.csv", headers=AS_ANA).status_code == 200
