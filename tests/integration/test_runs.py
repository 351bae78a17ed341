"""Runs over HTTP on a real Valkey: resumed by event id, repeated by key, stopped, in order, and taken over from a process that died."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from agent.answer import Ask
from tests.integration.scripted import ANA, BOB, ScriptedInstallation
from tests.integration.test_server import events_of
from tests.waiting import joined
from ui.asking.kept_runs import MOST_WAITING, OF_ONE
from ui.asking.listening import LAST
from ui.asking.runs import MOST_TRIES, Runs
from ui.problems import NoSuchRun, TooManyWaiting
from ui.sign_in.access import Asker
from workers.storage.sealing import destroy_seal

AS_ANA, AS_BOB = {"X-Evergraph-Person": ANA}, {"X-Evergraph-Person": BOB}
AS_JSON, LATER = {"Accept": "application/json"}, {"Prefer": "respond-async"}
ME = Asker("acme", ANA)


@pytest.fixture
def own(tmp_path: Path, redis_url: str) -> ScriptedInstallation:
    return ScriptedInstallation(tmp_path, redis_url)


def begun(api: httpx.Client, question: str, session: str, **headers: str) -> str:
    answer = api.post("/api/ask", json={"question": question, "session": session}, headers=AS_ANA | LATER | headers)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["run"])


def ended(api: httpx.Client, run: str) -> tuple[int, str, dict]:
    return events_of(api.get(f"/api/runs/{run}/events", headers=AS_ANA))[-1]


def test_a_stream_is_taken_up_again_after_any_event_and_the_answer_is_there_alone(api: httpx.Client) -> None:
    whole = api.post("/api/ask", json={"question": "How many days?", "session": "resumed"}, headers=AS_ANA)
    told = events_of(whole)
    for number, _, _ in told:
        rest = api.get(f"/api/runs/{whole.headers['x-evergraph-run']}/events", headers=AS_ANA | {"Last-Event-ID": str(number)})
        assert (events_of(rest) if rest.text else []) == [each for each in told if each[0] > number]
    assert api.get(whole.headers["location"], headers=AS_ANA).json() == told[-1][2]
    refused = api.get(f"{whole.headers['location']}/events", headers=AS_ANA | {"Last-Event-ID": "x"})
    assert (refused.status_code, "Last-Event-ID" in refused.json()["detail"]) == (400, True)


def test_a_run_goes_on_without_its_asker(api: httpx.Client) -> None:
    with api.stream("POST", "/api/ask", json={"question": "wait", "session": "gone"}, headers=AS_ANA) as left:
        run = left.headers["x-evergraph-run"]
    assert api.get(f"/api/runs/{run}", headers=AS_ANA).status_code == 202
    api.post(f"/api/runs/{run}/cancel", headers=AS_ANA)
    assert ended(api, run)[1] in LAST


def test_the_same_key_is_the_same_run_and_another_question_under_it_is_refused(api: httpx.Client, installation: ScriptedInstallation) -> None:
    key, body = {"Idempotency-Key": "k1"}, {"question": "Once?", "session": "keyed"}
    with ThreadPoolExecutor(8) as at_once:
        runs = {each.headers["x-evergraph-run"] for each in at_once.map(lambda _: api.post("/api/ask", json=body, headers=AS_ANA | key), range(8))}
    assert len(runs) == 1 and installation.asked.count(("keyed", "Once?")) == 1
    assert api.post("/api/ask", json=body | {"question": "Twice?"}, headers=AS_ANA | key).status_code == 409
    others = api.post("/api/ask", json=body, headers=AS_BOB | key)
    assert others.headers["x-evergraph-run"] not in runs


def test_a_reply_under_its_key_is_not_refused_for_having_been_taken(api: httpx.Client) -> None:
    asked = api.post("/api/ask", json={"question": "Which Bill?", "session": "bills"}, headers=AS_ANA | AS_JSON).json()
    reply = {"question": "bill-s", "reply_to": asked["question"]["id"]}
    first, again = (api.post("/api/ask", json=reply, headers=AS_ANA | AS_JSON | {"Idempotency-Key": "reply"}) for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())


def test_only_its_own_asker_sees_or_stops_a_run(api: httpx.Client) -> None:
    run = begun(api, "wait", "private")
    for headers in (AS_BOB, {"X-Evergraph-Person": "zoe@bolt.test"}):
        tried = [api.get(f"/api/runs/{run}", headers=headers), api.get(f"/api/runs/{run}/events", headers=headers),
                 api.post(f"/api/runs/{run}/cancel", headers=headers)]
        assert [each.status_code for each in tried] == [404, 404, 404]
    assert api.get(f"/api/runs/{run}", headers=AS_ANA).status_code == 202
    assert api.post(f"/api/runs/{run}/cancel", headers=AS_ANA).status_code == 202
    assert ended(api, run)[1] == "error"


def test_what_waits_and_what_runs_is_stopped_from_another_process(api: httpx.Client, installation: ScriptedInstallation) -> None:
    running, waiting = begun(api, "wait", "stopped"), begun(api, "never asked", "stopped")
    assert "plan" in events_of_some(api, running)       # it has begun
    elsewhere = Runs(installation)
    for run in (waiting, running):
        elsewhere.cancel(elsewhere.find(ME, run))
    elsewhere.close()
    assert [ended(api, run)[2]["status"] for run in (running, waiting)] == [409, 409]
    assert ("stopped", "never asked") not in installation.asked
    assert begun(api, "and now?", "stopped") and api.get(f"/api/runs/{running}", headers=AS_ANA).status_code == 409


def events_of_some(api: httpx.Client, run: str) -> Iterator[str]:
    with api.stream("GET", f"/api/runs/{run}/events", headers=AS_ANA) as told:
        for line in told.iter_lines():
            if line.startswith("event: "):
                yield line.removeprefix("event: ")


def test_questions_of_a_conversation_are_worked_on_in_their_order_whatever_the_crowd(own: ScriptedInstallation, full: bool) -> None:
    talks, each, processes = (100, 100, 3) if full else (8, 30, 2)
    several = [Runs(own) for _ in range(processes)]
    came: dict[str, list[str]] = defaultdict(list)

    def talk(session: str) -> None:
        for number in range(each):
            several[number % processes].begin(ME, Ask(ANA, f"q{number}", session), f"{session}-{number}")
            came[session].append(f"q{number}")

    with ThreadPoolExecutor(16) as crowd:
        list(crowd.map(talk, [f"s{number}" for number in range(talks)]))
    for session in came:
        for number in range(each):
            *_, last = several[0].follow(several[0].find(ME, f"{session}-{number}"))
            assert last.kind == "answer"
    for runs in several:
        runs.close()
    worked: dict[str, list[str]] = defaultdict(list)
    for session, text in own.asked:
        worked[session].append(text)
    assert worked == came


def test_run_of_a_dead_process_is_restarted_once_and_streamed_to_its_end(own: ScriptedInstallation) -> None:
    dying, heir = Runs(own), Runs(own)
    run = dying.begin(ME, Ask(ANA, "wait", "died"), "r1")
    _begins(dying, run)
    dying.close()                       # nothing more is told of it
    events = heir.follow(run)
    stopping = threading.Thread(target=_stop_at_second_plan, args=(heir, run))
    stopping.start()
    told = list(events)
    joined(stopping)
    heir.close()
    assert [event.id for event in told] == list(range(1, len(told) + 1))
    assert [event.kind for event in told if event.kind in LAST] == ["error"] and own.asked == [("died", "wait")] * 2
    assert told[-1].data["status"] == 409


def test_answer_stored_before_a_crash_is_streamed_without_asking_again(own: ScriptedInstallation) -> None:
    dying, heir = Runs(own), Runs(own)
    run = dying.begin(ME, Ask(ANA, "wait", "told"), "r2")
    _begins(dying, run)
    dying.close()
    answer = {"status": "answered", "text": "Told."}
    own.history.append("acme", ANA, "told", {"id": run.turn, "at": "2026-11-20T09:00:00Z", "question": "wait", "answer": answer})
    assert [run.id for run in heir.under_way(ME)] == ["r2"]
    last = list(heir.follow(run))[-1]
    assert (last.kind, last.data, own.asked) == ("answer", answer, [("told", "wait")])
    assert heir.under_way(ME) == [] and len(own.history.read("acme", ANA, "told")) == 1
    heir.close()


def test_listener_of_a_deleted_run_gets_an_end_event(own: ScriptedInstallation) -> None:
    runs = Runs(own)
    told = runs.follow(runs.begin(ME, Ask(ANA, "wait", "deleted"), "r3"))
    next(told)
    runs.forget(ME.tenant, ANA, "deleted")
    assert list(told)[-1].kind == "error"
    runs.close()


def test_nothing_is_worked_on_for_an_erased_person_any_more_and_they_may_ask_anew(own: ScriptedInstallation) -> None:
    working, elsewhere = Runs(own), Runs(own)
    run = working.begin(ME, Ask(ANA, "wait", "erased"), "r4")
    behind = working.begin(ME, Ask(ANA, "never asked", "erased"), "r5")
    _begins(working, run)
    elsewhere.erase(ME.tenant, ANA)
    assert own.asked == [("erased", "wait")] and own.history.read(ME.tenant, ANA, "erased") == []
    assert elsewhere.under_way(ME) == [] and [each.seal for each in (run, behind)] == [run.seal] * 2
    destroy_seal(own.home, ME.tenant, ANA)
    anew = elsewhere.begin(ME, Ask(ANA, "mine", "anew"), "r6")
    *_, last = working.follow(working.find(ME, "r6"))
    assert last.kind == "answer" and anew.seal != run.seal
    for runs in (working, elsewhere):
        runs.close()


def test_a_run_kept_by_another_version_does_not_hold_up_its_conversation(own: ScriptedInstallation) -> None:
    runs = Runs(own)
    first = runs.begin(ME, Ask(ANA, "wait", "versions"), "v1")
    _begins(runs, first)
    other = runs.begin(ME, Ask(ANA, "strange", "versions"), "v2")
    own.store.put(other.job.key, other.seal.seal('{"id": "v2", "later": true}'), 60)
    after = runs.begin(ME, Ask(ANA, "next", "versions"), "v3")
    runs.cancel(first)
    *_, last = runs.follow(after)
    assert last.kind == "answer" and own.asked == [("versions", "wait"), ("versions", "next")]
    runs.close()


def test_a_run_that_nobody_can_open_any_more_is_passed_over_and_still_erased(own: ScriptedInstallation) -> None:
    runs = Runs(own)
    first = runs.begin(ME, Ask(ANA, "wait", "one"), "r7")
    _begins(runs, first)
    runs.begin(ME, Ask(ANA, "lost", "one"), "r8")
    destroy_seal(own.home, ME.tenant, ANA)
    after = runs.begin(ME, Ask(ANA, "next", "one"), "r9")
    runs.cancel(first)
    *_, last = runs.follow(after)
    assert last.kind == "answer" and own.asked == [("one", "wait"), ("one", "next")]
    with pytest.raises(NoSuchRun):
        runs.find(ME, "r8")
    runs.erase(ME.tenant, ANA)
    assert [name for name in own.store.names("run:") if not name.endswith(":stop")] == []
    runs.close()


def _begins(runs: Runs, run) -> None:
    assert any(event.kind == "plan" for event in runs.follow(run))


def _stop_at_second_plan(runs: Runs, run) -> None:
    plans = 0
    for event in runs.follow(run):
        plans += event.kind == "plan"
        if plans == 2:
            runs.cancel(run)


def test_run_reports_its_place_in_the_queue_and_other_persons_do_not_wait(own: ScriptedInstallation) -> None:
    runs = Runs(own)
    hers = [runs.begin(ME, Ask(ANA, "wait", f"busy {number}"), f"busy {number}") for number in range(OF_ONE)]
    for run in hers:
        _begins(runs, run)
    more = [runs.begin(ME, Ask(ANA, "next", f"more {number}"), f"more {number}") for number in range(25)]
    behind = runs.begin(ME, Ask(ANA, "last", "busy 0"), "behind")
    first = [runs.events(run)[0] for run in (*more, behind)]
    assert [(event.kind, event.data) for event in first] == [("waiting", {"before": before}) for before in range(OF_ONE, OF_ONE + 26)]
    his = runs.begin(Asker("acme", BOB), Ask(BOB, "mine", "his"), "his")
    assert (list(runs.follow(his))[-1].kind, "next" in {text for _, text in own.asked}) == ("answer", False)     # all of hers wait still
    runs.cancel(hers[-1])
    for run in more:
        *_, last = runs.follow(run)
        assert last.kind == "answer"
    for run in (behind, *hers):
        runs.cancel(run)
    runs.close()


def test_a_run_that_ended_two_processes_is_not_begun_again_and_says_so(own: ScriptedInstallation) -> None:
    for number in range(1, MOST_TRIES + 1):
        dying = Runs(own)
        run = dying.begin(ME, Ask(ANA, "wait", "deadly"), "deadly")
        next(event for event in dying.follow(run) if event.kind == "plan" and len(own.asked) == number)
        dying.close()
    heir = Runs(own)
    last = list(heir.follow(run))[-1]
    assert (last.kind, last.data["title"][:24], len(own.asked)) == ("error", "The server stopped twice", MOST_TRIES)
    heir.close()


def test_a_run_that_ends_in_no_exception_is_given_up_and_does_not_hold_up_its_conversation(own: ScriptedInstallation) -> None:
    runs = Runs(own)
    run = runs.begin(ME, Ask(ANA, "panic", "panics"), "panics")
    after = runs.begin(ME, Ask(ANA, "next", "panics"), "after")
    last = list(runs.follow(run))[-1]
    assert (last.kind, last.data["title"][:24]) == ("error", "The server stopped twice")
    assert list(runs.follow(after))[-1].kind == "answer"
    assert own.asked == [*[("panics", "panic")] * MOST_TRIES, ("panics", "next")]
    runs.close()


def test_a_conversation_has_room_for_so_many_questions(own: ScriptedInstallation) -> None:
    runs = Runs(own)
    first = runs.begin(ME, Ask(ANA, "wait", "full"), "first")
    for number in range(MOST_WAITING - 1):
        runs.begin(ME, Ask(ANA, "next", "full"), str(number))
    with pytest.raises(TooManyWaiting):
        runs.begin(ME, Ask(ANA, "one too many", "full"), "last")
    runs.cancel(first)
    runs.close()
