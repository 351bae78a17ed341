"""What an installation may set, each with its reason. The only reader of the environment, and of the real time.

Ours begin with EVERGRAPH_; those of other products keep the names that everybody knows. An empty variable is an unset one.
"""

import json
import os
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from platformdirs import user_cache_path, user_data_path
from pydantic import AliasChoices, AwareDatetime, Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from agent.llm.port import Caution, PromptSize
from ingest.company import Company
from kg.errors import WrongSetting
from kg.ports import Clock
from workers.fallbacks import Fallback, as_text

USUAL_SECONDS, SECONDS_OF_FILE = 20.0, 120.0       # of a call to a model: a question's own time has room for the first
Port = Annotated[int, Field(ge=1, le=65535)]

SCHEMES = {
    "neo4j_uri": ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"),
    "redis_url": ("redis", "rediss", "unix", "sentinel"),
    "merge_base_url": ("http", "https"),
    "openai_base_url": ("http", "https"),
    "public_url": ("http", "https"),
    "oidc_issuer": ("http", "https"),
}

PORTS = {        # field -> variable
    "port": "EVERGRAPH_PORT", "bolt_port": "EVERGRAPH_BOLT_PORT", "browser_port": "EVERGRAPH_BROWSER_PORT",
    "redis_port": "EVERGRAPH_REDIS_PORT", "sandbox_port": "EVERGRAPH_SANDBOX_PORT", "model_port": "EVERGRAPH_MODEL_PORT",
}


def _ours(name: str) -> AliasChoices:
    return AliasChoices(f"EVERGRAPH_{name}")


def _theirs(*names: str) -> AliasChoices:
    return AliasChoices(*names)


class Settings(BaseSettings):
    """The settings of this process. Frozen; made once by `read_settings` and handed down."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_ignore_empty=True, hide_input_in_errors=True, populate_by_name=True,
        case_sensitive=True,       # else HOME and PORT would be read as the fields home and port
    )

    home: Path = Field(
        default_factory=lambda: user_data_path("evergraph"), validation_alias=_ours("HOME"), examples=["/var/lib/evergraph"],
        description="Where all state lies: databases, tenants, passwords, logs.")
    cache_folder: Path | None = Field(
        default=None, validation_alias=_ours("CACHE"), examples=["/var/cache/evergraph"],
        description="Where Neo4j's jars lie (140 MB); may be shared. Left out: `cache` in EVERGRAPH_HOME, else the user's own.")
    now: AwareDatetime | None = Field(
        default=None, validation_alias=_ours("NOW"), examples=["2026-11-20T09:00:00Z"],
        description="Pins the clock, so that \"this quarter\" can be repeated. Left out, time passes.")
    port: Port | None = Field(
        default=None, validation_alias=_ours("PORT"), examples=["8000"],
        description="Port of the web server. Left out, a free one.")
    bolt_port: Port | None = Field(
        default=None, validation_alias=_ours("BOLT_PORT"), examples=["7687"],
        description="Port of the local Neo4j for drivers. Left out, a free one.")
    browser_port: Port | None = Field(
        default=None, validation_alias=_ours("BROWSER_PORT"), examples=["7474"],
        description="Port of Neo4j Browser. Left out, a free one.")
    redis_port: Port | None = Field(
        default=None, validation_alias=_ours("REDIS_PORT"), examples=["6379"],
        description="Port of the local Valkey. Left out, a free one.")
    sandbox_port: Port | None = Field(
        default=None, validation_alias=_ours("SANDBOX_PORT"), examples=["8100"],
        description="Port of the Merge sandbox. Left out, a free one.")
    model_port: Port | None = Field(
        default=None, validation_alias=_ours("MODEL_PORT"), examples=["8200"],
        description="Port of the server of EVERGRAPH_MODEL_FILE. Left out, a free one.")
    java: Path | None = Field(
        default=None, validation_alias=_ours("JAVA"), examples=["/usr/lib/jvm/java-21/bin/java"],
        description="The Java that runs Neo4j (17 or 21). Left out, the one on the path, else the one that comes along.")
    neo4j_heap: str = Field(
        default="1g", validation_alias=_ours("NEO4J_HEAP"), pattern=r"^\d+[mg]$", examples=["2g"],
        description="Memory of the local Neo4j for queries; a million nodes want 2g.")
    neo4j_pagecache: str = Field(
        default="128m", validation_alias=_ours("NEO4J_PAGECACHE"), pattern=r"^\d+[mg]$", examples=["4g"],
        description="Memory of the local Neo4j for its files; a million nodes want 4g.")
    neo4j_quick_start: bool = Field(
        default=False, validation_alias=_ours("NEO4J_QUICK_START"), examples=["true"],
        description="Starts the local Neo4j in about half the time; heavy queries are slower afterwards. For demos and tests.")
    worker_processes: int = Field(
        default=2, ge=1, le=64, validation_alias=_ours("WORKER_PROCESSES"), examples=["2"],
        description="Tasks that the local worker runs at once.")
    asks_per_minute: int = Field(
        default=30, ge=1, validation_alias=_ours("ASKS_PER_MINUTE"), examples=["30"],
        description="Questions that one person may put in a minute, over all surfaces.")
    question_characters: int = Field(
        default=2_000, ge=100, le=20_000, validation_alias=_ours("QUESTION_CHARACTERS"), examples=["2000"],
        description="How many characters one question may have, on every surface. Without a language model, questions above 600 have no reading.")
    requests_per_minute: int = Field(
        default=600, ge=1, validation_alias=_ours("REQUESTS_PER_MINUTE"), examples=["600"],
        description="Requests of all kinds that one person may make to the API in a minute.")
    public_url: str | None = Field(
        default=None, validation_alias=_ours("PUBLIC_URL"), examples=["https://evergraph.example.com"],
        description="The address that people reach the web server by, where it stands behind another one.")
    oidc_issuer: str | None = Field(
        default=None, validation_alias=_ours("OIDC_ISSUER"), examples=["https://login.example.com"],
        description="Your company's sign-in (OpenID Connect). Its client there may send people back to EVERGRAPH_PUBLIC_URL/api/sign-in/callback. "
                    "An address of which it says `email_verified` and anything but `true` is refused; one of which it says nothing is taken.")
    oidc_client_id: str | None = Field(
        default=None, validation_alias=_ours("OIDC_CLIENT_ID"), examples=["evergraph"],
        description="What that sign-in calls us.")
    oidc_client_secret: SecretStr | None = Field(
        default=None, validation_alias=_ours("OIDC_CLIENT_SECRET"), examples=["the secret from the provider"],
        description="The secret it gave us. Left out, none is sent.")
    oidc_name: str = Field(
        default="your company's account", max_length=60, validation_alias=_ours("OIDC_NAME"), examples=["Acme"],
        description="What people call that sign-in: the button of the sign-in page says \"Sign in with …\".")
    session_hours: float = Field(
        default=12.0, gt=0, le=720, validation_alias=_ours("SESSION_HOURS"), examples=["12"],
        description="How long a person stays signed in.")
    proxy_header: str = Field(
        default="X-Forwarded-Email", validation_alias=_ours("PROXY_HEADER"), pattern=r"^[A-Za-z][A-Za-z0-9-]*$", examples=["X-Forwarded-Email"],
        description="The header in which a trusted proxy says who asks, by e-mail address. The proxy must take it out of what comes from outside.")
    trusted_proxies: str = Field(
        default="", validation_alias=_ours("TRUSTED_PROXIES"), examples=["10.0.0.5 10.1.0.0/16"],
        description="Addresses of the proxies that are believed, with spaces between. Left out, none is.")
    browser_for_all_tenants: bool = Field(
        default=False, validation_alias=_ours("BROWSER_FOR_ALL_TENANTS"), examples=["true"],
        description="Offers Neo4j Browser although the graph holds several companies. It shows all of each, past every rule of who may see what.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", validation_alias=_ours("LOG_LEVEL"), examples=["INFO"],
        description="How much the logs say.")

    neo4j_uri: str | None = Field(
        default=None, validation_alias=_theirs("NEO4J_URI"), examples=["neo4j+s://graph.example.com"],
        description="Your own Neo4j (5.26 or later), a cluster or Aura. Left out, a local one is started.")
    neo4j_user: str = Field(
        default="neo4j", validation_alias=_theirs("NEO4J_USER", "NEO4J_USERNAME"), examples=["neo4j"],
        description="Who signs in to NEO4J_URI.")
    neo4j_password: SecretStr | None = Field(
        default=None, validation_alias=_theirs("NEO4J_PASSWORD"), examples=["the password"],
        description="Their password. Only used with NEO4J_URI.")
    neo4j_database: str = Field(
        default="neo4j", validation_alias=_theirs("NEO4J_DATABASE"), pattern=r"^[A-Za-z][A-Za-z0-9.-]{2,62}$", examples=["neo4j"],
        description="The database on that server.")
    redis_url: Annotated[str, NoDecode] | None = Field(
        default=None, validation_alias=_theirs("REDIS_URL"), repr=False, examples=["rediss://:password@cache.example.com:6379/0"],
        description="Your own Redis or Valkey. Left out, a local one is started.")
    merge_api_key: SecretStr | None = Field(
        default=None, validation_alias=_theirs("MERGE_API_KEY"), examples=["the key from Merge's dashboard"],
        description="Your key for Merge. Left out, the sandbox plays Merge.")
    merge_base_url: str | None = Field(
        default=None, validation_alias=_theirs("MERGE_BASE_URL"), examples=["https://api-eu.merge.dev/api"],
        description="Merge's region or a stand-in for it. Left out, Merge's own default.")
    merge_requests_per_minute: int = Field(
        default=400, ge=1, validation_alias=_ours("MERGE_REQUESTS_PER_MINUTE"), examples=["100"],
        description="How often one linked account may be read, by your plan with Merge: Launch 100, Professional 400, Enterprise 600.")
    openai_api_key: SecretStr | None = Field(
        default=None, validation_alias=_theirs("OPENAI_API_KEY"), examples=["the key from the provider"],
        description="Your key for a language model: it reads messages in any words and language, and writes summaries. Without key and address "
        "a grammar reads plain English questions.")
    openai_base_url: str | None = Field(
        default=None, validation_alias=_theirs("OPENAI_BASE_URL"), examples=["http://127.0.0.1:8080/v1"],
        description="Any server that speaks OpenAI's API. Left out, OpenAI's own.")
    openai_api_version: str | None = Field(
        default=None, validation_alias=_theirs("OPENAI_API_VERSION"), examples=["2024-10-21"],
        description="Only for Azure: the version of its API; then OPENAI_BASE_URL is the resource's address and the models are its deployments.")
    model_file: Path | None = Field(
        default=None, validation_alias=_ours("MODEL_FILE"), examples=["/var/lib/models/qwen3-8b-q4_k_m.gguf"],
        description="A language model as a GGUF file, served on this machine alone. Used where neither OPENAI_API_KEY nor OPENAI_BASE_URL is set. "
        "Wants the extra `local`; `evergraph doctor` says how fast it is.")
    model_context: int = Field(
        default=16_384, ge=2_048, le=1_048_576, validation_alias=_ours("MODEL_CONTEXT"), examples=["16384"],
        description="How many tokens the model of EVERGRAPH_MODEL_FILE can look at at once; a question wants about 4,000, and 16,000 with "
        "EVERGRAPH_MODEL_PROMPT=full. More takes more memory.")
    model_catalogue: int | None = Field(
        default=None, ge=1_000, le=1_000_000, validation_alias=_ours("MODEL_CATALOGUE"), examples=["4000"],
        description="How many tokens of a prompt may tell which records and fields there are. Of more, each message gets what it may be about. "
        "Left out, 16,000, and 4,000 for EVERGRAPH_MODEL_FILE, since a processor reads slowly.")
    model: str | None = Field(
        default=None, validation_alias=_ours("MODEL"), examples=["gpt-4.1"],
        description="The language model. Left out, gpt-4.1 at OpenAI, and at another address the first that the server lists.")
    model_fallbacks: tuple[Fallback, ...] = Field(
        default=(), validation_alias=_ours("MODEL_FALLBACKS"),
        examples=['[{"base_url": "http://127.0.0.1:11434/v1", "api_key": "its key, if it wants one", "model": "qwen3:8b"}]'],
        description="Further servers, asked in this order where those before them are away, too slow or say nothing usable; what may leave and what "
        "may be used holds for each. Also of each: `api_version` (Azure), `seconds` of a call.")
    model_plan: str | None = Field(
        default=None, validation_alias=_ours("MODEL_PLAN"), examples=["gpt-4.1"], description="The model that plans. Left out, EVERGRAPH_MODEL.")
    model_write: str | None = Field(
        default=None, validation_alias=_ours("MODEL_WRITE"), examples=["gpt-4.1-mini"],
        description="The model that writes summaries. Left out, EVERGRAPH_MODEL.")
    model_embed: str | None = Field(
        default=None, validation_alias=_ours("MODEL_EMBED"), examples=["text-embedding-3-small"],
        description="The model for vectors of names, of texts that everybody may see, and of what people said. Where nothing is called as somebody "
        "wrote, what is near in meaning is then offered. Left out, there are no vectors.")
    planner: Literal["rules", "model", "both"] = Field(
        default="both", validation_alias=_ours("PLANNER"), examples=["both", "rules", "model"],
        description="Who reads messages: the language model, and the grammar where none is set or none answers (both); or one of them alone, "
        "for measuring.")
    model_caution: Caution | None = Field(
        default=None, validation_alias=_ours("CAUTION"), examples=["normal", "high"],
        description="How easily what a language model understood is put to the person before it is answered. A model that plans well needs little: "
        "low states a reading that the message does not bear out, normal asks about the worst of them, high states every reading that the "
        "grammar does not share and asks about each that is doubted, for small models. Left out, normal, and high for EVERGRAPH_MODEL_FILE and with "
        "EVERGRAPH_MODEL_PROMPT=compact.")
    model_prompt: PromptSize | None = Field(
        default=None, validation_alias=_ours("MODEL_PROMPT"), examples=["compact"],
        description="How much a language model is told with each message. full: the plan language and the catalogue, for models that plan well. "
        "compact: short instructions that are the same for everybody, and a short part about the message, for small models and servers that "
        "read slowly; what the grammar reads is then not asked of the model. Left out, full, and compact for EVERGRAPH_MODEL_FILE.")
    model_seconds: float | None = Field(
        default=None, gt=0, le=600, validation_alias=_ours("MODEL_SECONDS"), examples=["20", "300"],
        description="How long one call to a model may take. A question has 30 seconds in all, and as much more as this is above 20. "
        "Left out, 20, and 120 for EVERGRAPH_MODEL_FILE and with EVERGRAPH_MODEL_PROMPT=compact, since a processor reads slowly.")
    model_calls: int = Field(
        default=12, ge=0, le=100, validation_alias=_ours("MODEL_CALLS"), examples=["12"],
        description="Calls to models that one question may make; 0 switches models off.")
    model_tokens: int = Field(
        default=150_000, ge=0, validation_alias=_ours("MODEL_TOKENS"), examples=["150000"],
        description="Tokens that one question may use, sent and received.")
    model_dollars: float = Field(
        default=0.5, ge=0, validation_alias=_ours("MODEL_DOLLARS"), examples=["0.5"],
        description="What one question may cost in US dollars, by EVERGRAPH_MODEL_PRICES.")
    model_day_tokens: int = Field(
        default=50_000_000, ge=0, validation_alias=_ours("MODEL_DAY_TOKENS"), examples=["50000000"],
        description="Tokens that a company may use in a day (UTC); then the grammar does alone until the next.")
    model_day_dollars: float = Field(
        default=20.0, ge=0, validation_alias=_ours("MODEL_DAY_DOLLARS"), examples=["20"],
        description="What a company may cost in a day (UTC), by EVERGRAPH_MODEL_PRICES.")
    model_prices: dict[str, tuple[float, float]] = Field(
        default_factory=dict, validation_alias=_ours("MODEL_PRICES"), examples=['{"gpt-4.1": [2.0, 8.0]}'],
        description="US dollars for a million tokens sent and received, by model, from your provider's list. One without a price costs nothing here.")

    @field_validator("home", "cache_folder", "java", "model_file")
    @classmethod
    def _whole_path(cls, path: Path | None) -> Path | None:
        return path.expanduser().absolute() if path else None

    @field_validator(*SCHEMES)
    @classmethod
    def _known_scheme(cls, address: str | None, info: Any) -> str | None:
        allowed = SCHEMES[info.field_name]
        if address is None:
            return None
        scheme = urlsplit(address).scheme
        if scheme not in allowed:
            raise ValueError(f"an address of it begins with one of {', '.join(f'{s}://' for s in allowed)}")
        if scheme != "unix" and not urlsplit(address).hostname:
            raise ValueError("the address names no host")
        return address

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, proxies: str) -> str:
        for each in proxies.split():
            ip_network(each)            # its error says what is wrong
        return proxies

    @property
    def is_file_used(self) -> bool:
        """Is the model that of EVERGRAPH_MODEL_FILE, and no server's?"""
        return self.model_file is not None and not (self.openai_api_key or self.openai_base_url)

    @property
    def _is_small(self) -> bool:
        """Is the model taken for a small or slow one: that of a file, or one that is told little?"""
        return self.is_file_used or self.prompt_size == "compact"

    @property
    def caution(self) -> Caution:
        """How easily what the model understood is put to the person."""
        return self.model_caution or ("high" if self._is_small else "normal")

    @property
    def prompt_size(self) -> PromptSize:
        """How much a language model is told with each message."""
        return self.model_prompt or ("compact" if self.is_file_used else "full")

    @property
    def call_seconds(self) -> float:
        """How long one call to a model may take."""
        return self.model_seconds or (SECONDS_OF_FILE if self._is_small else USUAL_SECONDS)

    @property
    def cache(self) -> Path:
        """The folder of what can be fetched again."""
        if self.cache_folder:
            return self.cache_folder
        return self.home / "cache" if "home" in self.model_fields_set else user_cache_path("evergraph")


def read_settings() -> Settings:
    """The settings out of the environment. Raises WrongSetting: which, why, and what to write instead."""
    return make_settings()


def make_settings(**given: Any) -> Settings:
    """Settings out of the environment, those given by name winning. Raises WrongSetting."""
    try:
        return Settings(**given)
    except ValidationError as error:
        wrong = "\n".join(_in_words(part["loc"], part["msg"]) for part in error.errors())
    except SettingsError as error:      # it names the field in quotes, and nothing of its value
        named = next((name for name in Settings.model_fields if f'"{name}"' in str(error)), "")
        wrong = _in_words((named,), "it is no well-formed JSON")
    raise WrongSetting(wrong)       # outside the except: the cause could show a secret


def child_environment(settings: Settings) -> dict[str, str]:
    """The environment of a child process that shall read the same settings."""
    inherited = {name: value for name, value in os.environ.items() if name not in _names()}
    ours = {_name(Settings.model_fields[field]): _as_text(getattr(settings, field)) for field in settings.model_fields_set}
    return inherited | {name: text for name, text in ours.items() if text}


def is_ci() -> bool:
    """Whether this runs where nothing may be skipped (CI=true)."""
    return os.environ.get("CI", "").lower() in {"true", "1"}


def clock_of(settings: Settings, company: Company | None = None) -> Clock:
    """The clock of a tenant: EVERGRAPH_NOW, else the company's pinned time, else the real time."""
    pinned = settings.now or (company.now if company else None)
    if pinned is None:
        return real_time
    moment = pinned.astimezone(UTC)
    return lambda: moment


def real_time() -> datetime:
    """The time that passes, aware and in UTC."""
    return datetime.now(UTC)


def _in_words(place: tuple[int | str, ...], why: str) -> str:
    name, field = _setting(str(place[0]) if place else "")
    said = why.removeprefix("Value error, ")
    if field is None:
        return f"{name}: {said}."
    example = (field.examples or ["another value"])[0]
    return f"{name} cannot be used: {said[:1].lower()}{said[1:]}. {field.description} Write for example {name}={example}"


def _setting(place: str) -> tuple[str, FieldInfo | None]:
    for name, field in Settings.model_fields.items():
        if place == name or place in _choices(field):
            return (_name(field) if place == name else place), field
    return place, None


def _choices(field: FieldInfo) -> list[str]:
    alias = field.validation_alias
    return [str(choice) for choice in alias.choices] if isinstance(alias, AliasChoices) else []


def _name(field: FieldInfo) -> str:
    return _choices(field)[0]


def _names() -> set[str]:
    return {choice for field in Settings.model_fields.values() for choice in _choices(field)}


def _as_text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, tuple):
        return as_text(value)
    return "" if value is None else str(value)
