"""What of all that was found may be told, before anything is: the part that the asker may see, and no part of what is of all or nothing."""

from collections.abc import Sequence

from agent.plan.algebra import Column, Figures, Goal, Groups, Key, Node, Order, Show, Table, Tally
from agent.policy.decision import is_left_out, rule_of
from agent.query.operations.cut import cut
from agent.query.operations.found import Findings, Found
from agent.query.operations.telling import tell_part, whole
from agent.question.run import Run


def settle(run: Run, goal: Goal, found: Findings) -> Findings:
    """What was found, as far as it may be told, before anything is: is a part an answer here, and is it said to be one? Raises Declined."""
    told = {node: cut(run, _shown(run, goal, node, of), of) for node, of in found.items() if node in _told(goal) and of.within is None}
    for of in told.values():
        if _is_of_all(goal):
            whole(of)
        tell_part(run, of)
        _tell_none(run, of)
    return {**found, **told}


def _told(goal: Goal) -> frozenset[Node]:
    """The nodes whose members the goal itself tells, or figures over them; not those that its conditions are about."""
    return frozenset(m.of for m in goal.measures) if isinstance(goal, Figures | Groups) else frozenset({goal.node})


def _shown(run: Run, goal: Goal, node: Node, of: Found) -> Sequence[Column | Tally | Key]:
    """What is shown of each row, or each is counted by."""
    if isinstance(goal, Table) and goal.node == node:
        order = [goal.order.by] if goal.order is not None and isinstance(goal.order.by, Column) else []
        return (*goal.columns, *order)
    if isinstance(goal, Groups) and goal.measures[0].of == node and all(m.how == "count" for m in goal.measures):
        return goal.keys
    is_list = isinstance(goal, Show) and goal.node == node and len(of.records) > 1
    return (Column(goal.field),) if is_list and isinstance(goal, Show) and _is_per_row(run, goal) else ()


def _is_per_row(run: Run, goal: Show) -> bool:
    field = run.catalogue.field(goal.field)
    return not field.sums and field.model == goal.node.model


def _is_of_all(goal: Goal) -> bool:
    """Does it ask for the most or the least, or hold one count against another?"""
    order: Order | None = goal.order if isinstance(goal, Table | Groups) else None
    return (order is not None and (order.first is not None or order.skip > 0)) or (isinstance(goal, Figures) and bool(goal.contrast))


def _tell_none(run: Run, of: Found) -> None:
    """Of what may be kept to some there are none that the viewer may see: more nobody can be told, whether there are others or not."""
    model = run.catalogue.models[of.model]
    if not of.records and not of.hidden and is_left_out(model.access) and rule_of(model.access) != "everybody":
        run.assume(f"There may be {model.plural} that are kept to others; counted are those that you may see.")
