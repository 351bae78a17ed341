"""Every route of the application × everybody who may not: refused, and nothing of anybody's shown.

The routes are those that the application has, so a new one fails here until it stands in the table. Served as behind a proxy that signs
people in, for there nobody may be chosen by name.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from kg.graph import Graph
from memory.preferences import Preference, Source
from memory.preferences.store import RULES
from tests.cases import each_case
from tests.integration.scripted import ANA, BILLS, BOB, NOW, OLA, ZOE, ScriptedInstallation, served
from tests.integration.scripted_operations import PAIR, ScriptedOperations
from ui.api.table import ROUTES
from workers.settings import real_time
from workers.storage.api_keys import Keys

AS = "X-Forwarded-Email"
LEFT = "gone@acme.test"                 # once of the company
SECRET = "lanterns-of-ana"              # stands in all that is Ana's
BEN = "hris/Employee/ben"
DECISION = {"left": PAIR.left.key, "right": PAIR.right.key, "decision": "same"}


@dataclass(frozen=True)
class Call:
    """How a route is called with Ana's objects, and what it is: `own` (of one person), `listing` (what there is of the person's), `live` (asked of
    the source: test_explored_graph.py, test_entity_page.py), `operator`, `page` (a listing that is drawn here), `form` (sent from such), `desk`
    (an operator's page), `live form`, `desk form`, `nobody` (closed to all here), or `open`."""

    kind: str
    path: str = ""                      # what stands for the path's parts; "": it has none
    body: Any = None


CALLS: Mapping[tuple[str, str], Call] = {
    ("POST", "/api/ask"): Call("own", body={"question": "bill-s", "reply_to": "QUESTION"}),
    ("GET", "/api/runs/{run}"): Call("own", "/api/runs/RUN"),
    ("GET", "/api/runs/{run}/events"): Call("own", "/api/runs/RUN/events"),
    ("POST", "/api/runs/{run}/cancel"): Call("own", "/api/runs/RUN/cancel"),
    ("POST", "/v1/chat/completions"): Call("listing", body={"messages": [{"role": "user", "content": "And?"}]}),
    ("GET", "/v1/models"): Call("listing"),
    ("GET", "/v1/models/{model}"): Call("listing", "/v1/models/evergraph"),
    ("GET", "/api/sessions"): Call("listing"),
    ("POST", "/api/sessions/search"): Call("listing", body={"text": SECRET}),
    ("GET", "/api/sessions/{session}"): Call("own", "/api/sessions/own"),
    ("GET", "/api/sessions/{session}/export"): Call("own", "/api/sessions/own/export"),
    ("POST", "/api/sessions/{session}/files"): Call("listing", "/api/sessions/own/files", {"name": "people.txt", "text": SECRET}),
    ("GET", "/api/sessions/{session}/files"): Call("listing", "/api/sessions/own/files"),
    ("PUT", "/api/sessions/{session}/pin"): Call("own", "/api/sessions/own/pin", {"pinned": True}),
    ("PUT", "/api/sessions/{session}/folder"): Call("own", "/api/sessions/own/folder", {"folder": "Mine"}),
    ("PUT", "/api/sessions/{session}/shown"): Call("own", "/api/sessions/own/shown", {"turn": "TURN"}),
    ("PUT", "/api/sessions/{session}/title"): Call("own", "/api/sessions/own/title", {"title": "Mine"}),
    ("DELETE", "/api/sessions/{session}"): Call("own", "/api/sessions/own"),
    ("GET", "/api/sessions/{session}/turns/{turn}/table.csv"): Call("own", "/api/sessions/own/turns/TURN/table.csv"),
    ("GET", "/api/sessions/{session}/turns/{turn}/table.xlsx"): Call("own", "/api/sessions/own/turns/TURN/table.xlsx"),
    ("GET", "/api/sessions/{session}/turns/{turn}/chart.png"): Call("own", "/api/sessions/own/turns/DRAWN/chart.png"),
    ("POST", "/api/sessions/{session}/turns/{turn}/feedback"): Call("own", "/api/sessions/own/turns/TURN/feedback", {"rating": "up"}),
    ("POST", "/api/shares"): Call("own", body={"session": "own", "turn": "TURN"}),
    ("GET", "/api/shares"): Call("listing"),
    ("GET", "/api/shares/{shared}"): Call("live", "/api/shares/none"),      # test_shared_answers.py
    ("DELETE", "/api/shares/{shared}"): Call("own", "/api/shares/ANSWER"),
    ("DELETE", "/api/sessions/{session}/turns/{turn}/comment"): Call("own", "/api/sessions/own/turns/TURN/comment"),
    ("GET", "/api/questions"): Call("listing"),
    ("POST", "/api/questions/{question}/answer"): Call("own", "/api/questions/QUESTION/answer", {"answer": "bill-s"}),
    ("GET", "/api/preferences"): Call("listing"),
    ("PUT", "/api/preferences/{preference}"): Call("own", "/api/preferences/PREFERENCE", {"value": "days"}),
    ("POST", "/api/preferences/undo"): Call("listing"),
    ("POST", "/api/preferences/{preference}/{deed}"): Call("own", "/api/preferences/PREFERENCE/forgotten"),
    ("POST", "/api/graph/find"): Call("live", body={"text": "Kenmore"}),
    ("GET", "/api/graph/around"): Call("live", "/api/graph/around?key=other|hris|Employee|ben"),
    ("GET", "/api/graph/path"): Call("live", "/api/graph/path?start=other|hris|Employee|ben&end=x"),
    ("GET", "/api/graph/why"): Call("live", "/api/graph/why?key=other|hris|Employee|ben"),
    ("GET", "/api/memory"): Call("listing"),
    ("POST", "/api/sign-out"): Call("listing"),
    ("GET", "/api/operator/sync"): Call("operator"),
    ("POST", "/api/operator/sync"): Call("operator", body={}),
    ("POST", "/api/operator/parked/{message}/rerun"): Call("operator", "/api/operator/parked/m1/rerun"),
    ("GET", "/api/operator/joins"): Call("operator"),
    ("POST", "/api/operator/joins/decide"): Call("operator", body=DECISION),
    ("POST", "/api/operator/preferences/{preference}/decide"): Call(
        "operator", "/api/operator/preferences/SHARED/decide", {"decision": "confirmed"}),
    ("GET", "/answers/{session}/{turn}"): Call("own", "/answers/own/TURN"),
    ("GET", "/answers/{session}/{turn}/graph.svg"): Call("own", "/answers/own/TURN/graph.svg"),
    ("GET", "/preferences"): Call("page"),
    ("GET", "/shared"): Call("page"),
    ("GET", "/shared/{shared}"): Call("live", "/shared/none"),              # test_shared_answers.py
    ("POST", "/shared/{shared}/revoked"): Call("form", "/shared/ANSWER/revoked"),
    ("POST", "/preferences/undo"): Call("form"),
    ("POST", "/preferences/add"): Call("form", "/preferences/add", {"choice": "form||table"}),
    ("POST", "/preferences/added"): Call("form", "/preferences/added", {"choice": "form||table"}),
    ("POST", "/preferences/{preference}/change"): Call("form", "/preferences/PREFERENCE/change", {"value": "days"}),
    ("POST", "/preferences/names"): Call("form", "/preferences/names", {"q": "Ana"}),
    ("POST", "/preferences/{preference}/edited"): Call("form", "/preferences/PREFERENCE/edited", {"value": "days"}),
    ("POST", "/preferences/{preference}/{kind}"): Call("form", "/preferences/PREFERENCE/forgotten"),
    ("POST", "/preferences/shared/{preference}/{decision}"): Call("form", "/preferences/shared/SHARED/confirmed"),
    ("POST", "/preferences/readings/{reading}/{kind}"): Call("form", "/preferences/readings/READING/revoked"),
    ("GET", "/entities"): Call("live"),
    ("POST", "/entities"): Call("live form", body={"q": "Kenmore"}),
    ("GET", "/entities/{category}/{model}/{merge_id}"): Call("live", f"/entities/{BEN}"),
    ("GET", "/entities/{category}/{model}/{merge_id}/way"): Call("live", f"/entities/{BEN}/way"),
    ("POST", "/entities/{category}/{model}/{merge_id}/way"): Call("live form", f"/entities/{BEN}/way", {"with": "Kenmore"}),
    **{("GET", f"/operator{rest}"): Call("desk") for rest in (
        "", "/joins", "/settings", "/settings/settings.json", "/readings", "/readings/readings.json", "/rights", "/connections", "/usage")},
    **{("POST", f"/operator{rest}"): Call("desk form", path, body) for rest, path, body in (
        ("/sync", "", {}), ("/graph/password", "", {}), ("/parked/{message}/rerun", "/operator/parked/m1/rerun", {}), ("/joins/decide", "", DECISION),
        ("/connections/begin", "", {}), ("/connections/finish", "", {}),
        ("/connections/{account}/let-go", "/operator/connections/a1/let-go", {}),
        ("/readings/write", "", {"words": "x", "plan": "{}"}), ("/readings/import", "", {"text": "x"}),
        ("/readings/{reading}/{decision}", "/operator/readings/READING/approved", {}),
        ("/settings/apply", "", {"text": "x"}), ("/settings/undo", "", {}), ("/settings/preview/{what}", "/operator/settings/preview/words", {}))},
    ("POST", "/operator/person"): Call("nobody form", body={"email": ANA}),
    ("GET", "/who"): Call("nobody"),
    ("POST", "/who"): Call("nobody form", body={"q": "ana"}),
    ("POST", "/who/chosen"): Call("nobody form", body={"email": ANA}),
    ("POST", "/api/person"): Call("nobody", body={"email": ANA}),
    ("GET", "/sign-in"): Call("open"),
    ("GET", "/api/sign-in"): Call("open"),
    ("GET", "/api/sign-in/callback"): Call("open"),
    ("GET", "/api/health"): Call("open"),
    ("GET", "/api/ready"): Call("open"),
    ("GET", "/look.css"): Call("open"),
    ("GET", "/words.js"): Call("open"),
    ("GET", "/graph.grass"): Call("open"),
    ("GET", "/tour"): Call("open"),
    ("POST", "/webhooks/merge/{tenant}"): Call("open", "/webhooks/merge/acme", {}),
    **{(method, "/api/{rest:path}"): Call("open", "/api/nothing") for method in ("GET", "POST", "PUT", "PATCH", "DELETE")},
}
STRANGERS: tuple[dict[str, str], ...] = (
    {}, {AS: LEFT}, {AS: "nobody@acme.test"}, {"X-Evergraph-Person": ANA}, {"Cookie": f"evergraph_person={ANA}; evergraph_session=x"},
    {"Authorization": "Bearer eg_wrong"}, {"Authorization": "Bearer wrong"},
)
PRIVATE = [key for key, call in CALLS.items() if call.kind not in ("open", "nobody", "nobody form")]
PUBLIC = ("/look.css", "/graph.grass")       # what everybody may keep
OBJECTS = [key for key, call in CALLS.items() if call.kind == "own"]


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, redis_url: str, graph: Graph) -> ScriptedInstallation:
    slug = f"t{uuid.uuid4().hex[:12]}"
    made = ScriptedInstallation(tmp_path_factory.mktemp("home"), redis_url, graph, slugs=(slug, f"{slug}-other"))
    made.settings.trusted_proxies = "127.0.0.1"
    return made


@pytest.fixture(scope="module")
def api(installation: ScriptedInstallation) -> Iterator[httpx.Client]:
    with served(installation, operations=ScriptedOperations(), webhook=lambda *_: False) as url, httpx.Client(base_url=url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def named(installation: ScriptedInstallation, api: httpx.Client) -> dict[str, str]:
    """Ana's objects, by what stands for them in the calls."""
    slug, source = installation.slugs[0], Source("own", "m", SECRET, NOW)
    as_json = {AS: ANA, "Accept": "application/json"}
    asked = api.post("/api/ask", json={"question": SECRET, "session": "own"}, headers=as_json)
    api.post("/api/ask", json={"question": "Deals, drawn", "session": "own"}, headers=as_json)
    question = api.post("/api/ask", json={"question": "Which Bill?", "session": SECRET}, headers=as_json).json()["question"]
    installation.history.rename(slug, ANA, "own", SECRET)
    own = installation.preferences.learn(slug, ANA, Preference("unit", "", "hours", source), NOW, by=RULES)
    shared = installation.preferences.learn(slug, ANA, Preference("currency", "", "EUR", source, scope="tenant"), NOW, by=RULES)
    assert own and shared
    turn, drawn = (each["id"] for each in installation.history.read(slug, ANA, "own"))
    return {"RUN": asked.headers["x-evergraph-run"], "TURN": turn, "DRAWN": drawn, "QUESTION": question["id"],
            "PREFERENCE": own.preference.id, "SHARED": shared.preference.id,
            "ANSWER": api.post("/api/shares", json={"session": "own", "turn": turn}, headers=as_json).json()["id"]}


def call(api: httpx.Client, key: tuple[str, str], named: Mapping[str, str], **headers: str) -> httpx.Response:
    """The route as the table calls it; a form says that it is from our page, or nothing is done."""
    told = CALLS[key]
    filled = {"address": told.path or key[1], "body": told.body}
    put_in = {name: re.sub("|".join(named), lambda found: named[found[0]], value) for name, value in filled.items() if isinstance(value, str)}
    body = told.body and {name: named.get(str(value), value) for name, value in told.body.items()}
    origin = {"Origin": str(api.base_url).rstrip("/")} if told.kind.endswith("form") else {}
    sent, field = origin | headers, "data" if told.kind.endswith("form") else "json"
    return api.send(api.build_request(key[0], put_in["address"], headers=sent, **{field: body}))       # type: ignore[arg-type]


def test_every_route_of_the_application_stands_in_the_table() -> None:
    routes = [route for router in ROUTES for route in router.routes if isinstance(route, APIRoute)]
    assert {(method, route.path) for route in routes for method in route.methods or ()} == set(CALLS)


@each_case("key", PRIVATE)
def test_every_route_refuses_a_caller_without_rights(api: httpx.Client, named: dict[str, str], key: tuple[str, str]) -> None:
    for headers in STRANGERS:
        refused = call(api, key, named, **headers)
        assert refused.status_code in (401, 403), headers
        assert SECRET not in refused.text


@each_case("key", OBJECTS)
def test_what_is_somebody_elses_does_not_exist(api: httpx.Client, named: dict[str, str], key: tuple[str, str]) -> None:
    missing = dict.fromkeys(named, "0" * 32)
    for person in (BOB, OLA, ZOE):
        refused, unknown = (call(api, key, names, **{AS: person, "Accept": "application/json"}) for names in (named, missing))
        assert refused.status_code in (400, 404), person
        assert (refused.status_code, told(refused, named)) == (unknown.status_code, told(unknown, missing)), "told apart from what never was"


def told(refused: httpx.Response, named: Mapping[str, str]) -> str:
    """A refusal without the names that the caller gave."""
    return re.sub("|".join(map(re.escape, named.values())), "…", refused.text)


@each_case("key", [key for key in PRIVATE if CALLS[key].kind in ("listing", "page")])
def test_lists_hold_nothing_of_others(api: httpx.Client, named: dict[str, str], key: tuple[str, str]) -> None:
    for person in (BOB, ZOE):
        listed = call(api, key, named, **{AS: person})
        assert listed.status_code < 400 and SECRET not in listed.text, person
        assert named["PREFERENCE"] not in listed.text and named["QUESTION"] not in listed.text
        assert call(api, key, named, **{AS: ANA}).status_code < 400


@each_case("key", [key for key in PRIVATE if CALLS[key].kind in ("operator", "desk", "desk form")])
def test_the_operators_routes_are_for_the_role_in_its_own_company(
    installation: ScriptedInstallation, api: httpx.Client, named: dict[str, str], key: tuple[str, str],
) -> None:
    for person in (ANA, BOB, ZOE):
        assert call(api, key, named, **{AS: person}).status_code == 403, person
    if CALLS[key].kind != "operator":
        return                          # of the reader's own company, whatever is asked: tests/integration/test_operator_pages.py
    elsewhere = CALLS[key].path or key[1]
    assert api.request(key[0], f"{elsewhere}?tenant={installation.slugs[1]}", json=CALLS[key].body, headers={AS: OLA}).status_code == 403
    assert call(api, key, named, **{AS: OLA}).status_code < 400


@each_case("key", [key for key in PRIVATE if key[1].startswith(("/api/", "/v1/"))])
def test_a_key_opens_what_it_was_made_for_only(
    installation: ScriptedInstallation, api: httpx.Client, named: dict[str, str], key: tuple[str, str],
) -> None:
    slug, keys = installation.slugs[0], Keys(installation.settings.home)
    scopes = {scope: keys.make((slug, OLA), frozenset({scope}), real_time(), 1)[1] for scope in ("ask", "history", "operate")}
    let_in = [scope for scope, secret in scopes.items() if call(api, key, named, Authorization=f"Bearer {secret}").status_code != 403]
    assert let_in == [scope_of(key)]


def scope_of(key: tuple[str, str]) -> str:
    """The scope that a route needs."""
    if CALLS[key].kind == "operator":
        return "operate"
    is_kept = key[1].startswith(("/api/sessions", "/api/preferences", "/api/memory", "/api/shares"))
    return "history" if is_kept and key != ("GET", "/api/shares/{shared}") else "ask"        # to open somebody's answer is to ask


@each_case("key", PRIVATE)
def test_no_other_sites_page_acts_in_somebodys_name(api: httpx.Client, named: dict[str, str], key: tuple[str, str]) -> None:
    for origin in ("https://elsewhere.test", "null", f"{api.base_url.scheme}://{api.base_url.netloc.decode()}.elsewhere.test"):
        refused = call(api, key, named, **{AS: OLA, "Origin": origin})
        assert refused.status_code == 401 and SECRET not in refused.text


@each_case("key", sorted(CALLS))
def test_every_response_is_hardened_and_none_is_shared(api: httpx.Client, named: dict[str, str], key: tuple[str, str]) -> None:
    for headers in ({}, {AS: BOB}):
        response = call(api, key, named, **headers)
        assert response.headers["x-content-type-options"] == "nosniff" and "referrer-policy" in response.headers
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"] and "object-src 'none'" in policy_of(response)
        assert "access-control-allow-origin" not in response.headers
        assert "no-store" in response.headers.get("cache-control", "") or key[1] in PUBLIC


@each_case("path", ["/", "/config", "/gradio_api/queue/join", "/gradio_api/app_id", "/api/sessions"])
@each_case("host", ["evergraph.acme.test", "127.0.0.1"])
def test_no_other_sites_page_may_read_along_whatever_the_host_is_called(api: httpx.Client, host: str, path: str) -> None:
    asked = {"Origin": "https://elsewhere.test", "Host": host, AS: ANA}
    for answer in (api.get(path, headers=asked), api.options(path, headers=asked | {"Access-Control-Request-Method": "POST"})):
        assert [name for name in answer.headers if name.startswith("access-control-")] == []


@pytest.mark.parametrize("path", ["/", "/config"])
def test_the_chat_page_is_kept_nowhere_and_links_to_no_address_that_a_caller_made_up(
    installation: ScriptedInstallation, api: httpx.Client, path: str,
) -> None:
    asked = {"X-Forwarded-Host": "elsewhere.test", "X-Forwarded-Proto": "https"}
    assert "https://elsewhere.test" in api.get(path, headers=asked).text, "of a trusted proxy it is believed"
    assert api.get(path).headers["cache-control"] == "no-store"
    with served(replaced(installation, trusted_proxies="10.0.0.0/8")) as url:
        assert "elsewhere.test" not in httpx.get(url + path, headers=asked, timeout=60).text
    with served(replaced(installation, public_url="https://evergraph.acme.test")) as url:
        told = httpx.get(url + path, headers=asked, timeout=60).text
        assert "https://evergraph.acme.test" in told and "elsewhere.test" not in told


def replaced(installation: ScriptedInstallation, **settings: str) -> ScriptedInstallation:
    """Another installation in the same home, with some settings otherwise."""
    made = ScriptedInstallation(installation.home, installation.redis_url, installation.graph, slugs=installation.slugs)
    for name, value in settings.items():
        setattr(made.settings, name, value)
    return made


def policy_of(response: httpx.Response) -> str:
    """The content policy; one that allows nothing by default allows no object."""
    return response.headers["content-security-policy"].replace("default-src 'none'", "object-src 'none'")


def test_nobody_is_chosen_by_name_where_people_sign_in(api: httpx.Client) -> None:
    assert [api.post("/api/person", json={"email": ANA}, headers=headers).status_code for headers in ({}, {AS: BOB}, {AS: ANA})] == [401] * 3


def test_labels_of_options_are_for_who_was_asked(api: httpx.Client, named: dict[str, str]) -> None:
    assert BILLS[0].label in api.get("/api/questions", headers={AS: ANA}).text
    assert BILLS[0].label not in api.get("/api/questions", headers={AS: BOB}).text
