"""The first ones of an order: of all records, or of each group by a key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.answer import Reason
from agent.errors import Declined
from agent.plan.algebra import Order
from agent.query.operations.columns import ordered
from agent.query.operations.group_keys import Label, keys_of, place_of
from agent.query.operations.node_records import NodeRecords
from agent.query.operations.values import Value
from agent.question.context import QuestionContext


@dataclass(frozen=True, slots=True)
class Firsts:
    """Records in their order by id, each with the label of its group where there are groups; a record of two groups stands in both."""

    ids: tuple[str, ...]
    labels: tuple[Label, ...] = ()
    tied: int = 0                       # how many share the last place of a cut; of groups, how many stand there because they share one
    keyless: int = 0                    # records that are in no group


def refuse_no_place(context: QuestionContext, order: Order, model: str, placed: Sequence[str]) -> None:
    """Where nothing has the place that is asked for, "there is none" would deny those before it. Raises Declined."""
    if order.skip and not placed:
        plural = context.catalogue.models[model].plural
        raise Declined(Reason.NO_RECORD, f"There are not so many {plural} in this order. Please ask for an earlier place.")


def firsts(context: QuestionContext, order: Order, of: NodeRecords, cells: Mapping[str, tuple[Value, ...] | None]) -> Firsts:
    """The records in their order, cut as it says. `cells`: what they are ordered by. Raises Declined where the key is not the viewer's to see."""
    if order.per is None:
        kept, tied = ordered(context, order, cells)
        return Firsts(kept, tied=tied)
    groups: dict[str, tuple[Label, list[str]]] = {}
    key, keys = order.per, keys_of(context, order.per, of, {})
    for member in cells:
        for identity, label in keys[member].items():
            groups.setdefault(identity, (label, []))[1].append(member)
    rows: list[tuple[Label, str]] = []
    tied = 0
    for label, members in sorted(groups.values(), key=lambda group: place_of(key, group[0])):
        kept, level = ordered(context, order, {member: cells[member] for member in members})
        rows += [(label, member) for member in kept]
        tied += level
    return Firsts(tuple(i for _, i in rows), tuple(label for label, _ in rows), tied, sum(not keys[member] for member in cells))
