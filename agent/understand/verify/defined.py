"""Words of the message that the person gave a meaning to: the plan has to hold all that they stand for, a time as it is in some year."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

from agent.language.words import phrase, tokens
from agent.plan.algebra import Goal, Has, Is, Named, Node, Not, Where, parts
from agent.plan.periods import Interval, Yearly
from agent.question.defaults import DEFAULT, places
from agent.understand.verify import Doubt
from memory.preferences import Preference

T = TypeVar("T")
_RESTRICTING = (Where, Is, Has, Not, Named)      # parts of a node that say which records are meant


@dataclass(frozen=True, slots=True)
class Definition:
    """A preference in effect whose words stand for a node or a time; `number`: its place, from 1, in the list that a prompt has."""

    number: int
    preference: Preference
    means: Node | Yearly | Interval

    @property
    def what(self) -> str:
        """As what of the plan language it is told."""
        return "time" if isinstance(self.means, Yearly | Interval) else "node"


def in_use(known: Iterable[Definition], goals: Iterable[Goal]) -> tuple[Definition, ...]:
    """Those of which a plan has all that their words stand for."""
    used = {part for goal in goals for part in parts(goal)}
    return tuple(each for each in known if _is_met(each.means, used))


def defined_words(
    known: Sequence[Definition], message: str, goals: Iterable[Goal], used: Collection[int] = (),
) -> list[tuple[int, int]]:
    """Where the message has words that stand for what a plan has, as token numbers (last exclusive).

    `used`: the numbers of definitions that the plan says it uses, in whatever shape.
    """
    said = tokens(message)
    meant = [*in_use(known, goals), *(each for each in known if each.number in used)]
    return [place for each in meant for place in places(said, phrase(each.preference.subject))]


def without_words_inside(names: Mapping[str, T], message: str, own: Collection[tuple[int, int]]) -> dict[str, T]:
    """What is kept by stretches of the message, without those inside defined words: of "the early shift" the shift names nothing by itself."""
    said = tokens(message)
    found = {text: places(said, phrase(text)) for text in names}
    return {text: kept for text, kept in names.items()
            if not found[text] or not all(any(a <= first and last <= b for a, b in own) for first, last in found[text])}


def unmet_definitions(known: Iterable[Definition], message: str, goals: Iterable[Goal]) -> Iterator[Doubt]:
    """Words of the message that the person defined, where the plan has not all that they stand for."""
    said = tokens(message)
    used = {part for goal in goals for part in parts(goal)}
    if not used:
        return
    for each in known:
        if each.preference.relation != DEFAULT and places(said, phrase(each.preference.subject)) and not _is_met(each.means, used):
            yield Doubt("left out name", f'the message says "{each.preference.subject}", which preference {each.number} defines: '
                                         f"the plan has not all of its {each.what} {each.preference.plan}")


def _is_met(means: Node | Yearly | Interval, used: Set[object]) -> bool:
    """Has a plan all that words stand for?"""
    times = [part for part in used if isinstance(part, Interval)]
    if isinstance(means, Yearly):
        return any(means.holds(time) for time in times)
    if isinstance(means, Interval):
        return any((means.first, means.last) == (time.first, time.last) for time in times)
    return {part for part in parts(means) if isinstance(part, _RESTRICTING)} <= used
