"""What a person's own words stand for, as a node of the plan language: kept with a preference, put into prompts, and looked for in plans.

A node of an older catalogue or plan language is none: the preference then holds by its words alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from agent.catalogue import Catalogue
from agent.language.words import phrase, tokens
from agent.plan.algebra import Goal, Has, Is, Named, Node, Not, Where, parts
from agent.question.defaults import DEFAULT, places
from agent.understand.model import shape
from agent.understand.model.figures import decoder_for
from agent.understand.verify import Doubt
from memory.preferences import Kept, Preference

_NODE: TypeAdapter[shape.Node] = TypeAdapter(shape.Node)
_RESTRICTING = (Where, Is, Has, Not, Named)      # parts of a node that say which records are meant


@dataclass(frozen=True, slots=True)
class Definition:
    """A preference in effect whose words stand for a node; `number`: its place, from 1, in the list that a prompt has."""

    number: int
    preference: Preference
    node: Node


def node_of(catalogue: Catalogue, one: Preference) -> Node | None:
    """What a preference's words stand for; None where it is kept in words alone, or the node can no longer be read."""
    if not one.plan:
        return None
    try:
        said = _NODE.validate_json(one.plan)
    except ValidationError:
        return None
    decoder = decoder_for(catalogue, ())
    node = decoder.node(said)
    return None if decoder.faults.told else node


def definitions(catalogue: Catalogue, effective: Iterable[Kept]) -> tuple[Definition, ...]:
    """The preferences in effect whose words stand for a node, in the order of the prompt."""
    found = ((number, kept.preference, node_of(catalogue, kept.preference)) for number, kept in enumerate(effective, 1))
    return tuple(Definition(number, one, node) for number, one, node in found if node is not None)


def unused_definition(known: Iterable[Definition], message: str, goals: Iterable[Goal]) -> Iterable[Doubt]:
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
