"""Whether what is seen in part may be told, and the words that say that it is a part."""

from collections.abc import Iterable

from agent.access import denied
from agent.operations.found import PEOPLE, Findings, Found
from agent.plan import Figures, Goal, Groups, Node, Order, Table
from agent.policy import is_left_out, rule_of, whom_to_ask
from agent.run import Run


def whole(of: Found) -> Found:
    """The same, where nothing of it is hidden: the first, the last and sums are of all or of none. Raises Declined."""
    if of.hidden:
        raise denied(whom_to_ask(of.closed_by))
    return of


def tell_part(run: Run, of: Found) -> None:
    """Say that it is told of those only that the viewer may see. Raises Declined where that is nobody but the viewer.

    How many are hidden is told of people alone: who is there, and who may see what of whom, everybody knows.
    """
    if not of.hidden:
        return
    if not of.of_others:
        raise denied(whom_to_ask(of.closed_by))
    model = run.catalogue.models[of.model]
    if of.model == PEOPLE:
        many = len(of.hidden)
        noun = model.label if many == 1 else model.plural
        run.assume(f"This is of those only that you may see; of {many} {noun} you may not see what decides it.", many)
    else:
        run.assume(f"This is of those {model.plural} only that you may see.")


def settle(run: Run, goal: Goal, found: Findings) -> None:
    """Before anything is told: is a part of what was asked an answer, and is it said to be one? Raises Declined."""
    for node in _told(run, found):
        if _is_of_all(goal):
            whole(found[node])
        tell_part(run, found[node])
        _tell_none(run, found[node])


def _told(run: Run, found: Findings) -> Iterable[Node]:
    return (node for node in found if node in run.told and found[node].within is None)


def _is_of_all(goal: Goal) -> bool:
    """Does it ask for the most or the least, or hold one count against another?"""
    order: Order | None = goal.order if isinstance(goal, Table | Groups) else None
    return (order is not None and order.first is not None) or (isinstance(goal, Figures) and bool(goal.contrast))


def _tell_none(run: Run, of: Found) -> None:
    """Of what may be kept to some there are none that the viewer may see: more nobody can be told, whether there are others or not."""
    model = run.catalogue.models[of.model]
    if not of.records and not of.hidden and is_left_out(model.access) and rule_of(model.access) != "everybody":
        run.assume(f"There may be {model.plural} that are kept to others; counted are those that you may see.")
