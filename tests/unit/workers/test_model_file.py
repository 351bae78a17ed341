"""A language model out of a file: what is said of one that cannot be served, and where its server is found."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pydantic import SecretStr

from agent.llm.port import Role
from agent.understand.model.planner import instructions
from agent.understand.model.profile import PROFILES
from kg.errors import BadInput
from tests.model_server import LLAMA_CPP, Failed, Raw, model_server
from workers.services import Services
from workers.services.connections import find_connections
from workers.services.doctor.model_speed import TOKENS, Speed, measured
from workers.services.errors import ModelFileUnusable, ServiceFailed
from workers.services.models.local_process import warm
from workers.services.models.local_server import check_file, explained
from workers.services.models.opening import door_of, has_models
from workers.services.models.server_list import servers_of
from workers.services.parts import PARTS
from workers.services.state import Running
from workers.settings import Settings, make_settings

NOT_LOADED = "error loading model: tensor 'output.weight' data is not within the file bounds\nfailed to load model"
FACTS = {"port": 8200, "base_url": "http://127.0.0.1:8200/v1", "api_key": "made-here", "name": "small"}
RUNNING = {"model": Running("model", 1, 0.0, "", "", "", FACTS)}


def settings(tmp_path: Path, **given: object) -> Settings:
    own = {"openai_api_key": None, "openai_base_url": None, "neo4j_uri": "bolt://127.0.0.1:1", "redis_url": "redis://127.0.0.1:1"}
    return make_settings(**own | {"home": tmp_path / "home", "model_file": tmp_path / "small.gguf"} | given)


@pytest.mark.parametrize("make, why", [
    (lambda file: None, "No such file"), (lambda file: file.mkdir(), "directory"),
    (lambda file: file.write_bytes(b""), "no GGUF file"), (lambda file: file.write_bytes(b"PK\3\4" * 99), "no GGUF file"),
])
def test_what_is_no_model_is_refused_before_anything_starts(tmp_path: Path, make: object, why: str) -> None:
    file = tmp_path / "small.gguf"
    make(file)                          # type: ignore[operator]
    with pytest.raises(BadInput, match=why) as caught:
        check_file(file)
    assert "EVERGRAPH_MODEL_FILE" in str(caught.value) and str(file) in str(caught.value)


def test_a_file_that_the_server_cannot_load_is_named_with_the_reason_and_what_to_do(tmp_path: Path) -> None:
    failed = explained(ServiceFailed(f"Language model stopped while starting. The end of its log:\n{NOT_LOADED}"), settings(tmp_path))
    assert isinstance(failed, ModelFileUnusable)
    assert all(part in str(failed) for part in (str(tmp_path / "small.gguf"), "output.weight", "Fetch the file again"))
    assert "\n" not in str(failed)


def test_another_failure_keeps_the_end_of_the_log(tmp_path: Path) -> None:
    failed = ServiceFailed("Language model stopped while starting. The end of its log:\nout of memory")
    assert explained(failed, settings(tmp_path)) is failed


@pytest.mark.parametrize("given, state", [
    ({}, "stopped"), ({"model_file": None}, None), ({"model_calls": 0}, None), ({"openai_base_url": "http://127.0.0.1:9/v1"}, "elsewhere"),
    ({"openai_api_key": SecretStr("key")}, "elsewhere"),
])
def test_model_server_is_a_part_only_with_a_model_file(tmp_path: Path, given: dict[str, object], state: str | None) -> None:
    states = {row.name: row.state for row in Services(settings(tmp_path, **given)).status()}
    assert states.get("model") == state
    assert PARTS["model"].is_used(settings(tmp_path, **given)) is (state == "stopped")


def test_what_runs_here_is_asked_unless_a_setting_names_another(tmp_path: Path) -> None:
    own = settings(tmp_path, model_seconds=300)
    (server,) = servers_of(own, find_connections(own, RUNNING).model)
    assert (server.base_url, server.api_key, server.seconds) == (FACTS["base_url"], "made-here", 300)
    assert server.names == {Role.PLAN: "small", Role.WRITE: "small"}
    other = settings(tmp_path, openai_base_url="http://127.0.0.1:9/v1", model="big")
    (server,) = servers_of(other, find_connections(other, RUNNING).model)
    assert (server.base_url, server.names[Role.PLAN]) == ("http://127.0.0.1:9/v1", "big")


@pytest.mark.parametrize("given, caution, seconds", [
    ({}, "high", 120), ({"model_caution": "normal", "model_seconds": 300}, "normal", 300),
    ({"openai_base_url": "http://127.0.0.1:9/v1"}, "normal", 20),
])
def test_it_is_given_more_caution_and_time_than_a_server_unless_set(tmp_path: Path, given: dict[str, object], caution: str, seconds: float) -> None:
    own = settings(tmp_path, **given)
    assert (own.caution, own.call_seconds) == (caution, seconds)


@pytest.mark.parametrize("given, size", [
    ({}, "compact"), ({"model_prompt": "full"}, "full"), ({"openai_base_url": "http://127.0.0.1:9/v1"}, "full"),
    ({"openai_base_url": "http://127.0.0.1:9/v1", "model_prompt": "compact"}, "compact"),
])
def test_it_is_told_little_and_a_server_much_unless_set(tmp_path: Path, given: dict[str, object], size: str) -> None:
    assert settings(tmp_path, **given).prompt_size == size


def test_where_it_does_not_run_nothing_is_asked(tmp_path: Path) -> None:
    own = settings(tmp_path)
    assert has_models(own) and door_of(own, find_connections(own, {}).model) is None


def test_its_key_is_in_no_repr(tmp_path: Path) -> None:
    own = settings(tmp_path)
    assert "made-here" not in repr(find_connections(own, RUNNING)) + repr(RUNNING) + repr(servers_of(own, find_connections(own, RUNNING).model))


def test_its_server_reads_ahead_what_all_prompts_begin_with_and_a_failure_of_that_stops_nothing(tmp_path: Path) -> None:
    with model_server(LLAMA_CPP) as server:
        port = urlsplit(server.url).port or 0
        warm(settings(tmp_path), port)
        server.otherwise = Failed(500)
        warm(settings(tmp_path), port)
    assert [asked.texts[0] for asked in server.chats] == [instructions(PROFILES["compact"]).text] * 2
    assert server.chats[0].body["max_tokens"] == 1


def test_its_speed_is_measured_by_one_call() -> None:
    timings = {"timings": {"prompt_per_second": 50.0, "predicted_per_second": 10.0}}
    with model_server(LLAMA_CPP) as server:
        server.script(Raw(json.dumps(timings).encode()))
        assert measured(server.url, "key") == Speed(50.0, 10.0)
        assert server.chats[0].body["cache_prompt"] is False        # what was read before says nothing of how fast it reads
        server.otherwise = Failed(500)
        with pytest.raises(ServiceFailed, match="evergraph up"):
            measured(server.url, "key")
    for size, tokens in TOKENS.items():
        assert Speed(50.0, 10.0).later(size) == tokens.later / 50.0 + tokens.written / 10.0
        assert len({Speed(speed, speed).good_for(size) for speed in (1.0, 100.0, 1_000.0)}) == 3
    assert Speed(50.0, 10.0).first("compact") < Speed(50.0, 10.0).first("full")
