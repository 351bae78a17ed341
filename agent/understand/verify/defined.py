"""Words of the message that the person gave a meaning to: the plan has to hold all that they stand for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.language.words import phrase, tokens
from agent.plan.algebra import Goal, Has, Is, Named, Node, Not, Where, parts
from agent.question.defaults import DEFAULT, places
from agent.understand.verify import Doubt
from memory.preferences import Preference

_RESTRICTING = (Where, Is, Has, Not, Named)      # parts of a node that say which records are meant


@dataclass(frozen=True, slots=True)
class Definition:
    """A preference in effect whose words stand for a node; `number`: its place, from 1, in the list that a prompt has."""

    number: int
    preference: Preference
    node: Node


def unmet_definitions(known: Iterable[Definition], message: str, goals: Iterable[Goal]) -> Iterator[Doubt]:
    """Words of the message that the person defined, where the plan has not all that they stand for."""
    said = tokens(message)
    used = {part for goal in goals for part in parts(goal)}
    if not used:
        return
    for each in known:
        wanted = {part for part in parts(each.node) if isinstance(part, _RESTRICTING)}
        if each.preference.relation != DEFAULT and places(said, phrase(each.preference.subject)) and not wanted <= used:
            yield Doubt("left out name", f'the message says "{each.preference.subject}", which preference {each.number} defines: '
                                         f"the plan has not all of its node {each.preference.plan}")
