"""Learned readings on the pages: a person's own, taken back by a click and offered; the company's, approved, written, and as a file."""

import json
from collections.abc import Mapping

import httpx
import pytest

from memory.readings import LearnedReading
from tests.integration.scripted import ANA, BOB, HOSTILE, NOW, OLA, ScriptedInstallation

PLAN = {"acts": [{"goal": "names", "node": {"set": "crm/Contact", "where": [
    {"rel": "crm/Contact.account", "of": {"name": "Kenmore Freight", "model": "crm/Account"}}]}}]}
WORDS = "folks at {name1}"
ONE = {"words": "Folks at Kenmore Freight?", "plan": json.dumps(PLAN)}


@pytest.fixture
def learned(installation: ScriptedInstallation) -> LearnedReading:
    """Ana confirmed how one message is meant; nothing else is known of anybody."""
    for kept in installation.readings.shared("acme"):
        if kept.state != "revoked":
            installation.readings.decide("acme", kept.reading.id, "revoked", OLA, NOW)
    for person in (ANA, BOB, OLA):
        installation.readings.erase("acme", person)
    made = LearnedReading(f"contacts {HOSTILE}", json.dumps(PLAN), "", ANA, NOW, "meant")
    installation.readings.keep("acme", ANA, made)
    return made


def as_person(url: str, person: str) -> httpx.Client:
    return httpx.Client(base_url=url, cookies={"evergraph_person": person}, headers={"Origin": url}, timeout=30)


def send(url: str, person: str, path: str, data: Mapping[str, str] | None = None) -> httpx.Response:
    with as_person(url, person) as client:
        return client.post(path, data=data)


def held(installation: ScriptedInstallation, person: str) -> list[str]:
    return [kept.reading.words for kept in installation.readings.effective("acme", person)]


def test_own_reading_is_shown_with_its_meaning_and_taken_back_by_one_click(
    url: str, installation: ScriptedInstallation, learned: LearnedReading,
) -> None:
    with as_person(url, ANA) as ana, as_person(url, BOB) as bob:
        page = ana.get("/preferences").text
        assert "you said that it is meant so" in page and "Kenmore Freight" in page and HOSTILE not in page
        assert "Kenmore" not in bob.get("/preferences").text
        assert bob.post(f"/preferences/readings/{learned.id}/revoked").status_code == 400
        assert ana.post(f"/preferences/readings/{learned.id}/revoked").headers["location"] == "/preferences?done=reading-revoked"
        assert held(installation, ANA) == []
        ana.post(f"/preferences/readings/{learned.id}/restored")
    assert held(installation, ANA) == [learned.words]


def test_an_offered_one_holds_for_everybody_after_an_operators_word_and_until_the_next(
    url: str, installation: ScriptedInstallation, learned: LearnedReading,
) -> None:
    with as_person(url, OLA) as ola:
        assert "Kenmore" not in ola.get("/operator/readings").text, "nobody sees what was not offered"
        send(url, ANA, f"/preferences/readings/{learned.id}/offered")
        assert "Waiting for your word" in ola.get("/operator/readings").text
        assert send(url, BOB, f"/operator/readings/{learned.id}/approved").status_code == 403
        assert held(installation, BOB) == []
        ola.post(f"/operator/readings/{learned.id}/approved")
        assert held(installation, BOB) == [learned.words]
        with as_person(url, ANA) as ana:
            page = ana.get("/preferences").text
        assert "an operator of your company approved it" in page and f"{learned.id}/offered" not in page
        send(url, BOB, f"/preferences/readings/{learned.id}/revoked")
        assert (held(installation, BOB), held(installation, OLA)) == ([], [learned.words])
        ola.post(f"/operator/readings/{learned.id}/revoked")
    assert held(installation, OLA) == []


def test_operator_writes_and_edits_a_reading_and_sees_all_faults_with_input_kept(
    url: str, installation: ScriptedInstallation, learned: LearnedReading,
) -> None:
    wrong = ONE | {"plan": ONE["plan"].replace("crm/Contact.account", "crm/Contact.acount")}
    refused = send(url, OLA, "/operator/readings/write", wrong)
    assert (refused.status_code, "did you mean crm/Contact.account" in refused.text, "Folks at Kenmore Freight?" in refused.text) == (400, True, True)
    assert send(url, OLA, "/operator/readings/write", ONE).status_code == 303
    assert held(installation, BOB) == [WORDS]
    (kept,) = (one for one in installation.readings.shared("acme") if one.state == "approved")
    edited = {"words": "people at {name1}", "plan": kept.reading.plan, "of": kept.reading.id}
    assert send(url, OLA, "/operator/readings/write", edited).status_code == 303
    assert held(installation, BOB) == ["people at {name1}"]


def test_undecodable_reading_is_marked_and_cannot_be_approved(url: str, installation: ScriptedInstallation, learned: LearnedReading) -> None:
    old = LearnedReading("older words", '{"acts": [{"goal": "of another version"}]}', "", ANA, NOW, "marked")
    installation.readings.keep("acme", ANA, old)
    send(url, ANA, f"/preferences/readings/{old.id}/offered")
    with as_person(url, ANA) as ana, as_person(url, OLA) as ola:
        assert "its plan is of another version" in ana.get("/preferences").text
        assert ola.post(f"/operator/readings/{old.id}/approved").status_code == 400
    assert held(installation, BOB) == []


def test_the_companys_go_into_a_file_and_back_and_a_wrong_file_changes_nothing(
    url: str, installation: ScriptedInstallation, learned: LearnedReading,
) -> None:
    send(url, OLA, "/operator/readings/write", ONE)
    with as_person(url, OLA) as ola:
        text = ola.get("/operator/readings/readings.json").text
        assert [one["words"] for one in json.loads(text)["readings"]] == [WORDS]
        (kept,) = (one for one in installation.readings.shared("acme") if one.state == "approved")
        ola.post(f"/operator/readings/{kept.reading.id}/revoked")
        broken = ola.post("/operator/readings/import", data={"text": text.replace("crm/Contact", "crm/Nothing")})
        assert (broken.status_code, "Reading 1" in broken.text, held(installation, BOB)) == (400, True, [])
        assert ola.post("/operator/readings/import", data={"text": text}).status_code == 303
    assert held(installation, BOB) == [WORDS]
