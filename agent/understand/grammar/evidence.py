"""A piece of evidence: some words of a question and one thing they may mean; and what is known around the question. Pure data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.plan.algebra import Goal
from agent.plan.periods import Calendar
from agent.understand.grammar.vocabulary import Meaning
from kg.resolve import Candidate

LONGEST_PHRASE = 7
VALUE = "catalogue/Value"               # how the graph calls a field's value that is the tenant's own word


@dataclass(frozen=True, slots=True)
class Evidence:
    """Some words of the question and one thing they may mean."""

    meaning: Meaning
    first: int                          # token index
    last: int                           # exclusive
    how: str                            # exact, index, part, nickname, typo, unknown
    cost: int
    text: str
    note: str = ""                      # what was assumed, a sentence
    value: object = None                # of a period: the Interval, of a quantity: the Quantity

    @property
    def cover(self) -> int:
        """The tokens as a bit mask."""
        return ((1 << self.last) - 1) & ~((1 << self.first) - 1)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known around a question: names of the graph for each span of `name_spans`, the company's day and own names, what was asked before."""

    names: Mapping[str, Sequence[Candidate]]
    calendar: Calendar
    own: tuple[str, ...] = ()           # what the company calls itself
    last: Goal | None = None            # the goal of the answer before
    is_next: bool = False               # the request before it stands in the same sentence: it is gone on from, not edited
    told_asker: bool = False            # the one person whom the last answer was about is who asks: "she" is somebody else
    read: dict[tuple[str, Goal | None, bool], Any] = field(default_factory=dict, compare=False, repr=False)     # readings of parts
