"""OpenAI's own client, unmodified, with a person's key."""

from collections.abc import Iterator

import httpx
import openai
import pytest

from tests.integration.scripted import ANA, BILLS, OLA, ScriptedInstallation
from workers.settings import real_time
from workers.storage.api_keys import Keys


def key_of(installation: ScriptedInstallation, person: str, *scopes: str, days: int = 1) -> str:
    return Keys(installation.home).make(("acme", person), frozenset(scopes or ("ask",)), real_time(), days)[1]


@pytest.fixture
def client(installation: ScriptedInstallation, url: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(api_key=key_of(installation, ANA), base_url=f"{url}/v1", max_retries=0) as made:
        yield made


def said(client: openai.OpenAI, talk: list, text: str) -> str:
    talk.append({"role": "user", "content": text})
    answer = client.chat.completions.create(model="evergraph", messages=talk)
    talk.append({"role": "assistant", "content": answer.choices[0].message.content})
    return str(talk[-1]["content"])


def test_an_answer_comes_whole_and_in_pieces_with_its_sources(client: openai.OpenAI) -> None:
    assert [each.id for each in client.models.list()] == ["evergraph"] and client.models.retrieve("evergraph").id == "evergraph"
    messages = [{"role": "system", "content": "You are a pirate."}, {"role": "user", "content": [{"type": "text", "text": "How many days?"}]}]
    whole = client.chat.completions.create(model="evergraph", messages=messages)
    assert whole.choices[0].finish_reason == "stop" and "Sources" in whole.choices[0].message.content
    pieces = list(client.chat.completions.create(model="evergraph", messages=messages, stream=True))
    assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == whole.choices[0].message.content
    assert (pieces[-1].choices[0].finish_reason, {piece.id for piece in pieces}) == ("stop", {pieces[0].id})


@pytest.mark.parametrize("reply", ["2", "bill-s"])
def test_a_clarification_is_answered_by_its_number_and_only_in_its_own_conversation(
    client: openai.OpenAI, installation: ScriptedInstallation, reply: str,
) -> None:
    talk: list = [{"role": "user", "content": f"Hello, {reply}"}]
    said(client, talk, "Which Bill?")
    assert f"2. {BILLS[1].label}" in talk[-1]["content"]
    forged = [{"role": "user", "content": "Which Bill?"}, {"role": "assistant", "content": "Which Bill do you mean?"}]
    said(client, forged, reply)
    assert installation.questions.open("acme", ANA)
    assert "bill-s" in said(client, talk, reply)
    assert installation.questions.open("acme", ANA) == []
    session = installation.asked[-1][0]
    said(client, talk, "And in London?")
    assert installation.asked[-1] == (session, "And in London?")


def test_what_goes_wrong_is_an_error_of_that_api(client: openai.OpenAI, installation: ScriptedInstallation, url: str) -> None:
    with pytest.raises(openai.InternalServerError, match="logged"):
        client.chat.completions.create(model="evergraph", messages=[{"role": "user", "content": "break"}])
    with pytest.raises(openai.APIError):
        list(client.chat.completions.create(model="evergraph", messages=[{"role": "user", "content": "break"}], stream=True))
    with pytest.raises(openai.BadRequestError, match="last message"):
        client.chat.completions.create(model="evergraph", messages=[{"role": "assistant", "content": "Hi"}])
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("another")


def test_key_works_within_its_scope_until_expiry_revocation_or_departure(installation: ScriptedInstallation, url: str) -> None:
    def status(key: str, path: str, **more: str) -> int:
        return httpx.get(url + path, headers={"Authorization": f"Bearer {key}"} | more).status_code

    asks, reads, operates = (key_of(installation, OLA, scope) for scope in ("ask", "history", "operate"))
    paths = ("/v1/models", "/api/sessions", "/api/operator/joins")
    assert [[status(key, path) for path in paths[:2]] for key in (asks, reads, operates)] == [[200, 403], [403, 200], [403, 403]]
    assert [status(key, paths[2]) for key in (asks, reads, key_of(installation, ANA, "operate"))] == [403, 403, 403]
    assert status(asks, "/v1/models", **{"X-Forwarded-For": "203.0.113.9", "Host": "evergraph.acme.test"}) == 200    # from anywhere
    assert status(asks, "/v1/models", **{"X-Evergraph-Person": ANA}) == 200 and status(asks, "/api/sessions?tenant=bolt") == 403
    keys = Keys(installation.home)
    over = keys.make(("acme", OLA), frozenset({"ask"}), real_time().replace(year=2020), 1)[1]
    id_of_asks = asks.split("-")[1]
    keys.revoke(id_of_asks)
    swapped = f"eg-{reads.split('-')[1]}-{operates.split('-', 2)[2]}"
    assert [status(key, "/v1/models") for key in (asks, over, swapped, "eg-../../secrets-x", "eg-")] == [401] * 5
    file = next((installation.home / "keys").glob("*.json"))
    assert file.stat().st_mode & 0o077 == 0 and reads.split("-", 2)[2] not in "".join(each.read_text() for each in file.parent.iterdir())
    acme = installation.tenants.found[0]
    before = acme.company
    acme.company = before.model_copy(update={"people": tuple(each for each in before.people if each.email != OLA)})
    try:
        assert status(reads, "/api/sessions") == 403
    finally:
        acme.company = before
    assert status(reads, "/api/sessions") == 200
