"""Texts that are written about one thing and have no name of their own, such as the comments on a ticket. Pure."""

from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Goal, Set, Summary, is_one_thing
from agent.understand.model.ways import tied_by_default


def with_texts_about(known: Catalogue, goal: Goal) -> Goal:
    """The same summary with the texts about the one thing that it is of; any other goal as it is."""
    if not isinstance(goal, Summary) or goal.also or not is_one_thing(goal.node):
        return goal
    parts = [(m.id, tied_by_default(known, m.id, goal.node)) for m in known.models.values() if m.texts and not m.nameable]
    return replace(goal, also=tuple(Set(model, frozenset({tie})) for model, tie in parts if tie is not None))
