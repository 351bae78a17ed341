"""What a person's own words stand for, as a node of the plan language: kept with a preference and put into prompts.

A node of an older catalogue or plan language is none: the preference then holds by its words alone.
"""

from collections.abc import Iterable

from pydantic import TypeAdapter, ValidationError

from agent.catalogue import Catalogue
from agent.plan.algebra import Node
from agent.understand.model import shape
from agent.understand.model.figures import decoder_for
from agent.understand.verify.defined import Definition
from memory.preferences import Kept, Preference

_NODE: TypeAdapter[shape.Node] = TypeAdapter(shape.Node)


def _node_of(catalogue: Catalogue, one: Preference) -> Node | None:
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
    found = ((number, kept.preference, _node_of(catalogue, kept.preference)) for number, kept in enumerate(effective, 1))
    return tuple(Definition(number, one, node) for number, one, node in found if node is not None)
