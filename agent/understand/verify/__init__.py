"""What holds a plan against the message that it was made of. Each check tells what it misses, in words that a model can act on; none refuses."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a check misses. `is_unsaid`: the plan has a name or a number that nobody said, which only the person can confirm."""

    text: str
    is_unsaid: bool = False
