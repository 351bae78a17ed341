"""What was understood of a proposal so far: parts of a goal, each with the words of the question that say it, as a tree."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from agent.catalogue import Catalogue
from agent.plan import Goal
from agent.react.quotes import Quotes, Unfounded
from agent.rules.evidence import Evidence

T = TypeVar("T")
POINTED = "pointed"                     # the kind of a set that a pronoun stands for: "Ana's reports. The tickets assigned to them …"


@dataclass(frozen=True)
class Heard:
    """One element. `own`: the tokens that say it alone; `inside`: what it is made of."""

    part: Any                           # a node, a frozenset of conditions, a measure, a column, a key …
    own: int
    inside: tuple["Heard", ...] = ()
    model: str = ""                     # of a node: its model
    evidence: tuple[Evidence, ...] = ()
    kind: str = ""                      # of a condition: as the proposal has it; of a set: POINTED

    @property
    def cover(self) -> int:
        """All of its tokens."""
        found = self.own
        for each in self.inside:
            found |= each.cover
        return found

    def everything(self) -> Iterator["Heard"]:
        """It, and all that it is made of."""
        yield self
        for each in self.inside:
            yield from each.everything()


@dataclass(frozen=True)
class Made:
    """A goal, its elements, and the set whose conditions may stand anywhere."""

    goal: Goal
    whole: tuple[Heard, ...]
    main: Heard


@dataclass
class Hearing:
    """One proposal being read: the question's words, and what is open to doubt on the way."""

    quotes: Quotes
    doubts: list[str] = field(default_factory=list)
    times: dict[str, str] = field(default_factory=dict)         # model → the time that a metric goes by

    def usual_time(self, model: str) -> str:
        """The field that "in October" means where no verb says otherwise; "" where there is none."""
        name = self.times.get(model) or self.catalogue.models[model].period
        return f"{model}.{name}" if name else ""

    @property
    def catalogue(self) -> Catalogue:
        """What may be asked for."""
        return self.quotes.catalogue

    def doubt(self, text: str) -> None:
        """Something that only the person can tell."""
        if text not in self.doubts:
            self.doubts.append(text)


@dataclass
class Faults:
    """All that is wrong with an element, so that it is told at once."""

    said: list[str] = field(default_factory=list)

    def of(self, read: Callable[[], T], otherwise: T) -> T:
        """What was read; the other one where that is not said, which is noted."""
        try:
            return read()
        except Unfounded as fault:
            self.said.append(str(fault))
            return otherwise

    def check(self) -> None:
        """Raises Unfounded where there are any."""
        if self.said:
            raise Unfounded(" ".join(dict.fromkeys(self.said)))


def all_of(reads: Iterable[Callable[[], Heard]]) -> tuple[Heard, ...]:
    """Every one of some elements. Raises Unfounded, with all that is wrong with them."""
    faults = Faults()
    found = tuple(faults.of(read, None) for read in reads)
    faults.check()
    return tuple(heard for heard in found if heard is not None)


def ends(mask: int) -> tuple[int, int]:
    """The first and the last token of a mask; (0, -1) for none."""
    return ((mask & -mask).bit_length() - 1, mask.bit_length() - 1) if mask else (0, -1)


def before(one: int, other: int) -> bool:
    """Does the first mask end before the second begins?"""
    return bool(one and other) and ends(one)[1] < ends(other)[0]
