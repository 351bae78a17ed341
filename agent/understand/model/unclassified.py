"""Fields that a company has mapped at Merge and nobody has given a class: their names are known, so that who asks for one is told that it is closed.

Only names are read, from the graph; what such a field holds is read by nobody.
"""

from collections.abc import Iterator

from agent.access.field_use import field_uses
from agent.catalogue.house import Mapped, with_mapped
from agent.plan.algebra import Goal, Names, Node
from agent.question.context import QuestionContext
from agent.understand.model.acts import Act, AmbiguousAct, QuestionAct, RefusalAct, StatementAct
from kg.fields import mapped_fields

CLOSED = RefusalAct("unclassified", "")


def mapped(context: QuestionContext) -> Mapped:
    """The catalogue of the context with the company's mapped fields, as the graph knows them now. Raises GraphUnavailable."""
    context.graph_queries.add()
    return with_mapped(context.catalogue, mapped_fields(context.graph, context.tenant))


def refused(known: Mapped, act: Act) -> Act:
    """The act; where it uses an unclassified field in any way, its refusal, whoever asks: nothing that comes after needs to know of the field."""
    closed = {field.id for field in known.unclassified}
    is_open = not closed or all(use.name not in closed for goal in _goals_in(act) for use in field_uses(known.catalogue, goal))
    return act if is_open else CLOSED


def _goals_in(act: Act) -> Iterator[Goal]:
    if isinstance(act, QuestionAct):
        yield act.goal
    elif isinstance(act, AmbiguousAct):
        yield from (one.goal for _, one in act.options)
    elif isinstance(act, StatementAct) and isinstance(act.means, Node):
        yield Names(act.means, "")
