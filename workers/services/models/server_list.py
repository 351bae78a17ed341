"""The servers of language models of an installation, in the order in which they are asked, and which model does what on each. Pure."""

from dataclasses import dataclass, field

from agent.llm.budget import Price
from agent.llm.options import ModelOptions
from agent.llm.port import Role
from workers.fallbacks import Fallback
from workers.settings import Settings

MODEL = "gpt-4.1"                       # at OpenAI and Azure, where no other is named
LONGEST_OF_SMALL = 1_200                # tokens of one answer of a model on this machine: plans are shorter; a small model may go round in circles


@dataclass(frozen=True, slots=True)
class LocalModel:
    """The model that is served on this machine."""

    base_url: str
    api_key: str = field(repr=False)
    name: str


def servers_of(settings: Settings, local: LocalModel | None = None) -> tuple[ModelOptions, ...]:
    """That of the settings, else the one that runs here; then the further ones."""
    first: tuple[ModelOptions, ...] = ()
    if settings.openai_api_key or settings.openai_base_url:
        first = (options_of(settings),)
    elif local is not None:
        first = (_local(settings, local),)
    return (*first, *(_further(settings, each) for each in settings.model_fallbacks))


def options_of(settings: Settings) -> ModelOptions:
    """How the server of the settings is reached, and which model does what."""
    is_openai = settings.openai_base_url is None or settings.openai_api_version is not None
    usual = settings.model or (MODEL if is_openai else "")
    names = {Role.PLAN: settings.model_plan, Role.WRITE: settings.model_write}
    chosen = {role: name or usual for role, name in names.items()} | ({Role.EMBED: settings.model_embed} if settings.model_embed else {})
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else None
    return ModelOptions(chosen, key, settings.openai_base_url, settings.openai_api_version, _prices(settings), settings.call_seconds)


def _local(settings: Settings, local: LocalModel) -> ModelOptions:
    names = {Role.PLAN: local.name, Role.WRITE: local.name}
    return ModelOptions(names, local.api_key, local.base_url, seconds=settings.call_seconds, most_tokens=LONGEST_OF_SMALL)


def _further(settings: Settings, fallback: Fallback) -> ModelOptions:
    name = fallback.model or (MODEL if fallback.api_version else "")
    key = fallback.api_key.get_secret_value() if fallback.api_key else None
    names, seconds = {Role.PLAN: name, Role.WRITE: name}, fallback.seconds or settings.call_seconds
    return ModelOptions(names, key, fallback.base_url, fallback.api_version, _prices(settings), seconds)


def _prices(settings: Settings) -> dict[str, Price]:
    return {model: Price(*price) for model, price in settings.model_prices.items()}
