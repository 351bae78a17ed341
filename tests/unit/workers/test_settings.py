"""What an installation may set, and what it is told when it sets it wrong."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ingest.company import Company
from kg.errors import WrongSetting
from workers.settings import Settings, child_environment, clock_of, make_settings, read_settings

WRONG = {
    "EVERGRAPH_NOW": ("yesterday", "2026-11-20T09:00:00Z"),
    "EVERGRAPH_PORT": ("eighty", "EVERGRAPH_PORT=8000"),
    "EVERGRAPH_BOLT_PORT": ("70000", "EVERGRAPH_BOLT_PORT=7687"),
    "EVERGRAPH_BROWSER_PORT": ("0", "EVERGRAPH_BROWSER_PORT=7474"),
    "EVERGRAPH_REDIS_PORT": ("-1", "EVERGRAPH_REDIS_PORT=6379"),
    "EVERGRAPH_SANDBOX_PORT": ("x", "EVERGRAPH_SANDBOX_PORT=8100"),
    "EVERGRAPH_NEO4J_HEAP": ("lots", "EVERGRAPH_NEO4J_HEAP=2g"),
    "EVERGRAPH_NEO4J_PAGECACHE": ("4 GB", "EVERGRAPH_NEO4J_PAGECACHE=4g"),
    "EVERGRAPH_NEO4J_QUICK_START": ("perhaps", "EVERGRAPH_NEO4J_QUICK_START=true"),
    "EVERGRAPH_WORKER_PROCESSES": ("0", "EVERGRAPH_WORKER_PROCESSES=2"),
    "EVERGRAPH_LOG_LEVEL": ("LOUD", "EVERGRAPH_LOG_LEVEL=INFO"),
    "NEO4J_URI": ("http://127.0.0.1:7474", "NEO4J_URI=neo4j+s://"),
    "NEO4J_DATABASE": ("two words", "NEO4J_DATABASE=neo4j"),
    "REDIS_URL": ("127.0.0.1:6379", "REDIS_URL=rediss://"),
    "MERGE_BASE_URL": ("api-eu.merge.dev", "MERGE_BASE_URL=https://"),
    "OPENAI_BASE_URL": ("https://", "OPENAI_BASE_URL=http://"),
    "EVERGRAPH_MODEL_FALLBACKS": ('[{"base_url": "127.0.0.1"}]', "EVERGRAPH_MODEL_FALLBACKS=["),
    "EVERGRAPH_MODEL_PRICES": ("{2.0", "EVERGRAPH_MODEL_PRICES={"),
    "EVERGRAPH_MODEL_CONTEXT": ("12", "EVERGRAPH_MODEL_CONTEXT=16384"),
    "EVERGRAPH_MODEL_PORT": ("x", "EVERGRAPH_MODEL_PORT=8200"),
}


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    others = "EVERGRAPH_HOME", "EVERGRAPH_CACHE", "NEO4J_USER", "NEO4J_USERNAME", "NEO4J_PASSWORD", "MERGE_API_KEY", "OPENAI_API_KEY"
    for name in (*WRONG, *others):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_setting_says_which_and_what_to_write_instead(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value, advice = WRONG[name]
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    message = str(caught.value)
    assert message.startswith(f"{name} cannot be used: ")
    assert advice in message


def test_every_setting_says_why_it_exists_and_gives_an_example() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description and field.examples, name


def test_every_wrong_setting_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVERGRAPH_PORT", "eighty")
    monkeypatch.setenv("REDIS_URL", "nowhere")
    with pytest.raises(WrongSetting, match=r"EVERGRAPH_PORT(.|\n)*REDIS_URL"):
        read_settings()


def test_no_secret_is_in_a_message_a_text_or_a_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = {"NEO4J_PASSWORD": "pw-hidden", "MERGE_API_KEY": "merge-hidden", "OPENAI_API_KEY": "openai-hidden",
               "EVERGRAPH_OIDC_CLIENT_SECRET": "oidc-hidden", "REDIS_URL": "redis://:redis-hidden@localhost:6379/0"}
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    assert "hidden" not in repr(read_settings()) + str(read_settings())
    monkeypatch.setenv("REDIS_URL", "http://:redis-hidden@localhost")
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert "hidden" not in str(caught.value)
    assert caught.value.__cause__ is None and caught.value.__context__ is None


def test_an_empty_variable_is_an_unset_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "")
    monkeypatch.setenv("EVERGRAPH_PORT", "")
    assert (read_settings().neo4j_uri, read_settings().port) == (None, None)


@pytest.mark.parametrize("name", ["NEO4J_USER", "NEO4J_USERNAME"])
def test_both_names_of_the_graphs_user_are_known(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "ada")
    assert read_settings().neo4j_user == "ada"


def test_variables_of_the_shell_are_no_settings_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "PORT", "JAVA", "NOW"):
        monkeypatch.setenv(name, "/nowhere")
    assert (read_settings().port, read_settings().java, read_settings().now) == (None, None, None)
    assert read_settings().home.parts[:2] == ("/", "nowhere") and read_settings().home != Path("/nowhere")      # the user's own data folder


def test_cache_defaults_to_a_configured_home(tmp_path: Path) -> None:
    assert make_settings(home=tmp_path).cache == tmp_path / "cache"
    assert make_settings(home=tmp_path, cache_folder=tmp_path / "shared").cache == tmp_path / "shared"
    assert read_settings().cache != read_settings().home / "cache"


def test_a_child_process_reads_the_same_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://elsewhere:7687")
    ours = make_settings(home=tmp_path, now="2026-11-20T09:00:00Z", merge_api_key="key", neo4j_uri=None)
    child = child_environment(ours)
    for name in ("EVERGRAPH_HOME", "EVERGRAPH_NOW", "MERGE_API_KEY"):
        monkeypatch.setenv(name, child[name])
    assert "NEO4J_URI" not in child
    monkeypatch.delenv("NEO4J_URI")
    assert read_settings() == ours


def company(now: datetime | None) -> Company:
    return Company(tenant="acme", name="Acme", domain="acme.example", now=now)


def test_the_clock_is_the_setting_else_the_companys_else_the_real_one(tmp_path: Path) -> None:
    set_time, company_time = datetime(2026, 11, 20, 9, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC)
    pinned, free = make_settings(home=tmp_path, now=set_time), make_settings(home=tmp_path)
    assert clock_of(pinned, company(company_time))() == set_time
    assert clock_of(free, company(company_time))() == company_time
    first = clock_of(free, company(None))
    assert first() <= first() and first().tzinfo is UTC
