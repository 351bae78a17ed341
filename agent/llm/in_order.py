"""Several servers of models, asked one after another: the next where one is away, too slow, or says nothing that can be used.

A server that was away or too slow rests a while: it is asked last, so that no question waits for it again. Budget, deadline and gate are those of
the question, whoever is asked.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from agent.llm.budget import LEAST_SECONDS, Budget
from agent.llm.port import BadModelAnswer, Delta, Model, ModelFailed, ModelRefused, ModelTooSlow, ModelUnavailable, Prompt, Reply, Role

Shape = TypeVar("Shape", bound=BaseModel)
T = TypeVar("T")
REST_SECONDS = 60.0
_GOES_ON = (ModelUnavailable, ModelTooSlow, ModelRefused, BadModelAnswer)      # of the others the next server knows no better
_RESTS = (ModelUnavailable, ModelTooSlow)


@dataclass
class Breaker:
    """Whether a server is better left alone for now. One for each server, for all tenants; safe to use from threads."""

    clock: Callable[[], float] = time.monotonic
    _until: float = field(default=0.0, repr=False)

    @property
    def rests(self) -> bool:
        """Did it fail lately?"""
        return self.clock() < self._until

    def failed(self) -> None:
        """It did just now."""
        self._until = self.clock() + REST_SECONDS

    def answered(self) -> None:
        """It is there again."""
        self._until = 0.0


@dataclass(frozen=True)
class InOrder:
    """`agent.llm.port.Model` over several servers, at least one."""

    servers: tuple[tuple[Model, Breaker], ...]

    @property
    def names(self) -> Mapping[Role, str]:
        """The models of the first."""
        return self._first.names

    def may_see(self, privacy: frozenset[str]) -> bool:
        """See the port; one gate stands before all of them."""
        return self._first.may_see(privacy)

    def structured(self, role: Role, prompt: Prompt, shape: type[Shape], budget: Budget) -> Reply[Shape]:
        """See the port."""
        return self._asked(budget, lambda model: model.structured(role, prompt, shape, budget))

    def prose(self, role: Role, prompt: Prompt, budget: Budget, on_delta: Delta | None = None) -> Reply[str]:
        """See the port. Once pieces were taken, no other server begins anew."""
        taken: list[bool] = []

        def take(piece: str) -> None:
            taken.append(True)
            if on_delta is not None:
                on_delta(piece)

        return self._asked(budget, lambda model: model.prose(role, prompt, budget, take if on_delta else None), lambda: not taken)

    def embed(self, texts: Sequence[str], budget: Budget, privacy: frozenset[str] = frozenset({"A"})) -> Sequence[Sequence[float]]:
        """See the port. By the first alone: vectors of two models cannot be compared."""
        return self._first.embed(texts, budget, privacy)

    @property
    def _first(self) -> Model:
        return self.servers[0][0]

    def _asked(self, budget: Budget, ask: Callable[[Model], T], may_go_on: Callable[[], bool] = lambda: True) -> T:
        """The first answer that can be used; where none can, the failure of the first that was asked."""
        failed: ModelFailed | None = None
        for model, breaker in sorted(self.servers, key=lambda server: server[1].rests):
            if failed is not None and (not may_go_on() or budget.seconds() < LEAST_SECONDS):
                break
            try:
                answer = ask(model)
            except _GOES_ON as error:
                failed = failed or error
                if isinstance(error, _RESTS):
                    breaker.failed()
                continue
            breaker.answered()
            return answer
        assert failed is not None       # there is at least one server
        raise failed
