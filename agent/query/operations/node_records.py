"""What a node of the plan turned out to be, the ways in which it may not, and whether it may be told where a part of it is hidden."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.access.refused import not_permitted
from agent.plan.algebra import Node, Path
from ingest.records import Record

PEOPLE = "hris/Employee"
OWNER = "employee"                      # the foreign key of HR's records to whom they belong


@dataclass(frozen=True, slots=True)
class NodeRecords:
    """The records of a node."""

    model: str                          # of the plan: a derived model's records are those of the documents they come from
    records: tuple[Record, ...]
    unchecked: frozenset[str] = frozenset()     # private fields that the selection used, where only a figure is asked: checked with it
    looked_at: tuple[Record, ...] = ()          # the records that those were looked at of
    tied: int = 0                               # members that share the last place of a ranking
    unknown: int = 0                            # records of which a condition could not be told
    hidden: tuple[Record, ...] = ()             # members or not: the viewer may not see what tells it, see agent/access/visibility.py
    of_others: bool = False                     # something that tells members was read that is not the viewer's own
    closed_by: str = ""                         # the class or access rule that hides the rest
    within: "Within | None" = None              # of a node that is only measured for rows: its members as far as they belong to them


Within = Callable[[str, Sequence[Record], Path], NodeRecords]     # model of the rows, the rows, the path from members to rows
RecordsByNode = Mapping[Node, NodeRecords]


class StaleGraph(Exception):
    """What the graph proposed is gone or called otherwise now; the graph was mended, the names have to be settled again."""


def whole(of: NodeRecords) -> NodeRecords:
    """The same, where nothing of it is hidden: the first, the last and sums are of all or of none. Raises Declined."""
    if of.hidden:
        raise not_permitted(of.closed_by)
    return of
