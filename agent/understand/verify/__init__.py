"""What holds a plan against the message that it was made of. Each check tells what it misses, in words that a model can act on; none refuses."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "unsaid name", "left out name", "unsaid number", "left out number", "time", "unsaid value", "unknown value", "condition", "negation", "order",
    "comparison", "direction", "carried", "form", "way", "alternative", "field",
]
"""What a check misses; `agent/understand/verify/weighing.toml` says how much each tells."""

Agreement = Literal["same reading", "other reading", "kept", "same sample", "other sample"]
"""What a second reading says of a plan: that of the grammar, the model's own once it was told of the doubts, or a second plan of it (a sample)."""

Signal = Kind | Agreement


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a check misses, as the model is told of it."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class CheckResults:
    """What was found of a plan before anybody is asked: doubts, and what the grammar's reading says of it."""

    doubts: tuple[Doubt, ...] = ()
    agreement: frozenset[Agreement] = frozenset()

    @property
    def signals(self) -> frozenset[Signal]:
        """All of it, as the decision weighs it."""
        return self.agreement | {doubt.kind for doubt in self.doubts}
