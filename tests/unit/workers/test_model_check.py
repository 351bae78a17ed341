"""What the doctor says of language models: what is wrong with each server, and what to do; how fast the one of this machine is."""

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.model_server import KEY, LLAMA_CPP, Answer, Closes, Failed, Hangs, ModelServer, Raw, model_server
from workers.services.doctor.findings import Finding, Row
from workers.services.doctor.model_check import SUBJECT, check_models
from workers.services.state import Running, write_state
from workers.settings import Settings, make_settings

UP = (Row("model", "Language model", "up"),)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server


def settings(tmp_path: Path, **given: object) -> Settings:
    return make_settings(**{"home": tmp_path, "openai_api_key": None, "openai_base_url": None} | given)


def said(own: Settings, rows: tuple[Row, ...] = ()) -> list[Finding]:
    return list(check_models(own, rows))


def test_a_server_that_answers_is_fine_and_is_asked_once(server: ModelServer, tmp_path: Path) -> None:
    (found,) = said(settings(tmp_path, openai_base_url=server.url, openai_api_key=KEY, model="big"))
    assert (found.verdict, found.subject) == ("fine", SUBJECT) and "big" in found.text
    assert len(server.chats) == 1


@pytest.mark.parametrize("answer, told, is_setting", [
    (Failed(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key"), "refuses the key", True),
    (Failed(404, "The model `big` does not exist."), "check its name", True), (Failed(404, "Not Found"), "/v1", True),
    (Raw(b"<html>Welcome</html>", "text/html"), "/v1", True), (Failed(400, "maximum context length is 1024 tokens"), "context is too small", False),
    (Closes(), "Nothing answers there", False), (Failed(402), "billing", False), (Hangs(), "EVERGRAPH_MODEL_SECONDS", False),
])
def test_what_is_wrong_with_a_server_is_told_with_what_to_do(
        server: ModelServer, tmp_path: Path, answer: Answer, told: str, is_setting: bool) -> None:
    server.otherwise = answer
    (found,) = said(settings(tmp_path, openai_base_url=server.url, openai_api_key=KEY, model="big", model_seconds=2.0))
    assert (found.verdict, found.is_setting) == ("wrong", is_setting)
    assert told in found.text and server.url.split("/")[2] in found.text
    assert KEY not in found.text


def test_every_further_server_is_looked_at(server: ModelServer, tmp_path: Path) -> None:
    further = [{"base_url": server.url, "api_key": "sk-wrong", "model": "second"}]
    first, second = said(settings(tmp_path, openai_base_url=server.url, openai_api_key=KEY, model="big", model_fallbacks=further))
    assert (first.subject, first.verdict) == (f"{SUBJECT} 1", "fine")
    assert (second.subject, second.verdict) == (f"{SUBJECT} 2", "wrong") and "refuses the key" in second.text


@pytest.mark.parametrize("given", [{}, {"openai_base_url": "http://127.0.0.1:9/v1", "model_calls": 0}])
def test_where_none_is_set_that_is_said(tmp_path: Path, given: dict[str, object]) -> None:
    (found,) = said(settings(tmp_path, **given))
    assert found.verdict == "fine" and "grammar" in found.text


def test_a_file_that_is_missing_is_a_setting_to_change(tmp_path: Path) -> None:
    (found,) = said(settings(tmp_path, model_file=tmp_path / "none.gguf"))
    assert (found.verdict, found.is_setting) == ("wrong", True) and "EVERGRAPH_MODEL_FILE" in found.text


def test_doctor_reports_local_model_speed_and_what_it_suffices_for(tmp_path: Path) -> None:
    file = tmp_path / "small.gguf"
    file.write_bytes(b"GGUF" + bytes(99))
    with model_server(LLAMA_CPP) as server:
        facts = {"base_url": server.url, "api_key": "made-here", "name": "small"}
        write_state(tmp_path, {"model": Running("model", 1, 0.0, "", "", "", facts)})
        for speed, told in ((1_000.0, "people who wait for an answer"), (12.0, "Set EVERGRAPH_MODEL_SECONDS=200"), (0.5, "cannot be above 600")):
            server.script(Raw(json.dumps({"timings": {"prompt_per_second": speed, "predicted_per_second": speed}}).encode()))
            (found,) = said(settings(tmp_path, model_file=file), UP)
            assert told in found.text and "small on this machine reads" in found.text
            assert found.verdict == ("fine" if speed == 1_000.0 else "note")
        too_little = said(settings(tmp_path, model_file=file, model_context=2_048), UP)
        assert [each.verdict for each in too_little] == ["wrong", "wrong"] and "EVERGRAPH_MODEL_CONTEXT" in too_little[0].text


def test_unserved_model_file_is_reported_with_the_starting_command(tmp_path: Path) -> None:
    (tmp_path / "small.gguf").write_bytes(b"GGUF" + bytes(99))
    (found,) = said(settings(tmp_path, model_file=tmp_path / "small.gguf"))
    is_installed = find_spec("xllamacpp") is not None
    assert (found.verdict, found.is_setting) == (("note", False) if is_installed else ("wrong", True))
    assert ("evergraph up" if is_installed else "uv sync --extra local") in found.text
