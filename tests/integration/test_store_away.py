"""A store that goes away for good while somebody waits for an answer: the stream says so as its last event, and can be gone on with."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from tests.conftest import STARTED
from tests.integration.scripted import ANA, ScriptedInstallation, served
from ui.api import asking
from ui.asking import listening
from ui.sign_in.access import local_token
from workers.services import valkey_server
from workers.services.processes import Child, end, free_port, launch
from workers.services.waiting import wait_until
from workers.settings import real_time
from workers.storage.api_keys import Keys


@pytest.fixture
def store(tmp_path: Path) -> Iterator[tuple[Child, str]]:
    """A Valkey of its own, and its address."""
    port, log = free_port(), tmp_path / "log"
    child = launch(valkey_server.command(valkey_server.lay_out(tmp_path / "valkey", port, None)), log)
    STARTED.append(child)
    wait_until(lambda: valkey_server.answers(port, None), child, "Valkey", log, 120)
    yield child, valkey_server.url(port, None)
    end(child, patience=10)
    STARTED.remove(child)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits is told at the first look, which is soon."""
    monkeypatch.setattr(listening, "AWAY_SECONDS", 0.0)
    monkeypatch.setattr(asking, "QUIET_SECONDS", 0.2)


def events(lines: Iterator[str]) -> Iterator[tuple[int, str, Any]]:
    """The events of a stream, each with id, kind and data; heartbeats are left out."""
    for line in lines:
        if line.startswith("id: "):
            kind, data = next(lines), next(lines)
            yield int(line[4:]), kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_a_stream_whose_store_goes_away_ends_with_an_error(store: tuple[Child, str], impatient: None, tmp_path: Path) -> None:
    child, address = store
    installation = ScriptedInstallation(tmp_path / "home", address)
    with served(installation) as url:
        owner = {"Authorization": f"Bearer {local_token(installation.home)}", "X-Evergraph-Person": ANA}
        key = Keys(installation.home).make(("acme", ANA), frozenset({"ask"}), real_time(), 1)[1]
        asked = httpx.stream("POST", f"{url}/api/ask", json={"question": "wait"}, headers=owner, timeout=60)
        with asked as stream, openai.OpenAI(api_key=key, base_url=f"{url}/v1", max_retries=0) as client:
            told = events(stream.iter_lines())
            heard = [next(each for each in told if each[1] == "plan")]
            pieces = client.chat.completions.create(model="evergraph", messages=[{"role": "user", "content": "wait"}], stream=True)
            next(iter(pieces))
            end(child, patience=10)
            heard += told
            with pytest.raises(openai.APIError, match="evergraph status"):
                list(pieces)
    *_, before, last = heard
    assert (last[1], last[2]["status"], last[2]["reason"]) == ("error", 503, "failed")
    assert last[0] == before[0], "who comes back with this number is told what comes after what was heard"
