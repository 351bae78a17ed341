"""Whether what is seen in part may be told, and the words that say that it is a part."""

from agent.access.checks import kept
from agent.query.operations.found import PEOPLE, Found
from agent.question.run import Run


def whole(of: Found) -> Found:
    """The same, where nothing of it is hidden: the first, the last and sums are of all or of none. Raises Declined."""
    if of.hidden:
        raise kept(of.closed_by)
    return of


def tell_part(run: Run, of: Found) -> None:
    """Say that it is told of those only that the viewer may see: a limit, which no note on words comes before. Raises Declined where that is nobody,
    or nobody but the viewer: never "none".

    How many are hidden is told of people alone: who is there, and who may see what of whom, everybody knows.
    """
    if not of.hidden:
        return
    if not of.of_others or not of.records:
        raise kept(of.closed_by)
    model = run.catalogue.models[of.model]
    if of.model == PEOPLE:
        many = len(of.hidden)
        noun = model.label if many == 1 else model.plural
        run.notes.assume(f"This is of those only that you may see; of {many} {noun} you may not see what decides it.", many, is_limit=True)
    else:
        run.notes.assume(f"This is of those {model.plural} only that you may see.", is_limit=True)
