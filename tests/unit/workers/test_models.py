"""Which models an installation asks, by its settings, and what a company may use of them in a day."""

from datetime import UTC, datetime

import pytest
from pydantic import BaseModel

from agent.llm.port import MayNotLeave, Message, Prompt, Role
from ingest.company import Company
from ingest.gateway import Deadline
from tests.cases import each_case
from tests.model_server import KEY
from workers.services.models.opening import DayMeter, door_of, has_models, models_of
from workers.services.models.server_list import options_of, servers_of
from workers.settings import Settings, child_environment, make_settings, read_settings
from workers.storage.store import RedisStore


def settings(**given: object) -> Settings:
    return make_settings(**({"openai_api_key": None, "openai_base_url": None, "openai_api_version": None, "model": None} | given))


@pytest.mark.parametrize("given, has", [
    ({}, False), ({"openai_api_key": KEY}, True), ({"openai_base_url": "http://127.0.0.1:8080/v1"}, True),
    ({"openai_api_key": KEY, "model_calls": 0}, False),
])
def test_there_is_a_model_where_a_key_or_an_address_is_set(given: dict[str, object], has: bool) -> None:
    assert has_models(settings(**given)) is has
    company = Company(tenant="tiny", name="Tiny", domain="tiny.test")
    away = RedisStore("redis://127.0.0.1:1")
    assert (models_of(settings(**given), company, away, lambda: datetime(2026, 11, 20, tzinfo=UTC), door_of(settings(**given))) is not None) is has


@each_case("given, plans, writes", [
    ({"openai_api_key": KEY}, "gpt-4.1", "gpt-4.1"), ({"openai_base_url": "http://127.0.0.1:8080/v1"}, "", ""),
    ({"openai_base_url": "http://127.0.0.1:8080/v1", "model": "qwen"}, "qwen", "qwen"),
    ({"openai_api_key": KEY, "model": "big", "model_write": "small"}, "big", "small"),
    ({"openai_api_key": KEY, "openai_base_url": "https://x.openai.azure.com", "openai_api_version": "2024-10-21"}, "gpt-4.1", "gpt-4.1"),
])
def test_each_role_has_its_model_or_the_usual_one(given: dict[str, object], plans: str, writes: str) -> None:
    names = options_of(settings(**given)).names
    assert (names[Role.PLAN], names[Role.WRITE]) == (plans, writes)
    assert Role.EMBED not in names


FALLBACKS = [{"base_url": "http://127.0.0.1:9/v1", "api_key": "sk-second", "seconds": 300},
             {"base_url": "https://x.example", "api_version": "2024-10-21", "model": "mine"}]


def test_further_servers_come_after_the_first_each_with_its_own_key_model_and_time() -> None:
    own = settings(openai_api_key=KEY, model_fallbacks=FALLBACKS)
    first, second, third = servers_of(own)
    assert (first.base_url, second.base_url, third.base_url) == (None, "http://127.0.0.1:9/v1", "https://x.example")
    assert (first.api_key, second.api_key, third.api_key) == (KEY, "sk-second", None)
    assert (second.names[Role.PLAN], third.names[Role.PLAN], third.api_version) == ("", "mine", "2024-10-21")
    assert (first.seconds, second.seconds, third.seconds) == (20, 300, 20)
    assert Role.EMBED not in second.names
    assert [each.base_url for each in servers_of(settings(model_fallbacks=FALLBACKS))] == ["http://127.0.0.1:9/v1", "https://x.example"]


def test_a_question_has_time_for_every_server_and_no_key_of_theirs_leaves() -> None:
    own = settings(openai_api_key=KEY, model_fallbacks=FALLBACKS)
    company = Company(tenant="tiny", name="Tiny", domain="tiny.test")
    models = models_of(own, company, RedisStore("redis://127.0.0.1:1"), lambda: datetime(2026, 11, 20, tzinfo=UTC), door_of(own))
    assert models is not None and models.seconds == 320
    with pytest.raises(MayNotLeave):
        models.model.structured(Role.PLAN, Prompt("p", 1, (Message("user", "It is sk-second."),)), Shape, models.budget(Deadline.after(20)))


class Shape(BaseModel):
    any: str


def test_further_servers_reach_child_processes_and_show_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    own = settings(model_fallbacks=FALLBACKS)
    assert "sk-second" not in repr(own) + repr(servers_of(own))
    monkeypatch.setenv("EVERGRAPH_MODEL_FALLBACKS", child_environment(own)["EVERGRAPH_MODEL_FALLBACKS"])
    assert read_settings().model_fallbacks == own.model_fallbacks


def test_the_key_is_in_no_repr() -> None:
    assert KEY not in repr(options_of(settings(openai_api_key=KEY)))


def test_where_nothing_can_be_counted_nothing_is_used() -> None:
    meter = DayMeter(RedisStore("redis://127.0.0.1:1"), "tiny", lambda: datetime(2026, 11, 20, tzinfo=UTC), settings())
    meter.add(1_000, 0.1)
    assert meter.is_used_up()
