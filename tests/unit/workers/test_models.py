"""Which models an installation asks, by its settings, and what a company may use of them in a day."""

from datetime import UTC, datetime

import pytest

from agent.llm.port import Role
from ingest.company import Company
from tests.model_server import KEY
from workers.models import DayMeter, door_of, has_models, models_of, options_of
from workers.settings import Settings, make_settings
from workers.store import RedisStore


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


@pytest.mark.parametrize("given, plans, writes", [
    ({"openai_api_key": KEY}, "gpt-4.1", "gpt-4.1"), ({"openai_base_url": "http://127.0.0.1:8080/v1"}, "", ""),
    ({"openai_base_url": "http://127.0.0.1:8080/v1", "model": "qwen"}, "qwen", "qwen"),
    ({"openai_api_key": KEY, "model": "big", "model_write": "small"}, "big", "small"),
    ({"openai_api_key": KEY, "openai_base_url": "https://x.openai.azure.com", "openai_api_version": "2024-10-21"}, "gpt-4.1", "gpt-4.1"),
])
def test_each_role_has_its_model_or_the_usual_one(given: dict[str, object], plans: str, writes: str) -> None:
    names = options_of(settings(**given)).names
    assert (names[Role.PLAN], names[Role.WRITE]) == (plans, writes)
    assert Role.EMBED not in names


def test_the_key_is_in_no_repr() -> None:
    assert KEY not in repr(options_of(settings(openai_api_key=KEY)))


def test_where_nothing_can_be_counted_nothing_is_used() -> None:
    meter = DayMeter(RedisStore("redis://127.0.0.1:1"), "tiny", lambda: datetime(2026, 11, 20, tzinfo=UTC), settings())
    meter.add(1_000, 0.1)
    assert meter.is_used_up()
