"""From what was found to what is said: a table or a text, with references. Every figure comes from a record.

Deterministic: the same facts give the same answer. A model may write nicer prose later; the check stays.
"""

from collections.abc import Callable, Mapping
from typing import Any

from agent.operations import Found
from agent.plan import Card, Goal, Names, Node, Show, Summary
from agent.run import Run
from agent.synthesis.answering import answer_of, references
from agent.synthesis.draft import Draft
from agent.synthesis.form import formed
from agent.synthesis.names import card, names
from agent.synthesis.outcomes import from_outcome
from agent.synthesis.show import show
from agent.synthesis.summary import summarise

__all__ = ["WRITERS", "Draft", "answer_of", "formed", "from_outcome", "references"]

Writer = Callable[[Run, Any, Mapping[Node, Found]], Draft]

WRITERS: Mapping[type[Goal], Writer] = {Show: show, Names: names, Card: card, Summary: summarise}
"""The goals that are told straight from what was found; those of figures by `from_outcome`."""
