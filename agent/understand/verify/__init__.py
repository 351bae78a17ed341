"""What holds a plan against the message that it was made of. Each check tells what it misses, in words that a model can act on; none refuses."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "unsaid name", "left out name", "unsaid number", "left out number", "time", "unsaid value", "unknown value", "condition", "negation", "order",
    "comparison", "direction",
]
"""What a check misses; `agent/understand/decision.toml` says how much each tells."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a check misses, as the model is told of it."""

    kind: Kind
    text: str
