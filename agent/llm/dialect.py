"""What one model of one server understands of the protocol, as it was seen: kept so that nothing is refused twice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Shaping = Literal["schema", "object", "words"]
SHAPINGS: tuple[Shaping, ...] = ("schema", "object", "words")
LESS: Mapping[Shaping, Shaping] = {"schema": "object", "object": "words"}
"""How the shape of an answer is asked for, and how where that is not understood. From "object" on, the schema is told in words too."""

_OTHER_LENGTH = {"max_completion_tokens": "max_tokens", "max_tokens": "max_completion_tokens"}


@dataclass
class Dialect:
    """Begins with what OpenAI's own servers know; `learn` takes away what this one refuses."""

    length: str = "max_completion_tokens"           # the parameter that limits an answer
    shaping: Shaping = "schema"
    temperature: float = 0.0
    streams: bool = True
    tells_usage_in_streams: bool = True
    learnt: frozenset[str] = frozenset()            # parameters that were refused
    right: frozenset[Shaping] = frozenset()         # ways to ask for a shape that gave a right answer

    def parameters(self, most_tokens: int) -> dict[str, Any]:
        """The parameters of every call."""
        return {"temperature": self.temperature, self.length: most_tokens}

    def understands(self, shaping: Shaping) -> None:
        """An answer asked for in this way was right: a stronger one, which gave a wrong answer before and never a right one, is not tried again."""
        way = max(self.shaping, shaping, key=SHAPINGS.index)
        self.right |= {way}
        self.shaping = self.shaping if self.shaping in self.right else way

    def learn(self, refused: str) -> bool:
        """The server refuses a parameter: go without. False where that leaves nothing else to try."""
        if refused in self.learnt and refused != "response_format":
            return False
        self.learnt |= {refused}
        match refused:
            case "response_format":
                if self.shaping not in LESS:
                    return False
                self.shaping = LESS[self.shaping]
            case "stream":
                self.streams = False
            case "stream_options":
                self.tells_usage_in_streams = False
            case "temperature":
                self.temperature = 1.0              # the only one that reasoning models take
            case "max_tokens" | "max_completion_tokens":
                self.length = _OTHER_LENGTH[refused]
        return True


OPTIONAL = ("response_format", "stream_options", "temperature", "max_tokens", "max_completion_tokens")


def refused_parameter(named: str | None, message: str, sent: Mapping[str, Any]) -> str | None:
    """Which of the parameters that were sent a server's complaint is about; None where it is about something else."""
    if named in OPTIONAL and named in sent:
        return named
    text = message.replace("json_schema", "response_format").replace("json_object", "response_format")
    mentioned = [(text.find(name), name) for name in OPTIONAL if name in sent and name in text]
    return min(mentioned)[1] if mentioned else None
