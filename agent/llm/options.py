"""How the door reaches its servers: what workers/settings.py reads of the environment."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from agent.llm.budget import Price
from agent.llm.port import Role


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """One server and its models. A role without a name has none."""

    names: Mapping[Role, str]
    api_key: str | None = field(default=None, repr=False)
    base_url: str | None = None         # None: OpenAI's own
    api_version: str | None = None      # only Azure has one
    prices: Mapping[str, Price] = field(default_factory=dict)      # by model; one that is not there costs nothing
    seconds: float = 20.0               # the most for one call
    most_tokens: int = 4_000            # of one answer
    pause: Callable[[float], None] = time.sleep

    @property
    def server(self) -> str:
        """The server's host, and its port where one is named: without path, name and key."""
        place = urlsplit(self.base_url or "https://api.openai.com")
        return f"{place.hostname}:{place.port}" if place.port else str(place.hostname)

    def price(self, model: str) -> Price:
        """What its tokens cost."""
        return self.prices.get(model, Price())
