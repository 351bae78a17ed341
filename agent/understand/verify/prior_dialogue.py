"""What was said and settled before a message, as the checks of its plan need it."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.plan.algebra import Goal, parts


@dataclass(frozen=True, slots=True)
class PriorDialogue:
    """`texts`: what was said in the dialogue, plans too; `last`: the last question that was answered; `defined`: parts of a plan that words of the
    person's own stand for."""

    texts: Sequence[str] = ()
    last: Goal | None = None
    defined: frozenset[object] = frozenset()

    @property
    def settled(self) -> frozenset[object]:
        """Parts of a plan of which the model was asked already, or that are as the person defined them."""
        return self.defined.union(parts(self.last) if self.last is not None else ())
