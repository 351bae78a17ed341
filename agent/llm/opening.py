"""Opening the door: loads the vendors' packages, which takes seconds, when a model is first asked or a server warms up, and not before."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from pydantic import BaseModel

from agent.llm.budget import Budget
from agent.llm.dialect import Dialect
from agent.llm.gate import Gate
from agent.llm.in_order import Breaker, InOrder
from agent.llm.options import ModelOptions
from agent.llm.patience import within
from agent.llm.port import Delta, Model, Prompt, Reply, Role

Shape = TypeVar("Shape", bound=BaseModel)


@dataclass
class _Way:
    """One server: a client, a memory of what it understands and of whether it was there, for all tenants."""

    options: ModelOptions
    dialects: dict[str, Dialect] = field(default_factory=dict)
    breaker: Breaker = field(default_factory=Breaker)
    client: Any = None


class ModelConnection:
    """An installation's way to its models, on one server or several that are asked in their order. Close it."""

    def __init__(self, first: ModelOptions, *others: ModelOptions) -> None:
        self.options, self.servers = first, (first, *others)
        self._ways = tuple(map(_Way, self.servers))
        self._lock = threading.Lock()

    def model(self, gate: Gate) -> "OpenedModel":
        """The models for a tenant whose rule is the gate's. Loads nothing yet."""
        return OpenedModel(self, gate)

    @property
    def is_ready(self) -> bool:
        """Need nobody wait for the clients any more?"""
        return all(way.client is not None for way in self._ways)

    def get_ready(self) -> None:
        """Load and connect, so that the first question does not wait for it."""
        self.opened(Gate())

    def opened(self, gate: Gate) -> Model:
        """The same, loaded and connected."""
        vendor = load()
        with self._lock:
            for way in self._ways:
                way.client = way.client or vendor.connect(way.options)
        servers = tuple((vendor.OpenAIModel(way.options, gate, way.dialects, way.client), way.breaker) for way in self._ways)
        model: Model = servers[0][0] if len(servers) == 1 else InOrder(servers)
        return model

    def close(self) -> None:
        """Close the connections."""
        for way in self._ways:
            if way.client is not None:
                way.client.close()


class OpenedModel:
    """`agent.llm.port.Model`, whose client is loaded with the first call."""

    def __init__(self, door: ModelConnection, gate: Gate) -> None:
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
