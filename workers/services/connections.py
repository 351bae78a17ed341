"""Where everything is: your own servers where a setting names them, else what runs here. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.errors import GraphUnavailable, StoreUnavailable
from workers.services.models.server_list import LocalModel
from workers.services.state import Running
from workers.settings import Settings
from workers.storage.tenant_registry import Tenant


@dataclass(frozen=True, slots=True)
class Connections:
    """Addresses and secrets; None where there is none, "" in those of graph and store after an `up` of other parts alone."""

    neo4j_uri: str
    neo4j_user: str
    neo4j_password: str = field(repr=False)         # "" for a server that asks for none
    neo4j_database: str
    redis_url: str = field(repr=False)              # may hold a password
    merge_base_url: str | None                      # None with a key: Merge's own default
    merge_api_key: str | None = field(repr=False)
    web_url: str | None = None
    browser_url: str | None = None                  # Neo4j Browser, of the local server only
    sandbox_control_url: str | None = None
    sandbox_control_key: str | None = field(default=None, repr=False)
    model: LocalModel | None = None                 # where no setting names another


_NOTHING: Mapping[str, Mapping[str, Any]] = {
    "neo4j": {"uri": "", "user": "", "password": "", "browser_url": None}, "valkey": {"url": ""},
}


def find_connections(settings: Settings, running: Mapping[str, Running], *, whole: bool = True) -> Connections:
    """Settings first, then what runs here. Raises GraphUnavailable, StoreUnavailable where there is neither, if the `whole` is wanted."""
    facts = ({} if whole else dict(_NOTHING)) | {name: service.facts for name, service in running.items()}
    sandbox = facts.get("sandbox", {}) if settings.merge_api_key is None else {}
    base_url, api_key = merge_of(settings, sandbox)
    return Connections(
        **graph_of(settings, facts.get("neo4j")),
        redis_url=store_of(settings, facts.get("valkey")),
        merge_base_url=base_url, merge_api_key=api_key,
        web_url=facts.get("web", {}).get("url"),
        sandbox_control_url=sandbox.get("control_url"), sandbox_control_key=sandbox.get("control_key"),
        model=model_of(settings, facts.get("model")),
    )


def model_of(settings: Settings, local: Mapping[str, Any] | None) -> LocalModel | None:
    """The local model; None where another is set, or none is wanted or runs."""
    if settings.openai_base_url is not None or settings.openai_api_key is not None or settings.model_file is None or not local:
        return None
    return LocalModel(local["base_url"], local["api_key"], local["name"])


def graph_of(settings: Settings, local: Mapping[str, Any] | None) -> dict[str, Any]:
    """The graph's part of Connections; `local`: the facts of the local one. Raises GraphUnavailable."""
    if settings.neo4j_uri is not None:
        secret = settings.neo4j_password
        return {
            "neo4j_uri": settings.neo4j_uri, "neo4j_user": settings.neo4j_user,
            "neo4j_password": secret.get_secret_value() if secret else "", "neo4j_database": settings.neo4j_database,
        }
    if local is None:
        raise GraphUnavailable("No Neo4j was started here. `evergraph up` starts one; NEO4J_URI names one of your own.")
    return {
        "neo4j_uri": local["uri"], "neo4j_user": local["user"], "neo4j_password": local["password"], "neo4j_database": "neo4j",
        "browser_url": local["browser_url"],
    }


def store_of(settings: Settings, local: Mapping[str, Any] | None) -> str:
    """The store's address. Raises StoreUnavailable."""
    if settings.redis_url is not None:
        return settings.redis_url
    if local is None:
        raise StoreUnavailable("No Valkey was started here. `evergraph up` starts one; REDIS_URL names one of your own.")
    return str(local["url"])


def source_of(tenant: Tenant, settings: Settings, sandbox: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
    """Base URL and key that a tenant is read with; a key of None: nothing plays its source now.

    A sandbox company is read from the sandbox alone, a company of Merge's never from it: no key reaches the wrong address.
    """
    own = tenant.merge_api_key.get_secret_value() if tenant.merge_api_key else None
    if tenant.source == "sandbox":
        base_url, key = sandbox if settings.merge_api_key is None else (None, None)
    else:
        base_url, key = settings.merge_base_url, settings.merge_api_key.get_secret_value() if settings.merge_api_key else None
    return tenant.merge_base_url or base_url, own or key


def merge_of(settings: Settings, sandbox: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Base URL and key of Merge, else of the sandbox; None, None where neither is there."""
    if settings.merge_api_key is not None:
        return settings.merge_base_url, settings.merge_api_key.get_secret_value()
    return sandbox.get("base_url"), sandbox.get("api_key")
