"""Which members of a set belong to which row of a table, by the path that leads from the members to the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent.plan.algebra import Path, Step
from agent.policy.decision import tells_whose
from agent.query.operations.walk import Reached, back, known_on_the_way, walk_step
from agent.question.context import QuestionContext
from ingest.records import Record, each_once


@dataclass(frozen=True, slots=True)
class Approach:
    """The way from rows towards members, walked up to the last step: from there the members are met."""

    reached: Reached                    # by row: the records that members point to, or that point to members
    model: str                          # of those
    last: Step | None                   # None: the rows are the members
    unknown: frozenset[str]             # rows that an app on the way does not know, which is not the same as nothing

    @property
    def met(self) -> tuple[Record, ...]:
        """What all rows have reached, each once."""
        return each_once(r for found in self.reached.values() for r in found)

    def only(self, allowed: Sequence[Record]) -> "Approach":
        """The same way, as far as it leads over these."""
        ids = {r.id for r in allowed}
        return replace(self, reached={row: tuple(r for r in there if r.id in ids) for row, there in self.reached.items()})


def approach(context: QuestionContext, model: str, rows: Sequence[Record], path: Path, members: str) -> Approach:
    """Walk from the rows, of which there are few, towards the members, of which figures are told: models of `rows` and `members` are given."""
    reached: Reached = {row.id: (row,) for row in rows}
    unknown: set[str] = set()
    may_lead_on = tells_whose(context.catalogue.models[members].access)
    *steps, last = back(members, path) or (None,)
    for step, here in steps:
        there = each_once(r for found in reached.values() for r in found)
        onward = walk_step(context, here, there, step, how="count")
        reached = {row: each_once(r for middle in found for r in onward[middle.id]) for row, found in reached.items()}
        reached = reached if may_lead_on else known_on_the_way(context, step.to, reached)
        if step.relation == "hub":
            unknown |= {row for row, found in reached.items() if not found}
    return Approach(reached, last[1] if last else model, last[0] if last else None, frozenset(unknown))


def meet(context: QuestionContext, way: Approach, members: Sequence[Record]) -> Mapping[str, tuple[Record, ...] | None]:
    """The members for each row; None where an app on the way does not know the row."""
    if way.last is None:
        own = {r.id: r for r in members}
        return {row: (own[row],) if row in own else () for row in way.reached}
    onward = walk_step(context, way.model, way.met, way.last, members, "count")
    return {
        row: None if row in way.unknown else each_once(r for middle in found for r in onward[middle.id]) for row, found in way.reached.items()
    }
