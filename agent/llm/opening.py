"""Opening the door: loads the vendors' packages, which takes seconds, when a model is first asked or a server warms up, and not before."""

import threading
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

from pydantic import BaseModel

from agent.llm.budget import Budget
from agent.llm.dialect import Dialect
from agent.llm.gate import Gate
from agent.llm.options import ModelOptions
from agent.llm.patience import within
from agent.llm.port import Delta, Model, Prompt, Reply, Role

Shape = TypeVar("Shape", bound=BaseModel)


class Door:
    """An installation's way to its models: one client and one memory of what the server understands, for all tenants. Close it."""

    def __init__(self, options: ModelOptions) -> None:
        self.options = options
        self._dialects: dict[str, Dialect] = {}
        self._client: Any = None
        self._lock = threading.Lock()

    def model(self, gate: Gate) -> "OpenedModel":
        """The models for a tenant whose rule is the gate's. Loads nothing yet."""
        return OpenedModel(self, gate)

    @property
    def is_ready(self) -> bool:
        """Need nobody wait for the client any more?"""
        return self._client is not None

    def get_ready(self) -> None:
        """Load and connect, so that the first question does not wait for it."""
        self.opened(Gate())

    def opened(self, gate: Gate) -> Model:
        """The same, loaded and connected."""
        vendor = load()
        with self._lock:
            self._client = self._client or vendor.connect(self.options)
        model: Model = vendor.OpenAIModel(self.options, gate, self._dialects, self._client)
        return model

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()


class OpenedModel:
    """`agent.llm.port.Model`, whose client is loaded with the first call."""

    def __init__(self, door: Door, gate: Gate) -> None:
        self._door, self._gate = door, gate
        self._model: Model | None = None

    @property
    def names(self) -> Mapping[Role, str]:
        """The model of each role that has one."""
        return self._door.options.names

    def may_see(self, privacy: frozenset[str]) -> bool:
        """See the port."""
        return self._gate.lets(privacy)

    def structured(self, role: Role, prompt: Prompt, shape: type[Shape], budget: Budget) -> Reply[Shape]:
        """See the port."""
        return self._opened(budget).structured(role, prompt, shape, budget)

    def prose(self, role: Role, prompt: Prompt, budget: Budget, on_delta: Delta | None = None) -> Reply[str]:
        """See the port."""
        return self._opened(budget).prose(role, prompt, budget, on_delta)

    def embed(self, texts: Sequence[str], budget: Budget, privacy: frozenset[str] = frozenset({"A"})) -> Sequence[Sequence[float]]:
        """See the port."""
        return self._opened(budget).embed(texts, budget, privacy)

    def _opened(self, budget: Budget) -> Model:
        """Who is asked while it is still loading waits no longer than the question may."""
        if self._model is None:
            self._model = within(budget.seconds(), lambda: self._door.opened(self._gate))
        return self._model


def load() -> Any:
    """The door itself, which imports the vendors' packages."""
    return import_module("agent.llm.client")
