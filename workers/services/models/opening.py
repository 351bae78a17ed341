"""Opening the language models that settings name, and the daily budget of each tenant for them."""

from datetime import UTC

from agent.llm.budget import LETTERS_PER_TOKEN, Limits
from agent.llm.gate import Gate
from agent.llm.opening import ModelConnection
from agent.llm.port import Models, Role
from ingest.company import Company
from kg.errors import StoreUnavailable
from kg.ports import Clock
from workers.services.models.local_server import name_of
from workers.services.models.server_list import LocalModel, servers_of
from workers.settings import USUAL_SECONDS, Settings
from workers.storage.store import RedisStore

CATALOGUE, CATALOGUE_OF_FILE = 16_000, 4_000       # tokens of the catalogue that a prompt holds where no other number is set
KEPT_SECONDS = 32 * 86_400.0
MICRO = 1_000_000


class DayMeter:
    """What a tenant has used today (UTC), counted in the store, over all processes. Where the store is away, nothing may be used."""

    def __init__(self, store: RedisStore, tenant: str, clock: Clock, settings: Settings) -> None:
        self._store, self._tenant, self._clock = store, tenant, clock
        self._most = (settings.model_day_tokens, round(settings.model_day_dollars * MICRO))

    def is_used_up(self) -> bool:
        """Has the day's budget been used?"""
        try:
            used = self._store.get_all(self._keys())
        except StoreUnavailable:
            return True
        return any(int(value or 0) >= most for value, most in zip(used, self._most, strict=True))

    def add(self, tokens: int, dollars: float) -> None:
        """So much more was used. Where the store is away it is not counted; nothing more is used then either."""
        for key, amount in zip(self._keys(), (tokens, round(dollars * MICRO)), strict=True):
            try:
                self._store.count(key, KEPT_SECONDS, amount)
            except StoreUnavailable:
                return

    def _keys(self) -> list[str]:
        return _keys_of(self._tenant, self._clock().astimezone(UTC).date().isoformat())


def model_used(store: RedisStore, tenant: str, day: str) -> tuple[int, float]:
    """The tokens and dollars that a tenant's models took on a day (UTC, 2026-11-20) of the last month. Raises StoreUnavailable."""
    tokens, micro = (int(value or 0) for value in store.get_all(_keys_of(tenant, day)))
    return tokens, micro / MICRO


def _keys_of(tenant: str, day: str) -> list[str]:
    return [f"model:{tenant}:{day}:{unit}" for unit in ("tokens", "microdollars")]


def has_models(settings: Settings) -> bool:
    """Is a language model set?"""
    return settings.model_calls > 0 and bool(settings.openai_api_key or settings.openai_base_url or settings.model_file or settings.model_fallbacks)


def door_of(settings: Settings, local: LocalModel | None = None) -> ModelConnection | None:
    """The installation's way to its models, None where none is set. `local`: the one that runs here. Loads nothing yet."""
    servers = servers_of(settings, local) if settings.model_calls > 0 else ()
    return ModelConnection(*servers) if servers else None


def models_of(settings: Settings, company: Company, store: RedisStore, clock: Clock, door: ModelConnection | None) -> Models | None:
    """The models that answer a company's people; None without a door."""
    if door is None:
        return None
    secrets = tuple(s for s in (*(server.api_key for server in door.servers), *(account.token for account in company.accounts)) if s)
    gate = Gate(frozenset(company.definitions.policy.model_may_see), secrets)
    extra = max(0.0, sum(server.seconds for server in door.servers) - USUAL_SECONDS)
    limits = Limits(settings.model_calls, settings.model_tokens, settings.model_dollars)
    meter = DayMeter(store, company.tenant, clock, settings)
    return Models(door.model(gate), limits, meter, extra, settings.caution, round(_catalogue_tokens(settings) * LETTERS_PER_TOKEN),
                  settings.prompt_size)


def _catalogue_tokens(settings: Settings) -> int:
    return settings.model_catalogue or (CATALOGUE_OF_FILE if settings.is_file_used else CATALOGUE)


def has_vectors(door: ModelConnection | None) -> bool:
    """Is a model for vectors set?"""
    return door is not None and Role.EMBED in door.options.names


def describe_models(settings: Settings) -> str:
    """Who reads messages here, in a line for people."""
    if not has_models(settings):
        return "none; a grammar reads plain English questions. With OPENAI_API_KEY or OPENAI_BASE_URL set, any wording and language is read."
    name = f"{name_of(settings)} on this machine" if settings.is_file_used else settings.model_plan or settings.model or "the one of the server"
    if settings.prompt_size == "compact":
        return f"{name}, which reads what a grammar cannot; `evergraph doctor` says what of it works, and how fast"
    return f"{name}, which reads every message, in any wording and language"
