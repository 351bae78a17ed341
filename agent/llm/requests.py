"""A request as one server understands it, and what was said, before it is a reply."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from pydantic import BaseModel

from agent.llm.budget import Tokens, estimated
from agent.llm.dialect import SHAPINGS, Dialect, Shaping
from agent.llm.port import BadModelAnswer, Delta, Message, ModelRefused, Prompt
from agent.llm.shapes import response_format, with_schema

_CUT_OFF = ("length", "")


@dataclass(frozen=True, slots=True)
class OutgoingRequest:
    """What goes out."""

    prompt: Prompt
    parameters: dict[str, Any]
    on_delta: Delta | None              # None: the answer is asked for as a whole

    @property
    def estimate(self) -> int:
        """About how many tokens it has."""
        return sum(estimated(m.text) for m in self.prompt.messages) + estimated(str(self.parameters.get("response_format", "")))


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, whatever the server understands. `shaping`: no stronger way to ask for the shape than this."""

    prompt: Prompt
    most_tokens: int
    shape: type[BaseModel] | None = None
    shaping: Shaping = "schema"
    on_delta: Delta | None = None

    def for_dialect(self, dialect: Dialect) -> OutgoingRequest:
        """The same in a server's own dialect."""
        parameters = dialect.parameters(min(self.most_tokens, self.prompt.most_tokens or self.most_tokens))
        prompt = self.prompt
        if self.shape is not None:
            shaping = max(self.shaping, dialect.shaping, key=SHAPINGS.index)
            prompt = with_schema(prompt, self.shape, shaping)
            parameters |= response_format(self.shape, shaping, self.prompt.schema)
        elif dialect.streams and dialect.tells_usage_in_streams:
            parameters |= {"stream_options": {"include_usage": True}}
        return OutgoingRequest(replace(prompt, messages=_in_turn(prompt.messages)), parameters, self.on_delta if dialect.streams else None)


@dataclass(frozen=True, slots=True)
class ModelOutput:
    """What a model said. `finish`: why it stopped; "" where the connection ended before it had."""

    text: str = ""
    finish: str | None = ""
    refusal: str | None = None
    tokens: Tokens = field(default_factory=Tokens)

    def with_piece(self, text: str, finish: str | None, refusal: str | None, tokens: Tokens) -> "ModelOutput":
        """The same with one more piece of a stream."""
        refused = "".join(part for part in (self.refusal, refusal) if part) or None
        return ModelOutput(self.text + text, finish or self.finish, refused, tokens if tokens.all else self.tokens)

    def check(self) -> None:
        """Raises ModelRefused, or BadModelAnswer for what is empty or cut off."""
        if self.refusal or self.finish == "content_filter":
            raise ModelRefused
        if self.finish in _CUT_OFF:
            raise BadModelAnswer("The answer is cut off.")
        if not self.text.strip():
            raise BadModelAnswer("The answer is empty.")


def _in_turn(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Neighbouring messages of one speaker as one: the templates of some local models want speakers to take turns."""
    return tuple(_joined(list(same)) for _, same in groupby(messages, key=lambda m: m.speaker))


def _joined(messages: Sequence[Message]) -> Message:
    privacy = frozenset[str]().union(*(m.privacy for m in messages))
    return Message(messages[0].speaker, "\n\n".join(m.text for m in messages), privacy, any(m.is_asked_about for m in messages))
