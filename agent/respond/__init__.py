"""From what was found to what is said: a table or a text, with references. Every figure comes from a record.

Deterministic: the same facts give the same answer. Prose of a model stands in its place only where the same check lets it (`first_line`,
`written_summary`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from agent.answer import Reason
from agent.errors import Declined
from agent.phrasing.one_thing import is_one
from agent.plan.algebra import Card, Exists, Goal, Names, Node, Set, Show, Summary, nodes, thing_of
from agent.query.execute import told_nodes
from agent.query.operations import OUTCOMES, NodeRecords
from agent.question.context import QuestionContext
from agent.respond.assembly import answer_of, references
from agent.respond.draft import Draft
from agent.respond.form import apply_form
from agent.respond.names import card, names
from agent.respond.near_words import NearMatches, near_by
from agent.respond.outcomes import from_outcome
from agent.respond.owners import full_name
from agent.respond.show import show
from agent.respond.summary import summarise
from agent.respond.yes import shown_by_list

__all__ = ["WRITERS", "Draft", "answer_of", "apply_form", "from_outcome", "references", "write"]

Writer = Callable[[QuestionContext, Any, Mapping[Node, NodeRecords]], Draft]

WRITERS: Mapping[type[Goal], Writer] = {Show: show, Names: names, Card: card, Summary: summarise}
"""The goals that are told straight from what was found; those of figures by `from_outcome`."""


def write(context: QuestionContext, goal: Goal, found: Mapping[Node, NodeRecords]) -> Draft:
    """The draft of the answer to a goal, from all that was found for it, with what is near where that is nothing. Raises Declined, NeedsChoice."""
    led = _led_to(context, goal, found)
    context.links.led_to = led
    try:
        draft = _written(context, goal, found)
    except Declined as declined:
        near = near_by(context, goal, found) if declined.reason is Reason.NO_RECORD else NearMatches()
        if not near.said:
            raise
        raise Declined(declined.reason, " ".join((str(declined), *near.said))) from declined
    near = near_by(context, goal, found)
    if near.of_words and isinstance(goal, Exists) and thing_of(goal.node) is None:         # other words may stand for what a search did not find
        raise Declined(Reason.NO_RECORD, " ".join((draft.text, *near.said)))
    apart = "\n\n" if "\n" in draft.text else " "             # no sentence goes on in the last line of a table
    return replace(draft, text=apart.join(filter(None, (draft.text, " ".join(near.said)))), facts=(*draft.facts, *near.names, *led.values()))


def _led_to(context: QuestionContext, goal: Goal, found: Mapping[Node, NodeRecords]) -> Mapping[Set, str]:
    """What the one things are called that sets within the goal led to, as far as the asker may know: which company somebody's company is."""
    told = set(told_nodes(goal))
    held = {node: found[node].records for node in nodes(goal) if isinstance(node, Set) and node in found and node not in told}
    one = {node: (context.catalogue.models[node.model], each[0]) for node, each in held.items() if len(each) == 1 and is_one(context.catalogue, node)}
    one = {node: each for node, each in one.items() if each[0].nameable or each[0].is_person}     # a conversation's subject is no name
    names = {node: full_name(context, model, record) for node, (model, record) in one.items()}
    return {node: name for node, name in names.items() if name != one[node][0].label}


def _written(context: QuestionContext, goal: Goal, found: Mapping[Node, NodeRecords]) -> Draft:
    if type(goal) in OUTCOMES:
        outcome = OUTCOMES[type(goal)](context, goal, found)
        return (shown_by_list(context, goal, found) if isinstance(goal, Exists) else None) or from_outcome(context, goal, outcome)
    return WRITERS[type(goal)](context, goal, found)
