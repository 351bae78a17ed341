"""Further servers of language models, as EVERGRAPH_MODEL_FALLBACKS names them. Pure."""

import json
from collections.abc import Iterable
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator


class Fallback(BaseModel):
    """One server that is asked where those before it do not answer."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    base_url: str
    api_key: SecretStr | None = None
    model: str | None = None                        # left out, the first that the server lists
    api_version: str | None = None                  # only for Azure
    seconds: float | None = Field(None, gt=0, le=600)      # of a call; left out, EVERGRAPH_MODEL_SECONDS

    @field_validator("base_url")
    @classmethod
    def _is_address(cls, address: str) -> str:
        if urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).hostname:
            raise ValueError("a base_url begins with http:// or https:// and names a host")
        return address


def as_text(fallbacks: Iterable[Fallback]) -> str:
    """The same as the setting is written, keys included: for the environment of a child process alone."""
    return json.dumps([_plain(each) for each in fallbacks])


def _plain(fallback: Fallback) -> dict[str, object]:
    key = fallback.api_key.get_secret_value() if fallback.api_key else None
    return fallback.model_dump(exclude_none=True) | ({"api_key": key} if key else {})
