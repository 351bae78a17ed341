"""What a person's own words stand for, as a node or a time of the plan language: kept with a preference and put into prompts.

A node of an older catalogue or plan language is none: the preference then holds by its words alone.
"""

from collections.abc import Iterable

from pydantic import BaseModel, TypeAdapter, ValidationError

from agent.catalogue import Catalogue
from agent.plan.algebra import Node
from agent.plan.periods import Interval, Yearly
from agent.question.defaults import TIME
from agent.understand.model import shape
from agent.understand.model.figures import decoder_for
from agent.understand.model.values import time_of
from agent.understand.verify.defined import Definition
from memory.preferences import Preference, PreferenceRecord

_NODE: TypeAdapter[shape.Node] = TypeAdapter(shape.Node)


class _Time(BaseModel):
    """What words for a time stand for, as it is kept."""

    period: list[str]


def definitions(catalogue: Catalogue, effective: Iterable[PreferenceRecord]) -> tuple[Definition, ...]:
    """The preferences in effect whose words stand for a node or a time, in the order of the prompt."""
    found = ((number, kept.preference, _meaning(catalogue, kept.preference)) for number, kept in enumerate(effective, 1))
    return tuple(Definition(number, one, means) for number, one, means in found if means is not None)


def _meaning(catalogue: Catalogue, one: Preference) -> Node | Yearly | Interval | None:
    """What a preference's words stand for; None where it is kept in words alone, or can no longer be read."""
    decoder = decoder_for(catalogue, ())
    try:
        if one.relation == TIME:
            means: Node | Yearly | Interval | None = time_of(decoder.faults, _Time.model_validate_json(one.plan).period)
        else:
            means = decoder.node(_NODE.validate_json(one.plan)) if one.plan else None
    except ValidationError:
        return None
    return None if decoder.faults.told else means
