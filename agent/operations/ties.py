"""Which members of a set belong to which row of a table, by the path that leads from the members to the rows."""

from collections.abc import Mapping, Sequence

from agent.operations.found import Found, each_once
from agent.operations.walk import Reached, back, walk_step
from agent.plan import Path
from agent.run import Run
from ingest.records import Record


def ties(run: Run, model: str, rows: Sequence[Record], path: Path, members: Found) -> Mapping[str, tuple[Record, ...] | None]:
    """The members for each row; None where an app on the way does not know the row at all, which is not the same as nothing.

    Walked from the rows, of which there are few, to the members, which are here already.
    """
    if not path:
        own = {r.id: r for r in members.records}
        return {row.id: (own[row.id],) if row.id in own else () for row in rows}
    reached: Reached = {row.id: (row,) for row in rows}
    unknown: set[str] = set()
    steps = back(members.model, path)
    for at, (step, here) in enumerate(steps):
        is_last = at == len(steps) - 1
        there = each_once(r for found in reached.values() for r in found)
        onward = walk_step(run, here, there, step, members.records if is_last else None)
        reached = {row: each_once(r for middle in found for r in onward[middle.id]) for row, found in reached.items()}
        if step.relation == "hub" and not is_last:
            unknown |= {row for row, found in reached.items() if not found}
    return {row: None if row in unknown else found for row, found in reached.items()}
