"""An answer that somebody shared, opened by others on the real parts: with their rights of this moment, and nothing told that these do not open."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from agent.plan.algebra import Goal, Named, Names, Set, Show, Where
from agent.plan.codec import plain
from ingest.sandbox import running
from kg.graph import Graph
from kg.rows import entity_key
from kg.schema import ensure_schema
from memory.shared_answers import SharedAnswer
from tests.cases import each_case
from tests.integration.asked_company import ANA, BEN, CLEO, DEV, EVA, FINN, GAIL, HOUSE, Office, opened, write_company
from tests.integration.scripted import served
from tests.integration.small_company import merge_id
from tests.page_words import untranslated
from ui.sign_in.access import local_token
from ui.text.words import LANGUAGES
from workers.settings import make_settings
from workers.tenants.erasure import erase_person

GONE = "No answer is shared at this address, or it is shared no more."
TICKETS = "Which tickets did I create?"
TICKET = "ticketing/Ticket"
SECRET = "Severance"                    # of the ticket that Ana alone may see


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url,
                             asks_per_minute=1_000, requests_per_minute=1_000)
    folder = write_company(tmp_path_factory.mktemp("shared") / HOUSE)
    with running([]) as sandbox, opened(folder, f"shared-{home.parent.name}".lower()[:60], sandbox, settings) as stage:
        yield stage


@pytest.fixture(scope="module")
def url(office: Office) -> Iterator[str]:
    with served(office.installation) as address:
        yield address


def call(url: str, office: Office, person: str, method: str, path: str, **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {local_token(office.settings.home)}", "X-Evergraph-Person": person}
    return httpx.request(method, url + path, headers=headers, timeout=60, **more)


def shared(url: str, office: Office, person: str, question: str, *, session: str = "", before: tuple[str, ...] = ()) -> str:
    """The id under which an answer to that person is shared. `before`: what they ask first."""
    session = session or f"of {person} {question}"
    for text in (*before, question):
        answer = office.ask(person, text, session=session)
        assert answer["status"] == "answered", answer["text"]
    turn = office.installation.history.read(office.slug, person, session)[-1]["id"]
    made = call(url, office, person, "POST", "/api/shares", json={"session": session, "turn": turn})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def seen(url: str, office: Office, person: str, shared_id: str) -> dict[str, Any]:
    opened_now = call(url, office, person, "GET", f"/api/shares/{shared_id}")
    assert opened_now.status_code == 200, opened_now.text
    return dict(opened_now.json())


def is_gone(url: str, office: Office, shared_id: str, person: str = BEN) -> bool:
    refused = call(url, office, person, "GET", f"/api/shares/{shared_id}")
    return (refused.status_code, refused.json().get("title")) == (404, GONE)


def test_who_may_see_all_of_it_sees_todays_answer_and_the_one_that_was_and_my_is_the_sharers(url: str, office: Office) -> None:
    found = seen(url, office, ANA, shared(url, office, BEN, "Which open tickets are assigned to me?"))
    assert (found["by"], found["past"], found["question"]) == (BEN, "open", "Which open tickets are assigned to me?")
    assert "Lidar drifts" in found["today"]["text"] and "Ben Cole" in found["today"]["understood_as"]
    assert found["today"]["references"][0]["id"] == merge_id(HOUSE, "ATL-1")
    assert "Lidar drifts" in found["before"]["text"] and found["before"]["references"][0]["data_as_of"]


def test_who_may_not_see_a_record_of_it_gets_the_part_that_is_theirs_today_and_nothing_of_the_rest(url: str, office: Office) -> None:
    asked = shared(url, office, ANA, TICKETS)
    assert SECRET in json.dumps(seen(url, office, ANA, asked)["before"]), "the sharer sees what was answered"
    found = seen(url, office, BEN, asked)
    assert (found["past"], "before" in found) == ("closed", False)
    assert [cell for cell, *_ in found["today"]["result"]["rows"]] == ["Lidar drifts"]
    assert SECRET not in json.dumps(found) and "Ana Ruiz" in found["question"]


@each_case("question, first, refusal", [
    (f"{TICKETS[:-1]}, and who owns Kenmore Freight?", True, ""), ("What is my salary? And who owns Kenmore Freight?", False, "You may not see that"),
])
def test_of_several_requests_each_is_told_as_it_comes_to_for_the_reader_and_all_as_they_were_where_each_of_them_is_open(
    url: str, office: Office, question: str, first: bool, refusal: str,
) -> None:
    asked = shared(url, office, ANA, question)
    kept = office.installation.history.read(office.slug, ANA, f"of {ANA} {question}")[-1]
    assert len(kept["goals"]) == 2
    own, others = (seen(url, office, person, asked) for person in (ANA, BEN))
    assert (own["past"], own["before"]["text"], others["past"], "before" in others) == ("open", kept["answer"]["text"], "closed", False)
    assert ("Lidar drifts" in others["today"]["text"] + json.dumps(others["today"]["elements"])) == first
    assert refusal in others["today"]["text"] and "owner is **Ana Ruiz**" in others["today"]["text"], others["today"]["text"]
    assert SECRET not in json.dumps(others) and "91" not in json.dumps(others["today"]["text"])
    assert "Kenmore Freight" in others["question"]


def test_each_of_several_requests_keeps_whom_its_names_meant_and_what_it_rests_on(url: str, office: Office) -> None:
    question = "Who owns Kenmore Freight? And who manages Cleo Diaz?"
    opened_by_ben = seen(url, office, BEN, shared(url, office, ANA, question))
    assert (opened_by_ben["past"], opened_by_ben["question"]) == ("open", question)
    assert "Kenmore Freight" in opened_by_ben["today"]["text"] and "Cleo Diaz" in opened_by_ben["today"]["text"]


def test_what_one_of_several_requests_rests_on_unnamed_is_not_proven_by_what_another_names(url: str, office: Office) -> None:
    """As of answers of which the second rests on tickets that it does not name."""
    goal = plain(Names(Set(TICKET, where=frozenset()), "ticket"))
    cited = {"category": "ticketing", "model": TICKET, "id": merge_id(HOUSE, "ATL-1"), "name": "Lidar drifts", "url": None,
             "fetched_at": "2026-11-20T08:00:00+00:00", "data_as_of": None}

    def past(session: str, *references: list[dict[str, Any]]) -> str:
        answer = {"status": "answered", "text": "2 tickets.", "understood_as": "tickets", "references": [cited]}
        office.installation.history.append(office.slug, ANA, session, {
            "id": "t", "at": "2026-11-20T08:00:00Z", "question": "tickets", "answer": answer, "goal": goal, "goals": [goal, goal], "settled": {},
            "parts": [{"answer": {"references": some}, "beyond": [], "named": {}} for some in references]})
        made = call(url, office, ANA, "POST", "/api/shares", json={"session": session, "turn": "t"})
        return str(seen(url, office, BEN, made.json()["id"])["past"])

    assert (past("both named", [cited], [cited]), past("one unnamed", [cited], [])) == ("open", "unsure")


@each_case("question, told, readers", [("What is my salary?", "91", {GAIL, EVA}), ("How many vacation days do I have remaining?", "12", {GAIL})])
@each_case("reader", [GAIL, BEN, EVA, DEV])
def test_private_values_are_opened_by_the_readers_own_rights_alone(
    url: str, office: Office, question: str, told: str, readers: set[str], reader: str,
) -> None:
    """Gail is their HR partner, Eva in finance."""
    sees = reader in readers
    found = seen(url, office, reader, shared(url, office, ANA, question))
    texts = json.dumps([found["today"]["text"], found["today"].get("result"), found.get("before")])
    assert (found["past"] == "open", told in texts) == (sees, sees)
    assert sees or (found["today"]["reason"], "result" in found["today"]) == ("not_permitted", False)


def test_a_value_of_then_is_shown_to_nobody_who_may_not_see_it_now_though_today_tells_others_only(url: str, office: Office) -> None:
    """Gail is the HR partner of Pune alone."""
    office.change("hris", "employees", "Ben Cole", manager="@Ana Ruiz", work_location="@Oslo Hall")
    asked = shared(url, office, EVA, "Show the salary of everybody who reports to Ana Ruiz")
    assert seen(url, office, GAIL, asked)["today"]["reason"] == "not_permitted"
    office.change("hris", "employees", "Ben Cole", work_location="@Oslo Hall")
    found = seen(url, office, GAIL, asked)
    assert "73,000" in found["today"]["text"] and found["past"] == "closed"
    assert not {"82,000", "82000"} & set(re.findall(r"[\d,]+", json.dumps(found)))
    office.change("hris", "employees", "Ben Cole")
    assert seen(url, office, GAIL, asked)["past"] == "open"


@each_case("question", ["Who is Finn Gray?", "Which former employees are there?"])
def test_what_an_answer_tells_beside_what_was_asked_is_opened_by_the_readers_rights_too(url: str, office: Office, question: str) -> None:
    """The day of leaving is private, that somebody has left is not."""
    office.change("hris", "employees", "Finn Gray", termination_date="2026-03-31T00:00:00.000000Z")
    asked = shared(url, office, GAIL, question)
    own, others = seen(url, office, GAIL, asked), seen(url, office, BEN, asked)
    assert own["past"] == "open" and "2026-03-31" in own["before"]["text"]
    assert others["today"]["status"] == "answered" and "Finn Gray" in others["today"]["text"]
    assert others["past"] != "open" and "2026-03-31" not in json.dumps(others)


def test_the_private_reads_of_a_reader_are_logged_as_theirs(url: str, office: Office) -> None:
    asked, before = shared(url, office, ANA, "What is my salary?"), len(office.installation.reads.of(office.slug, GAIL))
    seen(url, office, GAIL, asked)
    logged = office.installation.reads.of(office.slug, GAIL)[before:]
    assert ("C", [merge_id(HOUSE, "Ana Ruiz")]) in [(each["class"], each["whom"]) for each in logged]


@each_case("goal, named", [
    (Names(Set(TICKET, where=frozenset({Where(f"{TICKET}.name", "Severance", "contains")})), "ticket"), {}),
    (Show(Named(TICKET, "Severance of a fitter"), f"{TICKET}.status"), {"Severance of a fitter": "ATL-2"}),
])
def test_a_question_that_names_what_the_reader_may_not_know_of_is_not_told(url: str, office: Office, goal: Goal, named: dict[str, str]) -> None:
    """As a language model may plan it: the graph holds no name of such a record."""
    things = {said: {"key": entity_key(office.slug, "ticketing", "Ticket", merge_id(HOUSE, name)), "score": 1.0} for said, name in named.items()}
    cited = {"category": "ticketing", "model": TICKET, "id": merge_id(HOUSE, "ATL-2"), "name": "Severance of a fitter"}
    answer = {"status": "answered", "text": "Severance of a fitter.", "understood_as": "Severance", "references": [cited]}
    office.installation.history.append(office.slug, ANA, "kept words", {
        "id": "kept", "at": "2026-11-20T08:00:00Z", "question": "What of the Severance?", "answer": answer, "goal": plain(goal), "settled": {},
        "named": things})
    made = call(url, office, ANA, "POST", "/api/shares", json={"session": "kept words", "turn": "kept"})
    found = seen(url, office, BEN, made.json()["id"])
    assert (found["past"], found["today"]["reason"]) == ("closed", "not_permitted")
    assert not {"question", "before"} & found.keys() and not found["today"]["understood_as"]
    assert all(word not in json.dumps(found).lower() for word in ("severance", "fitter", "ticket"))
    assert call(url, office, ANA, "DELETE", "/api/sessions/kept words").status_code == 204


def test_a_figure_that_rests_on_records_it_does_not_name_is_shown_anew_only(url: str, office: Office) -> None:
    found = seen(url, office, BEN, shared(url, office, ANA, "How many tickets does each creator have?"))
    assert found["past"] in ("closed", "unsure") and "before" not in found
    own = office.ask(BEN, "How many tickets does each creator have?")
    assert found["today"]["result"]["rows"] == own["result"]["rows"]


def test_records_that_an_answer_only_counts_are_asked_about_like_those_it_names(url: str, office: Office) -> None:
    """As of an answer that rests on more than it may name: one ticket is named, and of the others their ids alone are kept."""
    goal = plain(Names(Set(TICKET, where=frozenset()), "ticket"))

    def past(reader: str, session: str, *beyond: str) -> tuple[str, bool]:
        named = {"category": "ticketing", "model": TICKET, "id": merge_id(HOUSE, "ATL-1"), "name": "Lidar drifts", "url": None,
                 "fetched_at": "2026-11-20T08:00:00+00:00", "data_as_of": None}
        answer = {"status": "answered", "text": "2 tickets.", "understood_as": "tickets", "references": [named, {"count": 1, "plan_task": "t1"}]}
        office.installation.history.append(office.slug, ANA, session, {
            "id": "t", "at": "2026-11-20T08:00:00Z", "question": "tickets", "answer": answer, "goal": goal, "settled": {},
            "beyond": [[TICKET, merge_id(HOUSE, each)] for each in beyond]})
        made = call(url, office, ANA, "POST", "/api/shares", json={"session": session, "turn": "t"})
        found = seen(url, office, reader, made.json()["id"])
        return found["past"], "before" in found

    assert past(BEN, "both open", "ATL-3") == ("open", True)
    assert past(BEN, "one closed", "ATL-2") == ("closed", False) and past(ANA, "own", "ATL-2") == ("open", True)
    assert past(BEN, "not kept") == past(BEN, "gone", "ATL-9") == ("unsure", False)


def test_what_a_plan_says_of_the_sharer_is_told_only_where_they_can_still_be_told_from_others(url: str, office: Office) -> None:
    """Of another version; with somebody else of the sharer's own name in it; by somebody whom HR knows no more."""
    own = shared(url, office, BEN, "Which open tickets are assigned to me?", session="of mine")
    kept = office.installation.history.read(office.slug, BEN, "of mine")[-1]
    other = {"Ben Cole": {"key": entity_key(office.slug, "ticketing", "User", merge_id(HOUSE, "desk Ana")), "score": 1.0}}
    gone = {"is": "Show", "node": {"is": "Me", "model": "hris/Employee"}, "field": "hris/Employee.gone", "unit": None}
    changed = {"another version": {"goal": {"goal": "of another version"}}, "by another version": {"goal": gone},
               "somebody of the same name": {"named": other}}
    for why, parts in changed.items():
        office.installation.history.append(office.slug, BEN, why, {**kept, **parts})
        made = call(url, office, BEN, "POST", "/api/shares", json={"session": why, "turn": kept["id"]})
        found = seen(url, office, ANA, made.json()["id"])
        assert (found["past"], "before" in found, found["today"]["status"], why in found["today"]["text"]) == ("unsure", False, "declined", True)
    assert seen(url, office, ANA, own)["past"] == "open"
    office.change("hris", "employees", "Ben Cole", employment_status="INACTIVE")
    found = seen(url, office, ANA, own)
    office.change("hris", "employees", "Ben Cole")
    assert (found["past"], "no single active employee" in found["today"]["text"]) == ("unsure", True)


def test_my_team_is_the_sharers_and_rows_of_an_earlier_answer_stay_what_they_were(url: str, office: Office) -> None:
    team = seen(url, office, BEN, shared(url, office, EVA, "Who is in my team?"))
    names = {cell for row in team["today"]["result"]["rows"] for cell in row}
    assert {"Ana Ruiz", "Dev Patel"} <= names and "Cleo Diaz" not in names and team["past"] == "open"
    rows = seen(url, office, BEN, shared(url, office, CLEO, "Which of them work in Oslo?", before=("Who reports to Eva Stone?",)))
    assert [row[0] for row in rows["today"]["result"]["rows"]] == ["Dev Patel"]


def test_rights_are_looked_at_each_time_and_a_record_that_is_gone_closes_the_answer_as_it_was(url: str, office: Office) -> None:
    asked = shared(url, office, BEN, "Which open tickets are assigned to me?", session="rights")
    assert seen(url, office, DEV, asked)["past"] == "open"
    office.change("ticketing", "tickets", "ATL-1", access_level="PRIVATE")
    narrowed = seen(url, office, DEV, asked)
    assert narrowed["past"] != "open" and "Lidar" not in json.dumps(narrowed)
    assert seen(url, office, BEN, asked)["past"] == "open", "its assignee still sees it"
    office.change("ticketing", "tickets", "ATL-1", access_level="COMPANY")
    assert seen(url, office, DEV, asked)["past"] == "open"
    assert call(url, office, FINN, "GET", f"/api/shares/{asked}").status_code == 403, "who has left sees nothing"


def test_what_is_revoked_expired_deleted_or_erased_is_there_no_more_and_nobody_else_can_end_it(url: str, office: Office) -> None:
    question = "Who owns Kenmore Freight?"
    one, other, last = (shared(url, office, DEV, question, session=name) for name in ("one", "other", "last"))
    again = {"session": "one", "turn": office.installation.history.read(office.slug, DEV, "one")[-1]["id"], "days": 2}
    longer = call(url, office, DEV, "POST", "/api/shares", json=again).json()
    assert (longer["id"], longer["until"][:10]) == (one, "2026-11-22"), "one that is shared keeps its address"
    assert call(url, office, BEN, "DELETE", f"/api/shares/{one}").status_code == 404
    listed = call(url, office, DEV, "GET", "/api/shares").json()
    assert {one, other, last} <= {each["id"] for each in listed} and {each["question"] for each in listed} == {question}
    assert not {one, other, last} & {each["id"] for each in call(url, office, BEN, "GET", "/api/shares").json()}
    assert call(url, office, DEV, "DELETE", f"/api/shares/{one}").status_code == 204
    assert is_gone(url, office, one)
    assert call(url, office, DEV, "DELETE", "/api/sessions/other").status_code == 204
    assert is_gone(url, office, other)
    kept = office.installation.shared_answers.find(office.slug, last, office.installation.now(office.slug))
    assert isinstance(kept, SharedAnswer)
    over = replace(kept, id="0" * 32, until=office.installation.now(office.slug) - timedelta(seconds=1))
    office.installation.shared_answers.add(office.slug, over)
    assert is_gone(url, office, over.id) and not is_gone(url, office, last)
    erase_person(office.installation, office.slug, DEV)
    assert is_gone(url, office, last) and is_gone(url, office, "unheard") and is_gone(url, office, "x" * 300)


def test_what_cannot_be_made_anew_is_not_shared_and_nobody_shares_for_others(url: str, office: Office) -> None:
    before = len(call(url, office, CLEO, "GET", "/api/shares").json())
    office.ask(CLEO, "What does Ben Cole earn?", session="refused")
    office.ask(CLEO, "What can you do?", session="told")
    for session in ("refused", "told"):
        turn = office.installation.history.read(office.slug, CLEO, session)[-1]["id"]
        assert call(url, office, CLEO, "POST", "/api/shares", json={"session": session, "turn": turn}).status_code == 400
        assert call(url, office, BEN, "POST", "/api/shares", json={"session": session, "turn": turn}).status_code == 404
    assert len(call(url, office, CLEO, "GET", "/api/shares").json()) == before


# ---------------------------------------------------------------- pages


def page_of(url: str, office: Office, person: str, path: str, language: str = "en-US") -> httpx.Response:
    headers = {"Authorization": f"Bearer {local_token(office.settings.home)}", "Accept-Language": language, "Accept": "text/html"}
    return httpx.get(url + path, cookies={"evergraph_person": person}, headers=headers, timeout=60)


def told_by(response: httpx.Response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())


def test_the_page_tells_todays_answer_beside_the_one_that_was_or_why_that_is_not_shown(url: str, office: Office) -> None:
    asked = shared(url, office, ANA, TICKETS, session="on a page")
    own, others = (page_of(url, office, person, f"/shared/{asked}") for person in (ANA, BEN))
    assert (own.status_code, others.status_code) == (200, 200)
    assert told_by(own).count(SECRET) >= 2 and "As it was on" in told_by(own) and "Share it no more" in told_by(own)
    assert "Lidar drifts" in told_by(others) and "rests on records that you may not see now" in told_by(others)
    assert SECRET not in others.text and "Share it no more" not in others.text


def test_what_one_shares_is_listed_and_ended_by_one_press_and_the_page_of_it_is_that_of_none(url: str, office: Office) -> None:
    asked = shared(url, office, BEN, "Who owns Kenmore Freight?", session="to be ended")
    assert f"/shared/{asked}" in page_of(url, office, BEN, "/shared").text and asked not in page_of(url, office, ANA, "/shared").text
    own, others = (page_of(url, office, person, f"/shared/{asked}").text for person in (BEN, ANA))
    assert ('href="/#write=Who%20owns' in own, 'href="/#write=Who%20owns' in others) == (False, True)
    headers = {"Authorization": f"Bearer {local_token(office.settings.home)}", "Origin": url}
    ended = httpx.post(f"{url}/shared/{asked}/revoked", cookies={"evergraph_person": BEN}, headers=headers, timeout=60, follow_redirects=True)
    assert "It is shared no more." in told_by(ended) and asked not in ended.text
    gone, never = (page_of(url, office, ANA, f"/shared/{one}") for one in (asked, "f" * 32))
    assert (gone.status_code, gone.text) == (404, never.text) and GONE.rstrip(".") in told_by(gone)


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_the_pages_are_drawn_in_the_readers_language(url: str, office: Office, language: str) -> None:
    asked = shared(url, office, ANA, "What is my salary?", session=f"in {language}")
    for reader, path in ((ANA, f"/shared/{asked}"), (BEN, f"/shared/{asked}"), (ANA, "/shared"), (GAIL, "/shared")):
        english, other = (page_of(url, office, reader, path, spoken).text for spoken in ("en-US", language))
        assert untranslated(english, other) == set(), path
