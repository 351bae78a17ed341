"""A turn as it is run and told: kinds of things are called as the person calls them, in this message or in one before it.

Never for reading a message: that knows the company's catalogue as it is.
"""

from collections.abc import Collection
from dataclasses import replace
from itertools import islice

from agent.catalogue import Catalogue
from agent.phrasing.askers_nouns import in_askers_nouns
from agent.plan.algebra import Column, Goal, Key, nodes, parts
from agent.question.dialogue import asked_in
from agent.question.turn import Turn

_EARLIER = 6                            # messages of a session whose nouns still count


def in_own_nouns(known: Catalogue, turn: Turn, goal: Goal) -> Turn:
    """The turn with a catalogue in the person's nouns for what the goal is about; the same turn where they have none of their own."""
    meant = {node.model for node in nodes(goal)} & known.models.keys()
    led = {part.path[-1].to for part in parts(goal) if isinstance(part, Column | Key) and part.path} & known.models.keys()
    own = own_nouns(known, turn, meant | {model for model in led if not known.models[model].is_person})
    return turn if own is known else replace(turn, context=replace(turn.context, catalogue=own))


def own_nouns(known: Catalogue, turn: Turn, models: Collection[str]) -> Catalogue:
    """The catalogue in the person's nouns for these models; as it is where the answer is in another language."""
    earlier = islice(reversed(turn.dialogue.said), _EARLIER)
    return known if turn.read.answer_in else in_askers_nouns(known, models, (turn.text, turn.ask.text, *map(asked_in, earlier)))
