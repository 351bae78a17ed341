"""A yes, shown by the things that make it one: the same list as of a question for them."""

from collections.abc import Mapping
from dataclasses import replace

from agent.answer import Reason
from agent.errors import Declined
from agent.phrasing.inflection import uncapital
from agent.plan.algebra import Exists, Names, Node, Table, thing_of
from agent.query.operations import OUTCOMES, NodeRecords
from agent.query.operations.columns import seen_columns
from agent.question.context import QuestionContext
from agent.respond.draft import Draft
from agent.respond.names import names
from agent.respond.outcomes import from_outcome


def shown_by_list(context: QuestionContext, goal: Exists, found: Mapping[Node, NodeRecords]) -> Draft | None:
    """The list of what there is. None of a no, of one thing that was asked about, and where its rows may not be seen."""
    if thing_of(goal.node) is not None or not found[goal.node].records:
        return None
    try:
        draft = _listed(context, goal.node, found)
    except Declined as declined:
        if declined.reason is not Reason.NOT_PERMITTED:
            raise
        return None
    return replace(draft, text=f"**Yes**, {uncapital(draft.text)}", facts=(*draft.facts, "Yes")) if draft is not None else None


def _listed(context: QuestionContext, node: Node, found: Mapping[Node, NodeRecords]) -> Draft | None:
    """By name, or by what one sees of things that have none."""
    model = context.catalogue.models[node.model]
    if model.name or model.key:
        return names(context, Names(node, ""), found)
    columns = seen_columns(context.catalogue, model)
    rows = Table(node, columns)
    return from_outcome(context, rows, OUTCOMES[Table](context, rows, found)) if columns else None
