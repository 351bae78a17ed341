"""What a language model is asked, and how it answers or fails. Knows no vendor; `agent/llm/client.py` is the door behind it.

A model may be away, slow, wrong or hostile: whoever asks one goes on without it. So its errors are for code, and none of them is shown to a
person as it stands.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

from agent.llm.budget import Budget, Limits, Meter, OutOfTime, Tokens, Unmetered
from kg.errors import EvergraphError

Shape = TypeVar("Shape", bound=BaseModel)
Data = TypeVar("Data", covariant=True)
Delta = Callable[[str], None]
"""Takes a piece of a text while it is written; nothing of it is checked yet."""


Caution = Literal["low", "normal", "high"]
"""How easily a plan of a model is put to the person before it is run (`agent/understand/verify/weighing.py`)."""


PromptSize = Literal["full", "compact"]
"""How much a planning model is told with a message (`agent/understand/model/profile.py`)."""


class Role(StrEnum):
    """What a model is asked for; an installation may name another model for each."""

    PLAN = "plan"
    WRITE = "write"
    EMBED = "embed"


@dataclass(frozen=True, slots=True)
class Message:
    """One message. What it holds of records decides whether it may leave (`agent/llm/gate.py`)."""

    speaker: Literal["system", "user", "assistant"]
    text: str
    privacy: frozenset[str] = frozenset()       # classes of the record data in it; empty: prompt, catalogue, the person's own words
    is_asked_about: bool = False                # the data are texts that the person asked to be told in short


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, under the name and version of the file that its words are from: both are shown by `--trace`.

    `schema`: the JSON schema of the answer, where it is narrower than that of the shape; `most_tokens`: of the answer, None for the server's limit.
    """

    name: str
    version: int
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    most_tokens: int | None = None

    def and_then(self, *messages: Message) -> "Prompt":
        """The same, with more said after it."""
        return replace(self, messages=(*self.messages, *messages))


@dataclass(frozen=True, slots=True)
class Reply(Generic[Data]):
    """What came back: `data` as it was asked for, `text` as it was written."""

    data: Data
    text: str
    tokens: Tokens = field(default_factory=Tokens)


class Model(Protocol):
    """The models of an installation, by role. Safe to use from threads.

    Every method raises the children of ModelFailed; none of them waits longer than the budget's deadline. What a call used is in the budget
    whether it succeeded or not.
    """

    def structured(self, role: Role, prompt: Prompt, shape: type[Shape], budget: Budget) -> Reply[Shape]:
        """An answer in a given shape: its fields are checked, their truth is not. A shape has no free keys (`dict`)."""

    def prose(self, role: Role, prompt: Prompt, budget: Budget, on_delta: Delta | None = None) -> Reply[str]:
        """A text. `on_delta` takes its pieces as they come; none come from a server that does not stream."""

    def embed(self, texts: Sequence[str], budget: Budget, privacy: frozenset[str] = frozenset({"A"})) -> Sequence[Sequence[float]]:
        """A vector for each text. `privacy`: the classes of what the texts are from."""

    def may_see(self, privacy: frozenset[str]) -> bool:
        """May data of these classes be sent to the models?"""

    @property
    def names(self) -> Mapping[Role, str]:
        """The model of each role that has one."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models that an assistant may ask, and what a question may cost it."""

    model: Model
    limits: Limits = field(default_factory=Limits)
    meter: Meter = field(default_factory=Unmetered)
    seconds: float = 0.0                # that a question may take beyond its own time, for models that are slow
    caution: Caution = "normal"
    catalogue_letters: int = 48_000     # the most of the catalogue that a prompt holds
    prompt: PromptSize = "full"

    def budget(self, deadline: OutOfTime) -> Budget:
        """The budget of one question."""
        return Budget(self.limits, deadline, self.meter)


class ModelFailed(EvergraphError):
    """The language model gave no usable answer."""


Away = Literal["unreachable", "key", "model", "address", "context", "quota", "form", "role"]
"""Why a server does not answer: it is not there, refuses the key, knows no such model, is none of this protocol, has too little room for what
was asked, has nothing left to be used, takes no request of ours, or has no model for the role."""


class ModelUnavailable(ModelFailed):
    """The model's server cannot be reached, or refuses us."""

    def __init__(self, why: Away = "unreachable") -> None:
        super().__init__()
        self.why: Away = why


class ModelTooSlow(ModelFailed):
    """The model did not answer in the time that a question has."""


class ModelRefused(ModelFailed):
    """The model declined to answer."""


class BadModelAnswer(ModelFailed):
    """The model's answer cannot be read: malformed, cut off, or of another shape."""


class OverBudget(ModelFailed):
    """What a question or a day may cost is used up."""


class MayNotLeave(ModelFailed):
    """The message holds data that may not be sent to a model."""
